"""Replies to many requests with one model: who gets a row, what is chosen from the logits, when a reply is over.

Requests come and go at any time; a row that is free takes the next one, so that long replies hold up nobody. Each request
draws from its own generator: what it says does not depend on who else is there, up to how a batch rounds. A grammar
(grammar.py) says which tokens may come next.
"""

import random
import time
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import torch

from .decoder import Decoder
from .errors import TrainerError, explain
from .grammar import unpacked

WAIT = 8


@dataclass
class Request:
    prompt: list[int]
    most: int
    temperature: float = 0.0
    top_p: float = 1.0
    seed: int = 0
    grammar: Any = None
    # Who speaks: the number of a voice of the decoder.
    voice: int = 0
    # True when these tokens end the reply before its end-of-turn token: for texts that stop it.
    over: Callable[[list[int]], bool] | None = None
    reply: list[int] = field(default_factory=list)
    # The log-probability of each token of the reply in the distribution that it was drawn from; 0 at temperature 0.
    logprobs: list[float] = field(default_factory=list)
    # With `keep_allowed`, what the grammar left at each token, as bits (grammar.py).
    keep_allowed: bool = False
    allowed: list[np.ndarray] = field(default_factory=list)
    finish: str = ""
    fault: str = ""

    def __post_init__(self) -> None:
        self.draws = random.Random(self.seed)


@dataclass
class Work:
    """What was done so far, and how long it took to read prompts and to write replies."""

    replies: int = 0
    tokens: int = 0
    # Steps, and the rows of all of them together.
    steps: int = 0
    rows: int = 0
    # Tokens of prompts, and those of them that no row had read before.
    prompt_tokens: int = 0
    prompt_tokens_read: int = 0
    reading: float = 0.0
    writing: float = 0.0


class Replies:
    def __init__(self, decoder: Decoder, ends: list[int]) -> None:
        self.decoder, self.ends = decoder, set(ends)
        self.work = Work()
        self.waiting: deque[Request] = deque()
        self.rows: list[Request | None] = [None] * decoder.rows
        self.turns = 0
        # Who has left the queue and has no row yet, and whose reply is done and not handed over yet.
        self.between: list[Request] = []
        self.done: list[Request] = []

    def ask(self, request: Request) -> None:
        if len(request.prompt) + request.most > self.decoder.context:
            raise TrainerError(
                f"a prompt of {len(request.prompt)} tokens and {request.most} for the reply are more than the context of "
                f"{self.decoder.context}: raise `context`"
            )
        self.waiting.append(request)

    @property
    def busy(self) -> bool:
        return bool(self.waiting) or any(self.rows)

    def all(self, requests: list[Request]) -> list[list[int]]:
        """The replies to these, in their order."""
        for request in requests:
            self.ask(request)
        while self.busy:
            self.turn()
        return [request.reply for request in requests]

    def turn(self) -> list[Request]:
        """One token for everybody who is being answered, after reading what is new; those who are done now."""
        begun = time.perf_counter()
        if self._worth_prefilling():
            self._begin()
        read = time.perf_counter()
        self._go_on()
        done, self.done = self.done, []
        work = self.work
        work.replies += len(done)
        work.reading, work.writing = work.reading + read - begun, work.writing + time.perf_counter() - read
        return done

    def _go_on(self) -> None:
        rows = [row for row, request in enumerate(self.rows) if request]
        if not rows:
            return
        self.work.steps, self.work.rows = self.work.steps + 1, self.work.rows + len(rows)
        used = self.rows[: rows[-1] + 1]
        requests = [request for request in used if request]
        longest = max(len(request.prompt) + len(request.reply) for request in requests)
        logits = self.decoder.step(torch.tensor([request.reply[-1] if request else -1 for request in used]), longest)
        self._sample(rows, requests, logits if len(rows) == len(used) else logits[rows])

    def _worth_prefilling(self) -> bool:
        """Reading one prompt takes about as long as reading many, so they wait a few turns for each other."""
        self.turns += 1
        return not any(self.rows) or self.turns % WAIT == 0 or 8 * len(self.waiting) >= len(self.rows)

    def _begin(self) -> None:
        """Reads the prompts of those for whom there is a row, and chooses their first token."""
        free = [row for row, holder in enumerate(self.rows) if holder is None]
        self.between = requests = [self.waiting.popleft() for _ in range(min(len(free), len(self.waiting)))]
        if not requests:
            return
        rows = self.decoder.choose([(request.voice, request.prompt) for request in requests], free)
        taken = dict(zip(rows, requests, strict=True))
        for row, request in taken.items():
            self.rows[row] = request
        self.between = []
        prompts = {row: request.prompt for row, request in taken.items()}
        logits = self.decoder.prefill(prompts, {row: request.voice for row, request in taken.items()})
        self.work.prompt_tokens += sum(map(len, prompts.values()))
        self.work.prompt_tokens_read = self.decoder.tokens_read
        self._sample(rows, requests, torch.stack([logits[row] for row in rows]))

    def _sample(self, rows: list[int], requests: list[Request], logits: torch.Tensor) -> None:
        held = [(request.grammar, i) for i, request in enumerate(requests) if request.grammar]
        if held:
            bits = held[0][0].compiler.allowed(held, len(requests))
            left = unpacked(torch.from_numpy(bits).to(logits.device, non_blocking=True), logits.shape[1])
            logits = logits.masked_fill(~left, float("-inf"))
            for request, row in zip(requests, bits, strict=True):
                if request.keep_allowed:
                    request.allowed.append(row.copy())
        chosen, logprobs = sample(logits, requests)
        self.work.tokens += len(chosen)
        if held:
            held[0][0].compiler.advance([(grammar, chosen[i]) for grammar, i in held])
        for row, request, token, logprob in zip(rows, requests, chosen, logprobs, strict=True):
            request.reply.append(token)
            request.logprobs.append(logprob)
            if request.grammar:
                request.fault = request.grammar.fault
            request.finish = self._finish(request, token)
            if request.finish:
                self.rows[row] = None
                self.decoder.release(row, request.reply)
                self.done.append(request)

    def drop(self, why: str) -> list[Request]:
        """Gives up on everybody who is being answered, after a fault; them, and those who were done before it."""
        dropped = [*self.between, *(request for request in self.rows if request)]
        for row in range(len(self.rows)):
            self.decoder.release(row, [])
        self.rows = [None] * len(self.rows)
        for request in dropped:
            request.fault = why
        done, self.between, self.done = [*self.done, *dropped], [], []
        return done

    def _finish(self, request: Request, token: int) -> str:
        if token in self.ends or request.fault:
            return "stop"
        try:
            if request.over and request.over(request.reply):
                return "stop"
        except Exception as error:  # concerns nobody else
            request.fault = explain(error)
            return "stop"
        return "length" if len(request.reply) >= request.most else ""


def sample(logits: torch.Tensor, requests: list[Request]) -> tuple[list[int], list[float]]:
    """A token for each row, and its log-probability: the best at temperature 0, else by one draw of the request's own."""
    best = logits.argmax(-1)
    if all(request.temperature == 0 for request in requests):
        return best.tolist(), [0.0] * len(requests)
    device = logits.device
    temperature = torch.tensor([request.temperature or 1.0 for request in requests], device=device)[:, None]
    probabilities = (logits / temperature).softmax(-1)
    if any(request.top_p < 1 for request in requests):
        probabilities = top_p_filter(
            probabilities, torch.tensor([request.top_p for request in requests], device=device)[:, None]
        )
    below = probabilities.cumsum(-1)
    # In float32 a draw just below 1 is 1, which would be the last token, however unlikely or forbidden.
    draws = torch.tensor([request.draws.random() for request in requests], device=device)[:, None].clamp_max(1 - 2**-24)
    drawn = torch.searchsorted(below, draws * below[:, -1:], right=True).clamp_max(logits.shape[-1] - 1)[:, 0]
    greedy = torch.tensor([request.temperature == 0 for request in requests], device=device)
    chance = probabilities.gather(-1, drawn[:, None])[:, 0] / below[:, -1]
    logprobs = torch.where(greedy, 0.0, chance.log())
    return torch.where(greedy, best, drawn).tolist(), logprobs.tolist()


def top_p_filter(probabilities: torch.Tensor, most: torch.Tensor) -> torch.Tensor:
    """Only the likeliest tokens that together make `most`."""
    ordered, index = probabilities.sort(-1, descending=True)
    ordered = ordered.masked_fill(ordered.cumsum(-1) - ordered >= most, 0)
    return torch.zeros_like(probabilities).scatter(-1, index, ordered)
