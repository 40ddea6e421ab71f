"""Rows into batches: in a seeded order, grouped by length or packed, the same on every machine and after every resume.

Padding is on the right, so a causal model needs no mask for it. `segments` numbers the dialogues of a row from 1, 0 is
padding; positions restart with each segment, and no token may look into another segment. Through padding positions go on: where
they start anew, Transformers takes a row for a packed one and makes a mask of the whole square. Where attention keeps within the bounds
of a dialogue (varlen.py), the dialogues of a batch are laid end to end as one row with next to no padding (`end_to_end`): the same
batch and the same update for fewer tokens. An epoch's order is a function of seed and epoch alone: a resumed run skips to its place
without having kept any.
"""

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import torch

from .masking import IGNORE, Example
from .parallel import Place
from .varlen import bounds_of


@dataclass
class Batch:
    """All [rows, length]. `labels` stand at the token they name; the loss shifts them. `bounds` is there where some row has
    several dialogues; it is made before the batch goes to its device, which is never asked. `longest`: how far two of them are apart
    at most, where that is known."""

    tokens: torch.Tensor
    labels: torch.Tensor
    segments: torch.Tensor
    positions: torch.Tensor
    samples: int
    bounds: torch.Tensor | None = None
    longest: int | None = None

    def to(self, device: torch.device) -> "Batch":
        parts = (self.tokens, self.labels, self.segments, self.positions)
        bounds = None if self.bounds is None else moved(self.bounds, device)
        return Batch(*(moved(one, device) for one in parts), samples=self.samples, bounds=bounds)

    def share(self, place: Place) -> "Batch":
        """A process's own rows."""
        parts = [place.share(one) for one in (self.tokens, self.labels, self.segments, self.positions)]
        if not len(parts[0]):
            return Batch(*parts, samples=0)
        return Batch(*parts, samples=int(parts[2].amax(1).sum()), bounds=bounds_of(parts[2]) if self.packed else None)

    @property
    def packed(self) -> bool:
        return self.bounds is not None

    def about(self) -> str:
        """For a message: its shape and how long its dialogues are."""
        counts = [row.bincount().tolist() for row in self.segments]
        lengths = [str(one) for row in counts for one in row[1:]]
        return f"{' x '.join(map(str, self.tokens.shape))} tokens, dialogues of {', '.join(lengths)}"

    def targets(self) -> torch.Tensor:
        """Labels moved to the place that predicts them. The first token of a segment is predicted by nobody."""
        moved = torch.full_like(self.labels, IGNORE)
        same = self.segments[:, 1:] == self.segments[:, :-1]
        moved[:, :-1] = torch.where(same, self.labels[:, 1:], IGNORE)
        return moved


def moved(tensor: torch.Tensor, device: torch.device) -> torch.Tensor:
    """On the device, without waiting for what runs there: only from pinned memory does a copy not wait."""
    if device.type == "cuda" and tensor.device.type == "cpu":
        tensor = tensor.pin_memory()
    return tensor.to(device, non_blocking=True)


def order(lengths: Sequence[int], batch: int, seed: int, epoch: int, by_length: bool) -> list[int]:
    """The order of an epoch. By length: sorted within windows of 50 batches of a shuffled list, so it stays random."""
    rng = random.Random(f"{seed}/{epoch}")
    places = list(range(len(lengths)))
    rng.shuffle(places)
    if not by_length:
        return places
    window = 50 * batch
    groups = []
    for start in range(0, len(places), window):
        chunk = sorted(places[start : start + window], key=lambda i: (-lengths[i], i))
        groups += [chunk[i : i + batch] for i in range(0, len(chunk), batch)]
    rng.shuffle(groups)
    # The short group of the end stays at the end, or later groups would straddle two lengths.
    groups.sort(key=lambda group: len(group) < batch)
    return [i for group in groups for i in group]


def pack(lengths: Sequence[int], places: Sequence[int], room: int) -> list[list[int]]:
    """Dialogues into rows of at most `room` tokens: each goes where it fits most tightly among the last 64 open rows."""
    rows: list[list[int]] = []
    open_rows: list[tuple[int, int]] = []  # (space left, row)
    for i in places:
        fitting = [(space, row) for space, row in open_rows if space >= lengths[i]]
        if fitting:
            space, row = min(fitting)
            open_rows.remove((space, row))
            rows[row].append(i)
        else:
            space, row = room, len(rows)
            rows.append([i])
        open_rows.append((space - lengths[i], row))
        open_rows = open_rows[-64:]
    return rows


def collate(rows: Sequence[Sequence[Example]], pad: int, length: int | None = None) -> Batch:
    """Rows of one or more examples as tensors."""
    longest = max((sum(len(example.tokens) for example in row) for row in rows), default=0)
    width = length or longest
    tokens = torch.full((len(rows), width), pad)
    labels = torch.full((len(rows), width), IGNORE)
    segments = torch.zeros((len(rows), width), dtype=torch.long)
    positions = torch.zeros((len(rows), width), dtype=torch.long)
    for r, row in enumerate(rows):
        at = 0
        for number, example in enumerate(row, 1):
            end = at + len(example.tokens)
            tokens[r, at:end] = torch.tensor(example.tokens)
            labels[r, at:end] = torch.tensor(example.labels)
            segments[r, at:end] = number
            positions[r, at:end] = torch.arange(end - at)
            at = end
        positions[r, at:] = torch.arange(width - at) + len(row[-1].tokens)
    bounds = bounds_of(segments) if any(len(row) > 1 for row in rows) else None
    return Batch(tokens, labels, segments, positions, sum(len(row) for row in rows), bounds)


class Loader:
    """Batches by number: `batch(k)` is the k-th of the run, whatever was asked before."""

    def __init__(
        self,
        examples: Sequence[Example],
        *,
        batch: int,
        pad: int,
        seed: int,
        by_length: bool = False,
        packing: bool = False,
        room: int = 512,
        multiple: int = 1,
        place: Place | None = None,
    ) -> None:
        self.examples, self.size, self.pad, self.seed = examples, batch, pad, seed
        self.by_length, self.packing, self.room, self.multiple = by_length, packing, room, multiple
        self.place, self.filled_to = place, 0
        self.lengths = [len(example.tokens) for example in examples]
        self.made: tuple[int, list[list[list[int]]]] | None = None

    def end_to_end(self, multiple: int) -> None:
        """From now on a batch is one row wherever that has fewer tokens, filled up to a multiple. Rows of like length then save
        nothing, and would make batches of all sizes, so the order is random."""
        self.filled_to, self.by_length, self.made = multiple, False, None

    @property
    def longest(self) -> int:
        """The most tokens between two bounds of a row that holds several dialogues; what fills it up counts too."""
        return max(self.room, self.filled_to)

    def epoch(self, number: int) -> list[list[list[int]]]:
        """The batches of an epoch, each a list of rows, each a list of places."""
        if not self.made or self.made[0] != number:
            places = order(self.lengths, self.size, self.seed, number, self.by_length and not self.packing)
            rows = pack(self.lengths, places, self.room) if self.packing else [[i] for i in places]
            self.made = (number, [rows[i : i + self.size] for i in range(0, len(rows), self.size)])
        return self.made[1]

    def batches(self, start: int = 0) -> Iterator[Batch]:
        """From the start-th on, epoch after epoch, without end."""
        epoch = 0
        while start >= len(self.epoch(epoch)):
            start -= len(self.epoch(epoch))
            epoch += 1
        while True:
            for rows in self.epoch(epoch)[start:]:
                yield self.collate(rows)
            epoch, start = epoch + 1, 0

    def collate(self, rows: Sequence[Sequence[int]]) -> Batch:
        """This process's share of a batch: every process counts every batch and makes its own rows of it."""
        rows = self.place.share(rows) if self.place else rows
        # A compiled step is compiled for each width, so widths are few: whole multiples, or the room of a packed row.
        used = [sum(self.lengths[i] for i in row) for row in rows]
        length = self.room if self.packing else min(self.room, up_to(max(used, default=0), self.multiple))
        if self.filled_to and len(rows) > 1 and (whole := up_to(sum(used), self.filled_to)) < len(rows) * length:
            rows, length = [[i for row in rows for i in row]], whole
        return collate([[self.examples[i] for i in row] for row in rows], self.pad, length)


def up_to(number: int, multiple: int) -> int:
    """The least whole multiple that is not smaller."""
    return -(-number // multiple) * multiple
