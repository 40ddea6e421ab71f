"""How far the sampler's next-token distributions are from the trainer's, on replies that were recorded.

Both read the same tokens: the decoder as it samples, prompt in one pass and then a token at a time; the engine as it trains, all
at once. The measure is the total variation, half the sum of |p - q| over the words, averaged over the tokens of the replies.
"""

from collections.abc import Sequence
from typing import Any

import torch

from .batches import collate
from .decoder import Decoder
from .logprobs import answer_example
from .masking import IGNORE
from .output_layer import logits_of

Recorded = Sequence[tuple[list[int], list[int]]]  # (prompt, reply)


@torch.no_grad()
def sampler_logits(decoder: Decoder, recorded: Recorded) -> torch.Tensor:
    """[tokens of all replies, words], in the order of the replies."""
    found: list[list[torch.Tensor]] = [[] for _ in recorded]
    for start in range(0, len(recorded), decoder.rows):
        part = list(enumerate(recorded[start : start + decoder.rows], start))
        first = decoder.prefill({i - start: prompt for i, (prompt, _) in part})
        for i, _ in part:
            found[i].append(first[i - start])
        for at in range(max(len(reply) for _, (_, reply) in part) - 1):
            tokens = torch.tensor([reply[min(at, len(reply) - 1)] for _, (_, reply) in part])
            longest = max(len(prompt) for _, (prompt, _) in part) + at + 1
            logits = decoder.step(tokens, longest).clone()
            for row, (i, (_, reply)) in enumerate(part):
                if at + 1 < len(reply):
                    found[i].append(logits[row])
    return torch.stack([one for own in found for one in own])


@torch.no_grad()
def trainer_logits(engine: Any, recorded: Recorded, device: torch.device, rows: int = 16) -> torch.Tensor:
    """The same, by an engine in training's own arithmetic."""
    found = []
    for start in range(0, len(recorded), rows):
        examples = [[answer_example(prompt, reply)] for prompt, reply in recorded[start : start + rows]]
        batch = collate(examples, 0).to(device)
        known = (batch.targets() != IGNORE).reshape(-1)
        found.append(logits_of(engine.hidden(batch)[known], engine.head()))
    return torch.cat(found)


def total_variation(p: torch.Tensor, q: torch.Tensor, temperature: float = 1.0) -> torch.Tensor:
    """Per token, from logits."""
    return ((p / temperature).softmax(-1) - (q / temperature).softmax(-1)).abs().sum(-1) / 2


def chosen_logprobs(logits: torch.Tensor, recorded: Recorded, temperature: float = 1.0) -> torch.Tensor:
    tokens = torch.tensor([token for _, reply in recorded for token in reply], device=logits.device)
    return (logits / temperature).log_softmax(-1).gather(1, tokens.unsqueeze(1)).squeeze(1)
