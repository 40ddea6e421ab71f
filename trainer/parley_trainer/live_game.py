"""A game on parley's server with the same model in both seats, over its live-play API: for self-play.

OpenEnv gives one client one seat, so two seats of one game are played here, each with its own token and its own view. The
rules, refusals and utilities are the server's. A busy answer (429) is waited out: a server with `--address-limit off` has none.
"""

import http.client
import json
import os
import threading
import time
from typing import Any
from urllib.parse import urlsplit

from .errors import TrainerError

MOST_IDLE = 2.0  # seconds; Node closes an idle connection after five


class LiveGame:
    def __init__(self, server: str, **options: Any) -> None:
        self.server = server.rstrip("/")
        answer = self._ask("POST", "/v1/games", {**options, "seats": {"buyer": "remote", "seller": "remote"}})
        self.id, self.tokens = answer["id"], answer["tokens"]

    def seen(self, seat: str) -> dict[str, Any]:
        return self._ask("GET", f"/v1/games/{self.id}", token=self.tokens[seat])

    def act(self, seat: str, act: dict[str, Any]) -> dict[str, Any] | None:
        """The game as this seat sees it then. None for a refusal, which is the game's affair: the seat is asked again, and in
        the end forfeits."""
        return self._ask("POST", f"/v1/games/{self.id}/acts", {"act": act, "wait": 0}, self.tokens[seat], allowed=(422,))

    def _ask(self, method: str, path: str, body: Any = None, token: str = "", allowed: tuple[int, ...] = ()) -> Any:
        headers = {"Content-Type": "application/json"}
        if token:
            headers["X-Seat-Token"] = token
        if key := os.environ.get("PARLEY_TOKEN"):
            headers["Authorization"] = f"Bearer {key}"
        data = None if body is None else json.dumps(body).encode()
        while True:
            try:
                line = _line(self.server)
                line.request(method, urlsplit(self.server).path + path, data, headers)
                reply = line.getresponse()
                text = reply.read().decode()
            except (OSError, http.client.HTTPException) as error:
                raise TrainerError(
                    f"no parley server answers at {self.server} ({error}): start one with parley serve"
                ) from None
            if reply.status in allowed:
                return None
            if reply.status == 429:
                time.sleep(float(reply.headers.get("Retry-After", 1)))
                continue
            if reply.status >= 400:
                raise TrainerError(f"the server refused {method} {path}: {text[:200]}")
            return json.loads(text)


_lines = threading.local()


def _line(server: str) -> http.client.HTTPConnection:
    """This thread's connection to the server: opening one costs more than a request. An idle one may be closed over there."""
    now = time.monotonic()
    kept = getattr(_lines, "kept", None)
    if kept is None or kept[0] != server or now - kept[2] > MOST_IDLE:
        if kept is not None:
            kept[1].close()
        parts = urlsplit(server)
        kind = http.client.HTTPSConnection if parts.scheme == "https" else http.client.HTTPConnection
        kept = (server, kind(parts.hostname or "127.0.0.1", parts.port, timeout=60), now)
    _lines.kept = (*kept[:2], now)
    return kept[1]


def as_observation(game: dict[str, Any]) -> dict[str, Any]:
    """A live game as its seat sees it, in the words of an OpenEnv observation."""
    you = game["you"]
    return {
        "seat": you["seat"],
        "turn": game["turn"],
        "turn_limit": game["turnLimit"],
        "facts": game["facts"],
        "own": you["own"],
        "history": game["history"],
        "mine": you["mine"],
        "theirs": you["theirs"],
    }
