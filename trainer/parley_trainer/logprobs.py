"""Log-probabilities of given answers, and the entropy where they were chosen. The logits of one chunk at a time."""

from typing import Any

import torch

from .batches import Batch, collate
from .masking import IGNORE, Example


def answer_example(prompt: list[int], answer: list[int]) -> Example:
    """A prompt that carries no loss and an answer that does."""
    return Example(prompt + answer, [IGNORE] * len(prompt) + answer)


def answer_logprobs(model: Any, examples: list[Example], pad: int, device: torch.device, temperature: float = 1.0):
    """Per labelled token: its log-probability, the entropy there, and the number of its example."""
    batch: Batch = collate([[one] for one in examples], pad).to(device)
    targets = batch.targets()
    known = targets != IGNORE
    inner = model.get_base_model() if hasattr(model, "get_base_model") else model
    hidden = inner.model(input_ids=batch.tokens, position_ids=batch.positions, use_cache=False).last_hidden_state
    logits = inner.lm_head(hidden[known]).float() / temperature
    spread = logits.log_softmax(-1)
    chosen = spread.gather(1, targets[known].unsqueeze(1)).squeeze(1)
    entropy = -(spread.detach().exp() * spread.detach()).sum(-1)
    owner = known.nonzero()[:, 0]
    return chosen, entropy, owner
