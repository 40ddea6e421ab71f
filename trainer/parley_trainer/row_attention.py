"""Attention of new tokens to the rows of a cache, each over its own text: how long the others are costs it nothing.

On a GPU one flash kernel reads, of every row, as much as it holds. Elsewhere a step is one product under a mask, as wide as the longest
text, and a prompt is read by itself.
"""

from dataclasses import dataclass
from functools import cached_property

import torch
import torch.nn.functional as F

from .varlen import fits


@dataclass
class Rows:
    """Whose turn it is: the row of the cache for each, the bounds of its new tokens among all, how many tokens it has with them (in int32,
    as the kernels want it)."""

    row: torch.Tensor
    bounds: torch.Tensor
    lengths: torch.Tensor
    most: int  # new tokens of one
    longest: int  # tokens of one, or more
    places: int  # of a row
    first: bool = False  # whether they are the first rows, with a token each

    @cached_property
    def begin(self) -> torch.Tensor:
        """Where each row begins in the flattened cache. The kernels want one more, which is not read."""
        return F.pad(self.row * self.places, (0, 1))


def attend(q: torch.Tensor, keys: torch.Tensor, values: torch.Tensor, rows: Rows) -> torch.Tensor:
    """q is [tokens, heads, width], the cache [rows, places, fewer heads, width] with the new tokens in it already."""
    if fits(q):
        return _flash(q, keys, values, rows)
    return _step(q, keys, values, rows) if rows.first else _each(q, keys, values, rows)


def _flash(q: torch.Tensor, keys: torch.Tensor, values: torch.Tensor, rows: Rows) -> torch.Tensor:
    flat = (keys.flatten(0, 1), values.flatten(0, 1))
    out, *_ = torch.ops.aten._flash_attention_forward(
        q, *flat, rows.bounds, rows.begin, rows.most, rows.longest, 0.0, True, False, seqused_k=rows.lengths
    )
    return out


def _step(q: torch.Tensor, keys: torch.Tensor, values: torch.Tensor, rows: Rows) -> torch.Tensor:
    """The query heads that share a key head are rows of one small matrix."""
    count, width = len(q), rows.longest
    seen = (torch.arange(width, device=q.device) < rows.lengths[:, None])[:, None, None]
    k, v = (one[:count, :width].transpose(1, 2) for one in (keys, values))
    return F.scaled_dot_product_attention(q.view(count, keys.shape[2], -1, q.shape[2]), k, v, attn_mask=seen).reshape(q.shape)


def _each(q: torch.Tensor, keys: torch.Tensor, values: torch.Tensor, rows: Rows) -> torch.Tensor:
    out, bounds = q.new_empty(q.shape), rows.bounds.tolist()
    for at, (row, length) in enumerate(zip(rows.row.tolist(), rows.lengths.tolist(), strict=True)):
        mine = slice(bounds[at], bounds[at + 1])
        new = mine.stop - mine.start
        seen = None if new == length else torch.ones(new, length, dtype=torch.bool, device=q.device).tril(length - new)
        k, v = (
            one[row, :length].repeat_interleave(q.shape[1] // one.shape[2], 1).transpose(0, 1)[None] for one in (keys, values)
        )
        one = q[mine].transpose(0, 1)[None]
        y = F.scaled_dot_product_attention(one, k, v, attn_mask=seen, is_causal=seen is None)
        out[mine] = y[0].transpose(0, 1)
    return out
