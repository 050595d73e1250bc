import time
from pathlib import Path

import numpy as np
import pytest

from tests.methods.victor.training_pages import small_setup
from tests.support.model_files import contents, loading_error, rewrite, with_model
from webwinnow import Page
from webwinnow.methods.victor.crf import Crf
from webwinnow.methods.victor.method import Victor
from webwinnow.methods.victor.setup import Setup


def crf() -> Crf:
    rng = np.random.default_rng(3)
    attributes = np.array([0, 3, 7], np.int32)
    weights, transitions = (rng.normal(size=(n, 5)).astype(np.float32) for n in (3, 5))
    return Crf(small_setup(), attributes, weights, transitions)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    path = tmp_path / "m"
    with_model(Victor(), crf()).save(path)
    return path


def load_error(path: Path) -> str:
    return loading_error(Victor, path)


def test_other_labels_and_invalid_weights_are_rejected(path: Path) -> None:
    card, tensors = contents(path)
    rewrite(path, {**card, "labels": ["a"]}, tensors)
    assert "trained for other labels" in load_error(path)
    weights, transitions = tensors["weights"], tensors["transitions"]
    for broken in (weights[:, :-1].copy(), weights[:-1].copy(), np.full_like(weights, np.nan)):
        rewrite(path, card, {**tensors, "weights": broken})
        assert "it is damaged" in load_error(path)
    for broken in (transitions[:-1].copy(), transitions[:, :-1].copy(), transitions.ravel()):
        rewrite(path, card, {**tensors, "transitions": broken})
        assert "a weight for each pair of labels" in load_error(path)
    rewrite(path, card, {**tensors, "transitions": np.full_like(transitions, np.nan)})
    assert "not finite" in load_error(path)
    for numbers in ([0, 3, 1_000_000], [3, 0, 7], [-1, 0, 3], [3, 3, 7]):
        rewrite(path, card, {**tensors, "attributes": np.array(numbers, np.int32)})
        assert "do not match the setup" in load_error(path)
    rewrite(path, card, {name: each for name, each in tensors.items() if name != "weights"})
    assert "it is damaged" in load_error(path)


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


def with_expression(path: Path, expression: str) -> None:
    """Store a model whose setup has one expression for bullets."""
    text = f"[content]\nbullet = 'patterns'\n[patterns]\nbullet = ['{expression}']"
    setup = Setup.parse(text.replace(expression, "a"))
    weights = np.ones((1, 5), np.float32)
    model = Crf(setup, np.zeros(1, np.int32), weights, np.zeros((5, 5), np.float32))
    with_model(Victor(), model).save(path)
    card, tensors = contents(path)
    rewrite(path, {**card, "setup": text}, tensors)


@pytest.mark.parametrize(
    "page", ["<p>1" + "a" * 100_000, "<p>1aaaaaaaaaaaaaaaaaaaaaaaaaaaaa!" * 2000]
)
def test_an_expression_of_a_model_cannot_hang(path: Path, page: str) -> None:
    with_expression(path, "(a+)+$")
    model, parsed = Victor(model=path), Page(page)
    model.check_usable()
    start = time.perf_counter()
    model.decide(parsed)
    assert time.perf_counter() - start < 1


@pytest.mark.parametrize("expression", ["^a(?=b)", r"^(a)\1"])
def test_a_model_with_look_around_or_backreferences_is_rejected(
    path: Path, expression: str
) -> None:
    with_expression(path, expression)
    assert "without look-around and backreferences" in load_error(path)
