"""export: a trained adapter, merged or alone, as a GGUF file for the embedded backend."""

from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

import torch

from ..base import load_base
from ..errors import ConfigError
from ..export import adapter_at, export_adapter, export_model, merge_all
from ..progress import Progress


@dataclass
class ExportConfig:
    """Settings of export."""

    model: str
    output: str
    adapter: tuple[str, ...] = ()
    kind: Literal["merged", "lora"] = "merged"
    half: bool = False


def run(config: ExportConfig, progress: Progress, *, dry: bool = False, resume: bool = False) -> dict[str, Any]:
    if config.kind == "lora" and len(config.adapter) != 1:
        raise ConfigError(f"kind: lora needs one adapter, got {len(config.adapter)}: export a chain of them merged")
    if dry:
        return {"recipe": "export", "kind": config.kind, "to": config.output}
    model, tokenizer = load_base(config.model, torch.float32, torch.device("cpu"))
    target = Path(config.output)
    target.parent.mkdir(parents=True, exist_ok=True)
    if config.kind == "lora":
        export_adapter(adapter_at(config.adapter[0]), model.config, target)
    else:
        export_model(merge_all(model, config.adapter), tokenizer, target, config.half)
    return {"file": str(target), "bytes": target.stat().st_size, "verdict": "plays through embedded/FILE.gguf"}
