import pytest

from webwinnow import Page
from webwinnow.crawl.links import links_of

HERE = "http://example.org/a/b"


def links(markup: str, robots: str = "") -> list[str]:
    return [
        link.removeprefix("http://example.org") for link in links_of(Page(markup), HERE, robots)
    ]


def test_links_come_in_order_and_once() -> None:
    assert links("<a href=/2>x</a><a href=1#x>y</a><a href=/2?utm_source=z>z</a>") == ["/2", "/a/1"]


def test_areas_and_frames_lead_on() -> None:
    markup = "<map><area href=/1></map><iframe src=/2></iframe><link href=/3 rel=stylesheet>"
    assert links(f"{markup}<img src=/4>") == ["/1", "/2"]


def test_a_page_does_not_lead_to_itself() -> None:
    assert links("<a href='#x'>x</a><a href=/a/b>y</a>") == []


def test_base_moves_all_links() -> None:
    assert links("<base href=/c/><a href=1>x</a>") == ["/c/1"]


def test_a_bad_base_is_none() -> None:
    assert links("<base href='javascript:1'><a href=1>x</a>") == ["/a/1"]


def test_refresh_leads_on() -> None:
    assert links("<meta http-equiv=Refresh content=\"5; URL='/next'\">") == ["/next"]
    assert links("<meta http-equiv=refresh content=30>") == []


@pytest.mark.parametrize("rel", ["nofollow", "noopener NoFollow"])
def test_nofollow_links_are_left(rel: str) -> None:
    assert links(f"<a rel='{rel}' href=/1>x</a><a rel=next href=/2>y</a>") == ["/2"]


@pytest.mark.parametrize("content", ["nofollow", "noindex, NOFOLLOW", "none"])
def test_a_page_may_ask_not_to_follow(content: str) -> None:
    assert links(f"<meta name=Robots content='{content}'><a href=/1>x</a>") == []
    assert links("<a href=/1>x</a>", content) == []
    assert links("<a href=/1>x</a>", f"webwinnow: {content}") == []


def test_other_directives_change_nothing() -> None:
    assert links("<meta name=robots content=noindex><a href=/1>x</a>", "noarchive") == ["/1"]
    assert links("<meta name=description content=nofollow><a href=/1>x</a>") == ["/1"]
