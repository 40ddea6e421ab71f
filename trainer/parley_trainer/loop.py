"""The training loop that sft, janus, dpo and grpo share: steps, schedule, log, validation, checkpoints, resume.

One optimiser step takes `accumulate` batches, and the loss is over all their labelled tokens together: a mean of means would
weigh a token in a short row more. Everything the log says is a function of the step and the seed, so a run that was killed
and resumed writes the same curve.
"""

import math
import shutil
import signal
import time
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any, Protocol

import torch

from . import parallel, resume
from .ema import LossAverage
from .errors import TrainerError
from .layers import parameter_groups
from .memory import MemoryLog, clean_up
from .progress import Progress
from .schedule import cycle_of, cyclic_factor
from .series import Series
from .sync import sync, with_retry


@dataclass(kw_only=True)
class LoopOptions:
    """What a configuration says about the loop."""

    lr: float = 2e-4
    cycles: int = 1
    warmup_share: float = 0.01
    weight_decay: float = 0.0
    max_grad_norm: float = 1.0
    log_every: int = 50
    eval_every: int = 200
    save_every: int = 200
    keep: int = 2
    sync_to: str | None = None
    tensorboard: bool = True
    wandb: bool = False


@dataclass(kw_only=True)
class LoopSettings(LoopOptions):
    """With what a recipe works out or leaves as it is (settings.loop_settings)."""

    steps: int
    accumulate: int = 1
    layer_decay: float = 1.0
    precision: str = "auto"
    resume: bool = False


class Task(Protocol):
    """What is being learned."""

    blocks: int
    kept: str  # the folder of what was best in validation

    def named_parameters(self) -> Iterator[tuple[str, torch.nn.Parameter]]: ...
    def train(self, on: bool) -> None: ...
    def batches(self, start: int) -> Iterator[Any]: ...
    def backward(self, batch: Any, whole: float, scaler: torch.amp.GradScaler) -> torch.Tensor: ...  # see task.backward
    def weight(self, batch: Any) -> float: ...  # over how many
    def samples(self, batch: Any) -> int: ...
    def about(self, batch: Any) -> str: ...  # for a message: what may be particular about it
    def after_step(self) -> None: ...
    def facts(self) -> dict[str, float]: ...  # more for the log, since the last one
    def validate(self) -> dict[str, float]: ...  # with `loss`; empty when nothing is held out
    def save(self, folder: Path) -> None: ...
    def load(self, folder: Path) -> None: ...


@dataclass
class State:
    """What a checkpoint remembers besides weights, optimiser and random states."""

    average: LossAverage = field(default_factory=LossAverage)
    best_loss: float = float("inf")
    best_step: int = 0
    best_told: float = float("inf")
    window_loss: float = 0.0
    window: int = 0


class Stopped(TrainerError):
    """Asked to stop: the step was finished and a checkpoint written."""


def fit(task: Task, settings: LoopSettings, folder: Path, progress: Progress, device: torch.device) -> State:
    """Train until the last step; what was best in validation is then in the task's folder (`adapter`)."""
    here = parallel.start()
    rank = here.rank
    parameters = [p for _, p in task.named_parameters()]
    groups = parameter_groups(task.named_parameters(), settings.lr, settings.layer_decay, task.blocks, settings.weight_decay)
    optimizer = torch.optim.AdamW(groups, fused=device.type == "cuda")
    # fp16 has no room for small gradients: the loss is scaled up, and a step whose gradients overflow is left out.
    scaler = torch.amp.GradScaler(device.type, enabled=settings.precision == "fp16")
    state, start = State(), 0
    if settings.resume:
        start = _resume(task, optimizer, scaler, state, folder, progress)
    series = Series(folder, start, settings.tensorboard and rank == 0, settings.wandb and rank == 0)
    memory = MemoryLog()
    batches = task.batches(start * settings.accumulate)
    asked = watch_signals()
    task.train(True)
    begun, samples, since = time.monotonic(), 0, start
    for step in range(start, settings.steps):
        factor = cyclic_factor(step, settings.steps, settings.cycles, settings.warmup_share)
        for group in optimizer.param_groups:
            group["lr"] = group["base_lr"] * factor
        parts = [next(batches) for _ in range(settings.accumulate)]
        (whole,) = parallel.add_up([sum(task.weight(part) for part in parts)], device)
        loss, gradient = update(task, parts, whole, optimizer, scaler, parameters, settings.max_grad_norm)
        # The first and only time that a step waits for the device: by then all of it is on its way.
        total, stops = parallel.add_up([float(loss), float(bool(asked))], device)
        # Gradients that overflow are no fault where the scaler leaves out their step; elsewhere they have spoilt the weights by now, which
        # the loss would only show a step later, and a checkpoint before it would hold.
        slope = 0.0 if scaler.is_enabled() else float(gradient)
        if not (math.isfinite(total) and math.isfinite(slope)):
            raise TrainerError(_not_finite(task, parts, step, settings.accumulate, total, slope))
        state.average.update(total)
        state.window_loss, state.window = state.window_loss + total, state.window + 1
        samples += sum(task.samples(part) for part in parts)
        done = step + 1
        if rank == 0 and step > 0:
            cycle = cycle_of(step, settings.steps, settings.cycles)
            if cycle != cycle_of(step - 1, settings.steps, settings.cycles):
                progress.say("cycle", step=done, cycle=cycle + 1, of=settings.cycles)
        # A signal reaches processes at different moments, and all of them stop after the same step.
        stop = stops > 0 if here.size > 1 else bool(asked)
        logged = done % settings.log_every == 0 or done in (1, settings.steps)
        more, seen = {}, float(samples)
        if logged:  # by all processes, since they add up what each has seen
            more, (seen,) = task.facts(), parallel.add_up([samples], device)
        if rank == 0 and logged:
            seconds = max(time.monotonic() - begun, 1e-9)
            facts = {
                "loss": state.window_loss / state.window,
                "ema": state.average.value,
                "steps_since_improvement": state.average.since_best,
                "grad_norm": norm if math.isfinite(norm := float(gradient)) else None,
                **({"loss_scale": scaler.get_scale()} if scaler.is_enabled() else {}),
                "lr": {group["name"]: group["lr"] for group in optimizer.param_groups},
                "steps_per_second": round((done - since) / seconds, 4),
                "samples_per_second": round(seen / seconds, 3),
                **memory.read(),
                **more,
            }
            progress.say("step", step=done, of=settings.steps, **facts)
            series.add(done, facts)
            state.window_loss, state.window = 0.0, 0
            begun, samples, since = time.monotonic(), 0, done
            if state.average.best < state.best_told:
                state.best_told = state.average.best
                progress.say("best_ema", step=done, ema=state.average.best)
        if done % settings.eval_every == 0 or done == settings.steps:
            validate(task, state, done, folder, progress, series, rank)
            begun, samples, since = time.monotonic(), 0, done
        if rank == 0 and (done % settings.save_every == 0 or done == settings.steps or stop):
            _save(task, optimizer, scaler, state, done, settings, folder, progress)
        if stop:
            raise Stopped(f"stopped after step {done} of {settings.steps}; --resume goes on from there")
    series.close()
    parallel.wait()
    return state


def _not_finite(task: Task, parts: Sequence[Any], step: int, accumulate: int, loss: float, gradient: float) -> str:
    if math.isfinite(loss):
        what = f"the gradient is {gradient} at step {step + 1}, of a loss of {loss:.4g}: not lr but what computed it is likely at fault"
    else:
        what = f"the loss is {loss} at step {step + 1}: lower lr or max_grad_norm"
    batches = [f"batch {number}: {task.about(part)}" for number, part in enumerate(parts, step * accumulate)]
    return f"{what}; the last checkpoint is whole ({'; '.join(batches)})"


def update(
    task: Task,
    parts: Sequence[Any],
    whole: float,
    optimizer: torch.optim.Optimizer,
    scaler: torch.amp.GradScaler,
    parameters: Sequence[torch.nn.Parameter],
    max_grad_norm: float,
) -> tuple[torch.Tensor, torch.Tensor]:
    """One step of the optimiser: the loss and the norm of the gradient, where they were made."""
    total = sum(task.backward(part, max(whole, 1), scaler) for part in parts)
    parallel.add_gradients(parameters)
    scaler.unscale_(optimizer)
    norm = torch.nn.utils.clip_grad_norm_(parameters, max_grad_norm)
    scaler.step(optimizer)
    scaler.update()
    optimizer.zero_grad(set_to_none=True)
    task.after_step()
    return total, norm


def validate(task: Task, state: State, done: int, folder: Path, progress: Progress, series: Series, rank: int) -> None:
    task.train(False)
    # The cache of the steps is of other sizes; where several trainings share a card, none of it would be left for validation's own code.
    clean_up()
    with torch.no_grad():
        found = task.validate()
    task.train(True)
    clean_up()
    better = not found or found["loss"] < state.best_loss
    if found and better:
        state.best_loss, state.best_step = found["loss"], done
    if rank != 0:
        return
    if found:
        facts = {name if name == "perplexity" else f"validation_{name}": value for name, value in found.items()}
        progress.say("validation", step=done, best=better, **facts)
        series.add(done, facts)
    if better:
        _keep_best(task, folder)


def _keep_best(task: Task, folder: Path) -> None:
    part, place = folder / f".{task.kept}.part", folder / task.kept
    shutil.rmtree(part, ignore_errors=True)
    part.mkdir(parents=True)
    task.save(part)
    shutil.rmtree(place, ignore_errors=True)
    part.rename(place)


def _save(task, optimizer, scaler, state: State, done: int, settings: LoopSettings, folder: Path, progress: Progress) -> None:
    kept = {"optimizer": optimizer.state_dict(), "scaler": scaler.state_dict(), "state": asdict(state)}
    made = resume.save_checkpoint(folder, done, task.save, kept)
    resume.prune(folder, settings.keep, state.best_step)
    progress.say("saved", step=done, checkpoint=made.name)
    if settings.sync_to:
        error = with_retry(lambda: sync(made, settings.sync_to or ""))
        progress.say("synced" if error is None else "sync_failed", step=done, to=settings.sync_to, reason=str(error or ""))
    clean_up()


def _resume(task: Task, optimizer: Any, scaler: Any, state: State, folder: Path, progress: Progress) -> int:
    found = resume.latest_whole(folder, lambda sentence: progress.say("note", says=sentence))
    if found is None:
        progress.say("note", says="there is no whole checkpoint to resume from, so the run begins at the beginning")
        progress.rewind(-1)
        return 0
    kept = resume.load_state(found)
    task.load(found)
    optimizer.load_state_dict(kept["optimizer"])
    if scaler.is_enabled() and kept.get("scaler"):
        scaler.load_state_dict(kept["scaler"])
    values = dict(kept["state"])
    state.average = LossAverage(**values.pop("average"))
    for name, value in values.items():
        setattr(state, name, value)
    resume.restore_random(kept["random"])
    progress.rewind(kept["step"])
    progress.say("resumed", step=kept["step"], checkpoint=found.name)
    return int(kept["step"])


def watch_signals() -> list[int]:
    """The signals that came: the first lets the step finish, a second ends the process."""
    asked: list[int] = []

    def note(number: int, _frame: Any) -> None:
        if asked:
            raise KeyboardInterrupt
        asked.append(number)

    try:
        for number in (signal.SIGINT, signal.SIGTERM):
            signal.signal(number, note)
    except ValueError:  # not in the main thread
        pass
    return asked
