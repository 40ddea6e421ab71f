"""Adapters of ours and of others, beside the weights and merged into them, against PEFT's own reading of the folder."""

import gguf
import pytest
import torch
from peft import LoraConfig, PeftModel, get_peft_model
from safetensors.torch import load_file, save_file

from parley_trainer.adapters import AdaptedLinear, attach, detach, merge, read_adapter
from parley_trainer.base import load_base, place
from parley_trainer.engines import LoraShape, PeftEngine
from parley_trainer.errors import ConfigError
from parley_trainer.export import export_adapter, export_model
from parley_trainer.gguf_model import load_gguf
from parley_trainer.nf4 import QuantizedLinear, quantize_linears
from parley_trainer.toy import toy_model, toy_tokenizer

TOKENS = torch.tensor([[5, 6, 7, 8, 100, 33, 12]])


def foreign(folder, seed=0, **options):
    """An adapter as another program would have left it: of PEFT, with weights that are not zero."""
    torch.manual_seed(seed)
    given = {"r": 4, "lora_alpha": 8, "target_modules": ["q_proj", "down_proj"], "init_lora_weights": False, **options}
    tuned = get_peft_model(toy_model(), LoraConfig(**given))
    tuned.save_pretrained(folder)
    return str(folder)


def logits(model):
    with torch.no_grad():
        return model.eval()(TOKENS).logits


KINDS = {
    "plain": {},
    "rsLoRA": {"use_rslora": True},
    "patterns": {"rank_pattern": {"layers.0.mlp.down_proj": 2, "q_proj": 6}, "alpha_pattern": {"layers.1.mlp.down_proj": 32}},
    "rsLoRA with patterns": {"use_rslora": True, "rank_pattern": {"q_proj": 9}, "alpha_pattern": {"down_proj": 5}},
    "one layer": {"layers_to_transform": [1]},
    "all linear": {"target_modules": "all-linear"},
}


@pytest.mark.parametrize("kind", KINDS)
def test_a_foreign_adapter_says_the_same_as_in_peft(tmp_path, kind):
    folder = foreign(tmp_path, **KINDS[kind])
    expected = logits(PeftModel.from_pretrained(toy_model(), folder))
    assert not torch.allclose(expected, logits(toy_model()), atol=1e-2)
    assert torch.allclose(logits(attach(toy_model(), [folder])), expected, atol=1e-4)
    assert torch.allclose(logits(merge(toy_model(), folder)), expected, atol=1e-4)
    export_adapter(tmp_path, toy_model().config, tmp_path / "lora.gguf")
    tensors = {one.name: one.data for one in gguf.GGUFReader(tmp_path / "lora.gguf").tensors}
    b, a = (
        tensors[f"blk.1.ffn_down.weight.lora_{side}"] for side in "ba"
    )  # llama.cpp's rule: alpha over the rank of the tensor
    pair = read_adapter(folder)["model.layers.1.mlp.down_proj"]
    assert 8 / a.shape[0] * (b @ a) == pytest.approx((pair.b @ pair.a).numpy(), abs=1e-5)


@pytest.mark.parametrize(
    "options, says",
    [
        ({"use_dora": True}, "use_dora is true, which is not read here: merge the adapter with PEFT"),
        ({"init_lora_weights": "pissa"}, 'init_lora_weights is "pissa"'),
        ({"modules_to_save": ["lm_head"]}, 'modules_to_save is \\["lm_head"\\]'),
        ({"bias": "all"}, 'bias is "all"'),
        ({"lora_bias": True}, "lora_bias is true"),
        ({"target_modules": ["embed_tokens"]}, "is no part of a plain LoRA on linear layers"),
    ],
)
def test_what_would_be_merged_wrongly_is_refused_in_a_sentence(tmp_path, options, says):
    folder = foreign(tmp_path, **options)
    for read in (lambda: attach(toy_model(), [folder]), lambda: merge(toy_model(), folder)):
        with pytest.raises(ConfigError, match=says):
            read()


def test_an_adapter_of_another_base_is_refused(tmp_path):
    folder = foreign(tmp_path)
    with pytest.raises(ConfigError, match="is for a layer model.layers.1.* which the model has not: .* another base"):
        attach(toy_model(num_hidden_layers=1), [folder])
    with pytest.raises(ConfigError, match="down_proj is 64 x 128 and the model's 32 x 128: another base"):
        attach(toy_model(hidden_size=32), [folder])


def test_an_adapter_of_ours_says_the_same_in_plain_peft(tmp_path):
    engine = PeftEngine(toy_model(), LoraShape(rank=4, alpha=8))
    for _, parameter in engine.named_parameters():
        parameter.data.normal_(0, 0.1)
    engine.save(tmp_path)
    assert torch.allclose(logits(PeftModel.from_pretrained(toy_model(), str(tmp_path))), logits(engine.model), atol=1e-5)


def test_a_chain_is_beside_the_weights_in_bf16_and_nf4_and_another_adapter_goes_on_top(tmp_path):
    folders = [foreign(tmp_path / str(seed), seed) for seed in (1, 2)]
    both = merge(toy_model(), *folders)
    assert torch.allclose(logits(attach(toy_model(), folders)), logits(both), atol=1e-4)
    # In NF4 the base is quantized and the chain is not.
    model = place(toy_model(), torch.device("cpu"), ("q_proj", "down_proj"))
    bare = logits(model)
    layer = attach(model, folders).model.layers[0].mlp.down_proj
    assert isinstance(layer, AdaptedLinear) and isinstance(layer.base, QuantizedLinear)
    chained = logits(model)
    engine = PeftEngine(model, LoraShape(rank=4, alpha=8))
    assert torch.allclose(logits(engine.model), chained, atol=1e-5) and not torch.allclose(chained, bare, atol=1e-2)
    assert {name for name, _ in engine.named_parameters() if "default" not in name} == set()
    detach(plain := attach(toy_model(), folders))
    assert torch.equal(logits(plain), logits(toy_model()))


def test_an_exported_merge_rounds_nothing_of_the_adapter_away(tmp_path):
    folder = foreign(tmp_path, init_lora_weights=True)
    tensors = load_file(f"{folder}/adapter_model.safetensors")
    small = {name: torch.randn_like(one) * (0.003 if "lora_B" in name else 0.1) for name, one in tensors.items()}
    save_file(small, f"{folder}/adapter_model.safetensors", metadata={"format": "pt"})
    pair = read_adapter(folder)["model.layers.0.mlp.down_proj"]
    model = toy_model().to(torch.bfloat16)
    export_model(model, toy_tokenizer(), tmp_path / "merged.gguf", adapters=[folder])
    back = load_gguf(tmp_path / "merged.gguf")[0].model.layers[0].mlp.down_proj.weight
    delta = back.detach() - model.model.layers[0].mlp.down_proj.weight.float()
    assert torch.allclose(delta, pair.b @ pair.a, atol=1e-7)
    assert model.lm_head.weight.dtype == torch.bfloat16  # the model itself was left as it is


def test_a_card_never_holds_a_layer_unquantized_but_the_one_on_its_way(monkeypatch):
    """`meta` stands for the card: what is moved there is seen, nothing is computed."""
    card, held = torch.device("meta"), []
    targets = LoraShape().targets
    real = torch.nn.Module.to

    def watched(self, *args, **kwargs):
        if kwargs.get("device") == card:
            held.extend(name for name, one in self.named_modules() if name.endswith(targets) and type(one) is torch.nn.Linear)
        return real(self, *args, **kwargs)

    monkeypatch.setattr(torch.nn.Module, "to", watched)
    model, _ = load_base("toy", torch.bfloat16, card, targets)
    assert held == [] and {p.device.type for p in model.parameters()} == {"meta"}
    assert quantize_linears(model, targets) == 0
    down = model.model.layers[0].mlp.down_proj
    assert isinstance(down, QuantizedLinear) and down.levels.dtype == torch.float32


def test_the_fused_engine_puts_one_block_after_the_other_on_the_card(monkeypatch):
    from parley_trainer import fused

    card, there, model = torch.device("meta"), [], toy_model()
    real = fused.Block.__init__

    def watched(self, *args, **kwargs):
        there.append(sum(p.device == card for one in model.model.layers for p in one.parameters()))
        real(self, *args, **kwargs)

    monkeypatch.setattr(fused.Block, "__init__", watched)
    of_one = len(list(model.model.layers[0].parameters()))
    engine = fused.FusedEngine(model, LoraShape(rank=4), quantized="nf4", device=card)
    assert there == [of_one, of_one]  # never the layers before or after it
    assert {tensor.device for tensor in engine.layers.state_dict().values()} == {card}
