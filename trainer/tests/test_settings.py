import dataclasses

import pytest

from parley_trainer.config import make_config
from parley_trainer.errors import ConfigError
from parley_trainer.loop import LoopOptions
from parley_trainer.recipes.dpo import DpoConfig
from parley_trainer.recipes.grpo import GrpoConfig
from parley_trainer.recipes.janus import JanusConfig
from parley_trainer.recipes.sft import SftConfig
from parley_trainer.settings import loop_settings

PLACES = {"model": "toy", "rows": "rows.jsonl", "output": "run"}


@pytest.mark.parametrize("kind", [SftConfig, DpoConfig, GrpoConfig, JanusConfig])
def test_the_loop_gets_what_the_configuration_says(kind):
    # Every option set to what is nobody's default, so that one that is not handed on shows.
    values = {
        "lr": 0.125, "cycles": 7, "warmup_share": 0.375, "weight_decay": 0.625, "max_grad_norm": 9.0, "log_every": 11,
        "eval_every": 12, "save_every": 13, "keep": 14, "sync_to": "there", "tensorboard": False, "wandb": True,
    }  # fmt: skip
    assert set(values) == {one.name for one in dataclasses.fields(LoopOptions)}
    settings = loop_settings(make_config(kind, {**PLACES, **values}), steps=5, resume=True)
    assert {name: getattr(settings, name) for name in values} == values
    assert settings.steps == 5 and settings.resume


def test_accumulate_and_layer_decay_are_the_recipes_own():
    assert loop_settings(SftConfig(**PLACES, accumulate=6, layer_decay=0.9), steps=1).accumulate == 6
    assert loop_settings(SftConfig(**PLACES, accumulate=6, layer_decay=0.9), steps=1).layer_decay == 0.9
    assert loop_settings(GrpoConfig(**PLACES), steps=1, accumulate=3).accumulate == 3
    assert loop_settings(DpoConfig(**PLACES), steps=1).layer_decay == 1.0


def test_what_a_recipe_does_not_read_is_refused():
    with pytest.raises(ConfigError, match="no setting price_per_hour"):
        make_config(GrpoConfig, {**PLACES, "price_per_hour": 2.0})
