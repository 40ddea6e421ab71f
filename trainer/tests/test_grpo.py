"""The parts of grpo; a whole run against parley's own server is in test/trainer.test.ts."""

import json
import math

import pytest
import torch

from parley_trainer.__main__ import main
from parley_trainer.decoder import Decoder
from parley_trainer.engines import LoraShape, PeftEngine
from parley_trainer.errors import ConfigError, TrainerError
from parley_trainer.grammar import Compiler
from parley_trainer.grpo import advantages, divergence
from parley_trainer.logprobs import answer_example, answer_logprobs
from parley_trainer.masking import end_tokens
from parley_trainer.openenv import Session, Step
from parley_trainer.recipes.grpo import Chunk, GrpoConfig, Turn, in_chunks, learned_reward, prepare, run
from parley_trainer.replies import Replies, Request
from parley_trainer.rollouts import Episode, play
from parley_trainer.toy import toy_model, toy_tokenizer


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


def test_divergence_by_hand():
    # A policy of 3/4 and 1/4 and a reference of 1/2 and 1/2: the mean over what the policy draws is their KL divergence.
    policy, reference = torch.tensor([0.75, 0.25]), torch.tensor([0.5, 0.5])
    found = divergence(policy.log(), reference.log())
    assert found.tolist() == pytest.approx([2 / 3 - math.log(2 / 3) - 1, 2 - math.log(2) - 1])
    assert float((policy * found).sum()) == pytest.approx(0.75 * math.log(1.5) + 0.25 * math.log(0.5))
    assert divergence(policy, policy).tolist() == [0, 0]


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

    def generate(prompts):
        asked.append(len(prompts))
        return [Request(prompt, 9, reply=tokenizer.encode("OFFER 0.25")) for _, prompt, _ in prompts]

    rows = [{"pays": 1}, {"pays": 3}]
    episodes = play(rows, tables, tokenizer, generate, tokenizer.decode)
    assert asked == [2, 2] and [one.reward for one in episodes] == [1, 3]
    assert [len(one.turns) for one in episodes] == [2, 2] and episodes[0].result == "agreement"
    assert tables[0].log == [{"type": "offer", "price": 25.0}] * 2


def test_words_that_cannot_be_read_are_no_offer():
    tokenizer, table = toy_tokenizer(), Table()
    maybe = Request([], 9, reply=tokenizer.encode("maybe 50?"))
    play([{"pays": 0}], [table], tokenizer, lambda prompts: [maybe for _ in prompts], tokenizer.decode)
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
    turns = [Turn(answer_example([1] * length, [2]), float(length), [0.0], []) for length in (9, 2, 5, 9, 1, 4, 3, 2)]
    chunks = in_chunks(turns, 3)
    # 43 tokens in all: cuts at 14.3 and 28.7 of 2 3 3 4 5 6 10 10.
    assert [[len(turn.example.tokens) for turn in chunk] for chunk in chunks] == [[2, 3, 3, 4, 5], [6, 10], [10]]
    assert in_chunks([], 2) == [[], []]


def test_a_reply_held_to_a_schema_is_judged_among_the_words_that_the_schema_left():
    pytest.importorskip("llguidance")
    model, tokenizer = toy_model(), toy_tokenizer()
    schema = {
        "type": "object",
        "properties": {"act": {"enum": ["offer", "walk"]}, "price": {"type": "integer"}},
        "required": ["act", "price"],
        "additionalProperties": False,
    }
    compiler = Compiler(tokenizer, model.config.vocab_size)
    requests = [Request([5, 6, 7 + i], 40, 0.7, seed=i, grammar=compiler.grammar(schema), keep_allowed=True) for i in range(3)]
    Replies(Decoder(model, rows=2, context=64), end_tokens(tokenizer, model)).all(requests)
    turns = [Turn(answer_example(one.prompt, one.reply), 1.0, one.logprobs, one.allowed) for one in requests]
    engine = PeftEngine(toy_model(), LoraShape())
    examples, device = [turn.example for turn in turns], torch.device("cpu")
    allowed = Chunk(turns, 3).allowed(model.config.vocab_size)
    for chunk in (1024, 7):
        chosen, _, _ = answer_logprobs(engine, examples, 0, device, 0.7, allowed, chunk)
        drawn = torch.tensor([one for turn in turns for one in turn.logprobs])
        assert torch.allclose(chosen, drawn, atol=1e-4)
    # Without the schema it would be another distribution.
    assert not torch.allclose(answer_logprobs(engine, examples, 0, device, 0.7)[0], drawn, atol=0.1)


def test_the_logits_of_one_chunk_at_a_time_are_kept_and_the_gradient_is_the_same():
    words = toy_model().config.vocab_size
    examples = [answer_example([1, 2, 3], list(range(10, 10 + n))) for n in (30, 20, 45)]

    def gradients(chunk):
        torch.manual_seed(0)
        engine = PeftEngine(toy_model(), LoraShape(rank=4))
        kept = []
        with torch.autograd.graph.saved_tensors_hooks(lambda t: (kept.append(tuple(t.shape)), t)[1], lambda t: t):
            chosen, _, _ = answer_logprobs(engine, examples, 0, torch.device("cpu"), chunk=chunk)
        chosen.sum().backward()
        most = max((shape[0] for shape in kept if len(shape) == 2 and shape[1] == words), default=0)
        return most, [p.grad for _, p in engine.named_parameters()]

    (most, small), (_, whole) = gradients(16), gradients(1024)
    assert most <= 16  # of 95 tokens
    assert all(torch.allclose(a, b, atol=1e-5) for a, b in zip(small, whole, strict=True))


def test_tells_are_a_part_of_the_prompt_of_the_reward_of_both_or_of_nothing(tmp_path):
    rows = tmp_path / "rows.jsonl"
    rows.write_text(json.dumps({"task": "price-wide", "seat": "buyer", "opponent": "x", "seed": 1}) + "\n")
    episode = Episode({}, reward=0.5, gave_away=2.0)

    def arm(tells):
        config = GrpoConfig(model="toy", rows=str(rows), output="", tells=tells, tells_weight=0.1)
        return prepare(config, str(rows))[0].get("tells"), learned_reward(config, episode)

    assert arm("off") == (None, 0.5) and arm("prompt") == ("heard", 0.5)
    assert arm("reward") == ("own", pytest.approx(0.3)) and arm("both") == ("heard", pytest.approx(0.3))


def test_figures_are_asked_of_the_server_and_a_dial_has_none(tmp_path):
    rows = tmp_path / "rows.jsonl"
    rows.write_text(json.dumps({"task": "price-wide", "seat": "buyer", "opponent": "x", "seed": 1}) + "\n")
    plain, told = (GrpoConfig(model="toy", rows=str(rows), output="", prompts="first", figures=one) for one in (False, True))
    assert "figures" not in prepare(plain, str(rows))[0] and prepare(told, str(rows))[0]["figures"] is True
    (tmp_path / "verdict.json").write_text('{"figures": true}')
    with pytest.raises(ConfigError, match="was taught with figures: set figures: true"):
        run(GrpoConfig(model="toy", rows=str(rows), output="", adapter=(str(tmp_path / "adapter"),)), None, dry=True)
    with pytest.raises(ConfigError, match="the lines of a dial have no figures"):
        run(GrpoConfig(model="toy", rows=str(rows), output="", prompts="dial", figures=True), None, dry=True)


def test_a_schema_without_the_package_that_holds_to_it_is_refused_before_any_work(monkeypatch):
    monkeypatch.setattr("parley_trainer.recipes.grpo.find_spec", lambda _name: None)
    config = GrpoConfig(model="toy", rows="absent", output="")
    with pytest.raises(ConfigError, match="needs the package llguidance: install it, or set schema: false"):
        run(config, None, dry=True)
