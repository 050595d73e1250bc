import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.annotation.sample_project import HTML, RUNS, Small
from webwinnow.annotation import (
    FINAL,
    AnnotationError,
    Conflict,
    Store,
    Unfinished,
    finish,
    label,
    marks,
    redo,
    undo,
)


def test_a_label_is_an_act_that_is_answered_with_what_changed(small: Small) -> None:
    page = small.add()
    label(small.store, page, "Ann", [1], 3)
    done = label(small.store, page, "Ann", [1, 2], 4)
    assert done.changes == [(1, 3, 4), (2, 0, 4)]
    assert done.marks.labels.tolist() == [0, 4, 4, 0, 0, 0, 0, 0]
    assert (done.marks.state, done.marks.change, done.marks.can_undo) == ("begun", 2, True)


def test_what_cannot_be_seen_is_passed_over(small: Small) -> None:
    page = small.add(html="<p>a<p hidden>b<script>c</script><p>d")
    done = label(small.store, page, "Ann", range(4), 2)
    assert done.marks.labels.tolist() == [2, 0, 0, 2]
    assert done.marks.left == 0


def test_a_label_that_changes_nothing_is_no_act(small: Small) -> None:
    page = small.add()
    label(small.store, page, "Ann", [1], 3)
    done = label(small.store, page, "Ann", [1], 3)
    assert (done.changes, done.marks.change) == ([], 1)


@pytest.mark.parametrize(("runs", "number"), [([RUNS], 2), ([-1], 2), ([0], 6), ([0], -1)])
def test_runs_and_labels_that_are_not_there_are_refused(
    small: Small, runs: list[int], number: int
) -> None:
    page = small.add()
    with pytest.raises(AnnotationError, match=r"no (run|label)"):
        label(small.store, page, "Ann", runs, number)
    assert marks(small.store, page, "Ann").change == 0


def test_of_two_windows_the_slower_one_is_told(small: Small) -> None:
    page = small.add()
    seen = marks(small.store, page, "Ann").change
    label(small.store, page, "Ann", [1], 3, seen)
    for act in (undo, redo):
        with pytest.raises(Conflict, match="look at them again"):
            act(small.store, page, "Ann", seen)
    with pytest.raises(Conflict):
        label(small.store, page, "Ann", [2], 4, seen)
    with pytest.raises(Conflict):
        finish(small.store, page, "Ann", known=seen)
    assert marks(small.store, page, "Ann").labels.tolist() == [0, 3, 0, 0, 0, 0, 0, 0]


def test_undo_and_redo_survive_a_restart(small: Small) -> None:
    page = small.add()
    label(small.store, page, "Ann", [1], 3)
    label(small.store, page, "Ann", [1], 4)
    with Store(small.store.path) as store:
        assert undo(store, page, "Ann").changes == [(1, 4, 3)]
    with Store(small.store.path) as store:
        assert undo(store, page, "Ann").marks.labels[1] == 0
        assert redo(store, page, "Ann").marks.labels[1] == 3
    again = redo(small.store, page, "Ann")
    assert again.marks.labels[1] == 4
    assert (again.marks.can_undo, again.marks.can_redo) == (True, False)


def test_a_new_act_takes_the_place_of_those_undone_which_stay_on_record(small: Small) -> None:
    page = small.add()
    label(small.store, page, "Ann", [1], 3)
    undo(small.store, page, "Ann")
    assert not label(small.store, page, "Ann", [2], 4).marks.can_redo
    assert redo(small.store, page, "Ann").changes == []
    with small.store.reading() as db:
        assert [row[0] for row in db.execute("SELECT undone FROM act ORDER BY id")] == [2, 0]


def test_with_nothing_to_undo_nothing_happens(small: Small) -> None:
    done = undo(small.store, small.add(), "Ann")
    assert (done.changes, done.marks.change, done.marks.state) == ([], 0, "untouched")


def test_done_is_refused_while_blocks_have_no_label(small: Small) -> None:
    page = small.add()
    label(small.store, page, "Ann", [1, 2], 2)  # of the paragraph, one run of three
    with pytest.raises(Unfinished, match="5 blocks have no label yet") as refused:
        finish(small.store, page, "Ann")
    assert refused.value.blocks == 5
    assert marks(small.store, page, "Ann").state == "begun"


def test_the_rest_can_be_taken_for_boilerplate_and_that_be_undone(small: Small) -> None:
    page = small.add()
    label(small.store, page, "Ann", [1], 3)
    done = finish(small.store, page, "Ann", fill=True)
    assert done.marks.labels.tolist() == [1, 3, 1, 1, 1, 1, 1, 1]
    assert (done.marks.state, done.marks.left) == ("done", 0)
    assert undo(small.store, page, "Ann").marks.labels.tolist() == [0, 3, 0, 0, 0, 0, 0, 0]


def test_a_page_stays_done_only_while_all_its_blocks_have_labels(small: Small) -> None:
    page = small.add()
    small.done(page, "Ann")
    assert label(small.store, page, "Ann", [1], 4).marks.state == "done"
    assert label(small.store, page, "Ann", [1], 0).marks.state == "begun"


def test_done_can_be_taken_back(small: Small) -> None:
    page = small.add()
    small.done(page, "Ann")
    assert finish(small.store, page, "Ann", False).marks.state == "begun"


def test_nobody_has_to_say_that_what_was_decided_is_done(small: Small) -> None:
    with pytest.raises(AnnotationError, match="follows from the labels"):
        finish(small.store, small.add(), FINAL, fill=True)


Act = str | tuple[list[int], int]
acts: st.SearchStrategy[Act] = st.one_of(
    st.tuples(st.lists(st.integers(0, RUNS - 1), max_size=4), st.integers(0, 5)),
    st.sampled_from(["undo", "redo"]),
)


@settings(max_examples=40, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.lists(acts, max_size=12))
def test_undo_and_redo_are_those_of_a_list_of_states(small: Small, acts: list[Act]) -> None:
    page = small.add(html=f"{HTML}<!-- {next(NUMBERS)} -->")
    past: list[list[int]] = []
    now, future = [0] * RUNS, list[list[int]]()
    for act in acts:
        if isinstance(act, str) and act == "undo":
            if past:
                future.append(now)
                now = past.pop()
            found = undo(small.store, page, "Ann").marks
        elif isinstance(act, str):
            if future:
                past.append(now)
                now = future.pop()
            found = redo(small.store, page, "Ann").marks
        else:
            runs, to = act
            after = [to if run in runs else old for run, old in enumerate(now)]
            if after != now:
                past, now, future = [*past, now], after, []
            found = label(small.store, page, "Ann", runs, to).marks
        assert found.labels.tolist()[:RUNS] == now
        assert (found.can_undo, found.can_redo) == (bool(past), bool(future))


NUMBERS = iter(range(10**6))
