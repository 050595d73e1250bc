from pathlib import Path

import numpy as np
import pytest
from safetensors.numpy import save

from tests.methods.victor.training_pages import lessons, small_setup
from tests.support.model_files import contents, refusal, rewrite
from webwinnow.methods.model_file import CARD
from webwinnow.methods.provenance import Studied, StudiedSet
from webwinnow.methods.victor.crf import Crf
from webwinnow.methods.victor.method import Victor
from webwinnow.methods.victor.model_file import Saved, read, write


def crf() -> Crf:
    chance = np.random.default_rng(3)
    attributes = np.array([0, 3, 7], np.int32)
    weights, transitions = (chance.normal(size=(n, 5)).astype(np.float32) for n in (3, 5))
    return Crf(small_setup(), attributes, weights, transitions)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    path = tmp_path / "new" / "m.safetensors"
    studied = Studied((StudiedSet("a set", "12ab", 2),), frozenset({7, 2**64 - 1}))
    write(path, Saved(crf(), studied, {"threshold": 0.4}))
    return path


def error_of(path: Path) -> str:
    return refusal(Victor, path)


def test_what_was_written_is_read(path: Path) -> None:
    saved = read(path)
    assert saved.crf.setup.features == small_setup().features
    assert np.array_equal(saved.crf.attributes, crf().attributes)
    assert np.array_equal(saved.crf.weights, crf().weights)
    assert np.array_equal(saved.crf.transitions, crf().transitions)
    assert saved.studied.sets == (StudiedSet("a set", "12ab", 2),)
    assert saved.studied.pages == {7, 2**64 - 1}
    assert Victor.load(path).threshold == 0.4


def test_the_same_lessons_give_the_same_bytes(tmp_path: Path) -> None:
    pytest.importorskip("pycrfsuite")
    for name, seed in (("a", 0), ("b", 5)):
        Victor().fit(lessons(range(8)), seed=seed).save(tmp_path / name)
    assert (tmp_path / "a").read_bytes() == (tmp_path / "b").read_bytes()


def test_no_temporary_file_is_left(path: Path) -> None:
    assert [each.name for each in path.parent.iterdir()] == [path.name]


def test_files_that_are_none_are_refused(tmp_path: Path) -> None:
    assert "no model" in error_of(tmp_path / "nowhere")
    assert "is a folder" in error_of(tmp_path)
    for content in (b"hello", b""):
        (tmp_path / "text").write_bytes(content)
        assert "no model of victor" in error_of(tmp_path / "text")


def test_models_of_others_are_refused(path: Path) -> None:
    card, tensors = contents(path)
    rewrite(path, {**card, "method": "winnow"}, tensors)
    assert "made for the method 'winnow'" in error_of(path)
    rewrite(path, {**card, "format": 2}, tensors)
    assert "has format 2, and this version reads 1" in error_of(path)
    rewrite(path, {**card, "format": "1"}, tensors)
    assert "has format '1', and this version reads 1" in error_of(path)
    rewrite(path, {**card, "labels": ["a"]}, tensors)
    assert "made for other labels" in error_of(path)
    rewrite(path, {**card, "settings": {"colour": 1}}, tensors)
    assert "other settings than this version" in error_of(path)


def test_broken_weights_are_refused(path: Path) -> None:
    card, tensors = contents(path)
    weights, transitions = tensors["weights"], tensors["transitions"]
    for broken in (weights[:, :-1].copy(), weights[:-1].copy(), np.full_like(weights, np.nan)):
        rewrite(path, card, {**tensors, "weights": broken})
        assert "a broken one" in error_of(path)
    for broken in (transitions[:-1].copy(), transitions[:, :-1].copy(), transitions.ravel()):
        rewrite(path, card, {**tensors, "transitions": broken})
        assert "a weight for each pair of labels" in error_of(path)
    rewrite(path, card, {**tensors, "transitions": np.full_like(transitions, np.nan)})
    assert "no finite number" in error_of(path)
    for numbers in ([0, 3, 1_000_000], [3, 0, 7], [-1, 0, 3], [3, 3, 7]):
        rewrite(path, card, {**tensors, "attributes": np.array(numbers, np.int32)})
        assert "not those of the setup" in error_of(path)
    rewrite(path, card, {name: each for name, each in tensors.items() if name != "weights"})
    assert "a broken one" in error_of(path)


@pytest.mark.parametrize("name", ["weights", "transitions"])
def test_weights_that_are_too_large_are_refused(path: Path, name: str) -> None:
    card, tensors = contents(path)
    rewrite(path, card, {**tensors, name: np.full(tensors[name].shape, 1e300)})
    assert "no finite number" in error_of(path)


def test_numbers_of_attributes_must_be_whole(path: Path) -> None:
    card, tensors = contents(path)
    rewrite(path, card, {**tensors, "attributes": np.array([0, 0.5, np.nan])})
    assert "not those of the setup" in error_of(path)


@pytest.mark.parametrize(
    ("setup", "problem"),
    [
        ("[markup", "not TOML"),
        (f"a = {'[' * 5000}", "nested too deeply"),
        ("[markup]\n'split.br' = {quantiles = 3}", "nobody has measured"),
        (
            f"together = [{{position = {list(range(20))}}}]\n[document]\nposition = [1, 2]",
            "conjoin fewer",
        ),
    ],
)
def test_a_setup_that_cannot_be_used_is_refused(path: Path, setup: str, problem: str) -> None:
    card, tensors = contents(path)
    rewrite(path, {**card, "setup": setup}, tensors)
    message = error_of(path)
    assert "has a setup that cannot be used" in message
    assert problem in message
    assert message.endswith("train it anew: webwinnow train victor DATA -o MODEL")


def test_a_card_that_is_nested_too_deeply_is_refused(path: Path) -> None:
    _, tensors = contents(path)
    path.write_bytes(save(tensors, {CARD: "[" * 100_000}))
    assert "no model of victor" in error_of(path)


@pytest.mark.parametrize("length", [0, 8, 100, -1])
def test_half_a_file_is_refused(path: Path, length: int) -> None:
    path.write_bytes(path.read_bytes()[:length])
    assert "no model of victor" in error_of(path)
