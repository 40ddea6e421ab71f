"""sft: supervised fine-tuning with LoRA or QLoRA on chat rows, `{"messages": [{"role", "content"}, ...]}`.

The presets: `agreemate` is AgreeMate's settings (facts 1.11) with what went wrong there put right: the two cycles restart,
the average of the loss is corrected, the loss is on the assistant's words only. `buyer`, `seller` and `generalist` are the
same on their role's rows; `persuasion` has the settings of the P-ToM project (facts 2.2).
"""

import math
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

import torch

from .. import parallel
from ..base import load_base, load_tokenizer, pick_device, pick_dtype
from ..batches import Batch, Loader
from ..config import SEVEN
from ..engines import Engine, LoraShape, PeftEngine
from ..errors import ConfigError
from ..estimate import estimate
from ..finish import finish
from ..fused import FusedEngine
from ..loop import fit
from ..loss import _chunk_loss, token_loss
from ..masking import IGNORE, Example, SpecialWords
from ..masking import fit as fit_dialogue
from ..progress import Progress
from ..rows import check_messages, hold_out, load_rows
from ..settings import RowsConfig, loop_settings
from ..task import EngineTask
from ..verdict import reason_of


@dataclass(kw_only=True)
class SftConfig(RowsConfig):
    """Settings of sft."""

    validation: str | None = None
    validation_share: float = 0.1
    dropout: float = 0.05
    engine: Literal["auto", "peft", "fused"] = "auto"
    epochs: float = 1.0
    max_steps: int | None = None
    packing: bool = False
    group_by_length: bool = True
    compile: bool = False
    layer_decay: float = 1.0


AGREEMATE: dict[str, Any] = {
    "rank": 32,
    "alpha": 16.0,
    "dropout": 0.1,
    "targets": SEVEN,
    "quantize": "nf4",
    "batch": 16,
    "accumulate": 2,
    "epochs": 2.0,
    "cycles": 2,
    "warmup_share": 0.01,
    "layer_decay": 0.95,
    "lr": 2e-4,
    "weight_decay": 0.02,
    "max_grad_norm": 0.3,
    "max_length": 512,
    "checkpointing": True,
    "group_by_length": True,
    "seed": 42,
}
PRESETS: dict[str, dict[str, Any]] = {
    "agreemate": AGREEMATE,
    "buyer": {**AGREEMATE, "name": "buyer"},
    "seller": {**AGREEMATE, "name": "seller"},
    "generalist": {**AGREEMATE, "name": "generalist"},
    "persuasion": {
        "rank": 16,
        "alpha": 32.0,
        "dropout": 0.05,
        "quantize": "nf4",
        "batch": 4,
        "accumulate": 4,
        "epochs": 3.0,
        "lr": 2e-4,
        "max_length": 4096,
        "checkpointing": True,
        "name": "persuasion",
    },
}


@dataclass
class Prepared:
    train: list[Example]
    held_out: list[Example]
    too_long: int
    special_words: int


def prepare(config: SftConfig, tokenizer: Any) -> Prepared:
    """Rows to examples; what is left out is counted, not hidden."""
    counts = {"too_long": 0, "special_words": 0}

    def examples(path: str) -> list[Example]:
        made = []
        for number, row in enumerate(load_rows(path, ["messages"]), 1):
            messages = check_messages(row, f"{path}, row {number}")
            try:
                example = fit_dialogue(tokenizer, messages, config.max_length)
            except SpecialWords:
                counts["special_words"] += 1
                continue
            if example is None:
                counts["too_long"] += 1
            else:
                made.append(example)
        if not made:
            raise ConfigError(f"no row of {path} fits into max_length {config.max_length}: raise it")
        return made

    train = examples(config.rows)
    if config.validation:
        return Prepared(train, examples(config.validation), **counts)
    return Prepared(*hold_out(train, config.validation_share), **counts)


def make_engine(config: SftConfig, model: Any) -> Engine:
    shape = LoraShape(config.rank, config.alpha, config.dropout, config.targets)
    nf4 = config.quantize == "nf4"
    fused = config.engine == "fused" or (config.engine == "auto" and FusedEngine.takes(model))
    if config.engine == "fused" and not FusedEngine.takes(model):
        raise ConfigError(f"engine fused takes the Llama family, got {model.config.model_type}: set engine: peft")
    if fused:
        return FusedEngine(model, shape, nf4=nf4, checkpointing=config.checkpointing, compiled=config.compile)
    return PeftEngine(model, shape, nf4=nf4, checkpointing=config.checkpointing)


class SftTask(EngineTask):
    """The loss on the labelled tokens of a batch."""

    def __init__(self, engine: Engine, train: Loader, held_out: Loader | None, device: torch.device, compiled: bool):
        super().__init__(engine, device)
        self.loader, self.held_out = train, held_out
        self.piece = torch.compile(_chunk_loss, dynamic=True) if compiled else _chunk_loss
        self.rank, self.size = parallel.start()

    def batches(self, start: int) -> Iterator[Batch]:
        for batch in self.loader.batches(start):
            yield self._share(batch)

    def _share(self, batch: Batch) -> Batch:
        """Every process sees every batch and keeps its own rows of it."""
        if self.size == 1:
            return batch
        rows = slice(self.rank, None, self.size)
        parts = (batch.tokens[rows], batch.labels[rows], batch.segments[rows], batch.positions[rows])
        return Batch(*parts, samples=int(parts[2].amax(1).sum()) if len(parts[0]) else 0)

    def loss(self, batch: Batch) -> torch.Tensor:
        targets = batch.targets().reshape(-1)
        rows = (targets != IGNORE).nonzero().squeeze(1)
        if len(rows) == 0:
            return self.no_loss()
        hidden = self.engine.hidden(batch.to(self.device))
        if len(rows) < len(targets):
            hidden = hidden[rows.to(self.device)]
        return token_loss(hidden, self.engine.head(), targets[rows].to(self.device), piece=self.piece)

    def weight(self, batch: Batch) -> float:
        return float((batch.targets() != IGNORE).sum())

    def samples(self, batch: Batch) -> int:
        return batch.samples

    def after_step(self) -> None:
        if isinstance(self.engine, FusedEngine):
            self.engine.refresh()

    def validate(self) -> dict[str, float]:
        if self.held_out is None:
            return {}
        total = count = 0.0
        for rows in self.held_out.epoch(0):
            batch = self._share(self.held_out.collate(rows))
            total, count = total + float(self.loss(batch)), count + self.weight(batch)
        total, count = parallel.add_up([total, count], self.device)
        return {"loss": total / count, "perplexity": math.exp(min(total / count, 700))}


def run(config: SftConfig, progress: Progress, *, dry: bool = False, resume: bool = False) -> dict[str, Any]:
    """Train, or with `dry` say what it would take."""
    tokenizer = load_tokenizer(config.model)
    prepared = prepare(config, tokenizer)
    loader = {
        "batch": config.batch,
        "pad": tokenizer.pad_token_id or 0,
        "seed": config.seed,
        "packing": config.packing,
        "room": config.max_length,
        "multiple": 64 if config.compile else 1,
    }
    train = Loader(prepared.train, by_length=config.group_by_length, **loader)
    held_out = Loader(prepared.held_out, **loader) if prepared.held_out else None
    per_epoch = math.ceil(len(train.epoch(0)) / config.accumulate)
    steps = config.max_steps or max(1, math.ceil(per_epoch * config.epochs))
    plan = {
        "recipe": "sft",
        "model": config.model,
        "examples": len(prepared.train),
        "held_out": len(prepared.held_out),
        "left_out_too_long": prepared.too_long,
        "left_out_special_words": prepared.special_words,
        "tokens": sum(train.lengths),
        "learned_tokens": sum(example.learned for example in prepared.train),
        "steps": steps,
        "steps_per_epoch": per_epoch,
        "cycles": config.cycles,
    }
    if dry:
        return {**plan, **estimate(config, tokens=round(sum(train.lengths) * steps / per_epoch))}
    progress.say("plan", **plan)
    device = pick_device()
    torch.manual_seed(config.seed)
    model, _ = load_base(config.model, pick_dtype(config.precision, device), device)
    engine = make_engine(config, model)
    task = SftTask(engine, train, held_out, device, config.compile)
    settings = loop_settings(config, steps=steps, resume=resume)
    state = fit(task, settings, Path(config.output), progress, device)
    measured = {"validation_loss": state.best_loss, "best_step": state.best_step} if held_out else {}
    question = "does the trained model beat its base in this role?"
    taught = load_rows(config.rows, ["messages"])[0]["messages"][-1]["content"]
    return finish("sft", config, question, measured, tokenizer, reason=reason_of(taught))
