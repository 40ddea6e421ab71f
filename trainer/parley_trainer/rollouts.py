"""Episodes on a running parley server, many at once: all tables that wait for the model are answered in one batch."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from .dialogue import act_of, messages_of
from .masking import prompt_tokens
from .openenv import Session, Step

Speak = Callable[[list[list[int]]], list[list[int]]]


@dataclass
class Episode:
    """What the model was asked and said in one game, and what it was worth."""

    row: dict[str, Any]
    turns: list[tuple[list[int], list[int]]] = field(default_factory=list)
    reward: float = 0.0
    result: str = ""
    refused: int = 0


def play(rows: list[dict[str, Any]], sessions: list[Session], tokenizer: Any, speak: Speak, decode: Callable[[list[int]], str]):
    """One episode a row, in the order of the rows. The reward is the episode's return as the server pays it."""
    episodes = [Episode(row) for row in rows]
    now: list[Step] = [session.reset(**row) for session, row in zip(sessions, rows, strict=False)]
    while waiting := [i for i, step in enumerate(now) if not step.done]:
        prompts = [prompt_tokens(tokenizer, messages_of(now[i].observation)) for i in waiting]
        for i, prompt, reply in zip(waiting, prompts, speak(prompts), strict=True):
            episodes[i].turns.append((prompt, reply))
            now[i] = sessions[i].step(act_of(decode(reply), now[i].observation))
            episodes[i].reward += now[i].reward
            episodes[i].refused += now[i].observation["refused"] is not None
    for episode, step in zip(episodes, now, strict=True):
        episode.result = (step.observation["result"] or {}).get("kind", "")
    return episodes
