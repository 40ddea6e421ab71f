"""Games of a dialled model, many at once: all tables that wait for it are answered in one batch, each at its own setting.

A table is one seat against a script (an OpenEnv session) or both seats of a live game (self-play). The requests to the server go
out from a pool of threads, since a live game takes two a turn. Which games, and what becomes of their rows, is
calibration.py's.
"""

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Protocol

import torch

from .dial_prompt import from_observation, read_answer, to_action
from .generate import generate, words
from .hyperlora import DialledModel
from .live_game import LiveGame, as_observation
from .masking import prompt_tokens
from .openenv import Session, Step

# "OFFER 0.1234" and an end of turn, in any tokenizer.
MOST_TOKENS = 16
# What goes to the table for words that are no act: it is refused, and in the end the seat forfeits.
NO_ACT = {"type": "say", "words": "..."}

Seen = dict[str, Any]
Row = dict[str, Any]
# An act each for (what a seat sees, the setting of its dial), None where the words cannot be read.
Answer = Callable[[Sequence[tuple[Seen, float]]], list[Row | None]]


class Table(Protocol):
    row: Row
    seen: Seen | None  # what the seat that is to act sees; None when the game is over

    def open(self) -> None: ...
    def act(self, act: Row) -> None: ...
    def outcome(self) -> Row: ...


class Against:
    """A seat against a script, over an OpenEnv session."""

    def __init__(self, row: Row, session: Session, task: str) -> None:
        self.row, self.session, self.task = row, session, task

    def open(self) -> None:
        named = {key: self.row[key] for key in ("seat", "opponent", "seed")}
        self._now(self.session.reset(task=self.task, **named))

    def act(self, act: Row) -> None:
        self._now(self.session.step(act))

    def _now(self, step: Step) -> None:
        self.seen, self.last = None if step.done else step.observation, step.observation

    def outcome(self) -> Row:
        result = self.last["result"]
        return _outcome(result, result["utility"], self.row["seat"])


class SelfPlay:
    """Both seats of one live game."""

    def __init__(self, row: Row, server: str, task: str) -> None:
        self.row, self.server, self.task = row, server, task

    def open(self) -> None:
        self.game = LiveGame(self.server, task=self.task, seed=self.row["seed"])
        self._look(self.game.seen("seller"))

    def act(self, act: Row) -> None:
        assert self.seen is not None
        seat = self.seen["seat"]
        self._look(self.game.act(seat, act) or self.game.seen(seat))

    def _look(self, game: Row) -> None:
        """On from what one seat sees: the view of who is to act, or the seller's when it is over."""
        seat = "seller" if game["result"] else game["toAct"][0]
        self.last = game if game["you"]["seat"] == seat else self.game.seen(seat)
        self.seen = None if game["result"] else as_observation(self.last)

    def outcome(self) -> Row:
        return _outcome(self.last["result"], self.last["you"]["utility"], "seller")


def _outcome(result: Row, utility: float, seat: str) -> Row:
    """Utility is own gain over the zone's width: the seller's is rho and the buyer's 1 - rho. An impasse has no rho."""
    achieved = None
    if result["kind"] == "agreement":
        achieved = utility if seat == "seller" else 1 - utility
    return {"achieved": achieved, "result": result["kind"], "turns": result["turn"]}


def play_tables(tables: Sequence[Table], answer: Answer, pool: ThreadPoolExecutor) -> list[Row]:
    """One row a table, in their order. Words that cannot be read are counted, and never turned into an offer."""
    list(pool.map(lambda table: table.open(), tables))
    unread = dict.fromkeys(map(id, tables), 0)
    while waiting := [(table, table.seen) for table in tables if table.seen is not None]:
        acts = answer([(seen, table.row["settings"][seen["seat"]]) for table, seen in waiting])
        for (table, _), act in zip(waiting, acts, strict=True):
            unread[id(table)] += act is None
        list(pool.map(lambda one, act: one[0].act(act or NO_ACT), waiting, acts))
    return [{**table.row, **table.outcome(), "unreadable": unread[id(table)]} for table in tables]


def answering(config: Any, dialled: DialledModel, tokenizer: Any) -> Answer:
    """The model, greedy, each row at its own setting. In the control arm (`dial: false`) only the prompt says it."""

    def answer(asked: Sequence[tuple[Seen, float]]) -> list[Row | None]:
        settings = torch.tensor([setting for _, setting in asked])
        questions = [from_observation(seen, rho if config.rho_in_prompt else None, config.history) for seen, rho in asked]
        prompts = [prompt_tokens(tokenizer, [{"role": "user", "content": question}]) for question in questions]
        with dialled.held_at(settings if config.dial else torch.full_like(settings, 0.5)):
            replies = generate(dialled.model, tokenizer, prompts, MOST_TOKENS)
        return [to_action(read_answer(words(tokenizer, one)), seen) for one, (seen, _) in zip(replies, asked, strict=True)]

    return answer
