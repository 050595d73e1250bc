from pathlib import Path

import pytest

from tests.annotation.sample_project import RUNS, Small, Sure
from webwinnow._core import Decision, Page
from webwinnow.annotation import NotThere, finish, label, marks, open_page, states, undo
from webwinnow.methods.base import Method


def test_a_page_that_nobody_opened_has_no_labels(small: Small) -> None:
    found = marks(small.store, small.add(), "Ann")
    assert (found.labels.tolist(), found.state, found.change) == ([0] * RUNS, "untouched", 0)
    assert (found.can_undo, found.can_redo, found.left) == (False, False, 6)


def test_annotators_do_not_see_each_other(small: Small) -> None:
    page = small.add()
    label(small.store, page, "Ann", [1], 3)
    assert marks(small.store, page, "Ben").labels.tolist() == [0] * RUNS
    assert states(small.store, small.project) == {page: {"Ann": "begun"}}


def test_strangers_and_missing_pages_are_not_there(small: Small) -> None:
    with pytest.raises(NotThere, match="no annotator 'Cyd'"):
        label(small.store, small.add(), "Cyd", [0], 1)
    with pytest.raises(NotThere, match="no page has the number 99"):
        marks(small.store, 99, "Ann")


def test_a_project_with_a_method_begins_with_its_labels(tmp_path: Path) -> None:
    small = Small(tmp_path, prelabel="sure")
    page = small.add()
    found = open_page(small.store, page, "Ann", lambda name: Sure()).marks
    assert found.labels.tolist() == [3, 3, 1, 1, 1, 1, 1, 1]
    assert (found.state, found.prelabelled, found.can_undo) == ("untouched", "sure", False)
    # Once: what the annotator says afterwards is not asked of the method again.
    label(small.store, page, "Ann", [0], 1)
    again = open_page(small.store, page, "Ann", lambda name: Sure()).marks
    assert (again.labels[0], again.state, again.prelabelled) == (1, "begun", "sure")
    assert undo(small.store, page, "Ann").marks.labels[0] == 3


def test_labels_of_a_method_can_be_done_as_they_are(tmp_path: Path) -> None:
    small = Small(tmp_path, prelabel="sure")
    page = small.add()
    open_page(small.store, page, "Ann", lambda name: Sure())
    assert finish(small.store, page, "Ann").marks.state == "done"


def test_a_method_that_fails_leaves_the_page_without_labels(tmp_path: Path) -> None:
    class Failing(Method):
        def decide(self, page: Page) -> Decision:
            raise RuntimeError("no luck")

    small = Small(tmp_path, prelabel="failing")
    page = small.add()
    opened = open_page(small.store, page, "Ann", lambda name: Failing())
    assert opened.problem == "failing could not label the page (RuntimeError: no luck)"
    assert opened.marks.labels.tolist() == [0] * RUNS
    # The next time it may do better.
    assert open_page(small.store, page, "Ann", lambda name: Sure()).marks.labels[0] == 3
