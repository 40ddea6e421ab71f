"""How many cores this process may use: a container often sees all of its machine's, and is held to a share of them."""

import os
from pathlib import Path

QUOTA = Path("/sys/fs/cgroup/cpu.max")


def cores() -> int:
    seen = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    try:
        return min(seen, granted(QUOTA.read_text()) or seen)
    except OSError:
        return seen


def granted(quota: str) -> int | None:
    """Whole cores of a cgroup's `cpu.max` (microseconds of each period, or max), at least one."""
    share, period = quota.split()
    return None if share == "max" else max(1, int(share) // int(period))
