"""GGUF files into Transformers: its own loader reads them (with the package `gguf`), and what it leaves out is put right here.

Of Transformers 5.17 that is: the end-of-text token of a Llama vocabulary is taken for its beginning, how text is cut before
byte pairs are merged is ignored (`tokenizer.ggml.pre`), biases and a head's width are not read where a family may have them,
rotary scaling is dropped, and a tensor that is missing is filled with noise. A file with scaling that cannot be told is refused.
"""

import struct
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import numpy as np
import torch
from tokenizers import AddedToken, Regex, Tokenizer, decoders, models, pre_tokenizers
from transformers import AutoConfig, AutoModelForCausalLM, AutoTokenizer, PreTrainedTokenizerFast

from .errors import ConfigError, TrainerError

LLAMA3 = r"(?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}{1,3}| ?[^\s\p{L}\p{N}]+[\r\n]*|\s*[\r\n]+|\s+(?!\S)|\s+"
QWEN2 = LLAMA3.replace(r"\p{N}{1,3}", r"\p{N}")
CONTROL, USER_DEFINED = 3, 4  # types of tokens
SPECIAL = (("bos", "bos"), ("eos", "eos"), ("pad", "padding"), ("unk", "unknown"))
ROPE_FREQUENCIES = "rope_freqs.weight"


def _split(pattern: str) -> Any:
    return pre_tokenizers.Sequence(
        [
            pre_tokenizers.Split(Regex(pattern), "isolated"),
            pre_tokenizers.ByteLevel(add_prefix_space=False, use_regex=False),
        ]
    )


# By llama.cpp's names, `tokenizer.ggml.pre`.
PRE_TOKENIZERS = {
    "gpt-2": lambda: pre_tokenizers.ByteLevel(add_prefix_space=False),
    "smollm": lambda: pre_tokenizers.Sequence(
        [pre_tokenizers.Digits(individual_digits=True), pre_tokenizers.ByteLevel(add_prefix_space=False)]
    ),
    "llama-bpe": lambda: _split(LLAMA3),
    "qwen2": lambda: _split(QWEN2),
}


def need_gguf() -> Any:
    try:
        import gguf
    except ImportError:
        raise ConfigError(
            "GGUF files are read and written with the package gguf: pip install gguf (trainer/requirements.txt says which), "
            "or give the model as a folder of Hugging Face"
        ) from None
    return gguf


def read_metadata(path: Path, *texts: str) -> tuple[dict[str, Any], tuple[str, ...]]:
    """A file's keys and the names of its tensors. Lists of words only where they are named: a vocabulary is long."""
    from transformers.integrations.gguf import read_gguf_metadata

    if not path.exists():
        raise ConfigError(f"there is no file {path}")
    with path.open("rb") as file:
        begins = file.read(4)
    if begins != b"GGUF":
        raise ConfigError(f"{path} is not a GGUF file: it begins with {begins!r}")
    try:
        return read_gguf_metadata(str(path), texts)
    except (struct.error, IndexError, UnicodeDecodeError, MemoryError, OverflowError):
        raise TrainerError(f"{path} ends in the middle of its head: get the file again") from None
    except ValueError as error:
        raise ConfigError(f"{path} cannot be read: {str(error).splitlines()[0]}") from None


def load_gguf(path: Path, dtype: torch.dtype | None = None) -> tuple[Any, Any]:
    """The model, its weights as float32 unless told, and its tokenizer."""
    need_gguf()
    config = gguf_config(path)
    with _alone(path) as file:
        model, found = AutoModelForCausalLM.from_pretrained(
            **file,
            config=config,
            dtype=dtype or torch.float32,
            attn_implementation="sdpa",
            output_loading_info=True,
        )
    # Its weights are plain floats from here on, and it trains and is saved as any other.
    model.hf_quantizer.remove_quantization_config(model)
    model.name_or_path = model.config._name_or_path = str(path)  # an adapter names its base by it
    for name in found["missing_keys"]:
        if not name.endswith(".bias"):
            raise TrainerError(f"{path} has no tensor for {name}: get the file again")
        # Where some layers of a kind have a bias and this one has none.
        torch.nn.init.zeros_(model.get_parameter(name))
    return model.eval(), load_gguf_tokenizer(path)


def gguf_config(path: Path) -> Any:
    """Transformers' configuration, with what the file says and Transformers does not read."""
    need_gguf()
    metadata, tensors = read_metadata(path)
    with _alone(path) as file:
        config = AutoConfig.from_pretrained(**file)
    of = f"{metadata['general.architecture']}."
    for setting, part in (("attention_bias", ".attn_"), ("mlp_bias", ".ffn_")):
        if hasattr(config, setting):
            setattr(config, setting, any(part in name and name.endswith(".bias") for name in tensors))
    if (width := metadata.get(f"{of}attention.key_length")) and hasattr(config, "head_dim"):
        config.head_dim = width
    scaling = metadata.get(f"{of}rope.scaling.type", "none")
    if scaling != "none" and config.rope_parameters.get("rope_type", "default") == "default":
        raise ConfigError(
            f"{path} scales its rotary positions ({scaling}), which is not read from GGUF: give the model's folder"
        )
    if ROPE_FREQUENCIES in tensors:
        config.rope_parameters = _llama3_scaling(path, config)
    return config


def _llama3_scaling(path: Path, config: Any) -> dict[str, Any]:
    """Llama 3.1 and after divide rotary frequencies by a tensor, made from four numbers that all of them share but the factor."""
    from transformers.modeling_rope_utils import ROPE_INIT_FUNCTIONS

    tensors = need_gguf().GGUFReader(path).tensors
    divisors = torch.from_numpy(np.array(next(one.data for one in tensors if one.name == ROPE_FREQUENCIES)))
    plain = config.rope_parameters
    scaled = {
        **{"rope_type": "llama3", "rope_theta": plain["rope_theta"], "factor": float(divisors.max())},
        **{"low_freq_factor": 1.0, "high_freq_factor": 4.0, "original_max_position_embeddings": 8192},
    }
    config.rope_parameters = scaled
    made, _ = ROPE_INIT_FUNCTIONS["llama3"](config, torch.device("cpu"))
    frequencies = plain["rope_theta"] ** -(torch.arange(len(divisors)) / len(divisors))
    if not torch.allclose(made, frequencies / divisors, rtol=1e-3):
        raise ConfigError(f"{path} scales its rotary positions in a way that is not Llama 3's: give the model's folder")
    return scaled


def load_gguf_tokenizer(path: Path) -> Any:
    need_gguf()
    keys, _ = read_metadata(path, "tokenizer.ggml.tokens", "tokenizer.ggml.merges")
    tokens, types = keys["tokenizer.ggml.tokens"], keys.get("tokenizer.ggml.token_type", [])
    if keys.get("tokenizer.ggml.model") == "gpt2":
        tokenizer = PreTrainedTokenizerFast(tokenizer_object=_byte_level(path, keys))
    else:
        with _alone(path) as file:
            tokenizer = AutoTokenizer.from_pretrained(**file)
    for name, key in SPECIAL:
        token = keys.get(f"tokenizer.ggml.{key}_token_id")
        setattr(tokenizer, f"{name}_token", None if token is None else tokens[token])
    # Control tokens that no other name has, such as those that begin a turn: no message may hold their text.
    named = {getattr(tokenizer, f"{name}_token") for name, _ in SPECIAL}
    others = [token for token, kind in zip(tokens, types, strict=False) if kind == CONTROL and token not in named]
    tokenizer.add_special_tokens({"additional_special_tokens": others})
    tokenizer.chat_template = keys.get("tokenizer.chat_template")
    return tokenizer


def _byte_level(path: Path, keys: dict[str, Any]) -> Tokenizer:
    """Byte-level pairs: the family of GPT-2, SmolLM, Llama 3 and Qwen."""
    pre = keys.get("tokenizer.ggml.pre")
    if pre not in PRE_TOKENIZERS:
        raise ConfigError(
            f"{path} cuts text as {pre}, and {', '.join(PRE_TOKENIZERS)} are known here: give the model's folder instead"
        )
    tokens = keys["tokenizer.ggml.tokens"]
    merges = [tuple(pair.split(" ")) for pair in keys["tokenizer.ggml.merges"]]
    made = Tokenizer(models.BPE(vocab={token: i for i, token in enumerate(tokens)}, merges=merges))
    made.pre_tokenizer = PRE_TOKENIZERS[pre]()
    made.decoder = decoders.ByteLevel()
    kinds = list(zip(tokens, keys["tokenizer.ggml.token_type"], strict=True))
    made.add_special_tokens([AddedToken(token, special=True, normalized=False) for token, kind in kinds if kind == CONTROL])
    made.add_tokens([AddedToken(token, special=False, normalized=False) for token, kind in kinds if kind == USER_DEFINED])
    return made


@contextmanager
def _alone(path: Path) -> Iterator[dict[str, str]]:
    """The file as Transformers wants it named, in a folder of its own: what lies beside it (an adapter, a tokenizer) would be
    loaded as well. What Transformers and gguf raise about it is a sentence."""
    try:
        with TemporaryDirectory() as empty:
            yield {"pretrained_model_name_or_path": empty, "gguf_file": str(path.resolve())}
    except (ValueError, OSError, KeyError, IndexError, NotImplementedError) as error:
        first = (str(error).strip().splitlines() or [type(error).__name__])[0]
        raise TrainerError(f"{path} cannot be read ({first}): get the file again, or give the model's folder") from None
