"""Log-probabilities of given answers, and the entropy where they were chosen. The logits of one chunk at a time."""

import torch
import torch.nn.functional as F

from .batches import Batch, collate
from .engines import Engine
from .masking import IGNORE, Example


def answer_example(prompt: list[int], answer: list[int]) -> Example:
    """A prompt that carries no loss and an answer that does."""
    return Example(prompt + answer, [IGNORE] * len(prompt) + answer)


def answer_logprobs(engine: Engine, examples: list[Example], pad: int, device: torch.device, temperature: float = 1.0):
    """Per labelled token: its log-probability, the entropy there, and the number of its example."""
    batch: Batch = collate([[one] for one in examples], pad).to(device)
    targets = batch.targets()
    known = targets != IGNORE
    hidden = engine.hidden(batch)[known.reshape(-1)]
    logits = F.linear(hidden.to(engine.head().dtype), engine.head()).float() / temperature
    spread = logits.log_softmax(-1)
    chosen = spread.gather(1, targets[known].unsqueeze(1)).squeeze(1)
    entropy = -(spread.detach().exp() * spread.detach()).sum(-1)
    owner = known.nonzero()[:, 0]
    return chosen, entropy, owner
