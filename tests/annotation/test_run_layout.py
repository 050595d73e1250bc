"""Another version of the parser is played by runs that are stored otherwise than it finds them."""

import json
import time
import zlib

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from tests.annotation.sample_project import HTML, Small, Sure
from webwinnow import Page
from webwinnow.annotation import FINAL, label, marks, open_page, page_info, parsed, undo
from webwinnow.annotation.carry import counterparts
from webwinnow.annotation.gold import gold_set
from webwinnow.annotation.run_layout import Reading

texts = st.lists(st.sampled_from("abcdef"), max_size=12)


@given(texts, texts)
def test_runs_have_counterparts_of_the_same_text_in_the_same_order(
    before: list[str], after: list[str]
) -> None:
    found = counterparts(before, after)
    kept = [(old, after[new]) for new, old in enumerate(found.tolist()) if old >= 0]
    assert [before[old] for old, _ in kept] == [text for _, text in kept]
    assert sorted({old for old, _ in kept}) == [old for old, _ in kept]


@given(texts)
def test_what_has_not_changed_is_its_own_counterpart(same: list[str]) -> None:
    assert counterparts(same, same).tolist() == list(range(len(same)))


def test_long_pages_are_carried_over_in_short_time() -> None:
    before = ["Reply" if number % 5 == 0 else f"post {number}" for number in range(20_000)]
    after = [text for number, text in enumerate(before) if number % 7]
    start = time.thread_time()
    found = counterparts(before, after)
    assert (found >= 0).all()
    # Of texts that recur everywhere, nothing can be told; that, too, takes no time.
    same = [f"row {number % 500}" for number in range(20_000)]
    counterparts(same, same[3::2])
    assert time.thread_time() - start < 3


def as_if_read(small: Small, page: int, html: str) -> None:
    """Stores the reading of other HTML in the place of the page's own."""
    other = Page(html)
    packed = zlib.compress(json.dumps(other.run_texts()).encode())
    with small.store.writing() as db:
        db.execute(
            "UPDATE reading SET texts = ?, block = ?, markup = ? WHERE page = ?",
            (packed, *Reading.of(other).pack(), page),
        )


OLD = HTML.replace("It rained <b>all</b> night.", "It rained all night.").replace(
    "One boat sank.", "One <i>boat</i> sank."
)


def test_labels_are_carried_over_and_what_is_new_has_none(small: Small) -> None:
    page = small.add()
    as_if_read(small, page, OLD)  # 9 runs: menu, heading, one, three, one, footer
    small.done(page, "Ann", [1, 2, 3, 4, 5, 6])
    small.label(page, "Ben", [1], 3)
    opened = open_page(small.store, page, "Ann")
    assert opened.page.run_texts()[2] == "It rained"
    found = opened.marks
    assert found.labels.tolist() == [1, 2, 0, 0, 0, 0, 2, 1]
    assert (found.state, found.carried, found.left) == ("begun", 4, 2)
    assert not found.can_undo
    assert marks(small.store, page, "Ben").labels.tolist() == [0, 3, 0, 0, 0, 0, 0, 0]
    assert page_info(small.store, page).reading == 2
    # Acts from here on are as ever.
    label(small.store, page, "Ann", range(8), 2)
    assert undo(small.store, page, "Ann").marks.labels.tolist() == found.labels.tolist()
    with small.store.reading() as db:
        assert db.execute("SELECT count(*) FROM reading").fetchone()[0] == 2
        assert db.execute("SELECT count(*) FROM act WHERE reading = 1").fetchone()[0] == 3


def test_who_knows_the_page_of_before_has_to_look_again(small: Small) -> None:
    page = small.add()
    as_if_read(small, page, OLD)
    small.label(page, "Ann", [1], 3)
    seen = marks(small.store, page, "Ann").change
    parsed(small.store, page)
    assert marks(small.store, page, "Ann").change > seen


def test_saying_done_ends_the_notice(small: Small) -> None:
    page = small.add()
    as_if_read(small, page, OLD)
    small.label(page, "Ann", [1], 3)
    parsed(small.store, page)
    small.done(page, "Ann")
    assert marks(small.store, page, "Ann").carried is None


def test_a_page_that_only_looks_different_keeps_its_labels_and_is_done(small: Small) -> None:
    page = small.add()
    as_if_read(small, page, HTML.replace("<nav>", "<li>").replace("</nav>", "</li>"))
    small.done(page, "Ann")
    small.label(page, FINAL, [2], 3)
    parsed(small.store, page)
    found = marks(small.store, page, "Ann")
    assert (found.state, found.carried) == ("done", 0)
    assert found.labels.tolist() == [1, 2, 2, 2, 2, 2, 2, 1]
    assert marks(small.store, page, FINAL).labels.tolist() == [0, 0, 3, 0, 0, 0, 0, 0]


def test_labels_of_a_method_are_made_anew(small: Small) -> None:
    with small.store.writing() as db:
        db.execute("UPDATE project SET prelabel = 'sure'")
    page = small.add()
    as_if_read(small, page, OLD)
    with small.store.writing() as db:
        db.execute(
            "INSERT INTO marks (page, annotator, labels, state, prelabelled) VALUES (?, "
            "(SELECT id FROM annotator WHERE name = 'Ann'), ?, 'untouched', 'sure')",
            (page, np.ones(10, np.uint8).tobytes()),
        )
    found = open_page(small.store, page, "Ann", lambda name: Sure()).marks
    assert (found.labels.tolist(), found.carried) == ([3, 3, 1, 1, 1, 1, 1, 1], None)


def test_a_gold_set_reads_pages_that_were_carried_over(small: Small) -> None:
    page = small.add()
    as_if_read(small, page, HTML.replace("<nav>", "<li>").replace("</nav>", "</li>"))
    small.done(page, "Ann", [1])
    assert [each.text for each in gold_set(small.store, "News")] == ["Rain"]


def test_carrying_over_is_done_once(small: Small) -> None:
    page = small.add()
    as_if_read(small, page, OLD)
    for _ in range(2):
        parsed(small.store, page)
    assert page_info(small.store, page).reading == 2
