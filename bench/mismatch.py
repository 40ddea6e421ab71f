"""How far the sampler of grpo and serve is from the trainer, on replies that it wrote: before (adapters merged) and after (beside).

    python bench/mismatch.py                                          a toy model with a random adapter, on a CPU
    python bench/mismatch.py --model smollm2.gguf --adapter runs/expert/adapter --rows rows.jsonl --out mismatch.json

Prompts are those of chat rows (all but the last message), or random tokens without --rows. Each arm is a decoder; the measure is the
mean over tokens of the total variation to the trainer in the same precision, the goal under .01. Adapters are also tried at a tenth
of their size, where merging loses most. The last lines: an adapter of norm 1e-4, and how far the log-probabilities it moves in what
is served are from those of fp32 with PEFT (goal: within 10 %).
"""

import argparse
import json
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "trainer"))

import torch
from parley_trainer.adapters import merge, read_adapter
from parley_trainer.base import load_base, load_tokenizer, pick_device
from parley_trainer.decoder import Decoder
from parley_trainer.engines import LoraShape, PeftEngine
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


def set_adapter(engine: PeftEngine, size: float | None = None, factor: float = 1.0) -> None:
    """The adapter that was given times a factor, or a random one; with `size`, every layer's is of that norm."""
    given = read_adapter(asked.adapter) if asked.adapter else {}
    torch.manual_seed(1)
    for name, module in engine.model.get_base_model().named_modules():
        if not hasattr(module, "get_delta_weight"):
            continue
        a, b = module.lora_A["default"].weight, module.lora_B["default"].weight
        if name in given:
            a.data.copy_(given[name].a)
            b.data.copy_(given[name].b / module.scaling["default"] * factor)
        else:
            b.data.normal_()
        delta = float((b.data @ a.data).norm()) * module.scaling["default"]
        wanted = size if size is not None else None if name in given else 0.3 * factor
        if wanted is not None:
            b.data.mul_(wanted / max(delta, 1e-30))


def policy(dtype: torch.dtype, **adapter: float) -> PeftEngine:
    model, _ = load_base(asked.model, dtype, device)
    given = read_adapter(asked.adapter) if asked.adapter else {}
    rank = next(iter(given.values())).a.shape[0] if given else 8
    targets = {"targets": tuple(sorted({path.rpartition(".")[2] for path in given}))} if given else {}
    engine = PeftEngine(model, LoraShape(rank=rank, alpha=2 * rank, **targets))
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
for factor in (1.0, 0.1):
    for name, dtype in (("bf16", torch.bfloat16), ("fp32", torch.float32)):
        engine = policy(dtype, factor=factor)
        beside = decoder(engine.model.get_base_model())
        recorded = replies(beside, engine.model.get_base_model())
        trained = trainer_logits(engine, recorded, device)
        with tempfile.TemporaryDirectory() as folder:
            engine.save(Path(folder))
            merged = decoder(merge(load_base(asked.model, dtype, device)[0], folder))
        for arm, one in (("merged", merged), ("beside", beside)):
            found = float(total_variation(sampler_logits(one, recorded), trained, asked.temperature).mean())
            tokens = sum(len(reply) for _, reply in recorded)
            lines.append(
                {"adapter_times": factor, "precision": name, "adapter": arm, "total_variation": found, "tokens": tokens}
            )
            print(json.dumps(lines[-1]), flush=True)

tiny, none = policy(torch.float32, size=1e-4), policy(torch.float32, size=0.0)
models = [one.model.get_base_model() for one in (tiny, none)]
recorded = replies(decoder(models[1]), models[1])
fp32 = [chosen_logprobs(trainer_logits(one, recorded, device).double(), recorded) for one in (tiny, none)]
expected = fp32[0] - fp32[1]
for name, dtype in (("fp32, as small models are served", None), ("bf16", torch.bfloat16)):
    with_it, without = (chosen_logprobs(sampler_logits(decoder(one, dtype), recorded).double(), recorded) for one in models)
    error = float((with_it - without - expected).norm() / expected.norm())
    lines.append({"adapter_norm": 1e-4, "served": name, "moved": float(expected.norm()), "relative_error": error})
    print(json.dumps(lines[-1]), flush=True)
if asked.out:
    asked.out.write_text(json.dumps(lines, indent=2) + "\n", encoding="utf-8")
