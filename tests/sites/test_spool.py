import threading
from contextlib import closing
from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.sites.site_pages import article_page, blog_page
from webwinnow import load
from webwinnow.errors import InputError
from webwinnow.sites import Learning
from webwinnow.sites.spool import HostSamples, RawPage, Spool


def raw_page(number: int) -> RawPage:
    return RawPage(f"http://a.example/{number}", b"<p>%d" % number, "utf-8")


def test_pages_keep_their_order_by_host(tmp_path: Path) -> None:
    spool = Spool(tmp_path)
    odd = [RawPage(None, b"", None), RawPage("http://x/\udcff", b"\x00\xff" * 99, "x")]
    for number in range(12):
        assert spool.add("a.example", raw_page(number)) == number + 1
        spool.add("b.example", odd[number % 2])
    assert list(spool.pages("a.example")) == [raw_page(number) for number in range(12)]
    assert list(spool.pages("b.example")) == odd * 6
    assert (spool.count("b.example"), spool.count("c.example")) == (12, 0)


def test_remove_drops_a_host_and_its_pages() -> None:
    spool = Spool()
    spool.add("a.example", raw_page(1))
    spool.add("b.example", raw_page(2))
    spool.remove("a.example")
    assert list(spool.pages("a.example")) == []
    assert spool.add("a.example", raw_page(3)) == 1
    spool.remove("a.example")
    assert spool.first_host() == "b.example"
    spool.remove("b.example")
    assert spool.first_host() is None


def test_close_removes_the_file(tmp_path: Path) -> None:
    spool = Spool(tmp_path)
    spool.add("a.example", raw_page(1))
    assert any(tmp_path.iterdir())
    spool.close()
    assert not any(tmp_path.iterdir())


def test_another_thread_may_use_the_spool() -> None:
    spool = Spool()
    thread = threading.Thread(target=lambda: spool.add("a.example", raw_page(1)))
    thread.start()
    thread.join()
    assert spool.count("a.example") == 1


def test_missing_folder_raises(tmp_path: Path) -> None:
    with pytest.raises(
        InputError, match=r"cannot write the pages that wait to .*; free space there, or set"
    ):
        Spool(tmp_path / "gone")


def test_full_disk_raises() -> None:
    spool = Spool()
    spool.connection.execute("PRAGMA max_page_count = 8")
    noise = Random(1).randbytes(100_000)
    with pytest.raises(InputError, match=r"cannot write the pages that wait to .*full\)"):
        spool.add("a.example", RawPage(None, noise, None))


JUSTEXT = load("justext")


def numbers_kept(count: int, sample: int) -> list[int]:
    with closing(HostSamples(Learning(sample=sample, min_pages=2))) as samples:
        for number in range(count):
            samples.add("a.example", RawPage(None, b"%d" % number, None))
        return [int(page.text) for page in samples.sample("a.example")]


@settings(max_examples=40, deadline=None)
@given(st.integers(0, 200), st.integers(2, 9))
def test_sample_is_complete_and_evenly_spread(count: int, sample: int) -> None:
    kept = numbers_kept(count, sample)
    assert len(kept) == min(count, sample)
    assert kept == sorted(set(kept))
    gaps = [b - a for a, b in zip([-1, *kept], [*kept, count], strict=True)]
    assert max(gaps) <= 4 * max(1, count / sample)


def test_few_pages_are_all_kept() -> None:
    assert numbers_kept(7, 9) == list(range(7))


def test_hosts_are_learned_in_sorted_order() -> None:
    with closing(HostSamples()) as samples:
        for number in range(8):
            for host in ("b.example", "a.example"):
                samples.add(host, RawPage(None, article_page((host, number)).encode(), None))
        samples.add("c.example", RawPage(None, b"<p>x", None))
        sites = list(samples.learn(JUSTEXT))
    assert [(site.host, len(site.templates)) for site in sites] == [
        ("a.example", 1),
        ("b.example", 1),
        ("c.example", 0),
    ]
    assert sites[2].problem == "there is only one page"


def test_sample_has_old_and_new_pages() -> None:
    with closing(HostSamples(Learning(sample=12))) as samples:
        for number in range(100):
            html = article_page(number) if number < 50 else blog_page(number)
            samples.add("a.example", RawPage(None, html.encode(), None))
        (site,) = samples.learn(JUSTEXT)
    assert len(site.templates) == 2


def test_charset_of_a_page_is_used() -> None:
    with closing(HostSamples()) as samples:
        samples.add("a.example", RawPage(None, "<p>Łódź".encode("iso-8859-2"), "iso-8859-2"))
        (page,) = samples.sample("a.example")
    assert page.block_texts() == ["Łódź"]


@pytest.mark.parametrize("sample", [2, 5])
def test_spool_holds_less_than_two_samples(sample: int) -> None:
    with closing(HostSamples(Learning(sample=sample, min_pages=2))) as samples:
        for number in range(100):
            samples.add("a.example", RawPage(None, b"%d" % number, None))
            assert samples.spool.count("a.example") < 2 * sample
