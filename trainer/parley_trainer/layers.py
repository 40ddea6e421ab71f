"""Layerwise learning rates: a block near the output learns faster than one near the input.

Block i of n gets rate * decay^(n - 1 - i); what lies before the blocks (the embedding) rate * decay^n; what lies after them
(the last norm, the output layer) the full rate. These are AgreeMate's numbers: 28 blocks, 2e-4, 0.95 give
5.01e-5 for block 0 and 4.76e-5 for the embedding.
"""

import re
from collections.abc import Iterable
from typing import Any

import torch

BLOCK = re.compile(r"\blayers\.(\d+)\.")


def group_of(name: str, blocks: int) -> str:
    """The layer group of a parameter's name."""
    found = BLOCK.search(name)
    if found:
        return f"layer_{int(found.group(1)):02d}"
    return "embedding" if "embed" in name else "output"


def rate_of(group: str, base: float, decay: float, blocks: int) -> float:
    """The learning rate of a group."""
    if group == "output":
        return base
    if group == "embedding":
        return base * decay**blocks
    return base * decay ** (blocks - 1 - int(group.removeprefix("layer_")))


def parameter_groups(
    named: Iterable[tuple[str, torch.nn.Parameter]], base: float, decay: float, blocks: int, weight_decay: float
) -> list[dict[str, Any]]:
    """Groups for an optimiser, in a fixed order, with the full rate of each under `base_lr`."""
    groups: dict[str, list[torch.nn.Parameter]] = {}
    for name, parameter in named:
        if parameter.requires_grad:
            groups.setdefault(group_of(name, blocks), []).append(parameter)
    made = []
    for group in sorted(groups):
        rate = rate_of(group, base, decay, blocks)
        made.append({"name": group, "params": groups[group], "lr": rate, "base_lr": rate, "weight_decay": weight_decay})
    return made
