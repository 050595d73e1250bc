from pathlib import Path
from typing import Any

import numpy as np
import pytest
from safetensors.numpy import save

from tests.methods.fiasco.training_pages import (
    STRUCTURE,
    WORDS,
    knowing,
    saying,
    seen,
    taught,
    taught_to_look,
    telling,
)
from tests.support.generated import training_examples
from tests.support.model_files import contents, refusal, rewrite
from webwinnow import Page
from webwinnow.methods.fiasco.file import Saved, read, write
from webwinnow.methods.fiasco.fit import Plan, learn
from webwinnow.methods.fiasco.keywords import Keywords
from webwinnow.methods.fiasco.method import Fiasco, FiascoVisual
from webwinnow.methods.fiasco.model import Model
from webwinnow.methods.model_file import CARD
from webwinnow.methods.provenance import Provenance, ProvenanceSet
from webwinnow.methods.texrex.method import Texrex


@pytest.fixture
def path(tmp_path: Path) -> Path:
    path = tmp_path / "new" / "m.safetensors"
    provenance = Provenance((ProvenanceSet("a set", "12ab", 2),), frozenset({7, 2**64 - 1}))
    settings = {"threshold": 0.4, "words": False}
    write(path, "fiasco", Saved(taught().fitted(), provenance, settings))
    return path


def error_of(path: Path) -> str:
    return refusal(Fiasco, path)


def broken(path: Path, name: str, value: object) -> str:
    """What is said once the second machine's part of the card is changed."""
    card, tensors = contents(path)
    first, second = card["machines"]
    rewrite(path, {**card, "machines": [first, {**second, name: value}]}, tensors)
    message = error_of(path)
    rewrite(path, card, tensors)
    return message


def test_what_was_written_is_read(path: Path) -> None:
    saved = read(path, "fiasco", look=False)
    assert saved.model.keywords == taught().fitted().keywords
    assert saved.model.kinds.keys() == {STRUCTURE, WORDS}
    for kind, machine in taught().fitted().kinds.items():
        again = saved.model.kinds[kind]
        rows = np.random.default_rng(0).normal(size=(9, len(machine.names))).astype(np.float32)
        assert again.names == machine.names
        assert np.array_equal(again.margins(rows), machine.margins(rows))
        assert again.slope == machine.slope
    assert saved.provenance.sets == (ProvenanceSet("a set", "12ab", 2),)
    assert saved.provenance.pages == {7, 2**64 - 1}
    assert saved.settings == {"threshold": 0.4, "words": False}


def test_a_model_decides_alike_before_and_after_it_was_saved(tmp_path: Path) -> None:
    taught().save(tmp_path / "m")
    again = Fiasco.load(tmp_path / "m")
    for each in training_examples(range(40, 50)):
        first, second = taught().decide(each.page), again.decide(each.page)
        assert first.score.tolist() == second.score.tolist()
        assert first.keep.any()


def test_machines_that_look_are_saved_too(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(FiascoVisual, "look", lambda self, page, targets: seen(page, targets))
    taught_to_look().save(tmp_path / "m")
    again = FiascoVisual.load(tmp_path / "m")
    for each in training_examples(range(40, 45)):
        expected = taught_to_look().decide(each.page).score.tolist()
        assert again.decide(each.page).score.tolist() == expected


def test_the_same_lessons_give_the_same_bytes(tmp_path: Path) -> None:
    for name in "ab":
        Fiasco().fit(training_examples(range(8)), seed=5).save(tmp_path / name)
    assert (tmp_path / "a").read_bytes() == (tmp_path / "b").read_bytes()


def test_no_temporary_file_is_left(path: Path) -> None:
    assert [each.name for each in path.parent.iterdir()] == [path.name]


def test_files_that_are_none_are_refused(tmp_path: Path) -> None:
    assert "no model" in error_of(tmp_path / "nowhere")
    assert "is a folder" in error_of(tmp_path)
    (tmp_path / "text").write_text("hello")
    assert "no model of fiasco" in error_of(tmp_path / "text")
    (tmp_path / "empty").write_bytes(b"")
    assert "no model of fiasco" in error_of(tmp_path / "empty")


def test_models_of_others_are_refused(path: Path, tmp_path: Path) -> None:
    card, tensors = contents(path)
    rewrite(path, {**card, "method": "winnow"}, tensors)
    assert "made for the method 'winnow'" in error_of(path)
    rewrite(path, {**card, "format": 2}, tensors)
    assert "has format 2, and this version reads 1" in error_of(path)
    rewrite(path, {**card, "settings": {"colour": 1}}, tensors)
    assert "other settings than this version" in error_of(path)
    Texrex().fit(training_examples(range(4))).save(tmp_path / "texrex")
    assert "made for the method 'texrex'" in error_of(tmp_path / "texrex")


def test_models_with_an_eye_and_without_are_not_mixed_up(path: Path, tmp_path: Path) -> None:
    found = refusal(FiascoVisual, path)
    assert "made for the method 'fiasco', not fiasco-visual" in found
    assert "train it anew: webwinnow train fiasco-visual" in found
    taught_to_look().save(tmp_path / "m")
    found = error_of(tmp_path / "m")
    assert "made for the method 'fiasco-visual', not fiasco" in found
    assert "train it anew: webwinnow train fiasco DATA" in found


def test_other_features_are_refused(path: Path) -> None:
    names = ["colour", *taught().fitted().machines[1].names[1:]]
    found = broken(path, "names", names)
    assert "made for other features than this version's; train it anew" in found


def test_missing_machines_are_refused(path: Path) -> None:
    both = taught().fitted().machines
    for machines in ((), both[:1], both[1:]):
        write(path, "fiasco", Saved(Model(Keywords(), machines), Provenance(), {}))
        assert "its machines are not the ones that are needed" in error_of(path)
    write(path, "fiasco-visual", Saved(taught().fitted(), Provenance(), {}))
    assert "its machines are not the ones" in refusal(FiascoVisual, path)
    write(path, "fiasco", Saved(taught_to_look().fitted(), Provenance(), {}))
    assert "its machines are not the ones" in error_of(path)


@pytest.mark.parametrize("part", ["low 0", "high 1", "centres 0", "weights 1"])
def test_broken_parts_are_refused(path: Path, part: str) -> None:
    card, tensors = contents(path)
    whole = tensors[part]
    endless, unknown = whole.copy(), whole.copy()
    endless.flat[0], unknown.flat[0] = np.inf, np.nan
    for other in (whole[:-1].copy(), whole[..., None].copy(), np.array(whole[0]), endless, unknown):
        rewrite(path, card, {**tensors, part: other})
        assert "a broken one" in error_of(path)
    rewrite(path, card, {name: each for name, each in tensors.items() if name != part})
    assert "a broken one" in error_of(path)


def test_numbers_that_cannot_be_computed_with_are_refused(path: Path) -> None:
    for name in ("gamma", "slope"):
        for value in (0, -1):
            assert "upside down" in broken(path, name, value)
    for name in ("gamma", "bias", "slope"):
        for endless in (float("nan"), float("inf")):
            assert "a number is not finite" in broken(path, name, endless)
        for other in ("steep", None, [1]):
            assert "a broken one" in broken(path, name, other)
    assert "do not fit on each other" in broken(path, "names", ["depth"])


@pytest.mark.parametrize(
    "changes",
    [
        {"keywords": {}},
        {"keywords": None},
        {"keywords": {"clean": 7, "dirty": [], "common": []}},
        {"machines": None},
        {"machines": [1, 2]},
        {"machines": [{}, {}]},
        {"settings": 7},
        {"studied": None},
    ],
)
def test_broken_cards_are_refused(path: Path, changes: dict[str, Any]) -> None:
    card, tensors = contents(path)
    rewrite(path, {**card, **changes}, tensors)
    assert "a broken one" in error_of(path)


def test_a_card_without_end_is_refused(path: Path) -> None:
    _, tensors = contents(path)
    path.write_bytes(save(tensors, {CARD: "[" * 100_000}))
    assert "a broken one" in error_of(path)


@pytest.mark.parametrize("length", [0, 8, 100, -1])
def test_half_a_file_is_refused(path: Path, length: int) -> None:
    path.write_bytes(path.read_bytes()[:length])
    assert "no model of fiasco" in error_of(path)


def test_models_of_any_make_are_written(tmp_path: Path) -> None:
    small = knowing(Fiasco(threshold=0.3), telling({STRUCTURE: 0.2, WORDS: 0.8}))
    small.save(tmp_path / "m")
    again = Fiasco.load(tmp_path / "m")
    assert again.threshold == 0.3
    assert again.decide(Page("<p>a")).score.tolist() == small.decide(Page("<p>a")).score.tolist()
    assert again.fitted().kinds[WORDS].bias == saying(WORDS, 0.8).bias


def test_parts_of_speech_are_kept(tmp_path: Path) -> None:
    pytest.importorskip("HanTa")
    method = knowing(Fiasco(), learn(training_examples(range(4)), Plan(pos=True)))
    method.save(tmp_path / "m")
    names = Fiasco.load(tmp_path / "m").fitted().kinds[WORDS].names
    assert "closed class" in names


def test_what_would_be_nonsense_is_refused(path: Path) -> None:
    card, tensors = contents(path)
    names = card["machines"][1]["names"]
    assert "or a step" in broken(path, "gamma", 1e300)
    assert "or a step" in broken(path, "slope", 1e300)
    assert "occurs twice" in broken(path, "names", [names[0], *names[:-1]])
    rewrite(path, {**card, "keywords": {**card["keywords"], "dirty": "abc"}}, tensors)
    assert "no lists" in error_of(path)
    first, second = card["machines"]
    more = {f"{name[:-1]}2": each for name, each in tensors.items() if name.endswith(" 1")}
    rewrite(path, {**card, "machines": [first, second, second]}, {**tensors, **more})
    assert "not the ones that are needed" in error_of(path)
