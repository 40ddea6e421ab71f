"""What the rows of a decoder have read and written, and as whom: where a prompt begins like it, reading goes on from there.

The next turn of a game goes on from its last; a question aside, and another game with the same rules, share its beginning. Who begins like
whom is told by marks, a checksum of all tokens up to each block's end; `known` compares the tokens themselves.
"""

import zlib

import numpy as np

BLOCK = 32


class Texts:
    def __init__(self, rows: int, context: int) -> None:
        # No token is -1, so what lies behind a text differs from every prompt.
        self.tokens = np.full((rows, context + BLOCK), -1, dtype=np.int32)
        self.marks = np.zeros((rows, context // BLOCK), dtype=np.int64)
        self.lengths = np.zeros(rows, dtype=np.int64)
        self.voices = np.zeros(rows, dtype=np.int64)
        self.age, self.ages = 0, np.zeros(rows, dtype=np.int64)

    def keep(self, read: dict[int, list[int]], voices: dict[int, int]) -> None:
        """These rows now hold these texts, read together."""
        self.age += 1
        for row, text in read.items():
            self._hold(row, np.array(text, dtype=np.int32))
            self.voices[row], self.ages[row] = voices[row], self.age

    def go_on(self, row: int, written: list[int]) -> None:
        """To what the row has read, these were added."""
        if self.lengths[row] and written:
            self._hold(row, np.append(self.tokens[row, : self.lengths[row]], np.array(written, dtype=np.int32)))

    def _hold(self, row: int, text: np.ndarray) -> None:
        self.tokens[row, : len(text)], self.tokens[row, len(text) :] = text, -1
        marks = marks_of(text)
        self.marks[row, : len(marks)], self.marks[row, len(marks) :] = marks, 0
        self.lengths[row] = len(text)

    def forget(self, rows: list[int] | slice = slice(None)) -> None:
        self.lengths[rows] = 0
        self.tokens[rows, 0] = -1
        self.marks[rows] = 0

    def known(self, row: int, prompt: list[int], voice: int) -> int:
        """How many of these tokens the row has, if that is most of them. One at least is read again, for the logits after it."""
        if self.voices[row] != voice:
            return 0
        same = min(int(first(self.tokens[[row], : len(prompt)] != np.array(prompt, dtype=np.int32))[0]), len(prompt) - 1)
        return same if 2 * same >= len(prompt) else 0

    def choose(self, asked: list[tuple[int, list[int]]], free: list[int], sizes: list[int]) -> list[int]:
        """A free row for each voice and prompt: the one whose whole text it goes on from, if there is one. The others, after those, get the
        one that begins most like it, of as few rows as a step may have if others do not save much, and if none does by half what was read into
        longest ago."""
        chosen: dict[int, int] = {}
        left = np.array(free)
        prompts = [Marked(prompt) for _, prompt in asked]
        for at, (voice, _) in enumerate(asked):
            rows, alike = self._alike(left, prompts[at], voice)
            whole = (alike == self.lengths[rows]) & (alike > 0)
            if whole.any():
                chosen[at] = int(rows[whole][alike[whole].argmax()])
                left = left[left != chosen[at]]
        for at, (voice, _) in enumerate(asked):
            if at not in chosen:
                few = left[left < next(size for size in sizes if size > left.min())]
                near, far = (self._most_alike(some, prompts[at], voice) for some in (few, left))
                # A row that makes the step wider is worth it only for a good part of the text.
                rows, alike = far if far[1] >= near[1] + BLOCK else near
                rows = rows if 2 * alike >= len(asked[at][1]) else few
                chosen[at] = int(rows[self.ages[rows].argmin()])
                left = left[left != chosen[at]]
        return [chosen[at] for at in range(len(asked))]

    def _most_alike(self, rows: np.ndarray, prompt: "Marked", voice: int) -> tuple[np.ndarray, int]:
        rows, alike = self._alike(rows, prompt, voice)
        most = int(alike.max()) if len(rows) else 0
        return rows[alike == most], most

    def _alike(self, rows: np.ndarray, prompt: "Marked", voice: int) -> tuple[np.ndarray, np.ndarray]:
        """The rows of that voice that share most whole blocks with the prompt or all of their own, and how many tokens each shares."""
        rows = rows[(self.voices[rows] == voice) & (self.lengths[rows] > 0)]
        if not len(rows):
            return rows, rows
        same = first(self.marks[rows, : len(prompt.marks)] != prompt.marks)
        likely = (same == same.max()) | (same == self.lengths[rows] // BLOCK)
        rows, begun = rows[likely], same[likely] * BLOCK
        places = begun[:, None] + np.arange(BLOCK)
        return rows, begun + first(self.tokens[rows[:, None], places] != prompt.tokens[places])


class Marked:
    """A prompt and its marks. No text has a -2."""

    def __init__(self, prompt: list[int]) -> None:
        tokens = np.array(prompt, dtype=np.int32)
        self.tokens, self.marks = np.append(tokens, np.full(BLOCK, -2, dtype=np.int32)), marks_of(tokens)


def first(true: np.ndarray) -> np.ndarray:
    """Where in each row the first true one is; its length where there is none."""
    if not true.shape[1]:
        return np.zeros(len(true), dtype=np.int64)
    return np.where(true.any(1), true.argmax(1), true.shape[1])


def marks_of(text: np.ndarray) -> np.ndarray:
    marks, sum_ = [], 0
    for end in range(BLOCK, len(text) + 1, BLOCK):
        sum_ = zlib.crc32(text[end - BLOCK : end].tobytes(), sum_)
        marks.append(sum_ + 1)
    return np.array(marks, dtype=np.int64)
