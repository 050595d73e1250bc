from functools import cache
from pathlib import Path

import numpy as np
import pytest

from tests.support.generated_pages import training_examples
from tests.support.model_files import with_model
from webwinnow import Page, load
from webwinnow.errors import UnknownSetting
from webwinnow.methods import model_file
from webwinnow.methods.texrex.blocks import TextBlocks
from webwinnow.methods.texrex.method import (
    LANGUAGES,
    Texrex,
    detect_language,
    shipped_network,
)
from webwinnow.methods.texrex.network import Layer, Network

SENTENCE = "The rain fell all night, and the people of the harbour slept until the boats went out. "


@cache
def trained_texrex() -> Texrex:
    """Trained on forty pages of ten sites; do not change it."""
    return Texrex().fit(training_examples(range(40)))


def constant_network(number: float) -> Network:
    """A network with the same output for every block."""
    layer = Layer(np.zeros((1, 37), np.float32), np.array([number], np.float32), "linear", 1.0)
    return Network((layer,))


def test_all_runs_of_a_block_have_the_same_score() -> None:
    page = Page(f"<p>{SENTENCE}<b>{SENTENCE}</b><i>x</i></p><ul><li><a href=/>y</a></ul>")
    decision = trained_texrex().decide(page)
    blocks = TextBlocks.of(page)
    for part in np.split(blocks.runs, blocks.starts[1:]):
        assert len(set(decision.keep[part].tolist())) == 1
        assert len(set(decision.score[part].tolist())) == 1


@pytest.mark.parametrize(
    ("output", "threshold", "score", "reason"),
    [
        (0.0, 0.5, 1.0, "looks like text"),
        (-0.7, 0.5, 1.0, "looks like text"),
        (0.25, 0.5, 0.75, "looks like text"),
        (0.4, 0.5, 0.6, "looks rather like text"),
        (0.6, 0.5, 0.4, "looks rather like boilerplate"),
        (1.0, 0.5, 0.0, "looks like boilerplate"),
        (0.4, 0.2, 0.375, "looks like boilerplate"),
        (0.4, 0.8, 0.75, "looks like text"),
    ],
)
def test_scores_are_relative_to_the_threshold(
    output: float, threshold: float, score: float, reason: str
) -> None:
    decision = with_model(Texrex(threshold), constant_network(output)).decide(Page("<p>a"))
    assert decision.score.tolist() == pytest.approx([score])
    assert decision.keep.tolist() == [score >= 0.5]
    assert decision.reasons[decision.reason[0]] == reason


@pytest.mark.parametrize("threshold", [0.35, 0.5, 0.7])
def test_an_output_at_the_threshold_is_boilerplate(threshold: float) -> None:
    decision = with_model(Texrex(threshold), constant_network(threshold)).decide(Page("<p>a"))
    assert not decision.keep.any()
    assert decision.reasons[decision.reason[0]] == "looks rather like boilerplate"


LONG = f"<p>{SENTENCE * 10}</p>"
MENU = "<ul>" + "<li><a href=/>x</a></li>" * 30 + "</ul>"


@pytest.mark.parametrize(
    ("html", "why"),
    [
        ("<p>A short text.</p>", "the page has under 500 characters of text"),
        (LONG + f"<li>{SENTENCE * 40}</li>", "under 25% of the page's characters are text"),
        (LONG + MENU, "under 10% of the page's blocks are text"),
    ],
)
def test_a_page_with_little_text_can_be_dropped(html: str, why: str) -> None:
    # Paragraphs are text, and nothing else.
    weights = np.zeros((1, 37), np.float32)
    weights[0, 27] = -1
    network = Network((Layer(weights, np.array([1], np.float32), "linear", 1.0),))
    page = Page(html)
    assert with_model(Texrex(), network).decide(page).keep.any()
    method = with_model(Texrex(drop_documents=True), network)
    decision = method.decide(page)
    assert not decision.keep.any()
    assert (decision.score < 0.5).all()
    assert decision.reasons[decision.reason[0]] == why
    assert method.explain_empty(page) == f"texrex drops the page: {why}"


def test_a_page_with_enough_text_is_never_dropped() -> None:
    page = Page(LONG)
    kept = with_model(Texrex(drop_documents=True), constant_network(0)).decide(page).keep
    assert kept.all()


@pytest.fixture
def marked(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Replace the shipped networks; only the German one keeps text."""
    monkeypatch.setattr(model_file, "MODELS", tmp_path)
    for language in (None, *LANGUAGES):
        path = shipped_network(language)
        with_model(Texrex(), constant_network(0 if language == "de" else 1)).save(path)


@pytest.mark.usefixtures("marked")
@pytest.mark.parametrize(
    ("html", "language", "is_german"),
    [
        ("<html lang=de-AT><p>a", None, True),
        ("<html lang=en><p>a", None, False),
        ("<p>Der Hund und die Katze sind über dem Haus, und es ist nicht mehr da.", None, True),
        ("<p>The dog and the cat are in the house, and there is nothing to see.", None, False),
        ("<html lang=en><p>a", "de", True),
        ("<html lang=de><p>a", "en", False),
        ("<html lang=de><p>a", "DE_de", True),
        ("<html lang=fr><p>a", None, False),
    ],
)
def test_the_language_chooses_the_network(html: str, language: str | None, is_german: bool) -> None:
    assert load("texrex", language=language).decide(Page(html)).keep.all() == is_german


@pytest.mark.parametrize("language", ["Deutsch", "", "d"])
def test_a_language_that_is_not_a_code_is_rejected(language: str) -> None:
    with pytest.raises(UnknownSetting, match=r"unknown language .*; use a code such as 'de'"):
        Texrex(language=language).check_usable()


@pytest.mark.usefixtures("marked")
def test_a_trained_network_is_used_for_all_languages(tmp_path: Path) -> None:
    trained_texrex().save(tmp_path / "own")
    page = Page(f"<html lang=de><p>{SENTENCE * 3}</p>{MENU}")
    found = load("texrex", model=tmp_path / "own").decide(page)
    assert found.score.tolist() == trained_texrex().decide(page).score.tolist()


def test_each_language_has_its_own_shipped_network() -> None:
    found = {
        language: Texrex.read(shipped_network(language)).model for language in (None, *LANGUAGES)
    }
    assert all(network.sizes == (37, 18, 1) for network in found.values())
    assert len({network.layers[0].weights.tobytes() for network in found.values()}) == len(found)


@pytest.mark.parametrize(
    ("html", "language"),
    [
        ("<html lang=de-CH><p>a", "de"),
        ("<html xml:lang=FR><p>a", "fr"),
        ("<html lang=en><body lang=sv><p>a", "sv"),
        ("<html lang=''><p>Detta är inte det som jag ville ha, och det vet du att jag är.", "sv"),
        ("<p>Ce n'est pas ce que je voulais dans la maison de mes chères sœurs.", "fr"),
        ("<p>kwrtz plmnq", None),
        ("<p>kwrtö plmnä", None),
        ("<p>The dog and the cat are in the café, and there is nothing to do.", "en"),
        ("<p>The dog and the cat are in the house, and there is nothing to do.", None),
        ("", None),
        ("<script>the and of</script>", None),
    ],
)
def test_languages_are_detected(html: str, language: str | None) -> None:
    assert detect_language(Page(html)) == language


def test_the_longest_text_decides_without_a_declared_language() -> None:
    menu = "<p>Der Hund und die große Katze</p>"
    story = "<p>The dog and the cat are in the café, and there is nothing that they can do.</p>"
    assert detect_language(Page(menu + story)) == "en"


def test_hidden_text_does_not_decide_the_language() -> None:
    hidden = "<p hidden>The dog and the cat are in the café, and there is nothing to do.</p>"
    assert (
        detect_language(Page(hidden + "<p>Der Hund und die Katze sind jetzt im großen Haus"))
        == "de"
    )


def test_a_sample_may_end_within_a_character() -> None:
    assert detect_language(Page("<p>" + "xä" * 400)) is None
