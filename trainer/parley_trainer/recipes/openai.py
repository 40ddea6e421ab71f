"""openai: hosted fine-tuning: the file is uploaded, a job made, its events passed on until it ends.

The key comes from OPENAI_API_KEY, never from a file; the address from OPENAI_BASE_URL. What was done is kept in `output`/job.json as
soon as it is done, so a run that was stopped goes on with the same file and the same job and pays for neither twice.
"""

import json
import os
import time
import urllib.error
import urllib.request
import uuid
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ..errors import ConfigError, TrainerError
from ..progress import Progress
from ..rows import check_messages, file_hash, load_rows
from ..sync import with_retry
from ..verdict import write_verdict

ENDED = ("succeeded", "failed", "cancelled")


@dataclass
class OpenaiConfig:
    """Settings of openai. `rows` are chat rows as parley data convert --format openai writes them."""

    model: str
    rows: str
    output: str
    validation: str | None = None
    epochs: int = 3
    suffix: str = "parley"
    seed: int = 42
    wait_seconds: float = 20.0
    price_per_million_tokens: float | None = None


def run(config: OpenaiConfig, progress: Progress, *, dry: bool = False, resume: bool = False) -> dict[str, Any]:
    for path in filter(None, (config.rows, config.validation)):
        for number, row in enumerate(load_rows(path, ["messages"]), 1):
            check_messages(row, f"{path}, row {number}")
    # Four characters a token is the provider's own rule of thumb; its bill counts its own tokens.
    tokens = round(Path(config.rows).stat().st_size / 4) * config.epochs
    price = config.price_per_million_tokens
    plan = {
        "recipe": "openai",
        "model": config.model,
        "examples": len(load_rows(config.rows, ["messages"])),
        "tokens": tokens,
        "price": None if price is None else round(tokens / 1e6 * price, 2),
        "price_note": "set price_per_million_tokens for a price" if price is None else "tokens times price",
    }
    if dry:
        return plan
    key = os.environ.get("OPENAI_API_KEY")
    if not key:
        raise ConfigError("OPENAI_API_KEY is not set: hosted fine-tuning needs a key in the environment")
    progress.say("plan", **plan)
    client = Client(os.environ.get("OPENAI_BASE_URL", "https://api.openai.com/v1"), key)
    folder = Path(config.output)
    kept = Kept(folder / "job.json")
    for name, path in (("training_file", config.rows), ("validation_file", config.validation)):
        if path and name not in kept.values:
            kept.keep(name, client.upload(Path(path)))
            progress.say("uploaded", file=name, id=kept.values[name])
    if "job" not in kept.values:
        asked = {"model": config.model, "suffix": config.suffix, "seed": config.seed}
        asked |= {name: kept.values[name] for name in ("training_file", "validation_file") if name in kept.values}
        asked["method"] = {"type": "supervised", "supervised": {"hyperparameters": {"n_epochs": config.epochs}}}
        kept.keep("job", client.call("POST", "/fine_tuning/jobs", asked)["id"])
    job = _follow(config, client, kept.values["job"], progress)
    if job["status"] != "succeeded":
        reason = (job.get("error") or {}).get("message") or "it gave no reason"
        raise TrainerError(f"the job {job['id']} {job['status']}: {reason}")
    kept.keep("fine_tuned_model", job["fine_tuned_model"])
    card = {"name": config.suffix, "recipe": "openai", "base": config.model, "data": file_hash(config.rows), **kept.values}
    (folder / "hosted.json").write_text(json.dumps(card, indent=2) + "\n", encoding="utf-8")
    question = "does the hosted model beat its base, prompt for prompt?"
    write_verdict(folder, "openai", config.model, question, trained=f"openai/{job['fine_tuned_model']}")
    return {"model": f"openai/{job['fine_tuned_model']}", "job": job["id"], "verdict": question}


def _follow(config: OpenaiConfig, client: "Client", job_id: str, progress: Progress) -> dict[str, Any]:
    """The job when it has ended; every event is said once, the oldest first."""
    said: set[str] = set()
    while True:
        job = client.call("GET", f"/fine_tuning/jobs/{job_id}")
        events = client.call("GET", f"/fine_tuning/jobs/{job_id}/events?limit=100")["data"]
        for event in sorted(events, key=lambda one: one["created_at"]):
            if event["id"] not in said:
                said.add(event["id"])
                progress.say("hosted", says=event["message"], data=event.get("data"))
        if job["status"] in ENDED:
            return job
        time.sleep(config.wait_seconds)


class Kept:
    """What was done, on disk as soon as it is done."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.values: dict[str, str] = json.loads(path.read_text(encoding="utf-8")) if path.exists() else {}

    def keep(self, name: str, value: str) -> None:
        self.values[name] = value
        part = self.path.with_suffix(".part")
        part.write_text(json.dumps(self.values), encoding="utf-8")
        part.replace(self.path)


class Client:
    def __init__(self, base: str, key: str) -> None:
        self.base, self.key = base.rstrip("/"), key

    def call(self, method: str, path: str, body: Any = None) -> dict[str, Any]:
        data = None if body is None else json.dumps(body).encode()
        return self._send(method, path, data, "application/json")

    def upload(self, path: Path) -> str:
        line = uuid.uuid4().hex
        parts = [
            f'--{line}\r\nContent-Disposition: form-data; name="purpose"\r\n\r\nfine-tune\r\n',
            f'--{line}\r\nContent-Disposition: form-data; name="file"; filename="{path.name}"\r\n'
            "Content-Type: application/jsonl\r\n\r\n",
        ]
        body = "".join(parts).encode() + path.read_bytes() + f"\r\n--{line}--\r\n".encode()
        return self._send("POST", "/files", body, f"multipart/form-data; boundary={line}")["id"]

    def _send(self, method: str, path: str, data: bytes | None, kind: str) -> dict[str, Any]:
        """Tried again where the server is busy or down; a refusal is its own sentence."""
        found: dict[str, Any] = {}
        refusal: list[TrainerError] = []

        def work() -> None:
            request = urllib.request.Request(self.base + path, data, method=method)
            request.add_header("Authorization", f"Bearer {self.key}")
            request.add_header("Content-Type", kind)
            try:
                with urllib.request.urlopen(request, timeout=120) as reply:
                    found.update(json.loads(reply.read()))
            except urllib.error.HTTPError as error:
                if error.code != 429 and error.code < 500:
                    refusal.append(TrainerError(f"the provider refused {method} {path} with {error.code}: {_reason(error)}"))
                    return
                raise

        error = with_retry(work, tries=4, wait=float(os.environ.get("PARLEY_RETRY_SECONDS", "2")))
        if refusal:
            raise refusal[0]
        if error:
            raise error
        return found


def _reason(error: urllib.error.HTTPError) -> str:
    try:
        return str(json.loads(error.read())["error"]["message"])
    except (ValueError, KeyError, TypeError):
        return "it gave no reason"
