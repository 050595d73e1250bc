import json
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from tests.support.generated_pages import gold_page
from tests.web.studio.labelled_project import labelled_pages, task
from webwinnow import Page, annotation
from webwinnow.annotation import Store, gold_set
from webwinnow.errors import CannotLearn, InputError
from webwinnow.evaluation import evaluate, summarise
from webwinnow.methods.texrex.method import Texrex
from webwinnow.methods.winnow.method import Winnow
from webwinnow.process import Child, ChildLost
from webwinnow.train import load_trainable
from webwinnow.web.studio.jobs.child import TRAINING
from webwinnow.web.studio.jobs.job import TrainingPages, TrainingTask
from webwinnow.web.studio.jobs.training_process import check_methods, run_task


@pytest.fixture
def origin(tmp_path: Path) -> TrainingPages:
    return labelled_pages(tmp_path / "a.db")


@pytest.fixture
def few_pages(tmp_path: Path) -> TrainingPages:
    """The fewest pages that every method can be trained on in folds."""
    return labelled_pages(tmp_path / "a.db", pages=4, sites=2)


def train(task: TrainingTask, folder: Path) -> tuple[list[dict[str, Any]], dict[str, Any]]:
    """Run a task; return its messages and the card."""
    messages: list[dict[str, Any]] = []
    run_task(task, folder, messages.append)
    return messages, json.loads((folder / f"{task.name}.json").read_text("utf-8"))


def test_phases_are_reported_in_order(origin: TrainingPages, tmp_path: Path) -> None:
    messages, _ = train(task("mine", origin), tmp_path)
    steps = [each for each in messages if "phase" in each]
    folds = ["folds", "learning folds"] * 4
    last = ["scoring", "reading all", "learning", "saving"]
    # A phase that takes long is messages of several times.
    phases = [step["phase"] for step in steps]
    phases = [phase for place, phase in enumerate(phases) if phases[place - 1 : place] != [phase]]
    assert phases == ["reading", *folds, *last]
    shares = [step["share"] for step in steps]
    assert shares == sorted(shares)
    assert shares[-1] == 1
    assert [step["fold"] for step in steps if step["phase"] == "learning folds"] == [1, 2, 3, 4]
    assert all(step["folds"] == 4 for step in steps if "folds" in step)


def test_scores_equal_an_evaluation_in_folds_by_site(origin: TrainingPages, tmp_path: Path) -> None:
    messages, card = train(replace(task("mine", origin), seed=3), tmp_path)
    (scores,) = (each["scores"] for each in messages if "scores" in each)
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


def test_the_model_is_trained_on_all_pages_and_its_card_lists_them(
    origin: TrainingPages, tmp_path: Path
) -> None:
    _, card = train(replace(task("mine", origin), job="7"), tmp_path)
    method = Texrex.load(tmp_path / "mine.safetensors")
    assert len(method.provenance.pages) == 8
    assert card["digest"] == method.provenance.sets[0].digest
    assert (card["method"], card["pages"], card["sites"], card["seed"]) == ("texrex", 8, 4, 0)
    assert (card["origin"]["name"], card["job"], card["left_out"]) == ("news", "7", [])
    assert method.decide(Page(gold_page(50).html)).kept > 0


def test_winnow_trains_on_top_of_its_own_model(few_pages: TrainingPages, tmp_path: Path) -> None:
    on_top = replace(task("mine", few_pages, "winnow"), on_top=True)
    _, card = train(on_top, tmp_path)
    known = Winnow().provenance
    provenance = Winnow.load(tmp_path / "mine.safetensors").provenance
    assert known.pages < provenance.pages
    assert len(provenance.pages) == len(known.pages) + 4
    assert card["on_top"] is True
    assert card["scores"]["folds"] == 2


def test_one_site_gives_no_folds_but_a_reason(tmp_path: Path) -> None:
    origin = labelled_pages(tmp_path / "a.db", sites=1)
    _, card = train(task("mine", origin), tmp_path)
    scores = card["scores"]
    assert scores["folds"] is None
    assert scores["why_not"].startswith("all pages are of one site")
    assert all(measure["trained"] is None for measure in scores["measures"])
    assert all(measure["shipped"]["value"] > 0 for measure in scores["measures"])
    assert (tmp_path / "mine.safetensors").exists()


def test_a_model_is_trained_even_if_folds_are_too_small(tmp_path: Path) -> None:
    origin = labelled_pages(tmp_path / "a.db", pages=2, sites=2)
    _, card = train(task("mine", origin, "winnow"), tmp_path)
    assert "one page is too few to learn from" in card["scores"]["why_not"]
    assert card["scores"]["folds"] is None
    assert card["pages"] == 2


def test_a_project_is_read_once_at_the_start(origin: TrainingPages, tmp_path: Path) -> None:
    def send(message: dict[str, Any]) -> None:
        if message.get("phase") == "folds":
            with Store(origin.place) as store:
                for project in annotation.projects(store):
                    annotation.delete_project(store, project.id)

    run_task(task("mine", origin), tmp_path, send)
    assert len(Texrex.load(tmp_path / "mine.safetensors").provenance.pages) == 8


def test_pages_labelled_without_content_count(tmp_path: Path) -> None:
    origin = labelled_pages(tmp_path / "a.db", pages=4)
    with Store(origin.place) as store:
        (page, *_) = annotation.page_infos(store, int(origin.id))
        annotator = annotation.annotators(store, int(origin.id))[0].name
        runs = range(len(annotation.annotator_labels(store, page.id, annotator).labels))
        annotation.label(store, page.id, annotator, runs, annotation.BOILERPLATE)
        annotation.finish(store, page.id, annotator)
    _, card = train(task("mine", origin), tmp_path)
    assert (card["pages"], card["scores"]["pages"]) == (4, 4)


def write_set(folder: Path) -> TrainingPages:
    for number in range(4):
        gold = gold_page(number)
        (folder / f"{number}.html").write_bytes(gold.html)
        record = {"text": gold.text if number else "", "site": gold.site}
        (folder / f"{number}.json").write_text(json.dumps(record))
    return TrainingPages("set", "mine", "mine", str(folder))


def test_pages_of_a_set_with_empty_gold_do_not_count(tmp_path: Path) -> None:
    (tmp_path / "set").mkdir()
    _, card = train(task("mine", write_set(tmp_path / "set")), tmp_path)
    assert (card["scores"]["pages"], card["scores"]["folds"]) == (3, 3)


def test_scores_on_prelabelled_pages_have_a_note(tmp_path: Path) -> None:
    origin = replace(labelled_pages(tmp_path / "a.db", pages=4, sites=2), prelabel="winnow")
    _, card = train(task("mine", origin), tmp_path)
    assert any("prelabelled by winnow" in note for note in card["scores"]["notes"])


def test_a_project_without_gold_cannot_be_trained_on(tmp_path: Path) -> None:
    with Store(tmp_path / "a.db") as store:
        project = annotation.create_project(store, "none").id
    origin = TrainingPages("project", project, "none", str(tmp_path / "a.db"))
    with pytest.raises(CannotLearn, match="no page of 'none' has usable gold"):
        run_task(task("mine", origin), tmp_path, lambda _: None)
    assert not (tmp_path / "mine.safetensors").exists()


def test_untrainable_methods_are_reported_with_a_reason(monkeypatch: pytest.MonkeyPatch) -> None:
    def missing() -> None:
        raise InputError("no Chromium; install it")

    monkeypatch.setattr("webwinnow.visual.shared_browser.check_browser", missing)
    found = check_methods()
    assert found == {
        **dict.fromkeys(("winnow", "texrex", "victor", "fiasco")),
        "fiasco-visual": "no Chromium; install it",
    }
    monkeypatch.setattr("webwinnow.evaluation.runner.find_spec", lambda name: None)
    assert all("webwinnow[evaluate]" in str(problem) for problem in check_methods().values())


def run_process(
    module: str, task: TrainingTask, folder: Path, *, close_at: str = ""
) -> list[dict[str, Any]]:
    """Messages of the process; its pipe is closed at a message that contains `close_at`."""
    training = Child(module, str(folder))
    training.send(task.as_json())
    messages = []
    with suppress(ChildLost):
        while True:
            messages.append(training.receive())
            if close_at and close_at in messages[-1].values():
                training.to_child.close()
    training.kill()
    return messages


def test_the_process_reports_progress(few_pages: TrainingPages, tmp_path: Path) -> None:
    messages = run_process(TRAINING, task("mine", few_pages), tmp_path)
    assert messages[0]["phase"] == "reading"
    assert messages[-1] == {"finished": True}


def test_the_process_reports_its_error(tmp_path: Path) -> None:
    (messages,) = run_process(TRAINING, task("mine"), tmp_path)
    assert "/nowhere" in messages["error"]


def test_the_process_ends_when_the_pipe_is_closed(tmp_path: Path) -> None:
    # It would sleep for minutes.
    messages = run_process(
        "tests.web.studio.jobs.fake_training_process",
        task("leashed"),
        tmp_path,
        close_at="learning",
    )
    assert [each["phase"] for each in messages] == ["reading", "learning"]


@pytest.mark.parametrize("name", ["winnow", "texrex", "victor", "fiasco"])
def test_every_method_without_a_browser_can_be_trained(
    few_pages: TrainingPages, tmp_path: Path, name: str
) -> None:
    train(task("mine", few_pages, name), tmp_path)
    method = load_trainable(f"{name}:model={tmp_path / 'mine.safetensors'}")
    assert len(method.provenance.pages) == 4
    method.check_usable()
