"""What the README says is there is there, and the other way round."""

import re
from pathlib import Path
from typing import get_type_hints

from parley_trainer.recipes.dpo import DpoConfig
from parley_trainer.recipes.grpo import GrpoConfig
from parley_trainer.recipes.janus import JanusConfig
from parley_trainer.recipes.serve import ServeConfig
from parley_trainer.recipes.sft import SftConfig

TRAINER = Path(__file__).parents[1]


CONFIGS = (SftConfig, DpoConfig, GrpoConfig, JanusConfig, ServeConfig)


def test_the_modules_that_are_named_are_those_that_are_there():
    text = (TRAINER / "README.md").read_text()
    listed = re.search(r"Each module is one idea:(.*?)`bench/train.py`", text, re.S)
    modules = {path.stem for path in (TRAINER / "parley_trainer").glob("*.py")} - {"__init__", "__main__"}
    assert set(re.findall(r"`(\w+)`", listed.group(1))) == modules
    for name in re.findall(r"`(bench/\w+\.py)`", text):
        assert (TRAINER.parent / name).exists(), name


def test_every_recipe_has_its_line_and_every_setting_that_is_named_is_one():
    text = (TRAINER / "README.md").read_text()
    recipes = {path.stem for path in (TRAINER / "parley_trainer" / "recipes").glob("*.py")} - {"__init__"}
    assert set(re.findall(r"^\| (\w+) \|", text, re.M)) - {"recipe"} == recipes
    known = {field for kind in CONFIGS for field in get_type_hints(kind)} | {"preset", "kind", "job"}
    named = {name for name in re.findall(r"`(\w+): \S[^`]*`", text)}
    assert named and named <= known, named - known
