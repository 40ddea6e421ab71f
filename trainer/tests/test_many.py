"""The same list, whether made here or by other processes."""

import signal

from parley_trainer.cores import cores, granted
from parley_trainer.many import over_many


def test_processes_give_the_list_in_its_order():
    offset = 7
    items = list(range(5000))
    assert over_many(lambda item: item * item + offset, items, few=1) == [item * item + offset for item in items]


def test_helpers_go_at_a_signal_although_the_run_itself_stays():
    before = signal.signal(signal.SIGTERM, lambda *_: None)
    try:
        assert set(over_many(lambda _: signal.getsignal(signal.SIGTERM), list(range(1000)), few=1)) == {signal.SIG_DFL}
    finally:
        signal.signal(signal.SIGTERM, before)


def test_a_share_of_the_machine_is_not_taken_for_all_of_it(monkeypatch, tmp_path):
    assert (granted("max 100000"), granted("1600000 100000"), granted("50000 100000")) == (None, 16, 1)
    (tmp_path / "cpu.max").write_text("100000 100000\n")
    monkeypatch.setattr("parley_trainer.cores.QUOTA", tmp_path / "cpu.max")
    assert cores() == 1
