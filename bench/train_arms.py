"""What one process of bench/train.py measures: a preset with some settings changed, on one of two kinds of rows.

Everything is made as `parley train sft` makes it: the settings are settled by the machine, then come its engine, its task and its step.
`anchor_shape`: random tokens, every one a label, in the anchor's shape; then, with `curve`, the same engine from its first
adapters again on rows that can be learned: a chain of 128 words in which each is followed by one of four. `games`: rows of a file.
"""

import random
import sys
import time
from dataclasses import replace
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "trainer"))

LARGE = dict(
    vocab_size=128256, hidden_size=3072, intermediate_size=8192, num_hidden_layers=28, num_attention_heads=24,
    num_key_value_heads=8, head_dim=128, max_position_embeddings=4096, tie_word_embeddings=True, rope_theta=500000.0,
)  # fmt: skip
SMALL = dict(
    vocab_size=640, hidden_size=64, intermediate_size=128, num_hidden_layers=3, num_attention_heads=4,
    num_key_value_heads=2, max_position_embeddings=2048, tie_word_embeddings=True,
)  # fmt: skip
GB = 2**30


def make_model(small: bool, device: Any, vocabulary: int | None = None) -> Any:
    import torch
    from transformers import LlamaConfig, LlamaForCausalLM

    torch.manual_seed(0)
    with torch.device(device):
        torch.set_default_dtype(torch.float32 if small else torch.bfloat16)
        shape = SMALL if small else LARGE
        model = LlamaForCausalLM(LlamaConfig(**{**shape, "vocab_size": vocabulary or shape["vocab_size"]}))
        torch.set_default_dtype(torch.float32)
    for parameter in model.parameters():
        parameter.requires_grad_(False)
    return model


class Run:
    """A preset on its engine, ready to take steps."""

    def __init__(self, changes: dict[str, Any], small: bool, examples: list[Any], vocabulary: int | None = None) -> None:
        import torch
        from parley_trainer import fused
        from parley_trainer.batches import Loader
        from parley_trainer.config import make_config
        from parley_trainer.engine_path import free_memory, settle
        from parley_trainer.estimate import shape_of
        from parley_trainer.recipes.sft import PRESETS, SftConfig, SftTask, lay_out, make_engine

        self.small, self.device = small, torch.device("cpu" if small else "cuda")
        changes = dict(changes)
        padded = changes.pop("padded", False)
        if changes.pop("flash", False):
            fused.KERNELS = fused.KERNELS[1:]
        if small:
            changes = {"rank": 4, "batch": 4, **changes}
        values = {"preset": "agreemate", "model": "bench", "rows": "", "output": "", **changes}
        model = make_model(small, self.device, vocabulary)
        free = free_memory(self.device) + sum(p.numel() * p.element_size() for p in model.parameters())
        config = settle(make_config(SftConfig, values, PRESETS), shape_of(model.config), self.device, free)
        torch.manual_seed(1)
        engine, self.path = make_engine(config, model, self.device)
        self.config = config
        loader = Loader(
            examples, batch=config.batch, pad=0, seed=1, room=config.max_length, packing=config.packing,
            by_length=config.group_by_length,
        )  # fmt: skip
        lay_out(loader, config, replace(self.path, attention="mask") if padded else self.path)
        self.task = SftTask(engine, loader, None, self.device, self.path.compile, self.path.graphs)
        self.task.train(True)
        self.parameters = [p for _, p in engine.named_parameters()]
        self.scaler = torch.amp.GradScaler(self.device.type, enabled=False)
        self.fresh(1e-4)

    def fresh(self, lr: float) -> None:
        import torch

        self.optimizer = torch.optim.AdamW(self.parameters, lr=lr, fused=not self.small)

    def step(self, parts: list[Any]) -> Any:
        """The loss, not yet waited for."""
        from parley_trainer.loop import update

        whole = sum(self.task.weight(part) for part in parts)
        return update(self.task, parts, whole, self.optimizer, self.scaler, self.parameters, 1.0)[0]

    def sync(self) -> None:
        import torch

        if not self.small:
            torch.cuda.synchronize()

    def peak(self, reset: bool = False) -> float:
        import torch

        if self.small:
            return 0.0
        if reset:
            torch.cuda.reset_peak_memory_stats()
        return round(torch.cuda.max_memory_allocated() / GB, 2)

    def allocated(self) -> float:
        import torch

        return 0.0 if self.small else round(torch.cuda.memory_allocated() / GB, 2)


def labelled(tokens: list[int]) -> Any:
    from parley_trainer.masking import Example

    return Example(tokens, tokens)


def chain(count: int, length: int, words: int, seed: int) -> list[Any]:
    """Rows of a Markov chain: each word has four successors, taken with .7, .1, .1, .1 (an entropy of .94)."""
    table = random.Random("successors")
    after = [[table.randrange(words) for _ in range(4)] for _ in range(words)]
    rng = random.Random(seed)
    rows = []
    for _ in range(count):
        word, row = rng.randrange(words), []
        for _ in range(length):
            row.append(word)
            word = after[word][rng.choices(range(4), (0.7, 0.1, 0.1, 0.1))[0]]
        rows.append(labelled(row))
    return rows


def anchor_shape(name: str, changes: dict[str, Any], small: bool, curve: int, profile: bool, tell: Any) -> None:
    """Eight optimiser steps, the median of the last six, as the anchor's compiled run; then the curve."""
    import torch
    from kernels import profiled
    from parley_trainer.batches import collate

    length, words = (32, 600) if small else (512, 128000)
    if small:
        changes = {"max_length": 32, **changes}
    run = Run(changes, small, [labelled([0] * length)])
    batch, accumulate = run.config.batch, run.config.accumulate
    draws = random.Random(7)

    def parts() -> list[Any]:
        rows = [[[labelled([draws.randrange(words) for _ in range(length)])] for _ in range(batch)] for _ in range(accumulate)]
        return [collate(one, 0) for one in rows]

    begin = [p.detach().clone() for p in run.parameters]
    times, ready = [], [parts() for _ in range(8)]
    for i, two in enumerate(ready):
        if i == 2:
            run.peak(reset=True)
        run.sync()
        begun = time.perf_counter()
        loss = float(run.step(two))
        run.sync()
        times.append(time.perf_counter() - begun)
    seconds = sorted(times[2:])[len(times[2:]) // 2]
    found = {
        "what": name,
        "samples_s": round(batch * accumulate / seconds, 2),
        "step_s": round(seconds, 4),
        "peak_gb": run.peak(),
        "between_steps_gb": run.allocated(),
        "first_step_s": round(times[0], 1),
        "loss": round(loss, 4),
        "path": vars(run.path),
    }
    tell(found)
    if profile:
        rank = run.config.rank
        found["profile"] = profiled(lambda: run.step(ready[0]), 3, {rank * n for n in (1, 2, 3)}, run.device.type)
        tell(found)
    if not curve:
        return
    with torch.no_grad():
        for parameter, first in zip(run.parameters, begin, strict=True):
            parameter.copy_(first)
    run.task.after_step()
    peak = 5e-3 if small else 1e-3
    run.fresh(peak)
    rows = chain(curve * batch, length, 128, seed=3)
    losses: list[Any] = []
    begun = time.perf_counter()
    for i in range(curve):
        for group in run.optimizer.param_groups:
            group["lr"] = peak * min(1, (i + 1) / 20)
        losses.append(run.step([collate([[row] for row in rows[i * batch : (i + 1) * batch]], 0)]))
        if (i + 1) % 20 == 0 or i + 1 == curve:
            means = [round(float(sum(losses[k : k + 10]) / len(losses[k : k + 10])), 4) for k in range(0, len(losses), 10)]
            tail = [float(one) for one in losses[-50:]]
            found["curve"] = {"steps": len(losses), "each": 10, "loss": means, "last_50": round(sum(tail) / len(tail), 4)}
            found["curve"]["seconds"] = round(time.perf_counter() - begun, 1)
            tell(found)


def games(
    name: str, changes: dict[str, Any], small: bool, rows_path: str, tokenizer_name: str, room: int, profile: bool, tell: Any
) -> None:
    """Rows of a file: twelve steps of 32 rows, each one dialogue or as many as fit."""
    from kernels import profiled
    from parley_trainer.base import load_tokenizer
    from parley_trainer.masking import IGNORE
    from parley_trainer.recipes.sft import SftConfig, prepare
    from parley_trainer.toy import CHATML

    tokenizer = load_tokenizer(tokenizer_name)
    tokenizer.chat_template = tokenizer.chat_template or CHATML
    prepared = prepare(
        SftConfig(model=tokenizer_name, rows=rows_path, output="", max_length=room, validation_share=0), tokenizer
    )
    run = Run({"max_length": room, **changes}, small, prepared.train, len(tokenizer))
    loader, each = run.task.loader, run.config.accumulate
    whole = [rows for rows in loader.epoch(0) if len(rows) == run.config.batch][: (2 if small else 12) * each]
    batches = [loader.collate(rows) for rows in whole]
    parts = [batches[i : i + each] for i in range(0, len(batches), each)]
    # A step is compiled for each shape: that is not what is measured.
    begun = time.perf_counter()
    shapes = {tuple(one.shape for one in run.task._inputs(batch)): batch for batch in batches}
    for one in shapes.values():
        run.step([one])
    run.sync()
    compiling = time.perf_counter() - begun
    run.peak(reset=True)
    begun = time.perf_counter()
    for two in parts:
        float(run.step(two))
    run.sync()
    seconds = time.perf_counter() - begun
    used = sum(int((batch.segments > 0).sum()) for batch in batches)
    found = {
        "what": name,
        "samples_s": round(sum(batch.samples for batch in batches) / seconds, 2),
        "tokens_s": round(used / seconds),
        "filled": round(used / sum(batch.tokens.numel() for batch in batches), 3),
        "labelled": round(sum(int((batch.labels != IGNORE).sum()) for batch in batches) / used, 3),
        "peak_gb": run.peak(),
        "shapes": len(shapes),
        "first_steps_s": round(compiling, 1),
        "rows": len(prepared.train),
        "too_long": prepared.too_long,
        "mean_tokens": round(sum(len(one.tokens) for one in prepared.train) / len(prepared.train), 1),
        "path": vars(run.path),
    }
    tell(found)
    if profile:
        rank = run.config.rank
        found["profile"] = profiled(lambda: run.step(parts[0]), 2, {rank * n for n in (1, 2, 3)}, run.device.type)
        tell(found)
