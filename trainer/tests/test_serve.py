"""Many replies at once: the same tokens as one at a time, in the form asked for, over HTTP."""

import json
import random
import socket
import time
import urllib.error
import urllib.request
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace

import numpy as np
import pytest
import torch
from peft import LoraConfig, get_peft_model
from transformers import AutoConfig, AutoModelForCausalLM

from parley_trainer.decoder import Decoder
from parley_trainer.errors import ConfigError
from parley_trainer.fused import FusedEngine
from parley_trainer.generate import generate
from parley_trainer.masking import end_tokens, prompt_tokens
from parley_trainer.plain_decoder import open_decoder
from parley_trainer.recipes.serve import ServeConfig, is_crowded, serving, since
from parley_trainer.replies import Replies, Request, Work, sample, top_p_filter
from parley_trainer.texts import BLOCK, Marked, Texts
from parley_trainer.toy import toy_model, toy_tokenizer

JSON = {"Content-Type": "application/json"}
PROMPTS = [[5, 6, 7, 8, 9], [40, 41], [100, 30, 31, 7, 7, 7, 99, 20], [1, 2, 3], [60] * 30]
SCHEMA = {
    "type": "object",
    "properties": {"act": {"enum": ["offer", "accept"]}, "price": {"type": ["integer", "null"]}},
    "required": ["act", "price"],
    "additionalProperties": False,
}


def replies(model, rows=3, context=96):
    tokenizer = toy_tokenizer()
    return Replies(Decoder(model, rows=rows, context=context), end_tokens(tokenizer, model))


def test_rows_that_come_and_go_say_what_each_would_say_alone():
    model = toy_model()
    # More requests than rows, so that rows are taken over by others; of different lengths, so that they end apart.
    said = replies(model).all([Request(prompt, 6 + 4 * i) for i, prompt in enumerate(PROMPTS)])
    assert said == [generate(model, toy_tokenizer(), [prompt], 6 + 4 * i)[0] for i, prompt in enumerate(PROMPTS)]


def test_a_policy_in_training_speaks_with_its_new_adapter():
    model = toy_model()
    spoken = replies(model)
    before = spoken.all([Request(PROMPTS[0], 8)])
    tuned = get_peft_model(model, LoraConfig(r=4, target_modules=["q_proj", "v_proj", "down_proj"]))
    for name, parameter in tuned.named_parameters():
        if "lora_B" in name:
            torch.nn.init.normal_(parameter, std=0.5)
    spoken.decoder.refresh(tuned.base_model.model)
    after = spoken.all([Request(PROMPTS[0], 8)])
    assert after == generate(tuned, toy_tokenizer(), PROMPTS[:1], 8) != before


def test_a_draw_follows_the_shares_and_the_request_s_own_seed():
    logits = torch.tensor([[0.0, 1.0, 2.0]]).repeat(4000, 1)
    drawn, logprobs = sample(logits, [Request([1], 1, 1.0, seed=i) for i in range(4000)])
    shares = logits[0].softmax(-1)
    for token in range(3):
        assert abs(drawn.count(token) / 4000 - float(shares[token])) < 0.03
    assert logprobs == pytest.approx([float(shares[token].log()) for token in drawn], abs=1e-5)
    assert sample(logits[:2], [Request([1], 1, 1.0, seed=7), Request([1], 1, 0.0, seed=7)])[0][1] == 2


def test_the_nucleus_keeps_the_likeliest_that_make_the_share():
    shares = torch.tensor([[0.5, 0.2, 0.3]])
    assert top_p_filter(shares, torch.tensor([[0.6]])).tolist()[0] == pytest.approx([0.5, 0.0, 0.3])
    assert top_p_filter(shares, torch.tensor([[0.4]])).tolist()[0] == pytest.approx([0.5, 0.0, 0.0])


def ask(url, **body):
    request = urllib.request.Request(f"{url}/chat/completions", json.dumps(body).encode(), JSON)
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
    wrong = [
        *({"stop": stop} for stop in (5, [1], [""], "", ["x"] * 17, "x" * 201, {"a": 1}, "\ud800")),
        *({"max_tokens": most} for most in (0, -100000, 1.5, "7", True, 10**30)),
        *({"temperature": heat} for heat in (float("nan"), float("inf"), 1e39, "0", True, 10**400)),
        *({"top_p": share} for share in (0, -1, 1.1, float("nan"), "1")),
        *({"seed": seed} for seed in (1.5, "a", True)),
        *(
            {"response_format": form}
            for form in ({"type": "bogus"}, [], "text", {}, {"type": "json_schema", "json_schema": []})
        ),
        *({"stream": 1}, {"logprobs": "yes"}, {"n": 2}),
    ]
    for field in wrong:
        status, says = ask(url, model="base", messages=message, **{"max_tokens": 3, **field})
        assert (status, len(says) > 9) == (400, True), field
    # 1e999 is JSON, and infinite.
    body = b'{"model": "base", "messages": [{"role": "user", "content": "x"}], "temperature": 1e999}'
    head = b"POST /v1/chat/completions HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nContent-Length: %d\r\n\r\n" % len(
        body
    )
    assert b"temperature: a number is expected, got inf" in talk(url, head + body)
    for field in ({"temperature": 1e-45}, {"top_p": 1e-50}, {"seed": -(10**50)}, {"stop": None, "n": None}):
        status, answer = ask(url, model="base", messages=message, logprobs=True, **{"max_tokens": 3, **field})
        assert status == 200 and "NaN" not in json.dumps(answer), field
    status, says = ask(url, model="base", messages=message, max_tokens=5000)
    assert status == 400 and "more than the context of 512" in says
    assert ask(url, model="base", messages=message, tools=[{}]) == (400, "tools: not served here")
    assert ask(url, model=["base"], messages=message)[0] == 404
    assert ask(url, model="base", messages=message, temperature=-1)[0] == 400
    assert ask(url, model="base", messages=message, max_tokens=float("inf"))[0] == 400
    assert ask(url, model="base", messages=[{"role": "user", "content": "\ud800"}], max_tokens=2)[0] == 400
    assert ask(url, model="base", messages=message, response_format={"type": "json_schema"})[0] == 400
    said = ask(url, model="base", messages=message, max_tokens=20, temperature=0)[1]["choices"][0]["message"]["content"]
    assert len(said) > 4
    cut = ask(url, model="base", messages=message, max_tokens=20, temperature=0, stop=said[2:4])[1]["choices"][0]
    assert cut["message"]["content"] == said[: said.index(said[2:4])] and cut["finish_reason"] == "stop"
    status, answer = ask(url, model="base", messages=message, max_tokens=3, temperature=0)
    assert status == 200 and answer["usage"]["completion_tokens"] <= 3 and answer["model"].startswith("base@")


def test_a_prompt_that_no_context_holds_is_not_tokenised(url, monkeypatch):
    monkeypatch.setattr("parley_trainer.recipes.serve.prompt_tokens", lambda *_: 1 / 0)
    for messages in ([{"role": "user", "content": "x" * (16 * 512)}], [{"role": "user", "content": ""}] * 513):
        status, says = ask(url, model="base", messages=messages)
        assert status == 400 and "are more than the context of 512 tokens" in says


def test_a_schema_that_would_take_the_server_with_it_is_refused(url):
    pytest.importorskip("llguidance")

    def held(schema, most=2):
        form = {"type": "json_schema", "json_schema": {"schema": schema}}
        return ask(url, model="base", messages=[{"role": "user", "content": "x"}], max_tokens=most, response_format=form)

    def chain(count, step):
        given = {f"d{i}": step({"$ref": f"#/$defs/d{i + 1}"}) for i in range(count)}
        return {"$defs": {**given, f"d{count}": {"type": "object"}}, "$ref": "#/$defs/d0"}

    def nested(count, schema):
        for _ in range(count):
            schema = {"anyOf": [schema, {"type": "null"}]}
        return schema

    assert held(chain(1000, lambda link: {"type": "object", "properties": {"x": link}, "required": ["x"]}))[0] == 400
    assert "with 202 references" in held(chain(201, lambda link: link))[1]
    assert held(chain(4000, lambda link: link))[0] == 400
    assert "levels deep with 101 references" in held(chain(100, lambda link: nested(20, link)))[1]
    assert "levels deep" in held(nested(40, {"type": "null"}))[1]
    assert held(nested(400, {"type": "null"}))[0] == 400
    assert "at most 65536 are taken" in held({"const": "a" * 70000})[1]
    assert "17 patterns" in held({"type": "string", "allOf": [{"pattern": f"a{i}"} for i in range(17)]})[1]
    assert "1000 characters in one" in held({"type": "string", "pattern": "a?" * 501})[1]
    assert "multipleOf" in held({"type": "integer", "multipleOf": 99991})[1]
    for beyond in ({"minimum": -(10**19)}, {"const": -(10**19)}, {"enum": [1, 10**30]}, {"exclusiveMaximum": 1e300}):
        assert "a number beyond 9007199254740992" in held({"type": "integer", **beyond})[1]
    assert held({"type": "integer", "multipleOf": "abc"})[0] == held({"type": "integer", "multipleOf": True})[0] == 400
    assert "in all of them together" in held({"allOf": [{"multipleOf": 9999}, {"multipleOf": 9998}]})[1]
    for around in ({"$ref": "#"}, {"type": "object", "properties": {"a": {"$ref": "#/properties/a"}}, "required": ["a"]}):
        assert held(around, 9)[0] == 400
    # What people write is taken.
    assert held(chain(150, lambda link: {"type": "object", "properties": {"x": link}}))[0] == 200
    assert held({"type": "object", "properties": {"pattern": {"type": "string"}, "$ref": {"multipleOf": 0.01}}})[0] == 200


@pytest.mark.parametrize(
    "schema, no, yes",
    [
        ({"exclusiveMinimum": 0, "maximum": 0.5}, "0", "0.5"),
        ({"exclusiveMinimum": 1, "exclusiveMaximum": 1.5}, "1", "1.2"),
        ({"allOf": [{"exclusiveMinimum": 0}, {"maximum": 0.5}]}, "0", "0.01"),
        ({"minimum": -0.001, "exclusiveMaximum": 0}, "-0", "-0.001"),
        ({"minimum": 0, "exclusiveMinimum": True, "maximum": 0.5}, "0", "0.25"),
        ({"exclusiveMinimum": 0}, "0", "12.5"),
        ({"type": "integer", "exclusiveMinimum": 10**15, "maximum": 10**15 + 2}, str(10**15), str(10**15 + 1)),
        ({"type": "integer", "exclusiveMaximum": -1.5, "minimum": -3}, "-1", "-2"),
    ],
)
def test_a_bound_that_is_not_allowed_is_not_written(schema, no, yes):
    pytest.importorskip("llguidance")
    from parley_trainer.grammar import Compiler

    tokenizer = toy_tokenizer()
    compiler = Compiler(tokenizer, len(tokenizer))

    def takes(text):
        matcher = compiler.grammar({"type": "number", **schema}).matcher
        return all(matcher.consume_token(token) for token in tokenizer(text)["input_ids"]) and matcher.is_accepting()

    assert takes(yes) and not takes(no)


def test_a_schema_that_many_ask_for_has_a_matcher_to_copy_for_each_thread():
    pytest.importorskip("llguidance")
    from parley_trainer.grammar import FAMILY, Compiler

    tokenizer = toy_tokenizer()
    compiler = Compiler(tokenizer, len(tokenizer))
    compiler.threads = 3
    schema = {"type": "integer", "minimum": 10, "maximum": 12}
    made = []
    for asked in range(1, 4 * FAMILY):
        made.append(compiler.grammar(schema))
        assert compiler.compiled.cache_info().currsize == min((asked - 1) // FAMILY, 2) + 1
    # All of them hold to it.
    words = [tokenizer(str(number), add_special_tokens=False)["input_ids"] for number in (11, 13)]
    for grammar in made:
        assert [grammar.matcher.validate_tokens(word) == len(word) for word in words] == [True, False]


def test_a_stop_is_looked_for_where_a_new_one_can_be(monkeypatch):
    with serving(ServeConfig("toy", port=0, rows=1, context=512)) as (_, models):
        served, read = models["base"], []
        request = served._request({"messages": [{"role": "user", "content": "x"}], "stop": ["£5", "no"]})
        decode = served.tokenizer.decode
        monkeypatch.setattr(served.tokenizer, "decode", lambda tokens: read.append(len(tokens)) or decode(tokens))
        text = served.tokenizer("word " * 200 + "it costs £5", add_special_tokens=False)["input_ids"]
        ends = [end for end in range(1, len(text) + 1) if request.over(text[:end])]
        assert ends == [len(text)] and max(read) < 20


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


def test_a_chain_of_adapters_stands_beside_one_base_and_is_named_by_its_weights(tmp_path):
    from parley_trainer.recipes.serve import open_models

    folders = []
    for seed in (1, 2):
        torch.manual_seed(seed)
        tuned = get_peft_model(toy_model(), LoraConfig(r=4, target_modules=["down_proj"], init_lora_weights=False))
        tuned.save_pretrained(tmp_path / str(seed))
        folders.append(str(tmp_path / str(seed)))
    served = open_models(ServeConfig("toy", adapters={"one": folders[0], "both": folders}, rows=2, context=64))
    assert len({one.id.split("@")[1] for one in served.values()}) == 3
    assert served["base"].digest.startswith("sha256:") and len(served["base"].digest) == 71
    block = served["base"].writer.replies.decoder.blocks[0]
    added = [get_peft_delta(folder) for folder in folders]
    for name, wanted in (("base", 0 * added[0]), ("one", added[0]), ("both", added[0] + added[1])):
        own = block["down_of"][served[name].voice]
        assert torch.allclose((block["down_b"] * own) @ block["down_a"], wanted, atol=1e-6)
    # One base for all, and nothing merged into it.
    assert torch.equal(block["down"], toy_model().model.layers[0].mlp.down_proj.weight)
    served["base"].writer.stop()


def test_voices_in_one_batch_say_what_each_would_say_alone():
    model, tokenizer = toy_model(), toy_tokenizer()
    spoken = replies(model, rows=4)
    alone = [generate(model, tokenizer, PROMPTS, 12)]
    for seed, targets in ((1, ["q_proj", "down_proj"]), (2, ["down_proj", "gate_proj"])):
        torch.manual_seed(seed)
        tuned = get_peft_model(toy_model(), LoraConfig(r=2 + seed, target_modules=targets, init_lora_weights=False))
        assert spoken.decoder.add(tuned.base_model.model) == seed
        alone.append([generate(tuned, tokenizer, [prompt], 12)[0] for prompt in PROMPTS])
    # The same prompt in every voice: what one has read is not another's.
    asked = [(prompt, voice) for prompt in range(len(PROMPTS)) for voice in (0, 1, 2)]
    said = spoken.all([Request(PROMPTS[prompt], 12, voice=voice) for prompt, voice in asked])
    assert said == [alone[voice][prompt] for prompt, voice in asked]
    assert alone[0] != alone[1] != alone[2]


def test_a_prompt_that_goes_on_from_what_a_row_has_read_is_read_from_there(monkeypatch):
    model, tokenizer = toy_model(), toy_tokenizer()
    spoken = replies(model, rows=6)
    read = starts_of(monkeypatch, spoken)
    games = [[*prompt] for prompt in PROMPTS]
    for turn in range(3):
        said = spoken.all([Request(game, 4 + i) for i, game in enumerate(games)])
        assert said == [generate(model, tokenizer, [game], 4 + i)[0] for i, game in enumerate(games)]
        assert sorted(read) == sorted(len(game) - 2 * (turn > 0) if turn else 0 for game in games)
        read.clear()
        for game in games:
            game += [50 + turn, 7]
    # The same once more: only its last token is read again.
    spoken.all([Request(games[0][:-2], 3)])
    assert read == [len(games[0]) - 3]


def test_a_game_that_begins_as_another_did_is_read_from_where_they_part():
    model, tokenizer = toy_model(), toy_tokenizer()
    spoken = replies(model, rows=1)
    first = [*PROMPTS[4], 11, 12, 13]
    other = [*PROMPTS[4], 14, 15]
    spoken.all([Request(first, 6)])
    texts = spoken.decoder.texts
    assert texts.known(0, other, 0) == len(PROMPTS[4])
    # Another voice, or a text of which less than half is the same, is read from its beginning.
    assert texts.known(0, other, 1) == 0
    assert texts.known(0, [*PROMPTS[4][:3], 9, 9, 9, 9], 0) == 0
    for prompt in (other, first, PROMPTS[4]):
        assert spoken.all([Request(prompt, 6)]) == generate(model, tokenizer, [prompt], 6)


def starts_of(monkeypatch, spoken):
    """From where on prompts are read, as they come."""
    starts, prefill = [], spoken.decoder._prefill
    monkeypatch.setattr(
        spoken.decoder, "_prefill", lambda rows, prompts, known: starts.extend(known) or prefill(rows, prompts, known)
    )
    return starts


def test_what_a_model_wrote_itself_is_not_read_again(monkeypatch):
    model, tokenizer = toy_model(), toy_tokenizer()
    spoken = replies(model, rows=2)
    starts = starts_of(monkeypatch, spoken)
    for length in (1, 2, 9):
        text = [*PROMPTS[4], 3 + length]
        for _ in range(3):
            starts.clear()
            (reply,) = spoken.all([Request(text, length)])
            assert [reply] == generate(model, tokenizer, [text], length)
            text = [*text, *reply, 5, 6]
        # All of the last reply but its last token, which was chosen and not read.
        assert starts == [len(text) - len(reply) - 3 - 2]


def test_a_question_aside_is_read_from_where_it_parts_and_so_is_a_game_with_the_same_rules(monkeypatch):
    model, tokenizer = toy_model(), toy_tokenizer()
    spoken = replies(model, rows=4)
    starts = starts_of(monkeypatch, spoken)
    rules = [7 + at % 40 for at in range(2 * BLOCK + 5)]
    spoken.all([Request([*rules, 60, 61], 1)])
    for said in ([*rules, 60, 61, 62, 63], [*rules, 60, 61, 64], [*rules, 65]):
        starts.clear()
        assert spoken.all([Request(said, 6)]) == generate(model, tokenizer, [said], 6)
        assert starts == [len(rules) + 2 * (60 in said)]
    # All of it in the one row that the first game had.
    assert (spoken.decoder.texts.lengths > 0).sum() == 1


def test_games_that_are_asked_aside_each_go_on_in_their_own_row(monkeypatch):
    """Rows far beyond the first free one too, where a step would be narrower without them."""
    spoken = replies(toy_model(), rows=40)
    starts = starts_of(monkeypatch, spoken)
    rules = [7 + at % 40 for at in range(BLOCK)]
    games = [[*rules, 100 + game, *range(50, 50 + BLOCK)] for game in range(40)]
    for question in (60, 61, 62):
        starts.clear()
        spoken.all([Request([*game, question, 63], 2) for game in games])
        games.reverse()
    assert starts == [len(games[0])] * 40


def test_marks_find_what_a_comparison_of_all_tokens_finds():
    draws = random.Random(5)
    texts = Texts(12, 8 * BLOCK)
    written = [[draws.randrange(3) for _ in range(4 * BLOCK)] for _ in range(3)]
    for round_ in range(300):
        base = draws.choice(written)[: draws.randrange(1, 4 * BLOCK)]
        prompt = [*base, *(draws.randrange(3) for _ in range(draws.choice([1, 2, 40])))]
        rows, alike = texts._alike(np.arange(12), Marked(prompt), 0)
        exact = [shared(texts.tokens[row, : texts.lengths[row]].tolist(), prompt) for row in range(12)]
        assert all(exact[row] == many for row, many in zip(rows, alike, strict=True))
        assert max(exact) == max(alike, default=0)
        texts.keep({round_ % 12: prompt}, {round_ % 12: 0})


def shared(one, other):
    return next((at for at, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), min(len(one), len(other)))


def test_a_new_game_leaves_the_rows_that_others_go_on_from():
    decoder = replies(toy_model(), rows=3).decoder
    decoder.prefill({0: PROMPTS[0], 1: PROMPTS[1]})
    decoder.prefill({2: PROMPTS[2]})
    # Row 0 was read into first and would be taken; the second of them goes on from it.
    assert decoder.choose([(0, PROMPTS[3]), (0, [*PROMPTS[0], 5]), (0, [*PROMPTS[2], 5])], [0, 1, 2]) == [1, 0, 2]
    assert decoder.choose([(0, PROMPTS[3]), (1, [*PROMPTS[0], 5])], [0, 2]) == [0, 2]


def test_a_text_that_a_free_row_holds_is_not_written_over(monkeypatch):
    monkeypatch.setattr("parley_trainer.decoder.WIDTHS", (16,))
    model, tokenizer = toy_model(), toy_tokenizer()
    spoken = replies(model, rows=2)
    # A long text and a short one; then the short one speaks alone, in a step narrower than the long one.
    spoken.all([Request(PROMPTS[4], 1), Request(PROMPTS[0], 1)])
    spoken.all([Request([*PROMPTS[0], 9], 8)])
    longer = [*PROMPTS[4], 8, 9]
    assert spoken.all([Request(longer, 8)]) == generate(model, tokenizer, [longer], 8)


def test_the_list_of_models_tells_a_hash_of_the_weights_themselves(monkeypatch):
    def digest():
        with (
            serving(ServeConfig("toy", port=0, rows=2, context=64)) as (url, _),
            urllib.request.urlopen(f"{url}/models") as answer,
        ):
            (told,) = json.load(answer)["data"]
            return told["digest"]

    before = digest()
    assert digest() == before
    changed = toy_model()
    with torch.no_grad():
        next(changed.parameters())[0, 0] += 1
    monkeypatch.setattr("parley_trainer.base.toy_model", lambda: changed)
    assert digest() != before  # the same name, other weights


def test_an_adapter_with_another_scale_is_another_model_and_one_on_the_output_is_refused(tmp_path):
    from parley_trainer.recipes.serve import open_models

    def adapter(name, **changes):
        torch.manual_seed(1)
        given = {"r": 4, "lora_alpha": 8, "target_modules": ["q_proj"], "init_lora_weights": False, **changes}
        get_peft_model(toy_model(), LoraConfig(**given)).save_pretrained(tmp_path / name, save_embedding_layers=False)
        return str(tmp_path / name)

    def served(**adapters):
        return open_models(ServeConfig("toy", adapters=adapters, rows=2, context=64))

    found = served(one=adapter("one"), again=adapter("again"), louder=adapter("louder", lora_alpha=32))
    assert found["one"].digest == found["again"].digest != found["louder"].digest
    found["base"].writer.stop()
    with pytest.raises(ConfigError, match="an adapter on lm_head is not read here"):
        served(head=adapter("head", target_modules=["q_proj", "lm_head"]))


def test_what_was_served_is_told_by_replies_tokens_rows_and_where_the_time_went(monkeypatch):
    monkeypatch.setattr("parley_trainer.recipes.serve.EVERY", 10.0)
    spoken = replies(toy_model(), rows=4)
    before = Work()
    said = spoken.all([Request(prompt, 6) for prompt in PROMPTS])
    told = since(before, spoken.work)
    assert (told["replies"], told["tokens"]) == (5, sum(map(len, said)))
    assert (told["replies_per_second"], told["tokens_per_second"]) == (0.5, told["tokens"] / 10)
    assert 1 < told["rows"] <= 4 and told["reading_seconds"] >= 0 and told["writing_seconds"] > 0
    assert told["prompt_tokens"] == told["prompt_tokens_read"] == sum(map(len, PROMPTS))


def test_games_that_take_each_others_rows_are_told_apart_from_those_that_have_one():
    said = list(range(1, 17))
    for rows, read in ((2, 16 + 16 + 4 + 4), (1, 16 + 16 + 20 + 20)):
        spoken = replies(toy_model(), rows=rows)
        for games in ([said, said[::-1]], [[*said, 5, 6, 7, 8], [*said[::-1], 5, 6, 7, 8]]):
            spoken.all([Request(game, 1) for game in games])
        assert (spoken.work.prompt_tokens, spoken.work.prompt_tokens_read) == (72, read)
    told = {"rows": 1.0, "prompt_tokens": 72, "prompt_tokens_read": 72}
    assert is_crowded(told, 1) and not is_crowded(told, 2) and not is_crowded({**told, "prompt_tokens_read": 20}, 1)


def get_peft_delta(folder):
    from safetensors.torch import load_file

    tensors = load_file(f"{folder}/adapter_model.safetensors")
    a, b = (tensors[f"base_model.model.model.layers.0.mlp.down_proj.lora_{side}.weight"] for side in "AB")
    return 8 / 4 * (b @ a)  # PEFT's alpha is 8 unless told


def test_after_a_fault_those_who_waited_are_told_and_the_next_are_served(monkeypatch):
    def falls_off(*_):
        raise RuntimeError("the card fell off")

    with serving(ServeConfig("toy", port=0, rows=2, context=128)) as (address, models):
        hello = {"model": "base", "messages": [{"role": "user", "content": "Hello."}], "max_tokens": 3}
        with monkeypatch.context() as broken:
            broken.setattr(models["base"].writer.replies.decoder, "prefill", falls_off)
            assert ask(address, **hello) == (503, "RuntimeError: the card fell off")
        assert ask(address, **hello)[0] == 200


def test_whoever_was_taken_from_the_queue_is_told_of_a_fault(monkeypatch):
    spoken = replies(toy_model(), rows=2)

    def fails(name):
        def fail(*_):
            raise RuntimeError(name)

        return fail

    for name in ("choose", "prefill", "step"):
        short, long = Request(PROMPTS[0], 1), Request(PROMPTS[1], 9)
        spoken.ask(short)
        spoken.ask(long)
        with monkeypatch.context() as broken:
            broken.setattr(spoken.decoder, name, fails(name))
            with pytest.raises(RuntimeError):
                spoken.turn()
        # Before a step the short one had its only token.
        assert spoken.drop(name) == [short, long] and not spoken.busy and not spoken.drop(name)
        assert (short.fault, short.finish, long.fault) == (("", "length", name) if name == "step" else (name, "", name))
    assert spoken.all([Request(PROMPTS[0], 3)]) == replies(toy_model()).all([Request(PROMPTS[0], 3)])


def test_a_fault_in_one_s_own_end_concerns_nobody_else():
    bad, good = Request(PROMPTS[0], 5, over=lambda _: 1 / 0), Request(PROMPTS[1], 5)
    said = replies(toy_model()).all([bad, good])
    assert bad.fault.startswith("ZeroDivisionError") and not good.fault
    assert said[1] == replies(toy_model()).all([Request(PROMPTS[1], 5)])[0]


def test_the_last_draw_takes_no_token_that_cannot_be():
    class Last:
        def random(self):
            return 1 - 2**-53

    request = Request([1], 1, 1.0)
    request.draws = Last()
    chosen, logprobs = sample(torch.tensor([[0.0, 1.0, float("-inf")]]), [request])
    assert chosen == [1] and logprobs[0] > -1


def events(url, **body):
    """The data of server-sent events."""
    request = urllib.request.Request(f"{url}/chat/completions", json.dumps({**body, "stream": True}).encode(), JSON)
    with urllib.request.urlopen(request, timeout=60) as answer:
        assert answer.headers["Content-Type"] == "text/event-stream"
        return [line[6:] for line in answer.read().decode().splitlines() if line.startswith("data: ")]


@pytest.mark.parametrize("stopped", [False, True])
def test_a_stream_says_the_same_as_the_whole_reply_and_its_chances(stopped):
    with serving(ServeConfig("toy", port=0, rows=2, context=512)) as (address, models):
        models["base"].writer.replies.ends = set()  # it talks on to its limit
        hello = {"model": "base", "messages": [{"role": "user", "content": "Hello."}], "seed": 5, "logprobs": True}
        hello["max_tokens"] = 300
        if stopped:
            text = ask(address, **hello)[1]["choices"][0]["message"]["content"]
            hello["stop"] = ["no such words", next(text[i : i + 3] for i in range(80, 200) if text[i : i + 3].isascii())]
        whole = ask(address, **hello)[1]["choices"][0]
        *chunks, end = events(address, **hello)
        refused = {**hello, "top_logprobs": 3}
        assert ask(address, **refused) == ask(address, **refused, stream=True) == (400, "top_logprobs: not served here")
    parts = [json.loads(chunk)["choices"][0] for chunk in chunks]
    assert end == "[DONE]" and len(parts) > 4
    assert "".join(part["delta"].get("content", "") for part in parts) == whole["message"]["content"]
    assert parts[-1]["finish_reason"] == whole["finish_reason"] == ("stop" if stopped else "length")
    told = [one for part in parts for one in (part.get("logprobs") or {}).get("content", [])]
    assert [one["token"] for one in told] == [one["token"] for one in whole["logprobs"]["content"]]
    # The second time all but the last token of the prompt had been read, which rounds in another way.
    assert [one["logprob"] for one in told] == pytest.approx([one["logprob"] for one in whole["logprobs"]["content"]], abs=1e-4)
    assert all(one["logprob"] < 0 for one in told)


@pytest.mark.parametrize("stream", [False, True])
def test_who_hangs_up_frees_a_row(stream, capsys):
    with serving(ServeConfig("toy", port=0, rows=1, context=2048)) as (address, models):
        served = models["base"]
        served.writer.replies.ends = set()  # nobody stops talking by himself
        body = json.dumps(
            {"model": "base", "messages": [{"role": "user", "content": "Hello."}], "max_tokens": 1900, "stream": stream}
        )
        with socket.create_connection(("127.0.0.1", int(address.split(":")[2].split("/")[0]))) as line:
            head = f"POST /v1/chat/completions HTTP/1.1\r\nHost: localhost\r\nContent-Length: {len(body)}\r\n\r\n"
            line.sendall(head.encode() + body.encode())
            while not any(served.writer.replies.rows):
                time.sleep(0.01)
            (request,) = served.writer.replies.rows
        assert request.done.wait(20) and len(request.reply) < 1900
        time.sleep(0.1)
    assert "Traceback" not in capsys.readouterr().err


GEMMA = {
    **{"hidden_size": 64, "intermediate_size": 128, "num_hidden_layers": 2, "num_attention_heads": 4, "num_key_value_heads": 2},
    **{"head_dim": 16, "sliding_window": 16, "layer_types": ["sliding_attention", "full_attention"], "initializer_range": 0.15},
}


@pytest.mark.parametrize("family", ["qwen3", "gemma3_text"])
def test_other_families_say_what_transformers_says(tmp_path, family):
    tokenizer = toy_tokenizer()
    torch.manual_seed(2)
    given = {**GEMMA, "vocab_size": len(tokenizer), "eos_token_id": tokenizer.eos_token_id}
    if family == "qwen3":
        given.pop("layer_types")
        given.pop("sliding_window")
    model = AutoModelForCausalLM.from_config(AutoConfig.for_model(family, **given)).eval()
    for name, parameter in model.named_parameters():
        if "norm" in name:
            torch.nn.init.normal_(parameter, 1.0 if family == "qwen3" else 0.0, 0.3)
    requests = [Request(prompt, 6 + 4 * i) for i, prompt in enumerate(PROMPTS)]
    said = Replies(open_decoder(model, rows=2, context=64), end_tokens(tokenizer, model)).all(requests)
    assert said == [generate(model, tokenizer, [prompt], 6 + 4 * i)[0] for i, prompt in enumerate(PROMPTS)]
    # Served with an adapter beside the base, each says its own.
    model.save_pretrained(tmp_path / "model")
    tokenizer.save_pretrained(tmp_path / "model")
    tuned = get_peft_model(model, LoraConfig(r=4, target_modules=["down_proj", "q_proj"], init_lora_weights=False))
    tuned.save_pretrained(tmp_path / "adapter")
    hello = {"messages": [{"role": "user", "content": "Hello."}], "max_tokens": 12, "temperature": 0}
    config = ServeConfig(str(tmp_path / "model"), port=0, rows=2, context=128, adapters={"tuned": str(tmp_path / "adapter")})
    with serving(config) as (address, _):
        served = [
            ask(address, model=name, **hello)[1]["choices"][0]["message"]["content"] for name in ("tuned", "base", "tuned")
        ]
    prompt = prompt_tokens(tokenizer, hello["messages"])
    wanted = tokenizer.decode(generate(tuned, tokenizer, [prompt], 12)[0], skip_special_tokens=True)
    assert served[0] == served[2] == wanted != served[1]


@pytest.mark.parametrize(
    "family, given",
    [
        ("mistral", {"sliding_window": 16}),
        ("qwen2", {"use_sliding_window": True, "sliding_window": 16, "max_window_layers": 0}),
        ("llama", {"hidden_act": "gelu"}),
        ("phi", {"hidden_act": "gelu_new"}),
        ("granite", {"logits_scaling": 4.0}),
        ("gpt2", {"n_embd": 64, "n_head": 4, "n_layer": 2}),
    ],
)
def test_what_a_fast_decoder_does_not_read_is_answered_as_transformers_does(family, given):
    tokenizer = toy_tokenizer()
    torch.manual_seed(2)
    shape = {name: GEMMA[name] for name in GEMMA if name not in ("layer_types", "sliding_window")}
    config = AutoConfig.for_model(
        family, **{**shape, **given, "vocab_size": len(tokenizer), "eos_token_id": tokenizer.eos_token_id}
    )
    model = AutoModelForCausalLM.from_config(config).eval()
    with pytest.raises(ConfigError, match="decoded here"):
        Decoder(model, rows=2, context=64)
    assert not FusedEngine.supports(model)
    requests = [Request(prompt, 20) for prompt in PROMPTS]
    said = Replies(open_decoder(model, rows=2, context=64), end_tokens(tokenizer, model)).all(requests)
    assert said == [generate(model, tokenizer, [prompt], 20)[0] for prompt in PROMPTS]
    changing = toy_model(rope_parameters={"rope_type": "dynamic", "factor": 4.0, "rope_theta": 1e4})
    with pytest.raises(ConfigError, match="change with the longest text"):
        open_decoder(changing, rows=2, context=64)


def test_who_waits_when_the_server_stops_is_told():
    with serving(ServeConfig("toy", port=0, rows=1, context=2048)) as (address, models):
        models["base"].writer.replies.ends = set()  # nobody stops talking by himself
        hello = {"model": "base", "messages": [{"role": "user", "content": "Hello."}], "max_tokens": 1900}
        with ThreadPoolExecutor(2) as pool:
            answers = [pool.submit(ask, address, **hello) for _ in range(2)]
            while len(models["base"].writer.replies.waiting) < 1:
                time.sleep(0.01)
            models["base"].writer.stop()
            assert [one.result() for one in answers] == [(503, "the server is stopping")] * 2
            assert ask(address, **hello) == (503, "the server is stopping")


def talk(url, sent):
    """All that is answered to these bytes, until the other side has no more to say."""
    with socket.create_connection(("127.0.0.1", int(url.split(":")[2].split("/")[0])), timeout=20) as line:
        line.sendall(sent)
        got = b""
        while more := line.recv(65536):
            got += more
    return got


def test_what_is_no_request_is_refused_and_a_second_one_at_once_is_answered(url):
    health = b"GET /health HTTP/1.1\r\nHost: localhost\r\n\r\n"
    last = b"GET /health HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"
    assert talk(url, health + last).count(b'{"status": "ok"}') == 2
    assert talk(url, b"what is this\r\n\r\n").startswith(b"HTTP/1.1 400 ")
    assert talk(url, b"POST /v1/chat/completions HTTP/1.1\r\nHost: localhost\r\nContent-Length: 99999999\r\n\r\n").startswith(
        b"HTTP/1.1 413 "
    )
    assert talk(
        url, b"POST /v1/chat/completions HTTP/1.1\r\nHost: localhost\r\nContent-Length: 2\r\nConnection: close\r\n\r\n[]"
    ).startswith(b"HTTP/1.1 400 ")
    deep = (
        b"POST /v1/chat/completions HTTP/1.1\r\nHost: localhost\r\nContent-Length: 90000\r\nConnection: close\r\n\r\n"
        + b"[" * 90000
    )
    assert talk(url, deep).startswith(b"HTTP/1.1 400 ")
    body = json.dumps({"model": "base", "messages": [{"role": "user", "content": "Hello."}], "max_tokens": 40}).encode()
    post = b"POST /v1/chat/completions HTTP/1.1\r\nHost: localhost\r\nContent-Length: %d\r\n\r\n" % len(body) + body
    assert talk(url, post + last).count(b"HTTP/1.1 200 ") == 2
