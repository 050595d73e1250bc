import numpy as np
import pytest
from hypothesis import given

from tests.support.soup import anything
from webwinnow import Page
from webwinnow._core import block_features, scored_runs
from webwinnow.methods.base import TrainingExample
from webwinnow.methods.winnow.examples import Example


def example(html: str, keep: list[bool], source: str = "") -> Example:
    return Example.of(TrainingExample(Page(html), np.array(keep), "a.example", source=source))


def test_a_block_is_content_by_the_share_of_its_words() -> None:
    found = example("<p>one two <b>three</b> <i>four</i><p>five", [True, False, True, False])
    assert found.words.tolist() == [4, 1]
    assert found.content.tolist() == [0.75, 0]


def test_hidden_text_counts_only_where_a_block_has_no_other() -> None:
    page = Page("<p>a <b hidden>b</b><p hidden>c <i>d</i><template>e</template><script>f</script>")
    counted = np.array(page.run_texts())[scored_runs(page)]
    assert counted.tolist() == ["a", "c", "d"]


@given(anything)
def test_only_blocks_that_the_core_has_inputs_for_have_words(html: bytes) -> None:
    page = Page(html)
    found = Example.of(TrainingExample(page, np.ones(len(page.runs), bool), "a"))
    has_inputs = block_features(page, np.zeros(len(page.blocks), np.float32))[:, 0] == 0
    assert not found.words[~has_inputs].any()
    assert (found.content == (found.words > 0)).all()
    assert ((found.weight > 0) == (found.words > 0)).all()


def test_a_block_without_words_is_neither_content_nor_of_weight() -> None:
    found = example("<p>one<p>—", [True, True])
    assert found.words.tolist() == [1, 0]
    assert found.content.tolist() == [1, 0]
    assert found.weight[1] == 0


def test_words_weigh_by_what_is_on_the_page_up_to_a_bound() -> None:
    few = example("<p>a b<p>c d e f", [True, False])
    # Two words of content and four others: 2·2 + ½·4 + 50.
    assert few.weight.tolist() == pytest.approx([2 / 56, 4 / 56])
    many = example(f"<p>{'a ' * 1000}<p>b", [True, False])
    assert many.weight.tolist() == pytest.approx([0.1, 1 / 2050.5])


def test_sets_weigh_by_how_well_they_teach() -> None:
    usual, good = (example("<p>a", [True], source).weight[0] for source in ("", "news-articles"))
    assert good == 2 * usual


@pytest.mark.parametrize("html", ["", "<script>a</script>"])
def test_a_page_without_text_has_no_words(html: str) -> None:
    page = Page(html)
    assert not Example.of(TrainingExample(page, np.zeros(len(page.runs), bool), "a")).words.any()


def test_a_page_without_its_content_teaches_about_no_block() -> None:
    example = TrainingExample(
        Page("<p>one two<p>three"), np.array([True, False]), "a.example", "article"
    )
    found = Example.hollowed(example)
    assert found.page.run_texts() == ["three"]
    assert (found.site, found.type, found.is_hollow) == ("a.example", None, True)
    assert (found.words.tolist(), found.content.tolist(), found.weight.tolist()) == ([1], [0], [0])
    assert not Example.of(example).is_hollow
