import numpy as np
import pytest

from tests.support.generated import training_examples
from webwinnow import Page
from webwinnow.errors import CannotLearn
from webwinnow.methods.base import TrainingExample
from webwinnow.methods.texrex.fit import PAGE_INPUTS, learn, rows_of
from webwinnow.methods.texrex.inputs import INPUTS


def training_example(html: str, *kept: str, source: str = "") -> TrainingExample:
    page = Page(html)
    keep = np.array([text in kept for text in page.run_texts()], bool)
    return TrainingExample(page, keep, "a.example", source=source)


def test_a_block_is_content_where_half_of_its_characters_are() -> None:
    html = "<p>abcd<b>efgh</b></p><p>ab<b>efg</b></p><p>xyz</p>"
    _, wanted, _ = rows_of(training_example(html, "abcd", "ab", "xyz"))
    assert wanted.tolist() == [0, 1, 0]


def test_pages_count_alike_and_their_blocks_by_the_root_of_their_words() -> None:
    _, _, weights = rows_of(training_example("<p>one two three four</p><p>...</p><p>five</p>"))
    assert weights == pytest.approx([2 / 4, 1 / 4, 1 / 4])
    _, _, doubled = rows_of(
        training_example("<p>one two three four</p><p>...", source="news-articles")
    )
    assert doubled == pytest.approx([4 / 3, 2 / 3])
    _, _, halved = rows_of(training_example("<p>one two three four</p><p>...", source="cleaneval"))
    assert halved == pytest.approx([1 / 3, 1 / 6])


def test_inputs_that_a_page_is_known_by_are_not_learned_from() -> None:
    inputs = np.zeros((200, 37), np.float32)
    inputs[:100, PAGE_INPUTS] = 1
    network = learn([], more=(inputs, inputs[:, 21].copy()))
    assert network(inputs).ravel() == pytest.approx(0.5, abs=0.05)


def test_inputs_that_a_page_is_known_by_weigh_nothing() -> None:
    network = learn(training_examples(range(4)))
    silent = (network.layers[0].weights == 0).all(axis=0).nonzero()[0]
    assert set(PAGE_INPUTS) <= set(silent.tolist())
    assert [list(INPUTS)[place] for place in PAGE_INPUTS] == [
        "page text", "xhtml", "html 4", "html 5",
    ]  # fmt: skip


def test_a_row_has_the_inputs_of_its_block() -> None:
    inputs, wanted, weights = rows_of(training_example("<p>a</p><div>b</div>"))
    assert inputs.shape == (2, 37)
    assert inputs[:, [26, 27]].tolist() == [[0, 1], [1, 0]]
    assert len(wanted) == len(weights) == 2


def test_pages_without_text_teach_nothing() -> None:
    assert [len(column) for column in rows_of(training_example("<p></p>"))] == [0, 0, 0]
    with pytest.raises(CannotLearn, match="no block to learn from"):
        learn([training_example("")])


def test_one_kind_of_blocks_teaches_nothing() -> None:
    with pytest.raises(CannotLearn, match="nothing but content"):
        learn([training_example("<p>a", "a")])
    with pytest.raises(CannotLearn, match="nothing but boilerplate"):
        learn([training_example("<p>a")])


def test_the_seed_tells_the_network() -> None:
    first, same, other = (learn(training_examples(range(4)), seed=seed) for seed in (1, 1, 2))
    weights = [network.layers[0].weights for network in (first, same, other)]
    assert np.array_equal(weights[0], weights[1])
    assert not np.array_equal(weights[0], weights[2])


def test_blocks_without_a_page_are_learned_too() -> None:
    # On the page paragraphs are text; among the blocks added, those of an article are boilerplate.
    pages = [training_example("<p>text text text</p><div>menu</div>", "text text text")]
    inputs = np.zeros((200, 37), np.float32)
    inputs[:100, 24] = 1
    wanted = inputs[:, 24].copy()
    network = learn(pages, more=(inputs, wanted))
    said = network(inputs).ravel()
    assert said[:100].min() > 0.9
    assert said[100:].max() < 0.1
