from itertools import combinations, pairwise

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.support.tag_soup import any_html
from webwinnow import Page
from webwinnow._core import FLAGS, KIND_NAMES, align_words
from webwinnow.gold.datasets.base import GoldSegment
from webwinnow.gold.labels.in_order import align_in_order

SHARED, EXTRA, OPENING, APART = 100, 100, 90, 1


def kept(html: str, gold: list[str]) -> list[str]:
    page = Page(html)
    keep = align_in_order(page, gold).keep
    return [text for text, is_kept in zip(page.run_texts(), keep, strict=True) if is_kept]


def kinds(html: str, gold: list[GoldSegment]) -> list[str]:
    page = Page(html)
    labels = align_in_order(page, gold)
    assert labels.kind is not None
    return [KIND_NAMES[kind] for kind in labels.kind[labels.keep]]


def test_a_menu_entry_equal_to_the_heading_is_dropped() -> None:
    html = (
        "<ul><li>Home<li>Sea levels<li>Contact</ul><p>Monday<h1>Sea levels</h1>"
        "<p>The sea rose twice that day.<ul><li>Sea levels</ul>"
    )
    page = Page(html)
    keep = align_in_order(page, ["Sea levels", "The sea rose twice that day."]).keep
    assert np.flatnonzero(keep).tolist() == [4, 5]


def test_moved_paragraphs_are_found() -> None:
    html = "<p>One two three four five.<p>Six seven eight nine ten eleven.<p>Menu"
    gold = ["Six seven eight nine ten eleven.", "One two three four five."]
    assert len(kept(html, gold)) == 2


def test_few_words_out_of_order_do_not_match() -> None:
    html = "<p>Read on here<p>Six seven eight nine ten eleven."
    assert kept(html, ["Six seven eight nine ten eleven.", "Read on"]) == [
        "Six seven eight nine ten eleven."
    ]


def test_hidden_text_matches_only_without_visible_text() -> None:
    story = "It rained the whole night long."
    assert kept(f"<p hidden>{story}<p>Menu", [story]) == [story]
    page = Page(f"<p hidden>{story}<p>{story}")
    assert align_in_order(page, [story]).keep.tolist() == [False, True]


def test_a_word_split_by_markup_is_one_word() -> None:
    assert kept("<p><b>D</b>ragons sleep.<p>Menu", ["Dragons sleep."]) == ["D", "ragons sleep."]


def test_a_word_that_the_gold_joined_to_its_neighbour_is_kept() -> None:
    html = "<p>Later <i>Dracula</i> was released again."
    assert "Dracula" in kept(html, ["Later Draculawas released again."])


def test_a_word_missing_from_the_gold_is_dropped() -> None:
    html = "<p>Later he <a href=#>edit</a> came home again."
    assert "edit" not in kept(html, ["Later he came home again."])


def test_a_dash_follows_the_words_beside_it() -> None:
    html = (
        "<p><b>Rain</b><i>—</i><b>then</b> sun over the bay<p><a href=/>Home</a><i>—</i><a>Shop</a>"
    )
    assert kept(html, ["Rain—then sun over the bay"]).count("—") == 1


def test_characters_of_unspaced_scripts_are_words() -> None:
    html = "<p>昨夜下了一整夜的雨。<p>首页"
    assert kept(html, ["昨夜下了一整夜的大雨。"]) == ["昨夜下了一整夜的雨。"]


def test_the_first_run_of_a_segment_has_its_kind() -> None:
    html = "<div><b>Rain</b><br>It rained <i>all</i> night.</div><div>Boots</div><p>Menu"
    gold = [
        GoldSegment("heading", "Rain"),
        GoldSegment("paragraph", "It rained all night."),
        GoldSegment("list item", "Boots"),
    ]
    assert kinds(html, gold) == [
        "heading", "paragraph", "continuation", "continuation", "list item"
    ]  # fmt: skip


def test_plain_texts_give_no_kinds() -> None:
    assert align_in_order(Page("<p>Rain"), ["Rain"]).kind is None


def test_empty_page_or_gold_keeps_nothing() -> None:
    assert not align_in_order(Page(""), ["Rain"]).keep.any()
    assert not align_in_order(Page("<p>Rain"), []).keep.any()
    assert not align_in_order(Page("<p>—"), ["—"]).keep.any()


@settings(max_examples=100, deadline=None)
@given(html=any_html, gold=st.lists(st.text(max_size=40), max_size=5))
def test_any_page_and_gold_give_labels(html: bytes, gold: list[str]) -> None:
    page = Page(html)
    labels = align_in_order(page, [GoldSegment("paragraph", text) for text in gold])
    assert labels.kind is not None
    assert len(labels.keep) == len(labels.kind) == len(page.runs)
    assert not labels.keep[page.runs.flags & FLAGS["CODE"] != 0].any()


@settings(max_examples=200, deadline=None)
@given(
    runs=st.lists(st.lists(st.integers(0, 4), min_size=1, max_size=4), max_size=6),
    gold=st.lists(st.integers(0, 4), max_size=8),
)
def test_no_other_alignment_has_a_higher_score(runs: list[list[int]], gold: list[int]) -> None:
    words = np.array([word for run in runs for word in run], np.uint32)
    ends = np.cumsum([len(run) for run in runs]).astype(np.int64)
    places = align_words(words, ends, np.array(gold, np.uint32)).tolist()
    matched = [place for place in places if place >= 0]
    assert all(before < after for before, after in pairwise(matched))
    assert all(gold[p] == word for p, word in zip(places, words.tolist(), strict=True) if p >= 0)
    starts = (ends - [len(run) for run in runs]).tolist()
    chosen = [
        i
        for i, (a, b) in enumerate(zip(starts, ends.tolist(), strict=True))
        if max(places[a:b]) >= 0
    ]
    best = max(
        score(runs, chosen, gold)
        for size in range(len(runs) + 1)
        for chosen in combinations(range(len(runs)), size)
    )
    assert score(runs, chosen, gold) == best
    assert len(matched) == common([word for i in chosen for word in runs[i]], gold)


def score(runs: list[list[int]], chosen: "list[int] | tuple[int, ...]", gold: list[int]) -> int:
    words = [word for i in chosen for word in runs[i]]
    shared = common(words, gold)
    openings = len(chosen) - sum(b == a + 1 for a, b in pairwise(chosen))
    between = sum(len(runs[i]) for a, b in pairwise(chosen) for i in range(a + 1, b))
    extra = len(words) - shared
    return SHARED * shared - EXTRA * extra - OPENING * openings - APART * between


def common(one: list[int], two: list[int]) -> int:
    """Length of the longest common subsequence."""
    row = [0] * (len(two) + 1)
    for word in one:
        before = row
        row = [0]
        for j, other in enumerate(two):
            row.append(max(before[j + 1], row[j], before[j] + (word == other)))
    return row[-1]
