from pathlib import Path

import numpy as np
import pytest
from safetensors.numpy import save

from tests.methods.victor.training_pages import small_setup, training_pages
from tests.support.model_files import contents, loading_error, rewrite
from webwinnow.methods.model_file import CARD
from webwinnow.methods.provenance import Provenance, ProvenanceSet
from webwinnow.methods.victor.crf import Crf
from webwinnow.methods.victor.method import Victor
from webwinnow.methods.victor.model_file import SavedModel, read, write


def crf() -> Crf:
    rng = np.random.default_rng(3)
    attributes = np.array([0, 3, 7], np.int32)
    weights, transitions = (rng.normal(size=(n, 5)).astype(np.float32) for n in (3, 5))
    return Crf(small_setup(), attributes, weights, transitions)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    path = tmp_path / "new" / "m.safetensors"
    provenance = Provenance((ProvenanceSet("a set", "12ab", 2),), frozenset({7, 2**64 - 1}))
    write(path, SavedModel(crf(), provenance, {"threshold": 0.4}))
    return path


def load_error(path: Path) -> str:
    return loading_error(Victor, path)


def test_a_written_model_is_read_back(path: Path) -> None:
    saved = read(path)
    assert saved.crf.setup.features == small_setup().features
    assert np.array_equal(saved.crf.attributes, crf().attributes)
    assert np.array_equal(saved.crf.weights, crf().weights)
    assert np.array_equal(saved.crf.transitions, crf().transitions)
    assert saved.provenance.sets == (ProvenanceSet("a set", "12ab", 2),)
    assert saved.provenance.pages == {7, 2**64 - 1}
    assert Victor.load(path).threshold == 0.4


def test_the_same_pages_give_the_same_file(tmp_path: Path) -> None:
    pytest.importorskip("pycrfsuite")
    for name, seed in (("a", 0), ("b", 5)):
        Victor().fit(training_pages(range(8)), seed=seed).save(tmp_path / name)
    assert (tmp_path / "a").read_bytes() == (tmp_path / "b").read_bytes()


def test_no_temporary_file_is_left(path: Path) -> None:
    assert [each.name for each in path.parent.iterdir()] == [path.name]


def test_missing_files_folders_and_other_files_are_rejected(tmp_path: Path) -> None:
    assert "no model" in load_error(tmp_path / "nowhere")
    assert "is a folder" in load_error(tmp_path)
    for content in (b"hello", b""):
        (tmp_path / "text").write_bytes(content)
        assert "no model of victor" in load_error(tmp_path / "text")


def test_models_of_other_methods_and_versions_are_rejected(path: Path) -> None:
    card, tensors = contents(path)
    rewrite(path, {**card, "method": "winnow"}, tensors)
    assert "made for the method 'winnow'" in load_error(path)
    rewrite(path, {**card, "format": 2}, tensors)
    assert "has format 2, and this version reads 1" in load_error(path)
    rewrite(path, {**card, "format": "1"}, tensors)
    assert "has format '1', and this version reads 1" in load_error(path)
    rewrite(path, {**card, "labels": ["a"]}, tensors)
    assert "trained for other labels" in load_error(path)
    rewrite(path, {**card, "settings": {"colour": 1}}, tensors)
    assert "other settings than this version" in load_error(path)


def test_invalid_weights_are_rejected(path: Path) -> None:
    card, tensors = contents(path)
    weights, transitions = tensors["weights"], tensors["transitions"]
    for broken in (weights[:, :-1].copy(), weights[:-1].copy(), np.full_like(weights, np.nan)):
        rewrite(path, card, {**tensors, "weights": broken})
        assert "a broken one" in load_error(path)
    for broken in (transitions[:-1].copy(), transitions[:, :-1].copy(), transitions.ravel()):
        rewrite(path, card, {**tensors, "transitions": broken})
        assert "a weight for each pair of labels" in load_error(path)
    rewrite(path, card, {**tensors, "transitions": np.full_like(transitions, np.nan)})
    assert "not finite" in load_error(path)
    for numbers in ([0, 3, 1_000_000], [3, 0, 7], [-1, 0, 3], [3, 3, 7]):
        rewrite(path, card, {**tensors, "attributes": np.array(numbers, np.int32)})
        assert "do not match the setup" in load_error(path)
    rewrite(path, card, {name: each for name, each in tensors.items() if name != "weights"})
    assert "a broken one" in load_error(path)


@pytest.mark.parametrize("name", ["weights", "transitions"])
def test_weights_that_are_too_large_are_rejected(path: Path, name: str) -> None:
    card, tensors = contents(path)
    rewrite(path, card, {**tensors, name: np.full(tensors[name].shape, 1e300)})
    assert "not finite" in load_error(path)


def test_attribute_numbers_must_be_integers(path: Path) -> None:
    card, tensors = contents(path)
    rewrite(path, card, {**tensors, "attributes": np.array([0, 0.5, np.nan])})
    assert "do not match the setup" in load_error(path)


@pytest.mark.parametrize(
    ("setup", "problem"),
    [
        ("[markup", "not TOML"),
        (f"a = {'[' * 5000}", "nested too deeply"),
        ("[markup]\n'split.br' = {quantiles = 3}", "are not fitted"),
        (
            f"together = [{{position = {list(range(20))}}}]\n[document]\nposition = [1, 2]",
            "combine fewer",
        ),
    ],
)
def test_an_invalid_setup_is_rejected(path: Path, setup: str, problem: str) -> None:
    card, tensors = contents(path)
    rewrite(path, {**card, "setup": setup}, tensors)
    message = load_error(path)
    assert "has an invalid setup" in message
    assert problem in message
    assert message.endswith("train it again: webwinnow train victor DATA -o MODEL")


def test_a_card_that_is_nested_too_deeply_is_rejected(path: Path) -> None:
    _, tensors = contents(path)
    path.write_bytes(save(tensors, {CARD: "[" * 100_000}))
    assert "no model of victor" in load_error(path)


@pytest.mark.parametrize("length", [0, 8, 100, -1])
def test_a_truncated_file_is_rejected(path: Path, length: int) -> None:
    path.write_bytes(path.read_bytes()[:length])
    assert "no model of victor" in load_error(path)
