"""probe: attention by layer and head over transcripts, and single heads switched off, as JSON for a page.

Run it over the same rows with and without `adapter`; `parley plot attention` draws both and their difference.
"""

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import torch

from ..adapters import merge
from ..base import load_base, pick_device
from ..probe import ablations, attention_shares
from ..progress import Progress
from ..rows import check_messages, file_hash, load_rows


@dataclass
class ProbeConfig:
    """Settings of probe."""

    model: str
    rows: str
    output: str
    adapter: tuple[str, ...] = ()
    dialogues: int = 20
    ablate: bool = True
    picture_tokens: int = 128


def run(config: ProbeConfig, progress: Progress, *, dry: bool = False, resume: bool = False) -> dict[str, Any]:
    rows = load_rows(config.rows, ["messages"])[: config.dialogues]
    dialogues = [check_messages(row, f"{config.rows}, row {i}") for i, row in enumerate(rows, 1)]
    if dry:
        return {"recipe": "probe", "model": config.model, "examples": len(dialogues)}
    model, tokenizer = load_base(config.model, torch.float32, pick_device())
    model = merge(model, *config.adapter)
    found = {
        "model": config.model,
        "adapter": " + ".join(config.adapter) or None,
        "data": file_hash(config.rows),
        "dialogues": len(dialogues),
        **attention_shares(model, tokenizer, dialogues, config.picture_tokens),
        **({"ablation": ablations(model, tokenizer, dialogues)} if config.ablate else {}),
    }
    target = Path(config.output)
    target.parent.mkdir(parents=True, exist_ok=True)
    part = target.with_name(target.name + ".part")
    part.write_text(json.dumps(found) + "\n", encoding="utf-8")
    part.replace(target)
    return {"file": str(target), "next": f"parley plot attention --in {target} --against BASE.json --out plots"}
