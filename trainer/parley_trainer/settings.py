"""The settings that recipes share, and the loop's settings made from them.

A recipe's own configuration adds what only it has and sets its own defaults where it differs. What no recipe reads is not
here: a setting that is accepted and changes nothing would be a lie.
"""

from dataclasses import dataclass, fields
from typing import Any, Literal

from .config import SEVEN
from .loop import LoopOptions, LoopSettings


@dataclass(kw_only=True)
class TrainingConfig(LoopOptions):
    """Every recipe that trains an adapter: where from, where to, and its shape."""

    model: str
    rows: str
    output: str
    rank: int = 16
    alpha: float = 32.0
    targets: tuple[str, ...] = SEVEN
    quantize: Literal["none", "nf4"] = "none"
    precision: Literal["auto", "bf16", "fp16", "fp32"] = "auto"
    checkpointing: bool = False
    seed: int = 42
    name: str | None = None


@dataclass(kw_only=True)
class RowsConfig(TrainingConfig):
    """Recipes that read their rows in batches, so that tokens, hours and price are known before."""

    batch: int = 4
    accumulate: int = 4
    max_length: int = 1024
    price_per_hour: float | None = None


def loop_settings(config: TrainingConfig, **more: Any) -> LoopSettings:
    """What the loop reads of a configuration; `more` (the steps, at least) stands above it."""
    known = {one.name: getattr(config, one.name) for one in fields(LoopSettings) if hasattr(config, one.name)}
    return LoopSettings(**{**known, **more})
