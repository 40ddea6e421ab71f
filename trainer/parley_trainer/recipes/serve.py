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

import asyncio
import hashlib
import json
import signal
import socket
import threading
import time
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from operator import itemgetter
from typing import Any, Literal

import torch
from jinja2 import TemplateError

from ..adapters import AdaptedLinear, attach, detach
from ..base import load_base, pick_device, pick_dtype
from ..decoder import unread
from ..door import Caller, Refused, attend, error_value, neighbours
from ..errors import ConfigError, TrainerError, explain
from ..estimate import model_shape
from ..fields import flag, messages_of, schema_of, stops_of, temperature_of, tokens_of, top_p_of, whole
from ..grammar import Compiler
from ..masking import end_tokens, prompt_tokens
from ..plain_decoder import open_decoder
from ..progress import Progress
from ..replies import Replies, Request, Work

# A line on what was served, so many seconds apart.
EVERY = 30.0
CROWDED = (
    "most of the prompts are read again from their beginning, since games take each other's rows: "
    "raise `rows` (a table with models in both seats takes two), or play fewer games at once"
)
# Fields that would change an answer, and are refused unless they are empty or zero.
NOT_SERVED = ("tools", "functions", "top_logprobs", "logit_bias", "frequency_penalty", "presence_penalty")


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


class Asked(Request):
    """A request whose asker waits in another thread."""

    def __post_init__(self) -> None:
        super().__post_init__()
        self.done = threading.Event()
        self.told: Callable[[], None] | None = None  # called in the writer's thread when it is done
        self.gone = False  # nobody waits any more: the next token is the last

    def end(self) -> None:
        self.done.set()
        if self.told:
            self.told()


class Writer:
    """Writes the replies of all models that share a base, in one thread."""

    def __init__(self, decoder: Any, tokenizer: Any, model: Any) -> None:
        self.tokenizer = tokenizer
        self.replies = Replies(decoder, end_tokens(tokenizer, model))
        self.compiler: Compiler | None = None
        self.vocabulary, self.slow = model.config.vocab_size, unread(model.config, decoder.context)
        self.asked = threading.Condition()
        self.stopped = ""
        self.answered: Counter[int] = Counter()  # by voice
        self.thread = threading.Thread(target=self._answer, daemon=True)
        self.thread.start()

    def ask(self, request: Asked) -> None:
        with self.asked:
            if self.stopped:
                raise Refused(503, self.stopped)
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
            self.answered.update(request.voice for request in done if not (request.gone or request.fault))  # type: ignore[attr-defined]
            for request in done:
                request.end()  # type: ignore[attr-defined]
        for request in [*self.replies.drop(self.stopped), *self.replies.waiting]:
            request.fault = self.stopped
            request.end()  # type: ignore[attr-defined]

    def stop(self, why: str = "the server is stopping") -> None:
        with self.asked:
            self.stopped = why
            self.asked.notify()
        self.thread.join()


def refuse_faulty(request: Asked) -> None:
    if request.fault:
        # A schema that turns out too large while it is written to would do so again.
        raise Refused(400 if request.grammar and request.grammar.fault else 503, request.fault)


class Served:
    """One model: a voice of the writer's decoder, under its name."""

    def __init__(self, name: str, voice: int, writer: Writer, weights: str) -> None:
        self.name, self.voice, self.writer, self.tokenizer = name, voice, writer, writer.tokenizer
        self.digest, self.id = f"sha256:{weights}", f"{name}@{weights[:12]}"

    @property
    def answered(self) -> int:
        return self.writer.answered[self.voice]

    def reply(self, asked: dict[str, Any]) -> dict[str, Any]:
        """The whole answer, for an asker in this process."""
        request = self.begin(asked)
        request.done.wait()
        return self.whole(request, asked)

    def whole(self, request: Asked, asked: dict[str, Any]) -> dict[str, Any]:
        """The answer of a request that is done."""
        refuse_faulty(request)
        usage = {"prompt_tokens": len(request.prompt), "completion_tokens": len(request.reply)}
        choice = {
            "index": 0,
            "message": {"role": "assistant", "content": self.text(request, asked)},
            "logprobs": {"content": self.logprobs(request)} if asked.get("logprobs") else None,
            "finish_reason": request.finish,
        }
        return {**self._head("chat.completion"), "choices": [choice], "usage": {**usage, "total_tokens": sum(usage.values())}}

    async def stream(
        self, request: Asked, asked: dict[str, Any], done: Callable[[], Awaitable[bool]]
    ) -> AsyncIterator[dict[str, Any]]:
        """The answer in pieces, as its words come. `done` waits a moment and tells whether that was all."""
        head, said, told, over = self._head("chat.completion.chunk"), "", 0, False
        yield {**head, "choices": [{"index": 0, "delta": {"role": "assistant", "content": ""}, "finish_reason": None}]}
        while not over:
            over = await done()
            if over:
                refuse_faulty(request)
            text = self.text(request, asked)
            if not over:
                # What may still change: half a character, or the beginning of a text that stops the reply.
                longest = max((len(stop) for stop in stops_of(asked)), default=1) - 1
                text = text[: max(len(said), len(text) - longest)].rstrip("\ufffd")
            if over or len(text) > len(said):
                choice: dict[str, Any] = {"index": 0, "delta": {"content": text[len(said) :]}, "finish_reason": None}
                if asked.get("logprobs"):
                    tokens = self.logprobs(request, told)
                    choice["logprobs"], told = {"content": tokens}, told + len(tokens)
                yield {**head, "choices": [choice]}
                said = text
        yield {**head, "choices": [{"index": 0, "delta": {}, "finish_reason": request.finish}]}

    def begin(self, asked: dict[str, Any], told: Callable[[], None] | None = None) -> Asked:
        request = self._request(asked)
        request.told = told
        self.writer.ask(request)
        return request

    def text(self, request: Asked, asked: dict[str, Any]) -> str:
        text = self.tokenizer.decode(list(request.reply), skip_special_tokens=True)
        for stop in stops_of(asked):
            text = text.split(stop)[0]
        return text

    def logprobs(self, request: Asked, start: int = 0) -> list[dict[str, Any]]:
        told = []
        for token, logprob in zip(request.reply[start:], request.logprobs[start:], strict=False):
            word = self.tokenizer.decode([token])
            told.append({"token": word, "logprob": logprob, "bytes": list(word.encode()), "top_logprobs": []})
        return told

    def _head(self, kind: str) -> dict[str, Any]:
        return {"id": f"chatcmpl-{time.monotonic_ns()}", "object": kind, "created": int(time.time()), "model": self.id}

    def _request(self, asked: dict[str, Any]) -> Asked:
        for name in NOT_SERVED:
            if asked.get(name):
                raise Refused(400, f"{name}: not served here")
        if asked.get("n") not in (None, 1):
            raise Refused(400, "n: only one choice is made")
        for name in ("stream", "logprobs"):
            flag(asked, name)
        stops, schema = stops_of(asked), schema_of(asked)
        try:
            # As many tokens as hold a text that stops, if each has one byte of it, and some that it may share with what is before.
            tail = max((len(stop.encode()) for stop in stops), default=0) + 8
            request = Asked(
                prompt_tokens(self.tokenizer, messages_of(asked, self.writer.replies.decoder.context)),
                tokens_of(asked),
                temperature_of(asked),
                top_p_of(asked),
                whole(asked, "seed", 0),
                None if schema is None else self.writer.grammar(schema),
                self.voice,
            )
        except (TypeError, ValueError, OverflowError, KeyError, AttributeError, TemplateError) as error:
            raise Refused(400, f"a field is missing or of the wrong type: {error}") from None

        def over(reply: list[int]) -> bool:
            if not stops:
                return request.gone
            text = self.tokenizer.decode(reply[-tail:])
            return request.gone or any(stop in text for stop in stops)

        request.over = over
        return request


class Desk:
    """Who asks over HTTP, and what is answered."""

    def __init__(self, models: dict[str, Served]) -> None:
        self.models = models

    async def answer(self, method: str, path: str, body: bytes, caller: Caller) -> tuple[int, Any] | None:
        try:
            return await self._answer(method, path, body, caller)
        except Refused as refused:
            return refused.status, error_value(refused.status, str(refused))
        except TrainerError as error:
            return 400, error_value(400, str(error))
        except OSError:
            raise
        except Exception as error:
            return 500, error_value(500, explain(error))

    async def _answer(self, method: str, path: str, body: bytes, caller: Caller) -> tuple[int, Any] | None:
        match method, path:
            case "GET" | "HEAD", "/health":
                return 200, {"status": "ok"}
            case "GET" | "HEAD", "/v1/models":
                told = {"object": "model", "created": 0, "owned_by": "parley"}
                return 200, {
                    "object": "list",
                    "data": [{"id": n, **told, "digest": one.digest} for n, one in self.models.items()],
                }
            case "POST", "/v1/chat/completions":
                return await self._chat(body, caller)
        raise Refused(404, f"there is nothing at {method} {path}")

    async def _chat(self, body: bytes, caller: Caller) -> tuple[int, Any] | None:
        try:
            asked = json.loads(body, parse_constant=int)  # which takes no NaN
            if not isinstance(asked, dict):
                raise ValueError
        except (ValueError, RecursionError):
            raise Refused(400, "the body is not a JSON object") from None
        name = asked.get("model")
        if not isinstance(name, str) or name not in self.models:
            raise Refused(404, f"the model {name!r} is not served here, only {', '.join(self.models)}")
        model, loop = self.models[name], asyncio.get_running_loop()
        done = loop.create_future()
        request = model.begin(asked, lambda: loop.call_soon_threadsafe(done.set_result, None))
        try:
            if asked.get("stream"):
                return await self._stream(model, request, asked, lambda: caller.over(done, 0.02), caller)
            while not await caller.over(done):
                pass
            return 200, model.whole(request, asked)
        finally:
            request.gone = True

    async def _stream(
        self, model: Served, request: Asked, asked: dict[str, Any], done: Callable[[], Awaitable[bool]], caller: Caller
    ) -> None:
        await caller.begin_events()
        try:
            async for chunk in model.stream(request, asked, done):
                await caller.tell(json.dumps(chunk))
            await caller.tell("[DONE]")
        except Refused as refused:  # in the middle of the answer, where no status can be sent any more
            await caller.tell(json.dumps(error_value(refused.status, str(refused))))
        await caller.end_events()


@contextmanager
def serving(config: ServeConfig) -> Iterator[tuple[str, dict[str, Served]]]:
    """The server, listening as long as the context lasts: its address and its models."""
    models = open_models(config)
    try:
        sock = socket.create_server((config.host, config.port), backlog=1024, reuse_port=config.share_port)
    except OSError as error:
        raise ConfigError(f"port {config.port} is not to be had ({error.strerror}): set another `port`") from None
    loop, stopped = asyncio.new_event_loop(), asyncio.Event()
    door = attend(sock, Desk(models).answer, stopped, neighbours(config.host))
    thread = threading.Thread(target=loop.run_until_complete, args=[door], daemon=True)
    thread.start()
    try:
        yield f"http://{config.host}:{sock.getsockname()[1]}/v1", models
    finally:
        for one in models.values():
            one.writer.stop()
        loop.call_soon_threadsafe(stopped.set)
        thread.join()
        loop.close()


def open_models(config: ServeConfig) -> dict[str, Served]:
    device = pick_device()
    dtype = pick_dtype(config.precision, device, model_shape(config.model)["parameters"])
    model, tokenizer = load_base(config.model, dtype, device)
    # What a first prompt makes and later ones find made: hundreds of first prompts at once would each make it.
    prompt_tokens(tokenizer, [{"role": "user", "content": "x"}])
    base = hash_of(model.state_dict().items())
    decoder = open_decoder(model, rows=config.rows, context=config.context)
    voices: dict[str, tuple[int, str]] = {}
    for name, folder in {config.name: [], **config.adapters}.items():
        folders = [folder] if isinstance(folder, str) else folder
        voice, weights = 0, base
        if folders:
            attach(model, folders)
            voice = decoder.add(model)
            added = [(path, one) for path, one in model.named_modules() if isinstance(one, AdaptedLinear)]
            weights += hash_of((f"{path}.{side}", getattr(one, side)) for path, one in added for side in "ab")
            detach(model)
        voices[name] = (voice, hashlib.sha256(weights.encode()).hexdigest())
    writer = Writer(decoder, tokenizer, model)
    return {name: Served(name, voice, writer, weights) for name, (voice, weights) in voices.items()}


def hash_of(weights: Iterable[tuple[str, torch.Tensor]]) -> str:
    """A hash of the weights themselves, those of adapters as they are scaled: names, and files, may stay while they change."""
    digest = hashlib.sha256()
    for name, tensor in sorted(weights, key=itemgetter(0)):
        digest.update(f"{name} {tensor.dtype} {tuple(tensor.shape)}\n".encode())
        digest.update(memoryview(tensor.detach().cpu().contiguous().flatten().view(torch.uint8).numpy()))
    return digest.hexdigest()


def since(before: Work, now: Work) -> dict[str, Any]:
    """What was served in the last `EVERY` seconds. `rows`: how many replies were written at once, on average; first words are read."""
    steps, tokens, replies = now.steps - before.steps, now.tokens - before.tokens, now.replies - before.replies
    return {
        "replies": replies,
        "tokens": tokens,
        "replies_per_second": round(replies / EVERY, 2),
        "tokens_per_second": round(tokens / EVERY, 1),
        "rows": round((now.rows - before.rows) / max(steps, 1), 1),
        "prompt_tokens": now.prompt_tokens - before.prompt_tokens,
        "prompt_tokens_read": now.prompt_tokens_read - before.prompt_tokens_read,
        "reading_seconds": round(now.reading - before.reading, 2),
        "writing_seconds": round(now.writing - before.writing, 2),
    }


def is_crowded(told: dict[str, Any], rows: int) -> bool:
    """Whether games wait for rows and take each other's: then whole prompts are read again and again."""
    return told["rows"] >= 0.9 * rows and told["prompt_tokens_read"] > 0.5 * told["prompt_tokens"]


def run(config: ServeConfig, progress: Progress, *, dry: bool = False, resume: bool = False) -> dict[str, Any]:
    names = [config.name, *config.adapters]
    if dry:
        return {"recipe": "serve", "model": config.model, "models": names}
    over = threading.Event()
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, lambda *_: over.set())
    with serving(config) as (url, models):
        progress.say("serving", url=url, models={name: one.id for name, one in models.items()})
        if slow := next(iter(models.values())).writer.slow:
            says = "so it is answered one row at a time: for many games export it (kind: folder) and use vLLM, docs/VLLM.md"
            progress.say("note", says=f"{slow}; {says}")
        replies, before = next(iter(models.values())).writer.replies, Work()
        warned = False
        while not over.wait(EVERY):
            now = replace(replies.work)
            if now.tokens > before.tokens:
                told = since(before, now)
                progress.say("served", **told)
                # All is read once: in the first of these everybody begins.
                if before.tokens and not warned and is_crowded(told, config.rows):
                    warned = True
                    progress.say("note", says=CROWDED)
            before = now
        return {"answered": {name: one.answered for name, one in models.items()}}
