import sys

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.annotation.sample_project import HTML, SampleProject
from webwinnow import Page
from webwinnow.annotation import PairAgreement, agreement, finish
from webwinnow.annotation.agreement import NO_BLOCKS, ONE_CLASS, block_labels, confusion, kappa
from webwinnow.evaluation.scores import score_official

label_pairs = st.lists(st.tuples(st.integers(1, 5), st.integers(1, 5)), min_size=1, max_size=40)


@given(label_pairs)
def test_kappa_equals_that_of_scikit_learn(given: list[tuple[int, int]]) -> None:
    from sklearn.metrics import cohen_kappa_score

    first, second = np.array(given, np.uint8).T
    found = kappa(confusion(first, second))
    if len({*first, *second}) == 1:
        assert (found.kappa, found.why_none, found.equal) == (None, ONE_CLASS, 1.0)
    else:
        assert found.kappa == pytest.approx(cohen_kappa_score(first, second))
    assert found.equal == pytest.approx(float(np.mean(first == second)))


def test_kappa_worked_by_hand() -> None:
    # Of 200 cases 140 are equal; expected by chance: 0.6 · 0.5 + 0.3 · 0.3 + 0.1 · 0.2.
    counts = np.zeros((6, 6), np.int64)
    counts[1:4, 1:4] = [[88, 14, 18], [10, 40, 10], [2, 6, 12]]
    found = kappa(counts)
    assert found.equal == pytest.approx(0.70)
    assert found.kappa == pytest.approx((0.70 - 0.41) / (1 - 0.41))


def test_kappa_of_no_blocks_is_none() -> None:
    found = kappa(np.zeros((6, 6), np.int64))
    assert (found.kappa, found.equal, found.why_none) == (None, None, NO_BLOCKS)


def test_a_block_has_the_label_of_most_of_its_characters() -> None:
    # Of "It rained", "all" and "night." the last two have one character more than the first.
    labels = np.array([1, 3, 1, 4, 4, 5, 5, 1], np.uint8)
    assert block_labels(Page(HTML), labels).tolist() == [1, 3, 4, 5, 5, 1]
    labels[3] = 1
    assert block_labels(Page(HTML), labels).tolist()[2] == 1


def test_hidden_blocks_do_not_count() -> None:
    page = Page("<title>t</title><p>a<p hidden>b<p>c")
    assert len(block_labels(page, np.zeros(len(page.runs), np.uint8))) == 2


def test_equal_labels_agree_fully(sample: SampleProject) -> None:
    page = sample.add()
    sample.done(page, "Ann")
    sample.done(page, "Ben")
    (pair,) = agreement_of(sample)
    assert (pair.first, pair.second, len(pair.pages)) == ("Ann", "Ben", 1)
    assert (pair.labels.kappa, pair.content.kappa, pair.labels.blocks) == (1.0, 1.0, 6)
    assert (pair.words, pair.marked) == (1.0, 1.0)


def test_labels_kinds_and_content_are_compared_separately(sample: SampleProject) -> None:
    page = sample.add()
    sample.done(page, "Ann", to=2)
    sample.done(page, "Ben", to=4)
    (pair,) = agreement_of(sample)
    assert pair.labels.equal == pytest.approx(2 / 6)
    assert pair.kinds.equal == pytest.approx(3 / 6)  # of four blocks, one is a paragraph
    assert (pair.content.equal, pair.content.kappa) == (1.0, 1.0)


def test_content_of_several_kinds_in_a_block_counts_together(sample: SampleProject) -> None:
    # Of 20 characters 8 are boilerplate, and 6 each a heading and a paragraph.
    page = sample.add(html="<p>Rainfall<b>heavy.</b>Sunday<p>Home")
    sample.label(page, "Ann", [1], 3)
    sample.done(page, "Ann", [2], to=4)
    sample.done(page, "Ben", [0, 1, 2])
    (pair,) = agreement_of(sample)
    assert (pair.kinds.equal, pair.content.equal) == (0.5, 1.0)


def test_words_are_compared_by_their_edit_distance(sample: SampleProject) -> None:
    page = sample.add()
    sample.done(page, "Ann", [1, 2, 3, 4])
    sample.done(page, "Ben", [1, 5])
    first, second = "<h>Rain\n<p>It rained all night.\n", "<h>Rain\n<l>One boat sank.\n"
    (pair,) = agreement_of(sample)
    assert pair.words == pytest.approx(score_official(first, second).text) == pytest.approx(2 / 9)
    # Markers count as words; one of two is common.
    assert pair.marked == pytest.approx(4 / 13)


def test_words_average_over_pages_and_kappa_over_blocks(sample: SampleProject) -> None:
    long, short = sample.add(), sample.add("short", "<p>Sun<p>Home")
    for name in ("Ann", "Ben"):
        sample.done(long, name)
    sample.done(short, "Ann", [0])
    sample.done(short, "Ben", [1])
    (pair,) = agreement_of(sample)
    assert [each.name for each in pair.pages] == ["rain", "short"]
    assert pair.words == pytest.approx((1 + 0) / 2)
    assert pair.content.equal == pytest.approx(6 / 8)
    assert pair.pages[1].content.kappa == pytest.approx(-1.0)


def test_pages_that_only_one_has_done_do_not_count(sample: SampleProject) -> None:
    page = sample.add()
    sample.done(page, "Ann")
    sample.label(page, "Ben", range(8), 2)
    assert agreement_of(sample) == []
    finish(sample.store, page, "Ben")
    assert len(agreement_of(sample)) == 1


def test_kappa_of_a_single_label_is_none(sample: SampleProject) -> None:
    page = sample.add(html="<p>a<p>b")
    sample.done(page, "Ann", [0, 1])
    sample.done(page, "Ben", [0, 1])
    (pair,) = agreement_of(sample)
    assert (pair.labels.kappa, pair.labels.why_none, pair.labels.equal) == (None, ONE_CLASS, 1.0)


def test_without_rapidfuzz_blocks_are_still_compared(
    sample: SampleProject, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = sample.add()
    sample.done(page, "Ann")
    sample.done(page, "Ben")
    monkeypatch.setitem(sys.modules, "rapidfuzz.distance", None)
    (pair,) = agreement_of(sample)
    assert (pair.words, pair.labels.kappa) == (None, 1.0)
    assert pair.why_no_words
    assert "pip install" in pair.why_no_words


def agreement_of(sample: SampleProject) -> list[PairAgreement]:
    return agreement(sample.store, sample.project)
