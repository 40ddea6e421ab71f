"""What is exported comes back the same. That llama.cpp says the same tokens is shown by test/trainer.test.ts."""

import json

import gguf
import numpy as np
import pytest
import torch
from peft import LoraConfig, PeftModel, get_peft_model
from transformers import (
    AutoModelForCausalLM,
    AutoTokenizer,
    LlamaConfig,
    LlamaForCausalLM,
    Qwen2Config,
    Qwen2ForCausalLM,
    Qwen3Config,
    Qwen3ForCausalLM,
)

from parley_trainer.__main__ import main
from parley_trainer.adapters import attach, merge
from parley_trainer.engines import LoraShape, PeftEngine
from parley_trainer.errors import ConfigError
from parley_trainer.export import export_adapter, export_model, permute
from parley_trainer.gguf_model import load_gguf
from parley_trainer.hub_folder import export_folder
from parley_trainer.masking import prompt_tokens
from parley_trainer.recipes.export import ExportConfig, run
from parley_trainer.toy import toy_model, toy_tokenizer

WORDS = "I offer 1234.50 for the oak table, OK?\n"


def relative(kind, config, **more):
    """The toy's shape in another family."""
    torch.manual_seed(1)
    shape = {
        **{"vocab_size": len(toy_tokenizer()), "hidden_size": 64, "intermediate_size": 128, "num_hidden_layers": 2},
        **{"num_attention_heads": 4, "num_key_value_heads": 2, "max_position_embeddings": 512, "initializer_range": 0.15},
    }
    model = kind(config(**{**shape, **more})).eval()
    for name, parameter in model.named_parameters():
        if name.endswith("bias") or "norm" in name:
            torch.nn.init.normal_(parameter, 1.0 if "norm" in name else 0.0, 0.3)
    return model


MODELS = {
    "llama": lambda: toy_model(),
    "llama, tied": lambda: toy_model(tie_word_embeddings=True),
    "llama, heads of another width": lambda: toy_model(head_dim=32),
    "llama, biases": lambda: relative(LlamaForCausalLM, LlamaConfig, attention_bias=True, mlp_bias=True),
    "qwen2": lambda: relative(Qwen2ForCausalLM, Qwen2Config, tie_word_embeddings=True),
    "qwen3": lambda: relative(Qwen3ForCausalLM, Qwen3Config, head_dim=32, tie_word_embeddings=False),
}


@pytest.mark.parametrize("kind", MODELS)
def test_a_model_comes_back_with_the_same_logits_and_tokens(tmp_path, kind):
    tokenizer, model = toy_tokenizer(), MODELS[kind]()
    export_model(model, tokenizer, tmp_path / "toy.gguf")
    back, back_tokenizer = load_gguf(tmp_path / "toy.gguf")
    assert back.config.model_type == model.config.model_type
    tokens = tokenizer(WORDS, return_tensors="pt").input_ids
    assert torch.equal(back_tokenizer(WORDS, return_tensors="pt").input_ids, tokens)
    assert back_tokenizer.chat_template == tokenizer.chat_template
    assert back_tokenizer.eos_token == "<|im_end|>" and "<|im_start|>" in back_tokenizer.all_special_tokens
    with torch.no_grad():
        assert torch.allclose(model(tokens).logits, back(tokens).logits, atol=1e-4)


def test_rotary_rows_go_from_halves_to_pairs():
    # By hand: a head of 4 rows 0 1 | 2 3 becomes 0 2 1 3.
    rows = np.arange(8, dtype=np.float32).reshape(8, 1)
    assert permute(rows, 2).ravel().tolist() == [0, 2, 1, 3, 4, 6, 5, 7]


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
    reader = gguf.GGUFReader(tmp_path / "lora.gguf")
    tensors = {one.name: one.data for one in reader.tensors}
    said = {name: reader.fields[name].contents() for name in ("general.type", "adapter.type", "adapter.lora.alpha")}
    assert said == {"general.type": "adapter", "adapter.type": "lora", "adapter.lora.alpha": 8}
    assert tensors["blk.1.ffn_up.weight.lora_a"].shape == (4, 64) and tensors["blk.1.ffn_up.weight.lora_b"].shape == (128, 4)
    assert len(tensors) == 2 * 7 * 2


def test_what_llama_cpp_would_read_wrongly_is_refused(tmp_path):
    scaled = {"rope_type": "linear", "rope_theta": 10000.0, "factor": 2.0}
    with pytest.raises(ConfigError, match="rotary scaling linear is not exported to GGUF: export kind: folder"):
        export_model(toy_model(rope_parameters=scaled), toy_tokenizer(), tmp_path / "x.gguf")
    other = toy_model()
    other.config.model_type = "gemma3_text"
    with pytest.raises(ConfigError, match="qwen3 models are exported to GGUF, got gemma3_text: export kind: folder"):
        export_model(other, toy_tokenizer(), tmp_path / "x.gguf")
    assert not (tmp_path / "x.gguf").exists()


def trained(folder, seed, **options):
    torch.manual_seed(seed)
    given = {"r": 4, "lora_alpha": 8, "target_modules": ["q_proj", "down_proj"], "init_lora_weights": False, **options}
    get_peft_model(toy_model(), LoraConfig(**given)).save_pretrained(folder)
    return str(folder)


def logits(model):
    with torch.no_grad():
        return model.eval()(toy_tokenizer()(WORDS, return_tensors="pt").input_ids).logits


@pytest.mark.parametrize("source", ["toy", "GGUF"])
def test_a_chain_goes_to_plain_transformers_and_plain_peft(tmp_path, source):
    """Merged as a folder, or alone as one adapter: vLLM reads both as these do."""
    chain = [trained(tmp_path / "a", 1), trained(tmp_path / "b", 2, use_rslora=True, target_modules=["down_proj", "v_proj"])]
    wanted = logits(attach(toy_model(), chain))
    model = "toy"
    if source == "GGUF":
        model = str(tmp_path / "toy.gguf")
        export_model(toy_model(), toy_tokenizer(), tmp_path / "toy.gguf")

    def exported(name, **more):
        path = tmp_path / f"{name}.json"
        path.write_text(json.dumps({"model": model, "output": str(tmp_path / name), **more}))
        assert main(["export", "--config", str(path)]) == 0
        return tmp_path / name

    merged = exported("merged", kind="folder", adapter=chain)
    tokenizer = AutoTokenizer.from_pretrained(merged)
    assert tokenizer(WORDS).input_ids == toy_tokenizer()(WORDS).input_ids
    messages = [{"role": "user", "content": "I ask 90."}]
    assert prompt_tokens(tokenizer, messages) == prompt_tokens(toy_tokenizer(), messages)
    whole = AutoModelForCausalLM.from_pretrained(merged)
    assert torch.allclose(logits(whole), wanted, atol=1e-4) and whole.config.use_cache
    assert tokenizer.convert_tokens_to_ids("<|im_end|>") in whole.generation_config.eos_token_id
    # One adapter of both, of a rank that vLLM has: 4 and 4 make 8.
    alone = exported("alone", kind="adapter", adapter=chain)
    base = AutoModelForCausalLM.from_pretrained(exported("base", kind="folder"))
    assert torch.allclose(logits(PeftModel.from_pretrained(base, alone)), wanted, atol=1e-4)
    assert json.loads((alone / "adapter_config.json").read_text())["r"] == 8
    assert torch.allclose(logits(attach(toy_model(), [str(alone)])), wanted, atol=1e-4)


def test_a_folder_says_its_rotary_base_to_readers_before_and_after_transformers_5(tmp_path):
    model = toy_model(rope_parameters={"rope_type": "default", "rope_theta": 130000.0})
    export_folder(model, toy_tokenizer(), tmp_path)
    about = json.loads((tmp_path / "config.json").read_text())
    assert about["rope_theta"] == about["rope_parameters"]["rope_theta"] == 130000.0
    assert about["torch_dtype"] == about["dtype"] == "float32"
    assert json.loads((tmp_path / "tokenizer_config.json").read_text())["tokenizer_class"] == "PreTrainedTokenizerFast"
    assert torch.allclose(logits(AutoModelForCausalLM.from_pretrained(tmp_path)), logits(model), atol=1e-5)


@pytest.mark.parametrize(
    "values, says",
    [
        ({"kind": "folder", "output": "x.gguf"}, "kind: folder writes a folder, got output x.gguf"),
        ({"kind": "merged", "output": "x"}, "kind: merged writes a .gguf file, got output x"),
        ({"kind": "adapter", "output": "x"}, "kind: adapter needs at least one adapter"),
    ],
)
def test_an_output_of_the_wrong_kind_is_refused(values, says):
    with pytest.raises(ConfigError, match=says):
        run(ExportConfig(model="toy", **values), None)
