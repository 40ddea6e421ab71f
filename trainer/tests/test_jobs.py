"""Hugging Face Jobs, with a stand-in for the Hub."""

import json

import pytest

from parley_trainer.errors import ConfigError, TrainerError
from parley_trainer.jobs import JobSettings, launch
from parley_trainer.progress import Progress


class Busy(Exception):
    status_code = 429
    headers = {"Retry-After": "7"}


class StandIn:
    def __init__(self, known=True, stages=("RUNNING", "COMPLETED"), busy=0):
        self.known, self.stages, self.busy = known, iter(stages), busy
        self.lines, self.breaks = ["step 1", "step 2", "done"], 0
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

    def log(self, _job):
        for line in self.lines:
            yield line
            if self.breaks:
                self.breaks -= 1
                raise ConnectionError("the stream was cut")

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


@pytest.mark.parametrize("call", ["whoami", "ensure_repo", "exists", "upload", "run", "stage", "log"])
def test_a_busy_answer_to_any_call_is_waited_out(chats, call):
    hub, waits = StandIn(stages=("COMPLETED",)), []
    real, calls = getattr(hub, call), []

    def busy_twice(*given):
        calls.append(given)
        if len(calls) < 3:
            raise Busy
        return real(*given)

    setattr(hub, call, busy_twice)
    assert start(chats, hub, waits)["job"] == "job-1"
    assert waits[:2] == [7.0, 7.0]


def test_the_log_is_passed_on_line_by_line_and_taken_up_after_a_break(chats, capsys):
    hub = StandIn(stages=("RUNNING", "COMPLETED"))
    hub.breaks = 1
    launch("sft", {"model": "toy", "rows": str(chats), "output": "x"}, JobSettings("me/runs"), hub, Progress(), lambda _: None)
    said = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [one["says"] for one in said if one["event"] == "job_log"] == ["step 1", "step 2", "done"]
    assert any("broke off (the stream was cut)" in one.get("says", "") for one in said)


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


def test_pairs_go_up_one_by_one_as_they_are_made_and_a_second_run_sends_only_what_is_missing(tmp_path):
    from parley_trainer.recipes.pairs import PairsConfig, upload

    rows = tmp_path / "pairs.jsonl"
    pairs = [{"prompt": "p", "chosen": f"yes {i}", "rejected": "no"} for i in range(4)]

    def write(count, *more):
        rows.write_text("".join(json.dumps(pair) + "\n" for pair in pairs[:count]) + "".join(more))

    hub, counts = StandIn(busy=1), []
    write(2, '{"prompt": "p", "cho')  # a line that is being written

    def sleep(seconds):
        if seconds != 7.0:  # the 429, which is waited out
            counts.append(len(hub.uploads))
            write(3)

    config = PairsConfig(rows=str(rows), repo="me/runs", idle_seconds=10)
    assert upload(config, hub, Progress(quiet=True), sleep) == {"repo": "me/runs", "sent": 3, "there_before": 0}
    assert counts[0] == 2  # the first two were there before the third was made
    write(4)
    again = upload(PairsConfig(rows=str(rows), repo="me/runs"), hub, Progress(quiet=True), sleep)
    assert again == {"repo": "me/runs", "sent": 1, "there_before": 3} and len(set(hub.uploads)) == 4
    assert json.loads(hub.files[hub.uploads[2]])["chosen"] == "yes 2"
