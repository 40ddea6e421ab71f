"""HTTP/1.1 for many callers in one thread, with h11: a thread for each caller would have hundreds of them in line for one interpreter.

    await attend(sock, answer, stopped, admit)

`answer(method, path, body, caller)` gives a status and a JSON value, or sends server-sent events through `caller` itself and gives nothing.
`admit(headers)` raises Refused before a body is read. Who is slow takes a place from others, hence the limits.
"""

import asyncio
import json
import resource
import socket
from collections.abc import Awaitable, Callable
from contextlib import nullcontext, suppress
from functools import lru_cache
from ipaddress import ip_address
from typing import Any
from urllib.parse import urlsplit

import h11

from .errors import TrainerError

LARGEST_BODY = 4 * 2**20
LARGEST_HEAD = 2**16
# What is read of a refused request and dropped: a client that is still sending would see a broken line and not the answer.
MOST_DROPPED = 16 * 2**20
# Seconds: between calls, for which clients keep their connections; for the head of a request, its body; after a refusal.
IDLE, HEAD, BODY, LINGER = 300.0, 30.0, 60.0, 10.0
MOST_CALLERS = 4000
# Files that are not connections: the model's, libraries, the GPU.
OTHER_FILES = 128


class Refused(TrainerError):
    """A request that cannot be answered: a status and a sentence."""

    def __init__(self, status: int, says: str) -> None:
        super().__init__(says)
        self.status = status


class Caller:
    """One connection."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.reader, self.writer = reader, writer
        self.wire = h11.Connection(h11.SERVER, max_incomplete_event_size=LARGEST_HEAD)
        self.reading: asyncio.Task[bytes] | None = None
        self.asked = b""

    async def began(self, seconds: float) -> bool:
        """Whether another request begins, within so many seconds."""
        if self.wire.trailing_data[0]:
            return True
        data = await self._more(after(seconds))
        self.wire.receive_data(data)
        return bool(data)

    async def event(self, until: float) -> Any:
        while (event := self.wire.next_event()) is h11.NEED_DATA:
            if self.wire.they_are_waiting_for_100_continue:
                await self.send(h11.InformationalResponse(status_code=100, headers=[]))
            self.wire.receive_data(await self._more(until))
        return event

    async def over(self, future: asyncio.Future[Any], seconds: float | None = None) -> bool:
        """Whether it is over, after so many seconds at most. A caller who hangs up meanwhile is a ConnectionError."""
        if not future.done():
            # What is sent before its time is kept for later, as much as one request may be.
            full = len(self.wire.trailing_data[0]) > LARGEST_HEAD
            await asyncio.wait(
                {future} if full else {future, self._read()}, timeout=seconds, return_when=asyncio.FIRST_COMPLETED
            )
            if not full and self._read().done():
                early, self.reading = self._read().result(), None
                if not early:
                    raise ConnectionResetError
                self.wire.receive_data(early)
        return future.done()

    def _read(self) -> "asyncio.Task[bytes]":
        """What comes next: one reading at a time, which outlasts a wait."""
        self.reading = self.reading or asyncio.ensure_future(self.reader.read(LARGEST_HEAD))
        return self.reading

    async def _more(self, until: float) -> bytes:
        if not self._read().done():
            await asyncio.wait({self._read()}, timeout=until - after(0))
        if not self._read().done():
            raise TimeoutError
        data, self.reading = self._read().result(), None
        return data

    async def send(self, *events: Any) -> None:
        self.writer.write(b"".join(self.wire.send(event) or b"" for event in events))
        # Only who does not read what is said is waited for.
        async with asyncio.timeout(IDLE) if self.writer.transport.get_write_buffer_size() else nullcontext():
            await self.writer.drain()

    async def answer(self, status: int, value: Any, *, last: bool = False) -> None:
        data = json.dumps(value, allow_nan=False).encode()
        headers = [("Content-Type", "application/json"), ("Content-Length", str(len(data)))]
        headers += [("Connection", "close")] if last else []
        # Of an answer to HEAD only its head is sent.
        body = [] if self.asked == b"HEAD" else [h11.Data(data=data)]
        await self.send(h11.Response(status_code=status, headers=headers), *body, h11.EndOfMessage())

    async def refuse(self, status: int, says: str) -> None:
        """The last answer on this connection, to somebody who may still be sending."""
        if self.wire.our_state not in (h11.IDLE, h11.SEND_RESPONSE):
            return
        await self.answer(status, error_value(status, says), last=True)
        self.writer.write_eof()
        dropped, until = 0, after(LINGER)
        while dropped < MOST_DROPPED and (data := await self._more(until)):
            dropped += len(data)

    async def begin_events(self) -> None:
        """The connection's end is theirs."""
        await self.send(h11.Response(status_code=200, headers=[("Content-Type", "text/event-stream"), ("Connection", "close")]))

    async def tell(self, data: str) -> None:
        await self.send(h11.Data(data=f"data: {data}\n\n".encode()))

    async def end_events(self) -> None:
        await self.send(h11.EndOfMessage())

    def close(self) -> None:
        if self.reading and not self.reading.cancel() and not self.reading.cancelled():
            self.reading.exception()  # seen, so that nobody is told of it
        self.writer.close()
        if self.writer.transport.get_write_buffer_size():
            asyncio.get_running_loop().call_later(IDLE, self.writer.transport.abort)


Answer = Callable[[str, str, bytes, Caller], Awaitable[tuple[int, Any] | None]]
Admit = Callable[[dict[str, str]], None]


async def attend(sock: socket.socket, answer: Answer, stopped: asyncio.Event, admit: Admit) -> None:
    """Answers whoever connects, until stopped; who is being answered then gets to the end of it."""
    talks: set[asyncio.Task[None]] = set()
    door = asyncio.ensure_future(welcome(sock, lambda caller: converse(caller, answer, stopped, admit), talks))
    await stopped.wait()
    door.cancel()
    await asyncio.wait({door})
    sock.close()
    if talks:
        _, late = await asyncio.wait(talks, timeout=2)
        for talk in late:
            talk.cancel()


async def welcome(sock: socket.socket, converse: Callable[[Caller], Awaitable[None]], talks: "set[asyncio.Task[None]]") -> None:
    """Who finds no place waits in the kernel's queue."""
    loop, places = asyncio.get_running_loop(), asyncio.Semaphore(most_callers())
    sock.setblocking(False)

    async def talk(line: socket.socket) -> None:
        with suppress(OSError):
            await converse(Caller(*await asyncio.open_connection(sock=line)))

    def left(talk: "asyncio.Task[None]") -> None:
        talks.discard(talk)
        places.release()

    while True:
        await places.acquire()
        try:
            line, _ = await loop.sock_accept(sock)
        except OSError:  # no more files are to be had, or the caller has gone already
            places.release()
            await asyncio.sleep(0.1)
            continue
        talks.add(one := asyncio.ensure_future(talk(line)))
        one.add_done_callback(left)
        await asyncio.sleep(0)  # a long queue is taken in without a pause otherwise


def most_callers() -> int:
    """As many as open files allow, of which as many are asked for as there may be callers."""
    files, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = MOST_CALLERS + OTHER_FILES
    if 0 <= files < wanted:
        files = wanted if hard == resource.RLIM_INFINITY else min(hard, wanted)
        with suppress(ValueError, OSError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (files, hard))
        files, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    return MOST_CALLERS if files < 0 else max(1, min(MOST_CALLERS, files - OTHER_FILES))


def neighbours(host: str) -> Admit:
    """Who may call what listens there. On a loopback address that is this machine alone: no page from elsewhere, even one that has given
    this machine a name of its own. A page of anywhere can send what is not JSON without being asked whether it may."""

    local = is_this_machine(host)

    def admit(headers: dict[str, str]) -> None:
        kind, called, page = (headers.get(name) for name in ("content-type", "host", "origin"))
        if kind and kind.split(";")[0].strip().lower() != "application/json":
            raise Refused(415, f"the content type application/json is expected, got {kind[:100]}")
        if not local:
            return
        if called and not is_this_machine(name_in(f"//{called}")):
            raise Refused(
                403, f"this server is for this machine alone and was called {called[:100]}: call it localhost, or set `host`"
            )
        if page and not is_this_machine(name_in(page)):
            raise Refused(403, f"this server is for this machine alone: a page of {page[:100]} may not call it")

    return admit


def name_in(address: str) -> str:
    try:
        return urlsplit(address).hostname or ""
    except ValueError:
        return ""


@lru_cache(64)
def is_this_machine(name: str) -> bool:
    try:
        return ip_address(name).is_loopback
    except ValueError:
        return name.lower() == "localhost" or name.lower().endswith(".localhost")


async def converse(caller: Caller, answer: Answer, stopped: asyncio.Event, admit: Admit) -> None:
    patience = HEAD  # who has asked nothing yet
    try:
        while not stopped.is_set() and await caller.began(patience) and await one_request(caller, answer, admit):
            caller.wire.start_next_cycle()
            patience = IDLE
    except (OSError, h11.ProtocolError, asyncio.CancelledError):
        pass  # the caller has gone or is too slow, or we are going
    finally:
        caller.close()


async def one_request(caller: Caller, answer: Answer, admit: Admit) -> bool:
    """Whether another may follow on this connection."""
    caller.asked = b""
    try:
        asked = await caller.event(after(HEAD))
        if not isinstance(asked, h11.Request):
            return False
        caller.asked = asked.method
        headers = {name.decode("latin1"): value.decode("latin1") for name, value in asked.headers}
        admit(headers)
        body = await body_of(caller, headers)
    except TimeoutError:
        await caller.refuse(408, f"a request is to come within {HEAD:.0f} seconds, and its body within {BODY:.0f}")
        return False
    except Refused as refused:
        await caller.refuse(refused.status, str(refused))
        return False
    except h11.RemoteProtocolError as error:
        await caller.refuse(error.error_status_hint, f"this is no HTTP request: {error}")
        return False
    given = await answer(asked.method.decode(), asked.target.decode(), body, caller)
    if given:
        await caller.answer(*given)
    return caller.wire.our_state is h11.DONE and caller.wire.their_state is h11.DONE


async def body_of(caller: Caller, headers: dict[str, str]) -> bytes:
    """What is said of its length may be missing or too little: the bytes are counted as they come."""
    said = headers.get("content-length")
    if said and "transfer-encoding" in headers:
        raise Refused(400, "Content-Length and Transfer-Encoding are given: one of them is expected")
    body, until = bytearray(), after(BODY)
    too_long = Refused(413, f"a body has at most {LARGEST_BODY} bytes")
    if said and int(said) > LARGEST_BODY:
        raise too_long
    while isinstance(part := await caller.event(until), h11.Data):
        body += part.data
        if len(body) > LARGEST_BODY:
            raise too_long
    if not isinstance(part, h11.EndOfMessage):
        raise ConnectionResetError
    return bytes(body)


def after(seconds: float) -> float:
    """The loop's time in so many seconds."""
    return asyncio.get_running_loop().time() + seconds


def error_value(status: int, says: str) -> dict[str, Any]:
    kind = "invalid_request_error" if status < 500 else "server_error"
    return {"error": {"message": says, "type": kind, "param": None, "code": None}}
