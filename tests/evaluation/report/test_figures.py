from dataclasses import replace

import pytest

from tests.evaluation.report.evaluations import OFFICIAL, evaluation, grid, page_score
from webwinnow.evaluation.measures import page_value
from webwinnow.evaluation.report.figures import Figures
from webwinnow.evaluation.scores import Counts


def test_methods_are_ranked_by_bag_of_words_f1() -> None:
    figures = Figures(evaluation([page_score("a", right=5), page_score("b", right=7)]))
    assert figures.ranked == ["b", "a"]
    assert figures.main[0].title == "Bag of words F1"


def test_bag_is_a_mean_over_pages_and_text_counts_them_together() -> None:
    long = Counts(0, 90, 90)
    scores = [page_score(page="1", right=10), page_score(page="2")]
    scores[1] = replace(scores[1], counts={"bag": long, "text": long})
    found = {
        measure.title: interval.value
        for (_, measure), interval in Figures(evaluation(scores)).intervals.items()
    }
    assert found["Bag of words F1"] == pytest.approx(0.5)
    assert found["Text F1"] == pytest.approx(0.1)


def test_only_families_that_were_scored_are_measured() -> None:
    figures = Figures(evaluation([replace(page_score(), counts={}, official=OFFICIAL)]))
    names = ["CleanEval text", "CleanEval markup", "CleanEval total"]
    assert [measure.title for measure in figures.measures] == names
    (score,) = figures.scores["a"]
    assert page_value(score, figures.main[0]) == pytest.approx(0.7)


def test_a_method_without_a_family_has_no_interval_of_it() -> None:
    own = replace(page_score("own"), counts={"blocks": Counts(1, 1, 1), "bag": Counts(1, 1, 1)})
    figures = Figures(evaluation([own, page_score("peer")]))
    blocks = next(measure for measure in figures.main if measure.family.key == "blocks")
    assert ("own", blocks) in figures.intervals
    assert ("peer", blocks) not in figures.intervals


def test_swapping_methods_negates_the_difference() -> None:
    figures = Figures(grid(3, 20))
    found, back = (
        figures.difference("method-0", "method-2"),
        figures.difference("method-2", "method-0"),
    )
    assert found is not None
    assert back is not None
    assert found.difference == pytest.approx(0.1)
    assert back.difference == pytest.approx(-0.1)
    assert found.p < 0.01


def test_methods_on_different_pages_have_no_difference() -> None:
    figures = Figures(evaluation([page_score("a", "1"), page_score("b", "2")]))
    assert figures.difference("a", "b") is None


def test_pages_are_paired_by_name_in_any_order() -> None:
    scores = [page_score("a", "1", 2), page_score("a", "2", 8)]
    scores += [page_score("b", "2", 8), page_score("b", "1", 2)]
    difference = Figures(evaluation(scores)).difference("a", "b")
    assert difference is not None
    assert (difference.difference, difference.p) == (0.0, 1.0)


def test_types_are_sorted_by_frequency() -> None:
    kinds = ["forum", "article", "article", None]
    scores = [page_score("a", str(i), i, kind=kind) for i, kind in enumerate(kinds)]
    assert Figures(evaluation(scores)).by_type == {
        "article": {"a": [0.1, 0.2]},
        "forum": {"a": [0.0]},
    }


def test_a_method_without_scores_is_omitted() -> None:
    figures = Figures(evaluation([page_score("a")], methods=["a", "b"]))
    assert figures.ranked == ["a"]
    assert Figures(evaluation([], methods=["a"])).measures == []
