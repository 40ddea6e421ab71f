"""serve: a base model and its adapters behind OpenAI's chat completions, many games at once on one GPU.

    parley train serve --config serve.yaml
    parley run mine.yaml --model "compatible/buyer?url=http://127.0.0.1:8090/v1"

The lab plays what was trained without an export in between. The base is served as `name` and each adapter, merged into a copy of
its own, under its name in `adapters` (a folder, or a list of them that were trained one on top of the other). A schema
(response_format) holds the reply to its form. What a reply names as its model is the name and the hash of its weights.
One process keeps one core busy: with `share_port` several listen on the same port, and the kernel deals out who connects.
"""

import copy
import hashlib
import json
import signal
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any, Literal

import torch

from ..base import load_base, pick_device, pick_dtype
from ..decoder import Decoder
from ..errors import ConfigError, TrainerError, explain
from ..export import merge_all
from ..grammar import Compiler
from ..masking import end_tokens, prompt_tokens
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
    precision: Literal["auto", "bf16", "fp32"] = "auto"


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


class Served:
    """One model, its replies written by a thread of its own."""

    def __init__(self, name: str, model: Any, tokenizer: Any, config: ServeConfig, weights: str, gpu: threading.Lock) -> None:
        self.name, self.tokenizer, self.id, self.gpu = name, tokenizer, f"{name}@{weights}", gpu
        self.replies = Replies(Decoder(model, rows=config.rows, context=config.context), end_tokens(tokenizer, model))
        self.compiler: Compiler | None = None
        self.vocabulary = model.config.vocab_size
        self.asked = threading.Condition()
        self.stopped = ""
        self.answered = 0
        threading.Thread(target=self._answer, daemon=True).start()

    def reply(self, asked: dict[str, Any]) -> dict[str, Any]:
        request = self._request(asked)
        with self.asked:
            self.replies.ask(request)
            self.asked.notify()
        while not request.done.wait(1):
            if self.stopped:
                raise Refused(503, self.stopped)
        if request.fault:
            raise Refused(503, request.fault)
        text = self.tokenizer.decode(request.reply, skip_special_tokens=True)
        for stop in stops_of(asked):
            text = text.split(stop)[0]
        usage = {"prompt_tokens": len(request.prompt), "completion_tokens": len(request.reply)}
        return {
            "id": f"chatcmpl-{time.monotonic_ns()}",
            "object": "chat.completion",
            "created": int(time.time()),
            "model": self.id,
            "choices": [
                {
                    "index": 0,
                    "message": {"role": "assistant", "content": text},
                    "logprobs": None,
                    "finish_reason": request.finish,
                }
            ],
            "usage": {**usage, "total_tokens": sum(usage.values())},
        }

    def _request(self, asked: dict[str, Any]) -> Asked:
        messages = asked.get("messages")
        if not isinstance(messages, list) or not messages:
            raise Refused(400, "messages: a list of at least one message is expected")
        for one in messages:
            if not isinstance(one, dict) or not isinstance(one.get("content"), str) or not isinstance(one.get("role"), str):
                raise Refused(400, "messages: each has a role and a content of plain text")
        for name in ("stream", "tools"):
            if asked.get(name):
                raise Refused(400, f"{name}: not served here")
        if asked.get("n", 1) != 1:
            raise Refused(400, "n: only one choice is made")
        try:
            stops = stops_of(asked)
            temperature = float(asked["temperature"] if asked.get("temperature") is not None else 1.0)
            if temperature < 0:
                raise Refused(400, f"temperature: 0 or more is expected, got {temperature}")
            return Asked(
                prompt_tokens(self.tokenizer, messages),
                int(asked.get("max_completion_tokens") or asked.get("max_tokens") or 512),
                temperature,
                float(asked.get("top_p") or 1.0),
                int(asked.get("seed") or 0),
                self._grammar(asked.get("response_format")),
                (lambda reply: any(stop in self.tokenizer.decode(reply) for stop in stops)) if stops else None,
            )
        except (TypeError, ValueError, KeyError, AttributeError) as error:
            raise Refused(400, f"a field is missing or of the wrong type: {error}") from None

    def _grammar(self, form: Any) -> Any:
        if not form or form.get("type") == "text":
            return None
        schema = form["json_schema"]["schema"] if form.get("type") == "json_schema" else {"type": "object"}
        with self.asked:
            self.compiler = self.compiler or Compiler(self.tokenizer, self.vocabulary)
        return self.compiler.grammar(schema)

    def _answer(self) -> None:
        while not self.stopped:
            with self.asked:
                while not (self.replies.busy or self.stopped):
                    self.asked.wait()
            try:
                with self.gpu:  # while one model records a graph, no other may touch the GPU
                    done = self.replies.turn()
            except Exception as error:
                # Whoever waited is told and may ask again; those who come after are served.
                done = self.replies.drop(explain(error))
            self.answered += len(done)
            for request in done:
                request.done.set()  # type: ignore[attr-defined]

    def stop(self, why: str = "the server is stopping") -> None:
        with self.asked:
            self.stopped = why
            self.asked.notify()


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
            data = [{"id": name, "object": "model", "created": 0, "owned_by": "parley"} for name in self.models]
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
            self._send(200, self.models[name].reply(asked))
        except Refused as refused:
            self._refuse(refused.status, str(refused))
        except TrainerError as error:
            self._refuse(400, str(error))

    def _refuse(self, status: int, says: str) -> None:
        kind = "invalid_request_error" if status < 500 else "server_error"
        self._send(status, {"error": {"message": says, "type": kind, "param": None, "code": None}})

    def _send(self, status: int, value: Any) -> None:
        data = json.dumps(value).encode()
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)

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
            one.stop()
        server.shutdown()
        server.server_close()


def open_models(config: ServeConfig) -> dict[str, Served]:
    device = pick_device()
    dtype = pick_dtype(config.precision, device)
    base = weights_of(config.model)
    plain, tokenizer = load_base(config.model, torch.float32, device)
    gpu = threading.Lock()
    models = {}
    for name, folder in {config.name: [], **config.adapters}.items():
        folders = [folder] if isinstance(folder, str) else folder
        model = merge_all(copy.deepcopy(plain), folders).to(dtype)
        weights = "".join([base, *(weights_of(f"{one}/adapter_model.safetensors") for one in folders)])
        models[name] = Served(name, model, tokenizer, config, hashlib.sha256(weights.encode()).hexdigest()[:12], gpu)
    return models


def weights_of(name: str) -> str:
    return file_hash(name) if Path(name).is_file() else name


def run(config: ServeConfig, progress: Progress, *, dry: bool = False, resume: bool = False) -> dict[str, Any]:
    names = [config.name, *config.adapters]
    if dry:
        return {"recipe": "serve", "model": config.model, "models": names}
    over = threading.Event()
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, lambda *_: over.set())
    with serving(config) as (url, models):
        progress.say("serving", url=url, models={name: one.id for name, one in models.items()})
        over.wait()
        return {"answered": {name: one.answered for name, one in models.items()}}
