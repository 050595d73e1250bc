from collections.abc import Sequence

import numpy as np
import pytest

from tests.support.generated import training_examples
from webwinnow import Page
from webwinnow._core import markup_scores
from webwinnow.methods.base import TrainingExample
from webwinnow.methods.winnow.examples import Example
from webwinnow.methods.winnow.markup_weights import MarkupRows
from webwinnow.methods.winnow.model import Markup

TEXT = "one two three four five six seven eight nine ten"


def page(content: str = "story", rest: str = "ads") -> Page:
    return Page(f"<div class={content}>{TEXT}</div><div class={rest}>{TEXT}</div>")


def taught(pages: Sequence[Page], start: Markup | None = None) -> Markup:
    listed = [
        TrainingExample(page, np.array([True, False]), f"{i}.com") for i, page in enumerate(pages)
    ]
    return learned(listed, start)


def learned(listed: Sequence[TrainingExample], start: Markup | None = None) -> Markup:
    rows = MarkupRows([Example.of(example) for example in listed], start)
    return rows.fit(np.ones(len(listed), bool))


def scores(markup: Markup, page: Page) -> list[float]:
    return list(markup_scores(page, markup.of_all_bins(), markup.bias))


def test_words_around_content_make_content_likely() -> None:
    content, rest = scores(taught([page()] * 40), page())
    assert content > 0.6
    assert rest < 0.4
    assert content + rest == pytest.approx(1, abs=0.01)


def test_more_pages_make_surer() -> None:
    few, many = (scores(taught([page()] * count), page())[0] for count in (20, 200))
    assert many > few + 0.1


def test_words_that_the_pages_do_not_have_say_nothing() -> None:
    assert scores(taught([page()] * 40), page("foo", "bar")) == pytest.approx([0.5, 0.5], abs=0.01)


def test_words_of_few_sites_are_not_learned() -> None:
    common, rare = [page()] * 38, [page("mine", "theirs")] * 2
    markup = taught(common + rare)
    assert scores(markup, page("mine", "theirs")) == pytest.approx([0.5, 0.5], abs=0.01)
    # Where there are only a few sites, all that they have counts.
    one, other = scores(taught(rare * 3), page("mine", "theirs"))
    assert one > other + 0.02


def test_only_chosen_pages_teach() -> None:
    pages = [page()] * 40 + [page("ads", "story")] * 40
    examples = [
        Example.of(TrainingExample(page, np.array([True, False]), f"{i}.com"))
        for i, page in enumerate(pages)
    ]
    rows = MarkupRows(examples)
    first, second = (rows.fit(np.arange(80) // 40 == half) for half in (0, 1))
    assert scores(first, page()) == pytest.approx(scores(taught(pages[:40]), page()), abs=1e-3)
    assert scores(second, page()) == pytest.approx(scores(first, page())[::-1], abs=0.01)


def test_on_top_starts_where_the_model_stands_and_few_pages_change_little() -> None:
    start = taught([page()] * 200)
    contrary = [page("ads", "story")] * 6
    after, alone = taught(contrary, start), taught(contrary)
    assert 0.5 < scores(after, page())[0] < scores(start, page())[0]
    assert scores(alone, page())[0] < 0.5


def test_what_changes_nothing_is_left_out() -> None:
    markup = learned(training_examples(range(40)))
    assert 0 < len(markup.bins) < 200
    assert (np.abs(markup.weights) >= 0.005).all()
    assert (np.diff(markup.bins.astype(int)) > 0).all()
