"""Many replies at once: the same tokens as one at a time, in the form asked for, over HTTP."""

import json
import urllib.error
import urllib.request
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace

import pytest
import torch
from peft import LoraConfig, get_peft_model

from parley_trainer.decoder import Decoder
from parley_trainer.errors import ConfigError
from parley_trainer.generate import speak
from parley_trainer.masking import end_tokens
from parley_trainer.recipes.serve import ServeConfig, serving
from parley_trainer.replies import Replies, Request, choose, nucleus
from parley_trainer.toy import toy_model, toy_tokenizer

PROMPTS = [[5, 6, 7, 8, 9], [40, 41], [100, 30, 31, 7, 7, 7, 99, 20], [1, 2, 3], [60] * 30]
SCHEMA = {
    "type": "object",
    "properties": {"act": {"enum": ["offer", "accept"]}, "price": {"type": ["integer", "null"]}},
    "required": ["act", "price"],
    "additionalProperties": False,
}


def replies(model, rows=3):
    tokenizer = toy_tokenizer()
    return Replies(Decoder(model, rows=rows, context=64), end_tokens(tokenizer, model))


def test_rows_that_come_and_go_say_what_each_would_say_alone():
    model = toy_model()
    # More requests than rows, so that rows are taken over by others; of different lengths, so that they end apart.
    said = replies(model).all([Request(prompt, 6 + 4 * i) for i, prompt in enumerate(PROMPTS)])
    assert said == [speak(model, toy_tokenizer(), [prompt], 6 + 4 * i)[0] for i, prompt in enumerate(PROMPTS)]


def test_a_policy_in_training_speaks_with_its_new_adapter():
    model = toy_model()
    spoken = replies(model)
    before = spoken.all([Request(PROMPTS[0], 8)])
    tuned = get_peft_model(model, LoraConfig(r=4, target_modules=["q_proj", "v_proj", "down_proj"]))
    for name, parameter in tuned.named_parameters():
        if "lora_B" in name:
            torch.nn.init.normal_(parameter, std=0.5)
    spoken.decoder.take(tuned.base_model.model)
    after = spoken.all([Request(PROMPTS[0], 8)])
    assert after == speak(tuned, toy_tokenizer(), PROMPTS[:1], 8) != before


def test_a_draw_follows_the_shares_and_the_request_s_own_seed():
    logits = torch.tensor([[0.0, 1.0, 2.0]]).repeat(4000, 1)
    drawn = choose(logits, [Request([1], 1, 1.0, seed=i) for i in range(4000)])
    shares = logits[0].softmax(-1)
    for token in range(3):
        assert abs(drawn.count(token) / 4000 - float(shares[token])) < 0.03
    assert choose(logits[:2], [Request([1], 1, 1.0, seed=7), Request([1], 1, 0.0, seed=7)])[1] == 2


def test_the_nucleus_keeps_the_likeliest_that_make_the_share():
    shares = torch.tensor([[0.5, 0.2, 0.3]])
    assert nucleus(shares, torch.tensor([[0.6]])).tolist()[0] == pytest.approx([0.5, 0.0, 0.3])
    assert nucleus(shares, torch.tensor([[0.4]])).tolist()[0] == pytest.approx([0.5, 0.0, 0.0])


def ask(url, **body):
    request = urllib.request.Request(f"{url}/chat/completions", json.dumps(body).encode(), {"Content-Type": "application/json"})
    try:
        with urllib.request.urlopen(request, timeout=60) as answer:
            return answer.status, json.loads(answer.read())
    except urllib.error.HTTPError as error:
        return error.code, json.loads(error.read())["error"]["message"]


@pytest.fixture(scope="module")
def url():
    with serving(ServeConfig("toy", port=0, rows=4, context=512)) as (address, _):
        yield address


def test_a_form_is_kept_to_by_a_model_that_knows_none(url):
    pytest.importorskip("llguidance")
    form = {"type": "json_schema", "json_schema": {"name": "act", "schema": SCHEMA}}
    message = [{"role": "user", "content": "Your move."}]

    def one(seed):
        return ask(url, model="base", messages=message, seed=seed, max_tokens=300, response_format=form)

    with ThreadPoolExecutor(12) as pool:
        answers = list(pool.map(one, range(12)))
    whole = [answer for status, answer in answers if status == 200 and answer["choices"][0]["finish_reason"] == "stop"]
    assert [status for status, _ in answers] == [200] * 12 and len(whole) > 4
    for answer in whole:
        value = json.loads(answer["choices"][0]["message"]["content"])
        assert value["act"] in ("offer", "accept") and set(value) == {"act", "price"}
    assert one(3)[1]["choices"] == answers[3][1]["choices"]


def test_what_cannot_be_answered_is_refused_in_words(url):
    message = [{"role": "user", "content": "Hello."}]
    assert ask(url, model="other", messages=message) == (404, "the model 'other' is not served here, only base")
    assert ask(url, model="base", messages=[]) == (400, "messages: a list of at least one message is expected")
    status, says = ask(url, model="base", messages=message, max_tokens=5000)
    assert status == 400 and "more than the context of 512" in says
    assert ask(url, model="base", messages=message, stream=True)[0] == 400
    assert ask(url, model=["base"], messages=message)[0] == 404
    assert ask(url, model="base", messages=message, temperature=-1)[0] == 400
    assert ask(url, model="base", messages=message, response_format={"type": "json_schema"})[0] == 400
    said = ask(url, model="base", messages=message, max_tokens=20, temperature=0)[1]["choices"][0]["message"]["content"]
    assert len(said) > 4
    cut = ask(url, model="base", messages=message, max_tokens=20, temperature=0, stop=said[2:4])[1]["choices"][0]
    assert cut["message"]["content"] == said[: said.index(said[2:4])] and cut["finish_reason"] == "stop"
    status, answer = ask(url, model="base", messages=message, max_tokens=3, temperature=0)
    assert status == 200 and answer["usage"]["completion_tokens"] <= 3 and answer["model"].startswith("base@")


def test_a_port_is_shared_by_those_who_say_so():
    config = ServeConfig("toy", port=0, rows=2, context=256, share_port=True)
    message = [{"role": "user", "content": "Hello."}]
    with serving(config) as (url, first):
        port = int(url.split(":")[2].split("/")[0])
        with serving(replace(config, port=port)) as (_, second):
            for _ in range(40):
                assert ask(url, model="base", messages=message, max_tokens=1)[0] == 200
            # All forty with one of the two: once in 5 * 10^11.
            assert first["base"].answered + second["base"].answered == 40
            assert first["base"].answered > 0 < second["base"].answered
            with pytest.raises(ConfigError, match="set another `port`"), serving(replace(config, port=port, share_port=False)):
                pass


def test_a_chain_of_adapters_is_merged_in_its_order_and_named_by_its_weights(tmp_path):
    from parley_trainer.recipes.serve import open_models

    folders = []
    for seed in (1, 2):
        torch.manual_seed(seed)
        tuned = get_peft_model(toy_model(), LoraConfig(r=4, target_modules=["down_proj"], init_lora_weights=False))
        tuned.save_pretrained(tmp_path / str(seed))
        folders.append(str(tmp_path / str(seed)))
    served = open_models(ServeConfig("toy", adapters={"one": folders[0], "both": folders}, rows=2, context=64))
    assert len({one.id.split("@")[1] for one in served.values()}) == 3
    down = {name: one.replies.decoder.blocks[0]["down"] for name, one in served.items()}
    added = [get_peft_delta(folder) for folder in folders]
    assert torch.allclose(down["both"] - down["base"], added[0] + added[1], atol=1e-6)
    for one in served.values():
        one.stop()


def get_peft_delta(folder):
    from safetensors.torch import load_file

    tensors = load_file(f"{folder}/adapter_model.safetensors")
    a, b = (tensors[f"base_model.model.model.layers.0.mlp.down_proj.lora_{side}.weight"] for side in "AB")
    return 8 / 4 * (b @ a)  # PEFT's alpha is 8 unless told


def test_after_a_fault_those_who_waited_are_told_and_the_next_are_served(monkeypatch):
    def falls_off(_):
        raise RuntimeError("the card fell off")

    with serving(ServeConfig("toy", port=0, rows=2, context=128)) as (address, models):
        hello = {"model": "base", "messages": [{"role": "user", "content": "Hello."}], "max_tokens": 3}
        with monkeypatch.context() as broken:
            broken.setattr(models["base"].replies.decoder, "read", falls_off)
            assert ask(address, **hello) == (503, "RuntimeError: the card fell off")
        assert ask(address, **hello)[0] == 200
