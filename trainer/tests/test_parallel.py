"""Several processes: where each sits, and that two of them on the CPU (gloo) make the update that one makes of the same batch."""

import json
import os
import socket
import subprocess
import sys
from pathlib import Path

import pytest
import torch
from safetensors.torch import load_file

from parley_trainer.errors import ConfigError
from parley_trainer.parallel import Place, placement
from parley_trainer.progress import read_lines

HERE = Path(__file__).parent


def test_each_process_has_the_card_of_its_local_rank():
    launched = {"WORLD_SIZE": "8", "RANK": "6", "LOCAL_RANK": "2"}  # the second machine of two with four cards each
    assert placement(launched, 4) == Place(6, 8, torch.device("cuda:2"))
    assert placement({}, 4) == Place(0, 1, torch.device("cuda:0"))
    assert placement({"WORLD_SIZE": "2", "RANK": "1"}, 2) == Place(1, 2, torch.device("cuda:1"))
    assert placement({"WORLD_SIZE": "2", "RANK": "1"}, 0) == Place(1, 2, torch.device("cpu"))
    with pytest.raises(ConfigError, match="process 2 of this machine has no card, there are 2: start 2 processes here at most"):
        placement({"WORLD_SIZE": "4", "RANK": "2", "LOCAL_RANK": "2"}, 2)


def test_a_model_is_loaded_onto_its_own_card_before_any_group_is_made(monkeypatch):
    from parley_trainer import base

    monkeypatch.setenv("WORLD_SIZE", "4")
    monkeypatch.setenv("RANK", "3")
    monkeypatch.setenv("LOCAL_RANK", "3")
    monkeypatch.setattr(torch.cuda, "is_available", lambda: True)
    monkeypatch.setattr(torch.cuda, "device_count", lambda: 4)
    chosen = []
    monkeypatch.setattr(torch.cuda, "set_device", chosen.append)
    assert base.pick_device() == torch.device("cuda:3") and chosen == [torch.device("cuda:3")]


def test_shares_are_everybody_once():
    items = list(range(7))
    shares = [Place(rank, 3, torch.device("cpu")).share(items) for rank in range(3)]
    assert shares == [[0, 3, 6], [1, 4], [2, 5]]


def rows_of(recipe: str, folder: Path, chats: Path) -> dict:
    path = folder / f"{recipe}.jsonl"
    if recipe == "sft":
        return {"rows": str(chats), "dropout": 0.0}
    if recipe == "dpo":
        rows = [
            {"prompt": f"I ask {i}.", "chosen": f"I offer {i}{' now' * (i % 3)}.", "rejected": "I walk."} for i in range(20)
        ]
    elif recipe == "grpo":
        rows = [{"task": "price-wide", "seat": "buyer", "opponent": "clean:hardliner", "seed": i} for i in range(6)]
    else:
        from test_janus import ROW

        more = [{"trajectory_id": f"t{i}", "split_trajectory": "validation" if i % 6 == 1 else "train"} for i in range(30)]
        rows = [{**ROW, **one, "rho_train": -1.0 if i % 5 == 0 else i % 10 / 10} for i, one in enumerate(more)]
    path.write_text("".join(json.dumps(row) + "\n" for row in rows))
    return {"rows": str(path), **EXTRA[recipe]}


EXTRA = {
    "dpo": {"batch": 5},
    "grpo": {"group": 8, "groups": 3, "max_tokens": 6, "context": 256, "chunks": 2, "schema": False, "temperature": 1.0},
    "janus": {"batch": 5, "dropout": 0.0, "eval_steps": 4, "separation": 5.0, "smoothness": 5.0},
}


@pytest.fixture(scope="module")
def warm(tmp_path_factory):
    """A Python that forks for each process, so that torch is loaded once."""
    path = str(tmp_path_factory.mktemp("warm") / "s")
    command = [sys.executable, str(HERE / "warm_python.py"), "serve", path]
    env = {**os.environ, "PYTHONPATH": str(HERE.parent), "OMP_NUM_THREADS": "1"}
    with subprocess.Popen(command, env=env, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as server:
        assert server.stdin and server.stdout and server.stdout.readline() == "ready\n"
        yield path
        server.stdin.close()


def train(recipe: str, folder: Path, chats: Path, processes: int, warm: str) -> Path:
    run = folder / f"run-{processes}"
    values = {
        **{"model": "toy", "output": str(run), "rank": 4, "max_steps": 2, "lr": 1e-2, "log_every": 1, "tensorboard": False},
        **({} if recipe == "grpo" else {"accumulate": 2, "batch": 5}),
        **rows_of(recipe, folder, chats),
    }
    config = folder / f"{recipe}-{processes}.json"
    config.write_text(json.dumps(values))
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    around = {
        "MASTER_ADDR": "127.0.0.1",
        "MASTER_PORT": str(port),
        "WORLD_SIZE": str(processes),
        "PYTHONPATH": str(HERE.parent),
    }
    workers = [
        subprocess.Popen(
            [sys.executable, str(HERE / "warm_python.py"), "call", warm, str(HERE / "two_processes.py"), recipe, str(config)],
            env={**os.environ, **around, "RANK": str(rank), "LOCAL_RANK": str(rank), "OMP_NUM_THREADS": "1"},
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
        )
        for rank in range(processes)
    ]  # fmt: skip
    said = [worker.communicate(timeout=240) for worker in workers]
    assert [worker.returncode for worker in workers] == [0] * processes, said
    return run


@pytest.mark.parametrize("recipe", ["sft", "dpo", "grpo", "janus"])
def test_two_processes_make_the_update_of_one(tmp_path, chats, recipe, warm):
    one, two = (train(recipe, tmp_path, chats, processes, warm) for processes in (1, 2))
    name = "dial_model.safetensors" if recipe == "janus" else "adapter_model.safetensors"
    steps = [[line for line in read_lines(run / "progress.jsonl") if line["event"] == "step"] for run in (one, two)]
    assert [line["loss"] for line in steps[1]] == pytest.approx([line["loss"] for line in steps[0]], rel=1e-4, abs=1e-6)
    assert [line["grad_norm"] for line in steps[1]] == pytest.approx([line["grad_norm"] for line in steps[0]], rel=1e-3)
    adapters = [load_file(run / "adapter" / name) for run in (one, two)]
    assert adapters[0].keys() == adapters[1].keys()
    moved = sum(float(one.abs().sum()) for key, one in adapters[0].items() if "lora_B" in key)
    apart = sum(float((adapters[0][key] - adapters[1][key]).abs().sum()) for key in adapters[0])
    assert moved > 0 and apart < 1e-2 * moved
    # What is reported is of both together, and the card is written once, whole.
    for key in ("accuracy", "margin", "reward_mean", "zero_gradient_share", "entropy", "mismatch_tv", "separation"):
        if key in steps[0][0]:
            assert steps[1][0][key] == pytest.approx(steps[0][0][key], rel=1e-3, abs=1e-4), key
    assert json.loads((two / "card.json").read_text())["recipe"] == recipe and (two / "verdict.json").exists()
