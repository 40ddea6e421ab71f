import pytest

from parley_trainer.schedule import cycle_of, cyclic_factor


def test_the_rate_restarts_at_the_second_cycle():
    # AgreeMate's run: 2,058 steps in two cycles, warm-up 1 %; its log never restarted.
    total = 2058
    factors = [cyclic_factor(step, total, 2, 0.01) for step in range(total)]
    assert factors[1028] == pytest.approx(1 / 1018)  # 1029 - 1028 over 1029 - 11
    assert factors[1029] == pytest.approx(1 / 11)  # the warm-up of the second cycle
    assert factors[1039] == 1 and factors[10] == 1
    assert factors[:1029] == factors[1029:]
    assert [cycle_of(step, total, 2) for step in (0, 1028, 1029, 2057)] == [0, 0, 1, 1]


def test_one_cycle_is_one_straight_line_after_the_warm_up():
    # By hand: 10 steps, warm-up of 2: 1/2, 1, then 8/8, 7/8, ... 1/8.
    factors = [cyclic_factor(step, 10, 1, 0.2) for step in range(10)]
    assert factors == pytest.approx([0.5, 1, 1, 7 / 8, 6 / 8, 5 / 8, 4 / 8, 3 / 8, 2 / 8, 1 / 8])


def test_every_step_is_in_a_cycle_of_about_equal_length():
    for total, cycles in ((7, 2), (10, 3), (5, 5)):
        lengths = [sum(cycle_of(step, total, cycles) == cycle for step in range(total)) for cycle in range(cycles)]
        assert sum(lengths) == total and max(lengths) - min(lengths) <= 1
        assert all(0 < cyclic_factor(step, total, cycles, 0.1) <= 1 for step in range(total))


def test_a_step_past_the_end_is_refused():
    with pytest.raises(ValueError, match="from 0 to 9, got 10"):
        cyclic_factor(10, 10)
