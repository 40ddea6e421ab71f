"""The games that grpo plays: a task, the seat of the model, an opponent that speaks, a seed.

    python grpo_rows.py --count 256 --seed 1000200 --out rows/grpo_train.jsonl
    python grpo_rows.py --count 64 --seed 2000036 --selection --out rows/grpo_validation.jsonl

Opponents are clean scripts: nine to train against, three others to choose a checkpoint by; the verdict has others again
(trainer/parley_trainer/opponents.py has the three sets, and the trainer refuses rows that mix them). Seeds from 1,000,000 on are the server's training split, from
2,000,000 on its validation split. One game in four is of any zone, the others of a wide one.
"""

import argparse
import json
import random
from pathlib import Path

TRAINING = (
    "boulware_very_conceding boulware_conceding linear_standard boulware_firm boulware_hard tit_for_tat split_difference "
    "hardliner random_own"
).split()
SELECTION = "micro_own fair_openings charging_boul".split()

parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
parser.add_argument("--count", type=int, required=True)
parser.add_argument("--seed", type=int, required=True, help="of the first game")
parser.add_argument("--out", type=Path, required=True)
parser.add_argument("--selection", action="store_true", help="games to choose a checkpoint by")
asked = parser.parse_args()
scripts = SELECTION if asked.selection else TRAINING

rows = [
    {
        "task": "price-any" if i % 4 == 3 else "price-wide",
        "seat": ("buyer", "seller")[i // 4 % 2],
        "opponent": f"worded:clean:{scripts[(i * 5 + i // 24) % len(scripts)]}@templates",
        "seed": asked.seed + i,
    }
    for i in range(asked.count)
]
random.Random(asked.seed).shuffle(rows)
asked.out.parent.mkdir(parents=True, exist_ok=True)
asked.out.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
print(f"{asked.out}: {len(rows)} games")
