"""Export to GGUF, so that the embedded backend plays what was trained: a merged model, or the adapter alone.

    python -m parley_trainer export --config FILE      model, adapter, output (.gguf), kind: merged | lora

A merged model is written as float32 or float16 with its tokenizer and chat template: one tensor after the other is made float32,
gets what the adapters add to it, and is written. An adapter goes beside the GGUF of its base (`embedded/base.gguf?lora=adapter.gguf`)
and is small.
"""

import json
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np

from .adapters import read_adapter
from .errors import ConfigError
from .gguf_model import CONTROL, PRE_TOKENIZERS, USER_DEFINED, need_gguf

# Families by the name that llama.cpp has for them. Llama's rotary rows are pairs there and halves in Transformers.
ARCHITECTURES = {"llama": "llama", "mistral": "llama", "qwen2": "qwen2", "qwen3": "qwen3"}
NORMAL, UNUSED = 1, 5  # types of tokens
Shape = tuple[int, ...]


def export_model(model: Any, tokenizer: Any, path: Path, half: bool = False, adapters: Sequence[str] = ()) -> None:
    """A whole model, with a chain of adapters added in."""
    gguf, config = need_gguf(), model.config
    name_of, reordered = _naming(gguf, config)
    chain = [read_adapter(folder) for folder in adapters]
    state = model.state_dict()
    for path_in_model in {one for adapter in chain for one in adapter}:
        if f"{path_in_model}.weight" not in state:
            raise ConfigError(
                f"the adapter is for a layer {path_in_model}, which the model has not: it was trained on another base"
            )

    def made(name: str, target: str, dtype: np.dtype) -> np.ndarray:
        whole = state[name].detach().float().cpu()
        for adapter in chain:
            if (pair := adapter.get(name.removesuffix(".weight"))) and name.endswith(".weight"):
                whole = whole + pair.b @ pair.a
        return reordered(target, whole.numpy()).astype(dtype)

    writer = gguf.GGUFWriter(_part(path), ARCHITECTURES[config.model_type])
    _add_model_keys(writer, config)
    _add_tokenizer_keys(writer, tokenizer, config)
    tensors: dict[str, tuple[Shape, np.dtype, Callable[[], np.ndarray]]] = {}
    for name, tensor in state.items():
        if name == "lm_head.weight" and config.tie_word_embeddings:
            continue
        target, dtype = name_of(name), np.dtype(np.float16 if half and tensor.ndim == 2 else np.float32)
        tensors[target] = (tuple(tensor.shape), dtype, partial(made, name, target, dtype))
    _write(writer, path, tensors)


def export_adapter(folder: Path, config: Any, path: Path) -> None:
    """A PEFT adapter folder. Only the rows of B of query and key are reordered: A reads the layer's input.

    llama.cpp scales by alpha over the rank of each tensor; what another scale (rank-stabilised, a pattern) is more or less than
    that is put into B.
    """
    gguf = need_gguf()
    about = json.loads((folder / "adapter_config.json").read_text(encoding="utf-8"))
    name_of, reordered = _naming(gguf, config)
    writer = gguf.GGUFWriter(_part(path), ARCHITECTURES[config.model_type])
    writer.add_type(gguf.GGUFType.ADAPTER)
    writer.add_string(gguf.Keys.Adapter.TYPE, "lora")
    writer.add_float32(gguf.Keys.Adapter.LORA_ALPHA, float(about["lora_alpha"]))
    tensors = {}
    for path_in_model, pair in read_adapter(folder).items():
        target = name_of(f"{path_in_model}.weight")
        b = (pair.b * (pair.a.shape[0] / about["lora_alpha"])).numpy()
        for side, array in (("a", pair.a.numpy()), ("b", reordered(target, b))):
            tensors[f"{target}.lora_{side}"] = (array.shape, array.dtype, partial(np.asarray, array))
    _write(writer, path, tensors)


def permute(weight: np.ndarray, heads: int) -> np.ndarray:
    """Rows of query or key from Transformers' order (halves of a head) to llama.cpp's (pairs)."""
    rows, *rest = weight.shape
    return weight.reshape(heads, 2, rows // heads // 2, *rest).swapaxes(1, 2).reshape(weight.shape)


def _naming(gguf: Any, config: Any) -> tuple[Callable[[str], str], Callable[[str, np.ndarray], np.ndarray]]:
    """A tensor's name in GGUF, and its rows in the order of llama.cpp."""
    if config.model_type not in ARCHITECTURES:
        known = ", ".join(ARCHITECTURES)
        raise ConfigError(
            f"{known} models are exported to GGUF, got {config.model_type}: export kind: folder, and convert it with llama.cpp's "
            "convert_hf_to_gguf.py"
        )
    architecture = ARCHITECTURES[config.model_type]
    number = next(key for key, name in gguf.MODEL_ARCH_NAMES.items() if name == architecture)
    names = gguf.get_tensor_name_map(number, config.num_hidden_layers)
    heads = {".attn_q.": config.num_attention_heads, ".attn_k.": config.num_key_value_heads} if architecture == "llama" else {}

    def name_of(name: str) -> str:
        path, _, kind = name.rpartition(".")
        found = names.get_name(path)
        if found is None:
            raise ConfigError(f"GGUF has no name for {name} in a {architecture} model: export kind: folder")
        return f"{found}.{kind}"

    def reordered(target: str, array: np.ndarray) -> np.ndarray:
        count = next((count for part, count in heads.items() if part in target), None)
        return array if count is None else np.ascontiguousarray(permute(array, count))

    return name_of, reordered


def _part(path: Path) -> Path:
    return path.with_name(path.name + ".part")


def _write(writer: Any, path: Path, tensors: Mapping[str, tuple[Shape, np.dtype, Callable[[], np.ndarray]]]) -> None:
    """One tensor after the other, so that a model is never in memory twice; the file appears whole or not at all."""
    for name, (shape, dtype, _) in tensors.items():
        writer.add_tensor_info(name, shape, dtype, int(np.prod(shape)) * dtype.itemsize)
    writer.write_header_to_file()
    writer.write_kv_data_to_file()
    writer.write_ti_data_to_file()
    for _, _, make in tensors.values():
        writer.write_tensor_data(np.ascontiguousarray(make()))
    writer.close()
    _part(path).replace(path)


def _add_model_keys(writer: Any, config: Any) -> None:
    rope = getattr(config, "rope_parameters", None) or {}
    if rope.get("rope_type", "default") != "default":
        raise ConfigError(
            f"rotary scaling {rope['rope_type']} is not exported to GGUF: export kind: folder, and convert it with llama.cpp's "
            "convert_hf_to_gguf.py"
        )
    head = getattr(config, "head_dim", None) or config.hidden_size // config.num_attention_heads
    writer.add_name("parley")
    writer.add_context_length(config.max_position_embeddings)
    writer.add_embedding_length(config.hidden_size)
    writer.add_block_count(config.num_hidden_layers)
    writer.add_feed_forward_length(config.intermediate_size)
    writer.add_head_count(config.num_attention_heads)
    writer.add_head_count_kv(config.num_key_value_heads)
    writer.add_layer_norm_rms_eps(config.rms_norm_eps)
    writer.add_key_length(head)
    writer.add_value_length(head)
    writer.add_rope_dimension_count(head)
    writer.add_rope_freq_base(rope.get("rope_theta", 10000.0))
    writer.add_vocab_size(config.vocab_size)


def _add_tokenizer_keys(writer: Any, tokenizer: Any, config: Any) -> None:
    made = json.loads(tokenizer.backend_tokenizer.to_str())
    if made["model"]["type"] != "BPE":
        raise ConfigError(f"only tokenizers of byte-level pairs are exported, got {made['model']['type']}: export kind: folder")
    words = {**made["model"]["vocab"], **{one["content"]: one["id"] for one in made["added_tokens"]}}
    kinds = {one["content"]: CONTROL if one["special"] else USER_DEFINED for one in made["added_tokens"]}
    tokens = [f"<unused{i}>" for i in range(config.vocab_size)]
    for word, i in words.items():
        tokens[i] = word
    writer.add_tokenizer_model("gpt2")
    writer.add_tokenizer_pre(_pre_tokenizer_name(made["pre_tokenizer"]))
    writer.add_token_list(tokens)
    writer.add_token_types([kinds.get(word, NORMAL if word in words else UNUSED) for word in tokens])
    writer.add_token_merges([pair if isinstance(pair, str) else " ".join(pair) for pair in made["model"]["merges"]])
    writer.add_add_bos_token(False)
    writer.add_add_space_prefix(False)
    writer.add_chat_template(tokenizer.chat_template or "")
    for name, add in (("bos", writer.add_bos_token_id), ("eos", writer.add_eos_token_id), ("pad", writer.add_pad_token_id)):
        if (token := getattr(tokenizer, f"{name}_token_id")) is not None:
            add(token)


def _pre_tokenizer_name(pre_tokenizer: Any) -> str:
    """Which of the known ways to cut text this is, told by what it does."""
    from tokenizers import Tokenizer, models

    def cuts(program: Any) -> list[list[str]]:
        samples = ["I offer 1234.50, OK?\n\n  you're  WELCOME's 12ab", "x  \n y's 'S 99999 ...!!"]
        return [[word for word, _ in program.pre_tokenize_str(sample)] for sample in samples]

    probe = Tokenizer(models.BPE())
    probe_json = json.loads(probe.to_str())
    probe_json["pre_tokenizer"] = pre_tokenizer
    wanted = cuts(Tokenizer.from_str(json.dumps(probe_json)).pre_tokenizer)
    for name, make in PRE_TOKENIZERS.items():
        if cuts(make()) == wanted:
            return name
    raise ConfigError(
        f"the tokenizer cuts text in a way GGUF export does not know (export kind: folder); it knows {', '.join(PRE_TOKENIZERS)}"
    )
