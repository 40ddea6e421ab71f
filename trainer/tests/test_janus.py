import json
import math

import pytest
import torch
from safetensors.torch import load_file

from parley_trainer.__main__ import main
from parley_trainer.config import make_config, read_config
from parley_trainer.dial_prompt import from_observation, from_row, read_answer, to_action
from parley_trainer.hyperlora import DialledModel, DialShape, bake
from parley_trainer.nf4 import QuantizedLinear
from parley_trainer.progress import read_lines
from parley_trainer.recipes.janus import JanusConfig, _open, split_of
from parley_trainer.toy import toy_model

ROW = {
    "trajectory_id": "a",
    "turn": 3,
    "role": "buyer",
    "max_turns": 20,
    "reservation_price": 900.0,
    "price_low": 200.0,
    "price_high": 1500.0,
    "last_offer_price": 1240.0,
    "history_roles": ["buyer", "seller"],
    "history_prices": [460.0, 1240.0],
    "target_action": "OFFER",
    "target_price": 525.0,
    "rho_train": 0.7,
}


def dialled(**changes):
    torch.manual_seed(3)
    made = DialledModel(toy_model(), DialShape(rank=4, alpha=8, dropout=0.0, **changes))
    for name, parameter in made.named_parameters():
        if "lora_B" in name:
            parameter.data.normal_(0, 0.2)
    made.model.eval()
    return made


def test_parameters_are_those_of_the_facts():
    # The Janus lab: one network has 5,328 parameters on raw rho and 6,352 on Fourier features; on the shape of SmolLM2-135M (576
    # wide, 30 blocks, kv 192, mlp 1536) rank 16 gives 4,884,480 of LoRA and 1,118,880 of networks.
    from transformers import LlamaConfig, LlamaForCausalLM

    config = LlamaConfig(
        vocab_size=64,
        hidden_size=576,
        intermediate_size=1536,
        num_hidden_layers=30,
        num_attention_heads=9,
        num_key_value_heads=3,
    )
    with torch.device("meta"):
        model = LlamaForCausalLM(config)
    raw = DialledModel.__new__(DialledModel)
    with torch.device("meta"):
        DialledModel.__init__(raw, model, DialShape(fourier=0))
    sizes = {"lora": 0, "hyper": 0}
    for name, parameter in raw.named_parameters():
        if name != "dial.failed":
            sizes["lora" if "lora_" in name else "hyper"] += parameter.numel()
    assert sizes == {"lora": 4_884_480, "hyper": 1_118_880}
    layer = next(iter(dialled(fourier=8).layers.values()))
    full = DialShape(fourier=8)
    assert full.features == 17
    assert sum(p.numel() for p in layer.hyper_net.parameters()) == 6_352 - (16 - 4) * 65  # rank 4 here: a smaller last layer


def test_fourier_features_by_hand():
    dial = dialled().dial
    found = dial.encode(torch.tensor([0.25]))[0].tolist()
    assert found[0] == 0.25
    assert found[1:5] == pytest.approx([math.sin(math.pi / 4), math.cos(math.pi / 4), 1, 0], abs=1e-6)


def test_no_deal_is_a_vector_of_its_own_that_learns():
    made = dialled()
    made.dial.set(torch.tensor([-1.0, 0.5]))
    assert torch.equal(made.dial.now[0], made.dial.failed)
    made.model(torch.tensor([[5, 6, 7], [5, 6, 7]])).logits[0].sum().backward()
    assert made.dial.failed.grad.abs().sum() > 0


def test_each_row_has_its_own_dial():
    made = dialled()
    tokens = torch.tensor([[5, 6, 7, 8]])

    def logits(*rho):
        made.dial.set(torch.tensor(rho))
        with torch.no_grad():
            return made.model(tokens.expand(len(rho), -1)).logits

    both = logits(0.1, 0.9)
    assert not torch.allclose(both[0], both[1], atol=1e-3)
    assert torch.allclose(both[1], logits(0.9)[0], atol=1e-5)
    with pytest.raises(RuntimeError, match="set for 2 rows and the batch has 3"):
        made.dial.set(torch.tensor([0.1, 0.2]))
        made.model(tokens.expand(3, -1))


@pytest.mark.parametrize("rho", [0.0, 0.7, 1.0, -1.0])
@pytest.mark.parametrize("gate", ["sigmoid", "tanh", "softplus", "identity"])
def test_a_baked_adapter_is_the_dial_to_1e_5(tmp_path, rho, gate):
    from peft import PeftModel

    made = dialled(gate=gate)
    tokens = torch.tensor([[5, 6, 7, 8, 100, 33]])
    made.dial.set(torch.tensor([rho]))
    bake(made, rho, tmp_path / "baked")
    plain = PeftModel.from_pretrained(toy_model(), str(tmp_path / "baked")).eval()
    with torch.no_grad():
        a, b = made.model(tokens).logits, plain(tokens).logits
    assert (a - b).abs().max() < 1e-5 * a.abs().max()


def test_smoothness_and_separation_by_hand():
    made = dialled()
    rho = torch.tensor([0.2, 0.8, -1.0])
    order = torch.tensor([1, 0, 2])
    near = [
        (one.gates(made.dial.encode(rho[:2])) - one.gates(made.dial.encode(rho[:2] + 0.02))).square().mean()
        for one in made.layers.values()
    ]
    assert made.smoothness(rho).item() == pytest.approx(torch.stack(near).mean().item(), rel=1e-5)
    assert made.smoothness(torch.tensor([-1.0])).item() == 0
    gates = [one.gates(made.dial.encode(rho)) for one in made.layers.values()]
    apart = torch.stack([(g[0] - g[1]).square().mean() for g in gates]).mean()
    # Distances 0.6, 0.6 and 0: two of three rows, each its own difference times its own distance.
    assert made.separation(rho, order).item() == pytest.approx(-apart.item() * 0.6 * 2 / 3, rel=1e-5)


def test_near_settings_are_not_pushed_apart_as_hard_as_far_ones():
    made = dialled()
    order = torch.tensor([1, 0, 3, 2])

    def push(rho):
        """The slope of the term on the gates of each row."""
        made.gates = lambda features: gates
        gates = torch.arange(4.0).view(1, 4, 1).repeat(1, 1, 4).requires_grad_()
        (slope,) = torch.autograd.grad(made.separation(torch.tensor(rho), order), gates)
        return slope[0, :, 0].abs().tolist()

    near, _, far, _ = push([0.50, 0.51, 0.1, 0.9])
    assert far == pytest.approx(80 * near, rel=1e-3)
    assert push([0.5, 0.5, 0.1, 0.9])[0] == 0


def test_a_row_in_words():
    text, answer, rho = from_row(ROW, True, 8)
    assert text.splitlines()[:6] == [
        "rho: 0.70",
        "role: buyer",
        "turn: 3 / 20",
        "turns remaining: 17",
        "reservation: 0.5385",
        "last offer: 0.8000",
    ]
    assert "history: buyer:0.2000 seller:0.8000" in text and answer == "OFFER 0.2500" and rho == 0.7
    assert "rho" not in from_row(ROW, False, 8)[0]
    assert "rho: none" in from_row({**ROW, "rho_train": -1.0}, True, 8)[0]


def test_the_other_sides_limit_is_nowhere_in_a_prompt():
    # A table may carry both limits; rows that differ only in the other side's read the same.
    one, other = ({**ROW, "buyer_max": 900.0, "seller_min": limit, "zopa_low": limit} for limit in (400.0, 777.0))
    assert from_row(one, True, 8) == from_row(other, True, 8)


def test_the_same_words_from_an_observation():
    taken = [("buyer", 460.0), ("seller", 1240.0)]
    seen = {
        "seat": "buyer",
        "turn": 3,
        "turn_limit": 20,
        "facts": {"range": {"low": 200, "high": 1500}},
        "own": {"reservation": 900},
        "history": [
            {"turn": i, "seat": seat, "act": {"type": "offer", "price": price}} for i, (seat, price) in enumerate(taken, 1)
        ],
        "theirs": {"turn": 2, "offer": {"price": 1240}},
    }
    assert from_observation(seen, 0.7) == from_row(ROW, True, 8)[0]
    assert to_action(read_answer("OFFER 0.2500"), seen) == {"type": "offer", "price": 525.0}
    assert to_action(read_answer("ACCEPT"), seen) == {"type": "accept"}


def test_an_answer_is_read_or_it_is_none():
    assert read_answer("OFFER 0.5") == ("OFFER", 0.5)
    assert read_answer("ACCEPT it") == ("ACCEPT", None)
    for text in ("I accept", "OFFER", "0.5", "ACCEPTED", ""):
        assert read_answer(text) is None


def rows_file(tmp_path):
    path = tmp_path / "steps.jsonl"
    rows = []
    for i in range(30):
        failed = i % 5 == 0
        for turn in range(1, 4):
            more = {"split_trajectory": "validation" if i % 6 == 1 else "train", "trajectory_id": f"t{i}", "turn": turn}
            rows.append({**ROW, **more, "rho_train": -1.0 if failed else (i % 10) / 10, "target_price": 300.0 + 40 * i})
    rows.append({**ROW, "rho_train": None})
    path.write_text("".join(json.dumps(row) + "\n" for row in rows))
    return path


def config(tmp_path, **changes):
    values = {
        "model": "toy",
        "rows": str(rows_file(tmp_path)),
        "output": str(tmp_path / "dial"),
        "rank": 4,
        "batch": 4,
        "accumulate": 2,
        "max_steps": 6,
        "lr": 1e-2,
        "log_every": 1,
        "eval_every": 3,
        "save_every": 3,
        "eval_steps": 4,
        **changes,
    }
    path = tmp_path / "janus.json"
    path.write_text(json.dumps(values))
    return path


def test_it_trains_reports_bakes_and_resumes(tmp_path):
    path = config(tmp_path)
    assert main(["janus", "--config", str(path)]) == 0
    lines = read_lines(tmp_path / "dial/progress.jsonl")
    plan = lines[0]
    assert plan["failures"] == 15 and plan["left_out_without_rho"] == 1 and plan["held_out"] == 15
    steps = [line for line in lines if line["event"] == "step"]
    assert steps[-1]["loss"] < steps[0]["loss"] and {"smoothness", "separation"} <= steps[0].keys()
    checks = [line for line in lines if line["event"] == "validation"]
    assert {"validation_loss", "validation_action_accuracy", "validation_unreadable"} <= checks[0].keys()
    assert main(["janus", "bake", "--config", str(path), "--rho", "0.7"]) == 0
    assert (tmp_path / "dial/baked-0.70/adapter_model.safetensors").exists()
    assert main(["janus", "bake", "--config", str(path), "--rho", "1.7"]) == 2
    # A map that takes 0.7 to 0.4 for all and to 0.2 for the buyer.
    maps = {name: [{"setting": at, "achieved": 0.7}] for name, at in (("all", 0.4), ("buyer", 0.2))}
    (tmp_path / "dial/adapter/dial.json").write_text(json.dumps({"use": "seat", "maps": maps}))

    def baked(folder, *more):
        assert main(["janus", "bake", "--config", str(path), *more]) == 0
        return load_file(tmp_path / "dial" / folder / "adapter_model.safetensors")

    for mapped, plain in (
        (baked("baked-0.70", "--rho", "0.7"), baked("baked-0.40-raw", "--rho", "0.4", "--raw")),
        (baked("baked-0.70-buyer", "--rho", "0.7", "--seat", "buyer"), baked("baked-0.20-raw", "--rho", "0.2", "--raw")),
    ):
        assert all(torch.equal(mapped[name], plain[name]) for name in plain)


def test_a_dial_trained_in_nf4_is_calibrated_and_baked_in_nf4(tmp_path):
    path = config(tmp_path, quantize="nf4", max_steps=1)
    assert main(["janus", "--config", str(path)]) == 0
    opened, _ = _open(make_config(JanusConfig, read_config(path)), tmp_path / "dial")  # what calibrate and bake begin with
    assert all(isinstance(layer.base, QuantizedLinear) for layer in opened.layers.values())
    assert main(["janus", "bake", "--config", str(path), "--rho", "0.5"]) == 0


def test_failures_can_be_left_out_and_the_dial_too(tmp_path):
    path = config(tmp_path, include_failures=False, dial=False, max_steps=1)
    assert main(["janus", "--config", str(path)]) == 0
    lines = read_lines(tmp_path / "dial/progress.jsonl")
    assert lines[0]["failures"] == 0 and "smoothness" not in lines[1]


def test_the_split_is_by_trajectory():
    sides = {i: {split_of({"trajectory_id": f"t{i}", "turn": turn}) for turn in range(5)} for i in range(200)}
    assert all(len(one) == 1 for one in sides.values())
    train = sum(one == {"train"} for one in sides.values())
    assert 140 < train < 180


def test_gates_worked_out_together_are_those_of_each_layer():
    made = dialled()
    tokens, rho = torch.tensor([[5, 6, 7, 8], [9, 10, 11, 12]]), torch.tensor([0.3, -1.0])
    with torch.no_grad():
        made.dial.set(rho)
        alone = made.model(tokens).logits
        made.set(rho)
        assert torch.allclose(made.model(tokens).logits, alone, atol=1e-5)
