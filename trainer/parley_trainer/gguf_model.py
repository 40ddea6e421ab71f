"""A model of the Llama family between GGUF and Transformers: names, the order of rotary rows, and the tokenizer.

llama.cpp turns neighbouring pairs of a head's rows where Transformers turns halves, so the rows of query and key are
reordered on the way (and back). Tokenizers are byte-level pairs; how text is cut before pairing is a name in GGUF and a
small program in Transformers, and the table below has the four families used here.
"""

from pathlib import Path
from typing import Any

import numpy as np
import torch
from tokenizers import AddedToken, Regex, Tokenizer, decoders, models, pre_tokenizers
from transformers import LlamaConfig, LlamaForCausalLM, PreTrainedTokenizerFast

from .errors import ConfigError
from .gguf_file import read_keys, read_tensors

PARTS = {
    "self_attn.q_proj": "attn_q",
    "self_attn.k_proj": "attn_k",
    "self_attn.v_proj": "attn_v",
    "self_attn.o_proj": "attn_output",
    "mlp.gate_proj": "ffn_gate",
    "mlp.up_proj": "ffn_up",
    "mlp.down_proj": "ffn_down",
    "input_layernorm": "attn_norm",
    "post_attention_layernorm": "ffn_norm",
}
ENDS = {
    "model.embed_tokens.weight": "token_embd.weight",
    "model.norm.weight": "output_norm.weight",
    "lm_head.weight": "output.weight",
}
LLAMA3 = r"(?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}{1,3}| ?[^\s\p{L}\p{N}]+[\r\n]*|\s*[\r\n]+|\s+(?!\S)|\s+"
QWEN2 = LLAMA3.replace(r"\p{N}{1,3}", r"\p{N}")


def _cut(pattern: str) -> Any:
    return pre_tokenizers.Sequence(
        [
            pre_tokenizers.Split(Regex(pattern), "isolated"),
            pre_tokenizers.ByteLevel(add_prefix_space=False, use_regex=False),
        ]
    )


CUTS = {
    "gpt-2": lambda: pre_tokenizers.ByteLevel(add_prefix_space=False),
    "smollm": lambda: pre_tokenizers.Sequence(
        [pre_tokenizers.Digits(individual_digits=True), pre_tokenizers.ByteLevel(add_prefix_space=False)]
    ),
    "llama-bpe": lambda: _cut(LLAMA3),
    "qwen2": lambda: _cut(QWEN2),
}


def to_llama_rows(weight: np.ndarray, heads: int) -> np.ndarray:
    """Rows of query or key from Transformers' order (halves) to llama.cpp's (pairs)."""
    rows, *rest = weight.shape
    return weight.reshape(heads, 2, rows // heads // 2, *rest).swapaxes(1, 2).reshape(weight.shape)


def from_llama_rows(weight: np.ndarray, heads: int) -> np.ndarray:
    rows, *rest = weight.shape
    return weight.reshape(heads, rows // heads // 2, 2, *rest).swapaxes(1, 2).reshape(weight.shape)


def gguf_config(path: Path) -> LlamaConfig:
    keys = read_keys(path)
    if keys.get("general.architecture") != "llama":
        raise ConfigError(f"{path} is of the family {keys.get('general.architecture')}; llama can be read")
    of = {name.removeprefix("llama."): value for name, value in keys.items() if name.startswith("llama.")}
    tokens = keys["tokenizer.ggml.tokens"]
    return LlamaConfig(
        vocab_size=len(tokens),
        hidden_size=of["embedding_length"],
        intermediate_size=of["feed_forward_length"],
        num_hidden_layers=of["block_count"],
        num_attention_heads=of["attention.head_count"],
        num_key_value_heads=of.get("attention.head_count_kv", of["attention.head_count"]),
        max_position_embeddings=of["context_length"],
        rms_norm_eps=round(of["attention.layer_norm_rms_epsilon"], 10),
        rope_theta=of.get("rope.freq_base", 10000.0),
        tie_word_embeddings=True,
        bos_token_id=keys.get("tokenizer.ggml.bos_token_id"),
        eos_token_id=keys.get("tokenizer.ggml.eos_token_id"),
        pad_token_id=keys.get("tokenizer.ggml.padding_token_id"),
    )


def load_gguf(path: Path) -> tuple[LlamaForCausalLM, PreTrainedTokenizerFast]:
    """The model with its weights as float32, and its tokenizer."""
    config, tensors = gguf_config(path), read_tensors(path)
    config.tie_word_embeddings = "output.weight" not in tensors
    model = LlamaForCausalLM(config).eval()
    state = model.state_dict()
    heads = {"attn_q": config.num_attention_heads, "attn_k": config.num_key_value_heads}
    for name in state:
        if name == "lm_head.weight" and config.tie_word_embeddings:
            continue
        source = gguf_name(name)
        array = tensors[source]
        part = source.split(".")[2] if source.startswith("blk.") else ""
        if part in heads:
            array = from_llama_rows(array, heads[part])
        state[name] = torch.from_numpy(np.ascontiguousarray(array))
    if config.tie_word_embeddings:
        state["lm_head.weight"] = state["model.embed_tokens.weight"]
    model.load_state_dict(state)
    return model, load_gguf_tokenizer(path)


def gguf_name(name: str) -> str:
    """model.layers.3.mlp.up_proj.weight is blk.3.ffn_up.weight."""
    if name in ENDS:
        return ENDS[name]
    _, _, block, *part, kind = name.split(".")
    return f"blk.{block}.{PARTS['.'.join(part)]}.{kind}"


def load_gguf_tokenizer(path: Path) -> PreTrainedTokenizerFast:
    keys = read_keys(path)
    if keys.get("tokenizer.ggml.model") != "gpt2" or keys.get("tokenizer.ggml.pre") not in CUTS:
        known = ", ".join(CUTS)
        raise ConfigError(
            f"{path}: a tokenizer of byte-level pairs cut as {known} can be read, got {keys.get('tokenizer.ggml.pre')}"
        )
    tokens, kinds = keys["tokenizer.ggml.tokens"], keys["tokenizer.ggml.token_type"]
    merges = [tuple(pair.split(" ")) for pair in keys["tokenizer.ggml.merges"]]
    made = Tokenizer(models.BPE(vocab={token: i for i, token in enumerate(tokens)}, merges=merges))
    made.pre_tokenizer = CUTS[keys["tokenizer.ggml.pre"]]()
    made.decoder = decoders.ByteLevel()
    special = [token for token, kind in zip(tokens, kinds, strict=True) if kind == 3]
    made.add_special_tokens([AddedToken(token, special=True, normalized=False) for token in special])
    named = {
        f"{name}_token": tokens[keys[f"tokenizer.ggml.{key}_token_id"]]
        for name, key in (("bos", "bos"), ("eos", "eos"), ("pad", "padding"), ("unk", "unknown"))
        if f"tokenizer.ggml.{key}_token_id" in keys
    }
    fast = PreTrainedTokenizerFast(tokenizer_object=made, **named)
    fast.chat_template = keys.get("tokenizer.chat_template")
    return fast
