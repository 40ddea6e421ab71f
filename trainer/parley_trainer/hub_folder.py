"""Export as folders in the form of the Hugging Face Hub, which vLLM, Transformers, PEFT and others take as they are.

A merged model holds the base with a chain of adapters added in, with tokenizer and chat template. An adapter holds the chain alone,
as one LoRA of PEFT: adapters trained on top of each other add up, so their factors stand side by side in one of higher rank. The
second keeps what bf16 would round away of a young adapter. How they are served: docs/VLLM.md.
"""

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import torch

from .adapters import PREFIX, combine, merge
from .masking import end_tokens

# Ranks for which vLLM has kernels; a chain is filled up with zeros to the next.
RANKS = (8, 16, 32, 64, 128, 256, 320, 512)


def export_folder(model: Any, tokenizer: Any, folder: Path, adapters: Sequence[str] = ()) -> None:
    """A whole model, in the precision it is in."""
    merge(model, *adapters)
    model.config.use_cache = True  # switched off here for training
    # Others stop where these end a turn, and know no names of tokens.
    model.generation_config.eos_token_id = end_tokens(tokenizer, model)
    model.save_pretrained(folder)
    _save_tokenizer(tokenizer, folder)
    _for_older_readers(folder / "config.json")


def export_adapter_folder(adapters: Sequence[str], tokenizer: Any, base: str, folder: Path) -> dict[str, Any]:
    """A chain as one adapter; what was put into its configuration."""
    from safetensors.torch import save_file

    pairs = combine(adapters)
    needed = max(pair.a.shape[0] for pair in pairs.values())
    rank = next((one for one in RANKS if one >= needed), needed)
    tensors = {}
    for path, pair in pairs.items():
        a, b = pair.a.new_zeros(rank, pair.a.shape[1]), pair.b.new_zeros(pair.b.shape[0], rank)
        a[: pair.a.shape[0]], b[:, : pair.b.shape[1]] = pair.a, pair.b
        tensors[f"{PREFIX}{path}.lora_A.weight"], tensors[f"{PREFIX}{path}.lora_B.weight"] = a, b
    about = {
        **{"peft_type": "LORA", "task_type": "CAUSAL_LM", "base_model_name_or_path": base, "inference_mode": True},
        # The scale is in B already.
        **{"r": rank, "lora_alpha": rank, "lora_dropout": 0.0, "bias": "none"},
        "target_modules": sorted({path.rpartition(".")[2] for path in pairs}),
    }
    folder.mkdir(parents=True, exist_ok=True)
    save_file(tensors, folder / "adapter_model.safetensors", metadata={"format": "pt"})
    (folder / "adapter_config.json").write_text(json.dumps(about, indent=2) + "\n", encoding="utf-8")
    _save_tokenizer(tokenizer, folder)
    return about


def _save_tokenizer(tokenizer: Any, folder: Path) -> None:
    tokenizer.save_pretrained(folder)
    path = folder / "tokenizer_config.json"
    about = json.loads(path.read_text(encoding="utf-8"))
    if about.get("tokenizer_class") == "TokenizersBackend":  # its name since Transformers 5, which reads the old one too
        path.write_text(json.dumps({**about, "tokenizer_class": "PreTrainedTokenizerFast"}, indent=2) + "\n", encoding="utf-8")


def _for_older_readers(path: Path) -> None:
    """Transformers 4 looks for the base of rotary frequencies elsewhere, and takes 10,000 where it finds none."""
    about = json.loads(path.read_text(encoding="utf-8"))
    rope = about.get("rope_parameters") or {}
    if "rope_theta" in rope:
        about["rope_theta"] = rope["rope_theta"]
        if rope.get("rope_type", "default") != "default":
            about["rope_scaling"] = {name: value for name, value in rope.items() if name != "rope_theta"}
    if "dtype" in about:
        about["torch_dtype"] = about["dtype"]
    path.write_text(json.dumps(about, indent=2) + "\n", encoding="utf-8")


def precision_of(half: bool) -> torch.dtype:
    return torch.bfloat16 if half else torch.float32
