import numpy as np
import pytest

from webwinnow import Page
from webwinnow._core import PAGE_FEATURES, predict_trees
from webwinnow.methods.base import TrainingExample
from webwinnow.methods.winnow.examples import LabelledPage
from webwinnow.methods.winnow.page_trees import (
    PageRow,
    ThresholdRule,
    choose_content_threshold,
    train_confidence_trees,
    train_content_model,
    train_type_trees,
)

CUT = ThresholdRule(1.0, 0.1, 0.45)
RANDOM = np.random.default_rng(0)


def rows(count: int, types: str) -> list[PageRow]:
    """The first feature gives the type and half of the F1; pages of type h are stripped."""
    found = []
    for i in range(count):
        kind = types[i % len(types)]
        inputs = RANDOM.normal(size=len(PAGE_FEATURES)).astype(np.float32)
        inputs[0] = ord(kind)
        found.append(
            PageRow(
                inputs,
                None if kind == "-" else kind,
                0.9 if kind == "a" else 0.4,
                has_content=kind != "h",
                is_stripped=kind == "h",
                site=f"{i % 20}.example",
            )
        )
    return found


def row(scores: list[float]) -> PageRow:
    page = Page("<p>one two three<p>four five<p>six")
    example = LabelledPage.of(TrainingExample(page, np.array([True, False, True]), "a", "article"))
    markup = np.zeros(3, np.float32)
    return PageRow.of(example, markup, np.array(scores, np.float32), CUT)


def test_f1_counts_kept_words() -> None:
    # Three words right, two wrong, one missed.
    assert row([0.9, 0.8, 0.01]).f1 == pytest.approx(2 * 3 / (5 + 4))
    assert row([0.9, 0.0, 0.9]).f1 == 1
    assert row([0.0, 0.9, 0.0]).f1 == 0


def test_f1_of_an_empty_page_is_one() -> None:
    page = Page("<p>one two")
    nothing = LabelledPage.of(TrainingExample(page, np.array([False]), "a"))
    scores = np.zeros(1, np.float32)
    assert PageRow.of(nothing, scores, scores, CUT).f1 == 1


def test_types_are_separated() -> None:
    trees = train_type_trees(rows(90, "abc"), seed=0)
    assert list(trees) == ["a", "b", "c"]
    fresh = rows(30, "abc")
    inputs = np.stack([each.features for each in fresh])
    predicted = [predict_trees(each.trees(len(PAGE_FEATURES)), inputs) for each in trees.values()]
    assert ["abc"[best] for best in np.argmax(predicted, axis=0)] == [each.type for each in fresh]


@pytest.mark.parametrize(("count", "types"), [(29, "ab"), (60, "a"), (60, "-"), (40, "a---------")])
def test_too_few_pages_give_no_types(count: int, types: str) -> None:
    assert train_type_trees(rows(count, types), seed=0) == {}


def test_rare_types_are_left_out() -> None:
    assert list(train_type_trees(rows(40, "ab") + rows(4, "c"), seed=0)) == ["a", "b"]


def test_confidence_follows_the_f1_of_similar_pages() -> None:
    trees = train_confidence_trees(rows(90, "ab"), seed=0)
    assert trees is not None
    inputs = np.stack([each.features for each in rows(60, "ab")])
    predicted = predict_trees(trees.trees(len(PAGE_FEATURES)), inputs)
    # The F1 of the ones was 0.9, of the others 0.4.
    assert 0.4 < predicted[1::2].mean() < 0.62 < 0.68 < predicted[::2].mean() < 0.9
    assert train_confidence_trees(rows(29, "ab"), seed=0) is None


def test_stripped_pages_do_not_train_confidence() -> None:
    assert train_confidence_trees(rows(20, "a") + rows(40, "h"), seed=0) is None
    real = rows(40, "ab")
    with_them, alone = (
        train_confidence_trees(each, seed=0) for each in (real + rows(40, "h"), real)
    )
    assert with_them is not None
    assert alone is not None
    assert with_them.values.tolist() == alone.values.tolist()


def test_content_model_separates_stripped_pages() -> None:
    content = train_content_model(rows(120, "abh"), seed=0)
    assert content is not None
    fresh = rows(60, "abh")
    inputs = np.stack([each.features for each in fresh])
    predicted = predict_trees(content.trees.trees(len(PAGE_FEATURES)), inputs)
    assert (predicted[2::3] < content.threshold).all()
    others = np.delete(predicted, slice(2, None, 3))
    assert (others >= content.threshold).mean() > 0.9


def test_content_model_needs_enough_stripped_pages() -> None:
    # Thirty are enough.
    assert train_content_model(rows(200, "ab") + rows(29, "h"), seed=0) is None
    assert train_content_model(rows(200, "ab") + rows(30, "h"), seed=0) is not None


def real(f1: float) -> PageRow:
    return rows(1, "a")[0]._replace(f1=f1)


def test_content_threshold_costs_next_to_no_f1() -> None:
    # Of 1,000 in all, 0.5 may be lost: the second page from below would be too much …
    pages = [real(0.3), real(0.3), *(real(1.0) for _ in range(1000))]
    likely = np.linspace(0.2, 0.9, len(pages), dtype=np.float32)
    assert choose_content_threshold(pages, likely) == likely[1]
    # … and so would the first one be, if it were good.
    assert choose_content_threshold([real(0.9), *pages[1:]], likely) == likely[0]


def test_content_threshold_empties_next_to_no_page() -> None:
    # Their F1 is next to nothing, but only one page in 1,000 may come out empty.
    pages = [*(real(0.001) for _ in range(5)), *(real(1.0) for _ in range(1000))]
    likely = np.linspace(0.2, 0.9, len(pages), dtype=np.float32)
    assert choose_content_threshold(pages, likely) == likely[1]


def test_pages_with_zero_f1_cost_nothing() -> None:
    pages = [*(real(0.0) for _ in range(5)), *(real(1.0) for _ in range(10))]
    likely = np.linspace(0.1, 0.8, len(pages), dtype=np.float32)
    assert choose_content_threshold(pages, likely) == likely[5]
    assert choose_content_threshold(pages[:5], likely[:5]) == 0


def test_pages_without_content_do_not_move_the_threshold() -> None:
    pages = [*rows(10, "h"), *(real(1.0) for _ in range(10))]
    likely = np.linspace(0.1, 0.9, len(pages), dtype=np.float32)
    assert choose_content_threshold(pages, likely) == likely[10]


@pytest.mark.parametrize("sites", [1, 3])
def test_pages_of_few_sites_train_a_content_model(sites: int) -> None:
    found = [row._replace(site=str(i % sites)) for i, row in enumerate(rows(160, "aaah"))]
    content = train_content_model(found, 0)
    assert content is not None
    likely = predict_trees(
        content.trees.trees(len(PAGE_FEATURES)), np.stack([row.features for row in found])
    )
    assert likely[::4].min() > likely[3::4].max()
