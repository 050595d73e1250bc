import numpy as np
import pytest

from webwinnow.evaluation.results import Evaluation, PageScore
from webwinnow.evaluation.scores import BlockScore, Counts, OfficialScore
from webwinnow.evaluation.summary import Summary, summarise

SHORT, LONG = Counts(1, 0, 0), Counts(0, 50, 50)


def score(method: str, page: str, counts: Counts, **more: object) -> PageScore:
    fields: dict[str, object] = {"type": None, "seconds": 0.001, "site": page, **more}
    return PageScore(
        method=method, page=page, output="", counts={"bag": counts, "text": counts},
        **fields,  # type: ignore[arg-type]
    )  # fmt: skip


def summary_of(*scores: PageScore) -> Summary:
    methods = list(dict.fromkeys(each.method for each in scores))
    return summarise(Evaluation("tiny", "folder", "0" * 64, methods, {}, list(scores), {}))


def test_bags_are_averaged_over_pages_and_texts_over_words() -> None:
    [row] = summary_of(score("a", "1", SHORT), score("a", "2", LONG)).rows
    assert row.figures["bag_f1"].value == 0.5
    assert row.figures["text_f1"].value == pytest.approx(2 / 102)
    assert row.figures["bag_f1"].low == 0
    assert row.figures["bag_f1"].high == 1


def test_intervals_are_by_site_if_there_are_enough() -> None:
    # All pages of a site score alike: by pages, the interval would be a fifth as wide.
    counts = [SHORT if site % 2 else LONG for site in range(10)]
    alike = [
        score("a", f"{site}-{i}", counts[site], site=f"{site}")
        for site in range(10)
        for i in range(25)
    ]
    figures = summary_of(*alike).rows[0].figures
    for key in ("bag_f1", "text_f1"):
        low, high = figures[key].low, figures[key].high
        assert low is not None
        assert high is not None
        assert high - low > (0.5 if key == "bag_f1" else 0.02)


def test_figures_without_counts_are_omitted() -> None:
    [row] = summary_of(score("a", "1", SHORT)).rows
    assert not {"words_f1", "official", "blocks_f1", "label_accuracy"} & row.figures.keys()


def test_blocks_are_counted_over_all_pages_and_official_scores_averaged() -> None:
    first = BlockScore(Counts(1, 0, 0), neither=0)
    second = BlockScore(Counts(0, 1, 1), neither=1)
    [row] = summary_of(
        score("a", "1", SHORT, blocks=first, official=OfficialScore(1.0, 0.5)),
        score("a", "2", SHORT, blocks=second, official=OfficialScore(0.5, 0.0)),
    ).rows
    assert row.figures["block_accuracy"].value == 0.5
    assert row.figures["official"].value == 0.5


def test_failures_are_counted_and_times_are_milliseconds() -> None:
    times = [0.001, 0.002, 0.009]
    scores = [score("a", str(time), SHORT, seconds=time) for time in times]
    [row] = summary_of(*scores, score("a", "4", SHORT, error="failed", seconds=0.008)).rows
    assert (row.pages, row.failed) == (4, 1)
    assert row.figures["median_ms"].value == 2
    assert row.figures["mean_ms"].value == 4


def test_a_figure_of_only_some_pages_is_omitted() -> None:
    official = OfficialScore(1.0, 1.0)
    [row] = summary_of(score("a", "1", SHORT, official=official), score("a", "2", SHORT)).rows
    assert "official" not in row.figures


def test_each_of_the_five_labels_has_its_counts() -> None:
    confusion = np.diag([3, 2, 0, 0, 1])
    confusion[1, 0] = 1  # a paragraph taken for a heading
    found = BlockScore(Counts(5, 0, 0), neither=1, confusion=confusion)
    [row] = summary_of(score("a", "1", SHORT, blocks=found)).rows
    assert row.labels["heading"] == Counts(3, 1, 0)
    assert row.labels["paragraph"] == Counts(2, 0, 1)
    assert row.figures["label_accuracy"].value == pytest.approx(6 / 7)


def test_the_first_method_is_compared_with_each_other_one() -> None:
    found = summary_of(
        *(score("a", str(page), SHORT) for page in range(12)),
        *(score("b", str(page), LONG) for page in range(12)),
        *(score("c", str(page), SHORT) for page in range(12)),
    ).differences
    assert [(each.method, each.other, each.value) for each in found] == [
        ("a", "b", 1.0),
        ("a", "c", 0.0),
    ]
    assert found[0].p < 0.01
    assert found[1].p == 1
    assert found[0].unit == "site"


def test_differences_are_of_means_over_pages() -> None:
    found = summary_of(
        score("a", "1", SHORT), score("a", "2", LONG), score("b", "1", LONG), score("b", "2", LONG)
    )
    # Of all words together, it would be 2 / 102.
    assert found.differences[0].value == 0.5


def test_types_have_rows_of_their_own() -> None:
    found = summary_of(score("a", "1", SHORT, type="forum"), score("a", "2", LONG, type="shop"))
    values = {kind: rows[0].figures["bag_f1"].value for kind, rows in found.types.items()}
    assert values == {"forum": 1.0, "shop": 0.0}


def test_an_empty_evaluation_has_an_empty_summary() -> None:
    assert summary_of() == Summary([], [], {})
