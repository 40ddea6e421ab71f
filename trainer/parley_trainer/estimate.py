"""What a run will take, before it is begun: memory, hours and price.

Work is 4 N floating-point operations a token for N frozen parameters (forward, and backward through activations only), 6 N where they are
trained, and 2 N more with gradient checkpointing. Speed is that of a matrix product timed on this machine, times EFFICIENCY: the compiled PEFT loop of
the anchor reaches 427 of about 790 TFLOP/s on an H200. Price is hours times `price_per_hour`; without that there is none.
Memory counts weights, adapters with their gradients and two moments, and activations kept for the backward pass.
"""

import time
from pathlib import Path
from typing import Any

import torch

from .base import pick_device, pick_dtype

EFFICIENCY = 0.5
LAUNCHES = (
    8e-3  # seconds that a block costs a batch, forth and back, however thin it is: .25 s for the 30 of SmolLM2 on an H200
)


def matrix_speed(device: torch.device, dtype: torch.dtype) -> float:
    """Floating-point operations a second of a matrix product here."""
    size = 4096 if device.type == "cuda" else 512
    a = torch.randn(size, size, device=device, dtype=dtype)
    for _ in range(2):
        a @ a
    if device.type == "cuda":
        torch.cuda.synchronize()
    begun, count = time.perf_counter(), 0
    while time.perf_counter() - begun < 0.2:
        a @ a
        count += 1
        if device.type == "cuda":
            torch.cuda.synchronize()
    return 2 * size**3 * count / (time.perf_counter() - begun)


def operations(config: Any, shape: dict[str, int], tokens: int) -> int:
    trained = trained_parameters(config, shape) == shape["parameters"]
    return (4 + 2 * trained + 2 * bool(config.checkpointing)) * shape["parameters"] * tokens


def uncompiled_seconds(config: Any, shape: dict[str, int], tokens: int, batches: int, device: torch.device) -> float:
    """What a run on a GPU will take without compiled code, roughly: it decides whether compiling pays (engine_path.py)."""
    if device.type != "cuda" or config.compile is not None:
        return 0.0
    speed = matrix_speed(device, pick_dtype(config.precision, device)) * EFFICIENCY
    return max(operations(config, shape, tokens) / speed, batches * shape["blocks"] * LAUNCHES)


def estimate(config: Any, tokens: int) -> dict[str, Any]:
    device = pick_device()
    dtype = pick_dtype(config.precision, device)
    shape = model_shape(config.model)
    adapter = trained_parameters(config, shape)
    hours = operations(config, shape, tokens) / (matrix_speed(device, dtype) * EFFICIENCY) / 3600
    price = None if config.price_per_hour is None else round(hours * config.price_per_hour, 2)
    return {
        "device": device.type,
        "parameters": shape["parameters"],
        "trained_parameters": adapter,
        "memory_gb": round(memory_bytes(config, shape, adapter, dtype) / 2**30, 2),
        "hours": round(hours, 4),
        "price": price,
        "price_note": "hours times price_per_hour" if price is not None else "set price_per_hour for a price",
    }


def model_shape(name: str) -> dict[str, int]:
    """Sizes of a model from its configuration alone."""
    if name == "toy":
        from .toy import toy_model

        config = toy_model().config
    elif name.endswith(".gguf"):
        return _gguf_shape(Path(name))
    else:
        from transformers import AutoConfig

        from .base import _or_sentence

        config = _or_sentence(name, lambda: AutoConfig.from_pretrained(name))
    return shape_of(config)


def shape_of(config: Any) -> dict[str, int]:
    width, heads = config.hidden_size, config.num_attention_heads
    return _shape(
        width,
        config.intermediate_size,
        config.num_hidden_layers,
        getattr(config, "head_dim", None) or width // heads,
        heads,
        config.num_key_value_heads,
        config.vocab_size * (1 if config.tie_word_embeddings else 2),
    )


def _gguf_shape(path: Path) -> dict[str, int]:
    """From the file's own keys: Transformers would read its whole vocabulary for this."""
    from .gguf_model import read_metadata

    metadata, tensors = read_metadata(path)
    of = f"{metadata['general.architecture']}."
    width, heads = metadata[f"{of}embedding_length"], metadata[f"{of}attention.head_count"]
    # A list of words that was not asked for is told by its length.
    words = metadata.get(f"{of}vocab_size") or metadata["tokenizer.ggml.tokens"]
    return _shape(
        width,
        metadata[f"{of}feed_forward_length"],
        metadata[f"{of}block_count"],
        metadata.get(f"{of}attention.key_length") or width // heads,
        heads,
        metadata.get(f"{of}attention.head_count_kv", heads),
        words * (2 if "output.weight" in tensors else 1),
    )


def _shape(width: int, inner: int, blocks: int, head: int, heads: int, kv_heads: int, words: int) -> dict[str, int]:
    q, kv = head * heads, head * kv_heads
    block = width * (2 * q + 2 * kv + 3 * inner)
    embeddings = words * width
    return {
        "parameters": blocks * block + embeddings,
        "blocks": blocks,
        "block": block,
        "embeddings": embeddings,
        "width": width,
        "inner": inner,
        "q": q,
        "kv": kv,
    }


def adapter_parameters(shape: dict[str, int], rank: int, targets: tuple[str, ...]) -> int:
    width, inner, q, kv = shape["width"], shape["inner"], shape["q"], shape["kv"]
    sizes = {
        "q_proj": width + q,
        "k_proj": width + kv,
        "v_proj": width + kv,
        "o_proj": q + width,
        "gate_proj": width + inner,
        "up_proj": width + inner,
        "down_proj": inner + width,
    }
    return shape["blocks"] * rank * sum(sizes.get(target, 0) for target in targets)


def trained_parameters(config: Any, shape: dict[str, int]) -> int:
    full = getattr(config, "method", "lora") == "full"
    return shape["parameters"] if full else adapter_parameters(shape, config.rank, config.targets)


def memory_bytes(config: Any, shape: dict[str, int], adapter: int, dtype: torch.dtype) -> float:
    size = torch.finfo(dtype).bits // 8
    per_weight = 4.127 / 8 if config.quantize == "nf4" else size
    weights = shape["blocks"] * shape["block"] * per_weight + shape["embeddings"] * size
    if adapter == shape["parameters"]:  # trained: they are counted below
        weights = 0
    rows = config.batch * config.max_length
    kept = 8 * shape["width"] + 4 * shape["inner"] + shape["q"] + 2 * shape["kv"]
    one_block = rows * kept * size
    boundaries = shape["blocks"] * rows * 2 * shape["width"] * size
    activations = one_block + boundaries if config.checkpointing else shape["blocks"] * one_block
    return weights + adapter * 4 * 4 + activations
