"""Select documents by expected quality and page type."""

import json
from pathlib import Path

import pytest

from tests.cli.command import run
from webwinnow import Decision, Page, clean_many, extract, load
from webwinnow.errors import UnknownSetting
from webwinnow.methods.base import Method
from webwinnow.selection import Selection, page_type_names


class Typed(Method):
    """Keeps all text; the type is the page's first word, the score is .5 or 1 for short pages."""

    predicts_score = True
    page_types = ("article", "listing")

    def decide(self, page: Page) -> Decision:
        texts = page.run_texts()
        score = 0.5 if len(texts) == 1 else 1.0
        keep = Decision.visible(page).keep
        return Decision(page, keep, page_type=texts[0].split()[0], confidence=score)


ARTICLE, LISTING = "<p>article of rain", "<p>listing<p>of rain"


def test_everything_passes_by_default() -> None:
    assert [extract(html, method=Typed()).dropped for html in (ARTICLE, LISTING)] == [None, None]


def test_documents_below_the_minimum_score_are_dropped() -> None:
    selection = Selection(min_score=0.6)
    found = extract(ARTICLE, method=Typed(), selection=selection)
    assert (found.text, found.dropped, found.score) == ("", "score", 0.5)
    assert found.reason == "the score 0.50 is below 0.6"
    assert extract(LISTING, method=Typed(), selection=selection).text == "listing\nof rain\n"
    assert extract(ARTICLE, method=Typed(), selection=Selection(0.5)).text


def test_documents_of_other_types_are_dropped() -> None:
    selection = Selection(page_types=("article",))
    found = list(clean_many([ARTICLE, LISTING], method=Typed(), selection=selection))
    assert [each.dropped for each in found] == [None, "page-type"]
    assert found[1].reason == "the page type listing is not wanted"
    assert found[1].page_type == "listing"


@pytest.mark.parametrize(
    ("method", "selection", "message"),
    [
        ("bte", Selection(0.5), "'bte' predicts no score; .* use winnow"),
        ("bte", Selection(page_types=("article",)), "'bte' predicts no page type; .* use winnow"),
        ("winnow", Selection(page_types=("articel",)), "'articel'; choose from article, .*forum"),
        ("winnow", Selection(1.5), "min_score is 1.5; give a number from 0 to 1"),
    ],
)
def test_impossible_selections_are_rejected(
    method: str, selection: Selection, message: str
) -> None:
    with pytest.raises(UnknownSetting, match=message):
        extract("<p>a", method=method, selection=selection)


def test_the_default_method_predicts_score_and_types() -> None:
    method = load("winnow")
    assert method.predicts_score
    assert {"article", "forum", "listing"} <= set(method.page_types)


def test_names_of_page_types_are_separated_by_commas() -> None:
    assert page_type_names("listing, article,,article") == ("article", "listing")
    assert page_type_names(["forum"]) == ("forum",)
    assert page_type_names("") == ()


ENGLISH = "It rained all night, and nobody went out of doors before the morning came. " * 4


def test_the_command_counts_dropped_pages(tmp_path: Path) -> None:
    for name in ("a", "b"):
        (tmp_path / f"{name}.html").write_text(f"<h1>Rain</h1><p>{ENGLISH}")
    done = run("clean", tmp_path, "--min-score", "1")
    assert (done.status, done.out) == (0, "")
    assert done.err.count("no text: the score") == 2
    assert "note: dropped 2 pages below the minimum score" in done.err
    done = run("clean", tmp_path / "a.html", "--page-types", "product", "--json")
    assert json.loads(done.out)["text"] == ""
    assert "is not wanted" in done.err


def test_the_command_rejects_an_unknown_page_type() -> None:
    done = run("clean", "--page-types", "articel", stdin=b"<p>a")
    assert done.status == 2
    assert "unknown page type 'articel'; choose from article" in done.err
