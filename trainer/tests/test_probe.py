import json

import pytest
import torch

from parley_trainer.__main__ import main
from parley_trainer.probe import KINDS, attention_shares, dialogue_loss, token_kinds, without_head
from parley_trainer.toy import toy_model, toy_tokenizer

DIALOGUE = [
    {"role": "system", "content": "You buy."},
    {"role": "user", "content": "I cannot go below 40."},
    {"role": "assistant", "content": "Deal, 40."},
]


def test_tokens_are_sorted_by_kind():
    tokens, texts, kinds, labels = token_kinds(toy_tokenizer(), DIALOGUE)
    assert len(tokens) == len(texts) == len(kinds) == len(labels)
    of = {kind: "".join(text for text, one in zip(texts, kinds, strict=True) if one == kind) for kind in KINDS}
    assert of["own number"] == of["other number"] == "40" and of["system number"] == ""
    assert of["agree"] == "Deal" and of["refuse"] == "cannot"
    assert of["system"] == "You buy." and of["own"].replace(" ", "") == ",."


def test_the_shares_of_a_head_sum_to_one():
    found = attention_shares(toy_model(), toy_tokenizer(), [DIALOGUE])
    assert len(found["shares"]) == 2 and len(found["shares"][0]) == 4
    assert all(sum(head) == pytest.approx(1, abs=1e-3) for layer in found["shares"] for head in layer)
    first = found["picture"]["maps"][0][0]
    assert first[0][1:] == [0.0] * (len(first) - 1)  # the first token sees only itself


def test_the_whole_map_is_of_the_shortest_dialogue_and_of_none_that_is_too_long():
    longer = [*DIALOGUE, {"role": "user", "content": "Sold."}, {"role": "assistant", "content": "Yes."}]
    count = len(token_kinds(toy_tokenizer(), DIALOGUE)[0])
    for dialogues in ([DIALOGUE, longer], [longer, DIALOGUE]):
        found = attention_shares(toy_model(), toy_tokenizer(), dialogues, picture_tokens=500)
        assert len(found["picture"]["tokens"]) == count
    assert attention_shares(toy_model(), toy_tokenizer(), [DIALOGUE], picture_tokens=count - 1)["picture"] is None


def test_a_muted_head_is_a_zero_slice_of_the_output_projection_and_comes_back():
    model, tokenizer = toy_model(), toy_tokenizer()
    before = dialogue_loss(model, tokenizer, [DIALOGUE])
    with without_head(model, 1, 2):
        muted = dialogue_loss(model, tokenizer, [DIALOGUE])
    other = toy_model()
    other.model.layers[1].self_attn.o_proj.weight.data[:, 32:48] = 0
    assert muted == pytest.approx(dialogue_loss(other, tokenizer, [DIALOGUE]), rel=1e-5)
    assert muted != before and dialogue_loss(model, tokenizer, [DIALOGUE]) == before


def test_the_recipe_writes_json_for_a_page(tmp_path, chats):
    path = tmp_path / "probe.json"
    path.write_text(json.dumps({"model": "toy", "rows": str(chats), "output": str(tmp_path / "out.json"), "dialogues": 2}))
    assert main(["probe", "--config", str(path)]) == 0
    found = json.loads((tmp_path / "out.json").read_text())
    assert torch.tensor(found["ablation"]["rise_without"]).shape == (2, 4) and found["dialogues"] == 2
