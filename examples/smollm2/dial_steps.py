"""Decision steps with every rho as often as every other: for each seat and each fortieth of rho the same number of steps.

    python dial_steps.py tables/decision_steps.parquet --out rows/decision_steps.parquet

Needs pyarrow. Scripts do not reach all rho alike: without this the dial would learn the common ones. Steps of games without a
deal (rho -1) are four cells' worth. Training steps keep the order of the table; held-out ones are shuffled, for a run
validates on the first of them.
"""

import argparse
import collections
import random
from pathlib import Path

import pyarrow.parquet as pq

COLUMNS = (
    "trajectory_id turn role max_turns reservation_price price_low price_high last_offer_price history_roles history_prices "
    "target_action target_price rho_train split_trajectory"
).split()
BINS = 40

parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
parser.add_argument("table", type=Path)
parser.add_argument("--out", type=Path, required=True)
parser.add_argument("--train", type=int, default=3200, help="steps of a cell to train on")
parser.add_argument("--held-out", type=int, default=60, help="steps of a cell to validate and to test on")
asked = parser.parse_args()

table = pq.read_table(asked.table, columns=COLUMNS)
cells: dict[tuple, list[int]] = collections.defaultdict(list)
keys = zip(*(table[name].to_pylist() for name in ("split_trajectory", "role", "rho_train")), strict=True)
for number, (split, role, rho) in enumerate(keys):
    if rho is not None:
        cells[split, role, BINS if rho == -1 else min(max(int(rho * BINS), 0), BINS - 1)].append(number)

chance = random.Random(7)
train: list[int] = []
held_out: list[int] = []
for (split, _, cell), numbers in sorted(cells.items()):
    chance.shuffle(numbers)
    most = (asked.train if split == "train" else asked.held_out) * (4 if cell == BINS else 1)
    (train if split == "train" else held_out).extend(numbers[:most])
chance.shuffle(held_out)
asked.out.parent.mkdir(parents=True, exist_ok=True)
part = asked.out.with_suffix(".part")
pq.write_table(table.take([*sorted(train), *held_out]), part, compression="zstd", compression_level=19)
part.replace(asked.out)
print(f"{asked.out}: {len(train)} steps to train on, {len(held_out)} held out")
