import inspect
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from tests.support.generated_pages import gold_page, trained_winnow, training_examples
from webwinnow import Page, load
from webwinnow.errors import ModelError, UnknownSetting
from webwinnow.methods.base import TrainingExample
from webwinnow.methods.provenance import Provenance, ProvenanceSet
from webwinnow.methods.winnow import method as winnow_method
from webwinnow.methods.winnow.method import Winnow
from webwinnow.methods.winnow.model import ContentModel, SavedModel, read

UNSEEN = training_examples(range(100, 110))


@pytest.fixture
def model(tmp_path: Path) -> Path:
    path = tmp_path / "folder" / "mine.safetensors"
    trained_winnow().save(path)
    return path


def values(method: Winnow, example: TrainingExample) -> list[object]:
    found = method.decide(example.page)
    columns = [found.keep, found.kind, found.score, found.reason]
    return [found.confidence, found.page_type, found.reasons, *(each.tolist() for each in columns)]


def test_saved_model_decides_the_same(model: Path) -> None:
    for other in (Winnow.load(model), Winnow(model=model), load(f"winnow:model={model}")):
        assert isinstance(other, Winnow)
        for example in UNSEEN:
            assert values(other, example) == values(trained_winnow(), example)


def test_settings_are_saved_and_can_be_overridden(tmp_path: Path) -> None:
    strict = Winnow(low=0.4, high=0.8, comments=False, title=True)
    strict.model_, strict.provenance_ = trained_winnow().current_model, Provenance()
    strict.save(tmp_path / "m")
    found = Winnow.load(tmp_path / "m")
    assert (found.beta, found.low, found.high) == (1.0, 0.4, 0.8)
    assert (found.comments, found.title) == (False, True)
    assert Winnow(model=tmp_path / "m").low == inspect.signature(Winnow).parameters["low"].default


def test_provenance_is_saved(tmp_path: Path) -> None:
    method = Winnow()
    method.model_ = trained_winnow().current_model
    method.provenance_ = Provenance(
        (ProvenanceSet("täglich", "a1", 2),), frozenset({1, (1 << 64) - 1})
    )
    method.save(tmp_path / "m")
    assert Winnow.load(tmp_path / "m").provenance == method.provenance_
    assert Winnow(model=tmp_path / "m").provenance == method.provenance_


def test_model_is_read_once_and_lazily(model: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    opened: list[Path] = []

    def watched(path: Path) -> SavedModel:
        opened.append(path)
        return read(path)

    monkeypatch.setattr(winnow_method, "read", watched)
    method = load("winnow", model=model)
    assert opened == []
    for example in UNSEEN:
        method.decide(example.page)
    load("winnow", model=model).decide(UNSEEN[0].page)
    assert opened == [model]


def test_error_of_a_missing_model_names_the_remedy(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    gone = tmp_path / "winnow.safetensors"
    monkeypatch.setattr(winnow_method, "SHIPPED", gone)
    for use in (Winnow().check_fitted, lambda: Winnow().decide(Page("<p>a"))):
        with pytest.raises(
            ModelError, match=r"own model is missing at .*; reinstall webwinnow, or"
        ):
            use()
    with pytest.raises(ModelError, match=r"no model '.*nope'; check its name, or train it again"):
        Winnow(model=tmp_path / "nope").decide(Page("<p>a"))


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
        method = Winnow(low=low, high=high)
        method.model_ = trained_winnow().current_model
        kept.append(method.decide(page).kept)
    assert kept == sorted(kept)
    assert kept[0] < kept[-1] == 2


def test_title_is_kept_or_dropped_as_set() -> None:
    page = Page(gold_page(100).html)
    heading = next(run for run in range(len(page.runs)) if is_in(page, run, "h1"))
    kept = []
    for title in (False, True):
        method = Winnow(title=title)
        method.model_ = trained_winnow().current_model
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
        method = Winnow()
        method.model_ = replace(known, content=ContentModel(known.confidence, least))
        kept.append(method.decide(page))
    usual, nothing = kept
    assert usual.keep.tolist() == trained_winnow().decide(page).keep.tolist()
    assert nothing.kept == 0
    assert sorted(nothing.reasons) == ["not visible", "the page has no content"]


def test_impossible_settings_are_rejected() -> None:
    method = Winnow(low=0.5, high=0.4)
    method.model_ = trained_winnow().current_model
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
