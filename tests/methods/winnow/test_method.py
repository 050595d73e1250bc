import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from tests.support.generated_pages import gold_page, trained_winnow, training_examples
from tests.support.model_files import with_model
from webwinnow import Page, load
from webwinnow.errors import UnknownSetting
from webwinnow.methods.provenance import Provenance, ProvenanceSet
from webwinnow.methods.winnow.method import Winnow
from webwinnow.methods.winnow.model import PageClassifier


@pytest.fixture
def model(tmp_path: Path) -> Path:
    path = tmp_path / "folder" / "mine.safetensors"
    trained_winnow().save(path)
    return path


def test_missing_model_is_found_with_assertions_off(tmp_path: Path) -> None:
    code = (
        "import sys; from webwinnow import load; load('winnow', model=sys.argv[1]).check_usable()"
    )
    command = [sys.executable, "-O", "-c", code, str(tmp_path / "gone")]
    done = subprocess.run(command, capture_output=True, check=False)
    assert b"ModelError: no model" in done.stderr


def test_training_on_top_keeps_the_provenance(model: Path) -> None:
    known = Provenance((ProvenanceSet("old", "a1", 40),), frozenset({1}))
    before = Winnow.load(model)
    before.provenance_ = known
    before.save(model)
    assert Winnow(model=model, on_top=True).fit(training_examples(range(2))).provenance == known
    assert Winnow(model=model).fit(training_examples(range(4))).provenance == Provenance()


def test_higher_thresholds_keep_less() -> None:
    page = Page("<nav><a href=/>Home</a></nav><div class=entry><p>rain and people went out.</div>")
    kept = []
    for low, high in ((0.99, 0.99), (0.1, 0.45), (0.0, 0.0)):
        method = with_model(Winnow(low=low, high=high), trained_winnow().current_model)
        kept.append(method.decide(page).kept)
    assert kept == sorted(kept)
    assert kept[0] < kept[-1] == 2


def test_title_is_kept_or_dropped_as_set() -> None:
    page = Page(gold_page(100).html)
    heading = next(run for run in range(len(page.runs)) if is_in(page, run, "h1"))
    kept = []
    for title in (False, True):
        method = with_model(Winnow(title=title), trained_winnow().current_model)
        kept.append(method.decide(page))
    without, with_it = kept
    assert (without.keep[heading], with_it.keep[heading]) == (False, True)
    assert with_it.kept == without.kept + 1


def is_in(page: Page, run: int, tag: str) -> bool:
    return page.tag_name(int(page.runs.node[run])) == tag


def test_page_below_the_content_threshold_is_empty() -> None:
    known = trained_winnow().current_model
    assert known.confidence is not None
    page, kept = Page(gold_page(100).html), []
    for least in (0.0, 1.0):
        method = with_model(
            Winnow(), replace(known, content=PageClassifier(known.confidence, least))
        )
        kept.append(method.decide(page))
    usual, nothing = kept
    assert usual.keep.tolist() == trained_winnow().decide(page).keep.tolist()
    assert nothing.kept == 0
    assert sorted(nothing.reasons) == ["not visible", "the page has no content"]


def test_impossible_settings_are_rejected() -> None:
    method = with_model(Winnow(low=0.5, high=0.4), trained_winnow().current_model)
    with pytest.raises(UnknownSetting, match=r"winnow cannot decide: .*low"):
        method.decide(Page("<p>a"))
    with pytest.raises(UnknownSetting, match="cannot take comments='no'; it must be True or False"):
        load("winnow", comments="no")


def test_reason_of_an_empty_text_has_the_best_score() -> None:
    reason = trained_winnow().explain_empty(Page("<nav><a href=/>Home</a></nav>"))
    assert reason.startswith("winnow found no content; the highest score of a block is ")
    assert 0 <= float(reason.split()[-1]) < 0.45


def test_impossible_thresholds_are_rejected_before_training() -> None:
    method = Winnow(low=0.9)
    for check in (method.check_fitted, method.check_trainable, lambda: method.fit([])):
        with pytest.raises(UnknownSetting, match=r"bounds 0\.9 and 0\.45"):
            check()
