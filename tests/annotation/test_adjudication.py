from tests.annotation.sample_project import SampleProject
from webwinnow.annotation import (
    ADJUDICATOR,
    find_differences,
    finish,
    label,
    page_status,
    page_statuses,
    redo,
    undo,
)


def test_a_page_with_one_annotator_needs_no_settling(sample: SampleProject) -> None:
    page = sample.add()
    assert page_status(sample.store, page).problem == "no annotator has marked this page as done"
    sample.done(page, "Ann")
    now = page_status(sample.store, page)
    assert (now.is_settled, now.problem) == (False, None)
    assert now.labels is not None
    assert now.labels.tolist() == [1, 3, 4, 4, 4, 5, 5, 1]


def test_equal_labels_settle_a_page(sample: SampleProject) -> None:
    page = sample.add()
    sample.done(page, "Ann")
    sample.done(page, "Ben")
    assert page_status(sample.store, page).is_settled
    assert find_differences(sample.store, page).differences == []


def test_content_equals_the_kind_of_the_markup(sample: SampleProject) -> None:
    page = sample.add()
    sample.done(page, "Ann", [1], to=2)
    sample.done(page, "Ben", [1], to=3)
    assert page_status(sample.store, page).is_settled


def test_only_differing_blocks_are_listed(sample: SampleProject) -> None:
    page = sample.add()
    sample.done(page, "Ann")
    sample.done(page, "Ben", [1, 2, 4])
    found = find_differences(sample.store, page)
    assert found.status.problem == "annotators differ, and the difference is not settled (3 blocks)"
    assert [each.text for each in found.differences] == [
        "It rained all night.",
        "One boat sank.",
        "Two did not.",
    ]
    first, second, _ = found.differences
    assert (first.runs, first.differs) == ([2, 3, 4], [3])
    assert (first.labels, first.by_run["Ben"]) == ({"Ann": 2, "Ben": None}, [2, 1, 2])
    assert (second.labels, second.final, second.is_open) == ({"Ann": 2, "Ben": 1}, 0, True)


def test_annotators_who_are_not_done_do_not_count(sample: SampleProject) -> None:
    page = sample.add()
    sample.done(page, "Ann")
    sample.label(page, "Ben", range(8), 1)
    assert page_status(sample.store, page).problem is None


def test_a_page_is_settled_when_every_difference_is_decided(sample: SampleProject) -> None:
    page = sample.add()
    sample.done(page, "Ann")
    sample.done(page, "Ben", [1, 5, 6])
    label(sample.store, page, ADJUDICATOR, [2, 3], 4)
    assert page_status(sample.store, page).open_blocks == 1
    label(sample.store, page, ADJUDICATOR, [4], 1)
    now = page_status(sample.store, page)
    assert (now.is_settled, now.problem) == (True, None)
    assert now.labels is not None
    assert now.labels.tolist() == [1, 3, 4, 4, 1, 5, 5, 1]
    (difference,) = find_differences(sample.store, page).differences
    assert (difference.final, difference.is_open) == (None, False)


def test_decisions_can_be_undone(sample: SampleProject) -> None:
    page = sample.add()
    sample.done(page, "Ann")
    sample.done(page, "Ben", [1, 5, 6])
    label(sample.store, page, ADJUDICATOR, [2, 3, 4], 4)
    undo(sample.store, page, ADJUDICATOR)
    assert not page_status(sample.store, page).is_settled
    redo(sample.store, page, ADJUDICATOR)
    assert page_status(sample.store, page).is_settled


def test_a_decision_can_overrule_all_annotators(sample: SampleProject) -> None:
    page = sample.add()
    sample.done(page, "Ann")
    sample.done(page, "Ben")
    label(sample.store, page, ADJUDICATOR, [1], 1)
    now = page_status(sample.store, page)
    assert now.labels is not None
    assert (now.labels[1], now.overruled_blocks) == (1, 1)


def test_a_decision_that_all_annotators_contradict_is_listed(sample: SampleProject) -> None:
    page = sample.add()
    sample.done(page, "Ann", [1, 5])
    sample.done(page, "Ben", [1])
    label(sample.store, page, ADJUDICATOR, [5], 2)
    assert page_status(sample.store, page).overruled_blocks == 0
    label(sample.store, page, "Ann", [5], 1)
    found = find_differences(sample.store, page)
    (difference,) = found.differences
    assert (difference.differs, difference.labels) == ([5], {"Ann": 1, "Ben": 1})
    assert (difference.final, difference.is_open, difference.is_overruled) == (2, False, True)
    assert (found.status.overruled_blocks, found.status.is_settled) == (1, True)
    label(sample.store, page, ADJUDICATOR, [5], 1)
    assert find_differences(sample.store, page).differences == []


def test_a_decision_for_the_markup_kind_overrules_no_annotator(
    sample: SampleProject,
) -> None:
    page = sample.add()
    sample.done(page, "Ann", [1])
    label(sample.store, page, ADJUDICATOR, [1], 3)
    assert page_status(sample.store, page).overruled_blocks == 0
    assert find_differences(sample.store, page).differences == []


def test_a_later_label_can_unsettle_a_page(sample: SampleProject) -> None:
    page = sample.add()
    sample.done(page, "Ann")
    sample.done(page, "Ben")
    label(sample.store, page, "Ben", [0], 2)
    assert not page_status(sample.store, page).is_settled
    finish(sample.store, page, "Ben", False)
    assert page_status(sample.store, page).problem is None


def test_page_statuses_lists_all_pages_of_a_project(sample: SampleProject) -> None:
    first, second = sample.add("a", "<p>a"), sample.add("b", "<p>b")
    sample.done(second, "Ann", [0])
    assert [
        (each.page.id, each.problem is None) for each in page_statuses(sample.store, sample.project)
    ] == [
        (first, False),
        (second, True),
    ]
