"""Base models by name: `toy`, a GGUF file, a local folder, or a name on the Hub. And what device and precision to use."""

from pathlib import Path
from typing import Any

import torch

from . import parallel
from .errors import ConfigError, TrainerError
from .nf4 import quantize_linears
from .toy import toy_model, toy_tokenizer

# The way back of cuDNN's attention under a mask: on Hopper it is NaN at lengths that are 64 more than a multiple of 128, where all scores of
# a query are far below zero, as Qwen2 has them (github.com/pytorch/pytorch/issues/196678). fused.py asks for cuDNN where there is no mask.
torch.backends.cuda.enable_cudnn_sdp(False)


def pick_device() -> torch.device:
    """This process's own: the card of its local rank where several run."""
    return parallel.place().device


# Parameters up to which float32 costs little: what such a model says is then what was trained to the last bit.
SMALL = 500_000_000


def pick_dtype(precision: str, device: torch.device, parameters: int | None = None) -> torch.dtype:
    """auto is bf16 on a GPU and fp32 on a CPU; fp32 for a small model too where its number of parameters is given."""
    if precision == "auto":
        small = parameters is not None and parameters <= SMALL
        precision = "bf16" if device.type == "cuda" and not small else "fp32"
    return {"bf16": torch.bfloat16, "fp16": torch.float16, "fp32": torch.float32}[precision]


def load_base(name: str, dtype: torch.dtype | None, device: torch.device, nf4: tuple[str, ...] = ()) -> tuple[Any, Any]:
    """The model, frozen, and its tokenizer. Without a dtype, in that of its file."""
    if name == "toy":
        model, tokenizer = toy_model(), toy_tokenizer()
    elif name.endswith(".gguf"):
        from .gguf_model import load_gguf

        model, tokenizer = load_gguf(Path(name), dtype)
    else:
        model, tokenizer = _load_transformers(name, dtype)
    if getattr(model.config, "final_logit_softcapping", None):
        raise ConfigError(f"{name} caps its logits (Gemma 2), which the losses here do not: use a model that has no cap")
    if tokenizer.pad_token_id is None:
        tokenizer.pad_token = tokenizer.eos_token
    model = place(model.to(dtype=dtype) if dtype else model, device, nf4)
    model.config.use_cache = False
    for parameter in model.parameters():
        parameter.requires_grad_(False)
    return model, tokenizer


def place(model: Any, device: torch.device, nf4: tuple[str, ...] = ()) -> Any:
    """The model on its device. Layers named in `nf4` are quantized on their way, so that the device never holds more than one
    of them unquantized."""
    if nf4 and quantize_linears(model, nf4, device) == 0:
        raise ConfigError(f"the model has none of the layers {', '.join(nf4)} to quantize")
    return model.to(device=device)


def load_tokenizer(name: str) -> Any:
    if name == "toy":
        return toy_tokenizer()
    if name.endswith(".gguf"):
        from .gguf_model import load_gguf_tokenizer

        return load_gguf_tokenizer(Path(name))
    from transformers import AutoTokenizer

    return _or_sentence(name, lambda: AutoTokenizer.from_pretrained(name))


def _load_transformers(name: str, dtype: torch.dtype | None) -> tuple[Any, Any]:
    from transformers import AutoModelForCausalLM

    if "/" in name and (name.startswith((".", "/", "~")) or name.count("/") > 1) and not Path(name).exists():
        raise ConfigError(f"there is no model folder {name}")
    model = _or_sentence(
        name, lambda: AutoModelForCausalLM.from_pretrained(name, dtype=dtype or "auto", attn_implementation="sdpa")
    )
    return model, load_tokenizer(name)


def _or_sentence(name: str, load: Any) -> Any:
    try:
        return load()
    except (OSError, ValueError) as error:
        first = str(error).strip().splitlines()[0]
        raise TrainerError(
            f"the model {name} could not be loaded ({first}): give a local folder or GGUF file, or connect to the network"
        ) from None


def blocks_of(model: Any) -> int:
    return int(model.config.num_hidden_layers)
