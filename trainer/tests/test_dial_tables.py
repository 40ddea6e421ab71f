from concurrent.futures import ThreadPoolExecutor
from types import SimpleNamespace

import torch

from parley_trainer.dial_tables import NO_ACT, answering, play_tables
from parley_trainer.hyperlora import DialledModel, DialShape
from parley_trainer.toy import toy_model, toy_tokenizer


def seen(seat, turn=1):
    return {
        "seat": seat,
        "turn": turn,
        "turn_limit": 20,
        "facts": {"range": {"low": 200, "high": 1500}},
        "own": {"reservation": 900},
        "history": [{"seat": "buyer", "act": {"type": "offer", "price": 300 + 10 * i}} for i in range(turn - 1)],
        "theirs": None,
    }


class Scripted:
    """A table of so many turns that remembers what was done at it; seats take turns in self-play."""

    def __init__(self, row, turns):
        self.row, self.left, self.done = row, turns, []

    def open(self):
        self._look()

    def act(self, act):
        self.done.append(act)
        self.left -= 1
        self._look()

    def _look(self):
        seats = sorted(self.row["settings"])
        self.seen = seen(seats[self.left % len(seats)], len(self.done) + 1) if self.left else None

    def outcome(self):
        return {"acts": self.done}


def test_all_waiting_tables_are_one_batch_each_at_the_setting_of_its_seat():
    tables = [Scripted({"settings": {"buyer": 0.1}}, 1), Scripted({"settings": {"buyer": 0.3, "seller": 0.9}}, 3)]
    batches = []

    def answer(asked):
        batches.append([(one["seat"], setting) for one, setting in asked])
        return [None if setting == 0.9 else {"type": "accept"} for _, setting in asked]

    with ThreadPoolExecutor(2) as pool:
        rows = play_tables(tables, answer, pool)
    assert batches == [[("buyer", 0.1), ("seller", 0.9)], [("buyer", 0.3)], [("seller", 0.9)]]
    accept = {"type": "accept"}
    assert rows[0] == {"settings": {"buyer": 0.1}, "acts": [accept], "unreadable": 0}
    # What cannot be read is no offer: it goes to the table as words and is counted.
    assert rows[1]["acts"] == [NO_ACT, accept, NO_ACT] and rows[1]["unreadable"] == 2


def test_a_batch_says_what_each_row_says_alone(monkeypatch):
    torch.manual_seed(3)
    dialled = DialledModel(toy_model(), DialShape(rank=4, alpha=8, dropout=0.0))
    for name, parameter in dialled.named_parameters():
        if "lora_B" in name:
            parameter.data.normal_(0, 1.0)
    said = []
    monkeypatch.setattr("parley_trainer.dial_tables.read_answer", lambda text: said.append(text))
    asked = [(seen("buyer"), 0.1), (seen("seller", 5), 0.9), (seen("buyer", 5), 0.5), (seen("buyer"), 0.9)]
    for dial in (True, False):
        answer = answering(SimpleNamespace(dial=dial, rho_in_prompt=False, history=8), dialled, toy_tokenizer())
        said.clear()
        answer(asked)
        for one in asked:
            answer([one])
        assert said[:4] == said[4:]
        # Rows 0 and 3 differ in their dial alone: the control arm cannot tell them apart.
        assert (said[0] == said[3]) != dial
    assert all(layer.held is None for layer in dialled.layers.values())
