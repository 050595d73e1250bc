import json
from collections.abc import Iterable, Sequence
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace

import pytest

from benchmarks.floors import Floors
from benchmarks.papers.winnow import cross_validation
from benchmarks.papers.winnow.cross_validation import (
    Models,
    SetEvaluation,
    fit_models,
    folds_of,
    measure,
)
from benchmarks.papers.winnow.results import PRESETS, WINNOW
from tests.support.generated_pages import gold_page, trained_winnow, training_example
from tests.support.gold_sets import gold_set, page
from webwinnow.gold.datasets.base import GoldPage, GoldSet
from webwinnow.methods import model_file
from webwinnow.methods.base import TrainingExample
from webwinnow.methods.winnow.method import Winnow

EMPTY = page("empty", gold="", html="<nav><a href=/>Home</a></nav>")


def generated(name: str, numbers: Iterable[int], *others: GoldPage) -> GoldSet:
    return replace(gold_set(*map(gold_page, numbers), *others), name=name)


@pytest.fixture
def trained_on(monkeypatch: pytest.MonkeyPatch) -> dict[int, list[TrainingExample]]:
    """Training examples of each model; fitting is replaced by a stub."""
    found: dict[int, list[TrainingExample]] = {}

    def fit(self: Winnow, examples: Iterable[TrainingExample], *, seed: int = 0) -> Winnow:
        found[id(self)] = list(examples)
        return self

    monkeypatch.setattr(Winnow, "fit", fit)
    return found


def test_no_page_is_scored_by_a_model_trained_on_its_site(
    trained_on: dict[int, list[TrainingExample]],
) -> None:
    # The second set has pages of the same sites as the first.
    sets = [generated("one", range(20)), generated("two", range(20, 40))]
    models = fit_models(sets, 4, 0)
    for pages in sets:
        for gold in pages:
            known = trained_on[id(models(gold))]
            assert gold.site not in {each.site for each in known}
            assert {each.source for each in known} == {"one", "two"}
    assert len(models.of_folds) == 4
    # Each page is in all examples but those of one fold.
    assert sum(map(len, trained_on.values())) == 3 * 40


def test_a_page_with_an_empty_gold_is_trained_on(
    trained_on: dict[int, list[TrainingExample]],
) -> None:
    fit_models([generated("one", range(10), EMPTY)], 2, 0)
    empty = [each for examples in trained_on.values() for each in examples if each.site == "empty"]
    assert len(empty) == 1
    assert not empty[0].keep.any()


def test_sites_that_share_a_text_are_in_one_fold() -> None:
    story = "<p>" + " ".join(f"word{number}" for number in range(40))
    same = [page(f"s{n}", gold=story[3:], html=story + f"<!-- {n} -->") for n in range(4)]
    found = folds_of(
        [training_example(gold) for gold in [*same, *map(gold_page, range(8))]], 3, seed=0
    )
    assert len({found[gold.site] for gold in same}) == 1
    assert set(found.values()) == {0, 1, 2}


def test_preset_changes_settings_and_not_the_model() -> None:
    models = Models([trained_winnow()]).with_preset("precision")
    method = models(gold_page(1))
    assert method.current_model is trained_winnow().current_model
    assert method.beta == Winnow.presets["precision"]["beta"]
    assert trained_winnow().beta == 1


def test_an_evaluation_has_all_presets_and_page_predictions() -> None:
    pages = generated("tiny", range(100, 106), EMPTY)
    found = SetEvaluation.of(pages, Models([trained_winnow()]), [])
    assert found.evaluation.methods == [WINNOW, *PRESETS.values()]
    assert set(found.predictions) == set(pages.names())
    assert found.predictions["101"].type == "forum"
    assert 0 < (found.predictions["101"].f1 or 0) <= 1


@pytest.mark.parametrize(("name", "counted"), [("wcxb-dev", 2), ("cleaneval", 3)])
def test_floors_count_the_pages_of_the_gate(name: str, counted: int) -> None:
    pages = generated(name, range(100, 102), EMPTY)
    found = SetEvaluation.of(pages, Models([trained_winnow()]), [])
    (each,) = measure(pages, found.evaluation)
    assert (each.name, each.pages) == (name, counted)
    assert list(each.reached) == ["winnow, five folds"]


@pytest.fixture
def small_run(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> SimpleNamespace:
    """Sets of a few pages, a fitted model, and floors in a temporary folder."""

    def open_samples(names: Sequence[str], pages: int | None, stack: object) -> list[GoldSet]:
        return [generated(name, range(100, 104), EMPTY) for name in names]

    here = SimpleNamespace(floors=tmp_path / "floors.json", results=tmp_path / "results.json")
    monkeypatch.setattr(cross_validation, "open_samples", open_samples)
    monkeypatch.setattr(cross_validation, "fit_models", lambda *_: Models([trained_winnow()]))
    monkeypatch.setattr(model_file, "MODELS", tmp_path)
    monkeypatch.setattr(cross_validation, "FLOORS", here.floors)
    return here


def call(monkeypatch: pytest.MonkeyPatch, *words: str) -> None:
    monkeypatch.setattr("sys.argv", ["winnow", *words])
    cross_validation.main()


def test_results_are_printed_and_written(
    small_run: SimpleNamespace, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    call(monkeypatch, "-o", str(small_run.results))
    shown = capsys.readouterr().out
    assert "wcxb-dev, 4 pages with a gold" in shown
    assert "l3s-gn1: not scored" in shown
    found = json.loads(small_run.results.read_text("utf-8"))
    assert list(found["sets"]) == ["wcxb-dev", "cleaneval", "news-articles", "readability"]
    assert found["sets"]["cleaneval"]["contestants"]["winnow"]["f1"] > 0.8
    assert found["sets"]["cleaneval"]["empty"]["pages"] == 1
    assert not small_run.floors.exists()


def test_floors_are_raised_then_checked(
    small_run: SimpleNamespace, monkeypatch: pytest.MonkeyPatch
) -> None:
    with pytest.raises(SystemExit, match="no floor; run with --raise"):
        call(monkeypatch, "--check")
    call(monkeypatch, "--raise")
    floors = Floors.read(small_run.floors)
    assert floors.of("wcxb-dev")["winnow, five folds"]["bag"] > 0.8
    call(monkeypatch, "--check")
    floors.sets["readability"]["floors"]["winnow, five folds"]["bag"] = 1.1
    floors.write(small_run.floors)
    with pytest.raises(SystemExit, match=r"readability, winnow, five folds, bag: 1\.1 to"):
        call(monkeypatch, "--check")


@pytest.mark.parametrize("others", [["--pages", "9"], ["--folds", "3"], ["--seed", "1"]])
def test_floors_need_the_default_run(
    others: list[str], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit):
        call(monkeypatch, "--check", *others)
    assert "floors need all pages" in capsys.readouterr().err


def test_an_output_without_a_folder_is_rejected_first(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    with pytest.raises(SystemExit):
        call(monkeypatch, "-o", str(tmp_path / "none" / "file.json"))
    assert "create it first" in capsys.readouterr().err
