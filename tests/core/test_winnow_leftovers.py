"""Labels and parts of the frame between kept blocks are dropped, with a reason."""

from pathlib import Path

import pytest

from tests.core.test_winnow_structure import article
from webwinnow import Page, clean
from webwinnow.methods import load

EXAMPLES = Path(__file__).parents[2] / "examples"

#: (example page, what earlier versions left over in its text)
LEFTOVERS = [
    ("news", "article continues below"),
    ("news", "Five local stories"),
    ("chinese", "广告"),
    ("documentation", "¶"),
    ("documentation", "Copy"),
    ("forum", "Sponsored:"),
    ("forum", "Senior member"),
    ("forum", "Posts:"),
    ("forum", "no spare room"),
    ("hungarian", "HIRDETÉS"),
    ("hungarian", "Ön itt áll"),
    ("hungarian", "Nyomtatható változat"),
    ("hungarian", "LEGOLVASOTTABB"),
    ("hungarian", "14 °C"),
]


@pytest.mark.parametrize(("name", "text"), LEFTOVERS)
def test_the_examples_lose_their_leftovers(name: str, text: str) -> None:
    html = (EXAMPLES / f"{name}.html").read_bytes()
    assert text in " ".join(Page(html).block_texts())
    assert text not in clean(html).replace("the copy", "")


#: (what stands inside an article, reason)
PARTS = {
    "a label": ("<div>Werbung</div>", "label of an advertisement"),
    "a control": ("<p><a href=#>Share on Facebook</a></p>", "page control"),
    "a newsletter": ("<p>Subscribe to our newsletter</p>", "newsletter form"),
    "a pointer": ("<p>Lesen Sie auch: <a href=/x>Vom Imkern</a></p>", "links to other pages"),
    "a breadcrumb": ("<p>当前位置：首页 &gt; 新闻</p>", "breadcrumb"),
}


@pytest.mark.parametrize(("html", "reason"), PARTS.values(), ids=PARTS.keys())
def test_leftovers_inside_an_article_are_dropped(html: str, reason: str) -> None:
    inside, without = (clean(article(inner)) for inner in (html, ""))
    assert inside == without
    # Where the model itself drops the block, it has the model's reason.
    decision = load("winnow").decide(Page(article(html)))
    assert reason in decision.reasons or "boilerplate" in " ".join(decision.reasons)
