from dataclasses import replace

import pytest
from hypothesis import given, settings

from tests.sites.site_pages import blog, framed, index, pages, story
from tests.support.soup import anything
from webwinnow import Page, load
from webwinnow.methods.goldminer.learn import learn
from webwinnow.sites import Site
from webwinnow.sites.check import Trial, Verdict, verdict
from webwinnow.sites.describe import described, in_short, of_trial, of_verdict

JUSTEXT = load("justext")
SITE = learn("a.example", pages(framed), JUSTEXT)


def tried(*html: str, site: Site = SITE) -> Trial:
    trial = Trial(site)
    for each in html:
        trial.add(verdict(Page(each), site, JUSTEXT))
    return trial


def test_a_page_with_an_article_tells_how_much_is_inside() -> None:
    html = framed("new", after=f"<div class=talk>{story('talk', 4)}</div>")
    found = verdict(Page(html), SITE, JUSTEXT)
    assert (found.template, found.is_missed) == (0, False)
    assert 0.3 * found.good < found.inside < 0.6 * found.good


def test_an_article_without_its_template_is_missed_and_a_list_is_not() -> None:
    assert verdict(Page(blog(1)), SITE, JUSTEXT).is_missed
    assert not verdict(Page(index(1)), SITE, JUSTEXT).is_missed
    assert not verdict(Page("<p>x"), SITE, JUSTEXT).is_missed


def test_pages_are_summed_up() -> None:
    trial = tried(framed("x"), framed("y"), blog(1), index(1), "")
    assert (trial.pages, trial.found, trial.missed) == (5, 2, 1)
    assert trial.match == pytest.approx(2 / 3)
    assert not trial.is_telling


def test_templates_that_fit_less_than_half_as_well_are_stale() -> None:
    new, old = [framed(("n", n)) for n in range(4)], [blog(n) for n in range(5)]
    assert tried(*new, *old).is_stale
    assert not tried(*new, *old[:4]).is_stale
    assert not tried(*old[:4]).is_stale  # too few to tell
    assert not tried(*new, *old, site=replace(SITE, match=0.8)).is_stale


@settings(max_examples=50, deadline=None)
@given(anything)
def test_any_bytes_have_a_verdict(html: bytes) -> None:
    found = verdict(Page(html), SITE, JUSTEXT)
    assert 0 <= found.inside <= found.good


def test_a_verdict_in_words() -> None:
    assert of_verdict(Verdict(0, 2000, 1500)) == "template 1, 1,500 of 2,000 good characters inside"
    assert of_verdict(Verdict(None, 900, 0, is_missed=True)) == "text, but no template fits"
    assert of_verdict(Verdict(None, 9, 0)) == "no article"


def test_a_trial_in_words() -> None:
    lines = list(of_trial(tried(*map(framed, "abcdef"), blog(1), ""), "DO THIS"))
    assert lines == [
        "a.example: an article on 6 of 8 pages",
        "  template 1, div.story: 6 pages",
        "  no template, but text: 1 page",
        "  no article: 1 page",
        lines[4],
        "the templates fit: they find 86 % of the articles, and found 100 % when they were learned",
    ]
    assert lines[4].startswith("of what justext keeps on pages with an article, ")
    assert list(of_trial(tried(*(blog(n) for n in range(6))), "DO THIS"))[-1] == (
        "the templates look stale: they find 0 % of the articles, and found 100 % when they were "
        "learned; learn them again: DO THIS"
    )
    assert list(of_trial(tried(framed("x")), "DO THIS"))[-1].startswith("too few pages")


def test_a_site_in_words() -> None:
    assert in_short(SITE) == "a.example: 1 template for 8 of 8 articles in 8 pages"
    assert in_short(Site("b.example", problem="there is only one page")) == (
        "b.example: no template: there is only one page"
    )
    texts = tuple(f"{number} {'x' * 80}" for number in range(9))
    (template,) = SITE.templates
    lines = list(described(replace(SITE, templates=(replace(template, recurring=texts),))))
    assert lines[1] == f"learned {SITE.learned} from what justext keeps"
    assert lines[3:6] == [
        "template 1: 8 articles, 100.0 % of their text",
        "  container  div.story",
        "  begin      h1",
    ]
    assert lines[-6] == f"  recurring  0 {'x' * 58}…"
    assert lines[-1].split() == ["and", "4", "others"]
