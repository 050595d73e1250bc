"""Generated sites, from learning to the rendered text: no paragraph of an article is lost."""

from functools import lru_cache

import pytest

from tests.support.layouts import LAYOUTS, SitePage, unseen_pages
from webwinnow import Document, Page, extract, load
from webwinnow.clean import PageCleaner
from webwinnow.methods.goldminer.apply import NO_ARTICLE, NO_TEMPLATE
from webwinnow.methods.goldminer.method import GoldMiner
from webwinnow.methods.goldminer.store import MemoryStore
from webwinnow.sites import Learning, Site, learn
from webwinnow.sites.stream import SiteStream

HOST = "a.example"
URL = f"http://{HOST}/page"
SITES = pytest.mark.parametrize("name", LAYOUTS)
INNER = pytest.mark.parametrize("inner", ["justext", "winnow:title=true"])


@lru_cache
def site(name: str, inner: str) -> Site:
    return learn(HOST, [Page(page.html) for page in LAYOUTS[name]], load(inner))


def cleaned(page: SitePage, name: str, inner: str) -> Document:
    store = MemoryStore()
    store.put(site(name, inner))
    return extract(page.html, url=URL, method=GoldMiner(inner, store))


@INNER
@SITES
def test_no_paragraph_of_an_article_is_lost(name: str, inner: str) -> None:
    lost = [
        (page.url, text)
        for page in LAYOUTS[name]
        for text in page.lost(cleaned(page, name, inner).text)
    ]
    assert lost == []


@SITES
def test_a_stream_loses_no_paragraph(name: str) -> None:
    stream = SiteStream(PageCleaner(GoldMiner()), Learning(sample=10))
    pages = {page.url.replace("http://", f"http://{HOST}/"): page for page in LAYOUTS[name]}
    found = [each for url, page in pages.items() for each in stream.add(url, page.html.encode())]
    found += stream.finish()
    assert len(found) == len(pages)
    assert [text for each in found for text in pages[each.url or ""].lost(each.text)] == []


@pytest.mark.parametrize(
    ("name", "most"),
    [
        ("comments, named", 0),
        ("comments under a heading", 0),
        # Kept, because nothing tells them from the article.
        ("comments, unmarked", 50),
        ("unique promotion before", 20),
    ],
)
def test_comments_are_dropped_where_they_are_marked(name: str, most: int) -> None:
    kept = [
        text for page in LAYOUTS[name] for text in page.surplus(cleaned(page, name, "justext").text)
    ]
    assert len(kept) == most


def test_half_of_the_comments_and_promotions_of_random_layouts_are_dropped() -> None:
    names = [name for name in LAYOUTS if name.startswith("random")]
    pages = [
        (page, cleaned(page, name, "justext").text) for name in names for page in LAYOUTS[name]
    ]
    kept = sum(len(page.surplus(text)) for page, text in pages)
    assert kept <= 0.5 * sum(len(page.others) for page, _ in pages)


def test_every_layout_but_those_with_too_little_in_common_has_templates() -> None:
    assert [name for name in LAYOUTS if not site(name, "justext").templates] == []


@INNER
def test_articles_of_an_unseen_layout_are_left_to_the_inner_method(inner: str) -> None:
    known = "live blogs"
    for page in unseen_pages():
        document = cleaned(page, known, inner)
        assert page.lost(document.text) == []
        assert document.decision is not None
        assert NO_TEMPLATE in document.decision.reasons


def test_unseen_list_of_leads_is_empty() -> None:
    leads = "".join(
        f'<div class="hit"><h3><a href="/{number}">{page.article[0]}</a></h3>'
        f"<p>{page.article[1]}</p></div>"
        for number, page in enumerate(LAYOUTS["comments, named"])
    )
    page = SitePage(URL, f"<title>Results</title><body><div id=hits>{leads}</div>", [], [])
    document = cleaned(page, "comments, named", "justext")
    assert (document.text, document.reason) == ("", NO_ARTICLE)


def test_text_in_an_unknown_place_beside_the_article_is_kept() -> None:
    first = LAYOUTS["comments, named"][0]
    more = unseen_pages()[0].article[1:]
    box = "".join(f"<p>{text}</p>" for text in more)
    html = first.html.replace('<div id="foot">', f'<div class="update">{box}</div><div id="foot">')
    page = SitePage(URL, html, [*first.article, *more], first.others)
    document = cleaned(page, "comments, named", "justext")
    assert page.lost(document.text) == []
    assert page.surplus(document.text) == []
    assert document.decision is not None
    assert "outside, where the site has no frame" in document.decision.reasons
