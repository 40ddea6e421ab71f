"""What plays is what is updated: the sampler's distributions against the trainer's, on replies that the sampler wrote."""

import pytest
import torch
import torch.nn.functional as F

from parley_trainer.adapters import merge
from parley_trainer.decoder import Decoder
from parley_trainer.engines import LoraShape, PeftEngine
from parley_trainer.importance import Mismatch, truncated_weights
from parley_trainer.mismatch import chosen_logprobs, sampler_logits, total_variation, trainer_logits
from parley_trainer.nf4 import quantize_linears
from parley_trainer.output_layer import logits_of
from parley_trainer.replies import Replies, Request
from parley_trainer.toy import toy_model

CPU = torch.device("cpu")
SHAPE = LoraShape(rank=8, alpha=16)


def engine_of(model, norm):
    """A policy each of whose adapters adds a matrix of this norm."""
    torch.manual_seed(1)
    engine = PeftEngine(model, SHAPE, exact=True)
    with torch.no_grad():
        for module in engine.model.modules():
            if hasattr(module, "get_delta_weight"):
                b = module.lora_B["default"].weight.normal_()
                b.mul_(norm / (b.float() @ module.lora_A["default"].weight.float()).norm() / SHAPE.scale)
    engine.train(False)
    return engine


def decoder_of(model, **options):
    return Decoder(model, rows=4, context=128, **options)


def recorded(decoder):
    """Replies to prompts of different lengths, more than there are rows."""
    draws = torch.Generator().manual_seed(0)
    prompts = [torch.randint(0, 250, (length,), generator=draws).tolist() for length in (9, 20, 33, 14, 27, 40, 11, 18)]
    requests = [Request(prompt, 20, 1.0, seed=i) for i, prompt in enumerate(prompts)]
    Replies(decoder, []).all(requests)
    return requests, [(request.prompt, request.reply) for request in requests]


@pytest.mark.parametrize("norm", [0.03, 0.3])
def test_total_variation_between_sampler_and_trainer_in_bf16_before_and_after(tmp_path, norm, capsys):
    engine = engine_of(toy_model().to(torch.bfloat16), norm)
    decoder = decoder_of(engine.model.get_base_model())
    _, replies = recorded(decoder)
    trained = trainer_logits(engine, replies, CPU)
    engine.save(tmp_path)
    merged = decoder_of(merge(toy_model().to(torch.bfloat16), tmp_path))

    def mean(one):
        return float(total_variation(sampler_logits(one, replies), trained).mean())

    before, after = mean(merged), mean(decoder)
    with capsys.disabled():
        print(f"\nadapter of norm {norm}: total variation {before:.5f} merged into bf16, {after:.5f} beside it")
    assert after < 0.01 and after < before / 5
    if norm == 0.03:  # merged, most of a young adapter is gone: nearly as far off as no adapter at all
        assert before > 0.7 * mean(decoder_of(toy_model().to(torch.bfloat16)))


def test_an_adapter_of_norm_1e_4_moves_served_log_probabilities_as_unmerged_in_fp32():
    engine, none = engine_of(toy_model(), 1e-4), engine_of(toy_model(), 0.0)
    served, base = decoder_of(engine.model.get_base_model()), decoder_of(toy_model())
    _, replies = recorded(base)

    def moved(logits, with_adapter, without):
        first, second = (chosen_logprobs(logits(one).double(), replies) for one in (with_adapter, without))
        return first - second

    expected = moved(lambda engine: trainer_logits(engine, replies, CPU), engine, none)
    found = moved(lambda decoder: sampler_logits(decoder, replies), served, base)
    assert (found - expected).norm() < 0.1 * expected.norm() and expected.norm() > 0


@pytest.mark.parametrize("model", ["llama", "biases", "nf4"])
def test_the_recorded_log_probabilities_are_the_trainers(model):
    made = toy_model(attention_bias=model == "biases", mlp_bias=model == "biases")
    if model == "biases":  # of every product, o_proj and the MLP too
        for name, parameter in made.named_parameters():
            if name.endswith("bias"):
                torch.nn.init.normal_(parameter, std=0.3)
    if model == "nf4":
        quantize_linears(made, SHAPE.targets)
    engine = engine_of(made, 0.5)
    requests, replies = recorded(decoder_of(engine.model.get_base_model()))
    drawn = torch.tensor([one for request in requests for one in request.logprobs])
    assert torch.allclose(drawn, chosen_logprobs(trainer_logits(engine, replies, CPU), replies), atol=1e-4)


def test_logits_of_bf16_are_not_rounded_and_their_gradient_is_the_products():
    torch.manual_seed(0)
    hidden, head = (4 * torch.randn(6, 32)).bfloat16().requires_grad_(), torch.randn(50, 32).bfloat16()
    exact = hidden.detach().double() @ head.double().t()
    found = logits_of(hidden, head)
    assert found.dtype == torch.float32 and torch.allclose(found.double(), exact, atol=1e-4)
    assert (exact - F.linear(hidden, head).double()).abs().max() > 0.05  # what bf16 makes of them
    slope = torch.randn(6, 50)
    (mine,) = torch.autograd.grad(found, hidden, slope)
    assert torch.allclose(mine.float(), slope @ head.float(), rtol=2e-2, atol=0.1)


def test_weights_by_hand_and_what_is_reported():
    pi, mu = torch.tensor([0.5, 0.2, 0.9]).log(), torch.tensor([0.5, 0.4, 0.1]).log()
    assert truncated_weights(pi, mu, 2.0).tolist() == pytest.approx([1.0, 0.5, 2.0])
    found = Mismatch()
    found.add(pi, mu, 2.0)
    facts = found.facts()
    assert facts["mismatch_tv"] == pytest.approx((0 + 0.5 + 8) / 6) and facts["truncated_share"] == pytest.approx(1 / 3)
    assert facts["importance_max"] == pytest.approx(9) and found.facts() == {}


def test_half_the_mean_of_ratio_less_one_over_draws_is_the_total_variation():
    torch.manual_seed(0)
    p, q = torch.randn(2, 12)
    tokens = torch.multinomial(p.softmax(-1), 200_000, replacement=True)
    found = Mismatch()
    found.add(q.log_softmax(-1)[tokens], p.log_softmax(-1)[tokens], 2.0)
    assert found.facts()["mismatch_tv"] == pytest.approx(float(total_variation(p[None], q[None])), rel=0.02)
