import pytest
import torch

from parley_trainer.layers import parameter_groups, rate_of


def test_rates_are_agreemates():
    # AgreeMate: 28 blocks, 2e-4, 0.95: block 0 5.01e-5, block 27 2e-4, embedding 4.76e-5, output norm 2e-4.
    assert rate_of("layer_00", 2e-4, 0.95, 28) == pytest.approx(5.01e-5, rel=1e-3)
    assert rate_of("layer_27", 2e-4, 0.95, 28) == 2e-4
    assert rate_of("embedding", 2e-4, 0.95, 28) == pytest.approx(4.7566e-5, rel=1e-4)
    assert rate_of("output", 2e-4, 0.95, 28) == 2e-4


def test_every_trained_parameter_is_in_exactly_one_group():
    names = [
        "base_model.model.model.layers.0.self_attn.q_proj.lora_A.default.weight",
        "base_model.model.model.layers.11.mlp.up_proj.lora_B.default.weight",
        "layers.1.qkv.a.q_proj",
        "model.embed_tokens.weight",
        "model.norm.weight",
        "lm_head.weight",
    ]
    named = [(name, torch.nn.Parameter(torch.zeros(1))) for name in names]
    frozen = torch.nn.Parameter(torch.zeros(1), requires_grad=False)
    groups = parameter_groups([*named, ("layers.1.frozen", frozen)], 1.0, 0.5, 12, 0.1)
    assert {g["name"]: (len(g["params"]), g["lr"]) for g in groups} == {
        "embedding": (1, 0.5**12),
        "layer_00": (1, 0.5**11),
        "layer_01": (1, 0.5**10),
        "layer_11": (1, 1.0),
        "output": (2, 1.0),
    }
