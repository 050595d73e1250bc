from pathlib import Path

import numpy as np
import pytest

from webwinnow.corpus.dedup.exchange import write_sorted
from webwinnow.corpus.dedup.verdicts import FatesInFiles, FatesInTables, Repeats
from webwinnow.corpus.settings import Settings
from webwinnow.corpus.workspace import Work

DUPLICATES = {3: 0, 5: 1, 9: 1}
SEEN = [(2, 70), (4, 71), (4, 72), (9, 70)]


@pytest.fixture
def work(tmp_path: Path) -> Work:
    work = Work(tmp_path, Settings(), ())
    for number in range(2):  # buckets
        orders = [order for order in DUPLICATES if order % 2 == number]
        kinds = np.array([DUPLICATES[order] for order in orders], np.int8)
        path = work.file("same", number)
        write_sorted(path, work.scratch, np.array(orders, np.int64), kind=kinds)
        part = np.array(SEEN[number::2], np.int64)
        write_sorted(work.file("seen", number), work.scratch, part[:, 0], value=part[:, 1])
    return work


@pytest.mark.parametrize("window", [1, 3, 100])
def test_fates_are_the_same_in_windows_of_any_size(
    work: Work, window: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(FatesInFiles, "WINDOW", window)
    fates = FatesInFiles(work, same=2, seen=2)
    for first, last in ((0, 4), (4, 6), (6, 8), (8, 20)):
        said = fates.between(first, last)
        expected = {order: kind for order, kind in DUPLICATES.items() if first <= order < last}
        found = dict(zip(said.duplicates.tolist(), said.kinds.tolist(), strict=True))
        assert found == expected
        for order in range(first, last):
            wanted = [value for place, value in SEEN if place == order]
            assert sorted(said.repeats.of(order).tolist()) == wanted


def test_fates_in_tables_are_those_in_files(work: Work) -> None:
    orders = np.array(sorted(DUPLICATES), np.int64)
    kinds = np.array([DUPLICATES[order] for order in orders.tolist()], np.int8)
    seen = np.array(SEEN, np.int64)
    tables = FatesInTables(orders, kinds, Repeats(seen[:, 0], seen[:, 1]))
    files = FatesInFiles(work, same=2, seen=2)
    for first in range(0, 10, 2):
        some, others = tables.between(first, first + 2), files.between(first, first + 2)
        assert some.duplicates.tolist() == others.duplicates.tolist()
        assert some.kinds.tolist() == others.kinds.tolist()
        assert some.repeats.order.tolist() == others.repeats.order.tolist()


def test_without_deduplication_there_is_nothing_to_say(tmp_path: Path) -> None:
    said = FatesInFiles(Work(tmp_path, Settings(), ()), same=0, seen=0).between(0, 10)
    assert (len(said.duplicates), len(said.repeats.order)) == (0, 0)
