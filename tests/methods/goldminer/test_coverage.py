from dataclasses import replace

import pytest

from tests.sites.site_pages import article_page, discussion, pages, story, texts
from webwinnow import Page, load
from webwinnow.methods.goldminer.coverage import measure_coverage
from webwinnow.methods.goldminer.learn import learn
from webwinnow.methods.goldminer.rules import DEFAULT_RULES, PAPER_RULES
from webwinnow.methods.goldminer.sample import Sample, SamplePage
from webwinnow.methods.goldminer.template import Template

JUSTEXT = load("justext")


def sampled(after: str = "") -> list[SamplePage]:
    found = pages(lambda number: article_page(number, after=after.format(number)))
    return Sample(found, JUSTEXT, min_text=1).pages


def test_template_around_the_article_covers_all_of_it() -> None:
    template = Template("div#main")
    assert measure_coverage(sampled(), [template], DEFAULT_RULES) == 1.0


def test_text_in_a_known_place_outside_is_lost() -> None:
    template = Template("h1", outside=("p < div.story",))
    assert measure_coverage(sampled(), [template], DEFAULT_RULES) < 0.1
    assert measure_coverage(sampled(), [replace(template, outside=())], DEFAULT_RULES) == 1.0
    assert measure_coverage(sampled(), [replace(template, outside=())], PAPER_RULES) < 0.1


def test_poor_places_and_recurring_texts_are_lost() -> None:
    poor = Template("div#main", poor=("p < div.story",))
    assert measure_coverage(sampled(), [poor], DEFAULT_RULES) < 0.1
    one = Template("div#main", recurring=(texts(0)[0],))
    assert 0.95 < measure_coverage(sampled(), [one], DEFAULT_RULES) < 1.0


def test_site_stores_its_coverage() -> None:
    assert learn("a.example", pages(article_page), JUSTEXT).coverage == 1.0


def test_templates_that_would_lose_text_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("webwinnow.methods.goldminer.learn.measure_coverage", lambda *_: 0.8)
    site = learn("a.example", pages(article_page), JUSTEXT)
    assert site.templates == ()
    assert site.problem == "the templates would lose 20 % of the articles' text"
    assert (site.match, site.coverage) == (0.0, 0.0)


def test_comments_do_not_count_as_lost() -> None:
    found = pages(lambda number: article_page(number, after=discussion(("c", number))))
    site = learn("a.example", found, JUSTEXT)
    assert (site.templates[0].container, site.coverage) == ("div.story", 1.0)


def test_text_beside_the_container_on_a_few_pages_is_known_as_text() -> None:
    def make(number: int) -> str:
        extra = f"<div class=extra>{story(('extra', number), 2)}</div>" if number < 2 else ""
        return article_page(number, after=extra)

    site = learn("a.example", pages(make, 12), JUSTEXT)
    assert "p < div.extra" not in site.templates[0].outside
    assert site.coverage == 1.0


def test_page_without_text_has_full_coverage() -> None:
    assert measure_coverage([SamplePage(Page(""), JUSTEXT)], [Template("p")], DEFAULT_RULES) == 1.0
