"""Products with frozen weights in FP8 (E4M3), for cards that have it (Hopper and later).

The weights are rounded once, a scale for each row of the matrix; what they are multiplied with is rounded at every step, a scale
for each of its rows, and the gradient on its way back in the same way. The way back multiplies with the transposed matrix, which has
scales of its own, so two copies in FP8 take the place of one in bf16. Adapters, norms, attention, the output layer and every sum
stay as they were: only what is never trained is rounded.
"""

import torch

FP8 = torch.float8_e4m3fn
MOST = 448.0  # the largest number of E4M3


def to_fp8(x: torch.Tensor, by_row: bool = True) -> tuple[torch.Tensor, torch.Tensor]:
    """In FP8, with what it is to be multiplied by: [rows, 1], or one number for all."""
    x32 = x.float()
    largest = x32.abs().amax(-1, keepdim=True) if by_row else x32.abs().amax()
    scale = largest.clamp_min(1e-12) / MOST
    return (x32 / scale).clamp(-MOST, MOST).to(FP8), scale


def fp8_weight(weight: torch.Tensor, by_row: bool = True) -> tuple[torch.Tensor, ...]:
    """A matrix for the way forth and for the way back, with their scales: what `Fp8Product` takes."""
    forth, forth_scale = to_fp8(weight, by_row)
    back, back_scale = to_fp8(weight.t().contiguous(), by_row)
    return forth, forth_scale.t().contiguous(), back, back_scale.t().contiguous()


def scaled_product(x: torch.Tensor, weight: torch.Tensor, scale: torch.Tensor) -> torch.Tensor:
    """x @ weight.T, the weight in FP8, x rounded to it."""
    small, x_scale = to_fp8(x, scale.dim() > 0)
    if x.is_cuda:
        return torch._scaled_mm(small, weight.t(), x_scale, scale, out_dtype=x.dtype, use_fast_accum=True)
    return ((small.float() @ weight.float().t()) * x_scale * scale).to(x.dtype)


class Fp8Product(torch.autograd.Function):
    """x @ W.T with W in FP8, both ways; W has no gradient."""

    @staticmethod
    def forward(ctx, x, forth, forth_scale, back, back_scale):
        ctx.save_for_backward(back, back_scale)
        return scaled_product(x, forth, forth_scale)

    @staticmethod
    def backward(ctx, grad):
        return scaled_product(grad, *ctx.saved_tensors), None, None, None, None
