from dataclasses import replace

import numpy as np
import pytest

from tests.support.generated_pages import training_examples
from webwinnow import Page
from webwinnow.methods.base import TrainingExample
from webwinnow.methods.texrex.fit import PAGE_INPUTS, PAPER, block_rows, train_network
from webwinnow.methods.texrex.inputs import INPUTS
from webwinnow.methods.texrex.rprop import RpropOptions


def training_example(html: str, *kept: str, source: str = "") -> TrainingExample:
    page = Page(html)
    keep = np.array([text in kept for text in page.run_texts()], bool)
    return TrainingExample(page, keep, "a.example", source=source)


def test_a_block_is_content_if_half_of_its_characters_are() -> None:
    html = "<p>abcd<b>efgh</b></p><p>ab<b>efg</b></p><p>xyz</p>"
    _, wanted, _ = block_rows(training_example(html, "abcd", "ab", "xyz"))
    assert wanted.tolist() == [0, 1, 0]


def test_pages_have_equal_weight_and_blocks_that_of_the_root_of_their_words() -> None:
    _, _, weights = block_rows(training_example("<p>one two three four</p><p>...</p><p>five</p>"))
    assert weights == pytest.approx([2 / 4, 1 / 4, 1 / 4])
    _, _, doubled = block_rows(
        training_example("<p>one two three four</p><p>...", source="news-articles")
    )
    assert doubled == pytest.approx([4 / 3, 2 / 3])
    _, _, halved = block_rows(
        training_example("<p>one two three four</p><p>...", source="cleaneval")
    )
    assert halved == pytest.approx([1 / 3, 1 / 6])


def test_page_inputs_have_zero_weights_for_every_block_that_the_network_sees() -> None:
    network = train_network(training_examples(range(4)))
    assert network.sizes == (5 * 37, 18, 1)
    silent = (network.layers[0].weights == 0).all(axis=0).reshape(5, 37)
    assert silent[:, PAGE_INPUTS].all()
    assert [list(INPUTS)[place] for place in PAGE_INPUTS] == [
        "page text", "xhtml", "html 4", "html 5",
    ]  # fmt: skip


def test_the_papers_network_sees_one_block_and_page_inputs() -> None:
    plan = replace(PAPER, rprop=RpropOptions(epochs=5))
    network = train_network(training_examples(range(4)), plan)
    assert network.sizes == (37, 18, 1)
    assert network.layers[0].weights[:, 4].all()


def test_the_papers_training_takes_50_000_epochs_and_a_snapshot_every_thousand() -> None:
    assert (PAPER.rprop.epochs, PAPER.rprop.every, PAPER.rprop.hidden) == (50_000, 1_000, 18)
    assert (PAPER.context, PAPER.is_weighted, PAPER.has_page_inputs) == (0, False, True)


def test_a_neighbour_can_decide() -> None:
    # Of two kinds of equal paragraphs, those after a heading are text.
    text, other = "<h1>x</h1><p>same</p><h1>x</h1>", "<div>x</div><p>same</p><div>x</div>"
    pages = [
        training_example(f"<body>{part}", *kept) for part, kept in ((text, ["same"]), (other, []))
    ]
    network = train_network(pages)
    outputs = [network(block_rows(page)[0]).ravel()[1] for page in pages]
    assert outputs[0] < 0.1
    assert outputs[1] > 0.9


def test_rows_have_the_inputs_of_their_blocks() -> None:
    example = training_example("<p>a</p><div>b</div>")
    inputs, wanted, weights = block_rows(example, PAPER)
    assert inputs.shape == (2, 37)
    assert inputs[:, [26, 27]].tolist() == [[0, 1], [1, 0]]
    assert block_rows(example)[0].shape == (2, 5 * 37)
    assert len(wanted) == len(weights) == 2
