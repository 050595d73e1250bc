from pathlib import Path

import pytest

from tests.corpus.generated_crawl import write_crawl
from tests.corpus.read.archives import http_response, record
from webwinnow._core import Decision, Page
from webwinnow.corpus.phrases.pages import clean_pages
from webwinnow.corpus.phrases.search import TextDocument, find_phrases
from webwinnow.corpus.phrases.spool import Spool
from webwinnow.errors import InputError
from webwinnow.methods import load
from webwinnow.methods.base import Method

METHODS = {name: load(name) for name in ("all", "bte")}


def test_every_method_has_a_text_for_each_page(tmp_path: Path) -> None:
    crawl = write_crawl(tmp_path / "crawl", files=2, pages=20)
    done: list[int] = []
    spools = clean_pages([str(crawl)], METHODS, tmp_path, done.append)
    texts = {name: list(spool()) for name, spool in spools.items()}
    assert [len(each) for each in texts.values()] == [40, 40]
    assert done == list(range(1, 41))
    assert texts["all"][7][1:] == ("host2.example", "http://host2.example/7")
    menu = find_phrases(spools["all"]).phrases[0]
    assert (menu.documents, menu.hosts, menu.text[:19]) == (40, 5, "market | bridge | d")


def test_inputs_that_are_not_html_are_left_out(tmp_path: Path) -> None:
    pages = tmp_path / "pages"
    pages.mkdir()
    (pages / "a.html").write_text("<p>One two three.")
    (pages / "b.html").write_bytes(b"%PDF-1.4 \0\1\2\3" * 50)
    (pages / "c.html").write_text("")
    spool = clean_pages([str(pages)], METHODS, tmp_path)["all"]
    texts = list(spool())
    assert spool.skipped == {"not HTML": 1}
    assert texts[0] == TextDocument("One two three.", None, f"{pages}!a.html")
    assert "PDF" not in "".join(text for text, _, _ in texts)


class Fails(Method):
    """Fails on pages of long text."""

    name = "fails"

    def decide(self, page: Page) -> Decision:
        if len(page.source) > 30:
            raise ValueError("too long")
        return Decision.visible(page)


def write_pages(folder: Path) -> Path:
    """Two good pages, two long ones, a PDF, a redirect, an image and a broken record."""
    long = b"<p>It rained all night and all day."
    pages = [b"<p>One.", long, b"%PDF-1.4 \0\1\2\3" * 50, long, b"<p>Two."]
    records = [record(http_response(html)) for html in pages]
    records.append(record(http_response(b"", status="301 Moved")))
    records.append(record(http_response(b"GIF", headers=("Content-Type: image/gif",))))
    path = folder / "crawl.warc"
    path.write_bytes(b"".join(records) + b"broken")
    return path


def test_skipped_pages_are_counted_by_reason(tmp_path: Path) -> None:
    methods = {"all": load("all"), "fails": Fails()}
    spools = clean_pages([str(write_pages(tmp_path))], methods, tmp_path)
    for spool in spools.values():
        assert [text for text, _, _ in spool()] == ["One.", "Two."]
        assert find_phrases(spool).as_json()["skipped"] == {
            "failed": 2,
            "not HTML": 2,
            "HTTP status other than 200": 1,
            "broken": 1,
        }


def test_pages_that_are_all_skipped_are_an_input_error(tmp_path: Path) -> None:
    (tmp_path / "a.html").write_text("<p>It rained all night and all day.")
    (tmp_path / "b.html").write_bytes(b"%PDF-1.4 \0\1\2\3" * 50)
    message = r"skipped 2 pages: failed 1, not HTML 1 \(first failure: ValueError: too long\)"
    with pytest.raises(InputError, match=message):
        clean_pages([str(tmp_path)], {"fails": Fails()}, tmp_path)


def test_a_spool_returns_its_documents_in_order(tmp_path: Path) -> None:
    documents = [TextDocument(f"text {number}", None, str(number)) for number in range(3000)]
    spool = Spool(tmp_path / "spool")
    for document in documents:
        spool.add(document)
    spool.close()
    assert list(spool()) == documents == list(spool())
