import sys

import pytest

from tests.crawl.crawling import serving
from webwinnow.errors import FetchError, InputError
from webwinnow.io.robots import Robots


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
    with (
        serving({"/robots.txt": (status, {}, b"")}) as site,
        pytest.raises(FetchError, match=f"unavailable: .* HTTP {status}"),
    ):
        Robots(allow_private=True).check(f"{site.address}/x")


def test_private_addresses_are_rejected() -> None:
    with serving({}) as site:
        with pytest.raises(FetchError, match="not a public IP address"):
            Robots().check(f"{site.address}/x")
        assert site.seen == []


def test_a_missing_package_is_reported_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "protego", None)
    with pytest.raises(InputError, match=r"pip install 'webwinnow\[visual\]'"):
        Robots()
