"""The door: whoever is slow, long, many or from elsewhere keeps nobody from being answered."""

import asyncio
import errno
import socket
import threading
import urllib.error
import urllib.request
from contextlib import contextmanager

import pytest

from parley_trainer.door import LARGEST_BODY, attend, neighbours

HEALTH = b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n"


@contextmanager
def open_door(host="127.0.0.1", answer=None):
    """A door that tells how long bodies were, or answers otherwise; its port."""

    async def length(method, path, body, caller):
        return 200, {"got": len(body)}

    answer = answer or length

    sock = socket.create_server(("127.0.0.1", 0))
    loop, stopped = asyncio.new_event_loop(), asyncio.Event()
    work = attend(sock, answer, stopped, neighbours(host))
    thread = threading.Thread(target=loop.run_until_complete, args=[work])
    thread.start()
    try:
        yield sock.getsockname()[1]
    finally:
        loop.call_soon_threadsafe(stopped.set)
        thread.join()
        loop.close()


def call(port, *sent):
    """What is answered: all of it where the other side is to close then or says that it will, else one answer."""
    to_close = b"onnection: close" in b"".join(sent)
    with socket.create_connection(("127.0.0.1", port), timeout=5) as line:
        for part in sent:
            line.sendall(part)
        got = b""
        while more := line.recv(65536):
            got += more
            if got.endswith(b"}") and not to_close and b"onnection: close" not in got:
                break
    return got


def head(*lines, method="POST"):
    return "\r\n".join([f"{method} / HTTP/1.1", "Host: localhost", *lines, "", ""]).encode()


def test_a_body_is_counted_as_it_comes():
    part = b"100000\r\n" + b"x" * 2**20 + b"\r\n"
    with open_door() as port:
        assert b'{"got": 3}' in call(port, head("Content-Length: 3"), b"abc")
        assert b'{"got": 3}' in call(port, head("Transfer-Encoding: chunked"), b"3\r\nabc\r\n0\r\n\r\n")
        for method in ("GET", "POST"):
            assert b" 413 " in call(port, head(f"Content-Length: {LARGEST_BODY + 1}", method=method))
            assert b" 413 " in call(port, head("Transfer-Encoding: chunked", method=method), *[part] * 5)
            assert b" 400 " in call(port, head("Content-Length: 3", "Transfer-Encoding: chunked", method=method))


def test_who_asks_for_the_head_of_an_answer_gets_that_alone():
    with open_door() as port:
        got = call(port, head("Connection: close", method="HEAD"))
        assert got.startswith(b"HTTP/1.1 200 ") and b"content-length: 10" in got.lower() and got.endswith(b"\r\n\r\n")


def test_who_hangs_up_is_noticed_though_more_was_sent_before_its_time():
    gone = threading.Event()

    async def never(method, path, body, caller):
        try:
            while not await caller.over(asyncio.get_running_loop().create_future()):
                pass
        except ConnectionResetError:
            gone.set()
            raise

    with open_door(answer=never) as port:
        with socket.create_connection(("127.0.0.1", port), timeout=5) as line:
            line.sendall(HEALTH)
            line.sendall(b"G")
        assert gone.wait(5)
    with open_door() as port:
        assert call(port, HEALTH + head("Connection: close", method="GET")).count(b"HTTP/1.1 200 ") == 2


def test_who_sends_too_much_sees_the_answer():
    with open_door() as port:
        asked = urllib.request.Request(
            f"http://127.0.0.1:{port}/", b"x" * (3 * LARGEST_BODY), {"Content-Type": "application/json"}
        )
        with pytest.raises(urllib.error.HTTPError) as refused:
            urllib.request.urlopen(asked, timeout=20)
        assert refused.value.code == 413 and b"at most 4194304 bytes" in refused.value.read()


def test_who_is_slow_gives_up_the_place(monkeypatch):
    cases = [("HEAD", b""), ("IDLE", HEALTH), ("HEAD", b"GET / HT"), ("BODY", head("Content-Length: 3") + b"a")]
    for name, sent in cases:
        with monkeypatch.context() as hurried, open_door() as port:
            hurried.setattr(f"parley_trainer.door.{name}", 0.1)
            with socket.create_connection(("127.0.0.1", port), timeout=5) as line:
                line.sendall(sent)
                got = b"".join(iter(lambda line=line: line.recv(999), b""))
            assert got[:13] == {b"": b"", HEALTH: b"HTTP/1.1 200 "}.get(sent, b"HTTP/1.1 408 ")


def test_who_finds_no_place_waits_for_one(monkeypatch, capfd):
    monkeypatch.setattr("parley_trainer.door.MOST_CALLERS", 2)
    with open_door() as port:
        first, second, third = (socket.create_connection(("127.0.0.1", port), timeout=5) for _ in range(3))
        for line in (first, second, third):
            line.sendall(HEALTH)
        assert b" 200 " in first.recv(999) and b" 200 " in second.recv(999)
        third.settimeout(0.3)
        with pytest.raises(TimeoutError):
            third.recv(999)
        first.close()
        third.settimeout(5)
        assert b" 200 " in third.recv(999)
        second.close()
        third.close()
    assert capfd.readouterr().err == ""


def test_without_files_callers_wait_and_nothing_is_written(monkeypatch, capfd):
    faults, accept = [errno.EMFILE] * 3, asyncio.SelectorEventLoop.sock_accept

    async def short_of_files(self, sock):
        if faults:
            raise OSError(faults.pop(), "Too many open files")
        return await accept(self, sock)

    monkeypatch.setattr(asyncio.SelectorEventLoop, "sock_accept", short_of_files)
    with open_door() as port:
        assert b" 200 " in call(port, HEALTH)
    assert not faults and capfd.readouterr().err == ""


def test_a_page_from_elsewhere_may_not_call_this_machine():
    ours, elsewhere = (
        ["127.0.0.1:8090", "localhost", "[::1]:1", "a.localhost"],
        ["evil.example", "evil.example:8090", "[", "10.0.0.1"],
    )
    with open_door() as port:
        for name in ours:
            assert b" 200 " in call(port, f"GET / HTTP/1.1\r\nHost: {name}\r\n\r\n".encode()), name
            assert b" 200 " in call(port, head(f"Origin: http://{name}", method="GET")), name
        for name in elsewhere:
            assert b" 403 " in call(port, f"GET / HTTP/1.1\r\nHost: {name}\r\n\r\n".encode()), name
            assert b" 403 " in call(port, head(f"Origin: http://{name}", method="GET")), name
        assert b" 403 " in call(port, head("Origin: null", method="GET"))
        for kind, status in (("application/json; charset=utf-8", b" 200 "), ("text/plain", b" 415 ")):
            assert status in call(port, head(f"Content-Type: {kind}", "Content-Length: 2"), b"{}")
    with open_door("0.0.0.0") as port:
        assert b" 200 " in call(port, b"GET / HTTP/1.1\r\nHost: lab.example\r\nOrigin: http://lab.example\r\n\r\n")
