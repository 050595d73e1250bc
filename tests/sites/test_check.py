from dataclasses import replace

import pytest
from hypothesis import given, settings

from tests.sites.site_pages import article_page, blog_page, index_page, pages, story
from tests.support.tag_soup import any_html
from webwinnow import Page, load
from webwinnow.methods.goldminer.learn import learn
from webwinnow.sites import Site
from webwinnow.sites.check import (
    PageCheck,
    SiteCheck,
    check_page,
    describe_page,
    describe_site,
    summarize_check,
    summarize_site,
)

JUSTEXT = load("justext")
SITE = learn("a.example", pages(article_page), JUSTEXT)


def check_pages(*html: str, site: Site = SITE) -> SiteCheck:
    check = SiteCheck(site)
    for each in html:
        check.add(check_page(Page(each), site, JUSTEXT))
    return check


def test_page_check_counts_characters_inside() -> None:
    html = article_page("new", after=f"<div class=talk>{story('talk', 4)}</div>")
    found = check_page(Page(html), SITE, JUSTEXT)
    assert (found.template, found.is_missed) == (0, False)
    assert 0.3 * found.good < found.inside < 0.6 * found.good


def test_unmatched_article_is_missed() -> None:
    assert check_page(Page(blog_page(1)), SITE, JUSTEXT).is_missed
    assert not check_page(Page(index_page(1)), SITE, JUSTEXT).is_missed
    assert not check_page(Page("<p>x"), SITE, JUSTEXT).is_missed


def test_site_check_sums_pages() -> None:
    check = check_pages(article_page("x"), article_page("y"), blog_page(1), index_page(1), "")
    assert (check.pages, check.matched, check.missed) == (5, 2, 1)
    assert check.match == pytest.approx(2 / 3)
    assert not check.has_enough_articles


def test_templates_that_match_less_than_half_are_stale() -> None:
    new, old = [article_page(("n", n)) for n in range(4)], [blog_page(n) for n in range(5)]
    assert check_pages(*new, *old).is_stale
    assert not check_pages(*new, *old[:4]).is_stale
    assert not check_pages(*old[:4]).is_stale  # too few
    assert not check_pages(*new, *old, site=replace(SITE, match=0.8)).is_stale


@settings(max_examples=50, deadline=None)
@given(any_html)
def test_any_bytes_can_be_checked(html: bytes) -> None:
    found = check_page(Page(html), SITE, JUSTEXT)
    assert 0 <= found.inside <= found.good


def test_description_of_a_page_check() -> None:
    assert (
        describe_page(PageCheck(0, 2000, 1500))
        == "template 1, 1,500 of 2,000 good characters inside"
    )
    assert describe_page(PageCheck(None, 900, 0, is_missed=True)) == "text, but no template matches"
    assert describe_page(PageCheck(None, 9, 0)) == "no article"


def test_summary_of_a_site_check() -> None:
    lines = list(
        summarize_check(check_pages(*map(article_page, "abcdef"), blog_page(1), ""), "DO THIS")
    )
    assert lines == [
        "a.example: an article on 6 of 8 pages",
        "  template 1, div.story: 6 pages",
        "  no template, but text: 1 page",
        "  no article: 1 page",
        lines[4],
        "the templates match: they match 86 % of the articles, 100 % when they were learned",
    ]
    assert lines[4].endswith(" % of what justext keeps on pages with an article is inside")
    assert list(summarize_check(check_pages(*(blog_page(n) for n in range(6))), "DO THIS"))[-1] == (
        "the templates look stale: they match 0 % of the articles, 100 % when they were learned; "
        "learn them again: DO THIS"
    )
    assert list(summarize_check(check_pages(article_page("x")), "DO THIS"))[-1].startswith(
        "too few pages"
    )


def test_description_of_a_site() -> None:
    assert summarize_site(SITE) == "a.example: 1 template for 8 of 8 articles in 8 pages"
    assert summarize_site(Site("b.example", problem="there is only one page")) == (
        "b.example: no template: there is only one page"
    )
    texts = tuple(f"{number} {'x' * 80}" for number in range(9))
    (template,) = SITE.templates
    lines = list(describe_site(replace(SITE, templates=(replace(template, recurring=texts),))))
    assert lines[1] == f"learned: {SITE.learned}, from the text that justext keeps"
    assert lines[2] == "coverage: 100.0 % of the articles' text"
    assert lines[4:7] == [
        "template 1: 8 articles, 100.0 % of the text inside",
        "  container  div.story",
        "  begin      h1",
    ]
    assert lines[-6] == f"  recurring  0 {'x' * 58}…"
    assert lines[-1].split() == ["and", "4", "others"]
