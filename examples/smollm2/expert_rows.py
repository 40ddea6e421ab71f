"""Some of the expert's turns, evenly: accepts are at most a sixth, offers come in equal numbers from every turn and seat.

    python expert_rows.py games/train-rows-buyer games/train-rows-seller --count 12000 --out rows/expert/train.jsonl

Reads every .jsonl that `parley data convert` wrote into the folders: which side of a split a row is on is decided by the seeds
of the games, not by the converter. Without this, the many late turns of long games would drown the few that open and close.
"""

import argparse
import collections
import json
import random
from pathlib import Path

parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
parser.add_argument("folders", nargs="+", type=Path)
parser.add_argument("--count", type=int, required=True)
parser.add_argument("--out", type=Path, required=True)
asked = parser.parse_args()

cells: dict[tuple, list[str]] = collections.defaultdict(list)
for folder in asked.folders:
    for file in sorted(folder.glob("*.jsonl")):
        for line in file.open(encoding="utf-8"):
            row = json.loads(line)
            _, turn, seat = row["id"].rsplit("-", 2)
            act = json.loads(row["messages"][-1]["content"])["act"]
            cells[("accept" if act == "accept" else int(turn), seat)].append(line)

chance = random.Random(7)
for key in sorted(cells, key=str):
    chance.shuffle(cells[key])
taken: list[str] = []
for seat in ("buyer", "seller"):
    taken += cells.pop(("accept", seat), [])[: asked.count // 12]
while len(taken) < asked.count and cells:
    for key in sorted(cells):
        if len(taken) < asked.count:
            taken.append(cells[key].pop())
        if not cells[key]:
            del cells[key]
chance.shuffle(taken)
asked.out.parent.mkdir(parents=True, exist_ok=True)
part = asked.out.with_suffix(".part")
part.write_text("".join(taken), encoding="utf-8")
part.replace(asked.out)
print(f"{asked.out}: {len(taken)} rows")
