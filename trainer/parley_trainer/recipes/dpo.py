"""dpo: preference pairs, `{"prompt", "chosen", "rejected"}`, judged by parley (data prepare pairs).

Each is a list of messages, as parley writes them, or plain text; an answer is one message, the assistant's. Pairs are turn level and of the own side only: a pair whose answers hold the other side's lines would teach to write both sides.
Reward margin and accuracy are reported with every loss. `engine: trl` trains with TRL's loss and loop (trl_engine.py).
"""

import math
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

import torch

from .. import parallel
from ..dpo import preference
from ..errors import ConfigError
from ..estimate import estimate
from ..finish import finish
from ..logprobs import answer_example, answer_logprobs
from ..loop import fit
from ..masking import encode, prompt_tokens
from ..opponents import VERDICT, refuse_overlap
from ..policy import open_policy
from ..progress import Progress
from ..rows import Row, hold_out, load_rows, read_messages
from ..settings import RowsConfig, loop_settings
from ..task import EngineTask
from ..trl_engine import fit_dpo, need_trl
from ..verdict import met_before, reason_of


@dataclass(kw_only=True)
class DpoConfig(RowsConfig):
    """Settings of dpo."""

    adapter: tuple[str, ...] = ()
    met: tuple[str, ...] = ()  # opponents in the games that the rows are from, for the verdict
    engine: Literal["peft", "trl"] = "peft"
    beta: float = 0.1
    validation_share: float = 0.1
    epochs: float = 1.0
    max_steps: int | None = None
    lr: float = 5e-6
    warmup_share: float = 0.1
    log_every: int = 10
    eval_every: int = 50
    save_every: int = 50


Pair = tuple[Any, Any]


def prepare(config: DpoConfig, tokenizer: Any) -> tuple[list[Pair], list[Pair], int]:
    """Pairs to train on and to validate with, by their own `split` where they have one; those of test are left alone."""
    pairs: dict[str, list[Pair]] = defaultdict(list)
    too_long = 0
    for number, row in enumerate(load_rows(config.rows, ["prompt", "chosen", "rejected"]), 1):
        where = f"{config.rows}, row {number}"
        asked = read_messages(row["prompt"], "prompt", "user", where)
        chosen, rejected = (read_answer(row, column, where) for column in ("chosen", "rejected"))
        if chosen == rejected:
            raise ConfigError(f"{where}: chosen and rejected are the same words: leave ties out")
        start = prompt_tokens(tokenizer, asked)
        sides = []
        for words in (chosen, rejected):
            whole = encode(tokenizer, [*asked, {"role": "assistant", "content": words}])
            # What the template writes after the end of the turn is nobody's choice.
            last = max(i for i, label in enumerate(whole.labels) if label >= 0)
            sides.append(answer_example(start, whole.tokens[len(start) : last + 1]))
        if max(len(side.tokens) for side in sides) > config.max_length:
            too_long += 1
        else:
            pairs[row.get("split", "")].append((sides[0], sides[1]))
    if not pairs:
        raise ConfigError(f"no pair of {config.rows} fits into max_length {config.max_length}: raise it")
    if "" in pairs:
        return (*hold_out(pairs[""], config.validation_share), too_long)
    if not pairs["train"]:
        raise ConfigError(f"no pair of {config.rows} is of the split train: prepare more scenarios")
    return pairs["train"], pairs["validation"], too_long


def read_answer(row: Row, column: str, where: str) -> str:
    said = read_messages(row[column], column, "assistant", where)
    if [one["role"] for one in said] != ["assistant"]:
        roles = ", ".join(one["role"] for one in said)
        raise ConfigError(f"{where}: {column} must be one message, the assistant's, got {roles}: write one pair a turn")
    return said[0]["content"]


class DpoTask(EngineTask):
    def __init__(self, config: DpoConfig, engine: Any, pad: int, device: Any, train: list[Pair], held_out: list[Pair]) -> None:
        super().__init__(engine, device)
        self.config, self.pad, self.pairs, self.held_out = config, pad, train, held_out
        self.place = parallel.place()
        self.judged_pairs = [0.0, 0.0, 0.0]  # how many, the sum of their margins, how many right; since the last log

    def batches(self, start: int) -> Iterator[list[Pair]]:
        import random

        per_epoch = math.ceil(len(self.pairs) / self.config.batch)
        number = start
        while True:
            epoch, at = divmod(number, per_epoch)
            places = list(range(len(self.pairs)))
            random.Random(f"{self.config.seed}/{epoch}").shuffle(places)
            # Every process knows every batch and keeps its own pairs of it.
            yield [self.pairs[i] for i in self.place.share(places[at * self.config.batch : (at + 1) * self.config.batch])]
            number += 1

    def answers(self, pairs: list[Pair]) -> torch.Tensor:
        examples = [side for pair in pairs for side in pair]
        chosen, _, owner = answer_logprobs(self.engine, examples, self.pad, self.device)
        return torch.zeros(len(examples), device=self.device).index_add(0, owner, chosen).view(-1, 2)

    def judged(self, pairs: list[Pair]):
        with torch.no_grad(), self.engine.model.disable_adapter():
            reference = self.answers(pairs)
        return preference(self.answers(pairs), reference, self.config.beta)

    def loss(self, pairs: list[Pair]) -> torch.Tensor:
        if not pairs:
            return self.no_loss()
        found = self.judged(pairs)
        seen = (len(pairs), float(found.margin.sum()), float(found.right.sum()))
        self.judged_pairs = [a + b for a, b in zip(self.judged_pairs, seen, strict=True)]
        return found.loss

    def weight(self, pairs: list[Pair]) -> float:
        return float(len(pairs))

    def samples(self, pairs: list[Pair]) -> int:
        return len(pairs)

    def facts(self) -> dict[str, float]:
        count, margin, right = parallel.add_up(self.judged_pairs, self.device)
        self.judged_pairs = [0.0, 0.0, 0.0]
        return {"margin": margin / count, "accuracy": right / count}

    def validate(self) -> dict[str, float]:
        if not self.held_out:
            return {}
        size, own = self.config.batch, self.place.share(self.held_out)
        found = [self.judged(list(own[i : i + size])) for i in range(0, len(own), size)]
        sums = [
            sum(float(part.sum()) for part in parts)
            for parts in zip(*((f.loss, f.margin, f.right) for f in found), strict=True)
        ]
        whole = parallel.add_up(sums or [0.0] * 3, self.device)
        return {name: one / len(self.held_out) for name, one in zip(("loss", "margin", "accuracy"), whole, strict=True)}


def run(config: DpoConfig, progress: Progress, *, dry: bool = False, resume: bool = False) -> dict[str, Any]:
    from ..base import load_tokenizer

    if config.engine == "trl":
        need_trl()
    met = met_before(config.adapter)
    met["training"] = sorted({*met["training"], *config.met})
    refuse_overlap({**met, "verdict": VERDICT})
    tokenizer = load_tokenizer(config.model)
    train, held_out, too_long = prepare(config, tokenizer)
    per_epoch = math.ceil(math.ceil(len(train) / config.batch) / config.accumulate)
    steps = config.max_steps or max(1, math.ceil(per_epoch * config.epochs))
    plan = {
        "recipe": "dpo",
        "model": config.model,
        "examples": len(train),
        "held_out": len(held_out),
        "left_out_too_long": too_long,
        "tokens": sum(len(side.tokens) for pair in train for side in pair),
        "steps": steps,
    }
    if dry:
        # Every answer is read twice: by the policy, with a backward pass, and by the reference, without.
        tokens = round(1.5 * plan["tokens"] * steps / per_epoch)
        return {**plan, **estimate(config, tokens=tokens)}
    progress.say("plan", **plan)
    engine, tokenizer, device = open_policy(config)
    task = DpoTask(config, engine, tokenizer.pad_token_id or 0, device, train, held_out)
    settings = loop_settings(config, steps=steps, resume=resume)
    folder = Path(config.output)
    if config.engine == "trl":
        state = fit_dpo(task, tokenizer, settings, folder, progress)
    else:
        state = fit(task, settings, folder, progress, device)
    measured = {"validation_loss": state.best_loss} if held_out else {}
    question = "does the model trained on judged pairs beat the one it started from?"
    taught = read_answer(load_rows(config.rows, ["chosen"])[0], "chosen", config.rows)
    before = list(config.adapter)
    return finish("dpo", config, question, measured, tokenizer, merged_before=before, reason=reason_of(taught), met=met)
