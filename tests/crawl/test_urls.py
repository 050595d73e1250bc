import pytest
from hypothesis import given
from hypothesis import strategies as st

from webwinnow.crawl.urls import Scope, canonical_url, host_key

BASE = "http://example.org/a/b"


@pytest.mark.parametrize(
    ("given_", "expected"),
    [
        ("c", "http://example.org/a/c"),
        ("/c#top", "http://example.org/c"),
        ("#top", "http://example.org/a/b"),
        (" //EXAMPLE.org.:80/c\n", "http://example.org/c"),
        ("https://example.org:443", "https://example.org/"),
        ("http://example.org:8080/", "http://example.org:8080/"),
        ("http://example.org/x/../../y/./", "http://example.org/y/"),
        ("http://example.org/..", "http://example.org/"),
        ("/ő", "http://example.org/%C5%91"),
        ("/%c5%91", "http://example.org/%c5%91"),
        ("http://bücher.example/", "http://xn--bcher-kva.example/"),
        ("?", "http://example.org/a/b"),
    ],
)
def test_addresses_of_one_page_are_one(given_: str, expected: str) -> None:
    assert canonical_url(given_, BASE) == expected


@pytest.mark.parametrize(
    ("query", "left"),
    [
        ("utm_source=x&id=1&fbclid=y", "?id=1"),
        ("b=2&a=1", "?b=2&a=1"),  # the order may matter
        ("a=1&a=1", "?a=1&a=1"),
        ("PHPSESSID=4f", ""),
        ("sid=4", "?sid=4"),  # may name a page
        ("q=utm_source", "?q=utm_source"),
    ],
)
def test_parameters_that_choose_no_page_are_dropped(query: str, left: str) -> None:
    assert canonical_url(f"http://example.org/?{query}") == f"http://example.org/{left}"


def test_session_in_the_path_is_dropped() -> None:
    assert canonical_url("/c;jsessionid=1F?p=2", BASE) == "http://example.org/c?p=2"
    assert canonical_url("/c;v=1", BASE) == "http://example.org/c;v=1"


@pytest.mark.parametrize(
    "address",
    [
        "mailto:me@example.org",
        "javascript:void(0)",
        "ftp://example.org/",
        "http://me:secret@example.org/",
        "http://[nonsense",
        "http://exa mple.org/",
        "/" + "x" * 2000,
    ],
)
def test_what_cannot_be_crawled_has_no_address(address: str) -> None:
    assert canonical_url(address, BASE) is None


@given(st.text())
def test_canonical_addresses_stay_as_they_are(text: str) -> None:
    found = canonical_url(text, BASE)
    assert found is None or canonical_url(found) == found


def test_twins_with_and_without_www_are_one_site() -> None:
    assert (
        host_key("https://www.example.org/x")
        == host_key("http://example.org:8080/")
        == "example.org"
    )


def scope(*seeds: str, subdomains: bool = False) -> Scope:
    return Scope.from_seeds(seeds, subdomains=subdomains)


def test_scope_holds_the_seeds_hosts_and_their_twins() -> None:
    of_host = scope("https://www.example.org/news")
    assert of_host.contains("http://example.org/")
    assert of_host.contains("https://www.example.org/sport")
    assert not of_host.contains("https://blog.example.org/")
    assert not of_host.contains("https://example.org.evil.com/")


def test_scope_holds_ports_of_the_web_and_of_seeds() -> None:
    of_port = scope("http://example.org:8080/")
    assert of_port.contains("http://example.org:8080/x")
    assert of_port.contains("https://example.org/")
    assert not of_port.contains("http://example.org:9090/")


def test_subdomains_are_those_of_the_registered_domain() -> None:
    of_domain = scope("https://news.example.co.uk/", subdomains=True)
    assert of_domain.contains("https://sport.example.co.uk/")
    assert of_domain.contains("https://example.co.uk/")
    assert not of_domain.contains("https://other.co.uk/")
    assert not of_domain.contains("https://badexample.co.uk/")


def test_whoever_shares_a_host_of_blogs_is_no_subdomain() -> None:
    of_blog = scope("https://someone.github.io/", subdomains=True)
    assert not of_blog.contains("https://another.github.io/")


def test_numeric_addresses_have_no_subdomains() -> None:
    of_number = scope("http://127.0.0.1:8000/", subdomains=True)
    assert of_number.contains("http://127.0.0.1:8000/x")
    assert not of_number.contains("http://10.0.0.1/")
