import json
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from tests.support.generated import gold_page
from tests.web.studio.labelled_project import labelled_origin, task
from webwinnow import Page, annotation
from webwinnow.annotation import Store, gold_set
from webwinnow.errors import CannotLearn, InputError
from webwinnow.evaluation import evaluate, summarise
from webwinnow.methods.texrex.method import Texrex
from webwinnow.methods.winnow.method import Winnow
from webwinnow.process import Child, ChildLost
from webwinnow.train import learner
from webwinnow.web.studio.jobs.child import TRAINING
from webwinnow.web.studio.jobs.training_process import learn, readiness
from webwinnow.web.studio.task import Origin, Task


@pytest.fixture
def origin(tmp_path: Path) -> Origin:
    return labelled_origin(tmp_path / "a.db")


@pytest.fixture
def small(tmp_path: Path) -> Origin:
    """The least that every method can be trained on in folds."""
    return labelled_origin(tmp_path / "a.db", pages=4, sites=2)


def learned(task: Task, folder: Path) -> tuple[list[dict[str, Any]], dict[str, Any]]:
    """What was told, and the card."""
    told: list[dict[str, Any]] = []
    learn(task, folder, told.append)
    return told, json.loads((folder / f"{task.name}.json").read_text("utf-8"))


def test_phases_are_told_in_their_order_and_the_share_only_grows(
    origin: Origin, tmp_path: Path
) -> None:
    told, _ = learned(task("mine", origin), tmp_path)
    steps = [each for each in told if "phase" in each]
    folds = ["folds", "learning folds"] * 4
    last = ["scoring", "reading all", "learning", "saving"]
    # A phase that takes long is told of several times.
    phases = [step["phase"] for step in steps]
    phases = [phase for place, phase in enumerate(phases) if phases[place - 1 : place] != [phase]]
    assert phases == ["reading", *folds, *last]
    shares = [step["share"] for step in steps]
    assert shares == sorted(shares)
    assert shares[-1] == 1
    assert [step["fold"] for step in steps if step["phase"] == "learning folds"] == [1, 2, 3, 4]
    assert all(step["folds"] == 4 for step in steps if "folds" in step)


def test_scores_are_those_of_an_evaluation_in_folds_by_site(origin: Origin, tmp_path: Path) -> None:
    told, card = learned(replace(task("mine", origin), seed=3), tmp_path)
    (scores,) = (each["scores"] for each in told if "scores" in each)
    assert card["scores"] == scores
    assert (scores["pages"], scores["sites"], scores["folds"]) == (8, 4, 4)
    assert scores["why_not"] is None
    with Store(origin.place) as store:
        pages = gold_set(store, int(origin.id))
        trained = summarise(evaluate(pages, ["texrex"], folds=4, seed=3)).rows[0].figures
        shipped = summarise(evaluate(pages, ["texrex"])).rows[0].figures
    assert [each["key"] for each in scores["measures"]] == [
        key for key in trained if not key.endswith("_ms")
    ]
    for measure in scores["measures"]:
        for name, figures in (("trained", trained), ("shipped", shipped)):
            figure = figures[measure["key"]]
            expected = {"value": figure.value, "low": figure.low, "high": figure.high}
            assert measure[name] == expected
        assert measure["difference"] == measure["trained"]["value"] - measure["shipped"]["value"]


def test_the_model_learns_from_all_pages_and_its_card_tells_which(
    origin: Origin, tmp_path: Path
) -> None:
    _, card = learned(replace(task("mine", origin), job="7"), tmp_path)
    method = Texrex.load(tmp_path / "mine.safetensors")
    assert len(method.provenance.pages) == 8
    assert card["digest"] == method.provenance.sets[0].digest
    assert (card["method"], card["pages"], card["sites"], card["seed"]) == ("texrex", 8, 4, 0)
    assert (card["origin"]["name"], card["job"], card["left_out"]) == ("news", "7", [])
    assert method.decide(Page(gold_page(50).html)).kept > 0


def test_winnow_learns_on_top_of_what_it_knows(small: Origin, tmp_path: Path) -> None:
    wanted = replace(task("mine", small, "winnow"), on_top=True)
    _, card = learned(wanted, tmp_path)
    known = Winnow().provenance
    provenance = Winnow.load(tmp_path / "mine.safetensors").provenance
    assert known.pages < provenance.pages
    assert len(provenance.pages) == len(known.pages) + 4
    assert card["on_top"] is True
    assert card["scores"]["folds"] == 2


def test_pages_of_one_site_are_never_split_and_the_reason_is_said(tmp_path: Path) -> None:
    origin = labelled_origin(tmp_path / "a.db", sites=1)
    _, card = learned(task("mine", origin), tmp_path)
    scores = card["scores"]
    assert scores["folds"] is None
    assert scores["why_not"].startswith("all pages are of one site")
    assert all(measure["trained"] is None for measure in scores["measures"])
    assert all(measure["shipped"]["value"] > 0 for measure in scores["measures"])
    assert (tmp_path / "mine.safetensors").exists()


def test_folds_that_leave_too_little_are_told_of_and_the_model_is_made(tmp_path: Path) -> None:
    origin = labelled_origin(tmp_path / "a.db", pages=2, sites=2)
    _, card = learned(task("mine", origin, "winnow"), tmp_path)
    assert "one page is too few to learn from" in card["scores"]["why_not"]
    assert card["scores"]["folds"] is None
    assert card["pages"] == 2


def test_a_project_is_learned_from_as_it_was_at_the_beginning(
    origin: Origin, tmp_path: Path
) -> None:
    def tell(told: dict[str, Any]) -> None:
        if told.get("phase") == "folds":
            with Store(origin.place) as store:
                for project in annotation.projects(store):
                    annotation.delete_project(store, project.id)

    learn(task("mine", origin), tmp_path, tell)
    assert len(Texrex.load(tmp_path / "mine.safetensors").provenance.pages) == 8


def test_pages_that_are_said_to_have_no_content_count(tmp_path: Path) -> None:
    origin = labelled_origin(tmp_path / "a.db", pages=4)
    with Store(origin.place) as store:
        (page, *_) = annotation.page_infos(store, int(origin.id))
        annotator = annotation.annotators(store, int(origin.id))[0].name
        runs = range(len(annotation.annotator_labels(store, page.id, annotator).labels))
        annotation.label(store, page.id, annotator, runs, annotation.BOILERPLATE)
        annotation.finish(store, page.id, annotator)
    _, card = learned(task("mine", origin), tmp_path)
    assert (card["pages"], card["scores"]["pages"]) == (4, 4)


def write_set(folder: Path) -> Origin:
    for number in range(4):
        gold = gold_page(number)
        (folder / f"{number}.html").write_bytes(gold.html)
        told = {"text": gold.text if number else "", "site": gold.site}
        (folder / f"{number}.json").write_text(json.dumps(told))
    return Origin("set", "mine", "mine", str(folder))


def test_a_set_is_learned_from_and_pages_whose_gold_is_empty_are_no_site(tmp_path: Path) -> None:
    (tmp_path / "set").mkdir()
    _, card = learned(task("mine", write_set(tmp_path / "set")), tmp_path)
    assert (card["scores"]["pages"], card["scores"]["folds"]) == (3, 3)


def test_scores_on_labels_that_a_method_began_say_so(tmp_path: Path) -> None:
    origin = replace(labelled_origin(tmp_path / "a.db", pages=4, sites=2), prelabel="winnow")
    _, card = learned(task("mine", origin), tmp_path)
    assert any("began with the labels of winnow" in note for note in card["scores"]["notes"])


def test_without_any_gold_nothing_is_learned(tmp_path: Path) -> None:
    with Store(tmp_path / "a.db") as store:
        project = annotation.create_project(store, "none").id
    origin = Origin("project", project, "none", str(tmp_path / "a.db"))
    with pytest.raises(CannotLearn, match="no page of 'none' has a gold"):
        learn(task("mine", origin), tmp_path, lambda told: None)
    assert not (tmp_path / "mine.safetensors").exists()


def test_it_is_known_what_can_be_trained_here(monkeypatch: pytest.MonkeyPatch) -> None:
    def missing() -> None:
        raise InputError("no Chromium; install it")

    monkeypatch.setattr("webwinnow.visual.shared_browser.check_browser", missing)
    found = readiness()
    assert found == {
        **dict.fromkeys(("winnow", "texrex", "victor", "fiasco")),
        "fiasco-visual": "no Chromium; install it",
    }
    monkeypatch.setattr("webwinnow.evaluation.runner.find_spec", lambda name: None)
    assert all("webwinnow[evaluate]" in str(problem) for problem in readiness().values())


def heard(module: str, wanted: Task, folder: Path, *, leaves_at: str = "") -> list[dict[str, Any]]:
    """All that the process says; its pipe is closed when it speaks of what is given."""
    training = Child(module, str(folder))
    training.send(wanted.as_json())
    messages = []
    with suppress(ChildLost):
        while True:
            messages.append(training.receive())
            if leaves_at and leaves_at in messages[-1].values():
                training.to_child.close()
    training.kill()
    return messages


def test_the_process_learns_and_tells_a_line_each(small: Origin, tmp_path: Path) -> None:
    told = heard(TRAINING, task("mine", small), tmp_path)
    assert told[0]["phase"] == "reading"
    assert told[-1] == {"finished": True}


def test_the_process_tells_why_it_cannot_learn(tmp_path: Path) -> None:
    (told,) = heard(TRAINING, task("mine"), tmp_path)
    assert "/nowhere" in told["error"]


def test_the_process_ends_when_the_pipe_is_closed(tmp_path: Path) -> None:
    # It would sleep for minutes.
    told = heard(
        "tests.web.studio.jobs.fake_training_process",
        task("leashed"),
        tmp_path,
        leaves_at="learning",
    )
    assert [each["phase"] for each in told] == ["reading", "learning"]


@pytest.mark.parametrize("name", ["winnow", "texrex", "victor", "fiasco"])
def test_every_method_that_needs_no_browser_can_be_trained(
    small: Origin, tmp_path: Path, name: str
) -> None:
    learned(task("mine", small, name), tmp_path)
    method = learner(f"{name}:model={tmp_path / 'mine.safetensors'}")
    assert len(method.provenance.pages) == 4
    method.check_usable()
