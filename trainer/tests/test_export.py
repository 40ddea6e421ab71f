"""GGUF here and back. That llama.cpp says the same tokens is shown by test/trainer-export.test.ts."""

import numpy as np
import pytest
import torch

from parley_trainer.engines import LoraShape, PeftEngine
from parley_trainer.errors import ConfigError, TrainerError
from parley_trainer.export import export_adapter, export_model, merge
from parley_trainer.gguf_file import read_keys, read_tensors, text, write_gguf
from parley_trainer.gguf_model import from_llama_rows, load_gguf, to_llama_rows
from parley_trainer.toy import toy_model, toy_tokenizer

WORDS = "I offer 1234.50 for the oak table, OK?\n"


@pytest.mark.parametrize("tied", [False, True])
def test_a_model_comes_back_with_the_same_logits_and_tokens(tmp_path, tied):
    tokenizer, model = toy_tokenizer(), toy_model(tie_word_embeddings=tied)
    export_model(model, tokenizer, tmp_path / "toy.gguf")
    back, back_tokenizer = load_gguf(tmp_path / "toy.gguf")
    tokens = tokenizer(WORDS, return_tensors="pt").input_ids
    assert torch.equal(back_tokenizer(WORDS, return_tensors="pt").input_ids, tokens)
    assert back_tokenizer.chat_template == tokenizer.chat_template
    assert back_tokenizer.eos_token == "<|im_end|>"
    with torch.no_grad():
        assert torch.allclose(model(tokens).logits, back(tokens).logits, atol=1e-4)


def test_rotary_rows_go_from_halves_to_pairs_and_back():
    # By hand: a head of 4 rows 0 1 | 2 3 becomes 0 2 1 3.
    rows = np.arange(8, dtype=np.float32).reshape(8, 1)
    assert to_llama_rows(rows, 2).ravel().tolist() == [0, 2, 1, 3, 4, 6, 5, 7]
    assert (from_llama_rows(to_llama_rows(rows, 2), 2) == rows).all()


def test_a_merged_model_says_what_the_adapter_says(tmp_path):
    torch.manual_seed(0)
    engine = PeftEngine(toy_model(), LoraShape(rank=4, alpha=8))
    for _, parameter in engine.named_parameters():
        parameter.data.normal_(0, 0.1)
    engine.save(tmp_path)
    tokens = toy_tokenizer()(WORDS, return_tensors="pt").input_ids
    engine.train(False)
    with torch.no_grad():
        merged = merge(toy_model(), tmp_path)(tokens).logits
        assert torch.allclose(engine.model(tokens).logits, merged, atol=1e-4)
    export_adapter(tmp_path, toy_model().config, tmp_path / "lora.gguf")
    keys, tensors = read_keys(tmp_path / "lora.gguf"), read_tensors(tmp_path / "lora.gguf")
    assert keys["general.type"] == "adapter" and keys["adapter.lora.alpha"] == 8
    assert tensors["blk.1.ffn_up.weight.lora_a"].shape == (4, 64) and tensors["blk.1.ffn_up.weight.lora_b"].shape == (128, 4)
    assert len(tensors) == 2 * 7 * 2


def test_block_formats_by_hand(tmp_path):
    from parley_trainer.gguf_file import _floats

    codes = np.arange(16, dtype=np.uint8)
    halves = (codes | (codes[::-1] << 4)).tobytes()
    two, minus = np.float16(2).tobytes(), np.float16(-3).tobytes()
    low, high = np.arange(16), np.arange(15, -1, -1)
    expected = np.concatenate([low, high]).astype(np.float32)
    assert (_floats(np.frombuffer(two + halves, np.uint8), 2) == (expected - 8) * 2).all()
    assert (_floats(np.frombuffer(two + minus + halves, np.uint8), 3) == expected * 2 - 3).all()
    signed = np.arange(-16, 16, dtype=np.int8)
    assert (_floats(np.frombuffer(two + signed.tobytes(), np.uint8), 8) == signed * 2.0).all()
    assert (_floats(np.frombuffer(b"\x80\x3f\x00\xc0", np.uint8), 30) == [1.0, -2.0]).all()


def test_a_broken_file_is_one_sentence(tmp_path):
    path = tmp_path / "x.gguf"
    path.write_bytes(b"<html>")
    with pytest.raises(ConfigError, match="is not a GGUF file: it begins with"):
        read_keys(path)
    write_gguf(path, {"general.architecture": text("llama")}, {"a": np.zeros((4, 64), np.float32)})
    whole = path.read_bytes()
    path.write_bytes(whole[:-100])
    with pytest.raises(TrainerError, match="truncated: a has 924 bytes of 1024"):
        read_tensors(path)
    path.write_bytes(whole[:40])
    with pytest.raises(TrainerError, match="ends in the middle of its head"):
        read_keys(path)
