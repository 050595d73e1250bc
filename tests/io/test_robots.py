import sys

import pytest

from tests.crawl.crawling import serving
from webwinnow.errors import FetchError, InputError
from webwinnow.io.robots import Robots, RobotsUnavailable, parse_rules


def test_rules_are_fetched_once_per_host() -> None:
    rules = b"User-agent: *\nDisallow: /no\nCrawl-delay: 2\n"
    with serving({"/robots.txt": (200, {}, rules)}) as site:
        robots = Robots(allow_private=True)
        assert robots.check(f"{site.address}/yes") == 2
        with pytest.raises(FetchError, match=r"/no/1' is forbidden by robots.txt"):
            robots.check(f"{site.address}/no/1")
        assert len(site.seen) == 1


def test_a_host_without_rules_allows_everything() -> None:
    with serving({}) as site:
        assert Robots(allow_private=True).check(f"{site.address}/x") == 0


@pytest.mark.parametrize("status", [429, 500, 503])
def test_a_host_whose_rules_are_unavailable_allows_nothing(status: int) -> None:
    errors = []
    with serving({"/robots.txt": (status, {}, b"")}) as site:
        robots = Robots(allow_private=True)
        for _ in range(2):
            with pytest.raises(FetchError, match=f"unavailable: .* HTTP {status}") as caught:
                robots.check(f"{site.address}/x")
            errors.append(caught.value)
        assert len(site.seen) == 1
    # An exception that is raised again keeps the frames of all callers.
    assert errors[0] is not errors[1]


def test_private_addresses_are_rejected() -> None:
    with serving({}) as site:
        with pytest.raises(FetchError, match="not a public IP address"):
            Robots().check(f"{site.address}/x")
        assert site.seen == []


def test_a_missing_package_is_reported_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "protego", None)
    with pytest.raises(InputError, match=r"pip install 'webwinnow\[visual\]'"):
        Robots()


def test_rules_depend_on_the_status() -> None:
    rules = b"\xef\xbb\xbfUser-agent: *\nDisallow: /\xff\n"
    assert not parse_rules(200, b"User-agent: *\nDisallow: /").can_fetch("http://a.org/x", "x")
    assert not parse_rules(200, rules).can_fetch("http://a.org/x", "x")
    assert parse_rules(404, rules).can_fetch("http://a.org/x", "x")
    with pytest.raises(RobotsUnavailable):
        parse_rules(429, rules)
