"""Presets to the way through the engines, on cards that are not here: nothing of it asks a device."""

import pytest
import torch

from parley_trainer.config import make_config
from parley_trainer.engine_path import PAYS, engine_path, settle
from parley_trainer.errors import ConfigError
from parley_trainer.estimate import _shape
from parley_trainer.recipes.sft import PRESETS, SftConfig

GB = 2**30
CUDA, CPU = torch.device("cuda"), torch.device("cpu")
LLAMA_3B = _shape(3072, 8192, 28, 128, 24, 8, 128256)
SMOLLM = _shape(576, 1536, 30, 64, 9, 3, 49152)


def settled(preset=None, shape=LLAMA_3B, free=139.0, device=CUDA, uncompiled=float("inf"), **changes):
    values = {"model": "m", "rows": "r", "output": "o", **({"preset": preset} if preset else {}), **changes}
    return settle(make_config(SftConfig, values, PRESETS), shape, device, free * GB, uncompiled)


def way(preset=None, device=CUDA, supported=True, **changes):
    return engine_path(settled(preset, device=device, **changes), supported, device)


@pytest.mark.parametrize("preset", ["agreemate", "buyer", "seller", "generalist", "persuasion"])
def test_on_a_large_card_every_preset_takes_the_fast_way(preset):
    found = way(preset)
    assert (found.engine, found.compile, found.joined, found.attention) == ("fused", True, True, "bounds")
    assert (found.quantize, found.checkpointing) == ("none", False)


def test_where_memory_is_short_checkpointing_comes_before_nf4():
    assert [(one.quantize, one.checkpointing) for one in (way("agreemate", free=free) for free in (48, 14, 7))] == [
        ("none", False),
        ("none", True),
        ("nf4", True),
    ]
    assert not way("agreemate", free=7).joined  # a quantized matrix holds no adapter


def test_small_batches_of_a_step_are_taken_at_once_where_they_have_room():
    def parts(*args, **more):
        return (found := settled(*args, **more)).batch, found.accumulate

    assert parts(batch=4, accumulate=4, max_length=512) == (16, 1)
    assert parts(batch=4, accumulate=4, max_length=1024) == (8, 2) and parts(batch=2, accumulate=3, max_length=512) == (6, 1)
    assert (
        parts(batch=4, accumulate=4, max_length=512, device=CPU)
        == (4, 4)
        == parts(batch=4, accumulate=4, max_length=512, free=8)
    )
    assert parts("agreemate") == (16, 2)  # 8,192 tokens fill the card already


def test_what_the_file_says_stands_above_the_machine():
    found = way("agreemate", quantize="nf4", checkpointing=True, dropout=0.1, compile=False)
    assert (found.quantize, found.checkpointing, found.joined, found.compile) == ("nf4", True, False, False)
    assert way("agreemate", quantize="fp8").quantize == "fp8"


def test_on_a_processor_nothing_is_compiled_or_made_small():
    found = way("agreemate", device=CPU, free=float("inf"))
    assert (found.engine, found.compile, found.quantize, found.checkpointing) == ("fused", False, "none", False)
    assert found.attention == "mask"  # the kernels that take bounds are a card's


def test_another_family_goes_by_peft():
    found = way("agreemate", supported=False)
    assert (found.engine, found.compile, found.joined, found.attention) == ("peft", False, False, "mask")
    with pytest.raises(ConfigError, match="set engine: peft"):
        way(supported=False, engine="fused")


def test_a_short_run_is_not_compiled_unless_told():
    assert not way("agreemate", uncompiled=PAYS - 1).compile and way("agreemate", uncompiled=PAYS + 1).compile
    assert way("agreemate", uncompiled=1.0, compile=True).compile


def test_full_fine_tuning_has_a_way_of_its_own():
    found = way("full", shape=SMOLLM)
    assert (found.engine, found.compile, found.quantize, found.checkpointing) == ("full", False, "none", False)
    assert way("full", shape=LLAMA_3B, free=60).checkpointing  # 16 bytes a parameter, and room for one block
    with pytest.raises(ConfigError, match="method full trains the weights themselves"):
        way("full", quantize="nf4")
