import sys
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings

from tests.methods.fiasco.training_pages import (
    STRUCTURE,
    WORDS,
    for_paragraphs,
    knowing,
    saying,
    taught,
    telling,
)
from tests.support.generated import gold_page, training_examples
from tests.support.gold_sets import gold_set
from tests.support.small_models import reasons
from tests.support.soup import anything
from webwinnow import Page, load
from webwinnow._core import FLAGS
from webwinnow.errors import InputError, ModelError, UnknownSetting
from webwinnow.evaluation.runner import evaluate
from webwinnow.methods.base import NOT_VISIBLE, visible_runs
from webwinnow.methods.fiasco import method as fiasco_method
from webwinnow.methods.fiasco.keywords import Keywords
from webwinnow.methods.fiasco.method import Fiasco
from webwinnow.methods.fiasco.model import Model
from webwinnow.methods.fiasco.tags import lexicon
from webwinnow.methods.fiasco.targets import Targets
from webwinnow.methods.provenance import Provenance
from webwinnow.train import train

ENGLISH = "The rain fell all night, and the people of the harbour slept until the boats went out."
CHINESE = "雨，夜，港口，船，人们，早晨，太阳，海。"

PARAGRAPHS = Model(Keywords(), (for_paragraphs(STRUCTURE), for_paragraphs(WORDS)))


def sure(chance: float) -> Model:
    """Whatever is asked, every target is clean that likely."""
    return telling({STRUCTURE: chance, WORDS: chance})


def test_clean_targets_are_kept() -> None:
    page = Page("<h1>News</h1><p>It <b>rained</b>.</p><p hidden>no</p><ul><li>Home</ul>")
    decision = knowing(Fiasco(words=False), PARAGRAPHS).decide(page)
    assert decision.keep.tolist() == [False, True, True, True, False, False]
    clean, dirty = (f"looks like {what}, by structure alone" for what in ("text", "boilerplate"))
    assert reasons(decision) == [dirty, clean, clean, clean, NOT_VISIBLE, dirty]
    chance = 1 / (1 + np.exp(-4 * (1 - np.exp(-4))))
    scores = [1 - chance, *[chance] * 3, 0, 1 - chance]
    assert decision.score.tolist() == pytest.approx(scores, abs=1e-6)


@pytest.mark.parametrize(
    ("chance", "threshold", "score", "reason"),
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
def test_scores_tell_on_which_side_of_the_threshold_a_target_is(
    chance: float, threshold: float, score: float, reason: str
) -> None:
    # A hair more than the chance: at the border of two reasons either would do.
    decision = knowing(Fiasco(threshold), sure(chance + 1e-4)).decide(Page("<p>a"))
    assert decision.score.tolist() == pytest.approx([score], abs=1e-3)
    assert decision.keep.tolist() == [score >= 0.5]
    assert reasons(decision) == [reason]


def test_a_chance_at_the_threshold_is_enough() -> None:
    decision = knowing(Fiasco(), sure(0.5)).decide(Page("<p>a"))
    assert decision.keep.tolist() == [True]
    assert decision.score.tolist() == [0.5]


def test_presets_move_the_threshold() -> None:
    kept = {}
    for preset in (None, "precision", "recall"):
        method = load("fiasco", preset=preset)
        assert isinstance(method, Fiasco)
        kept[preset] = [
            bool(knowing(method, sure(chance)).decide(Page("<p>a")).keep[0])
            for chance in (0.3, 0.4, 0.6, 0.7)
        ]
    assert kept == {
        "recall": [False, True, True, True],
        None: [False, False, True, True],
        "precision": [False, False, False, True],
    }


@settings(max_examples=50, deadline=None)
@given(html=anything)
def test_every_threshold_keeps_what_a_higher_one_does(html: bytes) -> None:
    page = Page(html)
    kept = [
        knowing(Fiasco(threshold), taught().fitted()).decide(page).keep
        for threshold in (-0.5, 0.0, 0.3, 0.7, 1.0, 1.5)
    ]
    for more, less in pairwise(kept):
        assert not (less & ~more).any()
    assert kept[0].tolist() == visible_runs(page).tolist()
    assert not kept[-1].any()


@settings(max_examples=200, deadline=None)
@given(html=anything)
def test_any_bytes_give_a_valid_decision(html: bytes) -> None:
    page = Page(html)
    for words in (True, False):
        decision = knowing(Fiasco(words=words), taught().fitted()).decide(page)
        assert ((decision.score >= 0) & (decision.score <= 1)).all()
        assert (decision.keep == (decision.score >= 0.5)).all()
        assert (decision.reason < len(decision.reasons)).all()
        assert not decision.score[~visible_runs(page)].any()
        assert not decision.keep[page.runs.flags & FLAGS["CODE"] != 0].any()


def test_all_runs_of_a_target_share_its_fate() -> None:
    page = Page(f"<p>{ENGLISH}<b>{ENGLISH}</b><i>x</i></p><ul><li><a href=/>y</a></ul>")
    decision, targets = taught().decide(page), Targets.of(page)
    for number in range(len(targets)):
        assert len(set(decision.score[targets.of_run == number].tolist())) == 1


@pytest.mark.parametrize("html", [f"<p>{ENGLISH}", f"<html lang=zh><p>{CHINESE}", "<p>Rain"])
@pytest.mark.parametrize("has_words", [True, False])
def test_words_are_judged_unless_they_are_not_wanted(html: str, has_words: bool) -> None:
    assert Fiasco().words
    method = knowing(Fiasco(words=has_words), telling({STRUCTURE: 0.1, WORDS: 0.9}))
    decision = method.decide(Page(html))
    assert decision.score.tolist() == pytest.approx([0.9 if has_words else 0.1])
    reason = "looks like text" if has_words else "looks like boilerplate, by structure alone"
    assert reasons(decision) == [reason]


def test_the_machine_without_words_knows_none() -> None:
    page = Page(f"<p>{CHINESE}<p>{CHINESE}")
    expected = taught().decide(page).score.tolist()
    wordless = knowing(Fiasco(), Model(Keywords(), taught().fitted().machines))
    assert wordless.decide(page).score.tolist() == expected


def test_a_page_of_boilerplate_is_said_to_be_one() -> None:
    assert Fiasco().explain_empty(Page("<p>a")) == "fiasco found nothing that looks like text"


def test_a_page_without_text_has_an_empty_decision() -> None:
    for html in ("", "<img>", "<script>a</script>"):
        assert not taught().decide(Page(html)).keep.any()


def test_settings_are_saved_with_the_model(tmp_path: Path) -> None:
    knowing(Fiasco(threshold=0.3, words=False), PARAGRAPHS).save(tmp_path / "m")
    again = Fiasco.load(tmp_path / "m")
    assert (again.threshold, again.words, again.model) == (0.3, False, None)
    named = Fiasco(model=tmp_path / "m")
    assert (named.threshold, named.words) == (0.5, True)
    page = Page("<h1>News</h1><p>It rained.")
    assert named.decide(page).keep.tolist() == [False, True]


def test_a_model_is_named_by_its_path(tmp_path: Path) -> None:
    knowing(Fiasco(), PARAGRAPHS).save(tmp_path / "m")
    page = Page("<h1>News</h1><p>It rained.")
    for path in (tmp_path / "m", str(tmp_path / "m")):
        method = load("fiasco", model=path)
        method.check_usable()
        assert method.decide(page).keep.tolist() == [False, True]


def test_a_model_that_is_not_there_is_told(tmp_path: Path) -> None:
    method = Fiasco(model=tmp_path / "nowhere")
    for told in (
        method.check_usable,
        lambda: method.decide(Page("<p>a")),
        lambda: method.provenance,
    ):
        with pytest.raises(ModelError, match=r"no model .*nowhere.*train it anew"):
            told()
    with pytest.raises(ModelError, match="is a folder"):
        Fiasco(model=tmp_path).check_usable()
    with pytest.raises(UnknownSetting, match="cannot take words='no'"):
        load("fiasco", words="no")


@pytest.mark.parametrize("name", ["fiasco", "fiasco-visual"])
def test_a_missing_model_of_the_package_is_told(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, name: str
) -> None:
    monkeypatch.setattr(fiasco_method, "MODELS", tmp_path)
    method = load(name)
    assert isinstance(method, Fiasco)
    with pytest.raises(ModelError, match=f"install webwinnow anew, or .*: {name}:model=FILE"):
        method.check_fitted()


def test_learning_forgets_what_was_known(tmp_path: Path) -> None:
    knowing(Fiasco(), sure(0.1)).save(tmp_path / "m")
    method = Fiasco(model=tmp_path / "m").fit(training_examples(range(8)))
    assert method.provenance == Provenance()
    assert method.decide(training_examples(range(40, 41))[0].page).keep.any()


def test_the_model_of_the_package_is_there() -> None:
    method = load("fiasco")
    assert isinstance(method, Fiasco)
    method.check_usable()
    assert method.fitted().kinds.keys() == {STRUCTURE, WORDS}
    assert {each.name for each in method.provenance.sets} == {
        "wcxb-dev", "cleaneval", "news-articles", "readability",
    }  # fmt: skip


def test_training_notes_what_it_learned_from(tmp_path: Path) -> None:
    pages = [gold_page(number) for number in range(8)]
    done = train("fiasco:threshold=0.4", [gold_set(*pages)])
    done.method.save(tmp_path / "m")
    again = Fiasco.load(tmp_path / "m")
    assert again.threshold == 0.4
    assert again.provenance == done.provenance
    assert len(again.provenance.pages) == 8


def test_it_is_trained_anew_for_each_fold() -> None:
    pages = [gold_page(number) for number in range(20)]
    found = evaluate(gold_set(*pages), ["fiasco"], folds=2)
    assert not found.notes
    assert np.mean([score.counts["bag"].f1 for score in found.scores]) > 0.9


def test_the_machines_asked_are_those_of_the_model() -> None:
    machines = (saying(STRUCTURE, 0.2), saying(WORDS, 0.8))
    for order in (machines, machines[::-1]):
        decision = knowing(Fiasco(), Model(Keywords(), order)).decide(Page(f"<p>{ENGLISH}"))
        assert decision.keep.tolist() == [True]


def test_a_model_that_counts_parts_of_speech_needs_their_package(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pytest.importorskip("HanTa")
    Fiasco(pos=True).fit(training_examples(range(8))).save(tmp_path / "m")
    again = Fiasco.load(tmp_path / "m")
    assert again.pos  # to learn anew is to learn alike
    again.check_usable()
    lexicon.cache_clear()
    monkeypatch.setitem(sys.modules, "HanTa.HanoverTagger", None)
    with pytest.raises(InputError, match=r"webwinnow\[pos\]"):
        again.check_usable()
    taught().check_usable()
