import torch

from parley_trainer.batches import Loader, collate, order, pack
from parley_trainer.engines import LoraShape, PeftEngine
from parley_trainer.fused import FusedEngine
from parley_trainer.loss import token_loss
from parley_trainer.masking import IGNORE, Example
from parley_trainer.parallel import Place
from parley_trainer.toy import toy_model


def example(length: int, learned: int = 1) -> Example:
    tokens = list(range(1, length + 1))
    return Example(tokens, [IGNORE] * (length - learned) + tokens[length - learned :])


def test_an_epoch_has_every_row_once_in_an_order_of_its_own():
    lengths = [3, 9, 4, 4, 8, 1, 7]
    for by_length in (False, True):
        first, second = (order(lengths, 2, 5, epoch, by_length) for epoch in (0, 1))
        assert sorted(first) == sorted(second) == list(range(7))
        assert first != second
        assert first == order(lengths, 2, 5, 0, by_length)


def test_grouped_by_length_pads_less_than_at_random():
    lengths = [(i * 37) % 100 + 1 for i in range(400)]

    def padding(places):
        groups = [places[i : i + 8] for i in range(0, len(places), 8)]
        return sum(max(lengths[i] for i in group) * len(group) - sum(lengths[i] for i in group) for group in groups)

    assert padding(order(lengths, 8, 1, 0, True)) < padding(order(lengths, 8, 1, 0, False)) / 10


def test_packing_loses_nothing_and_overfills_nothing():
    lengths = [(i * 37) % 60 + 1 for i in range(200)]
    rows = pack(lengths, range(200), 64)
    assert sorted(i for row in rows for i in row) == list(range(200))
    used = [sum(lengths[i] for i in row) for row in rows]
    assert max(used) <= 64
    assert sum(used) / (64 * len(rows)) > 0.95


def test_end_to_end_a_batch_has_the_same_dialogues_and_the_same_loss_with_next_to_no_padding():
    examples = [example(3 + (i * 7) % 40, learned=2) for i in range(48)]
    padded, flat = (Loader(examples, batch=8, pad=0, seed=1, room=48) for _ in range(2))
    flat.end_to_end(16)
    engine = FusedEngine(toy_model(), LoraShape(), varlen=True)
    sizes = [0, 0]
    for rows in flat.epoch(0):
        batches = [one.collate(rows) for one in (padded, flat)]
        assert [len(one.tokens) for one in batches] == [8, 1] and batches[0].samples == batches[1].samples == 8
        assert flat.longest == 48  # bounds are no further apart, padding included
        losses = [token_loss(engine.hidden(one), engine.head(), one.targets().reshape(-1)) for one in batches]
        assert torch.allclose(*losses, rtol=1e-5)
        sizes = [size + one.tokens.numel() for size, one in zip(sizes, batches, strict=True)]
    used = sum(flat.lengths)
    assert sizes[1] - used < 16 * 6 < sizes[0] - used


def test_rows_without_padding_stay_rows():
    loader = Loader([example(16) for _ in range(8)], batch=4, pad=0, seed=1, room=16)
    loader.end_to_end(16)
    assert next(loader.batches()).tokens.shape == (4, 16)


def test_processes_have_their_own_dialogues_of_a_batch_and_the_last_may_have_none():
    examples = [example(n) for n in range(2, 8)]
    whole = Loader(examples, batch=4, pad=0, seed=1)
    parts = [Loader(examples, batch=4, pad=0, seed=1, place=Place(rank, 3, torch.device("cpu"))) for rank in range(3)]
    for rows in whole.epoch(0):
        own = [one.collate(rows) for one in parts]
        assert sum(one.samples for one in own) == len(rows)
        labels = sorted(int(label) for one in own for label in one.targets()[one.targets() != IGNORE])
        every = whole.collate(rows).targets()
        assert labels == sorted(int(label) for label in every[every != IGNORE])
    assert own[2].samples == 0 and not (own[2].targets() != IGNORE).any()


def test_targets_stand_before_their_token_and_never_cross_a_segment():
    batch = collate([[example(3, 3), example(2, 2)]], pad=0, length=7)
    assert batch.tokens.tolist() == [[1, 2, 3, 1, 2, 0, 0]]
    assert batch.positions.tolist() == [[0, 1, 2, 0, 1, 2, 3]]
    assert batch.targets().tolist() == [[2, 3, IGNORE, 2, IGNORE, IGNORE, IGNORE]]
    assert batch.samples == 2 and batch.packed
    assert batch.about() == "1 x 7 tokens, dialogues of 3, 2"


def test_padding_makes_no_mask_of_the_whole_square(monkeypatch):
    batch = collate([[example(5)], [example(40)]], pad=0)
    masks, real = [], torch.nn.functional.scaled_dot_product_attention

    def watched(*args, attn_mask=None, **more):
        masks.append(attn_mask)
        return real(*args, attn_mask=attn_mask, **more)

    monkeypatch.setattr(torch.nn.functional, "scaled_dot_product_attention", watched)
    PeftEngine(toy_model(), LoraShape()).hidden(batch)
    assert masks == [None, None]  # one a layer


def test_batches_can_be_taken_up_in_the_middle_of_an_epoch():
    loader = Loader([example(n) for n in range(2, 12)], batch=3, pad=0, seed=3)
    from_start = loader.batches()
    whole = [next(from_start).tokens for _ in range(11)]
    for start in (1, 4, 6):
        rest = Loader(loader.examples, batch=3, pad=0, seed=3).batches(start)
        assert all(torch.equal(next(rest).tokens, one) for one in whole[start:])
