"""export: what was trained, for those who play it.

    kind: merged     one GGUF file, the chain of adapters added in, for the embedded backend and llama.cpp
    kind: lora       one adapter as GGUF, beside the GGUF of its base
    kind: folder     a folder of Hugging Face, the chain of adapters added in, for vLLM and others (docs/VLLM.md)
    kind: adapter    the chain alone, as one adapter of PEFT

`half` writes matrices as float16 in GGUF and everything as bfloat16 in a folder, which rounds a young adapter away: then export the
adapter and the base (kind: folder without an adapter) apart.
"""

from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

import torch

from ..adapters import adapter_at
from ..base import load_base, load_tokenizer
from ..errors import ConfigError
from ..export import export_adapter, export_model
from ..hub_folder import export_adapter_folder, export_folder, precision_of
from ..progress import Progress

CPU = torch.device("cpu")


@dataclass
class ExportConfig:
    """Settings of export."""

    model: str
    output: str
    adapter: tuple[str, ...] = ()
    kind: Literal["merged", "lora", "folder", "adapter"] = "merged"
    half: bool = False


def run(config: ExportConfig, progress: Progress, *, dry: bool = False, resume: bool = False) -> dict[str, Any]:
    if config.kind == "lora" and len(config.adapter) != 1:
        raise ConfigError(f"kind: lora needs one adapter, got {len(config.adapter)}: export a chain of them merged")
    if config.kind == "adapter" and not config.adapter:
        raise ConfigError("kind: adapter needs at least one adapter, got none")
    folder = config.kind in ("folder", "adapter")
    if folder == config.output.endswith(".gguf"):
        raise ConfigError(f"kind: {config.kind} writes {'a folder' if folder else 'a .gguf file'}, got output {config.output}")
    if dry:
        return {"recipe": "export", "kind": config.kind, "to": config.output}
    target = Path(config.output)
    target.parent.mkdir(parents=True, exist_ok=True)
    if config.kind == "adapter":
        about = export_adapter_folder(config.adapter, load_tokenizer(config.model), config.model, target)
        return {"folder": str(target), "rank": about["r"], "verdict": "plays in vLLM beside its base: docs/VLLM.md"}
    model, tokenizer = load_base(config.model, precision_of(config.half) if folder else None, CPU)
    if config.kind == "folder":
        export_folder(model, tokenizer, target, config.adapter)
        return {"folder": str(target), "verdict": f"plays in vLLM: vllm serve {target}, and see docs/VLLM.md"}
    if config.kind == "lora":
        export_adapter(adapter_at(config.adapter[0]), model.config, target)
    else:
        export_model(model, tokenizer, target, config.half, config.adapter)
    return {"file": str(target), "bytes": target.stat().st_size, "verdict": "plays through embedded/FILE.gguf"}
