"""What the lab should find out about a trained model: written by every recipe at its end, played by parley.

A recipe measures losses; whether a model bargains better is for the lab, on held-out scenarios and opponents, with the
controls that every table has. This file names the arms and whom the model has met (`met`, which the lab holds against the
opponents here); it judges nothing.
"""

import json
import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from .opponents import VERDICT
from .sampling import Sampling

CONTROLS = ("random", "null")
FIGURES = re.compile(r"^Theirs (gains|loses) you ([\d.]+|nothing)[.,( ]", re.M)


def reason_of(answer: str) -> str | None:
    """Where an answer of an `llm:` agent has its thinking (its option `reason`), so that a model is judged in the form it learned."""
    try:
        keys = list(json.loads(answer))
    except (ValueError, TypeError):
        return None
    if "act" not in keys:
        return None
    return "none" if "reasoning" not in keys else "first" if keys[0] == "reasoning" else "after"


def has_figures(rows: Sequence[dict[str, Any]]) -> bool:
    """Whether the prompts say figures, as those of an `llm:` agent with figures=on do from the first price of the other side on."""
    asked = (one["content"] for row in rows for one in row["messages"] if one["role"] == "user")
    return any(FIGURES.search(text) for text in asked)


def taught_figures(adapters: Sequence[str]) -> str | None:
    """The first adapter of a chain that learned from prompts with figures, by the verdict.json beside each."""
    for folder in adapters:
        path = Path(folder).parent / "verdict.json"
        if path.exists() and json.loads(path.read_text(encoding="utf-8")).get("figures"):
            return folder
    return None


def met_before(adapters: Sequence[str]) -> dict[str, list[str]]:
    """Whom the adapters of a chain have met, by the verdict.json beside each."""
    found: dict[str, set[str]] = {"training": set(), "selection": set()}
    for folder in adapters:
        path = Path(folder).parent / "verdict.json"
        if path.exists():
            for name, specs in json.loads(path.read_text(encoding="utf-8")).get("met", {}).items():
                found.setdefault(name, set()).update(specs)
    return {name: sorted(specs) for name, specs in found.items()}


def write_verdict(folder: Path, recipe: str, base: str, question: str, kept: str = "adapter", **more: Any) -> dict[str, Any]:
    verdict = {
        "recipe": recipe,
        "question": question,
        "arms": [
            {"name": "base", "model": base, "guards": "off"},
            {"name": "prompt-only", "model": base, "guards": "off", "persona": "fair"},
            {"name": "trained", "model": base, "adapter": kept, "guards": "off"},
            {"name": "trained+guards", "model": base, "adapter": kept, "guards": "on"},
        ],
        "controls": list(CONTROLS),
        "opponents": list(VERDICT),
        "split": "test",
        "seatings": "both",
        "no_deal_counts_as": 0,
        "sampling": Sampling().facts(),
        **{key: value for key, value in more.items() if value is not None},
    }
    (folder / "verdict.json").write_text(json.dumps(verdict, indent=2) + "\n", encoding="utf-8")
    return verdict
