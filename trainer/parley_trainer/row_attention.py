"""Attention of new tokens to the rows of a cache, each over its own text: how long the others are costs it nothing.

On a GPU one flash kernel reads, of every row, as much as it holds. Where there is none (a CPU, float32, an old card) a step is one product
under a mask, as wide as the longest text, and prompts are read with others of like length.
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

    @cached_property
    def alike(self) -> list[tuple[torch.Tensor, torch.Tensor, torch.Tensor]]:
        """Those with about as many new tokens together: their rows, the numbers of their tokens, and what each of these sees."""
        groups: dict[int, list[tuple[int, int, int, int]]] = {}
        bounds = self.bounds.tolist()
        for row, first, end, length in zip(self.row.tolist(), bounds, bounds[1:], self.lengths.tolist(), strict=False):
            groups.setdefault((end - first).bit_length(), []).append((row, first, end - first, length))
        made = []
        for group in groups.values():
            row, first, count, length = torch.tensor(group, device=self.row.device).T[..., None]
            at = torch.arange(max(one[2] for one in group), device=row.device).minimum(count - 1)
            places = torch.arange(max(one[3] for one in group), device=row.device)
            made.append((row[:, 0], first + at, places <= (length - count + at)[..., None]))
        return made


def attend(q: torch.Tensor, keys: torch.Tensor, values: torch.Tensor, rows: Rows) -> torch.Tensor:
    """q is [tokens, heads, width], the cache [rows, places, fewer heads, width] with the new tokens in it already."""
    if fits(q, q.shape[-1]):
        return _flash(q, keys, values, rows)
    return _step(q, keys, values, rows) if rows.first else _padded(q, keys, values, rows)


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


def _padded(q: torch.Tensor, keys: torch.Tensor, values: torch.Tensor, rows: Rows) -> torch.Tensor:
    """Prompts of like length at once; the last token of a shorter one again and again, which gives the same each time."""
    out, shared = q.new_empty(q.shape), q.shape[1] // keys.shape[2]
    for row, tokens, seen in rows.alike:
        k, v = (one[row, : seen.shape[-1]].transpose(1, 2) for one in (keys, values))
        many, most = tokens.shape
        mine = q[tokens].view(many, most, -1, shared, q.shape[2]).permute(0, 2, 3, 1, 4).flatten(2, 3)
        y = F.scaled_dot_product_attention(mine, k, v, attn_mask=seen[:, None].repeat(1, 1, shared, 1))
        out[tokens] = y.unflatten(2, (shared, most)).permute(0, 3, 1, 2, 4).flatten(2, 3)
    return out
