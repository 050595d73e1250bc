import json
from collections.abc import Iterable, Sequence
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace

import pytest

from benchmarks.floors import Floors
from benchmarks.papers.winnow import folds
from benchmarks.papers.winnow.folds import Judgement, Models, fitted, folds_of, measured
from benchmarks.papers.winnow.results import PRESETS, WINNOW
from tests.support.generated import gold_page, taught, training_example
from tests.support.gold_sets import gold_set, page
from webwinnow.gold.datasets.base import GoldPage, GoldSet
from webwinnow.methods.base import TrainingExample
from webwinnow.methods.winnow.method import Winnow

EMPTY = page("empty", gold="", html="<nav><a href=/>Home</a></nav>")


def generated(name: str, numbers: Iterable[int], *others: GoldPage) -> GoldSet:
    return replace(gold_set(*map(gold_page, numbers), *others), name=name)


@pytest.fixture
def learned(monkeypatch: pytest.MonkeyPatch) -> dict[int, list[TrainingExample]]:
    """What each model was given, instead of learning from it."""
    found: dict[int, list[TrainingExample]] = {}

    def fit(self: Winnow, examples: Iterable[TrainingExample], *, seed: int = 0) -> Winnow:
        found[id(self)] = list(examples)
        return self

    monkeypatch.setattr(Winnow, "fit", fit)
    return found


def test_no_page_is_judged_by_a_model_that_knows_its_site(
    learned: dict[int, list[TrainingExample]],
) -> None:
    # The second set has pages of the same sites as the first.
    sets = [generated("one", range(20)), generated("two", range(20, 40))]
    models = fitted(sets, 4, 0)
    for pages in sets:
        for gold in pages:
            known = learned[id(models(gold))]
            assert gold.site not in {each.site for each in known}
            assert {each.source for each in known} == {"one", "two"}
    assert len(models.of_folds) == 4
    # Each page is in all examples but those of one fold.
    assert sum(map(len, learned.values())) == 3 * 40


def test_page_with_an_empty_gold_is_learned_from(learned: dict[int, list[TrainingExample]]) -> None:
    fitted([generated("one", range(10), EMPTY)], 2, 0)
    empty = [each for examples in learned.values() for each in examples if each.site == "empty"]
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
    models = Models([taught()]).with_preset("precision")
    method = models(gold_page(1))
    assert method.current_model is taught().current_model
    assert method.beta == Winnow.presets["precision"]["beta"]
    assert taught().beta == 1


def test_judgement_has_all_settings_and_what_is_said_of_pages() -> None:
    pages = generated("tiny", range(100, 106), EMPTY)
    found = Judgement.of(pages, Models([taught()]), [])
    assert found.evaluation.methods == [WINNOW, *PRESETS.values()]
    assert set(found.said) == set(pages.names())
    assert found.said["101"].type == "forum"
    assert 0 < (found.said["101"].f1 or 0) <= 1


@pytest.mark.parametrize(("name", "counted"), [("wcxb-dev", 2), ("cleaneval", 3)])
def test_floors_are_of_the_pages_that_the_gate_counts(name: str, counted: int) -> None:
    pages = generated(name, range(100, 102), EMPTY)
    found = Judgement.of(pages, Models([taught()]), [])
    (each,) = measured(pages, found.evaluation)
    assert (each.name, each.pages) == (name, counted)
    assert list(each.reached) == ["winnow, five folds"]


@pytest.fixture
def small(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> SimpleNamespace:
    """Sets of a few pages, a model that is there already, and floors elsewhere."""

    def opened(names: Sequence[str], pages: int | None, stack: object) -> list[GoldSet]:
        return [generated(name, range(100, 104), EMPTY) for name in names]

    here = SimpleNamespace(floors=tmp_path / "floors.json", results=tmp_path / "results.json")
    monkeypatch.setattr(folds, "opened", opened)
    monkeypatch.setattr(folds, "fitted", lambda *_: Models([taught()]))
    monkeypatch.setattr(folds, "SHIPPED", tmp_path / "none")
    monkeypatch.setattr(folds, "FLOORS", here.floors)
    return here


def call(monkeypatch: pytest.MonkeyPatch, *words: str) -> None:
    monkeypatch.setattr("sys.argv", ["winnow_folds", *words])
    folds.main()


def test_figures_are_printed_and_written(
    small: SimpleNamespace, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    call(monkeypatch, "-o", str(small.results))
    shown = capsys.readouterr().out
    assert "wcxb-dev, 4 pages with a gold" in shown
    assert "l3s-gn1: not judged" in shown
    found = json.loads(small.results.read_text("utf-8"))
    assert list(found["sets"]) == ["wcxb-dev", "cleaneval", "news-articles", "readability"]
    assert found["sets"]["cleaneval"]["contestants"]["winnow"]["f1"] > 0.8
    assert found["sets"]["cleaneval"]["empty"]["pages"] == 1
    assert not small.floors.exists()


def test_floors_are_raised_then_held(
    small: SimpleNamespace, monkeypatch: pytest.MonkeyPatch
) -> None:
    with pytest.raises(SystemExit, match="no floor; run with --raise"):
        call(monkeypatch, "--check")
    call(monkeypatch, "--raise")
    floors = Floors.read(small.floors)
    assert floors.of("wcxb-dev")["winnow, five folds"]["bag"] > 0.8
    call(monkeypatch, "--check")
    floors.sets["readability"]["floors"]["winnow, five folds"]["bag"] = 1.1
    floors.write(small.floors)
    with pytest.raises(SystemExit, match=r"readability, winnow, five folds, bag: 1\.1 to"):
        call(monkeypatch, "--check")


@pytest.mark.parametrize("others", [["--pages", "9"], ["--folds", "3"], ["--seed", "1"]])
def test_floors_are_of_one_run_only(
    others: list[str], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit):
        call(monkeypatch, "--check", *others)
    assert "floors are of all pages" in capsys.readouterr().err


def test_output_without_a_folder_is_refused_before_the_work(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    with pytest.raises(SystemExit):
        call(monkeypatch, "-o", str(tmp_path / "none" / "file.json"))
    assert "make it first" in capsys.readouterr().err
