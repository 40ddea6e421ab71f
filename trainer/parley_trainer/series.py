"""The same numbers for TensorBoard and, when asked for, Weights & Biases. The JSON lines remain the record."""

from pathlib import Path
from typing import Any

from .errors import ConfigError


class Series:
    def __init__(self, folder: Path, start: int, tensorboard: bool, wandb: bool) -> None:
        self.writer: Any = None
        self.run: Any = None
        if tensorboard:
            try:
                from torch.utils.tensorboard import SummaryWriter

                self.writer = SummaryWriter(str(folder / "tensorboard"), purge_step=start + 1 if start else None)
            except ImportError:
                pass  # the lines have it all; a machine without the package trains all the same
        if wandb:
            try:
                import wandb as package
            except ImportError:
                raise ConfigError("wandb: true needs the package wandb: install it, or leave the setting out") from None
            self.run = package.init(project="parley", dir=str(folder), resume="allow", id=folder.name)

    def add(self, step: int, facts: dict[str, Any]) -> None:
        flat = dict(_flat("", facts))
        if self.writer:
            for name, value in flat.items():
                self.writer.add_scalar(name, value, step)
            self.writer.flush()
        if self.run:
            self.run.log(flat, step=step)

    def close(self) -> None:
        if self.writer:
            self.writer.close()
        if self.run:
            self.run.finish()


def _flat(prefix: str, facts: dict[str, Any]):
    for name, value in facts.items():
        if isinstance(value, dict):
            yield from _flat(f"{prefix}{name}/", value)
        elif isinstance(value, int | float) and not isinstance(value, bool):
            yield f"{prefix}{name}", float(value)
