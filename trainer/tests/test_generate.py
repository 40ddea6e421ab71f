"""What has gone wrong in other people's runs: checkpointing left on, no cache, a missing stop token."""

import torch

from parley_trainer.generate import generate, generation_mode, words
from parley_trainer.masking import end_tokens
from parley_trainer.toy import toy_model, toy_tokenizer

PROMPTS = [[5, 6, 7, 8, 9], [40, 41], [100, 30, 31, 7, 7, 7, 99, 20]]


def test_checkpointing_is_off_and_the_cache_on_while_speaking_and_both_are_put_back():
    model = toy_model()
    model.gradient_checkpointing_enable({"use_reentrant": False})
    model.config.use_cache = False
    model.train()
    layers = [m for m in model.modules() if hasattr(m, "gradient_checkpointing")]
    assert any(m.gradient_checkpointing for m in layers)
    seen = []
    forward = model.forward

    def spy(*args, **kwargs):
        seen.append(
            (any(m.gradient_checkpointing for m in layers), kwargs["use_cache"], model.training, kwargs["input_ids"].shape[1])
        )
        return forward(*args, **kwargs)

    model.forward = spy
    generate(model, toy_tokenizer(), PROMPTS[:1], 4)
    assert all(one[:3] == (False, True, False) for one in seen)
    assert [one[3] for one in seen] == [5, 1, 1, 1]  # after the prompt only the new token is computed
    assert any(m.gradient_checkpointing for m in layers) and model.training and model.config.use_cache is False


def test_the_state_is_put_back_after_a_fault_too():
    model = toy_model().train()
    try:
        with generation_mode(model):
            raise ValueError
    except ValueError:
        pass
    assert model.training


def test_a_reply_does_not_depend_on_who_else_is_in_the_batch():
    model, tokenizer = toy_model(), toy_tokenizer()
    together = generate(model, tokenizer, PROMPTS, 12)
    assert together == [generate(model, tokenizer, [prompt], 12)[0] for prompt in PROMPTS]
    expected = model.generate(
        torch.tensor(PROMPTS[:1]), max_new_tokens=12, do_sample=False, use_cache=True, eos_token_id=end_tokens(tokenizer, model)
    )
    assert together[0] == expected[0, 5:].tolist()


def test_every_end_of_turn_token_stops_a_reply():
    tokenizer = toy_tokenizer()
    for end in ("<|im_end|>", "<|endoftext|>"):
        model = toy_model()
        token = tokenizer.convert_tokens_to_ids(end)
        model.lm_head.weight.data.zero_()
        model.lm_head.weight.data[token] = 0.0
        model.forward = _always(token, len(tokenizer), model.forward)
        replies = generate(model, tokenizer, PROMPTS, 50)
        assert replies == [[token]] * 3
        assert words(tokenizer, replies[0]) == ""


def _always(token, size, forward):
    def answer(*args, **kwargs):
        out = forward(*args, **kwargs)
        out.logits = torch.zeros_like(out.logits)
        out.logits[..., token] = 1
        return out

    return answer


def test_sampling_repeats_by_its_generator():
    model, tokenizer = toy_model(), toy_tokenizer()

    def say(seed):
        return generate(model, tokenizer, PROMPTS, 8, 1.0, torch.Generator().manual_seed(seed))

    assert say(1) == say(1) != say(2)
