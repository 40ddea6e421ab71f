"""Cross-entropy without the logits: the output layer is applied to a chunk of rows at a time, and the gradient with respect
to the hidden states is made in the same breath.

With 128,256 words the logits of a batch are gigabytes, and the rows that carry no label need none at all. Under LoRA the output
layer is frozen and its own gradient is never wanted. Where it is trained too, a chunk's logits are made again on the way back.
"""

import torch
import torch.nn.functional as F
from torch.utils.checkpoint import checkpoint

from .masking import IGNORE


def _chunk_loss(logits: torch.Tensor, targets: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
    """The summed loss of a chunk and its gradient with respect to the logits."""
    logits32 = logits.float()
    spread = torch.logsumexp(logits32, -1, keepdim=True)
    known = targets != IGNORE
    places = targets.clamp_min(0).unsqueeze(1)
    losses = (spread - logits32.gather(1, places)).squeeze(1)
    words = torch.arange(logits.shape[1], device=logits.device)
    slope = torch.exp(logits32 - spread) - (words == places).float()
    return torch.where(known, losses, 0).sum(), torch.where(known.unsqueeze(1), slope, 0).to(logits.dtype)


class ChunkedCrossEntropy(torch.autograd.Function):
    @staticmethod
    def forward(ctx, hidden, head, targets, chunk, chunk_loss):
        total = torch.zeros((), device=hidden.device, dtype=torch.float32)
        slope = torch.empty_like(hidden) if hidden.requires_grad else None
        for start in range(0, hidden.shape[0], chunk):
            part = slice(start, start + chunk)
            loss, logits_slope = chunk_loss(hidden[part] @ head.t(), targets[part])
            total += loss
            if slope is not None:
                torch.mm(logits_slope, head, out=slope[part])
        ctx.save_for_backward(slope)
        return total

    @staticmethod
    def backward(ctx, grad):
        (slope,) = ctx.saved_tensors
        # A scaled loss (fp16) may have a slope past what fp16 holds; as a number it is multiplied in float32.
        return slope * grad, None, None, None, None


def token_loss(
    hidden: torch.Tensor, head: torch.Tensor, targets: torch.Tensor, chunk: int = 2048, chunk_loss=_chunk_loss
) -> torch.Tensor:
    """The sum of the losses of all labelled rows. `hidden` is [rows, width], `targets` [rows]."""
    if head.requires_grad:
        parts = zip(hidden.split(chunk), targets.split(chunk), strict=True)
        return torch.stack(
            [checkpoint(_trained_head_loss, one, head, wanted, use_reentrant=False) for one, wanted in parts]
        ).sum()
    return ChunkedCrossEntropy.apply(hidden, head.to(hidden.dtype), targets, chunk, chunk_loss)


def _trained_head_loss(hidden: torch.Tensor, head: torch.Tensor, targets: torch.Tensor) -> torch.Tensor:
    logits = F.linear(hidden, head.to(hidden.dtype)).float()
    return F.cross_entropy(logits, targets, ignore_index=IGNORE, reduction="sum")
