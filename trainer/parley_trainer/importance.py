"""Truncated importance weights: what a token drawn by the sampler counts for the policy that is updated.

    weight = min(pi(token) / mu(token), cap)

mu is the distribution that the token was drawn from, as the sampler wrote it down; pi is the trainer's. They are meant to be the
same; kernels and precisions differ, so they are nearly. The difference is reported with every step: `mismatch_tv` estimates the
total variation between the two (half the mean of |pi / mu - 1| over tokens of mu), `mismatch_kl` the divergence of pi from mu (the
mean of pi / mu - 1 - log pi / mu, never below 0). (Espeholt et al. 2018 for the truncation; Yao et al. 2025 for its use between a
sampler and a trainer of one policy.)
"""

from collections.abc import Callable
from typing import Any

import torch


def truncated_weights(pi: torch.Tensor, mu: torch.Tensor, cap: float) -> torch.Tensor:
    """From log-probabilities. No gradient goes through a weight."""
    return (pi.detach() - mu).exp().clamp(max=cap)


class Mismatch:
    """Sums over the tokens of a step."""

    def __init__(self) -> None:
        self.sums = torch.zeros(4, dtype=torch.float64)
        self.largest = 0.0

    def add(self, pi: torch.Tensor, mu: torch.Tensor, cap: float) -> None:
        log_ratio = (pi.detach() - mu).double()
        ratio = log_ratio.exp()
        means = ((ratio - 1).abs() / 2, ratio - 1 - log_ratio, (ratio > cap).double())
        self.sums += torch.stack([torch.ones_like(ratio).sum(), *(one.sum() for one in means)]).cpu()
        self.largest = max(self.largest, float(ratio.max()))

    def facts(self, collect: Callable[[list[Any]], list[Any]] = list) -> dict[str, float]:
        """Since the last call; `collect` brings together what several processes have."""
        parts = collect([(self.sums.tolist(), self.largest)])
        count, *sums = (sum(column) for column in zip(*(one for one, _ in parts), strict=True))
        found = dict(zip(("mismatch_tv", "mismatch_kl", "truncated_share"), (one / max(count, 1) for one in sums), strict=True))
        found["importance_max"] = max(largest for _, largest in parts)
        self.sums.zero_()
        self.largest = 0.0
        return found if count else {}
