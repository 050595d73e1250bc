import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.annotation.sample_project import HTML, RUNS, SampleProject
from webwinnow.annotation import (
    ADJUDICATOR,
    AnnotationError,
    Conflict,
    Store,
    UnlabelledBlocks,
    annotator_labels,
    finish,
    label,
    redo,
    undo,
)


def test_label_returns_the_changed_runs(sample: SampleProject) -> None:
    page = sample.add()
    label(sample.store, page, "Ann", [1], 3)
    done = label(sample.store, page, "Ann", [1, 2], 4)
    assert done.changes == [(1, 3, 4), (2, 0, 4)]
    assert done.current.labels.tolist() == [0, 4, 4, 0, 0, 0, 0, 0]
    assert (done.current.state, done.current.change, done.current.can_undo) == ("begun", 2, True)


def test_invisible_runs_are_skipped(sample: SampleProject) -> None:
    page = sample.add(html="<p>a<p hidden>b<script>c</script><p>d")
    done = label(sample.store, page, "Ann", range(4), 2)
    assert done.current.labels.tolist() == [2, 0, 0, 2]
    assert done.current.left == 0


def test_label_without_a_change_is_no_action(sample: SampleProject) -> None:
    page = sample.add()
    label(sample.store, page, "Ann", [1], 3)
    done = label(sample.store, page, "Ann", [1], 3)
    assert (done.changes, done.current.change) == ([], 1)


@pytest.mark.parametrize(("runs", "number"), [([RUNS], 2), ([-1], 2), ([0], 6), ([0], -1)])
def test_unknown_runs_and_labels_are_rejected(
    sample: SampleProject, runs: list[int], number: int
) -> None:
    page = sample.add()
    with pytest.raises(AnnotationError, match=r"no (run|label)"):
        label(sample.store, page, "Ann", runs, number)
    assert annotator_labels(sample.store, page, "Ann").change == 0


def test_an_outdated_window_gets_a_conflict(sample: SampleProject) -> None:
    page = sample.add()
    seen = annotator_labels(sample.store, page, "Ann").change
    label(sample.store, page, "Ann", [1], 3, seen)
    for action in (undo, redo):
        with pytest.raises(Conflict, match="reload them"):
            action(sample.store, page, "Ann", seen)
    with pytest.raises(Conflict):
        label(sample.store, page, "Ann", [2], 4, seen)
    with pytest.raises(Conflict):
        finish(sample.store, page, "Ann", known_change=seen)
    assert annotator_labels(sample.store, page, "Ann").labels.tolist() == [0, 3, 0, 0, 0, 0, 0, 0]


def test_undo_and_redo_survive_a_restart(sample: SampleProject) -> None:
    page = sample.add()
    label(sample.store, page, "Ann", [1], 3)
    label(sample.store, page, "Ann", [1], 4)
    with Store(sample.store.path) as store:
        assert undo(store, page, "Ann").changes == [(1, 4, 3)]
    with Store(sample.store.path) as store:
        assert undo(store, page, "Ann").current.labels[1] == 0
        assert redo(store, page, "Ann").current.labels[1] == 3
    again = redo(sample.store, page, "Ann")
    assert again.current.labels[1] == 4
    assert (again.current.can_undo, again.current.can_redo) == (True, False)


def test_a_new_action_replaces_undone_ones_but_keeps_them_on_record(sample: SampleProject) -> None:
    page = sample.add()
    label(sample.store, page, "Ann", [1], 3)
    undo(sample.store, page, "Ann")
    assert not label(sample.store, page, "Ann", [2], 4).current.can_redo
    assert redo(sample.store, page, "Ann").changes == []
    with sample.store.read() as db:
        assert [row[0] for row in db.execute("SELECT undone FROM act ORDER BY id")] == [2, 0]


def test_undo_without_an_action_changes_nothing(sample: SampleProject) -> None:
    done = undo(sample.store, sample.add(), "Ann")
    assert (done.changes, done.current.change, done.current.state) == ([], 0, "untouched")


def test_done_is_rejected_while_blocks_have_no_label(sample: SampleProject) -> None:
    page = sample.add()
    label(sample.store, page, "Ann", [1, 2], 2)  # of the paragraph, one run of three
    with pytest.raises(UnlabelledBlocks, match="5 blocks without a label") as rejected:
        finish(sample.store, page, "Ann")
    assert rejected.value.blocks == 5
    assert annotator_labels(sample.store, page, "Ann").state == "begun"


def test_fill_labels_the_rest_as_boilerplate_and_can_be_undone(sample: SampleProject) -> None:
    page = sample.add()
    label(sample.store, page, "Ann", [1], 3)
    done = finish(sample.store, page, "Ann", fill=True)
    assert done.current.labels.tolist() == [1, 3, 1, 1, 1, 1, 1, 1]
    assert (done.current.state, done.current.left) == ("done", 0)
    assert undo(sample.store, page, "Ann").current.labels.tolist() == [0, 3, 0, 0, 0, 0, 0, 0]


def test_a_page_stays_done_only_while_all_its_blocks_have_labels(sample: SampleProject) -> None:
    page = sample.add()
    sample.done(page, "Ann")
    assert label(sample.store, page, "Ann", [1], 4).current.state == "done"
    assert label(sample.store, page, "Ann", [1], 0).current.state == "begun"


def test_done_can_be_revoked(sample: SampleProject) -> None:
    page = sample.add()
    sample.done(page, "Ann")
    assert finish(sample.store, page, "Ann", False).current.state == "begun"


def test_the_adjudicator_cannot_mark_a_page_as_done(sample: SampleProject) -> None:
    with pytest.raises(AnnotationError, match="no done state"):
        finish(sample.store, sample.add(), ADJUDICATOR, fill=True)


Action = str | tuple[list[int], int]
actions: st.SearchStrategy[Action] = st.one_of(
    st.tuples(st.lists(st.integers(0, RUNS - 1), max_size=4), st.integers(0, 5)),
    st.sampled_from(["undo", "redo"]),
)


@settings(max_examples=40, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.lists(actions, max_size=12))
def test_undo_and_redo_follow_a_list_of_states(
    sample: SampleProject, actions: list[Action]
) -> None:
    page = sample.add(html=f"{HTML}<!-- {next(NUMBERS)} -->")
    past: list[list[int]] = []
    now, future = [0] * RUNS, list[list[int]]()
    for action in actions:
        if isinstance(action, str) and action == "undo":
            if past:
                future.append(now)
                now = past.pop()
            found = undo(sample.store, page, "Ann").current
        elif isinstance(action, str):
            if future:
                past.append(now)
                now = future.pop()
            found = redo(sample.store, page, "Ann").current
        else:
            runs, to = action
            after = [to if run in runs else old for run, old in enumerate(now)]
            if after != now:
                past, now, future = [*past, now], after, []
            found = label(sample.store, page, "Ann", runs, to).current
        assert found.labels.tolist()[:RUNS] == now
        assert (found.can_undo, found.can_redo) == (bool(past), bool(future))


NUMBERS = iter(range(10**6))
