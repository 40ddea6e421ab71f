"""The same list, whether made here or by other processes."""

import signal

from parley_trainer.many import over_many


def test_processes_give_the_list_in_its_order():
    offset = 7
    items = list(range(5000))
    assert over_many(lambda item: item * item + offset, items, few=1) == [item * item + offset for item in items]


def test_helpers_go_although_the_run_itself_stays_at_a_signal():
    before = signal.signal(signal.SIGTERM, lambda *_: None)
    try:
        assert over_many(lambda item: item, list(range(1000)), few=1) == list(range(1000))
    finally:
        signal.signal(signal.SIGTERM, before)
