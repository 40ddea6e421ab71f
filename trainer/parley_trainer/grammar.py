"""A reply held to a JSON schema, token by token, with llguidance. Without that package a schema is refused in words."""

import json
import math
from collections import Counter
from decimal import Decimal
from functools import lru_cache
from typing import Any

import numpy as np
import torch

from .cores import cores
from .errors import ConfigError, TrainerError

MOST_THREADS = 8
# Replies in a row that share what was found out of their schema; schemas that are counted.
FAMILY, MOST_ASKED = 8, 256
# llguidance follows a schema by recursion, through references too, and a stack that overflows ends the process: some 3,000 levels. What
# patterns have in common and multiples of large numbers take it minutes.
LONGEST, DEEPEST, MOST_REFERENCES, MOST_LEVELS = 2**16, 64, 200, 1000
# It counts in 64 bits, and a number below them ends the process.
LARGEST, BILLIONTH = 2**53, 1e-9
MOST_PATTERNS, LONGEST_PATTERN, MOST_DIGITS = 16, 1000, 4


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
        self.threads = max(1, min(MOST_THREADS, cores() // 2))
        self.executor = llguidance.LLExecutor(self.threads)
        self.vocabulary = vocabulary
        self.bits = np.empty((0, (vocabulary + 31) // 32), dtype=np.int32)
        self.compiled = lru_cache(512)(self._compile)
        self.asked: Counter[str] = Counter()

    def grammar(self, schema: dict[str, Any]) -> "Grammar":
        """A fresh one for a reply. The JSON is written without spaces, as the examples in prompts are."""
        try:
            text = json.dumps(schema)
        except RecursionError:
            raise TrainerError(f"the schema is nested deeper than {DEEPEST}") from None
        # Copies of one matcher share what they found out, behind a lock: a schema that is asked for often has as many to copy as there are
        # threads.
        grammar = Grammar(self, self.compiled(text, self.asked[text] // FAMILY % self.threads).deep_copy())
        if len(self.asked) > MOST_ASKED:
            self.asked.clear()
        self.asked[text] += 1
        return grammar

    def _compile(self, schema: str, family: int) -> Any:
        bound(schema)
        schema = json.dumps(closed(json.loads(schema)))
        tight = {"whitespace_flexible": False}
        matcher = self.guidance.LLMatcher(
            self.tokenizer, self.guidance.LLMatcher.grammar_from_json_schema(schema, overrides=tight), log_level=0
        )
        matcher.compute_bitmask()  # a schema that allows nothing is found out only now
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


def bound(schema: str) -> None:
    """Refuses what would take too long, or the process with it."""
    if len(schema) > LONGEST:
        raise TrainerError(f"the schema has {len(schema)} characters, and at most {LONGEST} are taken")
    level, depth = [json.loads(schema)], 0
    found: dict[str, set[str]] = {"$ref": set(), "pattern": set(), "multipleOf": set()}
    while level:
        depth += 1
        for one in level:
            numbers = one.values() if isinstance(one, dict) else one
            if any(isinstance(number, int | float) and not abs(number) <= LARGEST for number in numbers):
                raise TrainerError(f"the schema has a number beyond {LARGEST}, which is not held to")
            if isinstance(one, dict):
                for word, values in found.items():
                    kind = int | float if word == "multipleOf" else str
                    if isinstance(value := one.get(word), kind) and not isinstance(value, bool):
                        values.add(str(value))
                if isinstance(names := one.get("patternProperties"), dict):
                    found["pattern"].update(names)
        parts = [part for one in level for part in (one.values() if isinstance(one, dict) else one)]
        level = [part for part in parts if isinstance(part, dict | list)]
    references, patterns, multiples = found.values()
    levels = depth * (1 + len(references))
    if depth > DEEPEST or len(references) > MOST_REFERENCES or levels > MOST_LEVELS:
        raise TrainerError(
            f"the schema is {depth} levels deep with {len(references)} references: at most {DEEPEST} levels, {MOST_REFERENCES} "
            f"references and {MOST_LEVELS} levels through them all are taken"
        )
    if len(patterns) + len(multiples) > MOST_PATTERNS or any(len(one) > LONGEST_PATTERN for one in patterns):
        raise TrainerError(
            f"the schema has {len(patterns)} patterns and {len(multiples)} numbers in multipleOf: at most {MOST_PATTERNS} are taken, "
            f"and {LONGEST_PATTERN} characters in one"
        )
    # What has several has their common multiples.
    if sum(digits(one) for one in multiples) > MOST_DIGITS:
        raise TrainerError(f"multipleOf: at most {MOST_DIGITS} digits are taken, in all of them together")


def closed(schema: Any) -> Any:
    """The same with bounds that are part of what is allowed, a billionth off those that are not: llguidance takes 1 for more than 1 where
    less than 2 is asked for. What is allowed then is allowed by the schema."""
    if isinstance(schema, list):
        return [closed(one) for one in schema]
    if not isinstance(schema, dict):
        return schema
    made = {name: one if name in ("const", "enum") else closed(one) for name, one in schema.items()}
    for side, sign, pick in (("Minimum", 1, max), ("Maximum", -1, min)):
        plain, beyond = side.lower(), made.get(f"exclusive{side}")
        if isinstance(beyond, bool):  # of drafts before the sixth
            del made[f"exclusive{side}"]
            beyond = made.get(plain) if beyond else None
        if isinstance(beyond, int | float):
            made.pop(f"exclusive{side}", None)
            off = sign * max(BILLIONTH, abs(beyond) * BILLIONTH)
            inside = math.floor(sign * beyond) * sign + sign if made.get("type") == "integer" else beyond + off
            known = made.get(plain)
            made[plain] = pick(known, inside) if isinstance(known, int | float) else inside
    return made


def digits(number: str) -> int:
    """How many it has, written out without a point, besides zeros at its beginning."""
    return len(f"{Decimal(number):f}".replace(".", "").lstrip("-0"))


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
