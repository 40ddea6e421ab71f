"""Attention by layer and head over the tokens of a negotiation, and what a head is worth: the loss with it switched off.

Tokens are sorted into kinds by plain rules on their text and on who said them: words of agreement, words of refusal, and the
rest of the system's, the other side's and the own words, numbers apart. In a prompt of parley the system's numbers are the own
facts (limit, target, list price) and the other side's are what is on the table. `frame` is what the chat template writes, with the
first token, where much attention rests idly. For each head the share of attention that own words give to each kind is averaged
over the dialogues; the shares of a head sum to 1. Ablation sets one head's output to zero before the output projection.
"""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import torch

from .masking import IGNORE, encode, render

SPEAKERS = {"system": "system", "user": "other", "assistant": "own"}
NUMBERS = tuple(f"{speaker} number" for speaker in SPEAKERS.values())
MARKED = ("agree", "refuse", *NUMBERS)
KINDS = (*SPEAKERS.values(), *MARKED, "frame")
AGREE = re.compile(r"\b(deal|accept|agree\w*|yes|ok|okay|sold)\b", re.I)
NUMBER = re.compile(r"\d+(?:[.,]\d+)*")
REFUSE = re.compile(r"\b(no|not|reject|refuse|cannot|can't|never|too (?:high|low|much))\b", re.I)


def token_kinds(tokenizer: Any, messages: list[dict[str, str]]) -> tuple[list[int], list[str], list[str], list[int]]:
    """Tokens, their texts, their kinds and labels."""
    example = encode(tokenizer, messages)
    text = render(tokenizer, messages)
    offsets = tokenizer(text, add_special_tokens=False, return_offsets_mapping=True)["offset_mapping"]
    kind_at = ["frame"] * len(text)
    at = 0
    for message in messages:
        start = text.index(message["content"], at)
        at = start + len(message["content"])
        speaker = SPEAKERS[message["role"]]
        kind_at[start:at] = [speaker] * (at - start)
        for pattern, kind in ((AGREE, "agree"), (REFUSE, "refuse"), (NUMBER, f"{speaker} number")):
            for found in pattern.finditer(message["content"]):
                kind_at[start + found.start() : start + found.end()] = [kind] * (found.end() - found.start())
    kinds = [next((k for k in kind_at[a:b] if k in MARKED), kind_at[min(a, len(text) - 1)]) for a, b in offsets]
    return example.tokens, [text[a:b] for a, b in offsets], kinds, example.labels


@torch.no_grad()
def attention_shares(
    model: Any, tokenizer: Any, dialogues: list[list[dict[str, str]]], picture_tokens: int = 128
) -> dict[str, Any]:
    """By layer and head, the share of attention from own words to each kind; and the whole map of the shortest dialogue.

    The map grows with the square of the dialogue in every head: above `picture_tokens` there is none.
    """
    model.set_attn_implementation("eager")
    device = next(model.parameters()).device
    total = torch.zeros(model.config.num_hidden_layers, model.config.num_attention_heads, len(KINDS))
    counted, picture = 0, None
    for messages in dialogues:
        tokens, texts, kinds, labels = token_kinds(tokenizer, messages)
        out = model(input_ids=torch.tensor([tokens], device=device), output_attentions=True, use_cache=False)
        asking = torch.tensor([label != IGNORE for label in labels], device=device)
        member = torch.tensor([[kind == name for name in KINDS] for kind in kinds], device=device).float()
        for layer, maps in enumerate(out.attentions):  # [1, heads, from, to]
            total[layer] += (maps[0, :, asking].float() @ member).sum(1).cpu()
        counted += int(asking.sum())
        if len(tokens) <= min(picture_tokens, len(picture["tokens"]) - 1 if picture else picture_tokens):
            maps = [[_rounded(head) for head in layer[0].float().cpu()] for layer in out.attentions]
            picture = {"tokens": texts, "kinds": kinds, "maps": maps}
    return {"kinds": list(KINDS), "shares": [[_row(h) for h in layer] for layer in total / max(counted, 1)], "picture": picture}


@contextmanager
def without_head(model: Any, layer: int, head: int) -> Iterator[None]:
    """One head's output is zero inside."""
    size = getattr(model.config, "head_dim", None) or model.config.hidden_size // model.config.num_attention_heads

    def mute(_module: Any, inputs: tuple[torch.Tensor, ...]) -> tuple[torch.Tensor, ...]:
        muted = inputs[0].clone()
        muted[..., head * size : (head + 1) * size] = 0
        return (muted, *inputs[1:])

    handle = model.model.layers[layer].self_attn.o_proj.register_forward_pre_hook(mute)
    try:
        yield
    finally:
        handle.remove()


@torch.no_grad()
def dialogue_loss(model: Any, tokenizer: Any, dialogues: list[list[dict[str, str]]]) -> float:
    """Mean loss of the own side's tokens."""
    device = next(model.parameters()).device
    total = count = 0.0
    for messages in dialogues:
        example = encode(tokenizer, messages)
        logits = model(input_ids=torch.tensor([example.tokens], device=device), use_cache=False).logits[0, :-1].float()
        targets = torch.tensor(example.labels[1:], device=device)
        total += float(torch.nn.functional.cross_entropy(logits, targets, ignore_index=IGNORE, reduction="sum"))
        count += example.learned
    return total / count


def ablations(model: Any, tokenizer: Any, dialogues: list[list[dict[str, str]]]) -> dict[str, Any]:
    """How much the loss rises without each head."""
    whole = dialogue_loss(model, tokenizer, dialogues)
    rises = []
    for layer in range(model.config.num_hidden_layers):
        rises.append([])
        for head in range(model.config.num_attention_heads):
            with without_head(model, layer, head):
                rises[-1].append(round(dialogue_loss(model, tokenizer, dialogues) - whole, 6))
    return {"loss": whole, "rise_without": rises}


def _rounded(matrix: torch.Tensor) -> list[list[float]]:
    return [_row(row) for row in matrix]


def _row(values: torch.Tensor) -> list[float]:
    return [round(float(value), 5) for value in values]
