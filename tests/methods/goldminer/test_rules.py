"""The paper's rules: one template from the most frequent parent and tags."""

import pytest

from tests.sites.site_pages import article_page, discussion, pages, texts
from tests.support.msnbc_site import ARTICLES, COMMENTS, INDEX, PAGES
from webwinnow import Page, clean, extract, load
from webwinnow.errors import UnknownSetting
from webwinnow.methods.goldminer.apply import NO_ARTICLE
from webwinnow.methods.goldminer.frequent import find_frequent_patterns
from webwinnow.methods.goldminer.markup import Markup
from webwinnow.methods.goldminer.method import GoldMiner
from webwinnow.methods.goldminer.rules import PAPER_RULES, Rules, find_rules
from webwinnow.methods.goldminer.sample import Sample
from webwinnow.methods.goldminer.store import MemoryStore
from webwinnow.sites import Learning, Site, learn

URL = "http://tv.example/1"
PAPER = Learning(rules=PAPER_RULES)


def paper_site() -> Site:
    return learn("tv.example", map(Page, PAGES), load("justext"), PAPER)


def store(site: Site) -> MemoryStore:
    found = MemoryStore()
    found.put(site)
    return found


def test_template_has_the_tags_of_the_papers_figure() -> None:
    site = paper_site()
    (template,) = site.templates
    assert site.rules == "paper"
    assert template.container == "div#content"
    assert template.begin == ("<div#content>",)
    assert template.end == ("</p> <div#jp-post-flair>",)
    assert (template.rich, template.poor, template.recurring, template.outside) == ((),) * 4


def test_preset_keeps_the_article_and_drops_the_comments() -> None:
    method = load("goldminer", preset="paper", templates=store(paper_site()))
    for html, own, comments in zip(PAGES, ARTICLES, COMMENTS, strict=True):
        text = extract(html, url=URL, method=method).text
        assert [each for each in own[1:] if each not in text] == []
        assert [each for each in comments if each in text] == []
    assert extract(INDEX, url=URL, method=method).reason == NO_ARTICLE


def test_preset_uses_the_plain_inner_method() -> None:
    paper, ours = GoldMiner("winnow", rules="paper"), GoldMiner("winnow")
    assert repr(paper.recall_method) == repr(paper.inner_method)
    assert repr(ours.recall_method) != repr(ours.inner_method)


def test_preset_learns_from_a_collection() -> None:
    found = [(URL, Page(html)) for html in PAGES]
    method = load("goldminer:preset=paper").for_collection(lambda: iter(found))
    assert isinstance(method, GoldMiner)
    site = method.find_site("tv.example")
    assert site
    assert site.rules == "paper"
    assert COMMENTS[0][0] not in extract(PAGES[0], url=URL, method=method).text


def test_templates_of_other_rules_are_not_used() -> None:
    for site, rules in ((paper_site(), "default"), (learn_default(), "paper")):
        with pytest.warns(UserWarning, match="were learned with the rules"):
            text = extract(PAGES[0], url=URL, method=GoldMiner("justext", store(site), rules)).text
        assert text == clean(PAGES[0], method="justext")


def learn_default() -> Site:
    return learn("tv.example", map(Page, PAGES), load("justext"))


def test_unknown_rules_raise_an_error() -> None:
    with pytest.raises(UnknownSetting, match="no rules 'x'; choose from default, paper"):
        GoldMiner(rules="x").check_usable()
    assert find_rules(Rules("mine")) == Rules("mine")


def test_most_frequent_tags_around_the_text_win() -> None:
    def make(number: int) -> str:
        return article_page(number, after=discussion(number) if number % 4 == 1 else "")

    found = Sample(pages(make), load("justext"), min_text=1, rules=PAPER_RULES)
    containers = [(page, 0) for page in found.pages]
    begin, end = find_frequent_patterns(containers)
    assert begin
    assert end
    first, last = found.pages[0].markup.find(begin[0]), found.pages[0].markup.find(end[0])
    assert first
    assert last
    inside = found.pages[0].markup.runs_between(first[1], last[0])
    kept = [text for text, is_in in zip(Page(make(0)).run_texts(), inside, strict=True) if is_in]
    assert set(texts(0)) <= set(kept)


def test_tag_with_a_name_in_a_sequence_matches_this_name_only() -> None:
    markup = Markup(Page("<div id=a><p>x</p></div><div class='b c'><p>y</p></div>"))
    assert markup.find("<div#a> <p>")
    assert markup.find("<div.c> <p>")
    assert markup.find("</p> </div> <div.b>")
    assert markup.find("<div> <p>") is None
    assert markup.find("<div#x> <p>") is None
