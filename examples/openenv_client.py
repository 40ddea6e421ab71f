"""A whole episode through openenv-core's own Python client: haggle over an oak table, then take the deal.

    parley serve &
    pip install openenv-core
    python examples/openenv_client.py [http://127.0.0.1:8000]
"""
import sys

from openenv.core import GenericEnvClient

url = sys.argv[1] if len(sys.argv) > 1 else "http://127.0.0.1:8000"

with GenericEnvClient(base_url=url).sync() as env:
    result = env.reset(task="price-wide", seat="buyer", listing="oak-dining-table", opens="buyer", seed=7, turn_limit=12)
    seen = result.observation
    item, own = seen["facts"]["item"], seen["own"]
    print(f"{item['title']}, listed at {item['listPrice']} {item['currency']}; I hope for {own['target']}, at most {own['reservation']}")
    price = own["target"]
    while not result.done:
        theirs = seen["theirs"]
        ask = theirs["offer"].get("price") if theirs else None
        last_turn = seen["turn"] + 1 >= seen["turn_limit"]
        if ask is not None and (ask <= price or (last_turn and ask <= own["reservation"])):
            action = {"type": "accept", "words": "Deal."}
        else:
            action = {"type": "offer", "price": price, "words": f"I could do {price:.0f}."}
            price = min(round(price * 1.04), own["reservation"])
        result = env.step(action)
        seen = result.observation
        for taken in seen["history"][-2:]:
            act = taken["act"]
            print(f"{taken['turn']:3} {taken['seat']:6} {act['type']} {act.get('price', '')} {act.get('words', '')}")
        if seen["refused"]:
            raise SystemExit(f"refused: {seen['refused']}")
    print(f"{seen['result']['kind']} {seen['result']['deal'] or ''}, reward {result.reward:.3f}, state {env.state()}")
