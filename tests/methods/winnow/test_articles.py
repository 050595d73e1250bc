from dataclasses import replace

import numpy as np
import pytest

from tests.support.generated_pages import training_examples
from webwinnow import Page
from webwinnow._core import block_features
from webwinnow.methods.base import TrainingExample
from webwinnow.methods.winnow import articles
from webwinnow.methods.winnow.articles import label, train_article_trees
from webwinnow.methods.winnow.examples import LabelledPage

RUNNING = "word " * 40


def labelled(html: str, type: str | None = None) -> LabelledPage:
    page = Page(html)
    return LabelledPage.of(TrainingExample(page, np.ones(len(page.runs), bool), "a", type))


def label_of(page: LabelledPage) -> float:
    return label(page, block_features(page.page, np.zeros(len(page.words), np.float32)))


def test_type_decides_whether_a_page_is_an_article() -> None:
    assert label_of(labelled("<p>a", "article")) == 1
    assert label_of(labelled(f"<p>{RUNNING}", "listing")) == 0


def test_page_without_type_is_an_article_if_its_content_is_running_text() -> None:
    teasers = "<li>one two three four five" * 20
    assert label_of(labelled(f"<p>{RUNNING}")) == 1
    assert label_of(labelled(f"<p>{RUNNING}<ul>{teasers}</ul>")) == 0


def test_label_is_unknown_for_little_content_and_for_frames() -> None:
    assert np.isnan(label_of(labelled("<p>one two three")))
    assert np.isnan(label_of(replace(labelled(f"<p>{RUNNING}"), is_stripped=True)))


def trained(count: int, *types: str) -> articles.Articles:
    examples = training_examples(range(count))
    pages = [
        LabelledPage.of(replace(each, type=types[i % len(types)]))
        for i, each in enumerate(examples)
    ]
    zeros = [np.zeros(len(page.words), np.float32) for page in pages]
    rows = [block_features(page.page, none) for page, none in zip(pages, zeros, strict=True)]
    return train_article_trees(pages, rows, zeros, zeros, 0, None)


def test_article_trees_separate_the_types() -> None:
    # Every other generated page is a forum.
    found = trained(80, "article", "forum")
    assert found.classifier is not None
    assert found.labels.tolist() == [True, False] * 40
    assert (found.predicted == found.labels).mean() > 0.9


@pytest.mark.parametrize(("count", "types"), [(20, ["article", "forum"]), (80, ["article"])])
def test_without_examples_of_both_kinds_every_page_is_an_article(
    count: int, types: list[str]
) -> None:
    found = trained(count, *types)
    assert found.classifier is None
    assert found.labels.all()
    assert found.predicted.all()


def test_start_predicts_if_there_are_too_few_pages() -> None:
    known = trained(80, "article", "forum").classifier
    assert known is not None
    examples = [LabelledPage.of(each) for each in training_examples(range(80, 90))]
    zeros = [np.zeros(len(page.words), np.float32) for page in examples]
    rows = [block_features(page.page, none) for page, none in zip(examples, zeros, strict=True)]
    found = train_article_trees(examples, rows, zeros, zeros, 0, known)
    assert found.classifier is known
    assert found.predicted.tolist() == [True, False] * 5
