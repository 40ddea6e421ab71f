"""A client of parley's server: OpenEnv's WebSocket wire, with nothing but the standard library.

One object is one socket is one session; a reset begins an episode, a step acts in it, and each message has exactly one reply.
Its errors are the server's own sentences.
"""

import base64
import hashlib
import json
import os
import socket
import struct
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlsplit

from .errors import TrainerError


@dataclass(frozen=True)
class Step:
    observation: dict[str, Any]
    reward: float
    done: bool


class Session:
    def __init__(self, url: str, timeout: float = 60.0) -> None:
        parts = urlsplit(url.rstrip("/"))
        host, port = parts.hostname or "127.0.0.1", parts.port or (443 if parts.scheme in ("https", "wss") else 80)
        try:
            self.socket = socket.create_connection((host, port), timeout)
            if parts.scheme in ("https", "wss"):
                import ssl

                self.socket = ssl.create_default_context().wrap_socket(self.socket, server_hostname=host)
            self._shake(host, port, f"{parts.path}/ws")
        except OSError as error:
            raise TrainerError(f"no parley server answers at {url} ({error}): start one with parley serve") from None

    def reset(self, **options: Any) -> Step:
        return self._step({"type": "reset", "data": options})

    def step(self, action: dict[str, Any]) -> Step:
        return self._step({"type": "step", "data": action})

    def close(self) -> None:
        try:
            self._send(0x1, json.dumps({"type": "close"}).encode())
            self.socket.close()
        except OSError:
            pass

    def _step(self, message: dict[str, Any]) -> Step:
        try:
            self._send(0x1, json.dumps(message).encode())
            reply = json.loads(self._receive())
        except OSError as error:
            raise TrainerError(f"the server went away in the middle of an episode ({error}): start it again") from None
        if reply["type"] == "error":
            data = reply["data"]
            detail = "; ".join(f"{'.'.join(map(str, one['loc']))}: {one['msg']}" for one in data.get("errors", []))
            raise TrainerError(f"the server refused: {data['message']}{f' ({detail})' if detail else ''}")
        data = reply["data"]
        return Step(data["observation"], float(data["reward"] or 0.0), bool(data["done"]))

    def _shake(self, host: str, port: int, path: str) -> None:
        key = base64.b64encode(os.urandom(16)).decode()
        lines = [
            f"GET {path} HTTP/1.1",
            f"Host: {host}:{port}",
            "Upgrade: websocket",
            "Connection: Upgrade",
            f"Sec-WebSocket-Key: {key}",
            "Sec-WebSocket-Version: 13",
        ]
        self.socket.sendall("\r\n".join([*lines, "", ""]).encode())
        head = b""
        while b"\r\n\r\n" not in head:
            chunk = self.socket.recv(1)
            if not chunk:
                raise ConnectionError("the connection was closed in the handshake")
            head += chunk
        wanted = base64.b64encode(hashlib.sha1(f"{key}258EAFA5-E914-47DA-95CA-C5AB0DC85B11".encode()).digest())
        if b" 101 " not in head.split(b"\r\n")[0] or wanted not in head:
            raise ConnectionError(f"it answered {head.splitlines()[0].decode(errors='replace')}")

    def _send(self, kind: int, data: bytes) -> None:
        size = len(data)
        short = size if size < 126 else 126 if size < 65536 else 127
        head = bytes([0x80 | kind, 0x80 | short])
        head += b"" if short < 126 else struct.pack("!H" if short == 126 else "!Q", size)
        mask = os.urandom(4)
        masked = bytes(byte ^ mask[i % 4] for i, byte in enumerate(data))
        self.socket.sendall(head + mask + masked)

    def _receive(self) -> bytes:
        """One whole message; pings are answered on the way."""
        message = b""
        while True:
            first, second = self._exactly(2)
            size = second & 127
            if size > 125:
                (size,) = struct.unpack("!H" if size == 126 else "!Q", self._exactly(2 if size == 126 else 8))
            data, kind = self._exactly(size), first & 15
            if kind == 0x9:
                self._send(0xA, data)
            elif kind == 0x8:
                raise ConnectionError("it closed the session")
            elif kind in (0x0, 0x1):
                message += data
                if first & 0x80:
                    return message

    def _exactly(self, count: int) -> bytes:
        data = b""
        while len(data) < count:
            chunk = self.socket.recv(count - len(data))
            if not chunk:
                raise ConnectionError("it closed the connection")
            data += chunk
        return data
