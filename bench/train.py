"""Speed and memory of our sft step beside a PEFT loop, in one call on one GPU.

    python bench/train.py --anchor ../shared/tools/lora3b_anchor.py --profile --out train.json
    python bench/train.py --only none --rows chats.jsonl --tokenizer smollm2.gguf --room 1536 --out rows.json
    python bench/train.py --tiny --only fused --profile       the same code on a toy shape, for trying it out on a CPU

First table: the Llama-3.2-3B shape with random weights, rank 32 on seven modules, dropout 0, batch 16 x 2, 512 tokens, every
token a label: what the anchor script does, run first by itself in the same call. Among ours is QLoRA with checkpointing, whose
figure is the gigabytes allocated between steps. Second table, with --rows: real dialogues, only the assistant's tokens labels, padded
in random order, by length, and packed into rows of --room; the same shape with the vocabulary of --tokenizer. --profile: where the time of our
fastest arm goes (kernels.py). Each measurement is a process of its own, so that none inherits another's memory. Prints JSON
lines and then the tables.
"""

import argparse
import json
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT / "trainer"))

LARGE = dict(
    vocab_size=128256, hidden_size=3072, intermediate_size=8192, num_hidden_layers=28, num_attention_heads=24,
    num_key_value_heads=8, head_dim=128, max_position_embeddings=4096, tie_word_embeddings=True, rope_theta=500000.0,
)  # fmt: skip
SMALL = dict(
    vocab_size=512, hidden_size=64, intermediate_size=128, num_hidden_layers=3, num_attention_heads=4,
    num_key_value_heads=2, max_position_embeddings=512, tie_word_embeddings=True,
)  # fmt: skip

# What is measured: our engine with the LoRA riding in the wide products, in all, in none; then with less memory.
VARIANTS = {
    "fused, compiled": {"compiled": True, "ride": "wide"},
    "fused, compiled, all ride": {"compiled": True, "ride": "all"},
    "fused, compiled, none rides": {"compiled": True, "ride": "none"},
    "fused": {"ride": "wide"},
    "fused, compiled, checkpointing": {"compiled": True, "ride": "wide", "checkpointing": True},
    "fused, compiled, NF4, checkpointing": {"compiled": True, "nf4": True, "checkpointing": True},
}
# Only by --only: choosing kernels by timing them takes minutes.
EXTRA = {
    "fused, compiled, autotuned": {"compiled": True, "ride": "wide", "mode": "max-autotune-no-cudagraphs"},
}
ROW_VARIANTS = {
    "padded, random order": {"by_length": False, "packing": False},
    "padded, by length": {"by_length": True, "packing": False},
    "packed": {"by_length": False, "packing": True},
    "packed, flex attention": {"by_length": False, "packing": True, "flex": True},
}


def make_model(small: bool, device, vocabulary: int | None = None):
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


def measure(name: str, options: dict, small: bool, profile: bool) -> dict:
    """One variant: 8 optimiser steps, the median of the last six, as the anchor's compiled run."""
    import torch
    from kernels import LORA, LOSS, OPTIMIZER, part, profiled
    from parley_trainer.batches import Batch
    from parley_trainer.engines import LoraShape
    from parley_trainer.fused import FusedEngine
    from parley_trainer.loss import _chunk_loss, token_loss

    device = torch.device("cpu" if small else "cuda")
    rows, accumulate, length, words = (4, 2, 32, 500) if small else (16, 2, 512, 128000)
    rank = 3 if small else 32  # thinner than every other side, by which a profile knows it
    engine = FusedEngine(make_model(small, device), LoraShape(rank=rank, alpha=16, dropout=0.0), **options)
    engine.train(True)
    parameters = [p for _, p in engine.named_parameters()]
    optimizer = torch.optim.AdamW(parameters, lr=1e-4, fused=not small)
    piece = torch.compile(_chunk_loss, dynamic=False) if options.get("compiled") else _chunk_loss
    sync = (lambda: None) if small else torch.cuda.synchronize
    positions = torch.arange(length, device=device).expand(rows, length)
    segments = torch.ones_like(positions)

    def step() -> float:
        total = 0.0
        for _ in range(accumulate):
            tokens = torch.randint(0, words, (rows, length), device=device)
            batch = Batch(tokens, tokens, segments, positions, rows)
            # Every row but the last of each sequence has a label; the loss takes all rows in equal chunks.
            targets = batch.targets().reshape(-1)
            hidden = engine.hidden(batch)
            with part(LOSS):
                loss = token_loss(hidden, engine.head(), targets, piece=piece) / (accumulate * rows * (length - 1))
            loss.backward()
            total += loss.item()
        with part(OPTIMIZER):
            torch.nn.utils.clip_grad_norm_(parameters, 1.0)
            optimizer.step()
            optimizer.zero_grad(set_to_none=True)
        with part(LORA):
            engine.refresh()
        return total

    times, between = [], 0.0
    for i in range(8):
        if not small and i == 2:
            torch.cuda.reset_peak_memory_stats()
        sync()
        begun = time.perf_counter()
        loss = step()
        sync()
        times.append(time.perf_counter() - begun)
        between = 0.0 if small else torch.cuda.memory_allocated() / 2**30
    seconds = sorted(times[2:])[len(times[2:]) // 2]
    peak = 0.0 if small else torch.cuda.max_memory_allocated() / 2**30
    found = {
        "what": name,
        "samples_s": round(rows * accumulate / seconds, 2),
        "step_s": round(seconds, 4),
        "peak_gb": round(peak, 2),
        "between_steps_gb": round(between, 2),
        "first_step_s": round(times[0], 1),
        "loss": round(loss, 4),
    }
    if profile:
        found["profile"] = profiled(step, 3, {rank * count for count in (1, 2, 3)}, device.type)
    return found


def measure_rows(name: str, options: dict, rows_path: str, tokenizer_name: str, room: int, small: bool) -> dict:
    """Real dialogues: 12 steps of 2 x 16 rows, each one dialogue or as many as fit."""
    import torch
    from parley_trainer.base import load_tokenizer
    from parley_trainer.batches import Loader
    from parley_trainer.engines import LoraShape
    from parley_trainer.fused import FusedEngine
    from parley_trainer.masking import IGNORE
    from parley_trainer.recipes.sft import SftConfig, SftTask, prepare

    device = torch.device("cpu" if small else "cuda")
    options = dict(options)
    flex = options.pop("flex", False) and not small
    tokenizer = load_tokenizer(tokenizer_name)
    size, steps = (2, 2) if small else (16, 12)
    multiple = max(64, room // 12 // 64 * 64)  # at most about 16 widths, each of which is compiled
    settings = SftConfig(model=tokenizer_name, rows=rows_path, output="", max_length=room, validation_share=0)
    prepared = prepare(settings, tokenizer)
    examples = prepared.train
    model = make_model(small, device, len(tokenizer))
    engine = FusedEngine(model, LoraShape(rank=32, alpha=16), compiled=not small, flex=flex)
    loader = Loader(examples, batch=size, pad=0, seed=1, room=room, multiple=multiple, **options)
    task = SftTask(engine, loader, None, device, not small)
    parameters = [p for _, p in engine.named_parameters()]
    optimizer = torch.optim.AdamW(parameters, lr=1e-4, fused=not small)
    engine.train(True)

    def step(parts: list) -> None:
        whole = sum(task.weight(one) for one in parts)
        for one in parts:
            (task.loss(one) / whole).backward()
        optimizer.step()
        optimizer.zero_grad(set_to_none=True)
        task.after_step()

    whole_batches = (batch for batch in task.batches(0) if len(batch.tokens) == size)
    parts = [[next(whole_batches), next(whole_batches)] for _ in range(steps)]
    batches = [one for two in parts for one in two]
    # A step is compiled for each width, and for two counts of labels: that is not what is measured.
    for one in {batch.tokens.shape[1]: batch for batch in batches}.values():
        step([one, one])
    step(parts[0])
    if not small:
        torch.cuda.synchronize()
        torch.cuda.reset_peak_memory_stats()
    begun = time.perf_counter()
    for two in parts:
        step(two)
    if not small:
        torch.cuda.synchronize()
    seconds = time.perf_counter() - begun
    peak = 0.0 if small else torch.cuda.max_memory_allocated() / 2**30
    used = sum(int((batch.segments > 0).sum()) for batch in batches)
    learned = sum(int((batch.labels != IGNORE).sum()) for batch in batches)
    return {
        "what": name,
        "samples_s": round(sum(batch.samples for batch in batches) / seconds, 2),
        "tokens_s": round(used / seconds),
        "filled": round(used / sum(batch.tokens.numel() for batch in batches), 3),
        "labelled": round(learned / used, 3),
        "peak_gb": round(peak, 2),
        "dialogues": len(examples),
        "too_long": prepared.too_long,
        "mean_tokens": round(sum(len(one.tokens) for one in examples) / len(examples), 1),
    }


def anchored(path: str) -> list[dict]:
    """The anchor script, as it is, and what it prints."""
    with tempfile.TemporaryDirectory() as out:
        done = subprocess.run(
            [sys.executable, path], env={**os.environ, "OUT": out}, capture_output=True, text=True, check=False
        )
    lines = [json.loads(line) for line in done.stdout.splitlines() if line.startswith("{")]
    if not lines:
        raise SystemExit(f"the anchor {path} printed nothing: {done.stderr.strip().splitlines()[-1:]}")
    names = [
        f"anchor{', compiled' if one['compile'] else ''}{', checkpointing' if one['ckpt'] else ''} ({one['bs']} x {one['acc']})"
        for one in lines
    ]
    return [{"what": name, **one} for name, one in zip(names, lines, strict=True)]


def apart(*arguments: str) -> dict:
    done = subprocess.run([sys.executable, __file__, *arguments], capture_output=True, text=True, check=False)
    lines = [line for line in done.stdout.splitlines() if line.startswith("{")]
    if done.returncode or not lines:
        return {"what": arguments[1], "failed": (done.stderr.strip().splitlines() or ["no reason"])[-1][:300]}
    return json.loads(lines[-1])


def table(title: str, found: list[dict], base: float | None) -> None:
    print(f"\n{title}")
    for one in found:
        if "failed" in one:
            print(f"  {one['what']:44} failed: {one['failed']}")
            continue
        ratio = f"  {one['samples_s'] / base:5.2f}x" if base else ""
        keys = ("peak_gb", "between_steps_gb", "tokens_s", "filled", "labelled")
        more = "  ".join(f"{key} {one[key]}" for key in keys if key in one)
        print(f"  {one['what']:44} {one['samples_s']:8.2f} samples/s{ratio}  {more}")


def main() -> None:
    from kernels import show

    parser = argparse.ArgumentParser()
    parser.add_argument("--anchor")
    parser.add_argument("--rows", help="chat rows for the second table")
    parser.add_argument("--tokenizer", default="toy", help="what cuts the rows: a GGUF file, a folder, or toy")
    parser.add_argument("--room", type=int, default=512, help="the most tokens of a row in the second table")
    parser.add_argument("--tiny", "--small", dest="small", action="store_true")
    parser.add_argument("--profile", action="store_true", help="the fastest arm again, with its kernels in groups")
    parser.add_argument("--only", action="append", help="a variant by name, or none; may be given again")
    parser.add_argument("--one", help=argparse.SUPPRESS)
    parser.add_argument("--out", help="a file for all figures as JSON")
    asked = parser.parse_args()
    flags = ["--small"] if asked.small else []
    known = {**VARIANTS, **EXTRA}
    if asked.one in known:
        print(json.dumps(measure(asked.one, known[asked.one], asked.small, asked.profile)), flush=True)
        return
    if asked.one in ROW_VARIANTS:
        found = measure_rows(asked.one, ROW_VARIANTS[asked.one], asked.rows, asked.tokenizer, asked.room, asked.small)
        print(json.dumps(found), flush=True)
        return
    asked_for = [name for name in asked.only or [*VARIANTS, *ROW_VARIANTS] if name != "none"]
    for name in asked_for:
        if name not in {**known, **ROW_VARIANTS}:
            raise SystemExit(f"there is no variant {name}; there are {'; '.join({**known, **ROW_VARIANTS})}; none")
    names = [name for name in asked_for if name in known]
    row_names = [name for name in ROW_VARIANTS if name in asked_for] or list(ROW_VARIANTS)
    results: dict = {"anchor": anchored(asked.anchor) if asked.anchor else [], "ours": [], "rows": [], "profile": None}
    for one in results["anchor"]:
        print(json.dumps(one), flush=True)
    for name in names:
        alone = ["--profile"] if asked.profile and len(names) == 1 else []  # then one process does both
        results["ours"].append(apart("--one", name, *alone, *flags))
        print(json.dumps(results["ours"][-1]), flush=True)
    for name in row_names if asked.rows else []:
        about = ["--rows", asked.rows, "--tokenizer", asked.tokenizer, "--room", str(asked.room)]
        results["rows"].append(apart("--one", name, *about, *flags))
        print(json.dumps(results["rows"][-1]), flush=True)
    measured = [one for one in results["ours"] if "failed" not in one]
    if asked.profile and measured:
        fastest = max(measured, key=lambda one: one["samples_s"])
        results["profile"] = fastest if "profile" in fastest else apart("--one", fastest["what"], "--profile", *flags)
    if asked.out:
        Path(asked.out).parent.mkdir(parents=True, exist_ok=True)
        Path(asked.out).write_text(json.dumps(results, indent=2))
    compiled = [one["samples_s"] for one in results["anchor"] if one.get("compile")]
    everything = results["anchor"] + results["ours"]
    if everything:
        title = "all labels, 512 tokens (ratio: against the anchor, compiled)"
        table(title, everything, compiled[0] if compiled else None)
    if results["rows"]:
        table(
            f"real rows, masked (ratio: against {results['rows'][0]['what']})",
            results["rows"],
            results["rows"][0].get("samples_s"),
        )
    if results["profile"]:
        if "failed" in results["profile"]:
            raise SystemExit(f"the profile failed: {results['profile']['failed']}")
        show(results["profile"]["what"], results["profile"]["profile"])


if __name__ == "__main__":
    main()
