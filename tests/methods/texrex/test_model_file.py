from pathlib import Path

import numpy as np
import pytest

from tests.support.model_files import contents, loading_error, rewrite, with_model
from webwinnow import Page
from webwinnow.methods.provenance import Provenance
from webwinnow.methods.texrex.method import Texrex
from webwinnow.methods.texrex.network import Layer, Network

NEWS = "<p>It rained all night, and nobody slept.</p><ul><li><a href=/>Home</a></ul>"


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
    with_model(Texrex(), network()).save(path)
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


def test_networks_of_fann_are_read(tmp_path: Path) -> None:
    neurons = "(0, 0, 0) " * 38 + "(38, 13, 0.5) (0, 13, 0.5) "
    connections = " ".join(f"({i}, {0.5 if i == 37 else 0})" for i in range(38))
    path = tmp_path / "boilerplate.net"
    path.write_text(FANN_TEXT.format(neurons=neurons, connections=connections))
    decision = Texrex(model=path).decide(Page(NEWS))
    # Its output is 0.25 for every block.
    assert decision.score.tolist() == pytest.approx([0.75, 0.75])
    assert Texrex(model=path).provenance == Provenance()


def test_a_network_of_another_size_is_rejected(path: Path) -> None:
    for inputs, outputs in ((36, 1), (37, 2)):
        with_model(Texrex(), network(inputs, outputs)).save(path)
        assert "train it again" in load_error(path)


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
