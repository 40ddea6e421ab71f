"""What the tasks of sft, dpo and grpo share: an engine that holds the weights, is switched, saved and loaded."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import torch

from .engines import Engine


def backward(task: Any, part: Any, whole: float, scaler: torch.amp.GradScaler) -> torch.Tensor:
    """Adds the gradient of the part's share in the mean over `whole`, and returns that share, without waiting for it."""
    loss = task.loss(part) / whole
    scaler.scale(loss).backward()
    return loss.detach()


class EngineTask:
    """A task of the loop but for its batches and its loss."""

    kept = "adapter"

    def __init__(self, engine: Engine, device: torch.device) -> None:
        self.engine, self.device, self.blocks = engine, device, engine.blocks

    def named_parameters(self) -> Iterator[tuple[str, torch.nn.Parameter]]:
        return self.engine.named_parameters()

    def no_loss(self) -> torch.Tensor:
        """Zero, with a gradient of zero: a part without a label still takes part in the sum of gradients."""
        return sum(p.sum() * 0.0 for _, p in self.named_parameters())  # type: ignore[return-value]

    def train(self, on: bool) -> None:
        self.engine.train(on)

    def backward(self, part: Any, whole: float, scaler: torch.amp.GradScaler) -> torch.Tensor:
        return backward(self, part, whole, scaler)

    def about(self, part: Any) -> str:
        return f"{self.samples(part)} samples"  # type: ignore[attr-defined]

    def after_step(self) -> None:
        return None

    def facts(self) -> dict[str, float]:
        return {}

    def save(self, folder: Path) -> None:
        self.engine.save(folder)

    def load(self, folder: Path) -> None:
        self.engine.load(folder)
