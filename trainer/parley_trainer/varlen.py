"""Causal attention of dialogues that lie behind each other in one tensor, each within its own bounds.

On a GPU the flash kernels take the bounds themselves, so that no mask of the whole square is made and read; grouped heads stay
grouped. Elsewhere the same operation attends segment by segment, so what runs on a GPU, but for the kernel, is what is tested.
An operation of its own (rather than torch.nn.attention.varlen) because that one's arguments differ between versions of PyTorch.
"""

from collections.abc import Iterator

import torch
import torch.nn.functional as F


def bounds_of(segments: torch.Tensor, multiple: int = 16) -> torch.Tensor:
    """Where each segment of [rows, length] begins in the flattened tokens, and the end; padding is a segment too.

    The end is repeated until there is a multiple of segments (the rest are empty): compiled code then meets few shapes.
    """
    new = torch.ones_like(segments, dtype=torch.bool)
    new[:, 1:] = segments[:, 1:] != segments[:, :-1]
    starts = new.reshape(-1).nonzero().squeeze(1)
    count = -(-len(starts) // multiple) * multiple + 1
    bounds = torch.full((count,), segments.numel(), dtype=torch.int32)
    bounds[: len(starts)] = starts
    return bounds


def fits(x: torch.Tensor, width: int) -> bool:
    """Whether the flash kernels take heads of that width where x is, in its precision."""
    is_flash = x.is_cuda and x.dtype in (torch.bfloat16, torch.float16) and width % 8 == 0 and width <= 256
    return is_flash and torch.cuda.get_device_capability(x.device) >= (8, 0)


@torch.library.custom_op("parley::varlen_attention", mutates_args=())
def varlen_attention(
    q: torch.Tensor, k: torch.Tensor, v: torch.Tensor, bounds: torch.Tensor, longest: int
) -> tuple[torch.Tensor, torch.Tensor]:
    """q is [tokens, heads, width], k and v may have fewer heads. Also returns what the way back needs."""
    if q.is_cuda:
        out, spread, *_ = torch.ops.aten._flash_attention_forward(q, k, v, bounds, bounds, longest, longest, 0.0, True, False)
        return out.contiguous(), spread
    return _attend(q, k, v, bounds), q.new_empty((q.shape[1], q.shape[0]), dtype=torch.float32)


@varlen_attention.register_fake
def _(q, k, v, bounds, longest):
    return q.new_empty(q.shape), q.new_empty((q.shape[1], q.shape[0]), dtype=torch.float32)


@torch.library.custom_op("parley::varlen_attention_back", mutates_args=())
def varlen_attention_back(
    grad: torch.Tensor,
    q: torch.Tensor,
    k: torch.Tensor,
    v: torch.Tensor,
    out: torch.Tensor,
    spread: torch.Tensor,
    bounds: torch.Tensor,
    longest: int,
) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor]:
    if q.is_cuda:
        no_dropout = torch.zeros(2, dtype=torch.uint64, device=q.device)
        slopes = torch.ops.aten._flash_attention_backward(
            grad.contiguous(), q, k, v, out, spread, bounds, bounds, longest, longest, 0.0, True,
            no_dropout, torch.empty(0, device=q.device),
        )  # fmt: skip
        return slopes[0].contiguous(), slopes[1].contiguous(), slopes[2].contiguous()
    return _attend_back(grad, q, k, v, bounds)


@varlen_attention_back.register_fake
def _(grad, q, k, v, out, spread, bounds, longest):
    return q.new_empty(q.shape), k.new_empty(k.shape), v.new_empty(v.shape)


def _keep(ctx, inputs, output):
    q, k, v, bounds, ctx.longest = inputs
    ctx.save_for_backward(q, k, v, *output, bounds)


def _back(ctx, grad, _):
    q, k, v, out, spread, bounds = ctx.saved_tensors
    return *torch.ops.parley.varlen_attention_back(grad, q, k, v, out, spread, bounds, ctx.longest), None, None


varlen_attention.register_autograd(_back, setup_context=_keep)


def _segments(bounds: torch.Tensor) -> Iterator[slice]:
    places = bounds.tolist()
    return (slice(start, end) for start, end in zip(places, places[1:], strict=False) if end > start)


def _attend(q: torch.Tensor, k: torch.Tensor, v: torch.Tensor, bounds: torch.Tensor) -> torch.Tensor:
    out = q.new_empty(q.shape)
    for part in _segments(bounds):
        mine = (one[part].transpose(0, 1).unsqueeze(0) for one in (q, k, v))
        y = F.scaled_dot_product_attention(*mine, is_causal=True, enable_gqa=q.shape[1] != k.shape[1])
        out[part] = y.squeeze(0).transpose(0, 1)
    return out


def _attend_back(grad, q, k, v, bounds) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor]:
    """By hand, since inside an operation nothing is recorded."""
    q_grad, k_grad, v_grad = (one.new_empty(one.shape) for one in (q, k, v))
    scale, heads, groups = q.shape[2] ** -0.5, k.shape[1], q.shape[1] // k.shape[1]
    for part in _segments(bounds):
        length = part.stop - part.start
        # [heads, groups, length, width]; keys and values have one group, for all of its queries.
        queries, slope = (one[part].view(length, heads, groups, -1).permute(1, 2, 0, 3).float() for one in (q, grad))
        keys, values = (one[part].transpose(0, 1).unsqueeze(1).float() for one in (k, v))
        hidden = torch.ones(length, length, dtype=torch.bool).triu(1)
        weights = (queries @ keys.mT * scale).masked_fill(hidden, float("-inf")).softmax(-1)
        through = slope @ values.mT
        scores = weights * (through - (through * weights).sum(-1, keepdim=True)) * scale
        q_grad[part] = (scores @ keys).permute(2, 0, 1, 3).reshape(length, heads * groups, -1).to(q.dtype)
        k_grad[part] = (scores.mT @ queries).sum(1).transpose(0, 1).to(k.dtype)
        v_grad[part] = (weights.mT @ slope).sum(1).transpose(0, 1).to(v.dtype)
    return q_grad, k_grad, v_grad
