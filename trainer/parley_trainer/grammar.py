"""A reply held to a JSON schema, token by token, with llguidance. Without that package a schema is refused in words."""

import json
from functools import lru_cache
from typing import Any

import numpy as np
import torch

from .cores import cores
from .errors import ConfigError, TrainerError

MOST_THREADS = 8


class Compiler:
    """Makes grammars for one tokenizer; `vocabulary` is how many logits the model has."""

    def __init__(self, tokenizer: Any, vocabulary: int) -> None:
        try:
            import llguidance.numpy
            from llguidance.hf import from_tokenizer
        except ImportError:
            raise ConfigError("a reply in the form of a schema needs the package llguidance: pip install llguidance") from None
        self.guidance = llguidance
        self.tokenizer = from_tokenizer(tokenizer, n_vocab=vocabulary, slices=llguidance.LLTokenizer.json_slices())
        # Its own count goes by the machine's cores: several servers of a container would then wait for each other's threads.
        self.executor = llguidance.LLExecutor(max(1, min(MOST_THREADS, cores() // 2)))
        self.vocabulary = vocabulary
        self.bits = np.empty((0, (vocabulary + 31) // 32), dtype=np.int32)
        self.compiled = lru_cache(512)(self._compile)

    def grammar(self, schema: dict[str, Any]) -> "Grammar":
        """A fresh one for a reply. The JSON is written without spaces, as the examples in prompts are."""
        return Grammar(self, self.compiled(json.dumps(schema)).deep_copy())

    def _compile(self, schema: str) -> Any:
        tight = {"whitespace_flexible": False}
        matcher = self.guidance.LLMatcher(
            self.tokenizer, self.guidance.LLMatcher.grammar_from_json_schema(schema, overrides=tight), log_level=0
        )
        if matcher.is_error():
            raise TrainerError(f"the schema cannot be held to: {matcher.get_error().splitlines()[0]}")
        return matcher

    def allowed(self, held: list[tuple["Grammar", int]], rows: int) -> np.ndarray:
        """What may come next in each row, as bits; everything where no grammar holds. Written over by the next call."""
        if len(self.bits) < rows:
            self.bits = page_locked(rows, self.bits.shape[1])
        bits = self.bits[:rows]
        free = np.ones(rows, dtype=bool)
        free[[row for _, row in held]] = False
        bits[free] = -1
        pointers = [(grammar.matcher, row) for grammar, row in held]
        self.guidance.numpy.fill_next_token_bitmask_par(self.executor, pointers, bits)
        return bits

    def advance(self, chosen: list[tuple["Grammar", int]]) -> None:
        """Each grammar goes on by its token."""
        self.executor.consume_token_par([(grammar.matcher, token) for grammar, token in chosen])


def page_locked(rows: int, columns: int) -> np.ndarray:
    """Numbers that a GPU fetches by itself, where there is one."""
    return torch.empty((rows, columns), dtype=torch.int32, pin_memory=torch.cuda.is_available()).numpy()


def unpacked(bits: torch.Tensor, vocabulary: int) -> torch.Tensor:
    """[rows, words] from bits, 32 words a number, the lowest first; by bytes, since there is a value for every word of every row."""
    places = 2 ** torch.arange(8, device=bits.device, dtype=torch.uint8)
    return (bits.view(torch.uint8)[:, :, None] & places).flatten(1)[:, :vocabulary].bool()


class Grammar:
    def __init__(self, compiler: Compiler, matcher: Any) -> None:
        self.compiler, self.matcher = compiler, matcher

    @property
    def fault(self) -> str:
        return self.matcher.get_error().strip().splitlines()[0] if self.matcher.is_error() else ""
