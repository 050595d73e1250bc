from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.annotation.sample_project import RUNS, FixedMethod, SampleProject
from webwinnow._core import Decision, Page
from webwinnow.annotation import (
    NotFound,
    annotator_labels,
    annotator_states,
    finish,
    label,
    labelled_runs,
    open_page,
    redo,
    undo,
)
from webwinnow.methods.base import Method

BOILERPLATE, HEADING = 1, 3


def test_an_unopened_page_has_no_labels(sample: SampleProject) -> None:
    found = annotator_labels(sample.store, sample.add(), "Ann")
    assert (found.labels.tolist(), found.state, found.change) == ([0] * RUNS, "untouched", 0)
    assert (found.can_undo, found.can_redo, found.left) == (False, False, 6)


def test_annotators_have_separate_labels(sample: SampleProject) -> None:
    page = sample.add()
    label(sample.store, page, "Ann", [1], 3)
    assert annotator_labels(sample.store, page, "Ben").labels.tolist() == [0] * RUNS
    assert annotator_states(sample.store, sample.project) == {page: {"Ann": "begun"}}


def test_unknown_annotators_and_pages_are_not_found(sample: SampleProject) -> None:
    with pytest.raises(NotFound, match="no annotator 'Cyd'"):
        label(sample.store, sample.add(), "Cyd", [0], 1)
    with pytest.raises(NotFound, match="no page has the id 99"):
        annotator_labels(sample.store, 99, "Ann")


def test_a_page_is_prelabelled_with_the_method_of_the_project(tmp_path: Path) -> None:
    sample = SampleProject(tmp_path, prelabel="sure")
    page = sample.add()
    found = open_page(sample.store, page, "Ann", lambda name: FixedMethod()).current
    assert found.labels.tolist() == [3, 3, 1, 1, 1, 1, 1, 1]
    assert (found.state, found.prelabelled, found.can_undo) == ("untouched", "sure", False)
    # The method labels a page once; later labels of the annotator stay.
    label(sample.store, page, "Ann", [0], 1)
    again = open_page(sample.store, page, "Ann", lambda name: FixedMethod()).current
    assert (again.labels[0], again.state, again.prelabelled) == (1, "begun", "sure")
    assert undo(sample.store, page, "Ann").current.labels[0] == 3


def test_prelabels_can_be_marked_as_done_unchanged(tmp_path: Path) -> None:
    sample = SampleProject(tmp_path, prelabel="sure")
    page = sample.add()
    open_page(sample.store, page, "Ann", lambda name: FixedMethod())
    assert finish(sample.store, page, "Ann").current.state == "done"


def test_a_method_that_fails_leaves_the_page_without_labels(tmp_path: Path) -> None:
    class Failing(Method):
        def decide(self, page: Page) -> Decision:
            raise RuntimeError("no luck")

    sample = SampleProject(tmp_path, prelabel="failing")
    page = sample.add()
    opened = open_page(sample.store, page, "Ann", lambda name: Failing())
    assert opened.problem == "failing could not label the page (RuntimeError: no luck)"
    assert opened.current.labels.tolist() == [0] * RUNS
    # A later call tries the method again.
    assert open_page(sample.store, page, "Ann", lambda name: FixedMethod()).current.labels[0] == 3


@pytest.fixture
def prelabelled(tmp_path: Path) -> Iterator[tuple[SampleProject, int]]:
    """A page whose first two runs a method labels as headings."""
    sample = SampleProject(tmp_path, prelabel="sure")
    page = sample.add()
    open_page(sample.store, page, "Ann", lambda _: FixedMethod())
    yield sample, page
    sample.store.close()


def test_a_prelabelled_page_has_no_labelled_runs(prelabelled: tuple[SampleProject, int]) -> None:
    sample, page = prelabelled
    assert labelled_runs(sample.store, page, "Ann") == []


def test_changed_and_confirmed_runs_are_labelled(
    prelabelled: tuple[SampleProject, int],
) -> None:
    sample, page = prelabelled
    label(sample.store, page, "Ann", [0], BOILERPLATE)
    assert label(sample.store, page, "Ann", [1], HEADING).changes == [(1, HEADING, HEADING)]
    assert labelled_runs(sample.store, page, "Ann") == [0, 1]
    assert labelled_runs(sample.store, page, "Ben") == []


def test_undone_labels_do_not_count_as_labelled(prelabelled: tuple[SampleProject, int]) -> None:
    sample, page = prelabelled
    label(sample.store, page, "Ann", [1], HEADING)
    undo(sample.store, page, "Ann")
    assert labelled_runs(sample.store, page, "Ann") == []
    redo(sample.store, page, "Ann")
    assert labelled_runs(sample.store, page, "Ann") == [1]


def test_confirming_twice_is_no_action(prelabelled: tuple[SampleProject, int]) -> None:
    sample, page = prelabelled
    first = label(sample.store, page, "Ann", [1], HEADING)
    again = label(sample.store, page, "Ann", [1], HEADING)
    assert (again.changes, again.current.change) == ([], first.current.change)
