"""janus: a model with a dial. Reads decision_steps (parley data prepare decision-steps), writes a HyperLoRA adapter.

    train                the default
    calibrate            requested against achieved rho on a running parley server (calibration.py); --fit also fits a map from
                         requested to setting on the validation seeds (dial_map.py) and plays the test seeds through it
    bake --rho 0.7       the adapter at one dial setting, as a plain LoRA in `output`/baked-0.70: the setting that the map
                         gives, where one was fitted (--seat for a seat's own); --raw for 0.7 itself

The split is by whole trajectories (`split_trajectory`). Failures have rho -1 and a learned vector; `dial: false` is the control
arm in which rho stands in the prompt only. Action accuracy and price error are measured on held-out steps by greedy generation.
"""

import hashlib
import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

import torch

from .. import parallel
from ..base import blocks_of, load_base, load_tokenizer, pick_device, pick_dtype
from ..batches import Batch, Loader
from ..calibration import calibrate
from ..dial_map import read_map, setting_of
from ..dial_prompt import from_row, read_answer
from ..errors import ConfigError
from ..estimate import estimate
from ..finish import finish
from ..generate import generate, words
from ..hyperlora import FAILED, DialledModel, DialShape, bake, read_shape
from ..loop import fit
from ..loss import token_loss
from ..many import over_many
from ..masking import IGNORE, Example, encode, prompt_tokens
from ..opponents import SELECTION, VERDICT
from ..progress import Progress
from ..rows import load_rows
from ..settings import RowsConfig, loop_settings
from ..task import backward

COLUMNS = (
    "trajectory_id", "turn", "role", "max_turns", "reservation_price", "price_low", "price_high", "last_offer_price",
    "history_roles", "history_prices", "target_action", "target_price", "rho_train",
)  # fmt: skip


@dataclass(kw_only=True)
class JanusConfig(RowsConfig):
    """Settings of janus; the defaults are the Janus lab's."""

    include_failures: bool = True
    history: int = 8
    rho_in_prompt: bool = True
    dial: bool = True
    dropout: float = 0.05
    hyper_hidden: int = 64
    fourier: int = 8
    gate: Literal["sigmoid", "tanh", "softplus", "identity"] = "sigmoid"
    smoothness: float = 0.01
    separation: float = 0.01
    accumulate: int = 8
    max_steps: int = 20000
    warmup_share: float = 0.025
    weight_decay: float = 0.01
    eval_steps: int = 128
    eval_every: int = 500
    save_every: int = 500
    # calibrate
    server: str = "http://127.0.0.1:8000"
    task: str = "price-janus"
    fit_opponents: tuple[str, ...] = SELECTION
    opponents: tuple[str, ...] = VERDICT
    grid: tuple[float, ...] = (0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9)
    episodes: int = 10
    self_play: bool = True
    tables: int = 128


@dataclass(frozen=True)
class DialExample(Example):
    rho: float
    question: str
    answer: str


class DialLoader(Loader):
    def collate(self, rows: Sequence[Sequence[int]]) -> tuple[Batch, torch.Tensor]:  # type: ignore[override]
        rho = torch.tensor([self.examples[row[0]].rho for row in rows])  # type: ignore[attr-defined]
        return super().collate(rows), rho


def prepare(config: JanusConfig, tokenizer: Any) -> tuple[list[DialExample], list[DialExample], int]:
    """Steps of training and of validation trajectories, and how many had no rho (a deal in an empty zone)."""
    sides: dict[str, list[DialExample]] = {"train": [], "validation": [], "test": []}
    without = 0
    wanted = []
    for row in load_rows(config.rows, COLUMNS):
        without += row["rho_train"] is None
        if row["rho_train"] is not None and (config.include_failures or row["rho_train"] != FAILED):
            wanted.append(row)

    def made(row: dict[str, Any]) -> DialExample:
        question, answer, rho = from_row(row, config.rho_in_prompt, config.history)
        turns = [{"role": "user", "content": question}, {"role": "assistant", "content": answer}]
        encoded = encode(tokenizer, turns)
        return DialExample(encoded.tokens, encoded.labels, rho, question, answer)

    for row, example in zip(wanted, over_many(made, wanted), strict=True):
        if len(example.tokens) <= config.max_length:
            sides[split_of(row)].append(example)
    if not sides["train"]:
        raise ConfigError(f"{config.rows} has no step to train on: raise max_length ({config.max_length}) or simulate more")
    return sides["train"], sides["validation"], without


def split_of(row: dict[str, Any]) -> str:
    """The row's own split; by the hash of its trajectory where the table has none. Never by step."""
    if row.get("split_trajectory"):
        return str(row["split_trajectory"])
    share = int.from_bytes(hashlib.sha256(row["trajectory_id"].encode()).digest()[:4], "big") / 2**32
    return "train" if share < 0.8 else "validation" if share < 0.9 else "test"


@dataclass(frozen=True)
class DialPart:
    """A process's own rows of a batch, and what the regularisers need of the whole: they are the same in every process."""

    batch: Batch
    rho: torch.Tensor
    whole_rho: torch.Tensor
    whole_weight: float
    order: torch.Tensor  # whom each row of the whole is held apart from


class JanusTask:
    kept = "adapter"

    def __init__(
        self, config: JanusConfig, dialled: DialledModel, tokenizer: Any, train: DialLoader, held_out: Any, device: Any
    ):
        self.config, self.dialled, self.tokenizer, self.device = config, dialled, tokenizer, device
        self.loader, self.held_out = train, held_out
        self.blocks = blocks_of(dialled.model)
        self.sums = {"smoothness": 0.0, "separation": 0.0}
        self.seen = 0
        self.place = parallel.place()

    def named_parameters(self):
        return self.dialled.named_parameters()

    def train(self, on: bool) -> None:
        self.dialled.model.train(on)

    def batches(self, start: int) -> Iterator[DialPart]:
        for number, (batch, rho) in enumerate(self.loader.batches(start), start):
            draws = torch.Generator().manual_seed(self.config.seed * 1_000_003 + number)
            own, own_rho = (batch, rho) if self.place.size == 1 else (batch.share(self.place), self.place.share(rho))
            yield DialPart(own, own_rho, rho, labelled(batch), torch.randperm(len(rho), generator=draws))

    def set_dial(self, rho: torch.Tensor) -> None:
        # In the control arm every row has the same dial: what rho is, only the prompt says.
        self.dialled.set(rho if self.config.dial else torch.full_like(rho, 0.5))

    def token_sum(self, batch: Batch, rho: torch.Tensor) -> torch.Tensor:
        self.set_dial(rho)
        targets = batch.targets().reshape(-1)
        rows = (targets != IGNORE).nonzero().squeeze(1)
        moved = batch.to(self.device)
        model = self.dialled.model
        hidden = model.model(input_ids=moved.tokens, position_ids=moved.positions, use_cache=False).last_hidden_state
        hidden = hidden.reshape(-1, hidden.shape[-1])[rows.to(self.device)]
        return token_loss(hidden, model.lm_head.weight, targets[rows].to(self.device))

    def loss(self, part: DialPart) -> torch.Tensor:
        if len(part.rho):
            total = self.token_sum(part.batch, part.rho)
        else:
            total = sum(p.sum() * 0.0 for _, p in self.named_parameters())
        if self.config.dial:
            rho = part.whole_rho.to(self.device)
            smooth = self.dialled.smoothness(rho)
            apart = self.dialled.separation(rho, part.order.to(self.device))
            # Every process has the same term of the whole batch, and their gradients are added up.
            weight = part.whole_weight / self.place.size
            total = total + weight * (self.config.smoothness * smooth + self.config.separation * apart)
            self.sums["smoothness"] += smooth.detach()
            self.sums["separation"] += apart.detach()
            self.seen += 1
        return total

    def backward(self, part: DialPart, whole: float, scaler: torch.amp.GradScaler) -> torch.Tensor:
        return backward(self, part, whole, scaler)

    def weight(self, part: DialPart) -> float:
        return labelled(part.batch)

    def samples(self, part: DialPart) -> int:
        return part.batch.samples

    def about(self, part: DialPart) -> str:
        return part.batch.about()

    def after_step(self) -> None:
        return None

    def facts(self) -> dict[str, float]:
        found = {name: float(total) / self.seen for name, total in self.sums.items()} if self.seen else {}
        self.sums, self.seen = dict.fromkeys(self.sums, 0.0), 0
        return found

    def validate(self) -> dict[str, float]:
        if self.held_out is None:
            return {}
        total = count = 0.0
        for rows in self.place.share(self.held_out.epoch(0)):
            batch, rho = self.held_out.collate(rows)
            total, count = total + float(self.token_sum(batch, rho)), count + labelled(batch)
        total, count = parallel.add_up([total, count], self.device)
        perplexity = math.exp(min(total / count, 700))
        return {
            "loss": total / count,
            "perplexity": perplexity,
            **self.generated(self.held_out.examples[: self.config.eval_steps]),
        }

    def generated(self, examples: Sequence[DialExample]) -> dict[str, float]:
        """What it answers on held-out steps: the right act, how far off in price, and what cannot be read."""
        right = unread = 0
        errors = []
        for start in range(0, len(examples), 16):
            part = examples[start : start + 16]
            self.set_dial(torch.tensor([one.rho for one in part]))
            prompts = [prompt_tokens(self.tokenizer, [{"role": "user", "content": one.question}]) for one in part]
            for one, reply in zip(part, generate(self.dialled.model, self.tokenizer, prompts, 16), strict=True):
                found, wanted = read_answer(words(self.tokenizer, reply)), read_answer(one.answer)
                unread += found is None
                right += found is not None and wanted is not None and found[0] == wanted[0]
                if found and wanted and found[1] is not None and wanted[1] is not None:
                    errors.append(abs(found[1] - wanted[1]))
        measured = {"action_accuracy": right / len(examples), "unreadable": unread / len(examples)}
        return {**measured, "price_error": sum(errors) / len(errors)} if errors else measured

    def save(self, folder: Path) -> None:
        self.dialled.save(folder)

    def load(self, folder: Path) -> None:
        self.dialled.load(folder)


def labelled(batch: Batch) -> float:
    return float((batch.targets() != IGNORE).sum())


def shape_of(config: JanusConfig) -> DialShape:
    return DialShape(
        config.rank, config.alpha, config.dropout, config.targets, config.hyper_hidden, config.fourier, 1.0, config.gate
    )


def run(
    config: JanusConfig,
    progress: Progress,
    *,
    dry: bool = False,
    resume: bool = False,
    action: str | None = None,
    rho: float | None = None,
    seat: str | None = None,
    raw: bool = False,
    fit_dial: bool = False,
) -> dict[str, Any]:
    folder = Path(config.output)
    if action == "bake":
        return _bake(config, folder, rho, seat, raw)
    if action == "calibrate":
        return calibrate(config, folder, *_open(config, folder), progress, fit_dial)
    tokenizer = load_tokenizer(config.model)
    train, held_out, without = prepare(config, tokenizer)
    loader = {"batch": config.batch, "pad": tokenizer.pad_token_id or 0, "seed": config.seed, "room": config.max_length}
    plan = {
        "recipe": "janus",
        "model": config.model,
        "examples": len(train),
        "held_out": len(held_out),
        "failures": sum(one.rho == FAILED for one in train),
        "left_out_without_rho": without,
        "tokens": sum(len(one.tokens) for one in train),
        "steps": config.max_steps,
    }
    if dry:
        per_step = plan["tokens"] / len(train) * config.batch * config.accumulate
        return {**plan, **estimate(config, tokens=round(per_step * config.max_steps))}
    progress.say("plan", **plan)
    device = pick_device()
    torch.manual_seed(config.seed)
    model, _ = open_base(config, device)
    dialled = DialledModel(model, shape_of(config))
    if config.checkpointing:
        model.gradient_checkpointing_enable({"use_reentrant": False})
    held = DialLoader(held_out, **loader) if held_out else None
    task = JanusTask(config, dialled, tokenizer, DialLoader(train, **loader), held, device)
    settings = loop_settings(config, steps=config.max_steps, resume=resume)
    state = fit(task, settings, folder, progress, device)
    measured = {"validation_loss": state.best_loss} if math.isfinite(state.best_loss) else {}
    question = "does the achieved rho follow the requested one, in self-play and against held-out scripts?"
    return finish("janus", config, question, measured, dial=list(config.grid), control="dial: false")


def open_base(config: JanusConfig, device: torch.device) -> tuple[Any, Any]:
    """The base as it was trained on: in NF4 it is another model, for calibrate and bake too."""
    nf4 = config.targets if config.quantize == "nf4" else ()
    return load_base(config.model, pick_dtype(config.precision, device), device, nf4)


def _open(config: JanusConfig, folder: Path) -> tuple[DialledModel, Any]:
    """The trained dial on its base."""
    shape = read_shape(folder / "adapter")
    model, tokenizer = open_base(config, pick_device())
    dialled = DialledModel(model, shape)
    dialled.load(folder / "adapter")
    model.eval()
    return dialled, tokenizer


def _bake(config: JanusConfig, folder: Path, rho: float | None, seat: str | None, raw: bool) -> dict[str, Any]:
    if rho is None or not (0 <= rho <= 1 or rho == FAILED):
        raise ConfigError(f"bake needs a rho from 0 to 1 (or -1 for no deal), got {rho}")
    dialled, tokenizer = _open(config, folder)
    setting = setting_of(None if raw else read_map(folder / "adapter"), rho, seat)
    target = folder / "-".join(["baked", f"{rho:.2f}", *(["raw"] if raw else []), *([seat] if seat else [])])
    bake(dialled, setting, target)
    tokenizer.save_pretrained(target)
    return {"adapter": str(target), "rho": rho, "setting": setting}
