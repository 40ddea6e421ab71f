"""A moving average of the loss with bias correction: after t losses the average is divided by 1 - decay^t.

Without the correction, or seeded with the first loss, the average of a flat loss goes on falling for thousands of steps and
looks like learning (AgreeMate's did).
"""

from dataclasses import dataclass


@dataclass
class LossAverage:
    """Updated at every optimiser step; `best` and `since_best` say when it last improved."""

    decay: float = 0.98
    sum: float = 0.0
    count: int = 0
    best: float = float("inf")
    since_best: int = 0

    def update(self, loss: float) -> float:
        self.sum = self.decay * self.sum + (1 - self.decay) * loss
        self.count += 1
        value = self.value
        if value < self.best:
            self.best, self.since_best = value, 0
        else:
            self.since_best += 1
        return value

    @property
    def value(self) -> float:
        return self.sum / (1 - self.decay**self.count)
