"""Memory: what is allocated, the peak, and the change since the run began; and giving back what is not needed.

On a GPU these are the allocator's own counts. On a CPU they are the resident size of the process, whose peak cannot be
reset: it is the highest since the process began.
"""

import gc
import resource
import sys
from pathlib import Path

import torch

GB = 2**30


class MemoryLog:
    """Readings in gigabytes."""

    def __init__(self) -> None:
        self.start = self.current()

    def current(self) -> float:
        if torch.cuda.is_available():
            return torch.cuda.memory_allocated() / GB
        try:
            pages = int(Path("/proc/self/statm").read_text().split()[1])
            return pages * resource.getpagesize() / GB
        except OSError:
            return self.peak()

    def peak(self) -> float:
        if torch.cuda.is_available():
            return torch.cuda.max_memory_allocated() / GB
        unit = 1 if sys.platform == "darwin" else 1024
        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * unit / GB

    def read(self) -> dict[str, float]:
        now = self.current()
        return {
            "memory_gb": round(now, 4),
            "memory_peak_gb": round(self.peak(), 4),
            "memory_delta_gb": round(now - self.start, 4),
        }


def clean_up() -> None:
    """Give back what nobody holds: around a validation, after a checkpoint or a round of generation."""
    gc.collect()
    if torch.cuda.is_available():
        torch.cuda.empty_cache()
