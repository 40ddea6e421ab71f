"""What the rows of a decoder have read, and as whom: where a prompt begins like it, reading goes on from there."""

import numpy as np


class Texts:
    def __init__(self, rows: int, context: int) -> None:
        # No token is -1, so what lies behind a text differs from every prompt.
        self.tokens = np.full((rows, context), -1, dtype=np.int32)
        self.lengths = np.zeros(rows, dtype=np.int64)
        self.voices = np.zeros(rows, dtype=np.int64)
        self.age, self.ages = 0, np.zeros(rows, dtype=np.int64)

    def keep(self, read: dict[int, list[int]], voices: dict[int, int]) -> None:
        """These rows now hold these texts, read together."""
        self.age += 1
        for row, text in read.items():
            self.tokens[row, : len(text)], self.tokens[row, len(text) :] = text, -1
            self.lengths[row], self.voices[row], self.ages[row] = len(text), voices[row], self.age

    def forget(self, rows: list[int] | slice = slice(None)) -> None:
        self.lengths[rows] = 0
        self.tokens[rows, 0] = -1

    def known(self, row: int, prompt: list[int], voice: int) -> int:
        """How many of these tokens the row has read, if that is most of them. One at least is read again, for the logits after it."""
        if self.voices[row] != voice:
            return 0
        same = min(self._alike(np.array([row]), prompt)[0], len(prompt) - 1)
        return int(same) if 2 * same >= len(prompt) else 0

    def choose(self, asked: list[tuple[int, list[int]]], free: list[int], sizes: list[int]) -> list[int]:
        """A free row for each voice and prompt: the one whose text it goes on from, if there is one. The others, after those, get what was
        read into longest ago, of as few rows as a step may have."""
        chosen: dict[int, int] = {}
        left = np.array(free)
        for at, (voice, prompt) in enumerate(asked):
            rows = left[(self.voices[left] == voice) & (self.lengths[left] > 0) & (self.lengths[left] <= len(prompt))]
            rows = rows[self._alike(rows, prompt) == self.lengths[rows]]
            if len(rows):
                chosen[at] = int(rows[self.lengths[rows].argmax()])
                left = left[left != chosen[at]]
        for at in range(len(asked)):
            if at not in chosen:
                size = next(size for size in sizes if size > left.min())
                rows = left[left < size]
                chosen[at] = int(rows[self.ages[rows].argmin()])
                left = left[left != chosen[at]]
        return [chosen[at] for at in range(len(asked))]

    def _alike(self, rows: np.ndarray, prompt: list[int]) -> np.ndarray:
        """How many tokens of the prompt each row begins with."""
        differs = self.tokens[rows, : len(prompt)] != np.array(prompt, dtype=np.int32)
        return np.where(differs.any(1), differs.argmax(1), len(prompt))
