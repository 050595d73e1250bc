from tests.annotation.sample_project import Small
from webwinnow.annotation import FINAL, adjudication, finish, label, redo, standing, standings, undo


def test_with_one_annotator_nothing_is_to_be_settled(small: Small) -> None:
    page = small.add()
    assert standing(small.store, page).problem == "nobody has said that this page is done"
    small.done(page, "Ann")
    now = standing(small.store, page)
    assert (now.is_settled, now.problem) == (False, None)
    assert now.labels is not None
    assert now.labels.tolist() == [1, 3, 4, 4, 4, 5, 5, 1]


def test_annotators_who_say_the_same_settle_a_page(small: Small) -> None:
    page = small.add()
    small.done(page, "Ann")
    small.done(page, "Ben")
    assert standing(small.store, page).is_settled
    assert adjudication(small.store, page).differences == []


def test_content_and_the_kind_that_the_markup_says_are_the_same(small: Small) -> None:
    page = small.add()
    small.done(page, "Ann", [1], to=2)
    small.done(page, "Ben", [1], to=3)
    assert standing(small.store, page).is_settled


def test_only_blocks_on_which_annotators_differ_are_shown(small: Small) -> None:
    page = small.add()
    small.done(page, "Ann")
    small.done(page, "Ben", [1, 2, 4])
    found = adjudication(small.store, page)
    assert found.standing.problem == "annotators differ, and nobody has decided (3 blocks)"
    assert [each.text for each in found.differences] == [
        "It rained all night.",
        "One boat sank.",
        "Two did not.",
    ]
    first, second, _ = found.differences
    assert (first.runs, first.differs) == ([2, 3, 4], [3])
    assert (first.labels, first.by_run["Ben"]) == ({"Ann": 2, "Ben": None}, [2, 1, 2])
    assert (second.labels, second.final, second.is_open) == ({"Ann": 2, "Ben": 1}, 0, True)


def test_who_is_not_done_has_no_say(small: Small) -> None:
    page = small.add()
    small.done(page, "Ann")
    small.label(page, "Ben", range(8), 1)
    assert standing(small.store, page).problem is None


def test_a_page_is_settled_when_no_difference_is_open(small: Small) -> None:
    page = small.add()
    small.done(page, "Ann")
    small.done(page, "Ben", [1, 5, 6])
    label(small.store, page, FINAL, [2, 3], 4)
    assert standing(small.store, page).open_blocks == 1
    label(small.store, page, FINAL, [4], 1)
    now = standing(small.store, page)
    assert (now.is_settled, now.problem) == (True, None)
    assert now.labels is not None
    assert now.labels.tolist() == [1, 3, 4, 4, 1, 5, 5, 1]
    (difference,) = adjudication(small.store, page).differences
    assert (difference.final, difference.is_open) == (None, False)


def test_decisions_are_acts_that_can_be_undone(small: Small) -> None:
    page = small.add()
    small.done(page, "Ann")
    small.done(page, "Ben", [1, 5, 6])
    label(small.store, page, FINAL, [2, 3, 4], 4)
    undo(small.store, page, FINAL)
    assert not standing(small.store, page).is_settled
    redo(small.store, page, FINAL)
    assert standing(small.store, page).is_settled


def test_what_all_say_can_be_decided_otherwise(small: Small) -> None:
    page = small.add()
    small.done(page, "Ann")
    small.done(page, "Ben")
    label(small.store, page, FINAL, [1], 1)
    now = standing(small.store, page)
    assert now.labels is not None
    assert (now.labels[1], now.overruled_blocks) == (1, 1)


def test_a_decision_that_all_have_come_to_contradict_is_shown(small: Small) -> None:
    page = small.add()
    small.done(page, "Ann", [1, 5])
    small.done(page, "Ben", [1])
    label(small.store, page, FINAL, [5], 2)
    assert standing(small.store, page).overruled_blocks == 0
    label(small.store, page, "Ann", [5], 1)
    found = adjudication(small.store, page)
    (difference,) = found.differences
    assert (difference.differs, difference.labels) == ([5], {"Ann": 1, "Ben": 1})
    assert (difference.final, difference.is_open, difference.is_overruled) == (2, False, True)
    assert (found.standing.overruled_blocks, found.standing.is_settled) == (1, True)
    label(small.store, page, FINAL, [5], 1)
    assert adjudication(small.store, page).differences == []


def test_a_decision_that_says_the_same_in_other_words_overrules_nobody(small: Small) -> None:
    page = small.add()
    small.done(page, "Ann", [1])
    label(small.store, page, FINAL, [1], 3)
    assert standing(small.store, page).overruled_blocks == 0
    assert adjudication(small.store, page).differences == []


def test_an_annotator_who_changes_something_opens_the_page_again(small: Small) -> None:
    page = small.add()
    small.done(page, "Ann")
    small.done(page, "Ben")
    label(small.store, page, "Ben", [0], 2)
    assert not standing(small.store, page).is_settled
    finish(small.store, page, "Ben", False)
    assert standing(small.store, page).problem is None


def test_all_pages_of_a_project_are_told_of_at_once(small: Small) -> None:
    first, second = small.add("a", "<p>a"), small.add("b", "<p>b")
    small.done(second, "Ann", [0])
    assert [
        (each.page.id, each.problem is None) for each in standings(small.store, small.project)
    ] == [
        (first, False),
        (second, True),
    ]
