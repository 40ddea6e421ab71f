"""Hugging Face Jobs, with a stand-in for the Hub."""

import pytest

from parley_trainer.errors import ConfigError, TrainerError
from parley_trainer.jobs import JobSettings, launch
from parley_trainer.progress import Progress


class Busy(Exception):
    headers = {"Retry-After": "7"}


class StandIn:
    def __init__(self, known=True, stages=("RUNNING", "COMPLETED"), busy=0):
        self.known, self.stages, self.busy = known, iter(stages), busy
        self.files, self.uploads, self.jobs = {}, [], []

    def whoami(self):
        if not self.known:
            raise PermissionError("401")
        return "me"

    def ensure_repo(self, repo):
        self.repo = repo

    def exists(self, _repo, path):
        return path in self.files

    def upload(self, _repo, file, path):
        if self.busy:
            self.busy -= 1
            raise Busy
        self.uploads.append(path)
        self.files[path] = file.read_bytes()

    def run(self, settings, command):
        self.jobs.append((settings.flavor, command))
        return "job-1"

    def stage(self, _job):
        return next(self.stages)


def start(chats, hub, waits=None):
    values = {"model": "toy", "rows": str(chats), "output": "x", "validation": None}
    sleep = (waits if waits is not None else []).append
    return launch("sft", values, JobSettings("me/runs"), hub, Progress(quiet=True), sleep)


def test_inputs_go_up_one_by_one_and_the_job_is_waited_for(chats):
    hub, waits = StandIn(busy=1), []
    found = start(chats, hub, waits)
    assert found["job"] == "job-1" and waits == [7.0, 30]  # the 429 was waited out as it asked, then one look at the job
    assert hub.uploads[0].startswith("inputs/") and hub.uploads[0].endswith("-chats.jsonl")
    assert any(path.endswith("/parley_trainer/loop.py") for path in hub.uploads)
    (flavor, (_, _, script)) = hub.jobs[0]
    assert flavor == "a10g-small" and "parley_trainer sft --config configs/" in script


def test_what_is_there_is_neither_sent_nor_done_again(chats):
    hub = StandIn(stages=("COMPLETED", "COMPLETED"))
    found = start(chats, hub)
    sent = len(hub.uploads)
    start(chats, hub)
    assert len(hub.uploads) == sent and len(hub.jobs) == 2
    hub.files[found["result"]] = b"{}"
    assert start(chats, hub)["skipped"] and len(hub.jobs) == 2


def test_everything_is_checked_before_anything_is_sent(chats, tmp_path):
    hub = StandIn(known=False)
    with pytest.raises(ConfigError, match="the Hub does not know you .*HF_TOKEN; nothing was sent"):
        start(chats, hub)
    with pytest.raises(ConfigError, match="there is no file .*nothing was sent"):
        start(tmp_path / "absent.jsonl", StandIn())
    assert not hub.uploads


def test_a_failed_job_is_one_sentence(chats):
    with pytest.raises(TrainerError, match="the job job-1 ended as ERROR"):
        start(chats, StandIn(stages=("ERROR",)))
