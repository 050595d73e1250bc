from collections.abc import Iterator

import pytest
from hypothesis import given, settings

from tests.support.tag_soup import plain_soup
from tests.support.timing import cpu_seconds
from webwinnow import Decision, Page, load
from webwinnow._core import VOID_TAG_NAMES
from webwinnow.methods.bte import tags_before

# Home −2 News −3 It rained −1 all −1 night here −2 We slept −3 Imprint, words being
#    1       1            2      1             2           2            1
# Sums: "It rained … night here." 2−1+1−1+2 = 3; on to "We slept." 3−2+2 = 3, no better; from
# "News" on 1−3+3 = 1.
WORKED = (
    "<ul><li>Home<li>News</ul><p>It rained <b>all</b> night here.<p>We slept.<ul><li>Imprint</ul>"
)


def kept(html: str, tag_weight: float = 1.0) -> list[str]:
    page = Page(html)
    keep = load("bte", tag_weight=tag_weight).decide(page).keep
    return [text for text, is_kept in zip(page.run_texts(), keep, strict=True) if is_kept]


def test_worked_example_keeps_the_first_best_stretch() -> None:
    assert kept(WORKED) == ["It rained", "all", "night here."]


def test_worked_example_counts_the_tags_between_runs() -> None:
    between = tags_before(Page(WORKED))
    assert (between[1:] - between[:-1]).tolist() == [2, 3, 1, 1, 2, 3]


def test_worked_example_scores_runs_by_the_best_stretch_through_them() -> None:
    # Home, News and Imprint are best alone, 1; "We slept." 3, as good as the best, but dropped.
    score = load("bte").decide(Page(WORKED)).score
    assert score.tolist() == pytest.approx([1 / 6, 1 / 6, 1, 1, 1, 3 / 6, 1 / 6])


def test_of_equal_stretches_the_first_wins() -> None:
    assert kept("<p>one two</p><hr><p>six ten</p>") == ["one two"]


def test_heavier_tags_keep_less() -> None:
    html = "<p>one two three <b>four</b> five six</p><ul><li>seven eight nine ten</ul>"
    assert len(kept(html, tag_weight=0.5)) == 4
    assert kept(html, tag_weight=3) == ["seven eight nine ten"]


def test_hidden_words_do_not_count() -> None:
    assert kept("<p hidden>one two three four five six</p><p>seven eight</p>") == ["seven eight"]


def test_page_without_words_keeps_nothing() -> None:
    assert kept("<p>… —<p>!!!") == []


def test_reasons_are_inside_outside_and_hidden() -> None:
    page = Page("<script>a</script><p>one two three<hr><hr><p>four")
    decision = load("bte").decide(page)
    assert [decision.reasons[reason] for reason in decision.reason] == [
        "not visible",
        "inside the densest stretch",
        "outside the densest stretch",
    ]


@settings(max_examples=300, deadline=None)
@given(html=plain_soup)
def test_fast_pass_agrees_with_the_slow_search(html: str) -> None:
    page = Page(html)
    keep = load("bte").decide(page).keep
    assert [run for run, is_kept in enumerate(keep) if is_kept] == slow_search(page)


def slow_search(page: Page) -> list[int]:
    """All pairs of ends, as in the paper."""
    visible = Decision.visible(page).keep
    tokens = [token for token in stream(page) if token[1] is None or visible[token[1]]]
    best, stretch = 0, (0, 0)
    for first in range(len(tokens)):
        for end in range(first + 1, len(tokens) + 1):
            total = sum(value for value, _ in tokens[first:end])
            if total > best:
                best, stretch = total, (first, end)
    return [run for _, run in tokens[slice(*stretch)] if run is not None]


def stream(page: Page) -> Iterator[tuple[int, int | None]]:
    """The page as written out with all its tags: (−1, None) for a tag, (words, run) for a run."""
    open_nodes: list[int] = []
    node = 0
    for run in range(len(page.runs)):
        while node < page.runs.opened[run]:
            yield from close(page, open_nodes, page.nodes.parent[node])
            yield -1, None
            open_nodes.append(node)
            node += 1
        yield from close(page, open_nodes, page.runs.node[run])
        yield int(page.runs.words[run]), run


def close(page: Page, open_nodes: list[int], until: int) -> Iterator[tuple[int, None]]:
    while open_nodes and open_nodes[-1] != until:
        if page.tag_name(open_nodes.pop()) not in VOID_TAG_NAMES:
            yield -1, None


def test_cost_stays_below_a_third_of_a_millisecond() -> None:
    page = Page("<p>one two <b>three</b> four</p>" * 700)
    method = load("bte")
    assert len(page.runs.words) == 2100
    assert cpu_seconds(lambda: method.decide(page), tries=50) < 0.0003
