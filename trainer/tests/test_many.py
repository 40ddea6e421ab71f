"""The same list, whether made here or by other processes."""

from parley_trainer.many import over_many


def test_processes_give_the_list_in_its_order():
    offset = 7
    items = list(range(5000))
    assert over_many(lambda item: item * item + offset, items, few=1) == [item * item + offset for item in items]
