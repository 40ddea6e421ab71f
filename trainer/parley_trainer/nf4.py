"""NF4 with double quantisation in plain torch: 4 bits a weight and about an eighth of a bit for the scales.

The 16 levels are those of the QLoRA paper (Dettmers et al. 2023, appendix E): quantiles of a normal distribution, with an
exact zero. Weights go in blocks of 64 with their largest absolute value as scale; the scales, less their mean, go in blocks
of 256 as signed bytes with one float each. (bitsandbytes keeps the second level as dynamic 8-bit floats; the codes of the
first level are the same, which a test shows where it is installed.)
"""

from dataclasses import dataclass

import torch
from torch import nn

LEVELS = (
    -1.0,
    -0.6961928009986877,
    -0.5250730514526367,
    -0.39491748809814453,
    -0.28444138169288635,
    -0.18477343022823334,
    -0.09105003625154495,
    0.0,
    0.07958029955625534,
    0.16093020141124725,
    0.24611230194568634,
    0.33791524171829224,
    0.44070982933044434,
    0.5626170039176941,
    0.7229568362236023,
    1.0,
)
BLOCK = 64
SCALE_BLOCK = 256


@dataclass
class Quantized:
    """A matrix in NF4: two codes a byte (the first in the high half), and its scales on two levels."""

    codes: torch.Tensor  # uint8, [rows * columns / 2]
    scales: torch.Tensor  # int8, one a block
    factors: torch.Tensor  # float32, one a block of scales
    mean: torch.Tensor  # float32, of all scales
    levels: torch.Tensor  # float32, the 16, on the same device
    shape: tuple[int, int]


def quantize(weight: torch.Tensor) -> Quantized:
    """The nearest level for each weight over its block's largest absolute value."""
    if weight.numel() % BLOCK:
        raise ValueError(f"NF4 takes a multiple of {BLOCK} weights, got {weight.numel()}")
    blocks = weight.detach().float().reshape(-1, BLOCK)
    largest = blocks.abs().amax(1)
    scales, factors, mean = _quantize_scales(largest)
    levels = torch.tensor(LEVELS, device=weight.device)
    middles = (levels[1:] + levels[:-1]) / 2
    units = blocks / largest.clamp_min(1e-30).unsqueeze(1)
    codes = torch.bucketize(units, middles).to(torch.uint8).reshape(-1, 2)
    shape = (weight.shape[0], weight.shape[1])
    return Quantized(codes[:, 0] * 16 + codes[:, 1], scales, factors, mean, levels, shape)


def dequantize(q: Quantized, dtype: torch.dtype) -> torch.Tensor:
    return unpack(q.codes, q.scales, q.factors, q.mean, q.levels, q.shape, dtype)


def unpack(
    codes: torch.Tensor,
    scales: torch.Tensor,
    factors: torch.Tensor,
    mean: torch.Tensor,
    levels: torch.Tensor,
    shape: tuple[int, int],
    dtype: torch.dtype,
) -> torch.Tensor:
    """The matrix again. Plain tensor operations, so that torch.compile makes one kernel of them."""
    halves = torch.stack([codes >> 4, codes & 15], -1).reshape(-1, BLOCK).int()
    per_block = factors.repeat_interleave(SCALE_BLOCK)[: scales.numel()]
    largest = scales.float() * per_block + mean
    return (levels[halves] * largest.unsqueeze(1)).to(dtype).reshape(shape)


def _quantize_scales(largest: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor]:
    mean = largest.mean()
    missing = -largest.numel() % SCALE_BLOCK
    groups = nn.functional.pad(largest - mean, (0, missing)).reshape(-1, SCALE_BLOCK)
    factors = groups.abs().amax(1).clamp_min(1e-30) / 127
    codes = (groups / factors.unsqueeze(1)).round().to(torch.int8).reshape(-1)[: largest.numel()]
    return codes, factors, mean


class QuantizedProduct(torch.autograd.Function):
    """x @ W.T with W in NF4. The matrix is unpacked again on the way back, so that it is never kept."""

    @staticmethod
    def forward(ctx, x, codes, scales, factors, mean, levels, shape):
        ctx.save_for_backward(codes, scales, factors, mean, levels)
        ctx.shape = shape
        return x @ unpack(codes, scales, factors, mean, levels, shape, x.dtype).t()

    @staticmethod
    def backward(ctx, grad):
        weight = unpack(*ctx.saved_tensors, ctx.shape, grad.dtype)
        return grad @ weight, None, None, None, None, None, None


class QuantizedLinear(nn.Linear):
    """A frozen linear layer in NF4. Its `weight` holds the codes, so PEFT sees a layer it can put an adapter on."""

    def __init__(self, linear: nn.Linear, device: torch.device | None = None) -> None:
        nn.Module.__init__(self)
        self.in_features, self.out_features = linear.in_features, linear.out_features
        q = quantize(linear.weight.to(device) if device else linear.weight)
        self.weight = nn.Parameter(q.codes, requires_grad=False)
        for name in ("scales", "factors", "mean", "levels"):
            self.register_buffer(name, getattr(q, name))
        self.bias = linear.bias if linear.bias is None or not device else nn.Parameter(linear.bias.to(device), False)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        shape = (self.out_features, self.in_features)
        if torch.is_autocast_enabled(x.device.type):
            x = x.to(torch.get_autocast_dtype(x.device.type))
        y = QuantizedProduct.apply(x, self.weight, self.scales, self.factors, self.mean, self.levels, shape)
        return y if self.bias is None else y + self.bias.to(y.dtype)

    def dequantized(self, dtype: torch.dtype) -> torch.Tensor:
        shape = (self.out_features, self.in_features)
        return unpack(self.weight, self.scales, self.factors, self.mean, self.levels, shape, dtype)


def quantize_linears(model: nn.Module, names: tuple[str, ...], device: torch.device | None = None) -> int:
    """Replace every linear layer whose last name is listed, each moved to the device by itself; how many were."""
    count = 0
    for parent in list(model.modules()):
        for name, child in list(parent.named_children()):
            if name in names and isinstance(child, nn.Linear) and not isinstance(child, QuantizedLinear):
                setattr(parent, name, QuantizedLinear(child, device))
                count += 1
    return count
