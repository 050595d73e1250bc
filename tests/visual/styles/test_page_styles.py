import time

import pytest

from webwinnow.errors import InputError
from webwinnow.visual.styles import PAGE_HOST, PageStyles, StyleSheet, StyleSource
from webwinnow.visual.styles.page_styles import StyleLimits

PAGE = "https://example.org:8080/news/today.html?id=1"


class Known(StyleSource):
    """A source with some style sheets."""

    def __init__(self, sheets: dict[str, bytes]) -> None:
        self.sheets = sheets

    def read(self, url: str, max_bytes: int) -> StyleSheet | None:
        body = self.sheets.get(url)
        return None if body is None else StyleSheet(body[: max_bytes + 1])


class Failing(StyleSource):
    def read(self, url: str, max_bytes: int) -> StyleSheet | None:
        raise InputError("the disk is gone")


def test_the_browser_sees_the_path_of_the_page_but_not_its_host() -> None:
    styles = PageStyles(PAGE)
    assert styles.document_url == f"https://{PAGE_HOST}/news/today.html?id=1"
    assert PageStyles("http://example.org").document_url == f"http://{PAGE_HOST}/"
    assert PageStyles("http://a.org/" + 9000 * "x").document_url == f"http://{PAGE_HOST}/"
    for url in ("http://a.org/?" + 9000 * "x", "http://a.org/a?" + 9000 * "x"):
        assert PageStyles(url).document_url == f"http://{PAGE_HOST}/"
    assert PageStyles("http://a.org/a b\u00e9").document_url == f"http://{PAGE_HOST}/a%20b%C3%A9"


def test_urls_without_a_host_belong_to_the_host_of_the_page() -> None:
    sheets = {"https://example.org:8080/a.css": b"a", "https://cdn.org/b.css": b"bb"}
    styles = PageStyles(PAGE, Known(sheets))
    assert styles.read(f"https://{PAGE_HOST}/a.css") == StyleSheet(b"a")
    assert styles.read("https://cdn.org/b.css") == StyleSheet(b"bb")
    assert styles.found == {"https://example.org:8080/a.css": 1, "https://cdn.org/b.css": 2}


def test_missing_style_sheets_are_recorded_with_the_reason() -> None:
    styles = PageStyles(PAGE, Known({}))
    assert styles.read("https://cdn.org/b.css") is None
    assert PageStyles(PAGE).read("ftp://cdn.org/b.css") is None
    assert styles.missing == {"https://cdn.org/b.css": "not found"}
    assert repr(styles).endswith("0 of 1 found>")
    failing = PageStyles(PAGE, Failing())
    assert failing.read("https://cdn.org/b.css") is None
    assert failing.missing == {"https://cdn.org/b.css": "the disk is gone"}


def test_sources_are_searched_in_order() -> None:
    url = "https://cdn.org/b.css"
    styles = PageStyles(PAGE, Failing(), Known({url: b"1"}), Known({url: b"2"}))
    assert styles.read(url) == StyleSheet(b"1")
    assert not styles.missing


def test_a_giant_style_sheet_is_missing() -> None:
    url, limits = "https://cdn.org/b.css", StyleLimits(sheet_bytes=10)
    styles = PageStyles(PAGE, Known({url: b"x" * 1000}), limits=limits)
    assert styles.read(url) is None
    assert styles.missing == {url: "larger than 10 bytes"}


def test_all_style_sheets_of_a_page_are_limited() -> None:
    urls = [f"https://cdn.org/{number}.css" for number in range(5)]
    source = Known(dict.fromkeys(urls, b"12345"))
    for limits in (StyleLimits(bytes=12), StyleLimits(sheets=2)):
        styles = PageStyles(PAGE, source, limits=limits)
        assert [styles.read(url) is not None for url in urls] == [True] * 2 + [False] * 3
        assert len(styles.missing) == 3


def test_slow_sources_are_limited() -> None:
    class Slow(Known):
        def read(self, url: str, max_bytes: int) -> StyleSheet | None:
            time.sleep(0.02)
            return super().read(url, max_bytes)

    urls = [f"https://cdn.org/{number}.css" for number in range(100)]
    limits = StyleLimits(seconds=0.1)
    styles = PageStyles(PAGE, Slow(dict.fromkeys(urls, b"")), limits=limits)
    for url in urls:
        styles.read(url)
    assert len(styles.found) < 20
    assert "took over 0.1 s" in styles.missing[urls[-1]]


def test_another_rendering_starts_over() -> None:
    styles = PageStyles(PAGE)
    styles.read("https://cdn.org/b.css")
    styles.begin()
    assert (styles.found, styles.missing) == ({}, {})


@pytest.mark.parametrize("url", ["http://[", "http://a.org:x/", "", "page.html"])
def test_any_url_is_accepted(url: str) -> None:
    styles = PageStyles(PAGE, Known({}))
    assert styles.read(url) is None


@pytest.mark.parametrize("error", [OSError("too long"), ValueError("NUL"), InputError("gone")])
def test_a_failing_source_does_not_hide_the_next_one(error: Exception) -> None:
    class Broken(StyleSource):
        def read(self, url: str, max_bytes: int) -> StyleSheet | None:
            raise error

    url = "https://cdn.org/b.css"
    assert PageStyles(PAGE, Broken(), Known({url: b"x"})).read(url) == StyleSheet(b"x")


def test_the_limit_of_a_source_is_the_same_for_all_pages() -> None:
    class Noting(Known):
        limits: list[int] = []  # noqa: RUF012

        def read(self, url: str, max_bytes: int) -> StyleSheet | None:
            self.limits.append(max_bytes)
            return super().read(url, max_bytes)

    urls = [f"https://cdn.org/{number}.css" for number in range(3)]
    source = Noting(dict.fromkeys(urls, b"12345"))
    styles = PageStyles(PAGE, source, limits=StyleLimits(sheet_bytes=9, bytes=12))
    assert [styles.read(url) is not None for url in urls] == [True, True, False]
    assert source.limits == [9, 9, 9]


def test_the_preparation_of_a_source_does_not_count() -> None:
    class Slow(Known):
        is_ready = False

        def prepare(self) -> None:
            time.sleep(0 if self.is_ready else 0.1)
            self.is_ready = True

        def read(self, url: str, max_bytes: int) -> StyleSheet | None:
            self.prepare()
            return super().read(url, max_bytes)

    urls = ["https://cdn.org/a.css", "https://cdn.org/b.css"]
    styles = PageStyles(PAGE, Slow(dict.fromkeys(urls, b"")), limits=StyleLimits(seconds=0.05))
    styles.begin()
    assert [styles.read(url) is not None for url in urls] == [True, True]
