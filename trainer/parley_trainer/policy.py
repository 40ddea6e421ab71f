"""A policy to be trained from: the base, earlier adapters beside its weights where some are given, and a new LoRA on top.

The earlier ones are frozen and belong to the base, so that switching the new one off gives the reference that dpo measures from.
None is merged: in bf16 or NF4 that would be another model than the one that the chain has trained so far.
"""

from typing import Any

import torch

from .adapters import attach
from .base import load_base, pick_device, pick_dtype
from .engines import LoraShape, PeftEngine
from .estimate import model_shape


def open_policy(config: Any, sampled: bool = False) -> tuple[PeftEngine, Any, torch.device]:
    """A policy that is `sampled` while it trains is kept near what samples it: precision auto is fp32 for a small model on a GPU too,
    and what a larger one adds up between blocks is in float32."""
    device = pick_device()
    parameters = model_shape(config.model)["parameters"] if sampled else None
    dtype = pick_dtype(config.precision, device, parameters)
    model, tokenizer = load_base(config.model, dtype, device, config.targets if config.quantize == "nf4" else ())
    attach(model, config.adapter)
    torch.manual_seed(config.seed)
    shape = LoraShape(config.rank, config.alpha, 0.0, config.targets)
    engine = PeftEngine(model, shape, checkpointing=config.checkpointing, exact=sampled)
    return engine, tokenizer, device
