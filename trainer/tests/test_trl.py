"""One update by TRL and one by this trainer, on the same batch, from the same weights.

Skipped where TRL is not installed: pip install -r trainer/requirements-trl.txt
"""

import copy
import importlib
import json

import pytest
import torch

from parley_trainer import trl_engine
from parley_trainer.__main__ import main
from parley_trainer.decoder import Decoder
from parley_trainer.engines import LoraShape, PeftEngine
from parley_trainer.errors import ConfigError
from parley_trainer.logprobs import answer_example
from parley_trainer.loop import LoopSettings, fit
from parley_trainer.masking import end_tokens
from parley_trainer.progress import Progress, read_lines
from parley_trainer.recipes.dpo import DpoConfig, DpoTask, prepare
from parley_trainer.recipes.grpo import GrpoConfig, GrpoTask, Turn, run
from parley_trainer.replies import Replies, Request
from parley_trainer.toy import toy_model, toy_tokenizer

try:
    importlib.import_module("trl")
except ImportError:
    pytest.skip("TRL is not installed (trainer/requirements-trl.txt)", allow_module_level=True)

CPU = torch.device("cpu")
# Both are float32; they differ in the order of sums.
NEAR = 2e-5


def policy():
    """An adapter that has learned something already, so that policy and reference differ."""
    torch.manual_seed(3)
    engine = PeftEngine(toy_model(), LoraShape(rank=4, alpha=8))
    for _, parameter in engine.named_parameters():
        parameter.data.normal_(0, 0.05)
    return engine


def learned(engine):
    return {name: parameter.detach().clone() for name, parameter in engine.named_parameters()}


def same_update(ours, theirs, before):
    assert set(ours) == set(theirs) == set(before)
    moved = max(float((ours[name] - before[name]).abs().max()) for name in before)
    apart = max(float((ours[name] - theirs[name]).abs().max()) for name in before)
    assert moved > 1e-3 and apart < NEAR, (moved, apart)


def settings(**more):
    # Of one step of Adam only the signs of gradients are seen; several let their size count as well.
    return LoopSettings(**{**{"steps": 3, "lr": 2e-3, "warmup_share": 0.0, "log_every": 1, "tensorboard": False}, **more})


def test_dpo(tmp_path):
    rows = tmp_path / "pairs.jsonl"
    pairs = [{"prompt": f"I ask {i}.", "chosen": f"I offer {i}{i}.", "rejected": "I accept" + "." * i} for i in range(4)]
    rows.write_text("".join(json.dumps(pair) + "\n" for pair in pairs))
    config = DpoConfig(model="toy", rows=str(rows), output=str(tmp_path), batch=4, accumulate=1, validation_share=0)
    tokenizer = toy_tokenizer()
    train, _, _ = prepare(config, tokenizer)
    before, made, losses = learned(policy()), {}, {}
    for name in ("peft", "trl"):
        task = DpoTask(config, policy(), tokenizer.pad_token_id, CPU, train, [])
        folder = tmp_path / name
        folder.mkdir()
        progress = Progress(folder)
        if name == "trl":
            trl_engine.fit_dpo(task, tokenizer, settings(), folder, progress)
        else:
            fit(task, settings(), folder, progress, CPU)
        made[name] = learned(task.engine)
        steps = [line for line in read_lines(folder / "progress.jsonl") if line["event"] == "step"]
        losses[name] = [(line["loss"], line["margin"], line["accuracy"]) for line in steps]
        assert (folder / "adapter/adapter_model.safetensors").exists()
        assert not (folder / "adapter/ref").exists()
    same_update(made["peft"], made["trl"], before)
    for ours, theirs in zip(losses["peft"], losses["trl"], strict=True):
        assert ours == pytest.approx(theirs, abs=1e-3)  # TRL rounds what it logs


class Round:
    """A task of grpo whose round was played before: the policy's own replies, at its own log-probabilities."""

    def __init__(self, config, turns):
        task = object.__new__(GrpoTask)
        engine, tokenizer = policy(), toy_tokenizer()
        super(GrpoTask, task).__init__(engine, CPU)
        task.config, task.tokenizer, task.rows, task.held_out = config, tokenizer, [{"seed": 1}], []
        from parley_trainer import parallel
        from parley_trainer.importance import Mismatch
        from parley_trainer.recipes.grpo import sampling_of

        task.place, task.sampling, task.words = parallel.place(), sampling_of(config), len(tokenizer)
        task.mismatch, task.found, task.sums = Mismatch(), {}, [0.0, 0.0, 0.0]
        task.play_round = lambda _step: (copy.deepcopy(turns), 4)
        self.task = task


@pytest.mark.parametrize("kl", [0.0, 0.2])
def test_grpo(tmp_path, kl):
    config = GrpoConfig(
        **{"model": "toy", "rows": "", "output": str(tmp_path), "schema": False, "temperature": 0.7, "kl": kl},
        **{"chunks": 2, "group": 8, "groups": 1, "context": 256},
    )
    tokenizer, engine = toy_tokenizer(), policy()
    # Seven turns, so that TRL's chunks need filling up.
    requests = [Request([5, 6, 7 + i] * (1 + i % 3), 6 + i, 0.7, seed=i) for i in range(7)]
    model = engine.model.get_base_model()
    Replies(Decoder(model, rows=4, context=64), end_tokens(tokenizer, model)).all(requests)
    values = [1.2, -0.4, 0.7, -1.5, 0.3, -0.8, 0.5]
    turns = [
        Turn(answer_example(one.prompt, one.reply), value, one.logprobs, [])
        for one, value in zip(requests, values, strict=True)
    ]
    before, made, steps = learned(policy()), {}, {}
    for name in ("peft", "trl"):
        task = Round(config, turns).task
        folder = tmp_path / name
        folder.mkdir()
        # After the first step the turns are another policy's, and the weights of importance are not 1.
        several = settings(accumulate=2)
        if name == "trl":
            trl_engine.fit_grpo(task, several, folder, Progress(folder))
        else:
            fit(task, several, folder, Progress(folder), CPU)
        made[name] = learned(task.engine)
        steps[name] = [line for line in read_lines(folder / "progress.jsonl") if line["event"] == "step"]
    assert steps["peft"][-1]["importance_max"] > 1.01
    assert ("kl" in steps["peft"][-1]) == (kl > 0)
    for ours, theirs in zip(steps["peft"], steps["trl"], strict=True):
        assert ours["grad_norm"] == pytest.approx(theirs["grad_norm"], rel=1e-3)
        assert ours["loss"] == pytest.approx(theirs["loss"], abs=1e-3)
    same_update(made["peft"], made["trl"], before)


def test_a_run_of_dpo_with_trl_is_a_run_like_any_other_and_goes_on_where_it_stopped(tmp_path):
    rows = tmp_path / "pairs.jsonl"
    pairs = [{"prompt": f"I ask {i}.", "chosen": f"I offer {i}.", "rejected": "I accept."} for i in range(20)]
    rows.write_text("".join(json.dumps(pair) + "\n" for pair in pairs))
    values = {
        **{"model": "toy", "rows": str(rows), "output": str(tmp_path / "run"), "engine": "trl", "rank": 4, "lr": 5e-3},
        **{"max_steps": 4, "log_every": 1, "eval_every": 2, "save_every": 2, "accumulate": 1},
    }
    path = tmp_path / "dpo.json"
    path.write_text(json.dumps(values))
    assert main(["dpo", "--config", str(path)]) == 0
    events = read_lines(tmp_path / "run/progress.jsonl")
    steps = [line for line in events if line["event"] == "step"]
    assert [line["step"] for line in steps] == [1, 2, 3, 4] and steps[-1]["loss"] < steps[0]["loss"]
    assert [line["step"] for line in events if line["event"] == "validation"] == [2, 4]
    assert events[-1]["event"] == "done" and (tmp_path / "run/card.json").exists() and (tmp_path / "run/verdict.json").exists()
    path.write_text(json.dumps({**values, "max_steps": 6}))
    assert main(["dpo", "--config", str(path), "--resume"]) == 0
    events = read_lines(tmp_path / "run/progress.jsonl")
    assert [line["step"] for line in events if line["event"] == "step"] == [1, 2, 3, 4, 5, 6]


def test_what_trl_would_judge_wrongly_is_refused():
    with pytest.raises(ConfigError, match="TRL judges a reply among all words, and a schema leaves some: set schema: false"):
        run(GrpoConfig(model="toy", rows="absent", output="", engine="trl"), None, dry=True)
