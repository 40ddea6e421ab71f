"""Which way a run of sft takes through the engines, and with what: settled before a model is loaded.

What a configuration leaves open is settled by the machine. Compiled code on a GPU for a run that is long enough to get the minutes of
compiling back, not on a CPU. The base as it is and every
activation kept while the card has room for them, since both checkpointing and NF4 cost speed and NF4 also costs precision; then
checkpointing; then NF4 with it. Small batches that are added up to one step are taken at once where there is room: the same update, by
fewer and larger products.
"""

from dataclasses import dataclass, replace
from typing import Any

import torch

from .base import pick_dtype
from .errors import ConfigError
from .estimate import memory_bytes, trained_parameters

ROOM = 0.85  # of the free memory: the estimate leaves out logits, buffers and fragments
FILLS = 8192  # tokens of a batch beyond which larger products are no faster (docs/PERFORMANCE.md)
PAYS = 150.0  # seconds of a run without compiled code from which on it is faster with it, 50 s of compiling counted
LADDER = (("none", False), ("none", True), ("nf4", True))


@dataclass(frozen=True)
class EnginePath:
    """`joined`: the adapters of the wide products are in these products; `attention`: of packed rows."""

    engine: str
    compile: bool
    joined: bool
    quantize: str
    checkpointing: bool
    graphs: bool
    attention: str


def settle(config: Any, shape: dict[str, int], device: torch.device, free: float, uncompiled: float = float("inf")) -> Any:
    """The configuration with nothing left open. `free` is the memory of the device in bytes, `uncompiled` how many seconds the run
    would take without compiled code."""
    cuda = device.type == "cuda"
    compiled = config.compile
    if compiled is None:
        compiled = cuda and config.engine != "peft" and uncompiled > PAYS
    quantize, checkpointing = config.quantize, config.checkpointing
    if config.method == "full":
        compiled, quantize = False, "none" if quantize == "auto" else quantize
    if quantize == "auto" or checkpointing is None:
        adapter = trained_parameters(config, shape)
        dtype = pick_dtype(config.precision, device)
        open_ways = [
            (q, c)
            for q, c in LADDER
            if (quantize == "auto" or q == quantize or quantize == "fp8") and checkpointing in (None, c)
        ] or [(quantize, bool(checkpointing))]
        ways = [replace(config, quantize=q if quantize == "auto" else quantize, checkpointing=c) for q, c in open_ways]
        fitting = [one for one in ways if memory_bytes(one, shape, adapter, dtype) <= ROOM * free]
        chosen = (fitting or ways[-1:])[0] if cuda else ways[0]
        quantize, checkpointing = chosen.quantize, chosen.checkpointing
    settled = replace(config, compile=compiled, quantize=quantize, checkpointing=checkpointing)
    return at_once(settled, shape, device, free) if cuda else settled


def at_once(config: Any, shape: dict[str, int], device: torch.device, free: float) -> Any:
    """As many batches of a step together as have room, and no more than fill the card."""
    trained, dtype = trained_parameters(config, shape), pick_dtype(config.precision, device)
    for factor in range(config.accumulate, 1, -1):
        joined = replace(config, batch=config.batch * factor, accumulate=config.accumulate // factor)
        fits = memory_bytes(joined, shape, trained, dtype) <= ROOM * free
        if config.accumulate % factor == 0 and joined.batch * config.max_length <= FILLS and fits:
            return joined
    return config


def engine_path(config: Any, fused_takes_it: bool, device: torch.device) -> EnginePath:
    """Of a settled configuration."""
    if config.method == "full":
        if config.quantize != "none" or config.engine != "auto":
            raise ConfigError(
                "method full trains the weights themselves: leave quantize and engine as they are, or set method: lora"
            )
        return EnginePath("full", False, False, "none", config.checkpointing, False, "mask")
    fused = fused_takes_it if config.engine == "auto" else config.engine == "fused"
    if fused and not fused_takes_it:
        raise ConfigError("engine fused takes the Llama family without sliding windows: set engine: peft")
    if config.quantize == "fp8" and not fused:
        raise ConfigError("quantize fp8 is the fused engine's, which takes the Llama family: set quantize: none or nf4")
    half = pick_dtype(config.precision, device) != torch.float32
    varlen = fused and device.type == "cuda" and half
    return EnginePath(
        engine="fused" if fused else "peft",
        compile=bool(config.compile and fused),
        joined=fused and config.quantize == "none" and config.dropout == 0,
        quantize=config.quantize,
        checkpointing=config.checkpointing,
        graphs=bool(config.graphs and fused and device.type == "cuda" and config.precision != "fp16"),
        attention="bounds" if varlen else "mask",
    )


def free_memory(device: torch.device) -> float:
    return float(torch.cuda.mem_get_info(device)[0]) if device.type == "cuda" else float("inf")
