import numpy as np
from hypothesis import given, settings

from tests.support.soup import anything
from webwinnow import Page
from webwinnow.methods.fiasco.subtrees import Subtrees, target_subtrees


def targets(html: str) -> list[str]:
    page = Page(html)
    subtrees = Subtrees.of(page)
    texts = page.run_texts()
    return [" ".join(texts[subtrees.first[i] : subtrees.end[i]]) for i in target_subtrees(subtrees)]


def test_target_has_a_tenth_of_its_text_in_its_own_text_children() -> None:
    assert targets("<div>1234567890<p>12345678901234567890</div>") == [
        "1234567890 12345678901234567890"
    ]
    long = "1234567890" * 10
    assert targets(f"<div>12345<p>{long}</div>") == [long]


def test_outermost_target_swallows_those_inside() -> None:
    assert targets("<p>It <b>rained</b> all night.</p>") == ["It rained all night."]


def test_line_breaks_part_a_target() -> None:
    assert targets("<div>One line.<br>Another <i>line</i>.</div>") == [
        "One line.",
        "Another line .",
    ]


def test_hidden_text_is_in_no_subtree() -> None:
    hidden = f"<b hidden>{'1234567890' * 10}</b>"
    assert targets(f"<div><p>{hidden}one</p><p>two{hidden}</p></div>") == ["one", "two"]


def test_hidden_text_does_not_make_a_target() -> None:
    html = "<p>one</p><p>two</p><script>var a = 1;</script>"
    assert targets(f"<div>{html}</div>") == ["one", "two"]
    assert targets(f"<div hidden>{html}</div><div>{html}</div>") == ["one", "two"]


def test_page_without_text_has_no_targets() -> None:
    assert targets("<div><img></div>") == []


@settings(max_examples=200, deadline=None)
@given(html=anything)
def test_subtrees_nest_and_targets_do_not_overlap(html: bytes) -> None:
    subtrees = Subtrees.of(Page(html))
    assert (subtrees.first < subtrees.end).all()
    assert (subtrees.own_chars <= subtrees.chars).all()
    found = target_subtrees(subtrees)
    assert (subtrees.first[found[1:]] >= subtrees.end[found[:-1]]).all()
    assert (np.diff(subtrees.first) >= 0).all()
