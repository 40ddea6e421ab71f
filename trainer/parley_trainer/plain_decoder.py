"""Replies by Transformers itself, for families that decoder.py does not know (Gemma 3 and whatever comes): the same face, one row
after the other. Right, and slow: for many games at once such a model is exported as a folder and served by vLLM (docs/VLLM.md).
"""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import torch
from torch import nn

from .adapters import AdaptedLinear
from .decoder import Decoder, unread
from .errors import ConfigError
from .generate import generation_mode
from .output_layer import logits_of


def open_decoder(model: Any, *, rows: int, context: int) -> "Decoder | PlainDecoder":
    """The fast one where it reads such models."""
    rope = getattr(model.config, "rope_parameters", None) or {}
    if (kind := rope.get("rope_type")) in ("dynamic", "longrope"):
        raise ConfigError(f"its angles ({kind}) change with the longest text, and rows of several lengths share them: use vLLM")
    return (PlainDecoder if unread(model.config, context) else Decoder)(model, rows=rows, context=context)


def ends_in_a_product(model: Any) -> bool:
    """Whether logits are hidden states times a matrix, and nothing else."""
    head = getattr(model, "lm_head", None)
    scales = (getattr(model.config, name, None) for name in ("final_logit_softcapping", "logits_scaling", "logit_scale"))
    return hasattr(model, "model") and type(head) is nn.Linear and head.bias is None and not any(scales)


class PlainDecoder:
    def __init__(self, model: Any, *, rows: int, context: int) -> None:
        self.model, self.rows, self.context = model, rows, context
        self.tokens_read = 0
        self.device = next(model.parameters()).device
        self.caches: list[Any] = [None] * rows
        self.who = [0] * rows
        # Of each voice the adapters that are attached when it is added, and may be detached before its next word.
        self.adapted: list[list[tuple[Any, str, Any]]] = []
        self.add(model)

    def add(self, model: Any) -> int:
        """One more voice, the model with the adapters that it has now; its number."""
        self.adapted.append(
            [
                (parent, name, child)
                for parent in model.modules()
                for name, child in parent.named_children()
                if isinstance(child, AdaptedLinear)
            ]
        )
        return len(self.adapted) - 1

    def refresh(self, model: Any) -> None:
        """Nothing to copy: the policy in training is the one that speaks."""

    def release(self, row: int, reply: list[int]) -> None:
        self.caches[row] = None

    def choose(self, asked: list[tuple[int, list[int]]], free: list[int]) -> list[int]:
        """The first: nothing that was read is kept here."""
        return free[: len(asked)]

    def prefill(self, prompts: dict[int, list[int]], voices: dict[int, int] | None = None) -> dict[int, torch.Tensor]:
        """Reads a prompt into each row; the logits after its last token. `voices`: who speaks in a row, if not the first."""
        from transformers import DynamicCache

        self.tokens_read += sum(map(len, prompts.values()))
        for row in prompts:
            self.caches[row] = DynamicCache(config=self.model.config)
            self.who[row] = (voices or {}).get(row, 0)
        return {row: self._next(row, prompt) for row, prompt in prompts.items()}

    def step(self, tokens: torch.Tensor, longest: int) -> torch.Tensor:
        """Writes a token to each of the first rows and gives the logits after it; of free rows, zeros."""
        found = [
            self._next(row, [token]) if self.caches[row] is not None else None for row, token in enumerate(tokens.tolist())
        ]
        nothing = torch.zeros_like(next(one for one in found if one is not None))
        return torch.stack([nothing if one is None else one for one in found])

    def _next(self, row: int, tokens: list[int]) -> torch.Tensor:
        given = torch.tensor([tokens], device=self.device)
        with self._speaking(self.who[row]):
            if not ends_in_a_product(self.model):
                said = self.model(input_ids=given, past_key_values=self.caches[row], use_cache=True, logits_to_keep=1)
                return said.logits[0, -1].float()
            out = self.model.model(input_ids=given, past_key_values=self.caches[row], use_cache=True)
            return logits_of(out.last_hidden_state[:, -1], self.model.lm_head.weight)[0]

    @contextmanager
    def _speaking(self, voice: int) -> Iterator[None]:
        before = [(parent, name, getattr(parent, name)) for parent, name, _ in self.adapted[voice]]
        for parent, name, child in self.adapted[voice]:
            setattr(parent, name, child)
        try:
            with torch.no_grad(), generation_mode(self.model):
                yield
        finally:
            for parent, name, child in before:
                setattr(parent, name, child)
