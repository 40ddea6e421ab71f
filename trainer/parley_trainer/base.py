"""Base models by name: `toy`, a GGUF file, a local folder, or a name on the Hub. And what device and precision to use."""

from pathlib import Path
from typing import Any

import torch

from .errors import ConfigError, TrainerError
from .toy import toy_model, toy_tokenizer


def pick_device() -> torch.device:
    return torch.device("cuda" if torch.cuda.is_available() else "cpu")


def pick_dtype(precision: str, device: torch.device) -> torch.dtype:
    """auto is bf16 on a GPU and fp32 on a CPU."""
    if precision == "auto":
        precision = "bf16" if device.type == "cuda" else "fp32"
    return {"bf16": torch.bfloat16, "fp32": torch.float32}[precision]


def load_base(name: str, dtype: torch.dtype, device: torch.device) -> tuple[Any, Any]:
    """The model, frozen, and its tokenizer."""
    if name == "toy":
        model, tokenizer = toy_model(), toy_tokenizer()
    elif name.endswith(".gguf"):
        from .gguf_model import load_gguf

        model, tokenizer = load_gguf(Path(name))
    else:
        model, tokenizer = _load_transformers(name, dtype)
    if tokenizer.pad_token_id is None:
        tokenizer.pad_token = tokenizer.eos_token
    model = model.to(device=device, dtype=dtype)
    model.config.use_cache = False
    for parameter in model.parameters():
        parameter.requires_grad_(False)
    return model, tokenizer


def load_tokenizer(name: str) -> Any:
    if name == "toy":
        return toy_tokenizer()
    if name.endswith(".gguf"):
        from .gguf_model import load_gguf_tokenizer

        return load_gguf_tokenizer(Path(name))
    from transformers import AutoTokenizer

    return _or_sentence(name, lambda: AutoTokenizer.from_pretrained(name))


def _load_transformers(name: str, dtype: torch.dtype) -> tuple[Any, Any]:
    from transformers import AutoModelForCausalLM

    if "/" in name and (name.startswith((".", "/", "~")) or name.count("/") > 1) and not Path(name).exists():
        raise ConfigError(f"there is no model folder {name}")
    model = _or_sentence(name, lambda: AutoModelForCausalLM.from_pretrained(name, dtype=dtype, attn_implementation="sdpa"))
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
