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
def test_equivalent_urls_have_one_canonical_form(given_: str, expected: str) -> None:
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
def test_tracking_and_session_parameters_are_removed(query: str, left: str) -> None:
    assert canonical_url(f"http://example.org/?{query}") == f"http://example.org/{left}"


def test_session_id_in_the_path_is_removed() -> None:
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
def test_uncrawlable_urls_have_no_canonical_form(address: str) -> None:
    assert canonical_url(address, BASE) is None


@given(st.text())
def test_canonical_urls_are_stable(text: str) -> None:
    found = canonical_url(text, BASE)
    assert found is None or canonical_url(found) == found


def test_hosts_with_and_without_www_share_a_key() -> None:
    assert (
        host_key("https://www.example.org/x")
        == host_key("http://example.org:8080/")
        == "example.org"
    )


def scope(*seeds: str, subdomains: bool = False) -> Scope:
    return Scope.from_seeds(seeds, subdomains=subdomains)


def test_scope_contains_hosts_of_seeds_with_and_without_www() -> None:
    of_host = scope("https://www.example.org/news")
    assert of_host.contains("http://example.org/")
    assert of_host.contains("https://www.example.org/sport")
    assert not of_host.contains("https://blog.example.org/")
    assert not of_host.contains("https://example.org.evil.com/")


def test_scope_contains_default_ports_and_ports_of_seeds() -> None:
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


def test_blogs_on_a_shared_host_are_not_subdomains() -> None:
    of_blog = scope("https://someone.github.io/", subdomains=True)
    assert not of_blog.contains("https://another.github.io/")


def test_numeric_addresses_have_no_subdomains() -> None:
    of_number = scope("http://127.0.0.1:8000/", subdomains=True)
    assert of_number.contains("http://127.0.0.1:8000/x")
    assert not of_number.contains("http://10.0.0.1/")
