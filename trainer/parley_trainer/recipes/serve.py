"""serve: a base model and its adapters behind OpenAI's chat completions, many games at once on one GPU.

    parley train serve --config serve.yaml
    parley run mine.yaml --model "compatible/buyer?url=http://127.0.0.1:8090/v1"

The lab plays what was trained without an export in between. The base is served as `name` and each adapter, beside the same weights,
under its name in `adapters` (a folder, or a list of them that were trained one on top of the other). `precision: auto` is bf16 on a
GPU and fp32 for a small model, whose log-probabilities then follow the least change of an adapter. A schema
(response_format) holds the reply to its form. What a reply names as its model is the name and the hash of its weights. The list of models
tells the whole hash, by which the lab pins what it played. `stream` sends words as they come, and a client that hangs up frees its
row; `logprobs` are of the distribution that a token was drawn from (temperature, top_p and schema in it).
When to use vLLM instead: for families that decoder.py does not know, which are answered one row at a time here, for several GPUs, long
contexts and quantized weights. `parley train export` with kind: folder or adapter makes what it takes (docs/VLLM.md).
One process keeps one core busy: with `share_port` several listen on the same port, and the kernel deals out who connects.
"""

import hashlib
import json
import select
import signal
import socket
import sys
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, Literal

import torch

from ..adapters import adapter_at, attach, detach
from ..base import load_base, pick_device, pick_dtype
from ..decoder import FAMILIES
from ..errors import ConfigError, TrainerError, explain
from ..estimate import model_shape
from ..grammar import Compiler
from ..masking import end_tokens, prompt_tokens
from ..plain_decoder import open_decoder
from ..progress import Progress
from ..replies import Replies, Request
from ..rows import file_hash

LARGEST_BODY = 4 * 2**20


@dataclass
class ServeConfig:
    """Settings of serve."""

    model: str
    name: str = "base"
    adapters: dict = field(default_factory=dict)
    host: str = "127.0.0.1"
    port: int = 8090
    share_port: bool = False
    rows: int = 256
    context: int = 2048
    precision: Literal["auto", "bf16", "fp16", "fp32"] = "auto"


class Refused(TrainerError):
    """A request that cannot be answered: a status and a sentence."""

    def __init__(self, status: int, says: str) -> None:
        super().__init__(says)
        self.status = status


class Asked(Request):
    """A request whose asker waits in another thread."""

    def __post_init__(self) -> None:
        super().__post_init__()
        self.done = threading.Event()
        self.gone = False  # nobody waits any more: the next token is the last


class Writer:
    """Writes the replies of all models that share a base, in one thread."""

    def __init__(self, decoder: Any, tokenizer: Any, model: Any) -> None:
        self.tokenizer = tokenizer
        self.replies = Replies(decoder, end_tokens(tokenizer, model))
        self.compiler: Compiler | None = None
        self.vocabulary, self.family = model.config.vocab_size, model.config.model_type
        self.asked = threading.Condition()
        self.stopped = ""
        self.answered: Counter[int] = Counter()  # by voice
        threading.Thread(target=self._answer, daemon=True).start()

    def ask(self, request: Asked) -> None:
        with self.asked:
            self.replies.ask(request)
            self.asked.notify()

    def grammar(self, schema: dict[str, Any]) -> Any:
        with self.asked:
            self.compiler = self.compiler or Compiler(self.tokenizer, self.vocabulary)
        return self.compiler.grammar(schema)

    def _answer(self) -> None:
        while not self.stopped:
            with self.asked:
                while not (self.replies.busy or self.stopped):
                    self.asked.wait()
            try:
                done = self.replies.turn()
            except Exception as error:
                # Whoever waited is told and may ask again; those who come after are served.
                done = self.replies.drop(explain(error))
            self.answered.update(request.voice for request in done)
            for request in done:
                request.done.set()  # type: ignore[attr-defined]

    def stop(self, why: str = "the server is stopping") -> None:
        with self.asked:
            self.stopped = why
            self.asked.notify()


class Served:
    """One model: a voice of the writer's decoder, under its name."""

    def __init__(self, name: str, voice: int, writer: Writer, weights: str) -> None:
        self.name, self.voice, self.writer, self.tokenizer = name, voice, writer, writer.tokenizer
        self.digest, self.id = f"sha256:{weights}", f"{name}@{weights[:12]}"

    @property
    def answered(self) -> int:
        return self.writer.answered[self.voice]

    def reply(self, asked: dict[str, Any], hung_up: Callable[[], bool] = bool) -> dict[str, Any]:
        """The whole answer. `hung_up` tells that the asker has gone, asked now and then."""
        request = self.begin(asked)
        while not self.wait(request, 1):
            request.gone = hung_up()
        usage = {"prompt_tokens": len(request.prompt), "completion_tokens": len(request.reply)}
        choice = {
            "index": 0,
            "message": {"role": "assistant", "content": self.text(request, asked)},
            "logprobs": {"content": self.logprobs(request)} if asked.get("logprobs") else None,
            "finish_reason": request.finish,
        }
        return {**self._head("chat.completion"), "choices": [choice], "usage": {**usage, "total_tokens": sum(usage.values())}}

    def stream(self, request: Asked, asked: dict[str, Any]) -> Iterator[dict[str, Any]]:
        """The answer in pieces, as its words come."""
        head, said, told, over = self._head("chat.completion.chunk"), "", 0, False
        yield {**head, "choices": [{"index": 0, "delta": {"role": "assistant", "content": ""}, "finish_reason": None}]}
        while not over:
            over = self.wait(request, 0.02)
            text = self.text(request, asked)
            if not over:
                # What may still change: half a character, or the beginning of a text that stops the reply.
                longest = max((len(stop) for stop in stops_of(asked)), default=1) - 1
                text = text[: max(len(said), len(text) - longest)].rstrip("\ufffd")
            if over or len(text) > len(said):
                tokens = self.logprobs(request)
                choice: dict[str, Any] = {"index": 0, "delta": {"content": text[len(said) :]}, "finish_reason": None}
                if asked.get("logprobs"):
                    choice["logprobs"] = {"content": tokens[told:]}
                yield {**head, "choices": [choice]}
                said, told = text, len(tokens)
        yield {**head, "choices": [{"index": 0, "delta": {}, "finish_reason": request.finish}]}

    def begin(self, asked: dict[str, Any]) -> Asked:
        request = self._request(asked)
        self.writer.ask(request)
        return request

    def wait(self, request: Asked, seconds: float) -> bool:
        """Whether the reply is whole, after so many seconds at most."""
        if not request.done.wait(seconds):
            if self.writer.stopped:
                raise Refused(503, self.writer.stopped)
            return False
        if request.fault:
            raise Refused(503, request.fault)
        return True

    def text(self, request: Asked, asked: dict[str, Any]) -> str:
        text = self.tokenizer.decode(list(request.reply), skip_special_tokens=True)
        for stop in stops_of(asked):
            text = text.split(stop)[0]
        return text

    def logprobs(self, request: Asked) -> list[dict[str, Any]]:
        told = []
        for token, logprob in zip(list(request.reply), list(request.logprobs), strict=False):
            word = self.tokenizer.decode([token])
            told.append({"token": word, "logprob": logprob, "bytes": list(word.encode()), "top_logprobs": []})
        return told

    def _head(self, kind: str) -> dict[str, Any]:
        return {"id": f"chatcmpl-{time.monotonic_ns()}", "object": kind, "created": int(time.time()), "model": self.id}

    def _request(self, asked: dict[str, Any]) -> Asked:
        messages = asked.get("messages")
        if not isinstance(messages, list) or not messages:
            raise Refused(400, "messages: a list of at least one message is expected")
        for one in messages:
            if not isinstance(one, dict) or not isinstance(one.get("content"), str) or not isinstance(one.get("role"), str):
                raise Refused(400, "messages: each has a role and a content of plain text")
        for name in ("tools", "top_logprobs"):
            if asked.get(name):
                raise Refused(400, f"{name}: not served here")
        if asked.get("n", 1) != 1:
            raise Refused(400, "n: only one choice is made")
        try:
            stops = stops_of(asked)
            temperature = float(asked["temperature"] if asked.get("temperature") is not None else 1.0)
            if temperature < 0:
                raise Refused(400, f"temperature: 0 or more is expected, got {temperature}")
            request = Asked(
                prompt_tokens(self.tokenizer, messages),
                int(asked.get("max_completion_tokens") or asked.get("max_tokens") or 512),
                temperature,
                float(asked.get("top_p") or 1.0),
                int(asked.get("seed") or 0),
                self._grammar(asked.get("response_format")),
                self.voice,
            )
            request.over = lambda reply: request.gone or any(stop in self.tokenizer.decode(reply) for stop in stops)
            return request
        except (TypeError, ValueError, KeyError, AttributeError) as error:
            raise Refused(400, f"a field is missing or of the wrong type: {error}") from None

    def _grammar(self, form: Any) -> Any:
        if not form or form.get("type") == "text":
            return None
        schema = form["json_schema"]["schema"] if form.get("type") == "json_schema" else {"type": "object"}
        return self.writer.grammar(schema)


def stops_of(asked: dict[str, Any]) -> list[str]:
    """The texts that end a reply, which are no part of it."""
    stops = asked.get("stop") or []
    return [stops] if isinstance(stops, str) else stops


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True
    models: dict[str, Served]

    def do_GET(self) -> None:
        if self.path == "/health":
            self._send(200, {"status": "ok"})
        elif self.path == "/v1/models":
            told = {"object": "model", "created": 0, "owned_by": "parley"}
            data = [{"id": name, **told, "digest": one.digest} for name, one in self.models.items()]
            self._send(200, {"object": "list", "data": data})
        else:
            self._refuse(404, f"there is nothing at GET {self.path}")

    def do_POST(self) -> None:
        length = self.headers.get("Content-Length") or ""
        size = int(length) if length.isdecimal() else LARGEST_BODY + 1
        if size > LARGEST_BODY:
            self.close_connection = True
            return self._refuse(413, f"a request says its length, at most {LARGEST_BODY} bytes")
        body = self.rfile.read(size)
        if self.path != "/v1/chat/completions":
            return self._refuse(404, f"there is nothing at POST {self.path}")
        try:
            asked = json.loads(body)
            if not isinstance(asked, dict):
                raise ValueError
        except ValueError:
            return self._refuse(400, "the body is not a JSON object")
        name = asked.get("model")
        if not isinstance(name, str) or name not in self.models:
            return self._refuse(404, f"the model {name!r} is not served here, only {', '.join(self.models)}")
        try:
            if asked.get("stream"):
                self._stream(self.models[name], asked)
            else:
                self._send(200, self.models[name].reply(asked, self._hung_up))
        except Refused as refused:
            self._refuse(refused.status, str(refused))
        except TrainerError as error:
            self._refuse(400, str(error))

    def _stream(self, model: Served, asked: dict[str, Any]) -> None:
        """Server-sent events, and the connection's end is theirs."""
        request = model.begin(asked)
        self.close_connection = True
        self.send_response(200)
        self.send_header("Content-Type", "text/event-stream")
        self.send_header("Connection", "close")
        self.end_headers()
        try:
            for chunk in model.stream(request, asked):
                self._event(json.dumps(chunk))
            self._event("[DONE]")
        except OSError:
            pass
        except Refused as refused:  # in the middle of the answer, where no status can be sent any more
            self._event(json.dumps({"error": {"message": str(refused), "type": "server_error", "param": None, "code": None}}))
        finally:
            request.gone = True

    def _event(self, data: str) -> None:
        self.wfile.write(f"data: {data}\n\n".encode())
        self.wfile.flush()

    def _hung_up(self) -> bool:
        """Nothing is sent while an answer is awaited, so what can be read then is the end of the connection."""
        try:
            readable, _, _ = select.select([self.connection], [], [], 0)
            return bool(readable) and self.connection.recv(1, socket.MSG_PEEK) == b""
        except (OSError, ValueError):
            return True

    def _refuse(self, status: int, says: str) -> None:
        kind = "invalid_request_error" if status < 500 else "server_error"
        self._send(status, {"error": {"message": says, "type": kind, "param": None, "code": None}})

    def _send(self, status: int, value: Any) -> None:
        data = json.dumps(value).encode()
        try:
            self.send_response(status)
            self.send_header("Content-Type", "application/json")
            self.send_header("Content-Length", str(len(data)))
            self.end_headers()
            self.wfile.write(data)
        except OSError:  # the asker has gone
            self.close_connection = True

    def log_message(self, *_: Any) -> None:
        return None


class Server(ThreadingHTTPServer):
    daemon_threads = True
    request_queue_size = 1024


@contextmanager
def serving(config: ServeConfig) -> Iterator[tuple[str, dict[str, Served]]]:
    """The server, listening as long as the context lasts: its address and its models."""
    models = open_models(config)
    try:
        shared = type("Shared", (Server,), {"allow_reuse_port": config.share_port})
        server = shared((config.host, config.port), type("Bound", (Handler,), {"models": models}))
    except OSError as error:
        raise ConfigError(f"port {config.port} is not to be had ({error.strerror}): set another `port`") from None
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"http://{config.host}:{server.server_port}/v1", models
    finally:
        for one in models.values():
            one.writer.stop()
        server.shutdown()
        server.server_close()


def open_models(config: ServeConfig) -> dict[str, Served]:
    device = pick_device()
    dtype = pick_dtype(config.precision, device, model_shape(config.model)["parameters"])
    model, tokenizer = load_base(config.model, dtype, device)
    # What a first prompt makes and later ones find made: hundreds of first prompts at once would each make it.
    prompt_tokens(tokenizer, [{"role": "user", "content": "x"}])
    base = hash_of(model)
    decoder = open_decoder(model, rows=config.rows, context=config.context)
    voices: dict[str, tuple[int, str]] = {}
    for name, folder in {config.name: [], **config.adapters}.items():
        folders = [folder] if isinstance(folder, str) else folder
        voice = 0
        if folders:
            attach(model, folders)
            voice = decoder.add(model)
            detach(model)
        parts = [base, *(file_hash(adapter_at(one) / "adapter_model.safetensors") for one in folders)]
        voices[name] = (voice, hashlib.sha256("\n".join(parts).encode()).hexdigest())
    writer = Writer(decoder, tokenizer, model)
    return {name: Served(name, voice, writer, weights) for name, (voice, weights) in voices.items()}


def hash_of(model: Any) -> str:
    """A hash of the weights themselves: the name of a model, or of its folder, may stay while they change."""
    digest = hashlib.sha256()
    for name, tensor in sorted(model.state_dict().items()):
        digest.update(f"{name} {tensor.dtype} {tuple(tensor.shape)}\n".encode())
        digest.update(memoryview(tensor.detach().cpu().contiguous().flatten().view(torch.uint8).numpy()))
    return digest.hexdigest()


def run(config: ServeConfig, progress: Progress, *, dry: bool = False, resume: bool = False) -> dict[str, Any]:
    names = [config.name, *config.adapters]
    if dry:
        return {"recipe": "serve", "model": config.model, "models": names}
    over = threading.Event()
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, lambda *_: over.set())
    # The thread that writes gives up the interpreter several times a token, and would wait 5 ms for it behind whoever reads a request.
    sys.setswitchinterval(0.0005)
    with serving(config) as (url, models):
        progress.say("serving", url=url, models={name: one.id for name, one in models.items()})
        if (family := next(iter(models.values())).writer.family) not in FAMILIES:
            says = f"{family} is answered one row at a time here: for many games export it (kind: folder) and use vLLM, docs/VLLM.md"
            progress.say("note", says=says)
        over.wait()
        return {"answered": {name: one.answered for name, one in models.items()}}
