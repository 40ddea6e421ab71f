"""The Python baseline of bench/simulate.ts: the same price game, written the way one writes it first.

A scenario is drawn (buyer's maximum ~ N(900, 50), the seller's minimum 500 below it, public range 200 to 1500), two of the
sixteen scripts of the Janus lab's first registry sit down at random, either side may open, and every turn becomes one line
of JSON in the lab's schema. Failed episodes are kept, with rho = -1. Standard library only; neither tuned nor held back.

    python3 bench/simulate/baseline.py --episodes 10000 --seed 1 --out rows.jsonl
"""

import argparse
import json
import random
import time
from dataclasses import dataclass
from typing import Callable, NamedTuple, Optional

PRICE_LOW, PRICE_HIGH = 200.0, 1500.0
ZONE_WIDTH = 500.0
MAX_TURNS = 20

# Every offer so far, as (role, price).
History = list[tuple[str, float]]


@dataclass
class View:
    """What one side sees when it is to move."""

    role: str
    turn: int
    reservation: float
    history: History
    rng: random.Random

    @property
    def sign(self) -> int:
        """A seller's better price is higher, a buyer's is lower."""
        return 1 if self.role == "seller" else -1

    @property
    def tau(self) -> float:
        return min(0.95, self.turn / MAX_TURNS)

    @property
    def own(self) -> list[float]:
        return [price for role, price in self.history if role == self.role]

    @property
    def theirs(self) -> list[float]:
        return [price for role, price in self.history if role != self.role]

    @property
    def last(self) -> Optional[float]:
        """The other side's standing offer: its latest."""
        return self.history[-1][1] if self.history else None

    def as_good(self, a: float, b: float) -> bool:
        return a >= b if self.role == "seller" else a <= b

    def within(self, price: float) -> float:
        """The nearest price inside the public range and the own reservation."""
        if self.role == "seller":
            return min(max(price, self.reservation), PRICE_HIGH)
        return min(max(price, PRICE_LOW), self.reservation)


# Each strategy answers a view with the price it offers, or None to accept.


def accept_or(view: View, target: float) -> Optional[float]:
    if view.last is not None and view.as_good(view.last, target):
        return None
    return target


def boulware(view: View, exponent: float, margin: float = 400) -> Optional[float]:
    target = view.reservation + view.sign * margin * (1 - view.tau**exponent)
    return accept_or(view, view.within(target))


def fixed(view: View, margin: float) -> Optional[float]:
    return accept_or(view, view.within(view.reservation + view.sign * margin))


def hardliner(view: View, margin: float = 400, cave: float = 5) -> Optional[float]:
    distance = cave if view.turn >= MAX_TURNS - 1 else margin
    return accept_or(view, view.within(view.reservation + view.sign * distance))


def tit_for_tat(view: View, margin: float = 100) -> Optional[float]:
    own, theirs = view.own, view.theirs
    if not own:
        target = view.reservation + view.sign * margin
    else:
        step = abs(theirs[-1] - theirs[-2]) if len(theirs) >= 2 else 0
        target = own[-1] - view.sign * step
    return accept_or(view, view.within(target))


def split_difference(view: View, margin: float = 400) -> Optional[float]:
    if view.last is None:
        return view.within(view.reservation + view.sign * margin)
    own = view.own
    anchor = own[-1] if own else view.reservation
    return accept_or(view, view.within((anchor + view.last) / 2))


def random_zopa(view: View, accept: float = 0.3) -> Optional[float]:
    far = view.reservation + view.sign * ZONE_WIDTH
    low, high = sorted((view.reservation, far))
    if view.last is not None and low <= view.last <= high and view.rng.random() < accept:
        return None
    return view.rng.uniform(low, high)


def micro(view: View, step: float) -> Optional[float]:
    own = view.own
    offered = set(own)
    concession = None
    if len(offered) <= len(set(view.theirs)):
        steps = int((PRICE_HIGH - PRICE_LOW) / step)
        grid = (PRICE_LOW + step * k for k in (range(steps, -1, -1) if view.role == "seller" else range(steps + 1)))
        candidate = next((price for price in grid if price not in offered), None)
        if candidate is not None and view.as_good(candidate, view.reservation):
            concession = candidate
    if concession is not None:
        threshold = concession
    elif own:
        threshold = min(own) if view.role == "seller" else max(own)
    else:
        threshold = view.reservation
    if view.last is not None and view.as_good(view.last, view.reservation) and view.as_good(view.last, threshold):
        return None
    if concession is not None:
        return concession
    return view.rng.choice(own) if own else view.reservation


class Entry(NamedTuple):
    name: str
    strategy: Callable[..., Optional[float]]
    params: dict


REGISTRY = [
    Entry("boulware_very_conceding", boulware, {"exponent": 0.2}),
    Entry("boulware_conceding", boulware, {"exponent": 0.5}),
    Entry("boulware_linear", boulware, {"exponent": 1}),
    Entry("boulware_firm", boulware, {"exponent": 2}),
    Entry("boulware_hard", boulware, {"exponent": 4}),
    Entry("linear_standard", boulware, {"exponent": 1}),
    Entry("price_fixed_strict", fixed, {"margin": 20}),
    Entry("price_fixed_loose", fixed, {"margin": 100}),
    Entry("tit_for_tat", tit_for_tat, {"margin": 100}),
    Entry("split_difference", split_difference, {"margin": 400}),
    Entry("time_dependent", boulware, {"exponent": 1, "margin": 200}),
    Entry("hardliner", hardliner, {"margin": 400}),
    Entry("random_zopa", random_zopa, {"accept": 0.3}),
    Entry("micro_fine", micro, {"step": 5}),
    Entry("micro_moderate", micro, {"step": 25}),
    Entry("micro_coarse", micro, {"step": 100}),
]


def play(trajectory_id: str, rng: random.Random) -> list[dict]:
    """One episode as turn rows."""
    buyer_max = round(min(max(rng.gauss(900, 50), PRICE_LOW + ZONE_WIDTH), PRICE_HIGH), 2)
    seller_min = round(buyer_max - ZONE_WIDTH, 2)
    reservations = {"buyer": buyer_max, "seller": seller_min}
    entries = {"buyer": rng.choice(REGISTRY), "seller": rng.choice(REGISTRY)}
    order = rng.choice((("buyer", "seller"), ("seller", "buyer")))

    history: History = []
    rows: list[dict] = []
    accepted_price = None
    for turn in range(1, MAX_TURNS + 1):
        role = order[(turn - 1) % 2]
        entry = entries[role]
        view = View(role, turn, reservations[role], history, rng)
        price = entry.strategy(view, **entry.params)
        if price is None:
            accepted_price = view.last
            action = {"type": "ACCEPT", "price": None}
        else:
            price = round(price, 2)
            action = {"type": "OFFER", "price": price}
        rows.append(
            {
                "trajectory_id": trajectory_id,
                "turn": turn,
                "agent": {"strategy": entry.name, "strategy_params": entry.params},
                "state": {
                    "timestep": turn,
                    "max_turns": MAX_TURNS,
                    "role": role,
                    "last_offer_price": view.last,
                    "offer_history": list(history),
                    "reservation_price": view.reservation,
                    "price_range": [PRICE_LOW, PRICE_HIGH],
                },
                "action": action,
                "is_terminal": price is None or turn == MAX_TURNS,
            }
        )
        if price is None:
            break
        history.append((role, price))

    rho = -1.0 if accepted_price is None else round((accepted_price - seller_min) / ZONE_WIDTH, 4)
    meta = {
        "buyer_max": buyer_max,
        "seller_min": seller_min,
        "zopa_low": seller_min,
        "zopa_high": buyer_max,
        "zopa_width": ZONE_WIDTH,
        "accepted_price": accepted_price,
        "episode_outcome": {
            "agreement_bool": accepted_price is not None,
            "price": accepted_price,
            "num_turns": len(rows),
        },
    }
    for row in rows:
        row["meta"] = meta
        row["rho"] = rho
    return rows


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--episodes", type=int, default=10_000, help="one or more")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", required=True)
    options = parser.parse_args()

    rng = random.Random(options.seed)
    rows = agreements = 0
    rho_sum = 0.0
    with open(options.out, "w", encoding="utf-8") as file:
        for episode in range(options.episodes):
            trajectory = play(f"run_{episode + 1:06d}", rng)
            for row in trajectory:
                file.write(json.dumps(row) + "\n")
            rows += len(trajectory)
            if trajectory[-1]["rho"] != -1.0:
                agreements += 1
                rho_sum += trajectory[-1]["rho"]
    summary = {
        "episodes": options.episodes,
        "rows": rows,
        "agreements": agreements,
        "mean_rho": round(rho_sum / agreements, 4) if agreements else None,
        "cpu_seconds": round(time.process_time(), 3),
    }
    print(json.dumps(summary))


if __name__ == "__main__":
    main()
