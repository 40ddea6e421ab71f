"""The parts of grpo; a whole run against parley's own server is in test/trainer.test.ts."""

import json

import pytest

from parley_trainer.__main__ import main
from parley_trainer.errors import TrainerError
from parley_trainer.grpo import advantages
from parley_trainer.openenv import Session, Step
from parley_trainer.rollouts import play
from parley_trainer.toy import toy_tokenizer


def test_advantages_by_hand():
    # Rewards 0, 0, 0, 1: mean 1/4, standard deviation sqrt(3)/4.
    found = advantages([[0, 0, 0, 1], [0.5] * 4])
    deviation = 3**0.5 / 4
    assert found.values[0] == pytest.approx([-0.25 / (deviation + 1e-4)] * 3 + [0.75 / (deviation + 1e-4)])
    assert found.values[1] == [0.0] * 4
    assert found.zero_gradient_share == 0.5


def test_a_group_is_judged_by_itself():
    apart, together = advantages([[0, 1], [10, 11]]), advantages([[0, 1]])
    assert apart.values[0] == apart.values[1] == together.values[0]


class Table:
    """Stands in for a session: the game ends after two turns and pays what the row says."""

    def __init__(self):
        self.log = []

    def reset(self, **row):
        self.row, self.turn = row, 0
        return self._now(False)

    def step(self, action):
        self.log.append(action)
        self.turn += 1
        return self._now(self.turn == 2)

    def _now(self, done):
        seen = {
            "seat": "buyer", "turn": self.turn + 1, "turn_limit": 4, "facts": {"range": {"low": 0, "high": 100}}, "own": {"reservation": 60},
            "history": [], "theirs": None, "refused": None, "result": {"kind": "agreement"} if done else None, "metadata": {},
        }  # fmt: skip
        return Step(seen, float(self.row["pays"]) if done else 0.0, done)


def test_episodes_are_played_side_by_side_and_paid_at_the_end():
    tokenizer, tables = toy_tokenizer(), [Table(), Table()]
    asked = []

    def say(prompts):
        asked.append(len(prompts))
        return [tokenizer.encode("OFFER 0.25") for _ in prompts]

    rows = [{"pays": 1}, {"pays": 3}]
    episodes = play(rows, tables, tokenizer, say, tokenizer.decode)
    assert asked == [2, 2] and [one.reward for one in episodes] == [1, 3]
    assert [len(one.turns) for one in episodes] == [2, 2] and episodes[0].result == "agreement"
    assert tables[0].log == [{"type": "offer", "price": 25.0}] * 2


def test_words_that_cannot_be_read_are_no_offer():
    tokenizer, table = toy_tokenizer(), Table()
    play([{"pays": 0}], [table], tokenizer, lambda prompts: [tokenizer.encode("maybe 50?") for _ in prompts], tokenizer.decode)
    assert table.log == [{"type": "say", "words": "..."}] * 2


def test_no_server_is_one_sentence_before_any_model_is_loaded(tmp_path, capsys):
    with pytest.raises(TrainerError, match="no parley server answers at http://127.0.0.1:9 .*start one with parley serve"):
        Session("http://127.0.0.1:9")
    rows = tmp_path / "rows.jsonl"
    rows.write_text(json.dumps({"task": "price-wide", "seat": "buyer", "opponent": "x", "seed": 1}) + "\n")
    path = tmp_path / "grpo.json"
    values = {"model": "nobody/nothing", "rows": str(rows), "output": str(tmp_path / "run"), "server": "http://127.0.0.1:9"}
    path.write_text(json.dumps(values))
    assert main(["grpo", "--config", str(path)]) == 1
    assert "no parley server answers" in capsys.readouterr().out
    path.write_text(json.dumps({**values, "group": 2, "output": str(tmp_path / "other")}))
    assert main(["grpo", "--config", str(path)]) == 2
    assert "group must be 8 or more, got 2" in capsys.readouterr().out


def test_chunks_hold_turns_of_like_length_and_about_as_many_tokens():
    from parley_trainer.logprobs import answer_example
    from parley_trainer.recipes.grpo import in_chunks

    turns = [(answer_example([1] * length, [2]), float(length)) for length in (9, 2, 5, 9, 1, 4, 3, 2)]
    chunks = in_chunks(turns, 3)
    # 43 tokens in all: cuts at 14.3 and 28.7 of 2 3 3 4 5 6 10 10.
    assert [[len(example.tokens) for example, _ in chunk] for chunk in chunks] == [[2, 3, 3, 4, 5], [6, 10], [10]]
    assert in_chunks([], 2) == [[], []]
