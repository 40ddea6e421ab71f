"""A client of parley's server: OpenEnv's wire over one WebSocket.

One object is one socket is one session; a reset begins an episode, a step acts in it, and each message has exactly one reply.
Its errors are the server's own sentences.
"""

import json
import os
from dataclasses import dataclass
from typing import Any

from .errors import ConfigError, TrainerError


@dataclass(frozen=True)
class Step:
    observation: dict[str, Any]
    reward: float
    done: bool


class Session:
    def __init__(self, url: str, timeout: float = 60.0) -> None:
        try:
            from websockets.exceptions import WebSocketException
            from websockets.sync.client import connect
        except ImportError:
            raise ConfigError("games on parley serve are played with the package websockets: pip install websockets") from None
        self.timeout, self.faults = timeout, (OSError, WebSocketException)
        token = os.environ.get("PARLEY_TOKEN")
        try:
            # No ping of ours decides that a session is dead: it may wait long for its next act while others are answered. And
            # no proxy of the environment stands between a trainer and its games.
            self.socket = connect(
                f"{url.rstrip('/').replace('http', 'ws', 1)}/ws",
                additional_headers={"Authorization": f"Bearer {token}"} if token else None,
                open_timeout=timeout,
                ping_interval=None,
                max_size=None,
                proxy=None,
            )
        except self.faults as error:
            raise TrainerError(f"no parley server answers at {url} ({error}): start one with parley serve") from None

    def reset(self, **options: Any) -> Step:
        return self._step({"type": "reset", "data": options})

    def step(self, action: dict[str, Any]) -> Step:
        return self._step({"type": "step", "data": action})

    def close(self) -> None:
        try:
            self.socket.send(json.dumps({"type": "close"}))
            self.socket.close()
        except self.faults:
            pass

    def _step(self, message: dict[str, Any]) -> Step:
        try:
            self.socket.send(json.dumps(message))
            reply = json.loads(self.socket.recv(self.timeout))
        except self.faults as error:
            raise TrainerError(f"the server went away in the middle of an episode ({error}): start it again") from None
        if reply["type"] == "error":
            data = reply["data"]
            detail = "; ".join(f"{'.'.join(map(str, one['loc']))}: {one['msg']}" for one in data.get("errors", []))
            raise TrainerError(f"the server refused: {data['message']}{f' ({detail})' if detail else ''}")
        data = reply["data"]
        return Step(data["observation"], float(data["reward"] or 0.0), bool(data["done"]))
