"""Episodes on a running parley server, many at once: all tables that wait for the model are answered in one batch."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

from .dialogue import act_of, messages_of, schema_of
from .manner import Manner, manner_of
from .masking import prompt_tokens
from .openenv import Session, Step
from .replies import Request

# Which game, its prompt, and the schema of the reply or None.
Asked = tuple[int, list[int], dict[str, Any] | None]
Generate = Callable[[Sequence[Asked]], Sequence[Request]]


@dataclass
class Episode:
    """What the model was asked and said in one game, and what it was worth."""

    row: dict[str, Any]
    turns: list[Request] = field(default_factory=list)
    reward: float = 0.0
    result: str = ""
    refused: int = 0
    manner: Manner = Manner(None, 0.0)
    gave_away: float = 0.0  # what its words gave away, summed over turns, where the server was asked for tells


def play(
    rows: list[dict[str, Any]],
    sessions: list[Session],
    tokenizer: Any,
    generate: Generate,
    decode: Callable[[list[int]], str],
):
    """One episode a row, in the order of the rows. The reward is the episode's return as the server pays it."""
    episodes = [Episode(row) for row in rows]
    now: list[Step] = [session.reset(**row) for session, row in zip(sessions, rows, strict=False)]
    while waiting := [i for i, step in enumerate(now) if not step.done]:
        seen = [(i, now[i].observation) for i in waiting]
        asked = [(i, prompt_tokens(tokenizer, messages_of(one)), schema_of(one)) for i, one in seen]
        for i, turn in zip(waiting, generate(asked), strict=True):
            episodes[i].turns.append(turn)
            now[i] = sessions[i].step(act_of(decode(turn.reply), now[i].observation))
            episodes[i].reward += now[i].reward
            episodes[i].gave_away += float((now[i].observation.get("metadata") or {}).get("gave_away") or 0.0)
            episodes[i].refused += now[i].observation["refused"] is not None
    for episode, step in zip(episodes, now, strict=True):
        episode.result = (step.observation["result"] or {}).get("kind", "")
        episode.manner = manner_of(step.observation)
    return episodes
