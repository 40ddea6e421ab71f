"""`engine: trl`: dpo and grpo with the losses and the loop of TRL, on the policy, the tokens and the games of this trainer.

    pip install -r trainer/requirements-trl.txt

TRL has the loss, the accumulation, the checkpoints (`trl/checkpoint-N`) and the order of the pairs. From here come the adapter, the
learning rate over steps, validation, and for grpo the games: TRL's rollout is one row a prompt, and a game here is as many as the
model had turns, since what a turn was asked is not what stood before and a reply (parley writes replies down in its own form). So
TRL's rollout is replaced by a round of games on `parley serve`, and the ratio that it clips is the one to the sampler's own
log-probabilities. One update is the same as ours on the same batch (tests/test_trl.py).
"""

import json
import os
import sys
from collections.abc import Callable, Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import torch

from . import parallel
from .errors import ConfigError
from .layers import parameter_groups
from .loop import LoopSettings, State, Stopped, validate, watch_signals
from .masking import IGNORE, Example
from .progress import Progress
from .schedule import cyclic_factor
from .series import Series

# What TRL calls them, and what the log here does.
NAMES = {"rewards/margins": "margin", "rewards/accuracies": "accuracy", "entropy": "entropy"}


def need_trl() -> None:
    for package in ("trl", "datasets"):
        if find_spec(package) is None:
            packages = Path(__file__).parents[1] / "requirements-trl.txt"
            raise ConfigError(
                f"engine: trl needs the package {package}: {sys.executable} -m pip install -r {packages}, or set engine: peft"
            )
    if parallel.place().size > 1:
        raise ConfigError("engine: trl runs in one process here: set engine: peft for several GPUs")


def fit_dpo(task: Any, tokenizer: Any, settings: LoopSettings, folder: Path, progress: Progress) -> State:
    """DPO over the task's pairs of examples."""
    from datasets import Dataset
    from trl import DPOConfig, DPOTrainer

    class Trainer(DPOTrainer):
        def _prepare_dataset(self, dataset: Any, *_: Any, **__: Any) -> Any:
            return dataset  # tokens already, by the same masks as everywhere here

    config = task.config
    options = {"beta": config.beta, "max_length": None, "per_device_train_batch_size": config.batch}
    trainer = Trainer(
        model=task.engine.model,
        args=DPOConfig(**_arguments(task, settings, folder), **options),
        train_dataset=Dataset.from_list([preference_row(*pair) for pair in task.pairs]),
        processing_class=tokenizer,
        optimizers=_optimizers(task, settings),
    )
    # The reference is the policy without its adapter, and needs no second one.
    trainer.model.delete_adapter("ref")
    return _train(trainer, task, dict, settings, folder, progress)


def preference_row(chosen: Example, rejected: Example) -> dict[str, list[int]]:
    start = sum(label == IGNORE for label in chosen.labels)
    return {
        "prompt_ids": chosen.tokens[:start],
        "chosen_ids": chosen.tokens[start:],
        "rejected_ids": rejected.tokens[start:],
    }


def fit_grpo(task: Any, settings: LoopSettings, folder: Path, progress: Progress) -> State:
    """GRPO over rounds of games; a round is one update."""
    os.environ.setdefault("TRL_EXPERIMENTAL_SILENCE", "1")
    from datasets import Dataset
    from trl import GRPOConfig, GRPOTrainer

    class Trainer(GRPOTrainer):
        def _generate_and_score_completions(self, inputs: Any) -> dict[str, torch.Tensor]:
            turns, _ = task.play_round(self.state.global_step)
            pad = task.tokenizer.pad_token_id or 0
            return rollout_batch(turns, settings.accumulate, pad, task.device, task.references(turns))

    config, cap = task.config, task.config.importance_cap
    trainer = Trainer(
        model=task.engine.model,
        reward_funcs=lambda completions, **_: [0.0] * len(completions),  # the server pays, and play_round has judged already
        args=GRPOConfig(
            **_arguments(task, settings, folder),
            **{
                "beta": config.kl,
                "loss_type": "dapo",
                "temperature": task.sampling.temperature,
                "num_generations": config.group,
            },
            # Between no lower bound and the cap of the importance weights, from both sides.
            **{"epsilon": 1.0, "epsilon_high": cap - 1, "delta": cap, "max_completion_length": config.context},
            **{"per_device_train_batch_size": config.group, "steps_per_generation": settings.accumulate},
        ),
        train_dataset=Dataset.from_list(
            [{"prompt": json.dumps(row)} for row in task.rows] * config.group * settings.accumulate
        ),
        processing_class=task.tokenizer,
        optimizers=_optimizers(task, settings),
    )
    return _train(trainer, task, task.facts, settings, folder, progress)


def rollout_batch(
    turns: Sequence[Any], chunks: int, pad: int, device: torch.device, references: Sequence[torch.Tensor] = ()
) -> dict[str, torch.Tensor]:
    """The turns of a round as TRL's rows: prompts padded on the left, replies on the right. Empty rows fill up the last chunk.
    `references` are the log-probabilities that a divergence is measured from, a tensor a turn."""
    split = [next((i for i, label in enumerate(one.example.labels) if label != IGNORE), 0) for one in turns]
    prompts = [one.example.tokens[:at] for one, at in zip(turns, split, strict=True)] or [[pad]]
    replies = [one.example.tokens[at:] for one, at in zip(turns, split, strict=True)] or [[pad]]
    rows = -(-len(prompts) // chunks) * chunks
    left, right = max(map(len, prompts)), max(map(len, replies))
    made = {
        "prompt_ids": torch.full((rows, left), pad),
        "prompt_mask": torch.zeros(rows, left, dtype=torch.long),
        "completion_ids": torch.full((rows, right), pad),
        "completion_mask": torch.zeros(rows, right, dtype=torch.long),
        "old_per_token_logps": torch.zeros(rows, right),
        "advantages": torch.zeros(rows),
    }
    made["prompt_mask"][:, -1] = 1  # a row that sees nothing at all has no logits
    if references:
        made["ref_per_token_logps"] = torch.zeros(rows, right)
        for i, found in enumerate(references):
            made["ref_per_token_logps"][i, : len(found)] = found
    for i, turn in enumerate(turns):
        prompt, reply = prompts[i], replies[i]
        made["prompt_ids"][i, left - len(prompt) :] = torch.tensor(prompt)
        made["prompt_mask"][i, left - len(prompt) :] = 1
        made["completion_ids"][i, : len(reply)] = torch.tensor(reply)
        made["completion_mask"][i, : len(reply)] = 1
        made["old_per_token_logps"][i, : len(reply)] = torch.tensor(turn.logprobs)
        made["advantages"][i] = turn.advantage
    made["num_items_in_batch"] = made["completion_mask"].sum().float()
    return {name: one.to(device) for name, one in made.items()}


def _arguments(task: Any, settings: LoopSettings, folder: Path) -> dict[str, Any]:
    return {
        "output_dir": str(folder / "trl"),
        "max_steps": settings.steps,
        "gradient_accumulation_steps": settings.accumulate,
        "max_grad_norm": settings.max_grad_norm,
        "gradient_checkpointing": task.config.checkpointing,
        "gradient_checkpointing_kwargs": {"use_reentrant": False},
        "logging_strategy": "steps",
        "logging_steps": settings.log_every,
        "logging_first_step": True,
        "save_steps": settings.save_every,
        "save_total_limit": settings.keep,
        "seed": task.config.seed,
        "bf16": task.engine.dtype == torch.bfloat16,
        "fp16": task.engine.dtype == torch.float16,
        "use_cpu": task.device.type == "cpu",
        "report_to": "none",
        "disable_tqdm": True,
        "dataloader_pin_memory": False,
    }


def _optimizers(task: Any, settings: LoopSettings) -> tuple[Any, Any]:
    groups = parameter_groups(task.named_parameters(), settings.lr, settings.layer_decay, task.blocks, settings.weight_decay)
    optimizer = torch.optim.AdamW([{**group, "lr": group["base_lr"]} for group in groups])

    def factor(step: int) -> float:
        return cyclic_factor(min(step, settings.steps - 1), settings.steps, settings.cycles, settings.warmup_share)

    return optimizer, torch.optim.lr_scheduler.LambdaLR(optimizer, factor)


Facts = Callable[[], dict[str, float]]


def _train(trainer: Any, task: Any, facts: Facts, settings: LoopSettings, folder: Path, progress: Progress) -> State:
    from transformers.trainer_callback import PrinterCallback
    from transformers.trainer_utils import get_last_checkpoint

    place, state, last = folder / "trl", State(), None
    if settings.resume and place.exists() and (last := get_last_checkpoint(str(place))):
        step = int(last.rsplit("-", 1)[1])
        if (place / "best.json").exists():
            state.best_loss, state.best_step = json.loads((place / "best.json").read_text(encoding="utf-8"))
        progress.rewind(step)
        progress.say("resumed", step=step, checkpoint=f"trl/checkpoint-{step}")
    trainer.remove_callback(PrinterCallback)
    series = Series(folder, 0, settings.tensorboard, settings.wandb)
    asked = watch_signals()
    trainer.add_callback(_callback(task, facts, settings, folder, progress, state, series, asked))
    trainer.train(resume_from_checkpoint=last)
    series.close()
    if asked:
        raise Stopped(f"stopped after step {trainer.state.global_step} of {settings.steps}; --resume goes on from there")
    return state


def _callback(
    task: Any,
    facts: Facts,
    settings: LoopSettings,
    folder: Path,
    progress: Progress,
    state: State,
    series: Series,
    asked: Sequence[int],
) -> Any:
    from transformers import TrainerCallback

    class Told(TrainerCallback):
        """TRL's steps in the words of the log here; validation as in the loop here."""

        def on_log(self, args: Any, now: Any, control: Any, logs: dict[str, float], **_: Any) -> None:
            if "loss" not in logs:
                return  # the summary at the end
            told = {
                **{"loss": logs["loss"], "grad_norm": logs.get("grad_norm"), "lr": logs["learning_rate"]},
                **{name: logs[key] for key, name in NAMES.items() if key in logs},
                **facts(),
            }
            progress.say("step", step=now.global_step, of=settings.steps, **told)
            series.add(now.global_step, told)

        def on_step_end(self, args: Any, now: Any, control: Any, **_: Any) -> Any:
            done = now.global_step
            if done % settings.eval_every == 0 or done == settings.steps:
                validate(task, state, done, folder, progress, series, 0)
                (folder / "trl").mkdir(exist_ok=True)
                (folder / "trl" / "best.json").write_text(json.dumps([state.best_loss, state.best_step]), encoding="utf-8")
            control.should_training_stop = control.should_training_stop or bool(asked)
            control.should_save = control.should_save or bool(asked)
            return control

        def on_save(self, args: Any, now: Any, control: Any, **_: Any) -> None:
            progress.say("saved", step=now.global_step, checkpoint=f"trl/checkpoint-{now.global_step}")

    return Told()
