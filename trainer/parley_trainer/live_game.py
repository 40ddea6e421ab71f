"""A game on parley's server with the same model in both seats, over its live-play API: for self-play.

OpenEnv gives one client one seat, so two seats of one game are played here, each with its own token and its own view. The
rules, refusals and utilities are the server's. A busy answer (429) is waited out: a server with `--address-limit off` has none.
"""

import json
import os
import time
import urllib.error
import urllib.request
from typing import Any

from .errors import TrainerError


class LiveGame:
    def __init__(self, server: str, **options: Any) -> None:
        self.server = server.rstrip("/")
        answer = self._ask("POST", "/v1/games", {**options, "seats": {"buyer": "remote", "seller": "remote"}})
        self.id, self.tokens = answer["id"], answer["tokens"]

    def seen(self, seat: str) -> dict[str, Any]:
        return self._ask("GET", f"/v1/games/{self.id}", token=self.tokens[seat])

    def act(self, seat: str, act: dict[str, Any]) -> None:
        """A refusal is the game's affair: the seat is asked again, and in the end forfeits."""
        self._ask("POST", f"/v1/games/{self.id}/acts", {"act": act, "wait": 0}, self.tokens[seat], allowed=(422,))

    def _ask(self, method: str, path: str, body: Any = None, token: str = "", allowed: tuple[int, ...] = ()) -> Any:
        while True:
            request = urllib.request.Request(
                self.server + path, None if body is None else json.dumps(body).encode(), method=method
            )
            request.add_header("Content-Type", "application/json")
            if token:
                request.add_header("X-Seat-Token", token)
            if key := os.environ.get("PARLEY_TOKEN"):
                request.add_header("Authorization", f"Bearer {key}")
            try:
                with urllib.request.urlopen(request, timeout=60) as reply:
                    return json.loads(reply.read())
            except urllib.error.HTTPError as error:
                if error.code in allowed:
                    return None
                if error.code == 429:
                    time.sleep(float(error.headers.get("Retry-After", 1)))
                    continue
                raise TrainerError(f"the server refused {method} {path}: {error.read().decode()[:200]}") from None
            except urllib.error.URLError as error:
                raise TrainerError(
                    f"no parley server answers at {self.server} ({error.reason}): start one with parley serve"
                ) from None


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
