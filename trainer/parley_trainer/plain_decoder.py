"""Replies by Transformers itself, for families that decoder.py does not know (Gemma 3 and whatever comes): the same face, one row
after the other. Right, and slow: for many games at once such a model is exported as a folder and served by vLLM (docs/VLLM.md).
"""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import torch

from .adapters import AdaptedLinear
from .decoder import FAMILIES, Decoder
from .generate import generation_mode
from .output_layer import logits_of


def open_decoder(model: Any, *, rows: int, context: int, like: Any = None) -> "Decoder | PlainDecoder":
    """The fast one where it knows the family. `like`: a decoder of the same base with other adapters."""
    if model.config.model_type in FAMILIES:
        return Decoder(model, rows=rows, context=context, like=like)
    return PlainDecoder(model, rows=rows, context=context)


class PlainDecoder:
    def __init__(self, model: Any, *, rows: int, context: int) -> None:
        self.model, self.rows, self.context = model, rows, context
        self.device = next(model.parameters()).device
        self.caches: list[Any] = [None] * rows
        # Adapters that are attached now, and may be detached before the next word.
        self.adapted = [
            (parent, name, child)
            for parent in model.modules()
            for name, child in parent.named_children()
            if isinstance(child, AdaptedLinear)
        ]

    def refresh(self, model: Any) -> None:
        """Nothing to copy: the policy in training is the one that speaks."""

    def release(self, row: int) -> None:
        self.caches[row] = None

    def prefill(self, prompts: dict[int, list[int]]) -> dict[int, torch.Tensor]:
        """Reads a prompt into each row; the logits after its last token."""
        from transformers import DynamicCache

        for row in prompts:
            self.caches[row] = DynamicCache(config=self.model.config)
        with self._speaking():
            return {row: self._next(row, prompt) for row, prompt in prompts.items()}

    def step(self, tokens: torch.Tensor, longest: int) -> torch.Tensor:
        """Writes a token to each of the first rows and gives the logits after it; of free rows, zeros."""
        with self._speaking():
            found = [
                self._next(row, [token]) if self.caches[row] is not None else None for row, token in enumerate(tokens.tolist())
            ]
        nothing = torch.zeros_like(next(one for one in found if one is not None))
        return torch.stack([nothing if one is None else one for one in found])

    def _next(self, row: int, tokens: list[int]) -> torch.Tensor:
        given = torch.tensor([tokens], device=self.device)
        out = self.model.model(input_ids=given, past_key_values=self.caches[row], use_cache=True)
        return logits_of(out.last_hidden_state[:, -1], self.model.lm_head.weight)[0]

    @contextmanager
    def _speaking(self) -> Iterator[None]:
        before = [(parent, name, getattr(parent, name)) for parent, name, _ in self.adapted]
        for parent, name, child in self.adapted:
            setattr(parent, name, child)
        try:
            with torch.no_grad(), generation_mode(self.model):
                yield
        finally:
            for parent, name, child in before:
                setattr(parent, name, child)
