import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.support.tag_soup import any_html, plain_soup
from webwinnow import Page
from webwinnow.methods.goldminer.markup import Markup, selector_of


def events_by_definition(page: Page) -> tuple[list[int], list[int]]:
    """Opening and closing tags numbered on the way through the tree."""
    count = len(page.nodes)
    opens, closes = [0] * count, [0] * count
    event, open_nodes = 0, list[int]()
    for node in range(count + 1):
        while open_nodes and (node == count or page.nodes.end[open_nodes[-1]] <= node):
            closes[open_nodes.pop()] = event
            event += 1
        if node < count:
            opens[node] = event
            open_nodes.append(node)
            event += 1
    return opens, closes


@settings(max_examples=100, deadline=None)
@given(any_html)
def test_tags_are_numbered_in_source_order(html: bytes) -> None:
    page = Page(html)
    markup = Markup(page)
    assert (markup.opens.tolist(), markup.closes.tolist()) == events_by_definition(page)


@settings(max_examples=100, deadline=None)
@given(any_html)
def test_run_event_lies_between_its_tags(html: bytes) -> None:
    page = Page(html)
    markup = Markup(page)
    shown = page.runs.block >= 0
    columns = (page.runs.node, page.runs.opened, markup.run_events)
    for node, opened, event in zip(*(each[shown].tolist() for each in columns), strict=True):
        assert markup.opens[node] < event <= markup.closes[node]
        assert (markup.opens < event).sum() == opened


def test_runs_between_two_events() -> None:
    page = Page("<p>a<div id=x>b<p>c</div>d<hr>e")
    markup = Markup(page)
    begin, end = markup.find("div#x"), markup.find("hr")
    assert begin
    assert end
    chosen = markup.runs_between(begin[1], end[0])
    texts = page.run_texts()
    assert [text for text, is_in in zip(texts, chosen, strict=True) if is_in] == ["b", "c", "d"]


def test_only_unique_names_are_found() -> None:
    markup = Markup(Page("<div id=a class=x>1</div><div id=b class=x>2</div>"))
    assert markup.find("div#a") is not None
    assert markup.find("div.x") is None
    assert markup.find("div") is None
    assert markup.find("div#c") is None


def test_digits_in_names_are_folded() -> None:
    markup = Markup(Page("<div id=post-17 class=entry>1</div>"))
    assert markup.find("div#post-9") == markup.find("div#post-0") is not None
    assert markup.find("div#post-") is None


def test_selector_prefers_id_then_class_then_tag() -> None:
    page = Page("<body><div class='a b' id=x9>1</div>")
    keys, nodes = Markup(page).unique
    names = [selector_of(page, node, key) for key, node in zip(keys.tolist(), nodes, strict=True)]
    assert [name for name in names if name and name.startswith("div")] == [
        "div#x0",
        "div.b",
        "div.a",
        "div",
    ]


@given(plain_soup)
def test_every_unique_name_finds_its_element(html: str) -> None:
    page = Page(html)
    markup = Markup(page)
    for key, node in zip(*(column.tolist() for column in markup.unique), strict=True):
        assert markup.find_unique(key) == node
        name = selector_of(page, node, key)
        assert name
        assert markup.find(name) == (markup.opens[node], markup.opens[node])


LIST = "<div><h1>a</h1><p>b</p><hr><p>c</p></div><p>d"


def test_sequence_must_occur_once() -> None:
    markup = Markup(Page(LIST))
    heading = markup.find("h1")
    assert heading
    assert markup.find("<h1> </h1> <p>") == (heading[0], heading[0] + 2)
    assert markup.find("</p> <hr>") is not None
    assert markup.find("<p> </p>") is None  # more than once
    assert markup.find("</hr>") is None  # nothing closes it
    assert markup.find("<p> <hr>") is None


@pytest.mark.parametrize("pattern", ["<", "<x>", "<>", "< >", "<p> <", "</>", "<p> <blink>"])
def test_malformed_sequence_is_not_found(pattern: str) -> None:
    assert Markup(Page(LIST)).find(pattern) is None


def test_sequences_skip_inline_tags() -> None:
    plain, rich = (
        Markup(Page(html)) for html in ("<h1>a</h1><p>b", "<h1><b>a</b></h1><i></i><p><a>b")
    )
    for markup in (plain, rich):
        assert markup.find("</h1> <p>") is not None


@given(plain_soup, st.integers(1, 4), st.data())
def test_sequence_before_and_after_an_event(html: str, length: int, data: st.DataObject) -> None:
    markup = Markup(Page(html))
    event = data.draw(st.integers(0, 2 * len(markup.page.nodes)))
    before, after = markup.sequence_before(event, length), markup.sequence_after(event, length)
    events = markup.sequence[0].tolist()
    assert (before is None) == (sum(each < event for each in events) < length)
    assert (after is None) == (sum(each >= event for each in events) < length)
    for series in filter(None, (before, after)):
        assert len(series.split()) == length
        found = markup.find(series)
        if found and series == before:
            assert found[1] == max(each for each in events if each < event)
        if found and series == after:
            assert found[0] == min(each for each in events if each >= event)
