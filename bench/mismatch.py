"""How far the sampler of grpo and serve is from the trainer, on replies that it wrote: before (adapters merged) and after (beside).

    python bench/mismatch.py                                          a toy model with a random adapter, on a CPU
    python bench/mismatch.py --model smollm2.gguf --adapter runs/expert/adapter --rows rows.jsonl --out mismatch.json

Prompts are those of chat rows (all but the last message), or random tokens without --rows. Each arm is a decoder; the measure is the
mean over tokens of the total variation to the trainer in the same precision, the goal under .01. Adapters are also tried at a tenth
of their size, where merging loses most. `logits in bf16`: the same with the logits of both rounded as bf16 would.

The last lines: adapters of norm 1e-4 a layer, drawn at random and as a first step of training makes them (the gradient). How far the
log-probabilities that they move are from float64 in what is served, and in PEFT's own fp32, which is the most that fp32 can do; `slope`
is the share of the expected movement that is found, on which the noise of sums has no say (goal: within 10 %).
"""

import argparse
import json
import sys
import tempfile
from copy import deepcopy
from functools import lru_cache
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "trainer"))

import torch
from parley_trainer.adapters import merge, read_adapter
from parley_trainer.base import load_base, load_tokenizer, pick_device
from parley_trainer.decoder import Decoder
from parley_trainer.engines import LoraShape, PeftEngine
from parley_trainer.logprobs import answer_example, answer_logprobs
from parley_trainer.masking import end_tokens, prompt_tokens
from parley_trainer.mismatch import chosen_logprobs, sampler_logits, total_variation, trainer_logits
from parley_trainer.replies import Replies, Request
from parley_trainer.rows import load_rows

parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
parser.add_argument("--model", default="toy")
parser.add_argument("--adapter", help="a PEFT folder; a random adapter of norm .3 a layer without")
parser.add_argument("--rows", help="chat rows whose prompts are asked")
parser.add_argument("--count", type=int, default=32)
parser.add_argument("--tokens", type=int, default=48)
parser.add_argument("--temperature", type=float, default=0.7)
parser.add_argument("--out", type=Path)
asked = parser.parse_args()
device = pick_device()
tokenizer = load_tokenizer(asked.model)


def set_adapter(
    engine: PeftEngine, size: float | None = None, factor: float = 1.0, slopes: dict[str, torch.Tensor] | None = None
) -> None:
    """The adapter that was given times a factor, or a random one; with `size`, every layer's is of that norm, and along `slopes` where
    they are given."""
    given = read_adapter(asked.adapter) if asked.adapter and slopes is None else {}
    draws = torch.Generator().manual_seed(1)
    for name, module in engine.model.get_base_model().named_modules():
        if not hasattr(module, "get_delta_weight"):
            continue
        a, b = module.lora_A["default"].weight, module.lora_B["default"].weight
        a.data.copy_(torch.randn(a.shape, generator=draws) / a.shape[1] ** 0.5)
        if slopes is not None:
            b.data.copy_(slopes[name])
        elif name in given:
            a.data.copy_(given[name].a)
            b.data.copy_(given[name].b / module.scaling["default"] * factor)
        else:
            b.data.copy_(torch.randn(b.shape, generator=draws))
        delta = float((b.data @ a.data).norm()) * module.scaling["default"]
        wanted = size if size is not None else None if name in given else 0.3 * factor
        if wanted is not None:
            b.data.mul_(wanted / max(delta, 1e-30))


@lru_cache(1)
def read_base():
    return load_base(asked.model, torch.float32, torch.device("cpu"))[0]


def base(dtype: torch.dtype):
    return deepcopy(read_base()).to(device=device, dtype=dtype)


def policy(dtype: torch.dtype, **adapter: float) -> PeftEngine:
    model = base(dtype)
    given = read_adapter(asked.adapter) if asked.adapter else {}
    rank = next(iter(given.values())).a.shape[0] if given else 8
    targets = {"targets": tuple(sorted({path.rpartition(".")[2] for path in given}))} if given else {}
    engine = PeftEngine(model, LoraShape(rank=rank, alpha=2 * rank, **targets), exact=True)
    engine.model.to(torch.float64) if dtype == torch.float64 else None
    set_adapter(engine, **adapter)
    engine.train(False)
    return engine


def decoder(model, dtype: torch.dtype | None = None) -> Decoder:
    return Decoder(model, rows=asked.count, context=2048, dtype=dtype)


def prompts() -> list[list[int]]:
    if not asked.rows:
        draws = torch.Generator().manual_seed(0)
        return [torch.randint(0, len(tokenizer) - 8, (20 + i,), generator=draws).tolist() for i in range(asked.count)]
    found = [prompt_tokens(tokenizer, row["messages"][:-1]) for row in load_rows(asked.rows, ["messages"])[: 4 * asked.count]]
    return [one for one in found if len(one) + asked.tokens < 2048][: asked.count]


def replies(one: Decoder, model) -> list[tuple[list[int], list[int]]]:
    requests = [Request(prompt, asked.tokens, asked.temperature, seed=i) for i, prompt in enumerate(prompts())]
    Replies(one, end_tokens(tokenizer, model)).all(requests)
    return [(request.prompt, request.reply) for request in requests]


lines = []


def tell(**facts: object) -> None:
    lines.append(facts)
    print(json.dumps(facts), flush=True)


for factor in (1.0, 0.1):
    for name, dtype in (("bf16", torch.bfloat16), ("fp32", torch.float32)):
        engine = policy(dtype, factor=factor)
        beside = decoder(engine.model.get_base_model())
        recorded = replies(beside, engine.model.get_base_model())
        trained = trainer_logits(engine, recorded, device)
        with tempfile.TemporaryDirectory() as folder:
            engine.save(Path(folder))
            merged = decoder(merge(base(dtype), folder))
        for arm, one in (("merged", merged), ("beside", beside)):
            found = sampler_logits(one, recorded)
            rounded = (logits.to(torch.bfloat16).float() for logits in (found, trained))
            tell(
                adapter_times=factor,
                precision=name,
                adapter=arm,
                total_variation=float(total_variation(found, trained, asked.temperature).mean()),
                with_logits_in_bf16=float(total_variation(*rounded, asked.temperature).mean()),
                tokens=len(found),
            )

none = policy(torch.float32, size=0.0)
recorded = replies(decoder(none.model.get_base_model()), none.model.get_base_model())


def first_step() -> dict[str, torch.Tensor]:
    """The gradient of every B on the recorded replies: where B of a new adapter goes first."""
    engine = policy(torch.float32, size=0.0)
    for start in range(0, len(recorded), 8):
        examples = [answer_example(*one) for one in recorded[start : start + 8]]
        answer_logprobs(engine, examples, 0, device)[0].sum().backward()
    modules = engine.model.get_base_model().named_modules()
    return {name: one.lora_B["default"].weight.grad for name, one in modules if hasattr(one, "get_delta_weight")}


def served(one: PeftEngine, dtype: torch.dtype | None) -> torch.Tensor:
    return sampler_logits(decoder(one.model.get_base_model(), dtype), recorded)


def moved(dtype: torch.dtype, logits, **adapter) -> torch.Tensor:
    first, second = (logits(policy(dtype, size=size, **adapter)) for size in (1e-4, 0.0))
    return chosen_logprobs(first.double(), recorded) - chosen_logprobs(second.double(), recorded)


for direction, adapter in (("random", {}), ("first step", {"slopes": first_step()})):
    expected = moved(torch.float64, lambda one: trainer_logits(one, recorded, device), **adapter)
    arms = {
        "PEFT, fp32": lambda one: trainer_logits(one, recorded, device),
        "served, fp32, as small models are": lambda one: served(one, None),
        "served, bf16": lambda one: served(one, torch.bfloat16),
    }
    for name, logits in arms.items():
        found = moved(torch.float32, logits, **adapter)
        tell(
            adapter_norm=1e-4,
            direction=direction,
            arm=name,
            moved=float(expected.norm()),
            relative_error=float((found - expected).norm() / expected.norm()),
            slope=float(found @ expected / expected.square().sum()),
        )
if asked.out:
    asked.out.write_text(json.dumps(lines, indent=2) + "\n", encoding="utf-8")
