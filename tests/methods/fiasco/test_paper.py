"""The preset `paper`: the published algorithm."""

from collections.abc import Iterable
from pathlib import Path

import pytest

from tests.methods.fiasco.sample_models import STRUCTURE, WORDS, constant_svm
from tests.support.generated_pages import training_examples
from tests.support.gold_sets import gold_set, page
from tests.support.model_files import contents, loading_error, rewrite, with_model
from tests.support.small_models import reasons
from webwinnow import Page, load
from webwinnow.errors import ModelError
from webwinnow.evaluation.runner import evaluate
from webwinnow.gold.datasets import GoldSet
from webwinnow.methods.base import TrainingExample
from webwinnow.methods.fiasco.features import FEATURES, feature_names
from webwinnow.methods.fiasco.keywords import Keywords
from webwinnow.methods.fiasco.method import NO_TARGET, Fiasco, FiascoVisual
from webwinnow.methods.fiasco.model import Model
from webwinnow.methods.fiasco.pipeline import OURS, PUBLISHED
from webwinnow.methods.fiasco.targets import Targets
from webwinnow.train import train

# A body with text of its own and few words of the page: text in no published target.
LOOSE = f"<body>Go<p>{'It rained all night. ' * 9}</p></body>"


def paper(**settings: object) -> Fiasco:
    method = load("fiasco", preset="paper", **settings)
    assert isinstance(method, Fiasco)
    return method


def published_model(probability: float) -> Model:
    svms = tuple(constant_svm(each, probability) for each in (STRUCTURE, WORDS))
    return Model(Keywords(), svms, PUBLISHED.divide, PUBLISHED.has_logarithms)


def test_the_preset_is_the_published_pipeline() -> None:
    assert paper().pipeline == PUBLISHED
    assert paper().aligner == "fiasco"
    assert load("fiasco", preset="recall") != paper()
    assert Fiasco().pipeline == OURS
    assert (PUBLISHED.cost, PUBLISHED.gamma) == (32, 8)


def test_the_shipped_model_has_the_papers_features() -> None:
    model = paper().current_model
    assert (model.divide, model.has_logarithms) == ("breaks", False)
    names = feature_names("linguistic", "structural", published_only=True)
    assert model.svm_of[WORDS].names == names
    assert {svm.gamma for svm in model.svms} == {8}
    assert not model.needs_lexicon
    assert {each.name for each in paper().provenance.sets} == {
        "wcxb-dev", "cleaneval", "news-articles", "readability",
    }  # fmt: skip


def test_targets_are_those_of_the_model() -> None:
    # Without a `br` the body is one target; ours divides its lines.
    page = Page("<body>It rained all night.<div>Home</div></body>")
    for model, targets in ((published_model(0.9), 1), (trained_on_lines(), 2)):
        decision = with_model(Fiasco(), model).decide(page)
        assert decision.keep.all()
        assert len(Targets.of(page, divide=model.divide)) == targets


def trained_on_lines() -> Model:
    return Model(Keywords(), tuple(constant_svm(each, 0.9) for each in (STRUCTURE, WORDS)))


def test_text_in_no_target_is_kept() -> None:
    decision = with_model(Fiasco(), published_model(0.1)).decide(Page(LOOSE))
    assert decision.keep.tolist() == [True, False]
    assert reasons(decision) == [NO_TARGET, "looks like boilerplate"]
    assert decision.score[0] == 0.5


@pytest.fixture
def labels(monkeypatch: pytest.MonkeyPatch) -> dict[str, set[str]]:
    """Labels of the last item of the menu in training, by aligner."""
    seen: dict[str, set[str]] = {}
    fit = Fiasco.fit

    def noted(self: Fiasco, examples: Iterable[TrainingExample], *, seed: int = 0) -> Fiasco:
        listed = list(examples)
        seen[self.aligner] = {str(each.keep[-3:].tolist()) for each in listed}
        return fit(self, listed, seed=seed)

    monkeypatch.setattr(Fiasco, "fit", noted)
    return seen


def rain_pages() -> GoldSet:
    """Pages with a menu entry that equals the heading, on eight sites."""
    text = "It rained all night, and nobody slept before the morning came."
    html = f"<ul>{'<li>Some other page of ours' * 9}<li>Rain</ul><h1>Rain</h1><p>{text}</p>"
    pages = (page(str(site), f"Rain\n{text}", html, site=str(site)) for site in range(8))
    return gold_set(*pages)


# Word order has no effect on labels by Dice, so the menu entry is clean.
LABELS = {"in-order": {"[False, True, True]"}, "fiasco": {"[True, True, True]"}}


def test_training_uses_labels_by_dice(labels: dict[str, set[str]]) -> None:
    for name in ("fiasco", "fiasco:preset=paper"):
        train(name, [rain_pages()])
    assert labels == LABELS


def test_folds_use_the_labels_of_each_method(labels: dict[str, set[str]]) -> None:
    found = evaluate(rain_pages(), ["fiasco", "fiasco:preset=paper"], folds=2)
    assert labels == LABELS
    assert not found.skipped


def test_the_model_file_keeps_the_pipeline(tmp_path: Path) -> None:
    path = tmp_path / "m.safetensors"
    trained = paper().fit(training_examples(range(8)))
    trained.save(path)
    again = Fiasco.load(path)
    page = training_examples(range(9, 10))[0].page
    assert again.decide(page).score.tolist() == trained.decide(page).score.tolist()
    card, tensors = contents(path)
    assert (card["divide"], card["logarithms"]) == ("breaks", False)
    for change in ({"divide": "words"}, {"logarithms": 1}):
        rewrite(path, {**card, **change}, tensors)
        assert "its targets or values are unknown" in loading_error(Fiasco, path)


def test_our_model_file_has_no_entries_of_the_pipeline(tmp_path: Path) -> None:
    Fiasco().fit(training_examples(range(8))).save(tmp_path / "m")
    assert not {"divide", "logarithms"} & contents(tmp_path / "m")[0].keys()


def test_parts_of_speech_are_a_setting_of_their_own() -> None:
    pytest.importorskip("HanTa")
    model = paper(pos=True).fit(training_examples(range(8))).current_model
    groups = {FEATURES[name].group for name in model.svm_of[WORDS].names}
    assert groups == {"linguistic", "structural", "pos"}


def test_the_visual_method_has_no_published_model() -> None:
    assert "paper" not in FiascoVisual.presets
    with pytest.raises(ModelError, match=r"own model is missing.*train a model"):
        load("fiasco-visual", published=True, words=False).check_fitted()  # type: ignore[attr-defined]
