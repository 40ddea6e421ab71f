"""Export to GGUF, so that the embedded backend plays what was trained: a merged model, or the adapter alone.

    python -m parley_trainer export --config FILE      model, adapter, output (.gguf), kind: merged | lora

A merged model is written as float32 or float16 with its tokenizer and chat template. An adapter goes beside the GGUF of its
base (`embedded/base.gguf?lora=adapter.gguf`) and is small.
"""

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import torch
from safetensors.torch import load_file

from .errors import ConfigError
from .gguf_file import Key, flag, real, text, texts, whole, wholes, write_gguf
from .gguf_model import CUTS, gguf_name, to_llama_rows


def export_model(model: Any, tokenizer: Any, path: Path, half: bool = False) -> None:
    """A whole model of the Llama family."""
    config = model.config
    if config.model_type != "llama":
        raise ConfigError(f"only the Llama family is exported to GGUF, got {config.model_type}")
    heads = {"attn_q": config.num_attention_heads, "attn_k": config.num_key_value_heads}
    tensors = {}
    for name, tensor in model.state_dict().items():
        if name == "lm_head.weight" and config.tie_word_embeddings:
            continue
        target = gguf_name(name)
        array = tensor.detach().float().cpu().numpy()
        part = target.split(".")[2] if target.startswith("blk.") else ""
        if part in heads:
            array = to_llama_rows(array, heads[part])
        tensors[target] = array.astype(np.float16) if half and array.ndim == 2 else np.ascontiguousarray(array)
    write_gguf(path, {**_model_keys(config), **_tokenizer_keys(tokenizer, config)}, tensors)


def export_adapter(folder: Path, config: Any, path: Path) -> None:
    """A PEFT adapter folder. Only the rows of B of query and key are reordered: A reads the layer's input."""
    about = json.loads((folder / "adapter_config.json").read_text(encoding="utf-8"))
    heads = {"attn_q": config.num_attention_heads, "attn_k": config.num_key_value_heads}
    tensors = {}
    for name, tensor in load_file(folder / "adapter_model.safetensors").items():
        plain, side, _ = name.removeprefix("base_model.model.").rsplit(".", 2)
        target = gguf_name(f"{plain}.weight")
        array = tensor.float().cpu().numpy()
        part = target.split(".")[2]
        if side == "lora_B" and part in heads:
            array = to_llama_rows(array, heads[part])
        tensors[f"{target}.{side.lower()}"] = np.ascontiguousarray(array)
    keys = {
        "general.type": text("adapter"),
        "general.architecture": text("llama"),
        "adapter.type": text("lora"),
        "adapter.lora.alpha": real(float(about["lora_alpha"])),
    }
    write_gguf(path, keys, tensors)


def merge_all(model: Any, folders: Sequence[str]) -> Any:
    """Adapters added into the weights one after the other, each trained on what stood before it."""
    for folder in folders:
        model = merge(model, adapter_at(folder))
    return model


def adapter_at(folder: str) -> Path:
    if not (Path(folder) / "adapter_model.safetensors").exists():
        raise ConfigError(f"{folder} holds no adapter (adapter_model.safetensors)")
    return Path(folder)


def merge(model: Any, folder: Path) -> Any:
    """The base with the adapter added into its weights, in float32."""
    about = json.loads((folder / "adapter_config.json").read_text(encoding="utf-8"))
    scale = about["lora_alpha"] / about["r"]
    tensors = load_file(folder / "adapter_model.safetensors")
    modules = dict(model.float().named_modules())
    with torch.no_grad():
        for name, a in tensors.items():
            if ".lora_A." not in name:
                continue
            b = tensors[name.replace(".lora_A.", ".lora_B.")]
            plain = name.removeprefix("base_model.model.").split(".lora_A.")[0]
            weight = modules[plain].weight
            weight += scale * (b.float() @ a.float()).to(weight.device)
    return model


def _model_keys(config: Any) -> dict[str, Key]:
    theta = (getattr(config, "rope_parameters", None) or {}).get("rope_theta", 10000.0)
    kind = (getattr(config, "rope_parameters", None) or {}).get("rope_type", "default")
    if kind != "default":
        raise ConfigError(f"rotary scaling {kind} is not exported; convert the merged model with llama.cpp's own script")
    head = getattr(config, "head_dim", None) or config.hidden_size // config.num_attention_heads
    return {
        "general.architecture": text("llama"),
        "general.name": text("parley"),
        "llama.context_length": whole(config.max_position_embeddings),
        "llama.embedding_length": whole(config.hidden_size),
        "llama.block_count": whole(config.num_hidden_layers),
        "llama.feed_forward_length": whole(config.intermediate_size),
        "llama.attention.head_count": whole(config.num_attention_heads),
        "llama.attention.head_count_kv": whole(config.num_key_value_heads),
        "llama.attention.layer_norm_rms_epsilon": real(config.rms_norm_eps),
        "llama.attention.key_length": whole(head),
        "llama.attention.value_length": whole(head),
        "llama.rope.dimension_count": whole(head),
        "llama.rope.freq_base": real(theta),
        "llama.vocab_size": whole(config.vocab_size),
    }


def _tokenizer_keys(tokenizer: Any, config: Any) -> dict[str, Key]:
    made = json.loads(tokenizer.backend_tokenizer.to_str())
    if made["model"]["type"] != "BPE":
        raise ConfigError(f"only tokenizers of byte-level pairs are exported, got {made['model']['type']}")
    words = {**made["model"]["vocab"], **{one["content"]: one["id"] for one in made["added_tokens"]}}
    special = {one["content"] for one in made["added_tokens"] if one["special"]}
    tokens = [f"<unused{i}>" for i in range(config.vocab_size)]
    for word, i in words.items():
        tokens[i] = word
    kinds = [3 if word in special else 5 if word not in words else 1 for word in tokens]
    pairs = [pair if isinstance(pair, str) else " ".join(pair) for pair in made["model"]["merges"]]
    keys = {
        "tokenizer.ggml.model": text("gpt2"),
        "tokenizer.ggml.pre": text(_cut_name(made["pre_tokenizer"])),
        "tokenizer.ggml.tokens": texts(tokens),
        "tokenizer.ggml.token_type": wholes(kinds),
        "tokenizer.ggml.merges": texts(pairs),
        "tokenizer.ggml.add_bos_token": flag(False),
        "tokenizer.ggml.add_space_prefix": flag(False),
        "tokenizer.chat_template": text(tokenizer.chat_template or ""),
    }
    for name, key in (("bos", "bos"), ("eos", "eos"), ("pad", "padding")):
        token = getattr(tokenizer, f"{name}_token_id")
        if token is not None:
            keys[f"tokenizer.ggml.{key}_token_id"] = whole(token)
    return keys


def _cut_name(pre_tokenizer: Any) -> str:
    """Which of the known ways to cut text this is, told by what it does."""
    from tokenizers import Tokenizer, models

    def cuts(program: Any) -> list[list[str]]:
        samples = ["I offer 1234.50, OK?\n\n  you're  WELCOME's 12ab", "x  \n y's 'S 99999 ...!!"]
        return [[piece for piece, _ in program.pre_tokenize_str(sample)] for sample in samples]

    probe = Tokenizer(models.BPE())
    probe_json = json.loads(probe.to_str())
    probe_json["pre_tokenizer"] = pre_tokenizer
    wanted = cuts(Tokenizer.from_str(json.dumps(probe_json)).pre_tokenizer)
    for name, make in CUTS.items():
        if cuts(make()) == wanted:
            return name
    raise ConfigError(f"the tokenizer cuts text in a way GGUF export does not know; it knows {', '.join(CUTS)}")
