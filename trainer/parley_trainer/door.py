"""HTTP/1.1 for many callers in one thread, with h11: a thread for each caller would have hundreds of them in line for one interpreter.

    await attend(sock, answer)

`answer(method, path, body, caller)` gives a status and a JSON value, or sends server-sent events through `caller` itself and gives nothing.
"""

import asyncio
import json
import socket
from collections.abc import Awaitable, Callable
from typing import Any

import h11

LARGEST_BODY = 4 * 2**20
LARGEST_HEAD = 2**16


class Caller:
    """One connection."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.reader, self.writer = reader, writer
        self.wire = h11.Connection(h11.SERVER, max_incomplete_event_size=LARGEST_HEAD)
        self.reading: asyncio.Task[bytes] | None = None

    async def event(self) -> Any:
        while (event := self.wire.next_event()) is h11.NEED_DATA:
            if self.wire.they_are_waiting_for_100_continue:
                await self.send(h11.InformationalResponse(status_code=100, headers=[]))
            await self._read()
            self._take()
        return event

    async def over(self, future: asyncio.Future[Any], seconds: float | None = None) -> bool:
        """Whether it is over, after so many seconds at most. A caller who hangs up meanwhile is a ConnectionError."""
        if not future.done():
            # What is sent before its time is left for later.
            early = self._read().done()
            await asyncio.wait(
                {future} if early else {future, self._read()}, timeout=seconds, return_when=asyncio.FIRST_COMPLETED
            )
            if self._read().done() and not self._read().result():
                raise ConnectionResetError
        return future.done()

    def _read(self) -> "asyncio.Task[bytes]":
        """What comes next: one reading at a time, which outlasts a wait."""
        self.reading = self.reading or asyncio.ensure_future(self.reader.read(LARGEST_HEAD))
        return self.reading

    def _take(self) -> bytes:
        assert self.reading
        data, self.reading = self.reading.result(), None
        self.wire.receive_data(data)
        return data

    async def send(self, *events: Any) -> None:
        for event in events:
            self.writer.write(self.wire.send(event) or b"")
        await self.writer.drain()

    async def answer(self, status: int, value: Any, *, last: bool = False) -> None:
        data = json.dumps(value).encode()
        headers = [("Content-Type", "application/json"), ("Content-Length", str(len(data)))]
        headers += [("Connection", "close")] if last else []
        await self.send(h11.Response(status_code=status, headers=headers), h11.Data(data=data), h11.EndOfMessage())

    async def begin_events(self) -> None:
        """The connection's end is theirs."""
        await self.send(h11.Response(status_code=200, headers=[("Content-Type", "text/event-stream"), ("Connection", "close")]))

    async def tell(self, data: str) -> None:
        await self.send(h11.Data(data=f"data: {data}\n\n".encode()))

    async def end_events(self) -> None:
        await self.send(h11.EndOfMessage())

    def close(self) -> None:
        if self.reading:
            self.reading.cancel()
        self.writer.close()


Answer = Callable[[str, str, bytes, Caller], Awaitable[tuple[int, Any] | None]]


async def attend(sock: socket.socket, answer: Answer, stopped: asyncio.Event) -> None:
    """Answers whoever connects, until stopped; who is being answered then gets to the end of it."""
    talks: set[asyncio.Task[None]] = set()

    def come(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        talk = asyncio.ensure_future(converse(Caller(reader, writer), answer, stopped))
        talks.add(talk)
        talk.add_done_callback(talks.discard)

    server = await asyncio.start_server(come, sock=sock)
    await stopped.wait()
    server.close()
    if talks:
        _, late = await asyncio.wait(talks, timeout=2)
        for talk in late:
            talk.cancel()


async def converse(caller: Caller, answer: Answer, stopped: asyncio.Event) -> None:
    try:
        while not stopped.is_set() and await one_request(caller, answer):
            caller.wire.start_next_cycle()
    except (OSError, h11.LocalProtocolError, asyncio.CancelledError):
        pass  # the caller has gone, or we are going
    finally:
        caller.close()


async def one_request(caller: Caller, answer: Answer) -> bool:
    """Whether another may follow on this connection."""
    try:
        asked = await caller.event()
        if not isinstance(asked, h11.Request):
            return False
        body = bytearray()
        if asked.method != b"GET" and too_long(asked):
            await caller.answer(413, error_value(413, f"a request says its length, at most {LARGEST_BODY} bytes"), last=True)
            return False
        while isinstance(part := await caller.event(), h11.Data):
            body += part.data
        if not isinstance(part, h11.EndOfMessage):
            return False
    except h11.RemoteProtocolError as error:
        if caller.wire.our_state in (h11.IDLE, h11.SEND_RESPONSE):
            await caller.answer(error.error_status_hint, error_value(400, f"this is no HTTP request: {error}"), last=True)
        return False
    given = await answer(asked.method.decode(), asked.target.decode(), bytes(body), caller)
    if given:
        await caller.answer(*given)
    return caller.wire.our_state is h11.DONE and caller.wire.their_state is h11.DONE


def too_long(asked: h11.Request) -> bool:
    length = dict(asked.headers).get(b"content-length", b"").decode()
    return not length.isdecimal() or int(length) > LARGEST_BODY


def error_value(status: int, says: str) -> dict[str, Any]:
    kind = "invalid_request_error" if status < 500 else "server_error"
    return {"error": {"message": says, "type": kind, "param": None, "code": None}}
