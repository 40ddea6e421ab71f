"""export: a trained adapter, merged or alone, as a GGUF file for the embedded backend."""

from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

import torch

from ..base import load_base
from ..errors import ConfigError
from ..export import export_adapter, export_model, merge
from ..progress import Progress


@dataclass
class ExportConfig:
    """Settings of export."""

    model: str
    output: str
    adapter: str | None = None
    kind: Literal["merged", "lora"] = "merged"
    half: bool = False


def run(config: ExportConfig, progress: Progress, *, dry: bool = False, resume: bool = False) -> dict[str, Any]:
    folder = Path(config.adapter) if config.adapter else None
    if folder and not (folder / "adapter_model.safetensors").exists():
        raise ConfigError(f"{folder} holds no adapter (adapter_model.safetensors)")
    if config.kind == "lora" and not folder:
        raise ConfigError("kind: lora needs an adapter")
    if dry:
        return {"recipe": "export", "kind": config.kind, "to": config.output}
    model, tokenizer = load_base(config.model, torch.float32, torch.device("cpu"))
    target = Path(config.output)
    target.parent.mkdir(parents=True, exist_ok=True)
    if config.kind == "lora" and folder:
        export_adapter(folder, model.config, target)
    else:
        export_model(merge(model, folder) if folder else model, tokenizer, target, config.half)
    return {"file": str(target), "bytes": target.stat().st_size, "verdict": "plays through embedded/FILE.gguf"}
