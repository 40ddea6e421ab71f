"""Log-probabilities of given answers, and the entropy where they were chosen. The logits of one chunk at a time: those of a chunk
are made again on the way back and never kept, since with many words they are most of the memory of a step.
"""

from collections.abc import Sequence

import numpy as np
import torch
from torch.utils.checkpoint import checkpoint

from .batches import Batch, collate
from .engines import Engine
from .grammar import unpacked
from .masking import IGNORE, Example
from .output_layer import logits_of

CHUNK = 1024


def answer_example(prompt: list[int], answer: list[int]) -> Example:
    """A prompt that carries no loss and an answer that does."""
    return Example(prompt + answer, [IGNORE] * len(prompt) + answer)


def answer_logprobs(
    engine: Engine,
    examples: Sequence[Example],
    pad: int,
    device: torch.device,
    temperature: float = 1.0,
    allowed: np.ndarray | None = None,
    chunk: int = CHUNK,
):
    """Per labelled token: its log-probability, the entropy there, and the number of its example.

    `allowed` are the words that a grammar left, as bits, a row a labelled token: the distribution is then over those alone.
    """
    batch: Batch = collate([[one] for one in examples], pad).to(device)
    targets = batch.targets()
    known = targets != IGNORE
    hidden = engine.hidden(batch)[known.reshape(-1)]
    tokens, head = targets[known], engine.head()
    found = []
    for start in range(0, len(tokens), chunk):
        part = slice(start, start + chunk)
        bits = None if allowed is None else torch.from_numpy(allowed[part]).to(device)
        given = (hidden[part], head, tokens[part], temperature, bits)
        found.append(checkpoint(_chunk, *given, use_reentrant=False) if hidden.requires_grad else _chunk(*given))
    chosen, entropy = (torch.cat(parts) for parts in zip(*found, strict=True))
    return chosen, entropy, known.nonzero()[:, 0]


def _chunk(hidden, head, tokens, temperature, bits) -> tuple[torch.Tensor, torch.Tensor]:
    logits = logits_of(hidden, head) / temperature
    if bits is not None:
        logits = logits.masked_fill(~unpacked(bits, logits.shape[1]), float("-inf"))
    spread = logits.log_softmax(-1)
    chosen = spread.gather(1, tokens.unsqueeze(1)).squeeze(1)
    plain = spread.detach()
    return chosen, torch.special.entr(plain.exp()).sum(-1)
