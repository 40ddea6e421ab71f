"""Generation inside training, with what training needs put aside and put back.

Gradient checkpointing is off (left on, it corrupts the text), the cache is on, the precision is the model's own, and every
end-of-turn token stops a reply (a missing one makes each call run to its limit). Prompts of different lengths are padded on the
left. Sampling draws from its own generator, so that a resumed run says the same words.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import torch

from .masking import end_tokens


@contextmanager
def generation_mode(model: Any) -> Iterator[None]:
    """Evaluation mode, cache on, checkpointing off; afterwards all as it was."""
    training, cache = model.training, model.config.use_cache
    checkpointed = [m for m in model.modules() if getattr(m, "gradient_checkpointing", False)]
    model.eval()
    model.config.use_cache = True
    for module in checkpointed:
        module.gradient_checkpointing = False
    try:
        yield
    finally:
        for module in checkpointed:
            module.gradient_checkpointing = True
        model.config.use_cache = cache
        model.train(training)


@torch.no_grad()
def generate(
    model: Any, tokenizer: Any, prompts: list[list[int]], most: int, temperature: float = 0.0, generator: Any = None
) -> list[list[int]]:
    """One reply a prompt, with its end-of-turn token when it came to one. Temperature 0 is greedy."""
    ends = torch.tensor(end_tokens(tokenizer, model))
    device = next(model.parameters()).device
    width = max(map(len, prompts))
    pad = tokenizer.pad_token_id or 0
    tokens = torch.tensor([[pad] * (width - len(p)) + p for p in prompts], device=device)
    mask = torch.tensor([[0] * (width - len(p)) + [1] * len(p) for p in prompts], device=device)
    replies: list[list[int]] = [[] for _ in prompts]
    alive = torch.ones(len(prompts), dtype=torch.bool)
    past = None
    with generation_mode(model):
        for _ in range(most):
            positions = (mask.cumsum(1) - 1).clamp_min(0)[:, -tokens.shape[1] :]
            # Of the last place alone: logits of whole prompts would be the most of all memory.
            out = model(
                input_ids=tokens,
                attention_mask=mask,
                position_ids=positions,
                past_key_values=past,
                use_cache=True,
                logits_to_keep=1,
            )
            past = out.past_key_values
            logits = out.logits[:, -1]
            if temperature > 0:
                # On the CPU, whose generator is the same everywhere.
                chances = (logits.float().cpu() / temperature).softmax(-1)
                chosen = torch.multinomial(chances, 1, generator=generator).squeeze(1)
            else:
                chosen = logits.argmax(-1).cpu()
            for i in alive.nonzero().flatten().tolist():
                replies[i].append(int(chosen[i]))
            alive &= ~torch.isin(chosen, ends)
            if not alive.any():
                break
            tokens = chosen.unsqueeze(1).to(device)
            mask = torch.cat([mask, mask.new_ones(len(prompts), 1)], 1)
    return replies


def words(tokenizer: Any, reply: list[int]) -> str:
    return tokenizer.decode(reply, skip_special_tokens=True).strip()
