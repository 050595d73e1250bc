from pathlib import Path

import numpy as np
import pytest

from webwinnow.corpus.dedup.exchange import write_sorted
from webwinnow.corpus.dedup.results import FileDedupResults, Repeats, TableDedupResults
from webwinnow.corpus.settings import Settings
from webwinnow.corpus.workspace import Workspace

DUPLICATES = {3: 0, 5: 1, 9: 1}
SEEN = [(2, 70), (4, 71), (4, 72), (9, 70)]


@pytest.fixture
def workspace(tmp_path: Path) -> Workspace:
    workspace = Workspace(tmp_path, Settings(), ())
    for number in range(2):  # buckets
        orders = [order for order in DUPLICATES if order % 2 == number]
        kinds = np.array([DUPLICATES[order] for order in orders], np.int8)
        path = workspace.file("same", number)
        write_sorted(path, workspace.scratch, np.array(orders, np.int64), kind=kinds)
        part = np.array(SEEN[number::2], np.int64)
        write_sorted(
            workspace.file("seen", number), workspace.scratch, part[:, 0], value=part[:, 1]
        )
    return workspace


@pytest.mark.parametrize("window", [1, 3, 100])
def test_dedup_results_do_not_depend_on_the_window(
    workspace: Workspace, window: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(FileDedupResults, "WINDOW", window)
    results = FileDedupResults(workspace, key_buckets=2, repeat_buckets=2)
    for first, last in ((0, 4), (4, 6), (6, 8), (8, 20)):
        found = results.between(first, last)
        expected = {order: kind for order, kind in DUPLICATES.items() if first <= order < last}
        kinds = dict(zip(found.duplicates.tolist(), found.kinds.tolist(), strict=True))
        assert kinds == expected
        for order in range(first, last):
            wanted = [value for place, value in SEEN if place == order]
            assert sorted(found.repeats.of(order).tolist()) == wanted


def test_dedup_results_of_tables_and_files_agree(workspace: Workspace) -> None:
    orders = np.array(sorted(DUPLICATES), np.int64)
    kinds = np.array([DUPLICATES[order] for order in orders.tolist()], np.int8)
    seen = np.array(SEEN, np.int64)
    tables = TableDedupResults(orders, kinds, Repeats(seen[:, 0], seen[:, 1]))
    files = FileDedupResults(workspace, key_buckets=2, repeat_buckets=2)
    for first in range(0, 10, 2):
        some, others = tables.between(first, first + 2), files.between(first, first + 2)
        assert some.duplicates.tolist() == others.duplicates.tolist()
        assert some.kinds.tolist() == others.kinds.tolist()
        assert some.repeats.order.tolist() == others.repeats.order.tolist()


def test_without_deduplication_there_are_no_dedup_results(tmp_path: Path) -> None:
    found = FileDedupResults(
        Workspace(tmp_path, Settings(), ()), key_buckets=0, repeat_buckets=0
    ).between(0, 10)
    assert (len(found.duplicates), len(found.repeats.order)) == (0, 0)
