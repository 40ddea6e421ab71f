"""Checkpoints that are whole or not there, and resuming that cannot be told from never having stopped.

A checkpoint is written into a folder of another name and renamed when every byte is on disk; its manifest holds the size
and hash of each file. A truncated one is named, passed over, and the one before it is taken. Besides the weights it holds
the optimiser, the random states and the counters; the order of rows is a function of the seed and needs no state.
"""

import json
import os
import random
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import torch

from .errors import TrainerError
from .rows import file_hash


def random_states() -> dict[str, Any]:
    states: dict[str, Any] = {"python": random.getstate(), "torch": torch.random.get_rng_state()}
    if torch.cuda.is_available():
        states["cuda"] = torch.cuda.get_rng_state_all()
    return states


def restore_random(states: dict[str, Any]) -> None:
    random.setstate(states["python"])
    torch.random.set_rng_state(states["torch"].cpu())
    if "cuda" in states and torch.cuda.is_available():
        torch.cuda.set_rng_state_all([state.cpu() for state in states["cuda"]])


def save_checkpoint(folder: Path, step: int, write_weights: Callable[[Path], None], state: dict[str, Any]) -> Path:
    """Write checkpoint-STEP; nothing of an older one is touched until it is whole."""
    target = folder / f"checkpoint-{step}"
    part = folder / f".checkpoint-{step}.part"
    shutil.rmtree(part, ignore_errors=True)
    part.mkdir(parents=True)
    try:
        write_weights(part)
        torch.save({**state, "step": step, "random": random_states()}, part / "state.pt")
        files = {f.name: {"bytes": f.stat().st_size, "sha256": file_hash(f)} for f in sorted(part.iterdir())}
        with (part / "manifest.json").open("w", encoding="utf-8") as file:
            json.dump({"step": step, "files": files}, file)
            file.flush()
            os.fsync(file.fileno())
    except BaseException:
        shutil.rmtree(part, ignore_errors=True)
        raise
    shutil.rmtree(target, ignore_errors=True)
    os.replace(part, target)
    return target


def fault_of(checkpoint: Path) -> str | None:
    """What is wrong with a checkpoint; None when it is whole."""
    manifest = checkpoint / "manifest.json"
    try:
        files = json.loads(manifest.read_text(encoding="utf-8"))["files"]
    except (OSError, ValueError, KeyError):
        return f"{checkpoint.name} has no whole manifest"
    for name, known in files.items():
        file = checkpoint / name
        if not file.exists():
            return f"{checkpoint.name} lacks {name}"
        if file.stat().st_size != known["bytes"]:
            return f"{checkpoint.name} is truncated: {name} has {file.stat().st_size} bytes of {known['bytes']}"
        if file_hash(file) != known["sha256"]:
            return f"{checkpoint.name} is damaged: {name} does not have its hash"
    return None


def checkpoints(folder: Path) -> list[Path]:
    """All that are there, the newest first."""
    found = [one for one in folder.glob("checkpoint-*") if one.name.removeprefix("checkpoint-").isdigit()]
    return sorted(found, key=lambda one: -int(one.name.removeprefix("checkpoint-")))


def latest_whole(folder: Path, tell: Callable[[str], None]) -> Path | None:
    """The newest whole checkpoint; each one passed over is told."""
    for one in checkpoints(folder):
        fault = fault_of(one)
        if fault is None:
            return one
        tell(f"{fault}; the one before it is used")
    return None


def load_state(checkpoint: Path) -> dict[str, Any]:
    fault = fault_of(checkpoint)
    if fault:
        raise TrainerError(f"{fault}: resume from an older one, or start again")
    return torch.load(checkpoint / "state.pt", map_location="cpu", weights_only=False)


def prune(folder: Path, keep: int, best: int | None) -> None:
    """Keep the newest `keep` and the best."""
    for one in checkpoints(folder)[keep:]:
        if one.name != f"checkpoint-{best}":
            shutil.rmtree(one, ignore_errors=True)
