import pytest

from benchmarks.papers.winnow.results import (
    PRESETS,
    WINNOW,
    PagePrediction,
    PredictedPage,
    calibration,
    on_new_sites,
    page_types,
    results_of,
    summarise_sets,
)
from benchmarks.papers.winnow.tables import format_set, format_summary
from webwinnow.evaluation import Evaluation, PageScore
from webwinnow.evaluation.scores import score_bag

GOLD = "It rained all night"


def score(method: str, page: str, output: str, gold: str = GOLD, site: str = "s") -> PageScore:
    counts = {"bag": score_bag(output, gold)}
    return PageScore(method, page, site, "article", 0.1, output, counts)


def evaluation(*scores: PageScore, **golds: str) -> Evaluation:
    methods = list(dict.fromkeys(score.method for score in scores))
    gold = {score.page: golds.get(score.page, GOLD) for score in scores}
    return Evaluation("tiny", "folder", "d", methods, {}, list(scores), gold)


def test_pages_with_an_empty_gold_are_counted_separately() -> None:
    found = results_of(
        evaluation(
            score(WINNOW, "1", GOLD),
            score(WINNOW, "e", "", ""),
            score(WINNOW, "f", "Menu", ""),
            e="",
            f="",
        ),
        {},
        model="folds",
    )
    assert found["pages"] == 1
    assert found["contestants"][WINNOW]["f1"] == 1
    assert found["empty"] == {"pages": 2, "nothing kept": {WINNOW: 1}}


def test_difference_is_of_the_same_pages() -> None:
    peer = [score("peer", "2", GOLD), score("peer", "1", "It rained")]
    ours = [score(WINNOW, "1", GOLD), score(WINNOW, "2", GOLD)]
    preset = [score(PRESETS["recall"], page, GOLD) for page in "12"]
    found = results_of(evaluation(*ours, *preset, *peer), {}, model="folds")
    assert list(found["differences"]) == ["peer"]
    difference = found["differences"]["peer"]
    assert difference["value"] == pytest.approx((1 - 2 / 3) / 2, abs=1e-4)
    assert difference["low"] == 0
    assert difference["high"] == pytest.approx(1 / 3, abs=1e-4)


def test_types_have_their_own_figures() -> None:
    found = results_of(evaluation(score(WINNOW, "1", "It rained")), {}, model="shipped")
    article = found["types"]["article"]
    assert article["pages"] == 1
    assert article["contestants"][WINNOW]["recall"] == 0.5
    assert article["contestants"][WINNOW]["precision"] == 1


def test_pages_of_known_sites_are_not_new() -> None:
    scores = [score(WINNOW, "1", "Menu", site="known"), score(WINNOW, "2", GOLD, site="new")]
    found = on_new_sites(evaluation(*scores), {"known"})
    assert found["pages"] == 1
    assert found["contestants"][WINNOW]["f1"] == 1


def test_bins_hold_expected_and_true_f1() -> None:
    pairs = [(0.95, 1.0), (0.91, 0.8), (0.2, 0.4), (1.0, 1.0), (None, 0.5)]
    found = calibration(
        [PredictedPage(PagePrediction(expected, None), true, None) for expected, true in pairs]
    )
    assert found["pages"] == 4
    assert found["error"] == pytest.approx((0.05 + 0.11 + 0.2 + 0) / 4, abs=1e-4)
    assert [each["pages"] for each in found["bins"]] == [0, 0, 1, 0, 0, 0, 0, 0, 0, 3]
    assert found["bins"][2] == {"from": 0.2, "pages": 1, "expected": 0.2, "true": 0.4}


def test_predicted_types_are_counted_by_true_type() -> None:
    pairs = [("forum", "forum"), ("forum", "article"), ("article", "article"), (None, "forum")]
    predicted = [PredictedPage(PagePrediction(0.5, guess), 0.5, true) for true, guess in pairs]
    found = page_types([*predicted, PredictedPage(PagePrediction(0.5, None), 0.5, "article")])
    assert found["pages"] == 4
    assert found["accuracy"] == 0.5
    assert found["confusion"] == {
        "article": {"article": 1, "none": 1},
        "forum": {"article": 1, "forum": 1},
    }


def test_sets_and_folds_are_formatted() -> None:
    predictions = {"1": PagePrediction(0.9, "article")}
    found = evaluation(score(WINNOW, "1", GOLD), score(WINNOW, "e", "", ""), e="")
    lines = format_set("tiny", results_of(found, predictions, model="folds"))
    assert "tiny, 1 pages with a gold, models of folds" in lines
    assert "nothing kept of 1 pages with an empty gold: winnow 1" in lines
    assert "page type right on 1.0000 of 1 pages" in format_summary(
        summarise_sets([(found, predictions)])
    )
    assert "no prediction" in format_summary(summarise_sets([]))
