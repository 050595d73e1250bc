import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from webwinnow import Decision, Page, clean, clean_many
from webwinnow.errors import UnknownFormat, UnknownMethod
from webwinnow.methods.base import Method
from webwinnow.parallel import CHUNK

THREADS = pytest.mark.parametrize("threads", [1, 2, 5, None])

FLAT_MEMORY = """
import resource
from webwinnow import clean_many

page = b"<p>" + b"some words of text " * 2000
peak = lambda: resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
documents = clean_many((page for _ in range(10_000)), threads=2)
for _ in range(500):
    next(documents)
early = peak()
assert sum(len(document.text) > 0 for document in documents) == 9_500
print(peak() - early)
"""


class Picky(Method):
    """Fails where a page says so."""

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


def test_items_come_in_many_kinds(tmp_path: Path) -> None:
    path = tmp_path / "page.html"
    path.write_text("<p>file")
    items: list[Any] = [
        "<p>str",
        b"<p>bytes",
        path,
        ("https://example.org/", "<p>pair"),
        (None, path),
    ]
    documents = list(clean_many(items))
    assert [document.text.strip() for document in documents] == [
        "str",
        "bytes",
        "file",
        "pair",
        "file",
    ]
    assert documents[3].url == "https://example.org/"


def test_bad_items_are_told_in_one_line(tmp_path: Path) -> None:
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
    lead = CHUNK * (2 * (threads or os.cpu_count() or 1) + 1)
    assert taken <= 1000 + lead


@THREADS
def test_no_items_give_no_documents(threads: int | None) -> None:
    assert list(clean_many([], threads=threads)) == []


def test_mistakes_are_told_before_the_first_page() -> None:
    with pytest.raises(UnknownMethod):
        clean_many([], method="nope")
    with pytest.raises(UnknownFormat):
        clean_many([], to="nope")
    with pytest.raises(ValueError, match="give 1 or more"):
        clean_many([], threads=-1)


@THREADS
def test_error_of_the_iterable_reaches_the_reader(threads: int | None) -> None:
    def broken() -> Iterator[str]:
        yield "<p>one"
        raise ConnectionError("the crawl broke off")

    with pytest.raises(ConnectionError):
        list(clean_many(broken(), threads=threads))


def test_memory_stays_flat_over_ten_thousand_pages() -> None:
    done = subprocess.run([sys.executable, "-c", FLAT_MEMORY], capture_output=True, check=True)
    assert int(done.stdout) < 40_000  # KB; the pages are 380 MB
