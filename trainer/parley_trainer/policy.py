"""A policy to be trained from: the base, with earlier adapters merged in where some are given, and a new LoRA on top.

With the earlier adapters in the weights, switching the new one off gives the reference that dpo measures from.
"""

from typing import Any

import torch

from .base import load_base, pick_device, pick_dtype
from .engines import LoraShape, PeftEngine
from .export import merge_all


def open_policy(config: Any) -> tuple[PeftEngine, Any, torch.device]:
    device = pick_device()
    dtype = pick_dtype(config.precision, device)
    model, tokenizer = load_base(config.model, dtype, device)
    if config.adapter:
        model = merge_all(model, config.adapter).to(dtype)
    torch.manual_seed(config.seed)
    shape = LoraShape(config.rank, config.alpha, 0.0, config.targets)
    engine = PeftEngine(model, shape, nf4=config.quantize == "nf4", checkpointing=config.checkpointing)
    return engine, tokenizer, device
