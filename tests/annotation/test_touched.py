"""Labels of a method are told from those that somebody has given."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.annotation.sample_project import Small, Sure
from webwinnow.annotation import label, open_page, redo, touched, undo

BOILERPLATE, HEADING = 1, 3


@pytest.fixture
def opened(tmp_path: Path) -> Iterator[tuple[Small, int]]:
    """A page whose first two runs a method takes for headings."""
    small = Small(tmp_path, prelabel="sure")
    page = small.add()
    open_page(small.store, page, "Ann", lambda _: Sure())
    yield small, page
    small.store.close()


def test_nothing_is_touched_at_first(opened: tuple[Small, int]) -> None:
    small, page = opened
    assert touched(small.store, page, "Ann") == []


def test_to_change_and_to_confirm_is_to_touch(opened: tuple[Small, int]) -> None:
    small, page = opened
    label(small.store, page, "Ann", [0], BOILERPLATE)
    assert label(small.store, page, "Ann", [1], HEADING).changes == [(1, HEADING, HEADING)]
    assert touched(small.store, page, "Ann") == [0, 1]
    assert touched(small.store, page, "Ben") == []


def test_what_is_undone_is_untouched_again(opened: tuple[Small, int]) -> None:
    small, page = opened
    label(small.store, page, "Ann", [1], HEADING)
    undo(small.store, page, "Ann")
    assert touched(small.store, page, "Ann") == []
    redo(small.store, page, "Ann")
    assert touched(small.store, page, "Ann") == [1]


def test_to_confirm_twice_is_no_act(opened: tuple[Small, int]) -> None:
    small, page = opened
    first = label(small.store, page, "Ann", [1], HEADING)
    again = label(small.store, page, "Ann", [1], HEADING)
    assert (again.changes, again.marks.change) == ([], first.marks.change)
