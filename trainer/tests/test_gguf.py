"""GGUF files as others write them, made here with the package gguf, against the weights they were made from."""

import json
import sys

import gguf
import numpy as np
import pytest
import torch
from transformers import AutoConfig, AutoModelForCausalLM

from parley_trainer.__main__ import main
from parley_trainer.base import load_base
from parley_trainer.errors import ConfigError, TrainerError
from parley_trainer.estimate import model_shape
from parley_trainer.export import export_model
from parley_trainer.gguf_model import load_gguf, load_gguf_tokenizer, read_metadata
from parley_trainer.progress import read_lines
from parley_trainer.recipes.serve import ServeConfig, serving
from parley_trainer.toy import CHATML, toy_model, toy_tokenizer

TOKENS = torch.tensor([[5, 6, 7, 8, 100, 33, 12]])


def rewritten(source, path, quantize=None, without=(), tensors=None, **keys):
    """A GGUF file once more, with its matrices quantized, some keys changed and some tensors left out or added."""
    reader = gguf.GGUFReader(source)
    writer = gguf.GGUFWriter(path, reader.fields["general.architecture"].contents())
    for name, field in reader.fields.items():
        if not name.startswith("GGUF.") and name not in ("general.architecture", *keys):
            inner = field.types[-1] if field.types[0] == gguf.GGUFValueType.ARRAY else None
            writer.add_key_value(name, field.contents(), field.types[0], inner)
    for name, (value, kind) in keys.items():
        if value is not None:
            writer.add_key_value(name, value, kind)
    for one in reader.tensors:
        if one.name in without:
            continue
        data = np.array(one.data)
        if quantize and data.ndim == 2 and one.name != "token_embd.weight":
            writer.add_tensor(one.name, gguf.quantize(data, quantize), raw_dtype=quantize)
        else:
            writer.add_tensor(one.name, data)
    for name, data in (tensors or {}).items():
        writer.add_tensor(name, data)
    written(writer)
    return path


@pytest.fixture
def whole(tmp_path):
    export_model(toy_model(), toy_tokenizer(), tmp_path / "toy.gguf")
    return tmp_path / "toy.gguf"


@pytest.mark.parametrize("kind", ["F16", "BF16", "Q8_0", "Q4_0", "Q4_1", "Q5_1"])
def test_a_quantized_file_says_what_its_rounded_weights_say(whole, tmp_path, kind):
    form = gguf.GGMLQuantizationType[kind]
    model, _ = load_gguf(rewritten(whole, tmp_path / "small.gguf", form))
    rounded = toy_model()
    for name, parameter in rounded.named_parameters():
        if parameter.ndim == 2 and "embed_tokens" not in name:
            # Rows are quantized by themselves, so the order of rows in the file does not matter.
            parameter.data = torch.from_numpy(gguf.dequantize(gguf.quantize(parameter.detach().numpy(), form), form))
    with torch.no_grad():
        got, wanted, exact = (one(TOKENS).logits for one in (model, rounded, toy_model()))
    assert torch.allclose(got, wanted, atol=1e-4) and not torch.allclose(got, exact, atol=1e-4)


def test_a_base_is_loaded_in_the_precision_asked_for_and_its_size_is_known_without(whole):
    model, tokenizer = load_base(str(whole), torch.bfloat16, torch.device("cpu"))
    assert {p.dtype for p in model.parameters()} == {torch.bfloat16}
    assert tokenizer.pad_token == "<|endoftext|>"
    assert model_shape(str(whole)) == model_shape("toy")


def test_llama_3_s_rotary_scaling_is_read_from_its_tensor(tmp_path):
    scaling = {
        **{"rope_type": "llama3", "rope_theta": 500000.0, "factor": 8.0, "low_freq_factor": 1.0, "high_freq_factor": 4.0},
        "original_max_position_embeddings": 8192,
    }
    plain = toy_model(rope_parameters={"rope_type": "default", "rope_theta": 500000.0}, head_dim=64)
    scaled = toy_model(rope_parameters=scaling, head_dim=64)
    export_model(plain, toy_tokenizer(), tmp_path / "plain.gguf")
    divisors = plain.model.rotary_emb.inv_freq / scaled.model.rotary_emb.inv_freq
    assert divisors.min() == 1 and divisors.max() > 7.9
    factors = {"rope_freqs.weight": divisors.numpy()}
    model, _ = load_gguf(rewritten(tmp_path / "plain.gguf", tmp_path / "scaled.gguf", tensors=factors))
    assert model.config.rope_parameters == scaling
    far = torch.arange(600).remainder(270)[None]
    with torch.no_grad():
        got, wanted, unscaled = (one(far).logits for one in (model, scaled, plain))
    assert torch.allclose(got, wanted, atol=1e-3) and not torch.allclose(unscaled, wanted, atol=1e-2)
    strange = {"rope_freqs.weight": np.linspace(1, 3, 32, dtype=np.float32)}
    with pytest.raises(ConfigError, match="in a way that is not Llama 3's: give the model's folder"):
        load_gguf(rewritten(tmp_path / "plain.gguf", tmp_path / "strange.gguf", tensors=strange))


def test_scaling_that_would_be_dropped_without_a_word_is_refused(whole, tmp_path):
    keys = {"llama.rope.scaling.type": ("yarn", gguf.GGUFValueType.STRING)}
    with pytest.raises(ConfigError, match=r"scales its rotary positions \(yarn\), which is not read from GGUF"):
        load_gguf(rewritten(whole, tmp_path / "yarn.gguf", **keys))


def test_a_bias_that_only_some_layers_have_is_zero_in_the_others(tmp_path):
    model = toy_model(mlp_bias=True)
    for name, parameter in model.named_parameters():
        if name.endswith("bias"):
            torch.nn.init.normal_(parameter, std=0.3)
    export_model(model, toy_tokenizer(), tmp_path / "toy.gguf")
    less = rewritten(tmp_path / "toy.gguf", tmp_path / "less.gguf", without=["blk.1.ffn_up.bias"])
    back, _ = load_gguf(less)
    assert not back.model.layers[1].mlp.up_proj.bias.any()
    assert torch.equal(back.model.layers[0].mlp.up_proj.bias, model.model.layers[0].mlp.up_proj.bias)


def test_a_missing_tensor_is_never_noise(whole, tmp_path):
    with pytest.raises(TrainerError, match="has no tensor for model.layers.1.mlp.up_proj.weight"):
        load_gguf(rewritten(whole, tmp_path / "less.gguf", without=["blk.1.ffn_up.weight"]))


def test_digits_are_cut_as_the_file_says(tmp_path):
    """SmolLM's vocabulary could merge digits; its tokenizer cuts them apart first."""
    from tokenizers import pre_tokenizers

    from parley_trainer.gguf_model import PRE_TOKENIZERS

    tokenizer = toy_tokenizer()
    tokenizer.backend_tokenizer.pre_tokenizer = PRE_TOKENIZERS["smollm"]()
    export_model(toy_model(), tokenizer, tmp_path / "toy.gguf")
    back = load_gguf_tokenizer(tmp_path / "toy.gguf").backend_tokenizer.pre_tokenizer
    assert [word for word, _ in back.pre_tokenize_str("for 1234")] == ["for", "Ġ", "1", "2", "3", "4"]
    assert [word for word, _ in pre_tokenizers.ByteLevel(False).pre_tokenize_str("for 1234")] == ["for", "Ġ1234"]


def test_a_sentencepiece_vocabulary_ends_with_its_own_token(tmp_path):
    """Of Llama 2, Mistral and Gemma. Transformers takes the beginning of a text for its end."""
    writer = gguf.GGUFWriter(tmp_path / "spm.gguf", "llama")
    sentencepiece(writer)
    for add in (writer.add_context_length, writer.add_embedding_length, writer.add_feed_forward_length):
        add(64)
    for add in (writer.add_block_count, writer.add_head_count, writer.add_head_count_kv):
        add(1)
    writer.add_layer_norm_rms_eps(1e-5)
    written(writer)
    tokenizer = load_gguf_tokenizer(tmp_path / "spm.gguf")
    assert (tokenizer.bos_token, tokenizer.eos_token) == ("<s>", "<|im_end|>")
    assert "<|im_start|>" in tokenizer.all_special_tokens
    text = tokenizer.apply_chat_template([{"role": "user", "content": "the é 12"}], tokenize=False)
    said = tokenizer(text, add_special_tokens=False).input_ids
    assert tokenizer.convert_ids_to_tokens(said)[6:] == ["the", "▁", "<0xC3>", "<0xA9>", "▁", "1", "2", "<|im_end|>", "<0x0A>"]
    assert tokenizer.decode(said, skip_special_tokens=True) == "user\nthe é 12\n"


def sentencepiece(writer):
    """Single characters and bytes, as Llama 2, Mistral and Gemma have them; the number of tokens."""
    controls = ["<s>", "</s>", "<|im_start|>", "<|im_end|>"]
    words = ["▁", *(chr(33 + i) for i in range(94)), "th", "▁th", "the", "▁the"]
    tokens = ["<unk>", *controls, *(f"<0x{byte:02X}>" for byte in range(256)), *words]
    writer.add_tokenizer_model("llama")
    writer.add_token_list(tokens)
    writer.add_token_scores([-float(i) for i in range(len(tokens))])
    writer.add_token_types([2, *([3] * 4), *([6] * 256), *([1] * len(words))])
    writer.add_unk_token_id(0)
    writer.add_bos_token_id(1)
    writer.add_eos_token_id(4)
    writer.add_add_space_prefix(False)
    writer.add_chat_template(CHATML)
    return len(tokens)


def written(writer):
    writer.write_header_to_file()
    writer.write_kv_data_to_file()
    writer.write_tensors_to_file()
    writer.close()


def test_gemma_3_is_read_trained_and_served(tmp_path):
    """As llama.cpp's converter writes it: norms one more than Transformers has them."""
    writer = gguf.GGUFWriter(tmp_path / "gemma.gguf", "gemma3")
    words = sentencepiece(writer)
    shape = {
        **{"hidden_size": 64, "intermediate_size": 128, "num_hidden_layers": 2, "num_attention_heads": 4},
        **{"num_key_value_heads": 2, "head_dim": 32, "sliding_window": 64, "max_position_embeddings": 512},
    }
    torch.manual_seed(4)
    config = AutoConfig.for_model("gemma3_text", vocab_size=words, initializer_range=0.15, eos_token_id=4, **shape)
    model = AutoModelForCausalLM.from_config(config).eval()
    names = gguf.get_tensor_name_map(gguf.MODEL_ARCH.GEMMA3, 2)
    for name, parameter in model.named_parameters():
        if "norm" in name:
            torch.nn.init.normal_(parameter, 0.0, 0.3)
        path, _, kind = name.rpartition(".")
        writer.add_tensor(f"{names.get_name(path)}.{kind}", parameter.detach().numpy() + (1 if "norm" in name else 0))
    writer.add_context_length(512)
    writer.add_embedding_length(64)
    writer.add_feed_forward_length(128)
    writer.add_block_count(2)
    writer.add_head_count(4)
    writer.add_head_count_kv(2)
    writer.add_key_length(32)
    writer.add_value_length(32)
    writer.add_sliding_window(64)
    writer.add_rope_freq_base(config.rope_parameters["full_attention"]["rope_theta"])
    writer.add_layer_norm_rms_eps(config.rms_norm_eps)
    written(writer)
    back, tokenizer = load_gguf(tmp_path / "gemma.gguf")
    assert back.config.model_type == "gemma3_text" and tokenizer.eos_token == "<|im_end|>"
    with torch.no_grad():
        assert torch.allclose(back(TOKENS).logits, model(TOKENS).logits, atol=1e-3)
    rows = tmp_path / "rows.jsonl"
    said = [{"role": "user", "content": "I ask 90."}, {"role": "assistant", "content": "I offer 50."}]
    rows.write_text((json.dumps({"messages": said}) + "\n") * 8)
    values = {
        **{"model": str(tmp_path / "gemma.gguf"), "rows": str(rows), "output": str(tmp_path / "run"), "rank": 4, "lr": 0.02},
        **{"batch": 4, "accumulate": 1, "max_steps": 6, "log_every": 1, "compile": False},
    }
    (tmp_path / "sft.json").write_text(json.dumps(values))
    assert main(["sft", "--config", str(tmp_path / "sft.json")]) == 0
    losses = [line["loss"] for line in read_lines(tmp_path / "run/progress.jsonl") if line["event"] == "step"]
    assert losses[-1] < losses[0] - 1
    about = json.loads((tmp_path / "run/adapter/adapter_config.json").read_text())
    assert about["base_model_name_or_path"] == values["model"]
    config = ServeConfig(values["model"], port=0, rows=1, context=128, adapters={"trained": str(tmp_path / "run/adapter")})
    asked = {"messages": said[:1], "max_tokens": 12, "temperature": 0}
    with serving(config) as (_, models):
        served = {name: one.reply(asked)["choices"][0]["message"]["content"] for name, one in models.items()}
    assert served["trained"] != served["base"]


def test_a_file_that_cannot_be_read_is_one_sentence(whole, tmp_path):
    path = tmp_path / "x.gguf"
    with pytest.raises(ConfigError, match="there is no file"):
        load_gguf(path)
    path.write_bytes(b"<html>")
    with pytest.raises(ConfigError, match="is not a GGUF file: it begins with b'<htm'"):
        load_gguf(path)
    path.write_bytes(whole.read_bytes()[:-5000])
    with pytest.raises(TrainerError, match="x.gguf cannot be read .*: get the file again"):
        load_gguf(path)
    path.write_bytes(whole.read_bytes()[:400])
    with pytest.raises(TrainerError, match="ends in the middle of its head"):
        read_metadata(path)
    path.write_bytes(whole.read_bytes().replace(b"llama", b"mptxx"))
    with pytest.raises(TrainerError, match="architecture mptxx is not supported"):
        load_gguf(path)


def test_without_the_package_one_sentence_says_what_to_install(whole, monkeypatch):
    monkeypatch.setitem(sys.modules, "gguf", None)
    for read in (load_gguf, load_gguf_tokenizer):
        with pytest.raises(ConfigError, match="are read and written with the package gguf: pip install gguf"):
            read(whole)
