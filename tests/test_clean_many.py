import os
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from webwinnow import Decision, Page, clean, clean_many
from webwinnow.clean import item_size
from webwinnow.errors import UnknownFormat, UnknownMethod
from webwinnow.methods.base import Method
from webwinnow.parallel import PART_ITEMS, map_ordered

THREADS = pytest.mark.parametrize("threads", [1, 2, 5, None])

FLAT_MEMORY = """
import resource
from webwinnow import clean_many

page = b"<p>" + b"some words of text " * 2000
peak = lambda: resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
documents = clean_many((page for _ in range(10_000)), method="all", threads=2)
for _ in range(500):
    next(documents)
early = peak()
assert sum(len(document.text) > 0 for document in documents) == 9_500
print(peak() - early)
"""


LARGE_PAGES = """
import sys
from pathlib import Path
from webwinnow import clean_many

def held(field):
    lines = Path("/proc/self/status").read_text().splitlines()
    return next(int(line.split()[1]) * 1024 for line in lines if line.startswith(field))

page, threads = Path(sys.argv[1]), int(sys.argv[2])
list(clean_many([b"<p>warm"] * 20, method="all", threads=threads))
Path("/proc/self/clear_refs").write_text("5")  # forget the highest mark
before = held("VmRSS")
pages = (page.read_bytes() for _ in range(48))
for document in clean_many(pages, method="all", threads=threads):
    assert document.text
print((held("VmHWM") - before) / page.stat().st_size)
"""


class Picky(Method):
    """Fails on pages that request it."""

    def decide(self, page: Page) -> Decision:
        if b"bad" in page.text:
            raise ValueError("this page\nis bad")
        return Decision.visible(page)


def pages(count: int) -> list[str]:
    return [f"<p>Page number {number}." for number in range(count)]


@THREADS
def test_order_is_kept(threads: int | None) -> None:
    documents = list(clean_many(pages(500), threads=threads))
    assert [document.text for document in documents] == [clean(page) for page in pages(500)]


@THREADS
def test_one_bad_page_does_not_end_the_batch(threads: int | None) -> None:
    html = ["<p>good", "<p>bad", "<p>fine"] * 20
    documents = list(clean_many(html, method=Picky(), threads=threads))
    assert [document.error for document in documents] == [
        None,
        "ValueError: this page is bad",
        None,
    ] * 20
    assert documents[1].text == ""
    assert documents[1].page is None
    assert "fine" in documents[2].text


def test_items_may_have_many_types(tmp_path: Path) -> None:
    path = tmp_path / "page.html"
    path.write_text("<p>file")
    items: list[Any] = [
        "<p>str",
        b"<p>bytes",
        path,
        ("https://example.org/", "<p>pair"),
        (None, path),
    ]
    documents = list(clean_many(items, method="all"))
    assert [document.text.strip() for document in documents] == [
        "str",
        "bytes",
        "file",
        "pair",
        "file",
    ]
    assert documents[3].url == "https://example.org/"


def test_errors_of_items_are_one_line(tmp_path: Path) -> None:
    items: list[Any] = [3, ("https://a/", "b", "c"), tmp_path / "nope", ("https://a/", tmp_path)]
    documents = list(clean_many(items))
    assert all(document.error and "\n" not in document.error for document in documents)
    assert "no file" in str(documents[2].error)
    assert documents[3].url == "https://a/"


@THREADS
def test_items_are_taken_up_as_documents_are_read(threads: int | None) -> None:
    taken = 0

    def endless() -> Iterator[str]:
        nonlocal taken
        while True:
            taken += 1
            yield "<p>again and again"

    documents = clean_many(endless(), threads=threads)
    assert taken == 0
    for _ in range(1000):
        next(documents)
    lead = PART_ITEMS * (2 * (threads or os.cpu_count() or 1) + 1)
    assert taken <= 1000 + lead


@THREADS
def test_no_items_give_no_documents(threads: int | None) -> None:
    assert list(clean_many([], threads=threads)) == []


def test_mistakes_are_reported_before_the_first_page() -> None:
    with pytest.raises(UnknownMethod):
        clean_many([], method="nope")
    with pytest.raises(UnknownFormat):
        clean_many([], to="nope")
    for threads in (0, -1):
        with pytest.raises(ValueError, match="give 1 or more"):
            clean_many([], threads=threads)


@THREADS
def test_error_of_the_iterable_reaches_the_reader(threads: int | None) -> None:
    def broken() -> Iterator[str]:
        yield "<p>one"
        raise ConnectionError("the crawl broke off")

    with pytest.raises(ConnectionError):
        list(clean_many(broken(), threads=threads))


@THREADS
def test_documents_before_an_error_of_the_iterable_are_not_lost(threads: int | None) -> None:
    def broken() -> Iterator[str]:
        yield from pages(10)
        raise ConnectionError("the crawl broke off")

    documents = clean_many(broken(), threads=threads)
    assert [next(documents).text for _ in range(10)] == [clean(page) for page in pages(10)]
    with pytest.raises(ConnectionError):
        next(documents)


@THREADS
def test_results_before_an_error_of_the_work_are_not_lost(threads: int | None) -> None:
    results = map_ordered(lambda number: 1 // (20 - number), range(40), threads=threads)
    assert [next(results) for _ in range(20)] == [0] * 19 + [1]
    with pytest.raises(ZeroDivisionError):
        next(results)


def test_slow_feed_gives_a_document_for_each_item_at_once() -> None:
    taken = 0

    def feed() -> Iterator[str]:
        nonlocal taken
        for page in pages(5):
            time.sleep(0.3)
            taken += 1
            yield page

    assert [taken for _ in clean_many(feed(), threads=2)] == [1, 2, 3, 4, 5]


@pytest.mark.skipif(not Path("/proc/self/clear_refs").exists(), reason="measured on Linux")
def test_large_pages_are_not_queued_up(tmp_path: Path) -> None:
    page = tmp_path / "page.html"
    paragraph = f"<p data-state='{'x' * 1000}'>A paragraph says less than its tag.</p>\n"
    page.write_text(paragraph * 5_000)
    command = [sys.executable, "-c", LARGE_PAGES, str(page), "2"]
    done = subprocess.run(command, capture_output=True, check=True)
    assert float(done.stdout) < 8  # times the page; a dozen in hand would take over 30


def test_item_sizes_are_known_without_reading(tmp_path: Path) -> None:
    (tmp_path / "page").write_bytes(b"<p>abc")
    items: list[Any] = ["<p>abc", b"<p>abc", bytearray(6), memoryview(bytes(6)), tmp_path / "page"]
    assert {item_size(item) for item in [*items, *((None, item) for item in items)]} == {6}
    odd: list[Any] = [tmp_path / "nope", Path("a\0b"), 3, ()]
    assert {item_size(item) for item in odd} == {0}


def test_memory_stays_flat_over_ten_thousand_pages() -> None:
    done = subprocess.run([sys.executable, "-c", FLAT_MEMORY], capture_output=True, check=True)
    assert int(done.stdout) < 40_000  # KB; the pages are 380 MB
