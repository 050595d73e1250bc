"""The browser with style sheets, and what it does not load."""

from collections.abc import Iterator

import numpy as np
import pytest

from tests.visual.sample_layouts import blocks_as_targets, needs_chromium
from tests.visual.test_browser import listening
from webwinnow import Page
from webwinnow.visual import MEASURES, Browser, Look
from webwinnow.visual.styles import PageStyles, StyleSheet, StyleSource
from webwinnow.visual.styles.page_styles import StyleLimits
from webwinnow.visual.worker import style_type

pytestmark = needs_chromium()

PAGE = "https://example.org/news/today.html"
SHOWN = list(MEASURES).index("shown")


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with Browser() as one:
        yield one


class Known(StyleSource):
    def __init__(self, sheets: dict[str, str | bytes]) -> None:
        self.sheets = sheets
        self.requested: list[str] = []

    def read(self, url: str, max_bytes: int) -> StyleSheet | None:
        self.requested.append(url)
        css = self.sheets.get(url)
        return None if css is None else StyleSheet(css if isinstance(css, bytes) else css.encode())


def look(browser: Browser, html: str, styles: PageStyles | None) -> Look:
    page = Page(html)
    seen = browser.look(html, page, blocks_as_targets(page), styles=styles)
    assert seen is not None, browser.failure
    return seen


def shown(browser: Browser, html: str, sheets: dict[str, str | bytes]) -> list[bool]:
    styles = PageStyles(PAGE, Known(sheets))
    return [bool(each) for each in look(browser, html, styles).measures[:, SHOWN]]


def test_a_linked_style_sheet_changes_the_look(browser: Browser) -> None:
    html = "<link rel=stylesheet href=a.css><p class=x>gone<p>here"
    styles = PageStyles(PAGE, Known({"https://example.org/news/a.css": ".x {display: none}"}))
    assert look(browser, html, styles).measures[:, SHOWN].tolist() == [0, 1]
    assert list(styles.found) == ["https://example.org/news/a.css"]
    assert look(browser, html, None).measures[:, SHOWN].tolist() == [1, 1]


def test_relative_absolute_and_cross_origin_urls_are_resolved(browser: Browser) -> None:
    links = ["../a.css", "/b.css", "//cdn.org/c.css", "https://d.org/d.css?v=1#x"]
    html = "".join(f"<link rel=stylesheet crossorigin href='{link}'>" for link in links) + "<p>x"
    source = Known({})
    look(browser, html, PageStyles(PAGE, source))
    assert sorted(source.requested) == [
        "https://cdn.org/c.css",
        "https://d.org/d.css?v=1",
        "https://example.org/a.css",
        "https://example.org/b.css",
    ]


def test_imports_and_media_queries_work(browser: Browser) -> None:
    html = "<style>@import 'a.css';</style><p class=a>x<p class=b>x<p class=c>x<p class=d>x"
    base = "https://example.org/news"
    sheets: dict[str, str | bytes] = {
        f"{base}/a.css": "@import 'in/b.css'; @import 'c.css' print; .a {display: none}",
        f"{base}/in/b.css": "@import '../d.css' (min-width: 5000px); .b {display: none}",
        f"{base}/c.css": ".c {display: none}",
        f"{base}/d.css": ".d {display: none}",
    }
    assert shown(browser, html, sheets) == [False, False, True, True]


def test_missing_style_sheets_are_counted_and_the_page_is_rendered(browser: Browser) -> None:
    html = "<link rel=stylesheet href=a.css><link rel=stylesheet href=b.css><p>here"
    styles = PageStyles(PAGE, Known({"https://example.org/news/a.css": "p {color: red}"}))
    assert look(browser, html, styles).measures[:, SHOWN].tolist() == [1]
    assert (len(styles.found), len(styles.missing)) == (1, 1)


def test_a_charset_of_the_server_is_used(browser: Browser) -> None:
    class Latin(Known):
        def read(self, url: str, max_bytes: int) -> StyleSheet | None:
            return StyleSheet(".é {display: none}".encode("latin-1"), "iso-8859-1")

    html = "<meta charset=utf-8><link rel=stylesheet href=a.css><p class=é>gone<p>here"
    seen = look(browser, html, PageStyles(PAGE, Latin({})))
    assert seen.measures[:, SHOWN].tolist() == [0, 1]


@pytest.mark.parametrize("charset", ["utf-8\r\nx: y", "utf-8\n", "é", "x" * 9000, ";", ""])
def test_an_invalid_charset_is_left_out(browser: Browser, charset: str) -> None:
    class Odd(Known):
        def read(self, url: str, max_bytes: int) -> StyleSheet | None:
            return StyleSheet(b".x {display: none}", charset)

    html = "<link rel=stylesheet href=a.css><p class=x>gone<p>here"
    seen = look(browser, html, PageStyles(PAGE, Odd({})))
    assert seen.measures[:, SHOWN].tolist() == [0, 1]
    assert style_type(charset) == "text/css"


def test_style_sheets_make_no_connection(browser: Browser) -> None:
    with listening() as (port, calls):
        place = f"http://127.0.0.1:{port}"
        css = f"""@import url({place}/i.css); @import '{place}/j.css';
@font-face {{font-family: f; src: url({place}/f.woff)}}
p {{font-family: f; background: url({place}/b.png); cursor: url({place}/c.cur), auto}}
p::before {{content: url({place}/d.png)}} li {{list-style-image: url({place}/e.png)}}"""
        html = f"<link rel=stylesheet href=a.css><link rel=preload as=style href={place}/p.css>"
        html += f"<link rel=preload as=font href={place}/q.woff><p>here<ul><li>too</ul>"
        source = Known({"https://example.org/news/a.css": css})
        styles = PageStyles(PAGE, source)
        assert look(browser, html, styles).measures[:, SHOWN].tolist() == [1, 1]
        assert calls == []
        # Only style sheets are requested, and only from this process.
        assert {url.rpartition(".")[2] for url in source.requested} == {"css"}
        assert f"{place}/i.css" in styles.missing


def test_an_endless_chain_of_imports_ends(browser: Browser) -> None:
    class Endless(Known):
        def read(self, url: str, max_bytes: int) -> StyleSheet | None:
            self.requested.append(url)
            return StyleSheet(f"@import 'x{len(self.requested)}.css';".encode())

    source = Endless({})
    styles = PageStyles(PAGE, source, limits=StyleLimits(sheets=20))
    html = "<link rel=stylesheet href=a.css><p>here"
    assert look(browser, html, styles).measures[:, SHOWN].tolist() == [1]
    assert len(source.requested) == 20
    assert len(styles.missing) == 1


def test_a_giant_style_sheet_is_left_out(browser: Browser) -> None:
    giant = b".x {display: none} " * 200_000
    assert len(giant) > StyleLimits().sheet_bytes
    html = "<link rel=stylesheet href=a.css><p class=x>here"
    assert shown(browser, html, {"https://example.org/news/a.css": giant}) == [True]


def test_the_style_sheet_of_another_page_is_not_reused(browser: Browser) -> None:
    html = "<link rel=stylesheet href=a.css><p class=x>one<p class=y>two"
    url = "https://example.org/news/a.css"
    assert shown(browser, html, {url: ".x {display: none}"}) == [False, True]
    assert shown(browser, html, {url: ".y {display: none}"}) == [True, False]
    assert shown(browser, html, {}) == [True, True]


def test_a_page_neither_navigates_nor_frames_itself(browser: Browser) -> None:
    html = "<meta http-equiv=refresh content='0;url=https://page.invalid/x'><p>here"
    html += "<iframe src='https://page.invalid/'></iframe><iframe src=today.html></iframe>"
    styles = PageStyles(PAGE, Known({}))
    seen = look(browser, html, styles)
    assert seen.layout.texts.count("here") == 1
    assert np.isfinite(look(browser, "<p>next", None).measures).all()


@pytest.mark.parametrize("url", ["http://example.org:6000/", "https://a.org/%zz?a b", "x", "//["])
def test_any_url_of_the_page_is_rendered(browser: Browser, url: str) -> None:
    styles = PageStyles(url, Known({}))
    assert look(browser, "<p>here", styles).measures[:, SHOWN].tolist() == [1]
