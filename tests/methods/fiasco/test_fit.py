from importlib.util import find_spec
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from tests.methods.fiasco.sample_models import (
    EVERYTHING,
    STRUCTURE,
    VISUAL,
    WORDS,
    fake_measures,
    trained_fiasco,
)
from tests.support.generated_pages import f1, training_examples
from tests.support.model_files import with_model
from webwinnow import Page
from webwinnow.errors import CannotLearn, InputError
from webwinnow.methods.base import TrainingExample
from webwinnow.methods.fiasco import fit
from webwinnow.methods.fiasco.features import feature_names
from webwinnow.methods.fiasco.fit import (
    TrainingOptions,
    check_packages,
    label_page,
    sample_targets,
    target_labels,
    train_model,
)
from webwinnow.methods.fiasco.method import Fiasco
from webwinnow.methods.fiasco.model import FeatureSet, Model
from webwinnow.methods.fiasco.pipeline import PUBLISHED, Pipeline
from webwinnow.methods.fiasco.svm import Svm, SvmParameters, TargetTable, train_svm
from webwinnow.methods.fiasco.targets import Targets


def labelled_page(html: str, *kept: str, source: str = "") -> TrainingExample:
    page = Page(html)
    keep = np.array([text in kept for text in page.run_texts()], bool)
    return TrainingExample(page, keep, "a.example", source=source)


@pytest.fixture
def given(monkeypatch: pytest.MonkeyPatch) -> dict[FeatureSet, TargetTable]:
    """Training table of each SVM, recorded during `train_model`."""
    found: dict[FeatureSet, TargetTable] = {}

    def noted(targets: TargetTable, *given: Any, **wanted: Any) -> Svm:
        machine = train_svm(targets, *given, **wanted)
        found[FeatureSet.of(machine)] = targets
        return machine

    monkeypatch.setattr(fit, "train_svm", noted)
    return found


def parts(model: Model) -> list[bytes]:
    return [each.centres.tobytes() + each.weights.tobytes() for each in model.svms]


def test_structural_features_alone_find_most_text() -> None:
    method = with_model(Fiasco(words=False), trained_fiasco().current_model)
    assert f1(method, range(40, 60)) > 0.9


def test_a_target_is_clean_if_half_of_its_characters_are() -> None:
    html = "<p>abcd<b>efgh</b></p><p>ab<b>efg</b></p><p>xyz</p><p hidden>no</p>"
    labelled = labelled_page(html, "abcd", "ab", "xyz", "no")
    assert target_labels(labelled.page, Targets.of(labelled.page), labelled.keep).tolist() == [
        True,
        False,
        True,
    ]


def test_pages_have_equal_weight_and_targets_that_of_the_root_of_their_words() -> None:
    html = "<p>one two three four</p><p>...</p><p>five</p>"
    assert label_page(labelled_page(html)).weights.tolist() == pytest.approx([2 / 4, 1 / 4, 1 / 4])
    doubled = label_page(labelled_page(html, source="news-articles")).weights
    assert doubled.tolist() == pytest.approx([1, 1 / 2, 1 / 2])
    halved = label_page(labelled_page(html, source="cleaneval")).weights
    assert halved.tolist() == pytest.approx([1 / 4, 1 / 8, 1 / 8])
    assert len(label_page(labelled_page("<img>")).weights) == 0


def test_the_number_of_sampled_targets_is_limited() -> None:
    examples = [label_page(each) for each in training_examples(range(3))]
    sizes = [len(each.targets) for each in examples]
    assert [part.tolist() for part in sample_targets(examples, 12_000, 0)] == [
        list(range(size)) for size in sizes
    ]
    first, same, other = (sample_targets(examples, 20, seed) for seed in (1, 1, 2))
    assert sum(map(len, first)) == 20
    for part, size in zip(first, sizes, strict=True):
        assert (np.diff(part) > 0).all()
        assert set(part.tolist()) <= set(range(size))
    assert [part.tolist() for part in first] == [part.tolist() for part in same]
    assert [part.tolist() for part in first] != [part.tolist() for part in other]


def test_pages_with_many_targets_are_not_sampled_more_often() -> None:
    examples = [label_page(labelled_page("<p>a" * count)) for count in (100, 900)]
    counts = np.array(
        [[len(part) for part in sample_targets(examples, 20, seed)] for seed in range(50)]
    )
    assert counts.mean(axis=0).tolist() == pytest.approx([10, 10], abs=1)


def test_published_targets_have_equal_weight() -> None:
    example = labelled_page("<p>one two three four</p><p>five</p>", source="cleaneval")
    assert label_page(example, PUBLISHED).weights.tolist() == [1, 1]


def test_svms_are_trained_on_the_sampled_targets(given: dict[FeatureSet, TargetTable]) -> None:
    train_model(training_examples(range(6)), TrainingOptions(pipeline=Pipeline(max_targets=50)))
    every = given[WORDS]
    assert every.rows.shape == (50, len(every.names))
    assert every.names == feature_names("linguistic", "structural")
    assert np.isfinite(every.rows).all()
    assert len(set(every.sites)) == 6
    assert given[STRUCTURE].names == feature_names("structural")
    assert given[STRUCTURE].is_clean.tolist() == every.is_clean.tolist()


def test_rows_are_features_of_the_sampled_targets(given: dict[FeatureSet, TargetTable]) -> None:
    # A heading, two paragraphs, an item; clean are the paragraphs.
    html = "<h1>news</h1><p>rain rain</p><p>sun sun</p><ul><li>home</ul>"
    train_model([labelled_page(html, "rain rain", "sun sun")], TrainingOptions())
    found = given[STRUCTURE]
    columns = [found.names.index(name) for name in ("heading", "paragraph", "list item")]
    assert found.rows[:, columns].tolist() == [[1, 0, 0], [0, 1, 0], [0, 1, 0], [0, 0, 1]]
    assert found.is_clean.tolist() == [False, True, True, False]
    assert found.sites == ["a.example"] * 4


def test_rows_and_labels_of_sampled_targets_match(given: dict[FeatureSet, TargetTable]) -> None:
    html = "<h1>news</h1><ul><li>home</ul><p>rain rain</p><p>sun sun</p>" * 8
    options = TrainingOptions(pipeline=Pipeline(max_targets=20))
    train_model([labelled_page(html, "rain rain", "sun sun")] * 2, options)
    found = given[STRUCTURE]
    is_paragraph = found.rows[:, found.names.index("paragraph")] == 1
    assert found.is_clean.tolist() == is_paragraph.tolist()
    assert len(is_paragraph) == 20


def test_parts_of_speech_come_with_words(
    given: dict[FeatureSet, TargetTable],
) -> None:
    pytest.importorskip("HanTa")
    model = train_model(training_examples(range(4)), TrainingOptions(pos=True))
    assert given[WORDS].names == feature_names("linguistic", "structural", "pos")
    assert given[STRUCTURE].names == feature_names("structural")
    assert set(model.svm_of) == {STRUCTURE, WORDS}


def test_visual_training_gives_four_svms(given: dict[FeatureSet, TargetTable]) -> None:
    model = train_model(training_examples(range(4)), TrainingOptions(measure=fake_measures))
    assert set(model.svm_of) == {STRUCTURE, WORDS, VISUAL, EVERYTHING}
    assert len(model.svms) == 4
    assert given[VISUAL].names == feature_names("structural", "visual")
    assert given[EVERYTHING].names == feature_names("linguistic", "structural", "visual")


def test_visual_svms_ignore_pages_that_were_not_rendered(
    given: dict[FeatureSet, TargetTable],
) -> None:
    some = training_examples(range(4))

    def measure(page: Page, targets: Targets) -> NDArray[np.float32] | None:
        return None if page is some[2].page else fake_measures(page, targets)

    train_model(some, TrainingOptions(measure=measure))
    dark = some[2].site
    assert dark in given[STRUCTURE].sites
    assert dark in given[WORDS].sites
    for kind in (VISUAL, EVERYTHING):
        assert set(given[kind].sites) == {each.site for each in some} - {dark}
        assert np.isfinite(given[kind].rows).all()


def test_visual_training_does_not_change_the_other_svms() -> None:
    some = training_examples(range(4))
    assert parts(train_model(some, TrainingOptions(measure=fake_measures)))[:2] == parts(
        train_model(some, TrainingOptions())
    )


def test_targets_that_are_not_shown_are_trained_on(
    given: dict[FeatureSet, TargetTable],
) -> None:
    def measure(page: Page, targets: Targets) -> NDArray[np.float32]:
        found = fake_measures(page, targets)
        found[0] = np.nan
        found[0, list(feature_names("visual")).index("shown")] = 0
        return found

    train_model(training_examples(range(4)), TrainingOptions(measure=measure))
    assert len(given[VISUAL].rows) == len(given[STRUCTURE].rows)


def test_training_needs_clean_and_dirty_targets() -> None:
    with pytest.raises(CannotLearn, match="only one kind of target to learn from; add"):
        train_model(
            [labelled_page("<p>one two three <b>four</b>", "one two three")], TrainingOptions()
        )


def test_visual_training_needs_a_rendered_page() -> None:
    with pytest.raises(CannotLearn, match="could not render any page; check"):
        train_model(
            training_examples(range(4)), TrainingOptions(measure=lambda page, targets: None)
        )


def test_the_setting_search_is_passed_on(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[SvmParameters | None] = []

    def noted(targets: TargetTable, given: SvmParameters | None, **wanted: Any) -> Svm:
        asked.append(given)
        return train_svm(targets, SvmParameters(4, 2**-5), **wanted)

    monkeypatch.setattr(fit, "train_svm", noted)
    train_model(training_examples(range(4)), TrainingOptions(search=True))
    train_model(training_examples(range(4)), TrainingOptions())
    train_model(training_examples(range(4)), TrainingOptions(pipeline=PUBLISHED))
    assert asked == [None] * 2 + [(4, 2**-5)] * 2 + [(32, 8)] * 2


def test_the_published_pipeline_has_the_papers_features_and_values(
    given: dict[FeatureSet, TargetTable],
) -> None:
    html = "<h1>news</h1>rain rain rain<br>sun<ul><li>home</ul>"
    model = train_model(
        [labelled_page(html, "rain rain rain")], TrainingOptions(pipeline=PUBLISHED)
    )
    assert (model.divide, model.has_logarithms) == ("breaks", False)
    found = given[WORDS]
    assert found.names == feature_names("linguistic", "structural", published_only=True)
    assert len(found.names) == 20
    assert found.rows[:, found.names.index("tokens")].tolist() == [1, 3, 1, 1]
    assert given[STRUCTURE].names == feature_names("structural", published_only=True)


def test_published_visual_features_are_five(given: dict[FeatureSet, TargetTable]) -> None:
    options = TrainingOptions(measure=fake_measures, pipeline=PUBLISHED)
    train_model(training_examples(range(4)), options)
    published = feature_names("structural", "visual", published_only=True)
    assert given[VISUAL].names == published
    assert len(published) - len(given[STRUCTURE].names) == 5
    assert "shown" not in published


@pytest.mark.parametrize(
    ("missing", "pos", "extras"),
    [
        ({"sklearn"}, False, "train"),
        ({"wordfreq"}, False, "train"),
        ({"HanTa"}, True, "pos"),
        ({"sklearn", "HanTa"}, True, "pos,train"),
    ],
)
def test_missing_packages_are_reported_with_their_extras(
    monkeypatch: pytest.MonkeyPatch, missing: set[str], pos: bool, extras: str
) -> None:
    monkeypatch.setattr(
        fit, "find_spec", lambda name: None if name in missing else find_spec("json")
    )
    with pytest.raises(InputError) as rejected:
        check_packages(pos=pos)
    assert str(rejected.value).endswith(f"run: pip install 'webwinnow[{extras}]'")
    with pytest.raises(InputError):
        Fiasco(pos=pos).check_trainable()


def test_only_parts_of_speech_need_the_lexicon(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        fit, "find_spec", lambda name: None if name == "HanTa" else find_spec("json")
    )
    check_packages(pos=False)
    Fiasco().check_trainable()
