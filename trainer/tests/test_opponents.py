"""Three sets of opponents that share nobody. By parameters against a list in the form of /v1/strategies; the real one is in
test/trainer.test.ts."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from parley_trainer.__main__ import main
from parley_trainer.errors import ConfigError
from parley_trainer.opponents import SELECTION, TRAINING, VERDICT, name_of, parameters_of, refuse_overlap
from parley_trainer.verdict import met_before, write_verdict

BOULWARE = {"strategy": "boulware", "options": {"exponent": {"default": 1}, "opening": {"default": "margin"}}}
LIST = {
    "clean:boulware_firm": {**BOULWARE, "preset": {"exponent": 2, "opening": "target"}},
    "clean:boulware_hard": {**BOULWARE, "preset": {"exponent": 4, "opening": "target"}},
}


def test_the_shipped_sets_share_nobody():
    refuse_overlap({"training": TRAINING, "selection": SELECTION, "verdict": VERDICT})
    with pytest.raises(
        ConfigError, match="clean:tit_for_tat .training. and worded:janus-b:tit_for_tat@templates .verdict. are"
    ):
        refuse_overlap({"training": TRAINING, "verdict": ["worded:janus-b:tit_for_tat@templates"]})


def test_a_name_counts_without_registry_and_words_and_with_its_options():
    assert name_of("worded:clean:fair@templates?language=hinglish") == name_of("janus-b:fair") == "fair"
    assert name_of("boulware?margin=3&exponent=2") == name_of("boulware?exponent=2&margin=3") != name_of("boulware")


def test_the_same_parameters_under_another_name_are_the_same_opponent():
    refuse_overlap({"training": ["clean:boulware_firm"], "selection": ["boulware?exponent=2&opening=target"]})  # by name alone
    with pytest.raises(ConfigError, match="are the same opponent"):
        refuse_overlap({"training": ["clean:boulware_firm"], "selection": ["boulware?exponent=2&opening=target"]}, LIST)
    refuse_overlap({"training": ["clean:boulware_firm"], "selection": ["boulware?exponent=3&opening=target"]}, LIST)
    assert parameters_of("worded:boulware_hard@templates", LIST) == parameters_of("boulware_firm?exponent=4", LIST)
    assert parameters_of("llm:embedded", LIST) is None


def test_sft_on_games_against_the_verdicts_opponents_is_refused_before_any_work(tmp_path, chats, capsys):
    path = tmp_path / "sft.json"
    values = {"model": "toy", "rows": str(chats), "output": str(tmp_path / "run"), "met": ["worded:classic:zeuthen@templates"]}
    path.write_text(json.dumps(values))
    assert main(["sft", "--config", str(path), "--dry-run"]) == 2
    assert "worded:classic:zeuthen@templates (training) and classic:zeuthen (verdict) are the same opponent" in (
        capsys.readouterr().out
    )


def test_a_chain_remembers_whom_its_adapters_met(tmp_path):
    write_verdict(tmp_path, "sft", "b", "better?", met={"training": ["clean:hardliner"]})
    assert met_before([str(tmp_path / "adapter")]) == {"training": ["clean:hardliner"], "selection": []}


def test_the_games_of_the_example_are_of_these_sets(tmp_path):
    script = Path(__file__).parents[2] / "examples/smollm2/grpo_rows.py"
    for more, scripts in (([], TRAINING), (["--selection"], SELECTION)):
        out = tmp_path / "rows.jsonl"
        subprocess.run([sys.executable, script, "--count", "64", "--seed", "1", "--out", out, *more], check=True)
        met = {json.loads(line)["opponent"] for line in out.read_text().splitlines()}
        assert met == {f"worded:{one}@templates" for one in scripts}
