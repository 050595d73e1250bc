import sys
from pathlib import Path

import numpy as np
import pytest

from tests.methods.fiasco.sample_models import (
    STRUCTURE,
    WORDS,
    constant_model,
    constant_svm,
    paragraph_svm,
    trained_fiasco,
)
from tests.support.generated_pages import training_examples
from tests.support.model_files import with_model
from tests.support.small_models import reasons
from webwinnow import Page, load
from webwinnow.errors import InputError
from webwinnow.methods.base import NOT_VISIBLE
from webwinnow.methods.fiasco.keywords import Keywords
from webwinnow.methods.fiasco.linguistic import load_lexicon
from webwinnow.methods.fiasco.method import Fiasco
from webwinnow.methods.fiasco.model import Model
from webwinnow.methods.fiasco.targets import Targets

ENGLISH = "The rain fell all night, and the people of the harbour slept until the boats went out."
CHINESE = "雨，夜，港口，船，人们，早晨，太阳，海。"

PARAGRAPHS = Model(Keywords(), (paragraph_svm(STRUCTURE), paragraph_svm(WORDS)))


def model_with(probability: float) -> Model:
    """A model that gives every target the same probability."""
    return constant_model({STRUCTURE: probability, WORDS: probability})


def test_clean_targets_are_kept() -> None:
    page = Page("<h1>News</h1><p>It <b>rained</b>.</p><p hidden>no</p><ul><li>Home</ul>")
    decision = with_model(Fiasco(words=False), PARAGRAPHS).decide(page)
    assert decision.keep.tolist() == [False, True, True, True, False, False]
    clean, dirty = (f"looks like {what}, by structure alone" for what in ("text", "boilerplate"))
    assert reasons(decision) == [dirty, clean, clean, clean, NOT_VISIBLE, dirty]
    probability = 1 / (1 + np.exp(-4 * (1 - np.exp(-4))))
    scores = [1 - probability, *[probability] * 3, 0, 1 - probability]
    assert decision.score.tolist() == pytest.approx(scores, abs=1e-6)


@pytest.mark.parametrize(
    ("probability", "threshold", "score", "reason"),
    [
        (0.95, 0.5, 0.95, "looks like text"),
        (0.71, 0.5, 0.71, "looks like text"),
        (0.69, 0.5, 0.69, "looks rather like text"),
        (0.49, 0.5, 0.49, "looks rather like boilerplate"),
        (0.29, 0.5, 0.29, "looks like boilerplate"),
        (0.6, 0.8, 0.375, "looks rather like boilerplate"),
        (0.4, 0.2, 0.625, "looks like text"),
        (0.9, 1.5, 0.3, "looks like boilerplate"),
    ],
)
def test_scores_are_relative_to_the_threshold(
    probability: float, threshold: float, score: float, reason: str
) -> None:
    # Slightly more than the probability, which may be at the border of two reasons.
    decision = with_model(Fiasco(threshold), model_with(probability + 1e-4)).decide(Page("<p>a"))
    assert decision.score.tolist() == pytest.approx([score], abs=1e-3)
    assert decision.keep.tolist() == [score >= 0.5]
    assert reasons(decision) == [reason]


def test_a_probability_at_the_threshold_is_kept() -> None:
    decision = with_model(Fiasco(), model_with(0.5)).decide(Page("<p>a"))
    assert decision.keep.tolist() == [True]
    assert decision.score.tolist() == [0.5]


def test_presets_move_the_threshold() -> None:
    kept = {}
    for preset in (None, "precision", "recall"):
        method = load("fiasco", preset=preset)
        assert isinstance(method, Fiasco)
        kept[preset] = [
            bool(with_model(method, model_with(probability)).decide(Page("<p>a")).keep[0])
            for probability in (0.3, 0.4, 0.6, 0.7)
        ]
    assert kept == {
        "recall": [False, True, True, True],
        None: [False, False, True, True],
        "precision": [False, False, False, True],
    }


def test_all_runs_of_a_target_have_the_same_score() -> None:
    page = Page(f"<p>{ENGLISH}<b>{ENGLISH}</b><i>x</i></p><ul><li><a href=/>y</a></ul>")
    decision, targets = trained_fiasco().decide(page), Targets.of(page)
    for number in range(len(targets)):
        assert len(set(decision.score[targets.of_run == number].tolist())) == 1


@pytest.mark.parametrize("html", [f"<p>{ENGLISH}", f"<html lang=zh><p>{CHINESE}", "<p>Rain"])
@pytest.mark.parametrize("has_words", [True, False])
def test_the_setting_words_chooses_the_svm(html: str, has_words: bool) -> None:
    assert Fiasco().words
    method = with_model(Fiasco(words=has_words), constant_model({STRUCTURE: 0.1, WORDS: 0.9}))
    decision = method.decide(Page(html))
    assert decision.score.tolist() == pytest.approx([0.9 if has_words else 0.1])
    reason = "looks like text" if has_words else "looks like boilerplate, by structure alone"
    assert reasons(decision) == [reason]


def test_keywords_do_not_matter_for_unknown_words() -> None:
    page = Page(f"<p>{CHINESE}<p>{CHINESE}")
    expected = trained_fiasco().decide(page).score.tolist()
    wordless = with_model(Fiasco(), Model(Keywords(), trained_fiasco().current_model.svms))
    assert wordless.decide(page).score.tolist() == expected


def test_the_shipped_model_is_usable() -> None:
    method = load("fiasco")
    assert isinstance(method, Fiasco)
    method.check_usable()
    assert method.current_model.svm_of.keys() == {STRUCTURE, WORDS}
    assert {each.name for each in method.provenance.sets} == {
        "wcxb-dev", "cleaneval", "news-articles", "readability",
    }  # fmt: skip


def test_the_order_of_svms_does_not_matter() -> None:
    machines = (constant_svm(STRUCTURE, 0.2), constant_svm(WORDS, 0.8))
    for order in (machines, machines[::-1]):
        decision = with_model(Fiasco(), Model(Keywords(), order)).decide(Page(f"<p>{ENGLISH}"))
        assert decision.keep.tolist() == [True]


def test_a_model_with_parts_of_speech_needs_the_lexicon(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pytest.importorskip("HanTa")
    Fiasco(pos=True).fit(training_examples(range(8))).save(tmp_path / "m")
    again = Fiasco.load(tmp_path / "m")
    assert again.pos  # retraining uses the same features
    again.check_usable()
    load_lexicon.cache_clear()
    monkeypatch.setitem(sys.modules, "HanTa.HanoverTagger", None)
    with pytest.raises(InputError, match=r"webwinnow\[pos\]"):
        again.check_usable()
    trained_fiasco().check_usable()
