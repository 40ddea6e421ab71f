"""What the lab should find out about a trained model: written by every recipe at its end, played by parley.

A recipe measures losses; whether a model bargains better is for the lab, on held-out scenarios and opponents, with the
controls that every table has. This file names the arms; it judges nothing.
"""

import json
from pathlib import Path
from typing import Any

CONTROLS = ("random", "null")
HELD_OUT = ("clean:boulware_firm", "clean:tit_for_tat", "clean:split_difference", "clean:micro_own")


def reason_of(answer: str) -> str | None:
    """Where an answer of an `llm:` agent has its thinking (its option `reason`), so that a model is judged in the form it learned."""
    try:
        keys = list(json.loads(answer))
    except (ValueError, TypeError):
        return None
    if "act" not in keys:
        return None
    return "none" if "reasoning" not in keys else "first" if keys[0] == "reasoning" else "after"


def write_verdict(folder: Path, recipe: str, base: str, question: str, **more: Any) -> dict[str, Any]:
    verdict = {
        "recipe": recipe,
        "question": question,
        "arms": [
            {"name": "base", "model": base, "guards": "off"},
            {"name": "prompt-only", "model": base, "guards": "off", "persona": "fair"},
            {"name": "trained", "model": base, "adapter": "adapter", "guards": "off"},
            {"name": "trained+guards", "model": base, "adapter": "adapter", "guards": "on"},
        ],
        "controls": list(CONTROLS),
        "opponents": list(HELD_OUT),
        "split": "test",
        "seatings": "both",
        "no_deal_counts_as": 0,
        **{key: value for key, value in more.items() if value is not None},
    }
    (folder / "verdict.json").write_text(json.dumps(verdict, indent=2) + "\n", encoding="utf-8")
    return verdict
