from collections.abc import Iterator
from typing import Any

import numpy as np
from hypothesis import given

from tests.support.soup import plain_soup
from webwinnow import Page
from webwinnow._core import FLAGS, VOID_TAG_NAMES
from webwinnow.methods.base import visible_runs
from webwinnow.methods.texrex.blocks import TextBlocks
from webwinnow.methods.texrex.tags import CONTAINERS

NUMBERS = {tag: number for number, tags in enumerate(CONTAINERS.values(), 1) for tag in tags}


def texts(html: str) -> list[str]:
    page = Page(html)
    blocks, runs = TextBlocks.of(page), page.run_texts()
    parts = np.split(blocks.runs, blocks.starts[1:])
    return ["".join(runs[run] for run in part) for part in parts]


def columns(html: str, *names: str) -> list[list[Any]]:
    blocks = TextBlocks.of(Page(html))
    return [list(row) for row in zip(*(getattr(blocks, n).tolist() for n in names), strict=True)]


def test_tags_of_containers_part_blocks_and_others_do_not() -> None:
    assert texts("<p>a<b>b</b><span>c</span></p>d<div>e<p>f</div>") == ["abc", "d", "e", "f"]
    assert texts("<ul>a<li>b<li>c</ul>d<table><tr><th>e<td>f<td>g") == [
        "a",
        "b",
        "c",
        "de",
        "f",
        "g",
    ]


def test_an_empty_container_parts_blocks() -> None:
    assert texts("a<p></p>b") == ["a", "b"]


def test_hidden_text_is_in_no_block() -> None:
    assert texts("<p>a<!-- b --><script>c</script><i hidden>d</i>e") == ["ae"]


def test_the_last_tag_of_a_container_opens_a_block() -> None:
    html = "<body>a<p>b</p>c<div><h3>d</h3></div>e<article><section><blockquote>f"
    p, div, h, blockquote = (NUMBERS[tag] for tag in ("p", "div", "h3", "blockquote"))
    found = columns(html, "container", "is_after_end_tag")
    assert found == [
        [0, False], [p, False], [p, True], [h, False], [div, True], [blockquote, False],
    ]  # fmt: skip


def test_tags_with_no_text_between_them_skip_blocks() -> None:
    html = "<body><p>a</p>b<div><div><p>c</p></div></div><p>d"
    # The body and the p before a; nothing before b; two of three tags before c, three before d.
    assert columns(html, "skipped") == [[2], [0], [2], [3]]
    assert columns("<body>a", "skipped") == [[1]]


def test_a_block_owns_the_tags_up_to_its_own_end() -> None:
    html = "<body><i></i><p>a<br>b<!-- c --></p><ul><li><a>d</a></li><li>e</li></ul></body>"
    found = columns(html, "open_tags", "close_tags", "anchors")
    # i, p, br, the comment; i and p. Then ul, li, a; a and li. Then li; li.
    assert found == [[4, 2, 0], [3, 2, 1], [1, 1, 0]]


def test_names_that_begin_like_anchors_count_as_anchors() -> None:
    assert columns("<body><abbr>a</abbr><a>b</a><acronym>c</acronym>", "anchors") == [[3]]


def test_the_raw_size_is_that_of_texts_and_tags_up_to_the_end_of_the_end_tag() -> None:
    # <b>, </b> and </p>, less one.
    assert columns("<body><div><p>abc<b>ä</b></p></div>", "raw") == [[5 + 3 + 4 + 4 - 1]]
    # With a comment and a script.
    html = "<body><p>abc<!-- d --><script>e</script></p>"
    assert columns(html, "raw") == [[3 + 10 + 8 + 1 + 9 + 4 - 1]]


def test_attributes_make_a_block_larger() -> None:
    plain, linked = (columns(f"<p>{tag}abc</a></p>", "raw") for tag in ("<a>", "<a href=x id=y>"))
    assert plain[0][0] + 40 < linked[0][0]


def test_a_page_without_text_has_no_blocks() -> None:
    for html in ("", "<p></p>", "<frameset><frame></frameset>", "<body><script>a</script>"):
        assert len(TextBlocks.of(Page(html))) == 0


def events(page: Page) -> Iterator[tuple[str, int]]:
    """Tags and runs one after the other: what the core walks through."""
    stack: list[int] = []
    run, runs, nodes = 0, page.runs, page.nodes
    for node in range(len(nodes) + 1):
        while run < len(runs) and runs.opened[run] == node:
            # A comment before the first tag stands in no element.
            while stack and stack[-1] != runs.node[run]:
                yield "close", stack.pop()
            yield "run", run
            run += 1
        if node < len(nodes):
            while stack and stack[-1] != nodes.parent[node]:
                yield "close", stack.pop()
            yield "open", node
            stack.append(node)
    while stack:
        yield "close", stack.pop()


def read_tag_by_tag(page: Page) -> list[dict[str, Any]]:
    """texrex's way: what it counts, it counts for the block that it is in."""
    found: list[dict[str, Any]] = []
    current: dict[str, Any] = {}
    visible, is_in_body = visible_runs(page), False
    is_comment = page.runs.flags & FLAGS["COMMENT"] != 0
    for kind, number in events(page):
        name = page.tag_name(number) if kind != "run" else ""
        if not is_in_body:
            if is_in_body := (kind, name) == ("open", "body"):
                current = {"runs": [], "open_tags": 0, "close_tags": 0, "skipped": 1}
                current |= {"container": 0, "is_after_end_tag": False}
            continue
        if kind == "run":
            if visible[number]:
                current["runs"].append(number)
            current["open_tags"] += int(is_comment[number])
            continue
        current["open_tags"] += kind == "open"
        current["close_tags"] += kind == "close" and name not in VOID_TAG_NAMES
        is_last = (kind, name) == ("close", "body")
        if name in NUMBERS or is_last:
            if current["runs"]:
                found.append(current)
                current = {"runs": [], "open_tags": 0, "close_tags": 0, "skipped": 0}
            else:
                current["skipped"] += 1
            current |= {"container": NUMBERS.get(name, 0), "is_after_end_tag": kind == "close"}
        if is_last:
            break
    return found


@given(html=plain_soup)
def test_blocks_are_those_that_reading_tag_by_tag_finds(html: str) -> None:
    page = Page(html)
    blocks, wanted = TextBlocks.of(page), read_tag_by_tag(page)
    assert [part.tolist() for part in np.split(blocks.runs, blocks.starts[1:])] == (
        [block["runs"] for block in wanted] or [[]]
    )
    for name in ("open_tags", "close_tags", "skipped", "container", "is_after_end_tag"):
        assert getattr(blocks, name).tolist() == [block[name] for block in wanted], name
