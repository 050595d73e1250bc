import time
from collections.abc import Iterator

import pytest

from tests.crawl.crawling import Site, serving
from webwinnow.errors import FetchError
from webwinnow.visual.styles import PAGE_HOST, PageStyles, StyleSheet, fetched
from webwinnow.visual.styles.fetched import FetchedStyles

CSS = {"Content-Type": "text/css; charset=latin-1"}


@pytest.fixture
def site(monkeypatch: pytest.MonkeyPatch) -> Iterator[Site]:
    monkeypatch.setattr(fetched, "DELAY", 0.0)
    routes = {
        "/a.css": (200, CSS, b"a{}"),
        "/moved.css": (301, {"Location": "/a.css"}, b""),
        "/to-private.css": (301, {"Location": "/private/a.css"}, b""),
        "/private/a.css": (200, CSS, b"secret"),
        "/page.css": (200, {"Content-Type": "text/html"}, b"<p>x"),
        "/giant.css": (200, CSS, bytes(10_000)),
        "/robots.txt": (200, {}, b"User-agent: *\nDisallow: /private/\n"),
    }
    with serving(routes) as running:
        yield running


def requested(site: Site, path: str) -> int:
    return site.paths.count(path)


def test_style_sheets_are_fetched_once(site: Site) -> None:
    styles = FetchedStyles(allow_private=True)
    for _ in range(3):
        assert styles.read(f"{site.address}/a.css", 100) == StyleSheet(b"a{}", "latin-1")
    assert requested(site, "/a.css") == 1
    assert styles.read(f"{site.address}/moved.css", 100) == StyleSheet(b"a{}", "latin-1")


def test_private_addresses_are_rejected(site: Site) -> None:
    with pytest.raises(FetchError, match="not a public IP address"):
        FetchedStyles().read(f"{site.address}/a.css", 100)
    assert site.seen == []


def test_robots_txt_is_obeyed_for_redirects_too(site: Site) -> None:
    styles = FetchedStyles(allow_private=True)
    for path in ("/private/a.css", "/to-private.css"):
        with pytest.raises(FetchError, match=r"forbidden by robots\.txt"):
            styles.read(site.address + path, 100)
    assert requested(site, "/private/a.css") == 0


@pytest.mark.parametrize(
    ("path", "why"),
    [("/giant.css", "over 100 bytes"), ("/page.css", "text/html, not"), ("/none.css", "404")],
)
def test_other_responses_fail_and_are_not_requested_again(site: Site, path: str, why: str) -> None:
    styles = FetchedStyles(allow_private=True)
    errors = []
    for _ in range(2):
        with pytest.raises(FetchError, match=why) as caught:
            styles.read(site.address + path, 100)
        errors.append(caught.value)
    assert requested(site, path) == 1
    # An exception that is raised again keeps the frames of all callers.
    assert errors[0] is not errors[1]


def test_a_server_without_robots_rules_is_not_asked_if_they_are_unavailable(site: Site) -> None:
    site.routes["/robots.txt"] = (503, {}, b"")
    with pytest.raises(FetchError, match=r"robots.txt .* is unavailable"):
        FetchedStyles(allow_private=True).read(f"{site.address}/a.css", 100)
    assert site.paths == []


def test_requests_to_a_host_keep_the_delay_of_robots_txt(site: Site) -> None:
    site.routes["/robots.txt"] = (200, {}, b"User-agent: *\nCrawl-delay: 0.5\n")
    site.routes["/b.css"] = (200, CSS, b"b{}")
    styles = FetchedStyles(allow_private=True)
    for name in "ab":
        styles.read(f"{site.address}/{name}.css", 100)
    times = [when for path, when, _ in site.seen if path.endswith(".css")]
    assert times[1] - times[0] > 0.4


def test_a_long_delay_is_a_refusal(site: Site) -> None:
    site.routes["/robots.txt"] = (200, {}, b"User-agent: *\nCrawl-delay: 60\n")
    with pytest.raises(FetchError, match="asks for 60 s"):
        FetchedStyles(allow_private=True).read(f"{site.address}/a.css", 100)


def test_a_slow_server_is_limited() -> None:
    import socket

    with socket.create_server(("127.0.0.1", 0)) as server:  # accepts and never responds
        port = server.getsockname()[1]
        start = time.monotonic()
        styles = PageStyles("http://a.org/", FetchedStyles(allow_private=True, seconds=0.3))
        assert styles.read(f"http://127.0.0.1:{port}/a.css") is None
        assert time.monotonic() - start < 5
        assert "took over 0.3 s" in next(iter(styles.missing.values()))


def test_the_style_sheets_of_a_file_are_not_fetched() -> None:
    assert FetchedStyles().read(f"http://{PAGE_HOST}/a.css", 100) is None
