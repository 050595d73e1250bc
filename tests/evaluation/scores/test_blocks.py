import numpy as np
import pytest

from webwinnow import Decision, Page
from webwinnow.evaluation.scores import LABELS, BlockScore, Counts, score_blocks
from webwinnow.gold.labels.base import Labels

# Runs: script, "Ferry" (heading), "It sails", "again", "Menu"; the middle two are one block.
PAGE = Page("<script>s</script><h1>Ferry</h1><p>It sails <b>again</b><p>Menu")
HEADING, PARAGRAPH, _, CONTINUATION = range(4)
KINDS = np.array([0, HEADING, PARAGRAPH, CONTINUATION, PARAGRAPH], np.uint8)


def scored(keep: list[int], gold: list[int], kind: bool = True) -> BlockScore:
    labels = Labels(np.array(gold, bool), KINDS if kind else None)
    return score_blocks(PAGE, Decision(PAGE, np.array(keep, bool), kind=KINDS), labels)


def test_blocks_are_counted_and_scripts_are_not() -> None:
    score = scored([1, 1, 1, 1, 1], [0, 1, 1, 1, 0])
    assert (score.keep, score.neither) == (Counts(2, 1, 0), 0)
    assert score.accuracy == pytest.approx(2 / 3)


def test_a_block_is_kept_if_most_of_its_characters_are() -> None:
    assert scored([0, 0, 1, 0, 0], [0, 0, 1, 1, 0]).keep == Counts(1, 0, 0)
    assert scored([0, 0, 0, 1, 0], [0, 0, 1, 1, 0]).keep == Counts(0, 0, 1)


def test_half_of_a_block_is_not_most() -> None:
    page = Page("<p>ab<b>cd</b>")
    decision = Decision(page, np.array([True, False]))
    assert score_blocks(page, decision, Labels(np.array([True, True]))).keep == Counts(0, 0, 1)


def test_labels_are_counted_by_runs() -> None:
    score = scored([0, 1, 1, 0, 0], [0, 1, 1, 1, 0])
    assert score.confusion is not None
    assert score.confusion.sum() == 4
    assert score.confusion[LABELS.index("continuation"), LABELS.index("other")] == 1
    assert score.label_accuracy == 3 / 4
    assert score.label("continuation") == Counts(0, 0, 1)
    assert score.label("other") == Counts(1, 1, 0)


def test_gold_without_kinds_has_only_keep_and_drop() -> None:
    score = scored([0, 1, 1, 1, 0], [0, 1, 1, 1, 0], kind=False)
    assert score.accuracy == 1
    assert (score.confusion, score.label_accuracy, score.label("other")) == (None, None, None)


def test_scores_of_pages_can_be_added() -> None:
    one, other = scored([0, 1, 0, 0, 0], [0, 1, 1, 1, 0]), scored([0] * 5, [0] * 5)
    both = one + other
    assert (both.keep, both.neither) == (Counts(1, 0, 1), 1 + 3)
    assert both.confusion is not None
    assert both.confusion.sum() == 8
    assert (one + scored([0] * 5, [0] * 5, kind=False)).confusion is None


def test_empty_page_has_no_blocks() -> None:
    page = Page("")
    score = score_blocks(
        page, Decision.visible(page), Labels(np.zeros(0, bool), np.zeros(0, np.uint8))
    )
    assert (score.keep, score.neither, score.accuracy) == (Counts(0, 0, 0), 0, 1)
