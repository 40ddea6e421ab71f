"""Direct preference optimisation: the chosen answer is made likelier than the rejected one, measured from a reference.

    loss = -log sigmoid(beta ((pi_c - ref_c) - (pi_r - ref_r)))

with the log-probabilities of whole answers. At the start policy and reference agree and the loss is ln 2; a run that ends there
has learned nothing (Sauda v3 did), so margin and accuracy are reported beside it. (Rafailov et al. 2023.)
"""

from dataclasses import dataclass

import torch
import torch.nn.functional as F


@dataclass(frozen=True)
class Preference:
    loss: torch.Tensor  # the sum over pairs
    margin: torch.Tensor  # beta times the difference, per pair
    right: torch.Tensor  # whether the chosen one is ahead, per pair


def preference(policy: torch.Tensor, reference: torch.Tensor, beta: float) -> Preference:
    """Log-probabilities as [pairs, 2], the chosen first."""
    gains = policy - reference
    margin = beta * (gains[:, 0] - gains[:, 1])
    return Preference(-F.logsigmoid(margin).sum(), margin.detach(), (margin > 0).detach())
