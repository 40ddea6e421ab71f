"""sft end to end on a toy model: what is logged, kept and resumed."""

import json
import math
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest
import torch

from parley_trainer.__main__ import main
from parley_trainer.config import make_config
from parley_trainer.errors import explain
from parley_trainer.progress import Progress, read_lines
from parley_trainer.recipes.sft import PRESETS, SftConfig, SftTask


def settings(tmp_path: Path, chats: Path, **changes):
    values = {
        "model": "toy",
        "rows": str(chats),
        "output": str(tmp_path / "run"),
        "batch": 4,
        "accumulate": 2,
        "max_steps": 12,
        "max_length": 128,
        "rank": 4,
        "alpha": 8,
        "dropout": 0.1,
        "lr": 1e-2,
        "cycles": 2,
        "layer_decay": 0.95,
        "log_every": 1,
        "eval_every": 4,
        "save_every": 4,
        **changes,
    }
    path = tmp_path / "config.json"
    path.write_text(json.dumps(values))
    return path


def run(path: Path, *more: str) -> int:
    return main(["sft", "--config", str(path), *more])


def lines(tmp_path: Path, event: str, output: str = "run"):
    return [line for line in read_lines(tmp_path / output / "progress.jsonl") if line["event"] == event]


TIMED = ("steps_per_second", "samples_per_second", "memory_gb", "memory_peak_gb", "memory_delta_gb")


def curve(tmp_path: Path, output: str = "run"):
    kept = [line for line in read_lines(tmp_path / output / "progress.jsonl") if line["event"] in ("step", "validation")]
    return [{key: value for key, value in line.items() if key not in TIMED} for line in kept]


def test_it_learns_and_leaves_everything_a_reader_needs(tmp_path, chats):
    assert run(settings(tmp_path, chats)) == 0
    steps = lines(tmp_path, "step")
    assert len(steps) == 12 and steps[-1]["loss"] < steps[0]["loss"]
    # Two cycles of six steps: the logged rate restarts.
    rates = [line["lr"]["layer_01"] for line in steps]
    assert rates[5] < rates[6] == rates[0]
    assert [line["step"] for line in lines(tmp_path, "cycle")] == [7]
    assert steps[0]["lr"]["layer_00"] == pytest.approx(0.95 * steps[0]["lr"]["layer_01"])
    for name in ("ema", "steps_since_improvement", "grad_norm", *TIMED):
        assert name in steps[0]
    validations = lines(tmp_path, "validation")
    assert [line["step"] for line in validations] == [4, 8, 12]
    assert validations[0]["perplexity"] == pytest.approx(math.exp(validations[0]["validation_loss"]))
    best = min(validations, key=lambda line: line["validation_loss"])
    card = json.loads((tmp_path / "run/card.json").read_text())
    assert card["measured"]["best_step"] == best["step"] and len(card["fingerprint"]) == 64
    assert lines(tmp_path, "best_ema")
    assert json.loads((tmp_path / "run/verdict.json").read_text())["controls"] == ["random", "null"]
    assert list((tmp_path / "run/tensorboard").iterdir())
    assert sorted(one.name for one in (tmp_path / "run").glob("checkpoint-*")) == ["checkpoint-12", "checkpoint-8"]


def test_the_best_adapter_is_kept_and_not_the_last(tmp_path, chats, monkeypatch):
    from safetensors.torch import load_file

    found = iter([3.0, 1.0, 2.0])
    monkeypatch.setattr("parley_trainer.recipes.sft.SftTask.validate", lambda _self: {"loss": next(found)})
    assert run(settings(tmp_path, chats, max_steps=3, eval_every=1, save_every=1, keep=1)) == 0
    kept, second, last = (
        load_file(tmp_path / "run" / one / "adapter_model.safetensors") for one in ("adapter", "checkpoint-2", "checkpoint-3")
    )
    assert all(torch.equal(kept[name], second[name]) for name in kept)
    assert any(not torch.equal(kept[name], last[name]) for name in kept)
    assert not (tmp_path / "run/checkpoint-1").exists()  # keep: 1, and the best


def test_what_steps_keep_for_themselves_is_given_back_before_a_validation(tmp_path, chats, monkeypatch):
    done = []
    validate = SftTask.validate
    monkeypatch.setattr("parley_trainer.loop.clean_up", lambda: done.append("clean up"))
    monkeypatch.setattr(SftTask, "validate", lambda task: done.append("validate") or validate(task))
    assert run(settings(tmp_path, chats, max_steps=1, eval_every=1)) == 0
    assert done[:3] == ["clean up", "validate", "clean up"]


@pytest.mark.parametrize("engine", ["fused", "peft"])
def test_training_goes_on_from_an_adapter_of_the_same_shape(tmp_path, chats, capsys, engine):
    assert run(settings(tmp_path, chats, engine=engine)) == 0
    began, ended = (lines(tmp_path, "step")[place]["loss"] for place in (0, -1))
    more = {"engine": engine, "start": str(tmp_path / "run/adapter"), "output": str(tmp_path / "more"), "max_steps": 1}
    assert run(settings(tmp_path, chats, **more)) == 0
    first = next(one for one in read_lines(tmp_path / "more/progress.jsonl") if one["event"] == "step")["loss"]
    assert abs(first - ended) < abs(first - began)
    assert run(settings(tmp_path, chats, **{**more, "output": str(tmp_path / "other"), "rank": 2})) == 2
    assert "set them alike" in capsys.readouterr().out


@pytest.mark.parametrize("engine", ["fused", "peft"])
def test_killed_and_resumed_is_the_same_curve(tmp_path, chats, engine):
    assert run(settings(tmp_path, chats, output=str(tmp_path / "whole"), engine=engine)) == 0
    path = settings(tmp_path, chats, engine=engine)
    # Killed outright after step 6 was logged: nothing is finished by a handler.
    code = (
        "import os, signal, sys\n"
        "import torch; torch.set_num_threads(1)\n"
        "from parley_trainer import progress\n"
        "from parley_trainer.__main__ import main\n"
        "say = progress.Progress.say\n"
        "def spy(self, event, **facts):\n"
        "    say(self, event, **facts)\n"
        "    if event == 'step' and facts['step'] == 6: os.kill(os.getpid(), signal.SIGKILL)\n"
        "progress.Progress.say = spy\n"
        f"main(['sft', '--config', {str(path)!r}])\n"
    )
    killed = subprocess.run([sys.executable, "-c", code], cwd=Path(__file__).parents[1], capture_output=True, check=False)
    assert killed.returncode == -signal.SIGKILL, killed.stderr.decode()[-500:]
    assert [line["step"] for line in lines(tmp_path, "step")] == [1, 2, 3, 4, 5, 6]
    assert run(path, "--resume") == 0
    assert [line["step"] for line in lines(tmp_path, "resumed")] == [4]
    assert curve(tmp_path) == curve(tmp_path, "whole")
    adapters = [(tmp_path / one / "adapter/adapter_model.safetensors").read_bytes() for one in ("run", "whole")]
    assert adapters[0] == adapters[1]


def test_a_truncated_checkpoint_is_named_and_the_one_before_is_taken(tmp_path, chats, capsys):
    path = settings(tmp_path, chats)
    assert run(path) == 0
    whole = curve(tmp_path)
    for name in ("checkpoint-12",):
        file = tmp_path / "run" / name / "adapter_model.safetensors"
        os.truncate(file, file.stat().st_size // 2)
    capsys.readouterr()
    assert run(path, "--resume") == 0
    assert "checkpoint-12 is truncated: adapter_model.safetensors has" in capsys.readouterr().out
    assert [line["step"] for line in lines(tmp_path, "resumed")] == [8]
    assert curve(tmp_path) == whole


def test_a_full_disk_is_one_sentence_and_the_last_checkpoint_stays_whole(tmp_path, chats, capsys, monkeypatch):
    import errno

    from parley_trainer import resume

    real = torch.save

    def full(value, path):
        if value["step"] == 8:
            raise OSError(errno.ENOSPC, "No space left on device", str(path))
        real(value, path)

    monkeypatch.setattr(resume.torch, "save", full)
    path = settings(tmp_path, chats)
    assert run(path) == 1
    said = json.loads(capsys.readouterr().out.strip().splitlines()[-1])
    assert said["event"] == "failed" and said["says"].startswith("the disk is full while writing")
    assert not list((tmp_path / "run").glob(".checkpoint*"))
    monkeypatch.undo()
    assert run(path, "--resume") == 0
    assert [line["step"] for line in lines(tmp_path, "resumed")] == [4]


def test_out_of_memory_is_one_sentence_and_loses_nothing(tmp_path, chats, capsys, monkeypatch):
    from parley_trainer.recipes.sft import SftTask

    path = settings(tmp_path, chats)
    assert run(settings(tmp_path, chats, output=str(tmp_path / "whole"))) == 0
    path = settings(tmp_path, chats)
    real, calls = SftTask.loss, []

    def scarce(self, batch):
        calls.append(1)
        if torch.is_grad_enabled() and len(calls) > 13:  # in the sixth step: two batches a step, one validation between
            raise torch.OutOfMemoryError("CUDA out of memory. Tried to allocate 20.00 GiB")
        return real(self, batch)

    monkeypatch.setattr(SftTask, "loss", scarce)
    capsys.readouterr()
    assert run(path) == 1
    said = json.loads(capsys.readouterr().out.strip().splitlines()[-1])
    assert said["says"].startswith("out of memory: set a smaller batch") and "\n" not in said["says"]
    monkeypatch.undo()
    assert run(path, "--resume") == 0
    assert curve(tmp_path) == curve(tmp_path, "whole")


def test_faults_of_a_long_run_are_one_sentence_each():
    assert explain(torch.OutOfMemoryError("CUDA out of memory. Tried to allocate 20 GiB")).startswith(
        "out of memory: set a smaller"
    )
    assert explain(ConnectionRefusedError("refused")).startswith("the network gave no answer (refused)")
    assert explain(KeyError("x")) == "KeyError: 'x'"


def test_bad_input_is_refused_before_any_work(tmp_path, chats, capsys):
    def says(path, *more):
        assert run(path, *more) == 2
        return json.loads(capsys.readouterr().out.strip().splitlines()[-1])["says"]

    rows = tmp_path / "bad.jsonl"
    rows.write_text('{"text": "x"}\n')
    assert "row 1: the column messages is missing (it has text)" in says(settings(tmp_path, rows))
    rows.write_text('{"messages": [{"role": "user", "content": "x"}]}\n')
    assert "nothing to learn" in says(settings(tmp_path, rows))
    rows.write_text("{broken\n")
    assert "line 1 is not JSON" in says(settings(tmp_path, rows))
    assert "there is no setting ranke; did you mean rank?" in says(settings(tmp_path, chats, ranke=3))
    assert "quantize is one of auto, none, nf4, fp8, got int3" in says(settings(tmp_path, chats, quantize="int3"))
    assert "lr is a number, got fast" in says(settings(tmp_path, chats), "--set", "lr=fast")
    assert not (tmp_path / "run").exists()


def test_a_model_that_cannot_be_had_is_one_sentence(tmp_path, chats, capsys):
    assert run(settings(tmp_path, chats, model="nobody/nothing")) == 1
    said = json.loads(capsys.readouterr().out.strip().splitlines()[-1])["says"]
    assert said.startswith("the model nobody/nothing could not be loaded") and "\n" not in said


def test_a_run_that_is_there_is_not_overwritten(tmp_path, chats, capsys):
    path = settings(tmp_path, chats, max_steps=1)
    assert run(path) == 0
    before = (tmp_path / "run/progress.jsonl").read_bytes()
    assert run(path) == 2
    assert "already holds a run: add --resume" in capsys.readouterr().out
    assert (tmp_path / "run/progress.jsonl").read_bytes() == before


def test_a_dry_run_writes_nothing_and_says_what_it_would_take(tmp_path, chats, capsys):
    assert run(settings(tmp_path, chats, price_per_hour=3.6), "--dry-run") == 0
    said = json.loads(capsys.readouterr().out)
    # Of 40 dialogues every tenth is held out, and some of the others are too long and cut in two.
    assert said["event"] == "dry_run" and said["examples"] == 45 and said["held_out"] == 5 and said["steps"] == 12
    assert said["price"] == pytest.approx(said["hours"] * 3.6, abs=0.006)
    assert not (tmp_path / "run").exists()


def test_the_estimate_counts_parameters_as_the_facts_do():
    # AgreeMate: Llama-3.2-3B, rank 32 on seven modules: 48,627,712 trained parameters.
    from parley_trainer.estimate import adapter_parameters

    shape = {"width": 3072, "inner": 8192, "q": 3072, "kv": 1024, "blocks": 28}
    assert adapter_parameters(shape, 32, PRESETS["agreemate"]["targets"]) == 48_627_712


def test_the_agreemate_preset_is_the_facts():
    config = make_config(SftConfig, {"preset": "agreemate", "model": "m", "rows": "r", "output": "o"}, PRESETS)
    assert (config.rank, config.alpha, config.dropout, len(config.targets)) == (32, 16, 0.0, 7)
    assert (config.batch, config.accumulate, config.epochs, config.cycles) == (16, 2, 2, 2)
    assert (config.lr, config.layer_decay, config.weight_decay, config.max_grad_norm) == (2e-4, 0.95, 0.02, 0.3)
    assert (config.log_every, config.eval_every, config.save_every, config.keep) == (50, 200, 200, 2)
    steps = {name: PRESETS[name]["max_steps"] for name in ("agreemate", "buyer", "seller", "generalist")}
    assert steps == {"agreemate": 2058, "buyer": 2058, "seller": 2058, "generalist": 4116} and config.max_steps == 2058
    assert (config.max_length, config.quantize, config.checkpointing, config.seed) == (512, "auto", None, 42)


@pytest.mark.parametrize(
    "changes", [{"quantize": "nf4"}, {"packing": True}, {"checkpointing": True}, {"quantize": "nf4", "engine": "peft"}]
)
def test_variants_learn_too(tmp_path, chats, changes):
    assert run(settings(tmp_path, chats, **changes, max_steps=6, cycles=1)) == 0
    found = lines(tmp_path, "step")
    assert found[-1]["loss"] < found[0]["loss"]


def test_full_fine_tuning_leaves_a_model_that_is_a_base(tmp_path, chats):
    path = settings(tmp_path, chats, method="full", dropout=0.0, max_steps=6, cycles=1, eval_every=3, save_every=3, lr=2e-3)
    assert run(path) == 0
    found = lines(tmp_path, "step")
    assert found[-1]["loss"] < found[0]["loss"] and {"embedding", "output", "layer_00"} <= found[0]["lr"].keys()
    assert not (tmp_path / "run/adapter").exists()
    card = json.loads((tmp_path / "run/card.json").read_text())
    assert list(card["weights"]) == ["model.safetensors"]
    assert json.loads((tmp_path / "run/verdict.json").read_text())["arms"][2]["adapter"] == "model"
    # What it left is where a LoRA begins: its loss before the first step is the one that was reached.
    reached = lines(tmp_path, "validation")[-1]["validation_loss"]
    again = settings(
        tmp_path, chats, model=str(tmp_path / "run/model"), output=str(tmp_path / "on"), max_steps=1, lr=1e-9, dropout=0.0
    )
    assert run(again) == 0
    assert lines(tmp_path, "validation", "on")[0]["validation_loss"] == pytest.approx(reached, rel=1e-4)


def test_a_killed_full_run_goes_on_as_it_was(tmp_path, chats):
    full = {"method": "full", "dropout": 0.0, "max_steps": 4, "eval_every": 2, "save_every": 2, "lr": 1e-3}
    assert run(settings(tmp_path, chats, output=str(tmp_path / "whole"), **full)) == 0
    path = settings(tmp_path, chats, **full)
    assert run(path) == 0
    import shutil

    shutil.rmtree(tmp_path / "run/checkpoint-4")
    assert run(path, "--resume") == 0
    assert curve(tmp_path) == curve(tmp_path, "whole")


@pytest.mark.parametrize("engine", ["fused", "peft"])
def test_fp16_scales_the_loss_and_leaves_out_a_step_that_overflows(tmp_path, chats, engine, monkeypatch):
    from parley_trainer.recipes.sft import SftTask

    real, calls = SftTask.loss, []

    def too_large_once(self, batch):
        loss = real(self, batch)
        if torch.is_grad_enabled():
            calls.append(1)
        return loss * 1e30 if torch.is_grad_enabled() and len(calls) == 3 else loss  # the first batch of the second step

    monkeypatch.setattr(SftTask, "loss", too_large_once)
    path = settings(tmp_path, chats, precision="fp16", engine=engine, max_steps=8, cycles=1, dropout=0.0)
    assert run(path) == 0
    found = lines(tmp_path, "step")
    scales = [line["loss_scale"] for line in found]
    assert scales[0] == 65536 and scales[1] == 32768 and found[1]["grad_norm"] is None
    assert found[-1]["loss"] < found[0]["loss"] and found[-1]["grad_norm"] > 0
    # The scale is a part of what a resumed run goes on with.
    state = torch.load(tmp_path / "run/checkpoint-8/state.pt", weights_only=False)
    assert state["scaler"]["scale"] == 32768


def test_memory_is_also_told_as_a_difference_from_the_start_of_the_run(monkeypatch):
    from parley_trainer.memory import MemoryLog

    readings = iter([1.0, 1.5, 3.0])
    monkeypatch.setattr(MemoryLog, "current", lambda _self: next(readings))
    log = MemoryLog()
    assert [log.read()["memory_delta_gb"] for _ in range(2)] == [0.5, 2.0]


def test_sync_tries_again_and_a_failure_does_not_end_the_run(tmp_path):
    from parley_trainer.sync import sync, with_retry

    waits: list[float] = []
    fails = iter([OSError("no route"), OSError("no route"), None])

    def work():
        error = next(fails)
        if error:
            raise error

    assert with_retry(work, sleep=waits.append) is None and waits == [2.0, 4.0]

    class Busy(Exception):
        headers = {"Retry-After": "30"}

    def busy():
        raise Busy

    waits.clear()
    assert isinstance(with_retry(busy, tries=2, sleep=waits.append), Busy) and waits == [30.0]
    (tmp_path / "checkpoint-1").mkdir()
    (tmp_path / "checkpoint-1/x").write_text("x")
    sync(tmp_path / "checkpoint-1", str(tmp_path / "elsewhere"))
    assert (tmp_path / "elsewhere/checkpoint-1/x").read_text() == "x"


def test_progress_is_on_disk_line_by_line(tmp_path):
    progress = Progress(tmp_path, quiet=True)
    progress.say("step", step=1, loss=2.0)
    assert read_lines(tmp_path / "progress.jsonl") == [{"event": "step", "step": 1, "loss": 2.0}]
    with (tmp_path / "progress.jsonl").open("a") as file:
        file.write('{"event": "step", "st')
    progress.rewind(1)
    assert read_lines(tmp_path / "progress.jsonl") == [{"event": "step", "step": 1, "loss": 2.0}]


def test_the_verdict_asks_in_the_form_that_the_rows_teach():
    from parley_trainer.verdict import reason_of

    assert reason_of('{"act":"offer","price":3,"words":"Three."}') == "none"
    assert reason_of('{"reasoning":"low","act":"walk","price":null,"words":""}') == "first"
    assert reason_of('{"act":"walk","price":null,"words":"","reasoning":"low"}') == "after"
    assert reason_of("I offer 50.") is None and reason_of("[1]") is None and reason_of("7") is None


def test_figures_of_the_rows_are_found_at_whatever_turn_they_first_stand(tmp_path):
    from parley_trainer.verdict import has_figures, taught_figures, write_verdict

    def row(*asked):
        return {"messages": [{"role": "system", "content": "Rules"}, *({"role": "user", "content": one} for one in asked)]}

    first = row("Turn 1 of 20. Standing offers: theirs none, yours none.")
    told = row("Turn 1 of 20.", 'Buyer: [offers: $80] "80."\nTheirs loses you 5.5 (6.9 %), a step of -2.\nTurn 3 of 20.')
    assert has_figures([first, told]) and has_figures([row("Seller: [offers: $5]\nTheirs gains you nothing.\nTurn 2 of 8.")])
    assert not has_figures([first, row('Buyer: [says] "Theirs gains you 5."\nTurn 3 of 20.')])
    write_verdict(tmp_path, "sft", "base", "q")
    assert taught_figures([str(tmp_path / "adapter")]) is None
    write_verdict(tmp_path, "sft", "base", "q", figures=True)
    assert taught_figures([str(tmp_path / "adapter")]) == str(tmp_path / "adapter")


def test_a_gradient_that_is_not_finite_stops_the_step_that_has_it_before_anything_is_saved(tmp_path, chats, monkeypatch):
    whole, calls = SftTask.backward, []

    def spoilt(self, part, *more):
        loss = whole(self, part, *more)
        calls.append(part)
        if len(calls) == 5:
            next(p for _, p in self.named_parameters() if p.grad is not None).grad[0, 0] = math.nan
        return loss

    monkeypatch.setattr(SftTask, "backward", spoilt)
    assert run(settings(tmp_path, chats, save_every=3, eval_every=3)) == 1
    (failed,) = lines(tmp_path, "failed")
    assert failed["says"].startswith("the gradient is nan at step 3, of a loss of ")
    assert f"(batch 4: {calls[4].about()}; batch 5: {calls[5].about()})" in failed["says"]
    assert not lines(tmp_path, "saved") and not (tmp_path / "run/adapter").exists()
