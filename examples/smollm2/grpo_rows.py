"""The games that grpo plays: a task, the seat of the model, an opponent that speaks, a seed.

    python grpo_rows.py --count 256 --seed 1000200 --out rows/grpo_train.jsonl

Opponents are the clean scripts, which the verdict does not use. Seeds from 1,000,000 on are the server's training split, from
2,000,000 on its validation split. One game in four is of any zone, the others of a wide one.
"""

import argparse
import json
import random
from pathlib import Path

SCRIPTS = (
    "boulware_very_conceding boulware_conceding linear_standard boulware_firm boulware_hard tit_for_tat split_difference "
    "hardliner random_own micro_own fair_openings charging_boul"
).split()

parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
parser.add_argument("--count", type=int, required=True)
parser.add_argument("--seed", type=int, required=True, help="of the first game")
parser.add_argument("--out", type=Path, required=True)
asked = parser.parse_args()

rows = [
    {
        "task": "price-any" if i % 4 == 3 else "price-wide",
        "seat": ("buyer", "seller")[i // 4 % 2],
        "opponent": f"worded:clean:{SCRIPTS[(i * 5 + i // 24) % len(SCRIPTS)]}@templates",
        "seed": asked.seed + i,
    }
    for i in range(asked.count)
]
random.Random(asked.seed).shuffle(rows)
asked.out.parent.mkdir(parents=True, exist_ok=True)
asked.out.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
print(f"{asked.out}: {len(rows)} games")
