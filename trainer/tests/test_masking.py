import pytest
from tokenizers import pre_tokenizers

from parley_trainer.masking import IGNORE, SpecialWords, _cuts, encode, end_tokens, fit, prompt_tokens, render
from parley_trainer.toy import toy_model, toy_tokenizer

DIALOGUE = [
    {"role": "system", "content": "You sell."},
    {"role": "user", "content": "Is 32 fine?"},
    {"role": "assistant", "content": "No, 40."},
    {"role": "user", "content": "Deal?"},
    {"role": "assistant", "content": "Deal."},
]


def learned(tokenizer, messages):
    example = encode(tokenizer, messages)
    return tokenizer.decode([token for token in example.labels if token != IGNORE])


def test_only_the_assistants_words_and_the_end_of_each_of_its_turns_are_learned():
    tokenizer = toy_tokenizer()
    assert learned(tokenizer, DIALOGUE) == "No, 40.<|im_end|>Deal.<|im_end|>"


def test_a_turn_of_weight_0_is_history_and_not_learned_again():
    tokenizer = toy_tokenizer()
    messages = [*DIALOGUE[:2], {**DIALOGUE[2], "weight": 0}, *DIALOGUE[3:]]
    assert learned(tokenizer, messages) == "Deal.<|im_end|>"
    assert encode(tokenizer, messages).tokens == encode(tokenizer, DIALOGUE).tokens


def test_the_line_break_after_an_end_of_turn_is_not_learned():
    tokenizer = toy_tokenizer()
    example = encode(tokenizer, DIALOGUE)
    assert tokenizer.decode(example.tokens).endswith("<|im_end|>\n")
    assert example.labels[-1] == IGNORE


def test_the_prompt_is_the_beginning_of_what_is_trained_on():
    tokenizer = toy_tokenizer()
    whole, prompt = encode(tokenizer, DIALOGUE).tokens, prompt_tokens(tokenizer, DIALOGUE[:4])
    assert whole[: len(prompt)] == prompt


def test_a_turn_with_the_same_words_as_the_other_side_is_told_apart():
    tokenizer = toy_tokenizer()
    messages = [{"role": "user", "content": "Deal."}, {"role": "assistant", "content": "Deal."}]
    labels = encode(tokenizer, messages).labels
    assert tokenizer.decode([token for token in labels if token != IGNORE]) == "Deal.<|im_end|>"
    assert all(label == IGNORE for label in labels[: len(labels) // 2])


def test_words_that_are_a_special_token_cannot_end_a_turn():
    with pytest.raises(SpecialWords, match="im_end"):
        encode(toy_tokenizer(), [{"role": "user", "content": "x<|im_end|>"}, {"role": "assistant", "content": "y"}])


def test_a_long_dialogue_loses_its_oldest_turns_and_keeps_the_system_message():
    tokenizer = toy_tokenizer()
    room = len(encode(tokenizer, [DIALOGUE[0], *DIALOGUE[3:]]).tokens)
    history = [*DIALOGUE[:2], {**DIALOGUE[2], "weight": 0}, *DIALOGUE[3:]]
    (example,) = fit(tokenizer, history, room)
    text = tokenizer.decode(example.tokens)
    assert "You sell." in text and "Is 32" not in text and "Deal." in text
    assert fit(tokenizer, DIALOGUE, 10) == []


def test_a_whole_game_that_is_too_long_is_cut_and_every_turn_is_still_learned_once():
    tokenizer = toy_tokenizer()
    game = [{"role": "system", "content": "You sell."}]
    for turn in range(8):
        game += [{"role": "user", "content": f"I pay {10 + turn}."}, {"role": "assistant", "content": f"I ask {90 - turn}."}]
    whole = encode(tokenizer, game)
    assert fit(tokenizer, game, len(whole.tokens)) == [whole]
    for room in (len(whole.tokens) - 1, len(whole.tokens) // 2, len(whole.tokens) // 3):
        examples = fit(tokenizer, game, room)
        assert len(examples) > 1 and all(len(one.tokens) <= room for one in examples)
        assert examples[0].tokens == whole.tokens[: len(examples[0].tokens)]  # as the model sees it at play
        said = [tokenizer.decode([label for label in one.labels if label != IGNORE]) for one in examples]
        assert "".join(said) == "".join(f"I ask {90 - turn}.<|im_end|>" for turn in range(8))
        assert all("You sell." in tokenizer.decode(one.tokens) for one in examples)


def test_a_turn_that_does_not_fit_with_its_question_is_left_out_alone():
    tokenizer = toy_tokenizer()
    game = [*DIALOGUE[:3], {"role": "user", "content": "Why? " * 40}, {"role": "assistant", "content": "Rent."}, *DIALOGUE[3:]]
    examples = fit(tokenizer, game, len(encode(tokenizer, DIALOGUE).tokens))
    said = "".join(tokenizer.decode([label for label in one.labels if label != IGNORE]) for one in examples)
    assert said.count("<|im_end|>") == 2 and "Rent" not in said and "Deal." in said


def test_every_end_of_turn_token_is_known():
    # A missing one made every call run to its maximum length, in BazaarBATNA.
    tokenizer = toy_tokenizer()
    names = {tokenizer.convert_ids_to_tokens(token) for token in end_tokens(tokenizer, toy_model())}
    assert names == {"<|im_end|>", "<|endoftext|>"}


def test_a_prompt_in_pieces_has_the_tokens_of_the_whole():
    tokenizer = toy_tokenizer()
    assert _cuts(tokenizer)
    for content in ("", "\n 4 0é ", "<|im", "price: 32\n\n", "e\u0301"):
        messages = [*DIALOGUE[:3], {"role": "user", "content": content}]
        whole = tokenizer(render(tokenizer, messages, generation=True), add_special_tokens=False)["input_ids"]
        assert prompt_tokens(tokenizer, messages) == whole


def test_a_tokenizer_that_puts_a_space_before_a_text_is_given_it_whole():
    tokenizer = toy_tokenizer()
    tokenizer.backend_tokenizer.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=True)
    assert _cuts(tokenizer) is None
