from importlib.util import find_spec
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from tests.methods.fiasco.training_pages import EVERYTHING, SEEN, STRUCTURE, WORDS, seen, taught
from tests.support.generated import f1, training_examples
from webwinnow import Page
from webwinnow.errors import CannotLearn, InputError
from webwinnow.methods.base import TrainingExample
from webwinnow.methods.fiasco import fit
from webwinnow.methods.fiasco.features import feature_names
from webwinnow.methods.fiasco.fit import (
    Plan,
    check_packages,
    drawn,
    example_of,
    learn,
    target_labels,
)
from webwinnow.methods.fiasco.machine import Machine
from webwinnow.methods.fiasco.method import Fiasco
from webwinnow.methods.fiasco.model import Kind, Model
from webwinnow.methods.fiasco.svm import Targeted, machine_of
from webwinnow.methods.fiasco.targets import Targets


def lesson(html: str, *kept: str, source: str = "") -> TrainingExample:
    page = Page(html)
    keep = np.array([text in kept for text in page.run_texts()], bool)
    return TrainingExample(page, keep, "a.example", source=source)


@pytest.fixture
def given(monkeypatch: pytest.MonkeyPatch) -> dict[Kind, Targeted]:
    """What each machine is given to learn from, once `learn` has run."""
    found: dict[Kind, Targeted] = {}

    def noted(targets: Targeted, **wanted: Any) -> Machine:
        machine = machine_of(targets, **wanted)
        found[Kind.of(machine)] = targets
        return machine

    monkeypatch.setattr(fit, "machine_of", noted)
    return found


def parts(model: Model) -> list[bytes]:
    return [each.centres.tobytes() + each.weights.tobytes() for each in model.machines]


def test_it_learns_what_is_text_on_pages_it_has_not_seen() -> None:
    assert f1(taught(), range(40, 60)) > 0.95


def test_structure_alone_tells_much() -> None:
    method = Fiasco(words=False)
    method.model_ = taught().fitted()
    assert f1(method, range(40, 60)) > 0.9


def test_a_target_is_clean_where_half_of_its_characters_are() -> None:
    html = "<p>abcd<b>efgh</b></p><p>ab<b>efg</b></p><p>xyz</p><p hidden>no</p>"
    labelled = lesson(html, "abcd", "ab", "xyz", "no")
    assert target_labels(labelled.page, Targets.of(labelled.page), labelled.keep).tolist() == [
        True,
        False,
        True,
    ]


def test_pages_count_alike_and_their_targets_by_the_root_of_their_words() -> None:
    html = "<p>one two three four</p><p>...</p><p>five</p>"
    assert example_of(lesson(html)).weights.tolist() == pytest.approx([2 / 4, 1 / 4, 1 / 4])
    doubled = example_of(lesson(html, source="news-articles")).weights
    assert doubled.tolist() == pytest.approx([1, 1 / 2, 1 / 2])
    halved = example_of(lesson(html, source="cleaneval")).weights
    assert halved.tolist() == pytest.approx([1 / 4, 1 / 8, 1 / 8])
    assert len(example_of(lesson("<img>")).weights) == 0


def test_no_more_targets_are_drawn_than_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    examples = [example_of(each) for each in training_examples(range(3))]
    sizes = [len(each.targets) for each in examples]
    assert [part.tolist() for part in drawn(examples, 0)] == [list(range(size)) for size in sizes]
    monkeypatch.setattr(fit, "SAMPLE", 20)
    first, same, other = (drawn(examples, seed) for seed in (1, 1, 2))
    assert sum(map(len, first)) == 20
    for part, size in zip(first, sizes, strict=True):
        assert (np.diff(part) > 0).all()
        assert set(part.tolist()) <= set(range(size))
    assert [part.tolist() for part in first] == [part.tolist() for part in same]
    assert [part.tolist() for part in first] != [part.tolist() for part in other]


def test_a_page_of_many_targets_is_drawn_from_no_more_often(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(fit, "SAMPLE", 20)
    examples = [example_of(lesson("<p>a" * count)) for count in (100, 900)]
    counts = np.array([[len(part) for part in drawn(examples, seed)] for seed in range(50)])
    assert counts.mean(axis=0).tolist() == pytest.approx([10, 10], abs=1)


def test_what_is_drawn_is_learned_from(
    monkeypatch: pytest.MonkeyPatch, given: dict[Kind, Targeted]
) -> None:
    monkeypatch.setattr(fit, "SAMPLE", 50)
    learn(training_examples(range(6)), Plan())
    every = given[WORDS]
    assert every.rows.shape == (50, len(every.names))
    assert every.names == feature_names("linguistic", "structural")
    assert np.isfinite(every.rows).all()
    assert len(set(every.sites)) == 6
    assert given[STRUCTURE].names == feature_names("structural")
    assert given[STRUCTURE].is_clean.tolist() == every.is_clean.tolist()


def test_rows_are_those_of_the_targets_drawn(
    monkeypatch: pytest.MonkeyPatch, given: dict[Kind, Targeted]
) -> None:
    # A heading, two paragraphs, an item; clean are the paragraphs.
    html = "<h1>news</h1><p>rain rain</p><p>sun sun</p><ul><li>home</ul>"
    learn([lesson(html, "rain rain", "sun sun")], Plan())
    found = given[STRUCTURE]
    columns = [found.names.index(name) for name in ("heading", "paragraph", "list item")]
    assert found.rows[:, columns].tolist() == [[1, 0, 0], [0, 1, 0], [0, 1, 0], [0, 0, 1]]
    assert found.is_clean.tolist() == [False, True, True, False]
    assert found.sites == ["a.example"] * 4


def test_of_the_targets_drawn_rows_and_labels_go_together(
    monkeypatch: pytest.MonkeyPatch, given: dict[Kind, Targeted]
) -> None:
    html = "<h1>news</h1><ul><li>home</ul><p>rain rain</p><p>sun sun</p>" * 8
    monkeypatch.setattr(fit, "SAMPLE", 20)
    learn([lesson(html, "rain rain", "sun sun")] * 2, Plan())
    found = given[STRUCTURE]
    is_paragraph = found.rows[:, found.names.index("paragraph")] == 1
    assert found.is_clean.tolist() == is_paragraph.tolist()
    assert len(is_paragraph) == 20


def test_parts_of_speech_are_of_the_machine_with_words(given: dict[Kind, Targeted]) -> None:
    pytest.importorskip("HanTa")
    model = learn(training_examples(range(4)), Plan(pos=True))
    assert given[WORDS].names == feature_names("linguistic", "structural", "pos")
    assert given[STRUCTURE].names == feature_names("structural")
    assert set(model.kinds) == {STRUCTURE, WORDS}


def test_a_plan_to_look_gives_four_machines(given: dict[Kind, Targeted]) -> None:
    model = learn(training_examples(range(4)), Plan(look=seen))
    assert set(model.kinds) == {STRUCTURE, WORDS, SEEN, EVERYTHING}
    assert len(model.machines) == 4
    assert given[SEEN].names == feature_names("structural", "visual")
    assert given[EVERYTHING].names == feature_names("linguistic", "structural", "visual")


def test_machines_that_look_learn_nothing_from_pages_that_could_not_be_shown(
    given: dict[Kind, Targeted],
) -> None:
    some = training_examples(range(4))

    def look(page: Page, targets: Targets) -> NDArray[np.float32] | None:
        return None if page is some[2].page else seen(page, targets)

    learn(some, Plan(look=look))
    dark = some[2].site
    assert dark in given[STRUCTURE].sites
    assert dark in given[WORDS].sites
    for kind in (SEEN, EVERYTHING):
        assert set(given[kind].sites) == {each.site for each in some} - {dark}
        assert np.isfinite(given[kind].rows).all()


def test_machines_that_do_not_look_are_the_same_with_others_beside_them() -> None:
    some = training_examples(range(4))
    assert parts(learn(some, Plan(look=seen)))[:2] == parts(learn(some, Plan()))


def test_targets_that_a_page_does_not_show_are_learned_from(given: dict[Kind, Targeted]) -> None:
    def look(page: Page, targets: Targets) -> NDArray[np.float32]:
        found = seen(page, targets)
        found[0] = np.nan
        found[0, list(feature_names("visual")).index("shown")] = 0
        return found

    learn(training_examples(range(4)), Plan(look=look))
    assert len(given[SEEN].rows) == len(given[STRUCTURE].rows)


def test_the_same_seed_teaches_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fit, "SAMPLE", 60)
    first, same, other = (
        parts(learn(training_examples(range(6)), Plan(), seed=n)) for n in (1, 1, 2)
    )
    assert first == same
    assert first != other


def test_pages_without_targets_are_passed_over() -> None:
    some = training_examples(range(4))
    assert parts(learn([lesson("<img>"), *some, lesson("")], Plan())) == parts(learn(some, Plan()))


def test_nothing_to_learn_from_is_told() -> None:
    for none in ([], [lesson("")], [lesson("<img>"), lesson("<script>a</script>")]):
        with pytest.raises(CannotLearn, match="need clean and dirty text; give pages"):
            learn(none, Plan())


def test_one_kind_of_text_teaches_nothing() -> None:
    for kept in (["one two"], []):
        with pytest.raises(CannotLearn, match="need clean and dirty text; give pages"):
            learn([lesson("<p>one two", *kept)], Plan())


def test_one_kind_of_targets_teaches_nothing() -> None:
    with pytest.raises(CannotLearn, match="nothing but one kind of target to learn from; give"):
        learn([lesson("<p>one two three <b>four</b>", "one two three")], Plan())


def test_looking_at_nothing_teaches_nothing() -> None:
    with pytest.raises(CannotLearn, match="no page that could be shown; see"):
        learn(training_examples(range(4)), Plan(look=lambda page, targets: None))


def test_a_search_is_made_where_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[bool] = []

    def noted(targets: Targeted, *, search: bool, seed: int) -> Machine:
        asked.append(search)
        return machine_of(targets, seed=seed)

    monkeypatch.setattr(fit, "machine_of", noted)
    learn(training_examples(range(4)), Plan(search=True))
    learn(training_examples(range(4)), Plan())
    assert asked == [True, True, False, False]


@pytest.mark.parametrize(
    ("missing", "pos", "extras"),
    [
        ({"sklearn"}, False, "train"),
        ({"wordfreq"}, False, "train"),
        ({"HanTa"}, True, "pos"),
        ({"sklearn", "HanTa"}, True, "pos,train"),
    ],
)
def test_missing_packages_are_told_by_their_extras(
    monkeypatch: pytest.MonkeyPatch, missing: set[str], pos: bool, extras: str
) -> None:
    monkeypatch.setattr(
        fit, "find_spec", lambda name: None if name in missing else find_spec("json")
    )
    with pytest.raises(InputError) as refused:
        check_packages(pos=pos)
    assert str(refused.value).endswith(f"run: pip install 'webwinnow[{extras}]'")
    with pytest.raises(InputError):
        Fiasco(pos=pos).check_trainable()


def test_the_lexicon_is_needed_for_parts_of_speech_only(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        fit, "find_spec", lambda name: None if name == "HanTa" else find_spec("json")
    )
    check_packages(pos=False)
    Fiasco().check_trainable()
