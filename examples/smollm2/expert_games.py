"""The expert's games by the seat it takes, one file a seat, so that `parley data convert --seat` learns from the expert alone.

    python expert_games.py games/general-train games/craigslist-train --out games/train

Writes OUT-buyer.jsonl and OUT-seller.jsonl. Where the expert meets itself, a game stands in both.
"""

import argparse
import json

EXPERT = "worded:clean:boulware_hard@templates"

parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
parser.add_argument("runs", nargs="+", help="folders that parley run wrote")
parser.add_argument("--out", required=True)
asked = parser.parse_args()

files = {seat: open(f"{asked.out}-{seat}.jsonl", "w", encoding="utf-8") for seat in ("buyer", "seller")}
for run in asked.runs:
    with open(f"{run}/episodes.jsonl", encoding="utf-8") as games:
        for line in games:
            seats = json.loads(line)["seats"]
            for seat, file in files.items():
                if seats[seat]["spec"] == EXPERT:
                    file.write(line)
for file in files.values():
    file.close()
