"""The logits of the output layer in float32, also where the weights are bf16.

A logit of 34 in bf16 is known to a quarter. What samples and what trains round such logits apart, and that was most of the distance
between the two (docs/LOG.md); the sums of a matrix product are in float32 anyway, so keeping them costs nothing but their size.
"""

import torch
import torch.nn.functional as F


class _Product(torch.autograd.Function):
    """hidden @ head.T with the sums as they are. The head is frozen."""

    @staticmethod
    def forward(ctx, hidden, head):
        ctx.save_for_backward(head)
        if hidden.is_cuda:
            return torch.mm(hidden, head.t(), out_dtype=torch.float32)
        return hidden.float() @ head.float().t()

    @staticmethod
    def backward(ctx, grad):
        (head,) = ctx.saved_tensors
        return grad.to(head.dtype) @ head, None


def logits_of(hidden: torch.Tensor, head: torch.Tensor) -> torch.Tensor:
    """[rows, words] of hidden states [rows, width]."""
    hidden = hidden.to(head.dtype)
    return _Product.apply(hidden, head) if head.dtype in (torch.bfloat16, torch.float16) else F.linear(hidden, head)
