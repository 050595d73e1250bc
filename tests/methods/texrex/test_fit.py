from dataclasses import replace

import numpy as np
import pytest

from tests.support.generated_pages import training_examples
from webwinnow import Page
from webwinnow.methods.base import TrainingExample
from webwinnow.methods.texrex.fit import (
    OWN,
    PAGE_INPUTS,
    PAPER,
    page_rows,
    train_first,
    train_networks,
    unseen_outputs,
)
from webwinnow.methods.texrex.inputs import INPUTS
from webwinnow.methods.texrex.rprop import RpropOptions


def training_example(html: str, *kept: str, source: str = "") -> TrainingExample:
    page = Page(html)
    keep = np.array([text in kept for text in page.run_texts()], bool)
    return TrainingExample(page, keep, "a.example", source=source)


def examples() -> list[TrainingExample]:
    return training_examples(range(6))


def test_a_block_is_content_if_half_of_its_characters_are() -> None:
    html = "<p>abcd<b>efgh</b></p><p>ab<b>efg</b></p><p>xyz</p>"
    rows = page_rows(training_example(html, "abcd", "ab", "xyz"))
    assert rows.wanted.tolist() == [0, 1, 0]


def weights_of(html: str, source: str = "") -> list[float]:
    found: list[float] = page_rows(training_example(html, source=source)).weights.tolist()
    return found


def test_pages_have_equal_weight_and_blocks_that_of_the_root_of_their_words() -> None:
    found = weights_of("<p>one two three four</p><p>...</p><p>five</p>")
    assert found == pytest.approx([2 / 4, 1 / 4, 1 / 4])
    html = "<p>one two three four</p><p>..."
    assert weights_of(html, "news-articles") == pytest.approx([4 / 3, 2 / 3])
    assert weights_of(html, "cleaneval") == pytest.approx([1 / 3, 1 / 6])


def test_the_papers_blocks_have_equal_weight() -> None:
    rows = page_rows(training_example("<p>one two three four</p><p>..."), PAPER)
    assert rows.weights.tolist() == [1, 1]


def test_page_inputs_have_zero_weights() -> None:
    networks = train_networks(training_examples(range(4)))
    assert networks.second is not None
    for network in (networks.first, networks.second):
        assert (network.layers[0].weights[:, PAGE_INPUTS] == 0).all()
    assert [list(INPUTS)[place] for place in PAGE_INPUTS] == [
        "page text", "xhtml", "html 4", "html 5",
    ]  # fmt: skip


def test_the_papers_network_sees_one_block_and_page_inputs() -> None:
    plan = replace(PAPER, rprop=RpropOptions(epochs=5))
    networks = train_networks(training_examples(range(4)), plan)
    assert networks.second is None
    assert networks.first.sizes == (37, 18, 1)
    assert networks.first.layers[0].weights[:, 4].all()


def test_the_papers_training_takes_50_000_epochs_and_a_snapshot_every_thousand() -> None:
    assert (PAPER.rprop.epochs, PAPER.rprop.every, PAPER.rprop.hidden) == (50_000, 1_000, 18)
    assert (PAPER.has_context, PAPER.is_weighted, PAPER.has_page_inputs) == (False, False, True)


def test_the_second_network_sees_the_outputs_of_the_first() -> None:
    networks = train_networks(training_examples(range(4)))
    assert networks.second is not None
    assert networks.first.sizes == (37, 18, 1)
    assert networks.second.sizes == (37 + 7, 18, 1)


def test_surroundings_can_decide() -> None:
    # Equal paragraphs are text between long ones, and boilerplate between links.
    story, menu = f"<p>{'It rained all night. ' * 9}</p>" * 3, "<li><a href=/>x</a></li>" * 3
    line = "<div>same</div>"
    pages = [
        training_example(f"<body>{story}{line}{story}", "same", "It rained all night. " * 9),
        training_example(f"<body>{menu}{line}{menu}"),
    ]
    pages = [
        replace(page, keep=np.array([len(text) > 1 for text in page.page.run_texts()]) & bool(kept))
        for page, kept in zip(pages, (1, 0), strict=True)
    ]
    networks = train_networks(pages)
    rows = [page_rows(page) for page in pages]
    outputs = [networks(each.inputs, each.length)[3] for each in rows]
    assert outputs[0] < 0.2
    assert outputs[1] > 0.8


def test_the_second_network_learns_from_pages_that_the_first_has_not_seen() -> None:
    pages = [replace(page_rows(each), site=str(n)) for n, each in enumerate(examples())]
    plan = replace(OWN, rprop=RpropOptions(epochs=20, every=20))
    first = train_first(pages, plan, 0)
    unseen = unseen_outputs(pages, first, plan, 0)
    assert [len(each) for each in unseen] == [len(page.inputs) for page in pages]
    assert not np.allclose(
        np.concatenate(unseen), first(np.vstack([p.inputs for p in pages]))[:, 0]
    )
    alike = [replace(page, site="a") for page in pages]
    same = unseen_outputs(alike, first, plan, 0)
    assert np.allclose(np.concatenate(same), first(np.vstack([p.inputs for p in pages]))[:, 0])


def test_rows_have_the_inputs_of_their_blocks() -> None:
    rows = page_rows(training_example("<p>a</p><div>b</div>"))
    assert rows.inputs.shape == (2, 37)
    assert rows.inputs[:, [26, 27]].tolist() == [[0, 1], [1, 0]]
    assert len(rows.wanted) == len(rows.weights) == len(rows.length) == 2
