"""The generated portal, whose articles are known to the word, through a stream."""

from functools import lru_cache

import pytest

from benchmarks.papers.goldminer.generated_portal import Crawled, crawled, figures
from tests.support.portal import Portal
from webwinnow import Document
from webwinnow._core import segments
from webwinnow.clean import PageCleaner
from webwinnow.methods.goldminer.method import GoldMiner
from webwinnow.methods.goldminer.store import MemoryStore
from webwinnow.sites import Site
from webwinnow.sites.stream import SiteStream

PORTAL = Portal(articles=250)
INNER = pytest.mark.parametrize("inner", ["justext", "winnow"])


@lru_cache
def pages() -> list[Crawled]:
    return crawled(PORTAL)


@lru_cache
def cleaned(inner: str) -> tuple[list[Document], Site]:
    """The documents in the order of the pages, and what was learned."""
    store = MemoryStore()
    stream = SiteStream(PageCleaner(GoldMiner(inner, store)))
    found = [each for page in pages() for each in stream.add(page.url, page.html, page.charset)]
    found += stream.finish()
    site = store.get("portal.invalid")
    by_address = {document.url: document for document in found}
    assert len(by_address) == len(found) == len(pages())
    assert site
    return [by_address[page.url] for page in pages()], site


def paragraphs(document: Document) -> list[str]:
    assert document.page is not None
    assert document.decision is not None
    return [" ".join(each.text.split()) for each in segments(document.page, document.decision)]


@INNER
def test_articles_keep_all_paragraphs(inner: str) -> None:
    lost = {
        page.url: [text for text in page.truth if text not in paragraphs(document)]
        for page, document in zip(pages(), cleaned(inner)[0], strict=True)
    }
    assert {url: texts for url, texts in lost.items() if texts} == {}


@INNER
def test_nearly_all_characters_are_unique(inner: str) -> None:
    texts = [paragraphs(document) for document in cleaned(inner)[0]]
    found = figures(texts, [page.truth for page in pages()])
    assert found.in_unique >= 0.97 * found.characters
    assert found.right.precision > 0.85


@INNER
def test_comments_are_dropped(inner: str) -> None:
    kept = 0
    for page, document in zip(pages(), cleaned(inner)[0], strict=True):
        comments = PORTAL.comments(page.url.removeprefix("http://portal.invalid"))
        kept += sum(text in document.text for text in comments)
    assert kept == 0


@INNER
def test_indexes_are_empty(inner: str) -> None:
    lists = [
        document
        for page, document in zip(pages(), cleaned(inner)[0], strict=True)
        if not page.truth
    ]
    assert len(lists) == len(PORTAL.indexes())
    assert [document.url for document in lists if document.text] == []


@INNER
def test_three_frames_have_three_templates(inner: str) -> None:
    templates = cleaned(inner)[1].templates
    assert len(templates) == 3
    assert templates[-1].container == "body"
