"""Hosted fine-tuning against a stand-in on this machine."""

import json
import threading
from http.server import BaseHTTPRequestHandler, HTTPServer

import pytest

from parley_trainer.__main__ import main
from parley_trainer.progress import read_lines


class StandIn(BaseHTTPRequestHandler):
    calls: list[tuple[str, str]] = []
    statuses = iter(())
    busy = 0

    def do_POST(self):
        body = self.rfile.read(int(self.headers["Content-Length"]))
        StandIn.calls.append(("POST", self.path))
        if StandIn.busy:
            StandIn.busy -= 1
            return self._reply(429, {"error": {"message": "slow down"}})
        if self.path == "/v1/files":
            assert b'name="purpose"\r\n\r\nfine-tune' in body and b"You buy." in body
            return self._reply(200, {"id": "file-1"})
        asked = json.loads(body)
        if asked["model"] == "unknown":
            return self._reply(400, {"error": {"message": "no such model"}})
        assert asked["training_file"] == "file-1" and asked["method"]["supervised"]["hyperparameters"] == {"n_epochs": 3}
        return self._reply(200, {"id": "job-1"})

    def do_GET(self):
        StandIn.calls.append(("GET", self.path))
        if "/events" in self.path:
            events = [{"id": f"e{i}", "created_at": i, "message": f"step {i}", "data": {"loss": 1 / i}} for i in (2, 1)]
            return self._reply(200, {"data": events})
        status = next(StandIn.statuses)
        error = {"message": "the file is bad"} if status == "failed" else None
        return self._reply(200, {"id": "job-1", "status": status, "fine_tuned_model": "ft:x", "error": error})

    def _reply(self, code, value):
        assert self.headers["Authorization"] == "Bearer key-for-tests"
        data = json.dumps(value).encode()
        self.send_response(code)
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)

    def log_message(self, *_):
        pass


@pytest.fixture
def stand_in(monkeypatch):
    server = HTTPServer(("127.0.0.1", 0), StandIn)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    monkeypatch.setenv("OPENAI_API_KEY", "key-for-tests")
    monkeypatch.setenv("OPENAI_BASE_URL", f"http://127.0.0.1:{server.server_port}/v1")
    monkeypatch.setenv("PARLEY_RETRY_SECONDS", "0.01")
    StandIn.calls, StandIn.busy, StandIn.statuses = [], 0, iter(["running", "succeeded"])
    yield StandIn
    server.shutdown()


def run(tmp_path, chats, *more, **changes):
    path = tmp_path / "openai.json"
    path.write_text(
        json.dumps({"model": "gpt-x", "rows": str(chats), "output": str(tmp_path / "run"), "wait_seconds": 0.01, **changes})
    )
    return main(["openai", "--config", str(path), *more])


def test_file_job_events_model(tmp_path, chats, stand_in):
    stand_in.busy = 2  # a busy provider is asked again
    assert run(tmp_path, chats) == 0
    lines = read_lines(tmp_path / "run/progress.jsonl")
    assert [line["says"] for line in lines if line["event"] == "hosted"] == ["step 1", "step 2"]
    assert lines[-1]["model"] == "openai/ft:x"
    assert "key-for-tests" not in (tmp_path / "run/progress.jsonl").read_text() + (tmp_path / "run/job.json").read_text()


def test_a_stopped_run_goes_on_with_the_same_job(tmp_path, chats, stand_in):
    stand_in.statuses = iter([])  # the server dies while the job runs
    assert run(tmp_path, chats) == 1
    uploads = stand_in.calls.count(("POST", "/v1/files"))
    stand_in.statuses = iter(["succeeded"])
    assert run(tmp_path, chats, "--resume") == 0
    assert stand_in.calls.count(("POST", "/v1/files")) == uploads == 1
    assert stand_in.calls.count(("POST", "/v1/fine_tuning/jobs")) == 1


def test_refusals_and_failures_are_one_sentence(tmp_path, chats, stand_in, capsys, monkeypatch):
    assert run(tmp_path, chats, model="unknown") == 1
    assert "the provider refused POST /fine_tuning/jobs with 400: no such model" in capsys.readouterr().out
    stand_in.statuses = iter(["failed"])
    assert run(tmp_path, chats, output=str(tmp_path / "second")) == 1
    assert "the job job-1 failed: the file is bad" in capsys.readouterr().out
    monkeypatch.delenv("OPENAI_API_KEY")
    assert run(tmp_path, chats, output=str(tmp_path / "third")) == 2
    assert "OPENAI_API_KEY is not set" in capsys.readouterr().out


def test_a_dry_run_needs_no_key_and_calls_nobody(tmp_path, chats, stand_in, monkeypatch, capsys):
    monkeypatch.delenv("OPENAI_API_KEY")
    assert run(tmp_path, chats, "--dry-run", price_per_million_tokens=25.0) == 0
    said = json.loads(capsys.readouterr().out)
    assert (
        said["examples"] == 40 and said["price"] == pytest.approx(said["tokens"] / 1e6 * 25, abs=0.006) and not stand_in.calls
    )
