import json

import pytest

from parley_trainer.dial_map import fit_knots, fit_map, invert, pooled, read_map, setting_of, write_map
from parley_trainer.errors import ConfigError, TrainerError


def row(setting, achieved, seat="buyer", opponent="a", seed=0):
    return {"requested": setting, "achieved": achieved, "seat": seat, "opponent": opponent, "seed": seed}


def test_adjacent_violators_are_pooled():
    # By hand: 3 > 2 pool to 2.5; 6, 5 and 4 to 5.
    assert pooled([1, 3, 2, 4.5, 6, 5, 4], [1] * 7) == [(1, 1), (2.5, 2), (4.5, 1), (5, 3)]
    # Weighted: (3 * 1 + 1 * 3) / 4 = 1.5, and a pool that falls below the one before it is pooled with that too.
    assert pooled([3, 1], [1, 3]) == [(1.5, 2)]
    assert pooled([2, 3, 0], [1, 1, 2]) == [(1.25, 3)]
    assert pooled([1, 2], [1, 1]) == [(1, 1), (2, 1)]


def test_each_table_counts_the_same_and_impasses_not_at_all():
    rows = [row(0.0, 0.0), row(0.0, 0.2), row(0.0, 0.5, opponent="b"), row(0.0, None), row(1.0, 0.9)]
    # Table a has (0 + 0.2) / 2 = 0.1 and table b 0.5: 0.3.
    assert fit_knots(rows) == [(0.0, pytest.approx(0.3)), (1.0, 0.9)]


def test_the_inverse_lies_on_the_line_between_pools_and_stops_at_the_ends():
    rows = [row(0.0, 0.2), row(0.2, 0.4), row(0.4, 0.3), row(1.0, 0.75)]
    # 0.4 and 0.3 pool to 0.35 at setting 0.3. From (0.3, 0.35) to (1, 0.75): 0.55 is half the way, 0.65.
    knots = fit_knots(rows)
    assert knots == [(0.0, 0.2), (pytest.approx(0.3), pytest.approx(0.35)), (1.0, 0.75)]
    assert invert(knots, 0.55) == pytest.approx(0.65)
    assert invert(knots, 0.275) == pytest.approx(0.15)
    assert (invert(knots, 0.1), invert(knots, 0.9)) == (0.0, 1.0)


def games(buyer, seller):
    """Four seeds at three settings against one script; `buyer` and `seller` say what comes out."""
    seats = (("buyer", buyer), ("seller", seller))
    return [row(at, comes(at), seat, seed=seed) for at in (0.0, 0.5, 1.0) for seat, comes in seats for seed in range(4)]


def test_one_map_for_both_seats_unless_two_are_clearly_better():
    alike = fit_map(games(lambda x: x / 2, lambda x: x / 2), [0.1, 0.4])
    assert alike["use"] == "all" and alike["held_out_error"] == {"all": pytest.approx(0), "seat": pytest.approx(0)}
    assert setting_of(alike, 0.2, "buyer") == 0.4
    # The buyer gets 0.2 less than it asks and the seller 0.2 more: a map each is exact from 0.2 to 0.8, one for both is 0.2 off.
    apart = fit_map(games(lambda x: x - 0.2, lambda x: x + 0.2), [0.4, 0.6])
    assert apart["use"] == "seat"
    assert apart["held_out_error"] == {"all": pytest.approx(0.2), "seat": pytest.approx(0)}
    assert (setting_of(apart, 0.4, "buyer"), setting_of(apart, 0.4, "seller")) == (0.6, 0.2)
    assert setting_of(apart, 0.4) == 0.4
    assert apart["games"] == apart["deals"] == 24


def test_a_game_of_itself_counts_for_both_seats():
    rows = [row(0.0, 0.1, "both"), row(1.0, 0.9, "both")]
    found = fit_map(rows, [0.5])
    assert set(found["maps"]) == {"all", "buyer", "seller"} and found["held_out_error"] is None and found["use"] == "all"


def test_no_map_is_rho_itself_and_no_deal_is_not_on_the_dial():
    fitted = fit_map([row(0.0, 0.2), row(1.0, 0.6)], [0.5])
    assert setting_of(None, 0.7) == 0.7
    assert setting_of(fitted, -1.0) == -1.0
    with pytest.raises(TrainerError, match="nothing to fit a dial to"):
        fit_map([row(0.5, None)], [0.5])


def test_it_is_kept_beside_the_adapter(tmp_path):
    assert read_map(tmp_path) is None
    fitted = fit_map([row(0.0, 0.2), row(1.0, 0.6)], [0.5])
    write_map(tmp_path, fitted, {"adapter": "abc"})
    assert read_map(tmp_path) == {"adapter": "abc", **json.loads(json.dumps(fitted))}
    (tmp_path / "dial.json").write_text("{")
    with pytest.raises(ConfigError, match="is no JSON: fit the dial again"):
        read_map(tmp_path)
