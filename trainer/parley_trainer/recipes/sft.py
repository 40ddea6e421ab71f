"""sft: supervised fine-tuning on chat rows, `{"messages": [{"role", "content"}, ...]}`, with LoRA or QLoRA, or of a small model's every
weight (`method: full`; the preset `full` has a rate for it). What that trains is a whole model in `model/`, which goes wherever a base does.

The presets: `agreemate` is AgreeMate's settings with what went wrong there put right: the two cycles restart,
the average of the loss is corrected, the loss is on the assistant's words only. `buyer`, `seller` and `generalist` are the
same on their role's rows; `persuasion` has the settings of the P-ToM project. Both projects trained with dropout on a base in NF4 with
checkpointing; here dropout is 0, since with it the adapters cannot be a part of the large products, and NF4 and checkpointing are
taken where the card has no room without them (engine_path.py). `dropout: 0.1`, `quantize: nf4`, `checkpointing: true` are theirs.
"""

import json
import math
from collections.abc import Iterator
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any, Literal

import torch
import torch.nn.functional as F

from .. import parallel
from ..adapters import adapter_at
from ..base import load_base, load_tokenizer, pick_device, pick_dtype, place
from ..batches import Batch, Loader, moved, up_to
from ..config import SEVEN
from ..engine_path import EnginePath, engine_path, free_memory, settle
from ..engines import Engine, FullEngine, LoraShape, PeftEngine
from ..errors import ConfigError
from ..estimate import estimate, model_shape, uncompiled_seconds
from ..finish import finish
from ..fused import FusedEngine
from ..graphs import Recorder
from ..loop import fit
from ..loss import _chunk_loss, token_loss
from ..many import over_many
from ..masking import IGNORE, Example, SpecialWords
from ..masking import fit as fit_dialogue
from ..opponents import VERDICT, refuse_overlap
from ..progress import Progress
from ..rows import check_messages, hold_out, load_rows
from ..settings import RowsConfig, loop_settings
from ..task import EngineTask
from ..verdict import has_figures, reason_of


@dataclass(kw_only=True)
class SftConfig(RowsConfig):
    """Settings of sft."""

    validation: str | None = None
    met: tuple[str, ...] = ()  # opponents in the games that the rows are from, for the verdict
    validation_share: float = 0.1
    quantize: Literal["auto", "none", "nf4", "fp8"] = "none"  # type: ignore[assignment]
    checkpointing: bool | None = False  # type: ignore[assignment]
    dropout: float = 0.0
    method: Literal["lora", "full"] = "lora"
    start: str | None = None  # an adapter of the same shape that training goes on from
    engine: Literal["auto", "peft", "fused"] = "auto"
    epochs: float = 1.0
    max_steps: int | None = None
    packing: bool = False
    group_by_length: bool = True
    compile: bool | None = None
    graphs: bool = False
    layer_decay: float = 1.0


AGREEMATE: dict[str, Any] = {
    "rank": 32,
    "alpha": 16.0,
    "targets": SEVEN,
    "quantize": "auto",
    "batch": 16,
    "accumulate": 2,
    "epochs": 2.0,
    "max_steps": 2058,  # two epochs of the buyer's and of the seller's rows; null for epochs of other rows
    "cycles": 2,
    "warmup_share": 0.01,
    "layer_decay": 0.95,
    "lr": 2e-4,
    "weight_decay": 0.02,
    "max_grad_norm": 0.3,
    "max_length": 512,
    "checkpointing": None,
    "group_by_length": True,
    "seed": 42,
}
PRESETS: dict[str, dict[str, Any]] = {
    "full": {"method": "full", "lr": 2e-5, "weight_decay": 0.01, "warmup_share": 0.03, "checkpointing": None, "epochs": 2.0},
    "agreemate": AGREEMATE,
    "buyer": {**AGREEMATE, "name": "buyer"},
    "seller": {**AGREEMATE, "name": "seller"},
    "generalist": {**AGREEMATE, "name": "generalist", "max_steps": 4116},
    "persuasion": {
        "rank": 16,
        "alpha": 32.0,
        "quantize": "auto",
        "batch": 4,
        "accumulate": 4,
        "epochs": 3.0,
        "lr": 2e-4,
        "max_length": 4096,
        "checkpointing": None,
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

    def examples(path: str) -> list[list[Example]]:
        """By row: those of one dialogue are held out together."""
        rows = load_rows(path, ["messages"])
        dialogues = [check_messages(row, f"{path}, row {number}") for number, row in enumerate(rows, 1)]

        def fitting(messages: list[dict[str, Any]]) -> list[Example] | None:
            try:
                return fit_dialogue(tokenizer, messages, config.max_length)
            except SpecialWords:
                return None

        every = over_many(fitting, dialogues)
        made = [one for one in every if one]
        counts["special_words"] += sum(one is None for one in every)
        counts["too_long"] += sum(one == [] for one in every)
        if not made:
            raise ConfigError(f"no row of {path} fits into max_length {config.max_length}: raise it")
        return made

    train = examples(config.rows)
    parts = (train, examples(config.validation)) if config.validation else hold_out(train, config.validation_share)
    return Prepared(*([one for row in part for one in row] for part in parts), **counts)


def make_engine(config: SftConfig, model: Any, device: torch.device) -> tuple[Engine, EnginePath]:
    """The engine on its device. The model comes from the CPU, and goes there block by block or layer by layer."""
    path = engine_path(config, FusedEngine.supports(model), device)
    if path.engine == "full":
        dtype = pick_dtype(config.precision, device)
        return FullEngine(place(model, device), dtype, checkpointing=path.checkpointing), path
    shape = LoraShape(config.rank, config.alpha, config.dropout, config.targets)
    if path.engine == "fused":
        options = {"quantized": path.quantize, "checkpointing": path.checkpointing, "compiled": path.compile}
        engine = FusedEngine(model, shape, device=device, **options)
        return engine, replace(path, attention="bounds" if engine.varlen else "mask")
    placed = place(model, device, config.targets if path.quantize == "nf4" else ())
    return PeftEngine(placed, shape, checkpointing=path.checkpointing), path


def check_start(config: SftConfig) -> None:
    """An adapter to go on from must be of this run's shape."""
    if config.start is None:
        return
    if config.method == "full":
        raise ConfigError("start is for adapters: with method: full name the trained model as `model`")
    about = json.loads((adapter_at(config.start) / "adapter_config.json").read_text(encoding="utf-8"))
    theirs = (about["r"], float(about["lora_alpha"]), sorted(about["target_modules"]))
    ours = (config.rank, float(config.alpha), sorted(config.targets))
    if theirs != ours:
        raise ConfigError(f"{config.start} has rank, alpha and targets {theirs}, this run {ours}: set them alike")


def lay_out(loader: Loader, config: SftConfig, path: EnginePath) -> None:
    """Batches as settled. Few shapes where code is compiled for each, and no padding where attention keeps within bounds."""
    loader.size, loader.made = config.batch, None
    loader.multiple = max(64, up_to(config.max_length // 8, 64)) if path.compile else 1
    if path.attention == "bounds":
        loader.end_to_end(max(512, up_to(config.batch * config.max_length // 32, 64)) if path.compile else 64)


class SftTask(EngineTask):
    """The loss on the labelled tokens of a batch."""

    def __init__(
        self,
        engine: Engine,
        train: Loader,
        held_out: Loader | None,
        device: torch.device,
        compiled: bool = False,
        graphs: bool = False,
    ) -> None:
        super().__init__(engine, device)
        self.loader, self.held_out = train, held_out
        self.kept = "model" if isinstance(engine, FullEngine) else "adapter"
        self.multiple = 256 if compiled else 1
        self.chunk_loss = torch.compile(_chunk_loss, dynamic=False) if compiled else _chunk_loss
        self.recorder = Recorder([p for _, p in self.named_parameters()], self._recorded_loss) if graphs else None

    def batches(self, start: int) -> Iterator[Batch]:
        return self.loader.batches(start)

    def loss(self, batch: Batch) -> torch.Tensor:
        if not self.weight(batch):
            return self.no_loss()
        return self._loss(*self._inputs(batch))

    def backward(self, part: Batch, whole: float, scaler: torch.amp.GradScaler) -> torch.Tensor:
        if self.recorder is None or not self.weight(part):
            return super().backward(part, whole, scaler)
        return self.recorder.backward(*self._inputs(part), moved(torch.tensor(1 / whole), self.device))

    def _inputs(self, batch: Batch) -> tuple[torch.Tensor, ...]:
        """On the device: the batch, the places that predict a label, and those labels; worked out before it goes there.

        Where nearly all places have one, all are taken. Otherwise they are filled up to a multiple with places that count for
        nothing, so that compiled code meets few shapes.
        """
        targets = batch.targets().reshape(-1)
        rows = (targets != IGNORE).nonzero().squeeze(1)
        if len(rows) > 0.9 * len(targets):
            rows = rows.new_empty(0)
        else:
            targets = targets[rows]
            short = -len(rows) % self.multiple
            rows, targets = F.pad(rows, (0, short)), F.pad(targets, (0, short), value=IGNORE)
        bounds = [] if batch.bounds is None else [batch.bounds]
        inputs = (batch.tokens, batch.segments, batch.positions, rows, targets, *bounds)
        return tuple(moved(one, self.device) for one in inputs)

    def _loss(self, tokens, segments, positions, rows, targets, bounds=None) -> torch.Tensor:
        hidden = self.engine.hidden(Batch(tokens, tokens, segments, positions, 0, bounds, self.loader.longest))
        if len(rows):
            hidden = hidden[rows]
        return token_loss(hidden, self.engine.head(), targets, chunk_loss=self.chunk_loss)

    def _recorded_loss(self, *inputs: torch.Tensor) -> torch.Tensor:
        *inputs, factor = inputs
        return self._loss(*inputs) * factor

    def weight(self, batch: Batch) -> float:
        return float((batch.targets() != IGNORE).sum())

    def samples(self, batch: Batch) -> int:
        return batch.samples

    def about(self, batch: Batch) -> str:
        return batch.about()

    def after_step(self) -> None:
        if isinstance(self.engine, FusedEngine):
            self.engine.refresh()

    def validate(self) -> dict[str, float]:
        if self.held_out is None:
            return {}
        total = count = 0.0
        for rows in self.held_out.epoch(0):
            batch = self.held_out.collate(rows)
            total, count = total + float(self.loss(batch)), count + self.weight(batch)
        total, count = parallel.add_up([total, count], self.device)
        return {"loss": total / count, "perplexity": math.exp(min(total / count, 700))}


def run(config: SftConfig, progress: Progress, *, dry: bool = False, resume: bool = False) -> dict[str, Any]:
    """Train, or with `dry` say what it would take."""
    check_start(config)
    refuse_overlap({"training": config.met, "verdict": VERDICT})
    device, shape = pick_device(), model_shape(config.model)
    tokenizer = load_tokenizer(config.model)
    prepared = prepare(config, tokenizer)
    loader = {
        "batch": config.batch,
        "pad": tokenizer.pad_token_id or 0,
        "seed": config.seed,
        "packing": config.packing,
        "room": config.max_length,
        "place": parallel.place(),
    }
    train = Loader(prepared.train, by_length=config.group_by_length, **loader)
    held_out = Loader(prepared.held_out, **loader) if prepared.held_out else None
    per_epoch = math.ceil(len(train.epoch(0)) / config.accumulate)
    steps = config.max_steps or max(1, math.ceil(per_epoch * config.epochs))
    tokens = round(sum(train.lengths) * steps / per_epoch)
    uncompiled = uncompiled_seconds(config, shape, tokens, steps * config.accumulate, device)
    config = settle(config, shape, device, free_memory(device), uncompiled)
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
        return {**plan, **estimate(config, tokens)}
    progress.say("plan", **plan)
    torch.manual_seed(config.seed)
    model, _ = load_base(config.model, pick_dtype(config.precision, device), torch.device("cpu"))
    engine, path = make_engine(config, model, device)
    if config.start:
        engine.load(Path(config.start))
    progress.say("engine", **asdict(path))
    for one in filter(None, (train, held_out)):
        lay_out(one, config, path)
    task = SftTask(engine, train, held_out, device, path.compile, path.graphs and parallel.place().size == 1)
    settings = loop_settings(config, steps=steps, resume=resume)
    state = fit(task, settings, Path(config.output), progress, device)
    measured = {"validation_loss": state.best_loss, "best_step": state.best_step} if held_out else {}
    question = "does the trained model beat its base in this role?"
    rows = load_rows(config.rows, ["messages"])
    taught = rows[0]["messages"][-1]["content"]
    met = {"training": sorted(config.met)}
    return finish(
        "sft",
        config,
        question,
        measured,
        tokenizer,
        task.kept,
        reason=reason_of(taught),
        met=met,
        figures=has_figures(rows) or None,
    )
