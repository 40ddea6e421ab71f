"""Which tokens carry loss: the assistant's words and the token that ends each of its turns, nothing else.

A dialogue is rendered by the model's own chat template and tokenised once, as it will be at inference. The span of an
assistant turn begins where the template with the generation prompt ends and stops after the end-of-turn token; a line break
that the template puts behind it is not the model's to write. Every end-of-turn token is learned, or a model talks on.
"""

import json
import re
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from .errors import ConfigError

IGNORE = -100
Messages = list[dict[str, Any]]


@dataclass(frozen=True)
class Example:
    """Tokens and, of the same length, labels; IGNORE where nothing is learned."""

    tokens: list[int]
    labels: list[int]

    @property
    def learned(self) -> int:
        return sum(label != IGNORE for label in self.labels)


class SpecialWords(ConfigError):
    """A message holds the text of a special token, which would end a turn in the middle of it."""


def encode(tokenizer: Any, messages: Messages) -> Example:
    """A dialogue as tokens, with labels on the assistant's turns only."""
    _refuse_special_words(tokenizer, messages)
    text = render(tokenizer, messages)
    spans = [_span(tokenizer, messages, i) for i, one in enumerate(messages) if _taught(one)]
    encoded = tokenizer(text, add_special_tokens=False, return_offsets_mapping=True)
    labels = [IGNORE] * len(encoded["input_ids"])
    for at, (token, (start, end)) in enumerate(zip(encoded["input_ids"], encoded["offset_mapping"], strict=True)):
        if end > start and any(low <= start and end <= high for low, high in spans):
            labels[at] = token
    return Example(list(encoded["input_ids"]), labels)


def _taught(message: dict[str, Any]) -> bool:
    """An assistant's turn, unless its row says that it only stands there as history (OpenAI's weight 0)."""
    return message["role"] == "assistant" and message.get("weight", 1) != 0


def fit(tokenizer: Any, messages: Messages, most: int) -> list[Example]:
    """The dialogue within `most` tokens, every taught turn in one example; none where not even a turn and its question fit.

    As a rule that is one example. A longer dialogue is cut as it would be at play: first the turns up to where it no longer fits, then
    the others, each with as much of what came before as there is room for; what was taught in an earlier example is history in a later
    one. The system's message stays.
    """
    whole = encode(tokenizer, messages)
    if len(whole.tokens) <= most:
        return [whole] if whole.learned else []
    first = 1 if messages[0]["role"] == "system" else 0
    taught = [i for i, one in enumerate(messages) if _taught(one)]
    made: list[Example] = []
    while taught:
        last, rest = taught[0], taught[1:]
        starts = [first, *(i for i in range(first + 1, last) if messages[i]["role"] == "user")]
        found = None
        for start in starts:
            found = _window(tokenizer, messages, first, start, last, taught, most)
            if found:
                break
        while found and rest and (longer := _window(tokenizer, messages, first, start, rest[0], taught, most)):
            found, rest = longer, rest[1:]
        made += [found] if found else []
        taught = rest
    return made


def _window(
    tokenizer: Any, messages: Messages, first: int, start: int, last: int, taught: list[int], most: int
) -> Example | None:
    """Messages from `start` to `last` behind the system's, if they fit; only turns in `taught` carry loss."""
    kept = [
        one if one["role"] != "assistant" or i in taught else {**one, "weight": 0}
        for i, one in enumerate(messages[: last + 1])
        if i < first or i >= start
    ]
    example = encode(tokenizer, kept)
    return example if len(example.tokens) <= most and example.learned else None


def prompt_tokens(tokenizer: Any, messages: Messages) -> list[int]:
    """What a model is asked: the dialogue so far and the opening of its own turn."""
    _refuse_special_words(tokenizer, messages)
    text = render(tokenizer, messages, generation=True)
    cuts = _cuts(tokenizer)
    return [token for piece in (cuts.split(text) if cuts else [text]) for token in _piece(tokenizer, piece)]


@lru_cache(8)
def _cuts(tokenizer: Any) -> re.Pattern[str] | None:
    """Where a text may be cut and its pieces tokenised each by itself, to the same tokens: at special words, if nothing is done across
    them. So the turns that a dialogue had before need not be tokenised again."""
    parts = json.loads(tokenizer.backend_tokenizer.to_str()) if getattr(tokenizer, "is_fast", False) else {}
    before = parts.get("pre_tokenizer") or {}
    steps = before.get("pretokenizers", [before])
    words = [one for one in parts.get("added_tokens", []) if one["special"]]
    apart = (
        any(step.get("type") == "ByteLevel" for step in steps)
        and not any(step.get("add_prefix_space") for step in steps)
        and (parts.get("normalizer") or {"type": "NFC"})["type"] == "NFC"
        and not any(one[flag] for one in words for flag in ("lstrip", "rstrip", "single_word", "normalized"))
    )
    return re.compile("(" + "|".join(re.escape(one["content"]) for one in words) + ")") if apart and words else None


@lru_cache(1 << 14)
def _piece(tokenizer: Any, text: str) -> tuple[int, ...]:
    return tuple(tokenizer(text, add_special_tokens=False)["input_ids"])


def end_tokens(tokenizer: Any, model: Any = None) -> list[int]:
    """Every token that ends a turn: the tokenizer's, the model's, and the usual names where the vocabulary has them."""
    found = set(_ends_of(tokenizer))
    for source in (getattr(model, "generation_config", None), getattr(model, "config", None)):
        eos = getattr(source, "eos_token_id", None)
        found.update(eos if isinstance(eos, list) else [eos])
    return sorted(token for token in found if token is not None)


@lru_cache(8)
def _ends_of(tokenizer: Any) -> dict[int, str]:
    """By number and as text. Asking a tokenizer for its vocabulary costs more than encoding a row, hence once."""
    vocabulary = tokenizer.get_vocab()
    names = ("<|im_end|>", "<|eot_id|>", "<|end_of_text|>", "<|endoftext|>", "</s>", "<|end|>", "<end_of_turn>")
    found = [tokenizer.eos_token_id, *(vocabulary[name] for name in names if name in vocabulary)]
    return {token: tokenizer.decode([token]) for token in found if token is not None}


@lru_cache(8)
def _special_words(tokenizer: Any) -> tuple[str, ...]:
    return tuple(tokenizer.all_special_tokens)


def render(tokenizer: Any, messages: Messages, generation: bool = False) -> str:
    return tokenizer.apply_chat_template(messages, tokenize=False, add_generation_prompt=generation)


def _span(tokenizer: Any, messages: Messages, index: int) -> tuple[int, int]:
    before = render(tokenizer, messages[:index], generation=True) if index else _opening(tokenizer, messages[0])
    after = render(tokenizer, messages[: index + 1])
    if not after.startswith(before):
        raise ConfigError(
            "the chat template writes a turn differently once it is answered, so its tokens cannot be told apart: "
            "use a model whose template only appends"
        )
    ends = [after.rfind(end) + len(end) for end in _ends_of(tokenizer).values()]
    last = max((end for end in ends if end > len(before)), default=len(after))
    return len(before), last


def _opening(tokenizer: Any, message: dict[str, str]) -> str:
    """What the template writes before the words of a dialogue that the assistant begins."""
    text = render(tokenizer, [message])
    return text[: text.rindex(message["content"])]


def _refuse_special_words(tokenizer: Any, messages: Messages) -> None:
    for message in messages:
        for special in _special_words(tokenizer):
            if special in message["content"]:
                raise SpecialWords(f"a message holds the text of the special token {special}")
