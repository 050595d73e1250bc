import os
import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.sites.site_pages import (
    LONG,
    NOTICE,
    article_page,
    blog_page,
    discussion,
    index_page,
    pages,
    paragraphs,
    story,
    texts,
)
from tests.support import ROOT
from tests.support.msnbc_site import PAGES
from tests.support.tag_soup import any_html
from webwinnow import Page, load
from webwinnow.methods.goldminer.learn import MAX_TEMPLATES, is_generic, learn, learn_from_sample
from webwinnow.methods.goldminer.store import MemoryStore
from webwinnow.methods.goldminer.template import trim
from webwinnow.sites import Learning, Site, Template

JUSTEXT = load("justext")


def learned(found: list[Page], learning: Learning = Learning()) -> Site:  # noqa: B008
    return learn("a.example", found, JUSTEXT, learning)


def inside(page: Page, site: Site) -> list[str]:
    found = trim(page, site)
    assert found
    return [text for text, is_in in zip(page.run_texts(), found.runs, strict=True) if is_in]


def test_template_has_boundaries_support_and_score() -> None:
    site = learned(pages(article_page))
    (template,) = site.templates
    assert (template.container, template.begin) == ("div.story", ("h1",))
    assert (template.support, template.score) == (8, 1.0)
    assert (site.host, site.sample, site.articles, site.match) == ("a.example", 8, 8, 1.0)
    assert (site.inner, site.problem) == ("justext", None)
    assert len(site.learned) == len("2013-09-30")


def test_comments_on_every_page_are_trimmed() -> None:
    def make(number: int) -> str:
        return article_page(number, after=discussion(("c", number), 6))

    found = pages(make)
    site = learned(found)
    assert [texts(n) for n in range(8)] == [inside(page, site)[1:] for page in found]


def test_sections_with_different_frames_have_templates() -> None:
    found = [*pages(article_page, 9), *pages(blog_page, 6)]
    site = learned(found)
    assert [template.support for template in site.templates] == [9, 6]
    assert site.match == 1.0
    for n, page in enumerate(found[9:]):
        assert inside(page, site)[1:] == texts(("blog", n))


def test_section_with_too_few_pages_has_no_template() -> None:
    site = learned([*pages(article_page, 8), *pages(blog_page, 2)])
    assert len(site.templates) == 1
    assert (site.articles, site.match) == (10, 0.8)


def test_generic_template_comes_last() -> None:
    def bare(number: int) -> str:
        return (
            f"<body><p>{texts('promo')[0]}</p><h1>On {texts(('h', number))[0]}</h1>"
            f"{story(('bare', number), 6)}<hr><p>{texts('promo')[1]}</p><p>{texts('promo')[2]}</p>"
        )

    site = learned([*pages(bare, 12), *pages(blog_page, 6)])
    assert [is_generic(template) for template in site.templates] == [False, True]
    assert [template.support for template in site.templates] == [6, 12]


def test_number_of_templates_is_bounded() -> None:
    tags = ["div", "ul", "section", "main", "article", "aside", "form", "dl", "ol", "center"]

    def make(tag: str) -> Callable[[int], str]:
        return lambda n: f"<body><{tag} class=x{tag}>{story((tag, n))}</{tag}><p>{NOTICE}"

    found = [page for tag in tags for page in pages(make(tag), 3)]
    site = learned(found, Learning(min_pages=2))
    assert len(site.templates) == MAX_TEMPLATES


def test_texts_of_three_articles_recur() -> None:
    advert, quote = texts("advert", 1)[0], texts("quote", 1)[0]

    def make(number: int) -> str:
        more = [advert] * (number % 2) + [quote] * (number in (2, 4))
        first, *others = texts(number)
        return article_page(number, body=paragraphs([first, *more, *others]))

    (template,) = learned(pages(make)).templates
    assert template.recurring == (advert,)


def test_rich_and_poor_places_are_learned() -> None:
    def make(number: int) -> str:
        body = (
            f"<p>{'</p><p>'.join(texts(number))}</p><div class=meta><a href=/>Ann</a> wrote</div>"
        )
        return article_page(number, body=body + f"<p>{texts((number, 'last'), 1)[0]}</p>")

    (template,) = learned(pages(make)).templates
    assert "p < div.story" in template.rich
    assert "div.meta < div.story" in template.poor


def test_long_notice_does_not_merge_articles() -> None:
    site = learned(pages(lambda n: article_page(n, after=story("long notice", 9))))
    assert (site.sample, [each.support for each in site.templates]) == (8, [8])


def test_comments_missing_in_the_sample_are_trimmed() -> None:
    site = learned(pages(article_page))
    comments = discussion("comments", 3)
    assert inside(Page(article_page("new", title="It rained", after=comments)), site) == [
        "It rained",
        *texts("new"),
    ]


def test_indexes_are_no_articles() -> None:
    found = learn_from_sample(
        "a.example", [*pages(article_page, 6), *pages(index_page, 3)], JUSTEXT
    )
    assert found.is_article == [True] * 6 + [False] * 3
    assert trim(Page(index_page("new")), found.site) is None


def same(number: int) -> str:
    return article_page("same")


def without_frame(number: int) -> str:
    """Each page has other elements, with names of its own."""
    letters = "abcdefghij"[number]
    tags = ["div", "section", "main", "article", "td", "center", "form", "aside"]
    return f"<{tags[number]} id={letters}>{story(number)}</{tags[number]}>"


def short(number: int) -> str:
    return article_page(number, body=story(number, 1))


@pytest.mark.parametrize(
    ("make", "count", "problem"),
    [
        (article_page, 0, "there are no pages"),
        (article_page, 1, "there is only one page"),
        (same, 8, "all pages have the same text"),
        (article_page, 4, "4 pages with 500 characters of their own; 5 are needed"),
        (short, 8, "0 pages with 500 characters of their own; 5 are needed"),
        (index_page, 8, "nearly all pages look like indexes"),
        (without_frame, 8, "the pages have no common markup around their texts"),
    ],
)
def test_site_without_templates_has_the_reason(
    make: Callable[[int], str], count: int, problem: str
) -> None:
    site = learned(pages(make, count))
    assert (site.templates, site.problem, site.match) == ((), problem, 0.0)


def test_minimums_are_settings() -> None:
    few = pages(article_page, 3)
    assert learned(few).templates == ()
    assert learned(few, Learning(min_pages=3)).templates[0].support == 3
    small = pages(lambda n: article_page(n, body=story(n, 1)))
    assert learned(small).templates == ()
    assert learned(small, Learning(min_text=LONG)).templates


def test_any_method_can_be_the_inner_one() -> None:
    for inner in ("all", "bte", "boilerpipe", "winnow"):
        site = learn("a.example", pages(article_page), load(inner))
        assert (site.inner, len(site.templates)) == (inner, 1)


@settings(max_examples=60, deadline=None)
@given(st.lists(any_html, max_size=6), st.integers(0, 40))
def test_learning_from_any_bytes_is_deterministic(html: list[bytes], least: int) -> None:
    learning = Learning(min_text=least, min_pages=2)
    first, second = (learned([Page(each) for each in html], learning) for _ in range(2))
    assert first == second
    assert bool(first.templates) == (first.problem is None)
    assert Site.from_json(first.as_json(), "x") == first
    for each in html:
        trim(Page(each), first)


@settings(max_examples=30, deadline=None)
@given(st.lists(any_html, max_size=4), st.randoms(use_true_random=False))
def test_any_bytes_among_the_pages_are_allowed(html: list[bytes], random: Random) -> None:
    found = [*pages(article_page), *map(Page, html)]
    random.shuffle(found)
    assert [template.container for template in learned(found).templates][:1] == ["div.story"]


SCRIPT = """
from tests.methods.goldminer.test_learn import *
from webwinnow import Page
from webwinnow.sites import learn
found = [*map(Page, PAGES), *pages(article_page), *pages(blog_page), *pages(index_page)]
print(learn("a.example", found, JUSTEXT).as_json())
"""


def test_every_process_learns_the_same() -> None:
    printed = {
        subprocess.run(
            [sys.executable, "-c", SCRIPT],
            env={**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": os.pathsep.join(sys.path)},
            cwd=ROOT,
            capture_output=True,
            check=True,
        ).stdout
        for seed in ("1", "2", "3")
    }
    assert len(printed) == 1
    assert len(Site.from_json(printed.pop(), "x").templates) == 3


def test_inner_method_cleans_a_site_without_templates() -> None:
    store = MemoryStore()
    store.put(learned([Page(PAGES[0])]))
    site = store.get("a.example")
    assert site
    assert trim(Page(PAGES[0]), site) is None
    assert replace(site, templates=(Template("div#content"),)) != site


def test_pages_beyond_the_memory_bound_are_skipped(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    found = pages(article_page)
    monkeypatch.setattr(
        sys.modules["webwinnow.methods.goldminer.learn"],
        "MAX_SAMPLE_ITEMS",
        3 * len(found[0].nodes) * 2,
    )
    seen = learn_from_sample("a.example", found, JUSTEXT)
    assert len(seen.is_article) == len(found)
    assert 0 < sum(seen.is_article) < len(found)
    assert seen.site.sample < len(found)
