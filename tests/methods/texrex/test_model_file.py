import re
import warnings
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.support.model_files import contents, loading_error, rewrite, with_model
from tests.support.tag_soup import any_html
from webwinnow import Page
from webwinnow.errors import ModelError
from webwinnow.methods.provenance import Provenance
from webwinnow.methods.texrex.context import Networks
from webwinnow.methods.texrex.method import Texrex
from webwinnow.methods.texrex.model_file import MAX_INPUT
from webwinnow.methods.texrex.network import ACTIVATIONS, Layer, Network

NEWS = "<p>It rained all night, and nobody slept.</p><ul><li><a href=/>Home</a></ul>"


def networks(inputs: int = 37, outputs: int = 1, second: int | None = None) -> Networks:
    return Networks(network(inputs, outputs), network(second) if second else None)


def network(inputs: int = 37, outputs: int = 1) -> Network:
    rng = np.random.default_rng(3)
    sizes = [(4, inputs), (outputs, 4)]
    hidden, output = (rng.normal(size=size).astype(np.float32) for size in sizes)
    return Network((
        Layer(hidden, rng.normal(size=4).astype(np.float32), "gaussian symmetric", 0.5),
        Layer(output, np.zeros(outputs, np.float32), "linear piece symmetric", 0.25),
    ))  # fmt: skip


@pytest.fixture
def path(tmp_path: Path) -> Path:
    path = tmp_path / "m"
    with_model(Texrex(), networks()).save(path)
    return path


def load_error(path: Path) -> str:
    return loading_error(Texrex, path)


FANN_TEXT = """FANN_FLO_2.1
num_layers=2
connection_rate=1.000000
network_type=0
layer_sizes=38 2 
scale_included=0
neurons (num_inputs, activation_function, activation_steepness)={neurons}
connections (connected_to_neuron, weight)={connections}
"""


def write_fann(folder: Path, bias: float) -> Path:
    neurons = "(0, 0, 0) " * 38 + "(38, 13, 0.5) (0, 13, 0.5) "
    connections = " ".join(f"({i}, {bias if i == 37 else 0})" for i in range(38))
    path = folder / "boilerplate.net"
    path.write_text(FANN_TEXT.format(neurons=neurons, connections=connections))
    return path


def test_networks_of_fann_are_read(tmp_path: Path) -> None:
    path = write_fann(tmp_path, 0.5)
    decision = Texrex(model=path).decide(Page(NEWS))
    # Its output is 0.25 for every block.
    assert decision.score.tolist() == pytest.approx([0.75, 0.75])
    assert Texrex(model=path).provenance == Provenance()


def test_a_network_of_another_size_is_rejected(path: Path) -> None:
    for inputs, outputs, second in ((36, 1, None), (37, 2, None), (37, 1, 37), (44, 1, 44)):
        with_model(Texrex(), networks(inputs, outputs, second)).save(path)
        assert re.search("expected (37|44) and 1", load_error(path))


def test_both_networks_are_saved(path: Path) -> None:
    saved = networks(second=44)
    with_model(Texrex(), saved).save(path)
    loaded = Texrex.load(path).current_model
    assert loaded.second is not None
    inputs, length = np.ones((3, 37), np.float32), np.ones(3, np.float32)
    assert loaded(inputs, length).tolist() == saved(inputs, length).tolist()


SIZES = st.sampled_from([1.0, 1500.0, 1e6, 1e12, 1e20, 3e38])


KINDS = st.sampled_from(list(ACTIVATIONS))


@given(
    sizes=st.tuples(SIZES, SIZES, SIZES),
    kinds=st.tuples(KINDS, KINDS),
    steepness=st.sampled_from([0.5, 1e-30, 1e10, 3e38]),
    seed=st.integers(0, 9),
    html=any_html,
)
def test_finite_weights_are_rejected_or_give_finite_outputs(
    tmp_path_factory: pytest.TempPathFactory,
    sizes: tuple[float, float, float],
    kinds: tuple[str, str],
    steepness: float,
    seed: int,
    html: bytes,
) -> None:
    rng = np.random.default_rng(seed)
    hidden, biases, output = (
        (rng.choice([-1, 1, 0.5], shape) * size).astype(np.float32)
        for size, shape in zip(sizes, [(3, 37), (3,), (1, 3)], strict=True)
    )
    layers = (
        Layer(hidden, biases, kinds[0], steepness),
        Layer(output, np.zeros(1, np.float32), kinds[1], steepness),
    )
    path = tmp_path_factory.mktemp("m") / "m"
    with_model(Texrex(), Networks(Network(layers))).save(path)
    try:
        method = Texrex.load(path)
    except ModelError:
        assert "its sums could overflow" in load_error(path)
        return
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert np.isfinite(method.decide(Page(html)).score).all()
        largest = np.full((1, 37), MAX_INPUT, np.float32)
        assert np.isfinite(method.current_model.first(np.vstack([largest, -largest]))).all()


def test_large_weights_of_fann_are_rejected(tmp_path: Path) -> None:
    path = write_fann(tmp_path, 1e30)
    assert "its sums could overflow" in load_error(path)
    write_fann(tmp_path, 1500)
    assert Texrex(model=path).current_model.first.sizes == (37, 1)


def test_other_inputs_and_invalid_layers_are_rejected(path: Path) -> None:
    card, tensors = contents(path)
    rewrite(path, {**card, "inputs": "0"}, tensors)
    assert "trained for other inputs" in load_error(path)
    weights = tensors["weights 1"]
    for broken in (weights[:, :-1].copy(), weights.T.copy(), np.full_like(weights, np.nan)):
        rewrite(path, card, {**tensors, "weights 1": broken})
        assert "it is damaged" in load_error(path)
    rewrite(path, {**card, "layers": [{"activation": "sine", "steepness": 1}]}, tensors)
    assert "unknown activation 'sine'" in load_error(path)
    rewrite(path, {**card, "layers": []}, tensors)
    assert "it has no layers" in load_error(path)
    steep = [{"activation": "linear", "steepness": float("nan")}] * 2
    rewrite(path, {**card, "layers": steep}, tensors)
    assert "a steepness is not finite" in load_error(path)
    rewrite(path, card, {name: each for name, each in tensors.items() if name != "biases 0"})
    assert "it is damaged" in load_error(path)
