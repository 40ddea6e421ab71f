"""A toy Llama made on the spot: two layers of width 64, random weights from a seed, a byte-level vocabulary, ChatML.

It learns little, and everything that is usually wrong in training shows on it: masks, schedules, resumes, exports. Its
tokenizer is of the family of SmolLM2, Llama 3 and Qwen (byte-level pairs), so exports are tested on the real form.
"""

from pathlib import Path
from typing import Any

import torch
from tokenizers import Tokenizer, decoders, models, pre_tokenizers
from transformers import LlamaConfig, LlamaForCausalLM, PreTrainedTokenizerFast

SPECIAL = ["<|endoftext|>", "<|im_start|>", "<|im_end|>"]
PAIRS = ["t h", "h e", "Ġ t", "a n", "i n", "o f", "f e", "r e", "Ġ a", "o n", "th e", "of fe", "offe r", "s e", "l l"]
CHATML = (
    "{% for message in messages %}{{ '<|im_start|>' + message['role'] + '\\n' + message['content'] + '<|im_end|>' + '\\n' }}"
    "{% endfor %}{% if add_generation_prompt %}{{ '<|im_start|>assistant\\n' }}{% endif %}"
)


def toy_tokenizer() -> PreTrainedTokenizerFast:
    alphabet = sorted(pre_tokenizers.ByteLevel.alphabet())
    words = [*SPECIAL, *alphabet, *(pair.replace(" ", "") for pair in PAIRS)]
    merges = [tuple(pair.split(" ")) for pair in PAIRS]
    tokenizer = Tokenizer(models.BPE(vocab={word: i for i, word in enumerate(words)}, merges=merges))
    tokenizer.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
    tokenizer.decoder = decoders.ByteLevel()
    fast = PreTrainedTokenizerFast(
        tokenizer_object=tokenizer,
        eos_token="<|im_end|>",
        pad_token="<|endoftext|>",
        additional_special_tokens=["<|im_start|>"],
    )
    fast.chat_template = CHATML
    return fast


def toy_model(seed: int = 1, tokenizer: Any = None, **changes: Any) -> LlamaForCausalLM:
    """Weights large enough that greedy tokens are no ties; grouped attention heads, as real models have."""
    tokenizer = tokenizer or toy_tokenizer()
    shape = {
        "vocab_size": len(tokenizer),
        "hidden_size": 64,
        "intermediate_size": 128,
        "num_hidden_layers": 2,
        "num_attention_heads": 4,
        "num_key_value_heads": 2,
        "max_position_embeddings": 2048,
        "tie_word_embeddings": False,
        "initializer_range": 0.15,
        "eos_token_id": tokenizer.eos_token_id,
        "pad_token_id": tokenizer.pad_token_id,
        "bos_token_id": None,
    }
    state = torch.random.get_rng_state()
    torch.manual_seed(seed)
    model = LlamaForCausalLM(LlamaConfig(**{**shape, **changes}))
    torch.random.set_rng_state(state)
    return model.eval()


def write_toy(folder: Path, seed: int = 1) -> Path:
    """A folder that loads like any other base model."""
    toy_model(seed).save_pretrained(folder)
    toy_tokenizer().save_pretrained(folder)
    return folder
