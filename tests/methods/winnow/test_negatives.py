from random import Random

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from tests.support.soup import anything
from webwinnow import Page
from webwinnow.methods.winnow.negatives import hollow


def hollowed(html: str, *kept: str) -> Page:
    """Without the runs that begin like this."""
    page = Page(html)
    return hollow(page, np.array([text.startswith(kept) for text in page.run_texts()]))


def tags(page: Page) -> list[str]:
    """Of the body."""
    names = [page.tag_name(node) for node in range(len(page.nodes))]
    return names[names.index("body") + 1 :]


def joined(page: Page, chosen: list[bool]) -> str:
    """All chosen text of blocks, without spaces: runs may have become one."""
    is_shown = (page.runs.block >= 0).tolist()
    texts = zip(page.run_texts(), is_shown, chosen, strict=True)
    return "".join("".join(text for text, *is_left in texts if all(is_left)).split())


@given(anything, st.randoms(use_true_random=False))
def test_of_any_page_the_texts_left_are_the_others_in_order(html: bytes, random: Random) -> None:
    page = Page(html)
    keep = [random.random() < 0.5 for _ in range(len(page.runs))]
    found = hollow(page, np.array(keep, bool))
    assert joined(found, [True] * len(found.runs)) == joined(page, [not each for each in keep])


def test_elements_that_held_nothing_but_content_are_gone() -> None:
    html = "<nav>menu</nav><article><h1>story</h1><p>story <b>story</b></article><p>end"
    found = hollowed(html, "story")
    assert (found.run_texts(), tags(found)) == (["menu", "end"], ["nav", "p"])


def test_elements_that_hold_something_else_stay_around_it() -> None:
    html = "<main><article>story<p>story<aside>ad</aside></article><p>story</main>"
    found = hollowed(html, "story")
    assert (found.run_texts(), tags(found)) == (["ad"], ["main", "article", "aside"])


def test_elements_without_any_text_stay() -> None:
    assert tags(hollowed("<p>story</p><div><img src=a.png><hr></div>ad", "story")) == [
        "div",
        "img",
        "hr",
    ]


def test_attributes_survive_in_order() -> None:
    html = """<div title=t class='ad "big" & <x>' role=r id=a lang=en itemprop=p>
        <a href='/?a=1&amp;b=2'>more</a>story</div>"""
    before, found = Page(html), hollowed(html, "story")
    assert tags(found) == tags(before) == ["div", "a"]
    for node in range(len(before.nodes)):
        assert list(found.attributes(node).items()) == list(before.attributes(node).items())
    assert "big" in str(found.attributes(len(found.nodes) - 2))


def test_words_do_not_grow_together() -> None:
    assert hollowed("<p>one <b>story</b> two", "story").run_texts() == ["one two"]


def test_text_that_looks_like_markup_stays_text() -> None:
    found = hollowed("<p>story<p>1 &lt;b> 2 &amp;amp; 3", "story")
    assert (found.run_texts(), tags(found)) == (["1 <b> 2 &amp; 3"], ["p"])


def test_without_content_the_page_stays_as_it_is() -> None:
    html = "<ul class=menu><li><a href=/>Home</a><li>News</ul><p>a<br>b"
    found = hollowed(html)
    assert (found.run_texts(), tags(found)) == (Page(html).run_texts(), tags(Page(html)))
