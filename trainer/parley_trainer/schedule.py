"""The cyclic learning rate: in each cycle a linear warm-up, a linear decay to zero, and then a restart at the top.

AgreeMate announced two such cycles and its log shows one straight line over both epochs. Here the factor is a
pure function of the step, so what is logged is what was used, and a resumed run is on the same curve.
"""

import math


def cyclic_factor(step: int, total: int, cycles: int = 2, warmup_share: float = 0.01) -> float:
    """The share of the base rate at optimiser step `step` (from 0) of `total`."""
    if not 0 <= step < total:
        raise ValueError(f"a step of {total} lies from 0 to {total - 1}, got {step}")
    start, end = cycle_bounds(step, total, cycles)
    length, at = end - start, step - start
    warmup = math.ceil(warmup_share * length)
    if at < warmup:
        return (at + 1) / warmup
    return (length - at) / max(1, length - warmup)


def cycle_of(step: int, total: int, cycles: int = 2) -> int:
    """Which cycle a step lies in, from 0."""
    return min(cycles - 1, step * cycles // total)


def cycle_bounds(step: int, total: int, cycles: int = 2) -> tuple[int, int]:
    """The first step of the cycle that `step` lies in, and the first of the next."""
    cycle = cycle_of(step, total, cycles)
    return -(-cycle * total // cycles), -(-(cycle + 1) * total // cycles)
