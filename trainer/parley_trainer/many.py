"""One function over many items on all cores, in their order. Tokenising ten thousand games is work for processes."""

import os
import signal
from collections.abc import Callable, Sequence
from multiprocessing import get_context
from typing import Any, TypeVar

from .cores import cores

Item = TypeVar("Item")
Made = TypeVar("Made")
FEW = 2_000
_task: Any = None


def over_many(make: Callable[[Item], Made], items: Sequence[Item], few: int = FEW) -> list[Made]:
    """Processes are forked with the function and the items in memory, so neither has to be sent; a few items are done here."""
    if len(items) < few or not hasattr(os, "fork") or cores() < 2:
        return [make(item) for item in items]
    global _task
    _task = (make, items)
    try:
        with get_context("fork").Pool(cores(), _end_when_told) as pool:
            return pool.map(_one, range(len(items)), chunksize=max(1, min(500, len(items) // (4 * cores()))))
    finally:
        _task = None


def _end_when_told() -> None:
    """A run that saves itself at a signal hands that on when it forks; a helper only has to go."""
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def _one(index: int) -> Any:
    make, items = _task
    return make(items[index])
