"""Attention to rows of a cache against that of each text by itself, as Transformers would do it."""

import pytest
import torch
import torch.nn.functional as F

from parley_trainer.row_attention import Rows, attend

PLACES, HEADS, KV, HEAD = 40, 6, 2, 32


def by_itself(q, keys, values, length):
    """[new, heads, width]: the last tokens of one text."""
    k, v = (one[:length].repeat_interleave(HEADS // KV, 1).transpose(0, 1) for one in (keys, values))
    scores = q.transpose(0, 1) @ k.mT * HEAD**-0.5
    hidden = torch.ones(len(q), length, dtype=torch.bool, device=q.device).triu(length - len(q) + 1)
    return (scores.masked_fill(hidden, float("-inf")).softmax(-1) @ v).transpose(0, 1)


def drawn(device, dtype):
    torch.manual_seed(0)
    return [torch.randn(5, PLACES, KV, HEAD, device=device, dtype=dtype) for _ in range(2)]


@pytest.mark.parametrize("device", ["cpu", "cuda"])
@pytest.mark.parametrize("new", [[3, 1, 12], [1, 1, 1]])
def test_prompts_are_read_in_any_rows_from_where_they_are_known(device, new):
    if device == "cuda" and not torch.cuda.is_available():
        pytest.skip("no GPU here: the flash kernel is not tried")
    dtype = torch.bfloat16 if device == "cuda" else torch.float32
    keys, values = drawn(device, dtype)
    row, lengths = [4, 0, 2], [3, 30, 20]
    q = torch.randn(sum(new), HEADS, HEAD, device=device, dtype=dtype)
    bounds = F.pad(torch.tensor(new).cumsum(0), (1, 0))
    whole = [torch.tensor(row), bounds, torch.tensor(lengths)]
    read = Rows(*(one.int().to(device) for one in whole), max(new), max(lengths), PLACES)
    expected = [
        by_itself(q[start:end].float(), keys[at].float(), values[at].float(), length)
        for start, end, at, length in zip(bounds, bounds[1:], row, lengths, strict=False)
    ]
    assert torch.allclose(attend(q, keys, values, read).float(), torch.cat(expected), atol=2e-2 if device == "cuda" else 1e-5)


def test_a_step_of_the_first_rows_is_as_wide_as_it_is_told():
    keys, values = drawn("cpu", torch.float32)
    keys[:, 30:], values[:, 30:] = float("nan"), float("nan")
    q, lengths = torch.randn(4, HEADS, HEAD), torch.tensor([1, 30, 7, 12])
    every = torch.arange(5)
    read = Rows(every[:-1].int(), every.int(), lengths.int(), 1, 30, PLACES, first=True)
    expected = torch.cat([by_itself(q[[row]], keys[row], values[row], int(lengths[row])) for row in range(4)])
    assert torch.allclose(attend(q, keys, values, read), expected, atol=1e-5)
