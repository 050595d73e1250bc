import sys

import numpy as np
import pytest
from hypothesis import given, settings
from numpy.typing import NDArray

from tests.methods.fiasco.sample_models import (
    EVERYTHING,
    STRUCTURE,
    VISUAL,
    WORDS,
    constant_model,
    fake_measures,
    trained_visual,
)
from tests.support.generated_pages import f1, training_examples
from tests.support.model_files import with_model
from tests.support.small_models import reasons
from tests.support.tag_soup import any_html
from webwinnow import Page, load
from webwinnow.errors import InputError
from webwinnow.methods.fiasco.method import Fiasco, FiascoVisual
from webwinnow.methods.fiasco.targets import Targets
from webwinnow.visual import browser
from webwinnow.visual import shared_browser as shared

ENGLISH = "The rain fell all night, and the people of the harbour slept until the boats went out."
CHINESE = "雨，夜，港口，船，人们，早晨，太阳，海。"
WHICH = constant_model({STRUCTURE: 0.1, WORDS: 0.2, VISUAL: 0.75, EVERYTHING: 0.9})

Looked = list[tuple[bytes | str, Page, int]]


@pytest.fixture
def looked(monkeypatch: pytest.MonkeyPatch) -> Looked:
    """Record the rendered pages; every page gets measures."""
    pages: Looked = []

    def measure_targets(
        html: bytes | str, page: Page, targets: Targets, styles: object
    ) -> NDArray[np.float32]:
        pages.append((html, page, len(targets)))
        return fake_measures(page, targets)

    monkeypatch.setattr(shared, "measure_targets", measure_targets)
    return pages


@pytest.fixture
def dark(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let rendering fail for every page."""
    monkeypatch.setattr(shared, "measure_targets", lambda html, page, targets, styles: None)


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
def test_a_rendered_page_is_classified_with_visual_features(
    html: str, words: bool, score: float, reason: str
) -> None:
    decision = with_model(FiascoVisual(words=words), WHICH).decide(Page(f"<p>{html}"))
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
def test_a_page_that_was_not_rendered_is_classified_without_visual_features(
    words: bool, score: float, reason: str
) -> None:
    page = Page(f"<p>{ENGLISH}")
    decision = with_model(FiascoVisual(words=words), WHICH).decide(page)
    assert decision.score.tolist() == pytest.approx([score])
    assert reasons(decision) == [reason]
    plain = with_model(Fiasco(words=words), WHICH).decide(page)
    assert decision.score.tolist() == plain.score.tolist()


def test_the_browser_gets_the_original_source(looked: Looked) -> None:
    method = with_model(FiascoVisual(), WHICH)
    for html in ("<p>It rained.<p>Home", "<p>schön".encode("latin-1")):
        page = Page(html)
        method.decide(page)
        assert looked[-1][0] is html
        assert looked[-1][1] is page
    assert [count for _, _, count in looked] == [2, 1]


def test_a_page_without_text_is_not_rendered(looked: Looked) -> None:
    for html in ("", "<img>", "<script>a</script>"):
        assert not with_model(FiascoVisual(), WHICH).decide(Page(html)).keep.any()
    assert looked == []


def test_plain_fiasco_renders_nothing(looked: Looked) -> None:
    with_model(Fiasco(), WHICH).decide(Page("<p>a"))
    assert looked == []


def test_training_renders_each_page(looked: Looked) -> None:
    some = training_examples(range(8))
    method = FiascoVisual().fit(some)
    assert [page for _, page, _ in looked] == [each.page for each in some]
    assert method.current_model.svm_of.keys() == {STRUCTURE, WORDS, VISUAL, EVERYTHING}
    assert f1(method, range(40, 50)) > 0.9


@pytest.mark.usefixtures("dark")
def test_a_visual_model_classifies_pages_that_were_not_rendered() -> None:
    assert f1(trained_visual(), range(40, 50)) > 0.9


@pytest.mark.usefixtures("looked")
@settings(max_examples=100, deadline=None)
@given(html=any_html)
def test_any_bytes_give_a_valid_decision(html: bytes) -> None:
    decision = trained_visual().decide(Page(html))
    assert ((decision.score >= 0) & (decision.score <= 1)).all()
    assert (decision.keep == (decision.score >= 0.5)).all()


def test_it_has_the_settings_of_fiasco() -> None:
    assert FiascoVisual.settings() == Fiasco.settings()
    assert isinstance(load("fiasco-visual", preset="precision"), FiascoVisual)


@pytest.mark.parametrize("missing", ["package", "browser"])
def test_a_missing_package_or_browser_is_reported_before_the_first_page(
    monkeypatch: pytest.MonkeyPatch, missing: str
) -> None:
    monkeypatch.setattr(shared, "SHARED", shared.SharedBrowser())  # no browser of other tests
    if missing == "package":
        monkeypatch.setattr(browser, "find_spec", lambda name: None)
    else:
        monkeypatch.setattr(browser, "find_spec", lambda name: sys)
        monkeypatch.setenv("PATH", "/nowhere")
    method = with_model(FiascoVisual(), WHICH)
    for check in (method.check_usable, method.check_trainable):
        with pytest.raises(InputError, match="install"):
            check()
    # Plain FIASCO needs no browser.
    with_model(Fiasco(), WHICH).check_usable()
