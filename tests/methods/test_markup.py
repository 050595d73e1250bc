import numpy as np
import pytest
from hypothesis import given, settings

from tests.support.soup import anything
from webwinnow import Page
from webwinnow.methods.tags import around, tag_table


def test_table_knows_the_tags_of_a_page() -> None:
    page = Page("<body><p>one<b>two</b></p><x-card>three</x-card>")
    found = tag_table("p", "b")[page.nodes.tag]
    assert [page.tag_name(node) for node in np.flatnonzero(found).tolist()] == ["p", "b"]


def test_name_that_no_tag_has_is_an_error() -> None:
    with pytest.raises(KeyError, match="blink-182"):
        tag_table("p", "blink-182")


@settings(max_examples=100, deadline=None)
@given(html=anything)
def test_nodes_around_are_those_that_a_walk_outwards_meets(html: bytes) -> None:
    nodes = Page(html).nodes
    which = tag_table("div", "b", "li", "table")[nodes.tag]
    walked: list[int] = []
    for chosen, parent in zip(which.tolist(), nodes.parent.tolist(), strict=True):
        walked.append(chosen + (walked[parent] if parent >= 0 else 0))
    assert around(which, nodes.end).tolist() == walked
