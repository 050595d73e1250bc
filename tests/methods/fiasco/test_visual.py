import sys

import numpy as np
import pytest
from hypothesis import given, settings
from numpy.typing import NDArray

from tests.methods.fiasco.training_pages import (
    EVERYTHING,
    SEEN,
    STRUCTURE,
    WORDS,
    knowing,
    seen,
    taught_to_look,
    telling,
)
from tests.support.generated import f1, training_examples
from tests.support.small_models import reasons
from tests.support.soup import anything
from webwinnow import Page, load
from webwinnow.errors import InputError, ModelError
from webwinnow.methods.fiasco.method import Fiasco, FiascoVisual
from webwinnow.methods.fiasco.targets import Targets
from webwinnow.visual import browser
from webwinnow.visual import shared_browser as shared

ENGLISH = "The rain fell all night, and the people of the harbour slept until the boats went out."
CHINESE = "雨，夜，港口，船，人们，早晨，太阳，海。"
WHICH = telling({STRUCTURE: 0.1, WORDS: 0.2, SEEN: 0.75, EVERYTHING: 0.9})

Looked = list[tuple[bytes | str, Page, int]]


@pytest.fixture
def looked(monkeypatch: pytest.MonkeyPatch) -> Looked:
    """What was looked at; there is something to be seen of every page."""
    pages: Looked = []

    def look_at(html: bytes | str, page: Page, targets: Targets) -> NDArray[np.float32]:
        pages.append((html, page, len(targets)))
        return seen(page, targets)

    monkeypatch.setattr(shared, "look_at", look_at)
    return pages


@pytest.fixture
def dark(monkeypatch: pytest.MonkeyPatch) -> None:
    """No page can be shown."""
    monkeypatch.setattr(shared, "look_at", lambda html, page, targets: None)


@pytest.mark.usefixtures("looked")
@pytest.mark.parametrize(
    ("html", "words", "score", "reason"),
    [
        (ENGLISH, True, 0.9, "looks like text"),
        (CHINESE, False, 0.75, "looks like text, by structure and look alone"),
        (ENGLISH, False, 0.75, "looks like text, by structure and look alone"),
        (CHINESE, True, 0.9, "looks like text"),
    ],
)
def test_a_page_that_was_shown_is_judged_by_its_look(
    html: str, words: bool, score: float, reason: str
) -> None:
    decision = knowing(FiascoVisual(words=words), WHICH).decide(Page(f"<p>{html}"))
    assert decision.score.tolist() == pytest.approx([score])
    assert reasons(decision) == [reason]


@pytest.mark.usefixtures("dark")
@pytest.mark.parametrize(
    ("words", "score", "reason"),
    [
        (True, 0.2, "looks like boilerplate; the page could not be shown"),
        (False, 0.1, "looks like boilerplate, by structure alone; the page could not be shown"),
    ],
)
def test_a_page_that_cannot_be_shown_is_judged_without(
    words: bool, score: float, reason: str
) -> None:
    page = Page(f"<p>{ENGLISH}")
    decision = knowing(FiascoVisual(words=words), WHICH).decide(page)
    assert decision.score.tolist() == pytest.approx([score])
    assert reasons(decision) == [reason]
    plain = knowing(Fiasco(words=words), WHICH).decide(page)
    assert decision.score.tolist() == plain.score.tolist()


def test_pages_are_shown_as_they_were_given(looked: Looked) -> None:
    method = knowing(FiascoVisual(), WHICH)
    for html in ("<p>It rained.<p>Home", "<p>schön".encode("latin-1")):
        page = Page(html)
        method.decide(page)
        assert looked[-1][0] is html
        assert looked[-1][1] is page
    assert [count for _, _, count in looked] == [2, 1]


def test_a_page_without_text_is_not_looked_at(looked: Looked) -> None:
    for html in ("", "<img>", "<script>a</script>"):
        assert not knowing(FiascoVisual(), WHICH).decide(Page(html)).keep.any()
    assert looked == []


def test_the_method_without_an_eye_looks_at_nothing(looked: Looked) -> None:
    knowing(Fiasco(), WHICH).decide(Page("<p>a"))
    assert looked == []


def test_it_looks_at_pages_when_learning(looked: Looked) -> None:
    some = training_examples(range(8))
    method = FiascoVisual().fit(some)
    assert [page for _, page, _ in looked] == [each.page for each in some]
    assert method.fitted().kinds.keys() == {STRUCTURE, WORDS, SEEN, EVERYTHING}
    assert f1(method, range(40, 50)) > 0.9


@pytest.mark.usefixtures("dark")
def test_what_it_learned_without_its_eye_serves_pages_that_cannot_be_shown() -> None:
    assert f1(taught_to_look(), range(40, 50)) > 0.9


@pytest.mark.usefixtures("looked")
@settings(max_examples=100, deadline=None)
@given(html=anything)
def test_any_bytes_give_a_valid_decision(html: bytes) -> None:
    decision = taught_to_look().decide(Page(html))
    assert ((decision.score >= 0) & (decision.score <= 1)).all()
    assert (decision.keep == (decision.score >= 0.5)).all()


def test_a_page_of_boilerplate_is_said_to_be_one() -> None:
    found = FiascoVisual().explain_empty(Page("<p>a"))
    assert found == "fiasco-visual found nothing that looks like text"


def test_it_has_the_settings_of_fiasco() -> None:
    assert FiascoVisual.settings() == Fiasco.settings()
    assert isinstance(load("fiasco-visual", preset="precision"), FiascoVisual)


@pytest.mark.parametrize("missing", ["package", "browser"])
def test_what_is_missing_is_told_before_the_first_page(
    monkeypatch: pytest.MonkeyPatch, missing: str
) -> None:
    monkeypatch.setattr(shared, "SHARED", shared.Shared())  # no browser of other tests
    if missing == "package":
        monkeypatch.setattr(browser, "find_spec", lambda name: None)
    else:
        monkeypatch.setattr(browser, "find_spec", lambda name: sys)
        monkeypatch.setenv("PATH", "/nowhere")
    method = knowing(FiascoVisual(), WHICH)
    for check in (method.check_usable, method.check_trainable):
        with pytest.raises(InputError, match="install"):
            check()
    # There is nothing to be said of a method that needs no browser.
    knowing(Fiasco(), WHICH).check_usable()


def test_a_model_is_asked_for_where_there_is_a_browser(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shared, "check", lambda: None)
    knowing(FiascoVisual(), WHICH).check_usable()
    with pytest.raises(ModelError, match="no model"):
        FiascoVisual(model="/nowhere").check_usable()
