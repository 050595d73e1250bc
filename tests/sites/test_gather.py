from contextlib import closing

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.sites.site_pages import blog, framed
from webwinnow import load
from webwinnow.sites import Learning
from webwinnow.sites.gather import Gathered
from webwinnow.sites.spool import Waiting

JUSTEXT = load("justext")


def numbers_kept(count: int, sample: int) -> list[int]:
    with closing(Gathered(Learning(sample=sample, min_pages=2))) as gathered:
        for number in range(count):
            gathered.add("a.example", Waiting(None, b"%d" % number, None))
        return [int(page.text) for page in gathered.sample("a.example")]


@settings(max_examples=40, deadline=None)
@given(st.integers(0, 200), st.integers(2, 9))
def test_a_sample_is_whole_and_evenly_spread(count: int, sample: int) -> None:
    kept = numbers_kept(count, sample)
    assert len(kept) == min(count, sample)
    assert kept == sorted(set(kept))
    gaps = [b - a for a, b in zip([-1, *kept], [*kept, count], strict=True)]
    assert max(gaps) <= 4 * max(1, count / sample)


def test_few_pages_are_all_kept() -> None:
    assert numbers_kept(7, 9) == list(range(7))


def test_hosts_are_learned_in_order_whatever_the_order_of_pages() -> None:
    with closing(Gathered()) as gathered:
        for number in range(8):
            for host in ("b.example", "a.example"):
                gathered.add(host, Waiting(None, framed((host, number)).encode(), None))
        gathered.add("c.example", Waiting(None, b"<p>x", None))
        sites = list(gathered.learn(JUSTEXT))
    assert [(site.host, len(site.templates)) for site in sites] == [
        ("a.example", 1),
        ("b.example", 1),
        ("c.example", 0),
    ]
    assert sites[2].problem == "there is only one page"


def test_old_pages_and_new_ones_are_both_in_the_sample() -> None:
    with closing(Gathered(Learning(sample=12))) as gathered:
        for number in range(100):
            html = framed(number) if number < 50 else blog(number)
            gathered.add("a.example", Waiting(None, html.encode(), None))
        (site,) = gathered.learn(JUSTEXT)
    assert len(site.templates) == 2


def test_the_charset_of_a_page_counts() -> None:
    with closing(Gathered()) as gathered:
        gathered.add("a.example", Waiting(None, "<p>Łódź".encode("iso-8859-2"), "iso-8859-2"))
        (page,) = gathered.sample("a.example")
    assert page.block_texts() == ["Łódź"]


@pytest.mark.parametrize("sample", [2, 5])
def test_no_more_than_two_samples_are_held(sample: int) -> None:
    with closing(Gathered(Learning(sample=sample, min_pages=2))) as gathered:
        for number in range(100):
            gathered.add("a.example", Waiting(None, b"%d" % number, None))
            assert gathered.waiting.count("a.example") < 2 * sample
