"""Plays the Janus lab's own strategies against each other: JANUS=folder python3 scripts/janus.py < tables.json > games.jsonl

Reads {"names": [...], "tables": [{"buyer", "seller", "low", "high", "turns", "opens"}]} and writes one line a game: the actions, a price for an
offer and null for an acceptance, or null in place of the game where the original drew at random. Tables {"items": true, "values",
"turns", "opens"} are of its multi-item game, where an offer is what agent 1 keeps. Only its strategies are called; the loop around
them is the lab's: one counter of turns for both, an acceptance ends the game.
"""
import json
import os
import random
import sys
import types

# The packages without their __init__ files, which would load language models.
for package in ("src", "src.agents", "src.core", "src.utils", "config"):
    sys.modules[package] = types.ModuleType(package)
    sys.modules[package].__path__ = [os.path.join(os.environ["JANUS"], *package.split("."))]
sys.modules["src.agents.ollamaAgentModule"] = types.ModuleType("src.agents.ollamaAgentModule")
sys.modules["src.agents.ollamaAgentModule"].Agent = lambda *_: None
from src.agents.price_strategies import STRATEGY_REGISTRY  # noqa: E402
from src.core.price_structures import PriceState  # noqa: E402


class Drawn(Exception):
    pass


def drawn(*_):
    raise Drawn


def choice(options):
    if len(set(options)) > 1:
        raise Drawn
    return options[0]


random.uniform = random.random = drawn
random.choice = choice


def act(name, role, table, turn, history):
    own = table[role]
    state = PriceState(
        timestep=turn,
        max_turns=table["turns"],
        role=role,
        last_offer_price=history[-1][1] if history else None,
        offer_history=list(history),
        effective_reservation_price=own,
        true_reservation_price=own,
        public_price_range=(table["low"], table["high"]),
    )
    spec = STRATEGY_REGISTRY[name]
    return spec.func(state, {**spec.default_params, "zopa_min": table["seller"], "zopa_max": table["buyer"]})


def play(buyer, seller, table):
    history, actions = [], []
    role = table["opens"]
    for turn in range(1, table["turns"] + 1):
        action = act(buyer if role == "buyer" else seller, role, table, turn, history)
        actions.append(action.price)
        if action.type == "ACCEPT":
            break
        history.append((role, action.price))
        role = "seller" if role == "buyer" else "buyer"
    return actions


def seated(name, agent_id, items):
    if name == "boulware":
        from src.agents.boulware_agent import BoulwareAgent as Kind
    else:
        from src.agents.fixed_price_agent import FixedPriceAgent as Kind
    agent = Kind(agent_id, "none", "none")
    agent.set_items(items)
    return agent


def divide(first, second, table):
    import config.settings
    from src.core.Item import Item
    from src.utils.MessageParser import ParsedProposal

    config.settings.MAX_TURNS_PER_ROUND = table["turns"]
    items = [Item(str(i), *values) for i, values in enumerate(table["values"])]
    agents = {1: seated(first, 1, items), 2: seated(second, 2, items)}
    standing, actions = None, []
    turn_of = 1 if table["opens"] == "a" else 2
    for turn in range(1, table["turns"] + 1):
        agent = agents[turn_of]
        if standing and agent.should_accept_proposal(standing, turn):
            return actions + [None]
        split = agent.get_deterministic_proposal(turn)
        actions.append([int(item.name in split["agent1"]) for item in items])
        standing = ParsedProposal(split["agent1"], split["agent2"], True)
        turn_of = 3 - turn_of
    return actions


given = json.load(sys.stdin)
if given["tables"][0].get("items"):
    for table in given["tables"]:
        for first in ("boulware", "fixed"):
            for second in ("boulware", "fixed"):
                print(json.dumps(divide(first, second, table)))
    sys.exit()
unknown = [name for name in given["names"] if name not in STRATEGY_REGISTRY]
if unknown:
    sys.exit(f"the lab in {os.environ['JANUS']} has no {', '.join(unknown)}")
for table in given["tables"]:
    for buyer in given["names"]:
        for seller in given["names"]:
            try:
                print(json.dumps(play(buyer, seller, table)))
            except Drawn:
                print("null")
