from pathlib import Path
from typing import Any

import pytest

from tests.crawl.crawling import Route, Site, crawl, serving, urls_in
from webwinnow import Page
from webwinnow.crawl.styles import MAX_STYLES, imports_of, max_styles, styles_of
from webwinnow.crawl.urls import style_url
from webwinnow.visual.styles.archive import ArchiveStyles, stored_styles

BASE = "http://example.org/news/today.html"


def css(text: str) -> Route:
    return 200, {"Content-Type": "text/css"}, text.encode()


def page(*styles: str, links: tuple[str, ...] = ()) -> Route:
    head = "".join(f'<link rel="stylesheet" href="{style}">' for style in styles)
    body = "".join(f'<a href="{link}">x</a>' for link in links)
    return 200, {"Content-Type": "text/html"}, f"{head}<p>It rained.</p>{body}".encode()


def styles_in(archive: Path, site: Site) -> list[str]:
    found = stored_styles(archive, 0, None, 0)
    return sorted(style.url.removeprefix(site.address) for style in found)


def test_links_and_imports_of_a_page_are_found() -> None:
    html = """<link rel="Stylesheet" href=a.css><link rel=icon href=b.ico>
<link rel="alternate stylesheet" href=c.css><link rel=stylesheet href="/d.css?utm_source=x#y">
<style>/* @import 'no.css'; */ @import url( "../e.css" ) print; @IMPORT 'http://f.org/f.css'</style>
<a rel=stylesheet href=g.css>g</a><link rel=stylesheet href=javascript:x><p>@import 'h.css'"""
    assert styles_of(Page(html), BASE) == [
        "http://example.org/news/a.css",
        "http://example.org/d.css?utm_source=x",
        "http://example.org/e.css",
        "http://f.org/f.css",
    ]


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("@import'a.css';", ["a.css"]),
        ('@import"a.css"', ["a.css"]),
        ('@import "a.css" screen;', ["a.css"]),
        ("@import url(a.css);", ["a.css"]),
        ("@import url( a.css );", ["a.css"]),
        ("@import URL('a.css') layer(x);", ["a.css"]),
        ('@import\nurl( "a.css?x=(1);2" )', ["a.css?x=(1);2"]),
        ("@import 'a b.css';", ["a%20b.css"]),
        ("@import/**/url(a.css);", ["a.css"]),
        ("@import 'it\"s.css'; @import 'b.css'", ["it%22s.css", "b.css"]),
        ('@import url("");', []),
        ("@import '';", []),
        ("@import url();", []),
        ("@importurl(a.css); @import a.css;", []),
    ],
)
def test_all_forms_of_imports_are_read(text: str, names: list[str]) -> None:
    assert imports_of(text, "http://h/") == [f"http://h/{name}" for name in names]


def test_imports_are_limited() -> None:
    text = "".join(f"@import '{number}.css';" for number in range(10 * MAX_STYLES))
    assert len(imports_of(text, BASE)) == MAX_STYLES
    assert imports_of("/* @import 'a.css'; ", BASE) == []
    assert imports_of("/*" * 100_000 + "@import" + " " * 100_000, BASE) == []


def test_urls_keep_their_parameters() -> None:
    assert style_url("http://A.org:80/x/../b.css?PHPSESSID=1&utm_a=2") == (
        "http://a.org/b.css?PHPSESSID=1&utm_a=2"
    )
    assert style_url("data:text/css,x") is None


def test_style_sheets_and_their_imports_are_stored(tmp_path: Path) -> None:
    routes = {
        "/": page("/a.css", links=("/two",)),
        "/two": page("/a.css", "/in/b.css?v=2", "/none.css", "/html.css", "/moved.css"),
        "/a.css": css("p {color: red}"),
        "/in/b.css?v=2": css("@import 'c.css';"),
        "/in/c.css": css("@import 'b.css?v=2'; @import '/d.css'"),
        "/d.css": css(""),
        "/html.css": page(),
        "/moved.css": (301, {"Location": "/a.css"}, b""),
    }
    archive = tmp_path / "c.warc.gz"
    with serving(routes) as site:
        outcome = crawl(f"{site.address}/", archive, with_styles=True)
        assert (outcome.pages, outcome.styles) == (2, 4)
        assert sorted(urls_in(archive, site.address)) == ["/", "/two"]
        assert styles_in(archive, site) == ["/a.css", "/d.css", "/in/b.css?v=2", "/in/c.css"]
        assert max(map(site.paths.count, site.paths)) == 1
        assert outcome.skipped == {
            "HTTP 404 Not Found": 1,
            "not a style sheet": 1,
            "style sheet redirected": 1,
        }
        sheet = ArchiveStyles(archive).read(f"{site.address}/a.css", 100)
        assert sheet is not None
        assert sheet.body == b"p {color: red}"


def test_without_the_option_no_style_sheet_is_requested(tmp_path: Path) -> None:
    with serving({"/": page("/a.css"), "/a.css": css("")}) as site:
        outcome = crawl(f"{site.address}/", tmp_path / "c.warc.gz")
        assert (outcome.styles, site.paths) == (0, ["/"])


def test_style_sheets_come_from_any_host_by_its_robots_txt(tmp_path: Path) -> None:
    with serving({"/a.css": css(""), "/no/b.css": css("")}) as other:
        other.routes["/robots.txt"] = (200, {}, b"User-agent: *\nDisallow: /no")
        address = other.address.replace("127.0.0.1", "localhost")
        with serving({"/": page(f"{address}/a.css", f"{address}/no/b.css")}) as site:
            outcome = crawl(f"{site.address}/", tmp_path / "c.warc.gz", with_styles=True)
            assert (outcome.pages, outcome.styles) == (1, 1)
            assert outcome.skipped == {"forbidden by robots.txt": 1}
        assert other.paths == ["/a.css"]


@pytest.mark.parametrize("first", [{"max_pages": 1}, {"max_pages": 2}])
def test_the_last_pages_have_their_style_sheets(tmp_path: Path, first: dict[str, Any]) -> None:
    routes = {
        "/": page("/a.css", links=("/two", "/three", "/a.css")),
        "/two": page("/b.css"),
        "/three": page("/b.css"),
        "/a.css": css("@import 'c.css'"),
        "/b.css": css(""),
        "/c.css": css(""),
    }
    archive = tmp_path / "c.warc.gz"
    with serving(routes) as site:
        outcome = crawl(f"{site.address}/", archive, with_styles=True, concurrency=1, **first)
        assert outcome.pages == first["max_pages"]
        assert outcome.styles == first["max_pages"] + 1
        outcome = crawl(f"{site.address}/", archive, with_styles=True)
        assert (outcome.pages, outcome.styles) == (3, 3)
        assert max(map(site.paths.count, site.paths)) == 1


def test_chains_of_imports_are_limited(tmp_path: Path) -> None:
    chain = {f"/{number}.css": css(f"@import '{number + 1}.css'") for number in range(9)}
    archive = tmp_path / "c.warc.gz"
    with serving({"/": page("/0.css"), **chain}) as site:
        crawl(f"{site.address}/", archive, with_styles=True)
        assert styles_in(archive, site) == ["/0.css", "/1.css", "/2.css"]


def test_the_style_sheets_of_a_crawl_are_limited(tmp_path: Path) -> None:
    assert (max_styles(0), max_styles(1000)) == (MAX_STYLES, 20_000)
    sheets = {
        f"/{number}.css": css("".join(f"@import '{number}-{each}.css';" for each in range(20)))
        for number in range(MAX_STYLES - 10)
    }
    with serving({"/": page(*sheets), **sheets}) as site:
        outcome = crawl(f"{site.address}/", tmp_path / "c.warc.gz", with_styles=True)
        assert len(site.paths) == 1 + MAX_STYLES
        assert outcome.skipped["too many style sheets"] == len(sheets) * 20 - 10


def test_a_page_that_is_also_linked_as_a_style_sheet_is_not_lost(tmp_path: Path) -> None:
    archive = tmp_path / "c.warc.gz"
    with serving({"/": page("/about", links=("/about",)), "/about": page()}) as site:
        crawl(f"{site.address}/", archive, with_styles=True)
        assert sorted(urls_in(archive, site.address)) == ["/", "/about"]


def test_a_style_sheet_without_a_type_is_stored_and_is_no_page(tmp_path: Path) -> None:
    archive = tmp_path / "c.warc.gz"
    with serving({"/": page("/a.css"), "/a.css": (200, {}, b"p {color: red}")}) as site:
        outcome = crawl(f"{site.address}/", archive, with_styles=True)
        assert (outcome.pages, outcome.styles) == (1, 1)
        assert styles_in(archive, site) == ["/a.css"]
        assert list(urls_in(archive, site.address)) == ["/"]
