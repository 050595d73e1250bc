from collections.abc import Sequence

import numpy as np
import pytest

from tests.support.generated_pages import training_examples
from webwinnow import Page
from webwinnow._core import markup_scores
from webwinnow.methods.base import TrainingExample
from webwinnow.methods.winnow.examples import LabelledPage
from webwinnow.methods.winnow.markup_weights import MarkupRows
from webwinnow.methods.winnow.model import MarkupWeights

TEXT = "one two three four five six seven eight nine ten"


def page(content: str = "story", rest: str = "ads") -> Page:
    return Page(f"<div class={content}>{TEXT}</div><div class={rest}>{TEXT}</div>")


def taught(pages: Sequence[Page], start: MarkupWeights | None = None) -> MarkupWeights:
    listed = [
        TrainingExample(page, np.array([True, False]), f"{i}.com") for i, page in enumerate(pages)
    ]
    return current_model(listed, start)


def current_model(
    listed: Sequence[TrainingExample], start: MarkupWeights | None = None
) -> MarkupWeights:
    rows = MarkupRows([LabelledPage.of(example) for example in listed], start)
    return rows.fit(np.ones(len(listed), bool))


def scores(markup: MarkupWeights, page: Page) -> list[float]:
    return list(markup_scores(page, markup.dense(), markup.bias))


def test_words_near_content_have_high_weights() -> None:
    content, rest = scores(taught([page()] * 40), page())
    assert content > 0.6
    assert rest < 0.4
    assert content + rest == pytest.approx(1, abs=0.01)


def test_more_pages_give_larger_weights() -> None:
    few, many = (scores(taught([page()] * count), page())[0] for count in (20, 200))
    assert many > few + 0.1


def test_unseen_words_have_no_weight() -> None:
    assert scores(taught([page()] * 40), page("foo", "bar")) == pytest.approx([0.5, 0.5], abs=0.01)


def test_words_of_few_sites_have_no_weight() -> None:
    common, rare = [page()] * 38, [page("mine", "theirs")] * 2
    markup = taught(common + rare)
    assert scores(markup, page("mine", "theirs")) == pytest.approx([0.5, 0.5], abs=0.01)
    # Where there are only a few sites, all that they have counts.
    one, other = scores(taught(rare * 3), page("mine", "theirs"))
    assert one > other + 0.02


def test_only_chosen_pages_are_used() -> None:
    pages = [page()] * 40 + [page("ads", "story")] * 40
    examples = [
        LabelledPage.of(TrainingExample(page, np.array([True, False]), f"{i}.com"))
        for i, page in enumerate(pages)
    ]
    rows = MarkupRows(examples)
    first, second = (rows.fit(np.arange(80) // 40 == half) for half in (0, 1))
    assert scores(first, page()) == pytest.approx(scores(taught(pages[:40]), page()), abs=1e-3)
    assert scores(second, page()) == pytest.approx(scores(first, page())[::-1], abs=0.01)


def test_training_on_top_changes_weights_little() -> None:
    start = taught([page()] * 200)
    contrary = [page("ads", "story")] * 6
    after, alone = taught(contrary, start), taught(contrary)
    assert 0.5 < scores(after, page())[0] < scores(start, page())[0]
    assert scores(alone, page())[0] < 0.5


def test_tiny_weights_are_dropped() -> None:
    markup = current_model(training_examples(range(40)))
    assert 0 < len(markup.bins) < 200
    assert (np.abs(markup.weights) >= 0.005).all()
    assert (np.diff(markup.bins.astype(int)) > 0).all()
