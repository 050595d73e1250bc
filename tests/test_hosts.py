import doctest

import pytest
from hypothesis import given
from hypothesis import strategies as st

from webwinnow import hosts
from webwinnow.hosts import site_of, templates_host

LABEL = st.text("abcdefghijklmnopqrstuvwxyz0123456789-", min_size=1, max_size=8)


@pytest.mark.parametrize(
    ("url", "site"),
    [
        ("http://example.org/a?b=c", "example.org"),
        ("https://user:secret@WWW.Example.ORG:8080/", "example.org"),
        ("http://news.bbc.co.uk/1/hi/uk.stm", "bbc.co.uk"),
        ("http://bbc.co.uk/news", "bbc.co.uk"),
        ("http://a.b.smh.com.au/", "smh.com.au"),
        ("http://www3.asahi.or.jp/", "asahi.or.jp"),
        ("https://shop.arlo.co/", "arlo.co"),
        ("https://www.go.dev/", "go.dev"),
        ("https://www.gov.uk/x", "gov.uk"),
        ("http://example.org./", "example.org"),
        ("http://localhost/", "localhost"),
        ("http://192.168.0.1/a", "192.168.0.1"),
        ("http://[2001:db8::1]/a", "2001:db8::1"),
        ("http://co.uk/", "co.uk"),
        ("bbc.co.uk/q", "bbc.co.uk"),
        ("www.example.org", "example.org"),
        ("a.xn--p1ai/x", "a.xn--p1ai"),
        ("news.example.org:8080?id=1", "example.org"),
    ],
)
def test_a_site_is_what_somebody_registered(url: str, site: str) -> None:
    assert site_of(url) == site


@pytest.mark.parametrize(
    "host", ["ann.wordpress.com", "ann.blogspot.com", "ann.blogspot.co.uk", "ann.github.io"]
)
def test_a_shared_host_is_many_sites(host: str) -> None:
    assert site_of(f"https://www.{host}/2004/") == host


def test_hosts_that_lay_all_authors_out_alike_are_one_site() -> None:
    assert site_of("https://ann.medium.com/x") == site_of("https://medium.com/@bob/y")


@pytest.mark.parametrize(
    "url", [None, "", "a/b.html", "b.html", "b.php?id=1", "http://", "http://[bad/", "mailto:a@b.c"]
)
def test_what_has_no_host_has_no_site(url: str | None) -> None:
    assert site_of(url) is None


@given(st.lists(LABEL, min_size=1, max_size=4), LABEL, st.sampled_from(["org", "co.uk", "de"]))
def test_subdomains_never_part_a_site(below: list[str], name: str, suffix: str) -> None:
    domain = f"x{name}x.{suffix}"
    assert site_of(f"http://{'.'.join(below)}.{domain}/") == site_of(f"http://{domain}/")


@given(st.text())
def test_any_text_is_an_address_or_none(text: str) -> None:
    for site in (site_of(text), site_of(f"http://{text}/")):
        assert site is None or (site and not set(site) & set("/?#"))


@pytest.mark.parametrize(
    ("url", "host"),
    [
        ("http://www.bbc.co.uk/news", "bbc.co.uk"),
        ("http://News.BBC.co.uk:80/1/", "news.bbc.co.uk"),
        ("https://www2.example.org/", "example.org"),
        ("http://127.0.0.1:8000/", "127.0.0.1:8000"),
        ("https://example.org:443/", "example.org"),
        ("http://example.org:99999/", "example.org"),
        ("http://www.com/", "www.com"),
        ("no address", None),
        (None, None),
    ],
)
def test_templates_are_of_a_host_subdomains_apart(url: str | None, host: str | None) -> None:
    assert templates_host(url) == host


def test_examples_in_docstrings_are_true() -> None:
    result = doctest.testmod(hosts)
    assert result.attempted > 0
    assert result.failed == 0
