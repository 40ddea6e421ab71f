import pytest

from parley_trainer.ema import LossAverage


def test_a_flat_loss_has_a_flat_average():
    # AgreeMate's average fell for thousands of steps on a flat loss, since it began at the first loss.
    average = LossAverage()
    assert [average.update(3.7) for _ in range(200)] == pytest.approx([3.7] * 200)


def test_by_hand():
    # decay 0.5: (0.5 * 4) / 0.5 = 4; (0.25 * 4 + 0.5 * 2) / 0.75 = 8/3.
    average = LossAverage(decay=0.5)
    assert average.update(4) == 4
    assert average.update(2) == pytest.approx(8 / 3)


def test_steps_since_the_best_are_counted():
    average = LossAverage(decay=0.5)
    for loss in (4, 2, 5, 6, 1):
        average.update(loss)
    # By hand the sums over 1 - 0.5^t: 4, 8/3, 4.0, 5.07, 2.97: the best is the second.
    assert average.since_best == 3
    assert average.best == pytest.approx(8 / 3)
