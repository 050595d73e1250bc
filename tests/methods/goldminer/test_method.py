"""GoldMiner, on the example of its paper above all."""

import warnings
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.support.msnbc_site import ARTICLES, COMMENTS, INDEX, PAGES, TAGS, TEASERS
from tests.support.tag_soup import any_html
from webwinnow import METHODS, Page, clean, extract, load
from webwinnow.errors import InputError, UnknownMethod, UnknownSetting
from webwinnow.methods.goldminer import method as goldminer
from webwinnow.methods.goldminer.apply import NO_ARTICLE
from webwinnow.methods.goldminer.learn import learn
from webwinnow.methods.goldminer.method import GoldMiner
from webwinnow.methods.goldminer.store import FolderStore, MemoryStore
from webwinnow.sites import Learning, Site, Template
from webwinnow.visual.styles import PageStyles

URL = "http://www.tv.example/story"
INNER = [name for name in METHODS if name != "goldminer"]


def site(inner: str = "justext") -> Site:
    return learn("tv.example", map(Page, PAGES), load(inner))


def store(known: Site | None = None) -> MemoryStore:
    found = MemoryStore()
    found.put(known or site())
    return found


def test_template_of_the_papers_example() -> None:
    (template,) = site().templates
    assert template.container == "div#content"
    assert template.begin == ("h1.entry-title",)
    assert template.end == ("div#jp-post-flair",)
    assert (template.support, template.score) == (len(PAGES), 1.0)


def test_justext_alone_keeps_comments_and_teasers() -> None:
    for html, comments in zip(PAGES, COMMENTS, strict=True):
        text = clean(html, method="justext")
        assert all(each in text for each in [*comments, *TEASERS])


@pytest.mark.parametrize("inner", INNER)
def test_any_inner_method_keeps_the_article_only(inner: str) -> None:
    method = GoldMiner(inner, store(site(inner)))
    for html, own, comments in zip(PAGES, ARTICLES, COMMENTS, strict=True):
        text = extract(html, url=URL, method=method).text
        assert [each for each in own if each not in text] == []
        assert [each for each in [*comments, *TEASERS] if each in text] == []


@pytest.mark.parametrize("html", [INDEX, TAGS], ids=["index", "tags"])
@pytest.mark.parametrize("inner", INNER)
def test_page_without_an_article_is_empty_with_the_reason(inner: str, html: str) -> None:
    found = extract(html, url=URL, method=GoldMiner(inner, store()))
    assert (found.text, found.reason) == ("", NO_ARTICLE)
    assert found.decision is not None
    assert found.decision.reasons == [NO_ARTICLE]


def test_the_inner_method_may_be_an_object() -> None:
    method = GoldMiner(load("bte", tag_weight=2), store())
    text = extract(PAGES[0], url=URL, method=method).text
    assert all(each in text for each in ARTICLES[0])
    assert COMMENTS[0][0] not in text


def test_trimmed_pages_use_the_recall_preset() -> None:
    short = "<p>Short words with nothing much in them.</p>"
    html = PAGES[0].replace('<div class="entry-content">', f'<div class="entry-content">{short}')
    bare = replace(site(), templates=(replace(site().templates[0], rich=()),))
    assert "nothing much" in extract(html, url=URL, method=GoldMiner("winnow", store(bare))).text


def test_declared_url_is_used_without_a_url() -> None:
    html = PAGES[0].replace("<head>", f'<head><link rel=canonical href="{URL}">')
    method = GoldMiner(templates=store())
    assert COMMENTS[0][0] not in clean(html, method=method)
    assert COMMENTS[0][0] in clean(PAGES[0], method=method)
    elsewhere = extract(html, url="http://other.example/", method=method).text
    assert COMMENTS[0][0] in elsewhere


def test_inner_method_decides_without_templates() -> None:
    for inner in ("justext", "winnow"):
        alone = clean(PAGES[0], method=inner)
        assert clean(PAGES[0], method=GoldMiner(inner)) == alone
        assert extract(PAGES[0], url=URL, method=GoldMiner(inner)).text == alone


def test_inner_method_decides_for_a_site_without_templates() -> None:
    nothing = learn("tv.example", [Page(PAGES[0])], load("justext"))
    assert nothing.problem
    method = GoldMiner(templates=store(nothing))
    assert extract(PAGES[0], url=URL, method=method).text == clean(PAGES[0], method="justext")
    empty = extract("<p>x", url=URL, method=method)
    assert (empty.text, empty.reason) == ("", "justext kept nothing")


def test_reason_of_an_empty_article() -> None:
    known = Site("tv.example", (Template("div#a"),))
    found = extract("<p>out<div id=a>x</div>", url=URL, method=GoldMiner(templates=store(known)))
    assert (found.text, found.reason) == ("", "goldminer kept nothing of the article")


def decided(known: Site, html: str) -> dict[str, tuple[bool, str]]:
    page = Page(html)
    found = GoldMiner(templates=store(known)).for_url(URL).decide(page)
    reasons = [found.reasons[each] for each in found.reason.tolist()]
    return dict(zip(page.run_texts(), zip(found.keep.tolist(), reasons, strict=True), strict=True))


PARTS = (
    "<title>It rained | TV</title><p>before<div id=a><h1>It rained</h1>"
    "<p>short</p><div class=note>a note</div><p>again</p><ul><li><a href=/>a link</a></ul></div>"
)


def test_places_and_recurring_texts_override_the_inner_method() -> None:
    template = Template("div#a", rich=("p < div#a", "a < li"), poor=("h1 < div#a",))
    template = replace(template, recurring=("again",))
    found = decided(Site("tv.example", (template,)), PARTS)
    assert found["short"] == (True, "where the site has its text")
    assert found["again"] == (False, "recurs on the site")
    assert found["before"] == (False, "outside of the article")
    assert found["a link"][0] is False
    assert found["a note"][0] is False


def test_title_is_kept() -> None:
    found = decided(Site("tv.example", (Template("div#a", poor=("h1 < div#a",)),)), PARTS)
    assert found["It rained"] == (True, "title of the article")


def test_goldminer_cannot_be_its_own_inner_method() -> None:
    with pytest.raises(UnknownSetting, match="cannot be its own inner method"):
        GoldMiner("goldminer").check_usable()
    with pytest.raises(UnknownMethod, match="no method 'nothing'"):
        GoldMiner("nothing").check_usable()


def test_missing_templates_raise_before_any_page(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="no templates at"):
        load(f"goldminer:templates={tmp_path / 'gone'}").check_usable()


def test_settings_in_a_description(tmp_path: Path) -> None:
    FolderStore(tmp_path).put(site())
    method = load(f"goldminer:inner=winnow:templates={tmp_path}")
    assert COMMENTS[0][0] not in extract(PAGES[0], url=URL, method=method).text


def test_templates_are_learned_from_a_collection() -> None:
    found = [(URL, Page(html)) for html in PAGES]
    method = GoldMiner("winnow").for_collection(lambda: iter(found))
    text = extract(PAGES[0], url=URL, method=method).text
    assert ARTICLES[0][1] in text
    assert COMMENTS[0][0] not in text
    given_templates = GoldMiner(templates=store())
    assert given_templates.for_collection(lambda: iter(found)) is given_templates


def test_decision_covers_the_whole_page() -> None:
    page = Page(PAGES[0])
    found = GoldMiner(templates=store()).for_url(URL).decide(page)
    assert len(found.keep) == len(page.runs)
    assert ((found.score >= 0.5) == found.keep).all()
    texts = page.run_texts()
    kept = [texts[run] for run in np.flatnonzero(found.keep)]
    assert [text for text in kept if text in ARTICLES[0]] == ARTICLES[0]


templates = st.builds(
    Template,
    st.sampled_from(["div", "p", "body", "html", "ul", "table"]),
    *[st.lists(st.sampled_from(["p", "h1", "<p>", "</p> <p>"]), max_size=2).map(tuple)] * 2,
    *[st.lists(st.sampled_from(["p < div", "li < ul", "div"]), max_size=2).map(tuple)] * 2,
    st.lists(st.sampled_from(["word", "One two three four."]), max_size=2).map(tuple),
)


@settings(max_examples=100, deadline=None)
@given(any_html, templates, st.sampled_from(["justext", "winnow", "kimatu"]))
def test_any_bytes_with_any_template_give_a_valid_decision(
    html: bytes, template: Template, inner: str
) -> None:
    page = Page(html)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        method = GoldMiner(inner, store(Site("tv.example", (template,))))
        found = method.for_url(URL).decide(page)
        method.for_url(URL).explain_empty(page)
    assert len(found.keep) == len(page.runs)
    assert (found.reason < len(found.reasons)).all()
    assert ((found.score >= 0) & (found.score <= 1)).all()


def test_learning_settings_are_used() -> None:
    assert learn("a", map(Page, PAGES), load("justext"), Learning(min_text=5000)).problem


def test_copies_with_style_sheets_share_the_templates(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened: list[Path] = []

    def open_store(path: Path) -> MemoryStore:
        opened.append(path)
        return store()

    monkeypatch.setattr(goldminer, "open_store", open_store)
    method = GoldMiner("justext", tmp_path)
    styles = PageStyles("http://example.org/")
    first, second = method.with_styles(styles), method.with_styles(styles)
    assert first.store is second.store
    assert len(opened) == 1
