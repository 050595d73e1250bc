import numpy as np
import pytest
from hypothesis import given, settings

from tests.support.tag_soup import any_html
from webwinnow import Page
from webwinnow.methods.markup import count_enclosing, declared_language, tag_table


def test_table_marks_the_given_tags() -> None:
    page = Page("<body><p>one<b>two</b></p><x-card>three</x-card>")
    found = tag_table("p", "b")[page.nodes.tag]
    assert [page.tag_name(node) for node in np.flatnonzero(found).tolist()] == ["p", "b"]


def test_unknown_tag_name_raises_key_error() -> None:
    with pytest.raises(KeyError, match="blink-182"):
        tag_table("p", "blink-182")


@settings(max_examples=100, deadline=None)
@given(html=any_html)
def test_enclosing_nodes_are_counted(html: bytes) -> None:
    nodes = Page(html).nodes
    marked = tag_table("div", "b", "li", "table")[nodes.tag]
    walked: list[int] = []
    for chosen, parent in zip(marked.tolist(), nodes.parent.tolist(), strict=True):
        walked.append(chosen + (walked[parent] if parent >= 0 else 0))
    assert count_enclosing(marked, nodes.end).tolist() == walked


@pytest.mark.parametrize(
    ("html", "expected"),
    [
        ("<html lang=en><p>a", "en"),
        ("<html lang=en><body lang=de-AT><p>a", "de-AT"),
        ("<html xml:lang=fr><p>a", "fr"),
        ("<html lang=''><p lang=en>a", None),
        ("", None),
    ],
)
def test_language_of_the_body_comes_before_that_of_the_page(
    html: str, expected: str | None
) -> None:
    assert declared_language(Page(html)) == expected
