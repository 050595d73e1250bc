from random import Random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.support.tag_soup import any_html
from webwinnow import Page
from webwinnow._core import block_features, scored_runs
from webwinnow.methods.base import TrainingExample
from webwinnow.methods.winnow.examples import LabelledPage, strip_content


def example(html: str, keep: list[bool], source: str = "") -> LabelledPage:
    return LabelledPage.of(TrainingExample(Page(html), np.array(keep), "a.example", source=source))


def test_content_is_the_share_of_kept_words() -> None:
    found = example("<p>one two <b>three</b> <i>four</i><p>five", [True, False, True, False])
    assert found.words.tolist() == [4, 1]
    assert found.content.tolist() == [0.75, 0]


def test_hidden_text_counts_only_in_hidden_blocks() -> None:
    page = Page("<p>a <b hidden>b</b><p hidden>c <i>d</i><template>e</template><script>f</script>")
    counted = np.array(page.run_texts())[scored_runs(page)]
    assert counted.tolist() == ["a", "c", "d"]


@given(any_html)
def test_only_blocks_with_features_have_words(html: bytes) -> None:
    page = Page(html)
    found = LabelledPage.of(TrainingExample(page, np.ones(len(page.runs), bool), "a"))
    has_inputs = block_features(page, np.zeros(len(page.blocks), np.float32))[:, 0] == 0
    assert not found.words[~has_inputs].any()
    assert (found.content == (found.words > 0)).all()
    assert ((found.weight > 0) == (found.words > 0)).all()


def test_block_without_words_has_no_content_and_no_weight() -> None:
    found = example("<p>one<p>—", [True, True])
    assert found.words.tolist() == [1, 0]
    assert found.content.tolist() == [1, 0]
    assert found.weight[1] == 0


def test_weight_of_words_falls_with_page_length_and_is_bounded() -> None:
    few = example("<p>a b<p>c d e f", [True, False])
    # Two words of content and four others: 2·2 + ½·4 + 50.
    assert few.weight.tolist() == pytest.approx([2 / 56, 4 / 56])
    many = example(f"<p>{'a ' * 1000}<p>b", [True, False])
    assert many.weight.tolist() == pytest.approx([0.1, 1 / 2050.5])


def test_gold_sets_have_weights() -> None:
    usual, good = (example("<p>a", [True], source).weight[0] for source in ("", "news-articles"))
    assert good == 2 * usual


@pytest.mark.parametrize("html", ["", "<script>a</script>"])
def test_page_without_text_has_no_words(html: str) -> None:
    page = Page(html)
    assert not LabelledPage.of(
        TrainingExample(page, np.zeros(len(page.runs), bool), "a")
    ).words.any()


def test_blocks_of_a_stripped_page_have_no_weight() -> None:
    example = TrainingExample(
        Page("<p>one two<p>three"), np.array([True, False]), "a.example", "article"
    )
    found = LabelledPage.stripped(example)
    assert found.page.run_texts() == ["three"]
    assert (found.site, found.type, found.is_stripped) == ("a.example", None, True)
    assert (found.words.tolist(), found.content.tolist(), found.weight.tolist()) == ([1], [0], [0])
    assert not LabelledPage.of(example).is_stripped


def strip(html: str, *kept: str) -> Page:
    """Without the runs that begin like this."""
    page = Page(html)
    return strip_content(page, np.array([text.startswith(kept) for text in page.run_texts()]))


def tags(page: Page) -> list[str]:
    """Of the body."""
    names = [page.tag_name(node) for node in range(len(page.nodes))]
    return names[names.index("body") + 1 :]


def joined(page: Page, chosen: list[bool]) -> str:
    """All chosen text of blocks, without spaces: runs may have become one."""
    is_shown = (page.runs.block >= 0).tolist()
    texts = zip(page.run_texts(), is_shown, chosen, strict=True)
    return "".join("".join(text for text, *is_left in texts if all(is_left)).split())


@given(any_html, st.randoms(use_true_random=False))
def test_stripped_page_has_the_other_texts_in_order(html: bytes, random: Random) -> None:
    page = Page(html)
    keep = [random.random() < 0.5 for _ in range(len(page.runs))]
    found = strip_content(page, np.array(keep, bool))
    assert joined(found, [True] * len(found.runs)) == joined(page, [not each for each in keep])


def test_elements_with_content_only_are_removed() -> None:
    html = "<nav>menu</nav><article><h1>story</h1><p>story <b>story</b></article><p>end"
    found = strip(html, "story")
    assert (found.run_texts(), tags(found)) == (["menu", "end"], ["nav", "p"])


def test_elements_with_other_text_stay() -> None:
    html = "<main><article>story<p>story<aside>ad</aside></article><p>story</main>"
    found = strip(html, "story")
    assert (found.run_texts(), tags(found)) == (["ad"], ["main", "article", "aside"])


def test_elements_without_text_stay() -> None:
    assert tags(strip("<p>story</p><div><img src=a.png><hr></div>ad", "story")) == [
        "div",
        "img",
        "hr",
    ]


def test_attributes_stay_in_order() -> None:
    html = """<div title=t class='ad "big" & <x>' role=r id=a lang=en itemprop=p>
        <a href='/?a=1&amp;b=2'>more</a>story</div>"""
    before, found = Page(html), strip(html, "story")
    assert tags(found) == tags(before) == ["div", "a"]
    for node in range(len(before.nodes)):
        assert list(found.attributes(node).items()) == list(before.attributes(node).items())
    assert "big" in str(found.attributes(len(found.nodes) - 2))


def test_stripping_keeps_words_separated() -> None:
    assert strip("<p>one <b>story</b> two", "story").run_texts() == ["one two"]


def test_text_is_escaped() -> None:
    found = strip("<p>story<p>1 &lt;b> 2 &amp;amp; 3", "story")
    assert (found.run_texts(), tags(found)) == (["1 <b> 2 &amp; 3"], ["p"])


def test_page_without_content_is_unchanged() -> None:
    html = "<ul class=menu><li><a href=/>Home</a><li>News</ul><p>a<br>b"
    found = strip(html)
    assert (found.run_texts(), tags(found)) == (Page(html).run_texts(), tags(Page(html)))
