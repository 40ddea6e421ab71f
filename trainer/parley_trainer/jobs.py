"""Training on Hugging Face Jobs: everything is checked before anything is sent, and nothing is sent or paid for twice.

The configuration names the place under `job`: repo (OWNER/NAME, where inputs and results lie), flavor (the machine), image, minutes.
Stages: check (token, rows, repository), upload the inputs one by one under names that hold their hash (one that is there is
skipped), start the job unless its result is there, and pass its log on line by line until it ends. A busy answer (429), to whichever
call, is waited out as long as it asks. The Hub is behind `Hub`, so that a test can stand in for it.
"""

import hashlib
import json
import os
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol, cast

from .errors import ConfigError, TrainerError
from .progress import Progress
from .rows import file_hash
from .sync import asked_wait, is_busy, with_retry

TRAINER = Path(__file__).resolve().parents[1]
INPUTS = ("rows", "validation")


@dataclass
class JobSettings:
    """Where and on what a job runs."""

    repo: str
    flavor: str = "a10g-small"
    image: str = "pytorch/pytorch:latest"
    minutes: int = 120


class Hub(Protocol):
    def whoami(self) -> str: ...
    def ensure_repo(self, repo: str) -> None: ...
    def exists(self, repo: str, path: str) -> bool: ...
    def upload(self, repo: str, file: Path, path: str) -> None: ...
    def run(self, settings: JobSettings, command: list[str]) -> str: ...
    def stage(self, job: str) -> str: ...
    def log(self, job: str) -> Iterator[str]: ...  # line by line, as long as the job runs


class Patient:
    """A Hub whose busy answers (429) are waited out, whatever was asked. Other faults are the caller's."""

    def __init__(self, hub: Hub, sleep: Callable[[float], None], most_seconds: float = 3600.0) -> None:
        self.hub, self.sleep, self.most = hub, sleep, most_seconds

    def __getattr__(self, name: str) -> Any:
        def call(*given: Any) -> Any:
            waited = 0.0
            while True:
                try:
                    return getattr(self.hub, name)(*given)
                except Exception as error:
                    # Without a word on how long, a minute: submits that come too fast are held off for some minutes.
                    pause = asked_wait(error) or 60.0
                    if not is_busy(error) or waited + pause > self.most:
                        raise
                    self.sleep(pause)
                    waited += pause

        return call


def launch(
    recipe: str,
    values: dict[str, Any],
    settings: JobSettings,
    hub: Hub,
    progress: Progress,
    sleep: Callable[[float], None] = time.sleep,
) -> dict[str, Any]:
    """Run a recipe there; returns where its result lies."""
    hub = cast(Hub, Patient(hub, sleep))
    _check(values, settings, hub)
    inputs = {key: Path(values[key]) for key in INPUTS if values.get(key)}
    remote = dict(values)
    for key, file in inputs.items():
        remote[key] = f"inputs/{file_hash(file)[:16]}-{file.name}"
        _send(hub, settings.repo, file, remote[key], progress, sleep)
    code = _code_files()
    digest = hashlib.sha256()
    for path, file in code.items():
        digest.update(f"{path}:{file_hash(file)}\n".encode())
    place = f"trainer/{digest.hexdigest()[:16]}"
    for path, file in code.items():
        _send(hub, settings.repo, file, f"{place}/{path}", progress, sleep)
    name = hashlib.sha256(json.dumps({"recipe": recipe, "trainer": place, **remote}, sort_keys=True).encode()).hexdigest()[:16]
    remote["output"], remote["sync_to"] = f"outputs/{name}", f"hub:{settings.repo}"
    result = f"outputs/{name}/card.json"
    if hub.exists(settings.repo, result):
        progress.say("note", says=f"{settings.repo}/{result} is there already: nothing to do")
        return {"repo": settings.repo, "result": result, "skipped": True}
    config = Path(os.environ.get("TMPDIR", "/tmp")) / f"parley-{name}.json"
    config.write_text(json.dumps(remote), encoding="utf-8")
    _send(hub, settings.repo, config, f"configs/{name}.json", progress, sleep)
    started: list[str] = []
    asked = command(settings.repo, recipe, place, name, values.get("engine"))
    error = with_retry(lambda: started.append(hub.run(settings, asked)), sleep=sleep)
    if error:
        raise TrainerError(f"the job could not be started ({error}): the inputs are uploaded, so run the same command again")
    progress.say("note", says=f"the job {started[0]} runs on {settings.flavor}")
    stage = _follow(hub, started[0], progress, sleep)
    if stage != "COMPLETED":
        raise TrainerError(f"the job {started[0]} ended as {stage}: its log says why; what it had saved is in {settings.repo}")
    return {"repo": settings.repo, "result": result, "job": started[0]}


def _follow(hub: Hub, job: str, progress: Progress, sleep: Callable[[float], None]) -> str:
    """How the job ended. Its log is passed on while it runs; a stream that breaks off is taken up where it was."""
    told = 0
    while True:
        try:
            for number, line in enumerate(hub.log(job)):
                if number >= told:
                    told += 1
                    progress.say("job_log", says=line)
        except Exception as error:
            progress.say("note", says=f"the log of {job} broke off ({error}) and is asked for again")
        if (stage := hub.stage(job)) in ("COMPLETED", "ERROR", "CANCELED"):
            return stage
        sleep(30)


def command(repo: str, recipe: str, place: str, name: str, engine: str | None = None) -> list[str]:
    """What the machine there does: fetch, train, and put the result back, whether or not the training came to its end."""
    packages = "requirements-trl.txt" if engine == "trl" else "requirements.txt"
    steps = [
        "set -e",
        "pip install -q huggingface_hub",
        f"hf download {repo} --local-dir work",
        "cd work",
        f"pip install -q -r {place}/{packages}",
        f"PYTHONPATH={place} python -m parley_trainer {recipe} --config configs/{name}.json --resume || code=$?",
        f"hf upload {repo} outputs/{name} outputs/{name}",
        "exit ${code:-0}",
    ]
    return ["bash", "-c", "\n".join(steps)]


def _check(values: dict[str, Any], settings: JobSettings, hub: Hub) -> None:
    if settings.repo.count("/") != 1:
        raise ConfigError(f"job.repo is OWNER/NAME, got {settings.repo}")
    for key in INPUTS:
        if values.get(key) and not Path(values[key]).exists():
            raise ConfigError(f"there is no file {values[key]} ({key}): nothing was sent")
    try:
        hub.whoami()
    except Exception as error:
        raise ConfigError(f"the Hub does not know you ({error}): set HF_TOKEN; nothing was sent") from None
    hub.ensure_repo(settings.repo)


def _send(hub: Hub, repo: str, file: Path, path: str, progress: Progress, sleep: Callable[[float], None]) -> None:
    if hub.exists(repo, path):
        return
    error = with_retry(lambda: hub.upload(repo, file, path), sleep=sleep)
    if error:
        raise TrainerError(f"{file.name} could not be uploaded ({error}): run again, what is there is not sent twice")
    progress.say("uploaded", file=path)


def _code_files() -> dict[str, Path]:
    files = [*sorted(TRAINER.glob("requirements*.txt")), *sorted((TRAINER / "parley_trainer").rglob("*.py"))]
    return {str(file.relative_to(TRAINER)): file for file in files}


class HuggingFace:
    """The real one."""

    def __init__(self) -> None:
        from huggingface_hub import HfApi

        self.token = os.environ.get("HF_TOKEN") or os.environ.get("HUGGINGFACE_TOKEN")
        self.api = HfApi(token=self.token)

    def whoami(self) -> str:
        return str(self.api.whoami()["name"])

    def ensure_repo(self, repo: str) -> None:
        self.api.create_repo(repo, private=True, exist_ok=True)

    def exists(self, repo: str, path: str) -> bool:
        return bool(self.api.file_exists(repo, path))

    def upload(self, repo: str, file: Path, path: str) -> None:
        self.api.upload_file(path_or_fileobj=str(file), path_in_repo=path, repo_id=repo)

    def run(self, settings: JobSettings, command: list[str]) -> str:
        secrets = {"HF_TOKEN": self.token or ""}
        job = self.api.run_job(
            image=settings.image, command=command, flavor=settings.flavor, secrets=secrets, timeout=f"{settings.minutes}m"
        )
        return str(job.id)

    def log(self, job: str) -> Iterator[str]:
        return iter(self.api.fetch_job_logs(job_id=job, follow=True))

    def stage(self, job: str) -> str:
        return str(self.api.inspect_job(job_id=job).status.stage)
