import json
import math

import pytest
import torch

from parley_trainer.__main__ import main
from parley_trainer.dpo import preference
from parley_trainer.engines import LoraShape, PeftEngine
from parley_trainer.errors import ConfigError
from parley_trainer.logprobs import answer_example, answer_logprobs
from parley_trainer.masking import IGNORE
from parley_trainer.progress import read_lines
from parley_trainer.recipes.dpo import DpoConfig, prepare, run
from parley_trainer.toy import toy_model, toy_tokenizer


def test_by_hand():
    # beta 0.5, gains 1 and -1: margin 1, loss ln(1 + e^-1).
    found = preference(torch.tensor([[-3.0, -6.0]]), torch.tensor([[-4.0, -5.0]]), 0.5)
    assert found.margin.tolist() == [1.0] and found.right.tolist() == [True]
    assert found.loss.item() == pytest.approx(math.log(1 + math.exp(-1)))


def test_no_learning_is_ln_2():
    same = torch.tensor([[-3.0, -6.0], [-1.0, -2.0]])
    found = preference(same, same, 0.1)
    assert found.loss.item() / 2 == pytest.approx(math.log(2)) and not found.right.any()


def test_log_probabilities_are_the_answers_alone():
    model = toy_model()
    examples = [answer_example([5, 6, 7], [8, 9]), answer_example([5], [30, 31, 32])]
    with torch.no_grad():
        chosen, entropy, owner = answer_logprobs(PeftEngine(toy_model(), LoraShape()), examples, 0, torch.device("cpu"))
        plain = model(torch.tensor([[5, 6, 7, 8, 9]])).logits[0].log_softmax(-1)
    assert owner.tolist() == [0, 0, 1, 1, 1]
    assert chosen[:2].tolist() == pytest.approx([plain[2, 8].item(), plain[3, 9].item()], abs=1e-4)
    assert entropy[0].item() == pytest.approx(-(plain[2].exp() * plain[2]).sum().item(), abs=1e-4)


def test_it_trains_and_reports_margin_and_accuracy(tmp_path):
    rows = tmp_path / "pairs.jsonl"
    pairs = [
        {"prompt": [{"role": "user", "content": f"I ask {i}."}], "chosen": f"I offer {i}.", "rejected": "I accept."}
        for i in range(20)
    ]
    rows.write_text("".join(json.dumps(pair) + "\n" for pair in pairs))
    path = tmp_path / "dpo.json"
    values = {
        "model": "toy",
        "rows": str(rows),
        "output": str(tmp_path / "run"),
        "rank": 4,
        "lr": 5e-3,
        "max_steps": 6,
        "log_every": 1,
        "eval_every": 3,
        "save_every": 3,
        "accumulate": 1,
    }
    path.write_text(json.dumps(values))
    assert main(["dpo", "--config", str(path)]) == 0
    steps = [line for line in read_lines(tmp_path / "run/progress.jsonl") if line["event"] == "step"]
    assert steps[0]["loss"] == pytest.approx(math.log(2), rel=1e-4) and steps[0]["margin"] == pytest.approx(0, abs=1e-5)
    assert steps[-1]["loss"] < 0.6 and steps[-1]["accuracy"] == 1 and steps[-1]["margin"] > 0


def prepared(tmp_path, **row):
    rows = tmp_path / "pairs.jsonl"
    rows.write_text(json.dumps(row) + "\n")
    return prepare(DpoConfig(model="toy", rows=str(rows), output="", validation_share=0), toy_tokenizer())[0]


def test_messages_as_parley_writes_them_are_the_same_tokens_as_plain_text(tmp_path):
    asked, chosen, rejected = ({"role": "user", "content": "I ask 90."}, *({"role": "assistant", "content": w} for w in "NO"))
    lists = prepared(tmp_path, prompt=[asked], chosen=[chosen], rejected=[rejected])
    assert lists == prepared(tmp_path, prompt="I ask 90.", chosen="N", rejected="O")
    # One letter is one token of the toy, and then the turn ends.
    words = [[token for token in side.labels if token != IGNORE] for side in lists[0]]
    assert words == [toy_tokenizer()(letter + "<|im_end|>")["input_ids"] for letter in "NO"]


@pytest.mark.parametrize(
    "chosen, says",
    [
        ([{"role": "user", "content": "x"}], "chosen must be one message, the assistant's, got user"),
        ([{"role": "assistant", "content": "x"}] * 2, "chosen must be one message, the assistant's, got assistant, assistant"),
        ([], "chosen must be a list with at least one message"),
        ([{"role": "assistant", "content": None}], "row 1: a message has a role .* and content, got"),
        (7, "chosen must be a list with at least one message"),
    ],
)
def test_an_answer_that_is_not_one_message_is_refused(tmp_path, chosen, says):
    with pytest.raises(ConfigError, match=says):
        prepared(tmp_path, prompt="x", chosen=chosen, rejected="y")


def test_a_tie_is_refused(tmp_path, capsys):
    rows = tmp_path / "pairs.jsonl"
    rows.write_text('{"prompt": "x", "chosen": "same", "rejected": "same"}\n')
    path = tmp_path / "dpo.json"
    path.write_text(json.dumps({"model": "toy", "rows": str(rows), "output": str(tmp_path / "run")}))
    assert main(["dpo", "--config", str(path)]) == 2
    assert "row 1: chosen and rejected are the same words" in capsys.readouterr().out


def test_pairs_that_know_their_split_are_held_to_it(tmp_path):
    from parley_trainer.recipes.dpo import DpoConfig, prepare

    rows = tmp_path / "pairs.jsonl"
    splits = ["train"] * 3 + ["validation"] + ["test"] * 2
    rows.write_text(
        "".join(json.dumps({"prompt": "Hi.", "chosen": "Yes.", "rejected": "No.", "split": one}) + "\n" for one in splits)
    )
    train, held_out, _ = prepare(DpoConfig(model="toy", rows=str(rows), output="run"), toy_tokenizer())
    assert (len(train), len(held_out)) == (3, 1)


def test_without_trl_its_engine_is_refused_with_what_to_install(tmp_path, monkeypatch):
    monkeypatch.setattr("parley_trainer.trl_engine.find_spec", lambda _name: None)
    config = DpoConfig(model="toy", rows="absent", output="", engine="trl")
    with pytest.raises(ConfigError, match="engine: trl needs the package trl: .* -m pip install -r .*requirements-trl.txt"):
        run(config, None, dry=True)
