"""How a game was bargained, by hand."""

import pytest

from parley_trainer.manner import Manner, manner_of


def seen(seat, *acts, limit=60):
    other = {
        "seat": "seller" if seat == "buyer" else "buyer",
        "act": {"type": "offer", "price": 99, "words": "not mine at all"},
    }
    own = [{"seat": seat, "act": act} for act in acts]
    return {
        "seat": seat,
        "facts": {"range": {"low": 10, "high": 110}},
        "own": {"reservation": limit},
        "history": [other, *own],
    }


def test_an_opening_is_0_at_the_limit_and_1_at_the_best_end_of_the_range():
    for seat, best in (("buyer", 10), ("seller", 110)):
        for price, opening in ((60, 0), (best, 1), ((60 + best) / 2, 0.5), (2 * 60 - best, -1)):
            acts = [{"type": "say", "words": "good day"}, {"type": "offer", "price": price}, {"type": "offer", "price": 61}]
            assert manner_of(seen(seat, *acts)) == Manner(pytest.approx(opening), pytest.approx(2 / 3))


def test_who_names_no_price_has_no_opening():
    assert manner_of(seen("buyer", {"type": "accept", "words": "I take it"})) == Manner(None, 3)
    assert manner_of(seen("buyer")) == Manner(None, 0)
    # Nothing is better than a limit at the end of the range; a game over no price has no range.
    assert manner_of(seen("buyer", {"type": "offer", "price": 20}, limit=10)).opening is None
    assert manner_of({**seen("buyer", {"type": "offer", "price": 20}), "facts": {}}).opening is None
    assert manner_of({"seat": "persuader", "history": None}) == Manner(None, 0)
