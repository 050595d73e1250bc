import pytest
from hypothesis import given

from tests.support.gold_sets import page as gold_page
from tests.support.tag_soup import soup
from webwinnow import Page
from webwinnow.errors import InputError, UnknownMethod
from webwinnow.evaluation.compare import compare_decisions
from webwinnow.formats import RenderOptions
from webwinnow.methods.base import Method
from webwinnow.web.catalogue import Catalogue
from webwinnow.web.studio.page_cache import OpenedPage
from webwinnow.web.studio.views import (
    MethodChoice,
    choose_decision,
    count_kept,
    decision_view,
    page_view,
    text_view,
)

CATALOGUE = Catalogue(["winnow", "bte", "all"])
LONG = "It rained all night, and in the morning the streets were full of water and of leaves. " * 3
NEWS = (
    f"<title>t</title><nav><a href=/>Home</a></nav><h1>Rain</h1><p>{LONG}<b>End</b>s.<div hidden>H"
)


def opened(html: str = NEWS, **more: object) -> OpenedPage:
    return OpenedPage("a", Page(html), **more)  # type: ignore[arg-type]


def test_blocks_list_only_visible_runs() -> None:
    view = page_view(opened("<p>Seen <i hidden>not</i> too<p hidden>Hidden <b>all"))
    assert [(b["text"], b["runs"], b["hidden"], b["tag"]) for b in view["blocks"]] == [
        ("Seen too", [0, 2], False, "p"),
        ("Hidden all", [3, 4], True, "p"),
    ]
    assert view["visible"] == [1, 0, 1, 0, 0]
    assert view["words"] == 2
    assert view["run_words"] == [1, 1, 1, 1, 1]


def test_runs_are_separated_as_on_the_page() -> None:
    view = page_view(opened("<p>a<b>b</b> c<br>d"))
    assert view["blocks"][0]["text"] == "ab c d"


def test_other_file_types_are_reported() -> None:
    view = page_view(OpenedPage("a", Page(b"%PDF-1.7\n%\xe2\xe3")))
    assert view["not_html"] == "a PDF file"
    assert view["blocks"] == []


@given(soup)
def test_counts_equal_those_of_compare(html: str) -> None:
    page = Page(html)
    for name in CATALOGUE.names():
        decision = CATALOGUE.find(name).decide(page)
        assert count_kept(page, decision) == compare_decisions(page, {name: decision}).tally(0)


def test_a_decision_lists_each_run() -> None:
    view = decision_view(opened(), MethodChoice("winnow"), CATALOGUE)
    texts = Page(NEWS).run_texts()
    kept = [text for text, keep in zip(texts, view["keep"], strict=True) if keep]
    assert LONG.strip() in kept
    assert "Home" not in kept
    place = texts.index("Home")
    assert view["reasons"][view["reason"][place]].startswith("boilerplate")
    assert view["score"][place] < 0.5
    assert view["graded"] is True
    assert view["page_type"] is not None


def test_a_threshold_has_no_effect_without_graded_scores() -> None:
    everything = decision_view(opened(), MethodChoice("all"), CATALOGUE)
    assert everything["graded"] is False
    assert decision_view(opened(), MethodChoice("all", threshold=1.0), CATALOGUE) | {
        "threshold": None,
        "milliseconds": 0,
    } == everything | {"milliseconds": 0}


@pytest.mark.parametrize("threshold", [0.0, 0.3, 0.7, 1.0])
def test_a_threshold_keeps_visible_runs_that_reach_it(threshold: float) -> None:
    one = opened()
    visible = page_view(one)["visible"]
    view = decision_view(one, MethodChoice("winnow", threshold=threshold), CATALOGUE)
    assert view["keep"] == [
        int(seen and score >= threshold) for seen, score in zip(visible, view["score"], strict=True)
    ]


def test_gold_is_a_choice_for_pages_with_gold() -> None:
    gold = gold_page("a", LONG, NEWS)
    one = opened(gold=gold)
    assert text(one, MethodChoice("gold")) == f"{LONG.strip()}\n"
    with pytest.raises(InputError, match="has no gold"):
        choose_decision(opened(), MethodChoice("gold"), CATALOGUE)


def text(one: OpenedPage, choice: MethodChoice, to: str = "text") -> str:
    return text_view(one, choice, CATALOGUE, to=to, options=RenderOptions(), with_metadata=False)


def test_text_follows_method_threshold_and_format() -> None:
    one = opened()
    assert "Home" in text(one, MethodChoice("all"))
    assert "Home" not in text(one, MethodChoice("winnow"))
    assert "Home" in text(one, MethodChoice("winnow", threshold=0))
    assert text(one, MethodChoice("winnow", threshold=1)) == ""
    assert text(one, MethodChoice("all"), "markdown").count("# Rain") == 1


def test_an_empty_decision_has_a_reason() -> None:
    assert (
        choose_decision(opened("<p hidden>x"), MethodChoice("bte"), CATALOGUE).why_nothing is None
    )
    assert choose_decision(opened(""), MethodChoice("bte"), CATALOGUE).why_nothing == (
        "the page has no visible text"
    )
    strict = choose_decision(opened(), MethodChoice("winnow", threshold=1), CATALOGUE)
    assert strict.why_nothing == "no run scores at least the threshold"


def test_errors_of_a_method_become_one_line() -> None:
    class Broken(Method):
        def decide(self, page: Page) -> object:  # type: ignore[override]
            raise ZeroDivisionError("a\nb")

    catalogue = Catalogue(["all"])
    catalogue.add("broken", Broken(), "breaks")
    with pytest.raises(InputError, match=r"broken failed on this page \(ZeroDivisionError: a b\)"):
        choose_decision(opened(), MethodChoice("broken"), catalogue)
    with pytest.raises(UnknownMethod):
        choose_decision(opened(), MethodChoice("nonsense"), catalogue)


def test_a_method_decides_once_for_decision_and_text() -> None:
    calls = []

    class Counting(Method):
        def decide(self, page: Page) -> object:  # type: ignore[override]
            calls.append(page)
            return CATALOGUE.find("all").decide(page)

    catalogue = Catalogue(["all"])
    catalogue.add("counting", Counting(), "counts")
    one = opened()
    for _ in range(2):
        choose_decision(one, MethodChoice("counting"), catalogue)
    assert len(calls) == 1
    # A model trained again under the same name is another one.
    catalogue.add("counting", Counting(), "counts")
    choose_decision(one, MethodChoice("counting"), catalogue)
    assert len(calls) == 2
