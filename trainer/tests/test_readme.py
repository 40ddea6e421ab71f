"""The README names modules that exist, and every module by its name."""

import re
from pathlib import Path

TRAINER = Path(__file__).parents[1]


def test_every_module_that_is_named_is_there():
    text = (TRAINER / "README.md").read_text()
    listed = re.search(r"Each module is one idea:(.*?)measures the sft step", text, re.S)
    names = re.findall(r"`([\w/.]+)`", listed.group(1))
    assert len(names) > 30
    for name in names:
        path = TRAINER.parent / name if "/" in name else TRAINER / "parley_trainer" / f"{name}.py"
        assert path.exists(), name
