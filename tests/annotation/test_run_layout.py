"""Tests simulate another parser version: they store other runs than the parser finds."""

import json
import time
import zlib

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from tests.annotation.sample_project import HTML, FixedMethod, SampleProject
from webwinnow import Page
from webwinnow.annotation import (
    ADJUDICATOR,
    annotator_labels,
    label,
    open_page,
    page_info,
    parse_page,
    undo,
)
from webwinnow.annotation.gold import gold_set
from webwinnow.annotation.run_layout import RunLayout, match_runs

texts = st.lists(st.sampled_from("abcdef"), max_size=12)


@given(texts, texts)
def test_matched_runs_have_the_same_text_and_order(before: list[str], after: list[str]) -> None:
    found = match_runs(before, after)
    kept = [(old, after[new]) for new, old in enumerate(found.tolist()) if old >= 0]
    assert [before[old] for old, _ in kept] == [text for _, text in kept]
    assert sorted({old for old, _ in kept}) == [old for old, _ in kept]


@given(texts)
def test_unchanged_runs_match_themselves(same: list[str]) -> None:
    assert match_runs(same, same).tolist() == list(range(len(same)))


def test_long_pages_are_matched_quickly() -> None:
    before = ["Reply" if number % 5 == 0 else f"post {number}" for number in range(20_000)]
    after = [text for number, text in enumerate(before) if number % 7]
    start = time.thread_time()
    found = match_runs(before, after)
    assert (found >= 0).all()
    # Texts that recur everywhere cannot be matched; this is fast, too.
    same = [f"row {number % 500}" for number in range(20_000)]
    match_runs(same, same[3::2])
    assert time.thread_time() - start < 3


def store_layout_of(sample: SampleProject, page: int, html: str) -> None:
    """Replace the stored layout of a page by that of other HTML."""
    other = Page(html)
    texts = zlib.compress(json.dumps(other.run_texts()).encode())
    with sample.store.write() as db:
        db.execute(
            "UPDATE reading SET texts = ?, block = ?, markup = ? WHERE page = ?",
            (texts, *RunLayout.of(other).compress(), page),
        )


OLD = HTML.replace("It rained <b>all</b> night.", "It rained all night.").replace(
    "One boat sank.", "One <i>boat</i> sank."
)


def test_labels_are_transferred_and_new_runs_have_none(sample: SampleProject) -> None:
    page = sample.add()
    store_layout_of(sample, page, OLD)  # 9 runs: menu, heading, one, three, one, footer
    sample.done(page, "Ann", [1, 2, 3, 4, 5, 6])
    sample.label(page, "Ben", [1], 3)
    opened = open_page(sample.store, page, "Ann")
    assert opened.page.run_texts()[2] == "It rained"
    found = opened.current
    assert found.labels.tolist() == [1, 2, 0, 0, 0, 0, 2, 1]
    assert (found.state, found.carried, found.left) == ("begun", 4, 2)
    assert not found.can_undo
    assert annotator_labels(sample.store, page, "Ben").labels.tolist() == [0, 3, 0, 0, 0, 0, 0, 0]
    assert page_info(sample.store, page).reading == 2
    # Later actions work as usual.
    label(sample.store, page, "Ann", range(8), 2)
    assert undo(sample.store, page, "Ann").current.labels.tolist() == found.labels.tolist()
    with sample.store.read() as db:
        assert db.execute("SELECT count(*) FROM reading").fetchone()[0] == 2
        assert db.execute("SELECT count(*) FROM act WHERE reading = 1").fetchone()[0] == 3


def test_a_transfer_increments_the_change_number(sample: SampleProject) -> None:
    page = sample.add()
    store_layout_of(sample, page, OLD)
    sample.label(page, "Ann", [1], 3)
    seen = annotator_labels(sample.store, page, "Ann").change
    parse_page(sample.store, page)
    assert annotator_labels(sample.store, page, "Ann").change > seen


def test_marking_as_done_resets_the_number_of_new_runs(sample: SampleProject) -> None:
    page = sample.add()
    store_layout_of(sample, page, OLD)
    sample.label(page, "Ann", [1], 3)
    parse_page(sample.store, page)
    sample.done(page, "Ann")
    assert annotator_labels(sample.store, page, "Ann").carried is None


def test_a_page_with_the_same_texts_keeps_its_labels_and_stays_done(sample: SampleProject) -> None:
    page = sample.add()
    store_layout_of(sample, page, HTML.replace("<nav>", "<li>").replace("</nav>", "</li>"))
    sample.done(page, "Ann")
    sample.label(page, ADJUDICATOR, [2], 3)
    parse_page(sample.store, page)
    found = annotator_labels(sample.store, page, "Ann")
    assert (found.state, found.carried) == ("done", 0)
    assert found.labels.tolist() == [1, 2, 2, 2, 2, 2, 2, 1]
    assert annotator_labels(sample.store, page, ADJUDICATOR).labels.tolist() == [
        0,
        0,
        3,
        0,
        0,
        0,
        0,
        0,
    ]


def test_prelabels_are_computed_again(sample: SampleProject) -> None:
    with sample.store.write() as db:
        db.execute("UPDATE project SET prelabel = 'sure'")
    page = sample.add()
    store_layout_of(sample, page, OLD)
    with sample.store.write() as db:
        db.execute(
            "INSERT INTO marks (page, annotator, labels, state, prelabelled) VALUES (?, "
            "(SELECT id FROM annotator WHERE name = 'Ann'), ?, 'untouched', 'sure')",
            (page, np.ones(10, np.uint8).tobytes()),
        )
    found = open_page(sample.store, page, "Ann", lambda name: FixedMethod()).current
    assert (found.labels.tolist(), found.carried) == ([3, 3, 1, 1, 1, 1, 1, 1], None)


def test_a_gold_set_reads_transferred_pages(sample: SampleProject) -> None:
    page = sample.add()
    store_layout_of(sample, page, HTML.replace("<nav>", "<li>").replace("</nav>", "</li>"))
    sample.done(page, "Ann", [1])
    assert [each.text for each in gold_set(sample.store, "News")] == ["Rain"]


def test_labels_are_transferred_once(sample: SampleProject) -> None:
    page = sample.add()
    store_layout_of(sample, page, OLD)
    for _ in range(2):
        parse_page(sample.store, page)
    assert page_info(sample.store, page).reading == 2
