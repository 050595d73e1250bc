from pathlib import Path

import pytest

from benchmarks.papers.texrex.networks import accuracy
from tests.support.archives import read_archive
from webwinnow.errors import ModelError
from webwinnow.methods.texrex.fann import read_network

# Two inputs, two hidden units, one output.
GOOD = """FANN_FLO_2.1
num_layers=3
connection_rate=1.000000
network_type=0
layer_sizes=3 3 2 
scale_included=0
neurons (num_inputs, activation_function, activation_steepness)=(0, 0, 0.0) (0, 0, 0.0) (0, 0, 0.0)\
 (3, 5, 5.0e-01) (3, 5, 5.0e-01) (0, 5, 0.0) (3, 13, 1.0e+00) (0, 13, 0.0) 
connections (connected_to_neuron, weight)=(0, 1.0e+00) (1, 2.0e+00) (2, -3.0e+00)\
 (0, 0.0) (1, 0.0) (2, 0.0) (3, -7.5e-01) (4, 9.0e+00) (5, 2.5e-01) 
"""


def read(folder: Path, text: str) -> str:
    """The message of the error that the text gives."""
    path = folder / "a.net"
    path.write_text(text)
    with pytest.raises(ModelError, match=r"a\.net") as raised:
        read_network(path)
    assert "\n" not in str(raised.value)
    return str(raised.value)


def test_weights_end_with_the_bias(tmp_path: Path) -> None:
    (tmp_path / "a.net").write_text(GOOD)
    hidden, output = read_network(tmp_path / "a.net").layers
    assert hidden.weights.tolist() == [[1, 2], [0, 0]]
    assert hidden.biases.tolist() == [-3, 0]
    assert (hidden.activation, hidden.steepness) == ("sigmoid symmetric", 0.5)
    assert output.weights.tolist() == [[-0.75, 9]]
    assert output.biases.tolist() == [0.25]
    assert (output.activation, output.steepness) == ("linear piece symmetric", 1)


def test_a_network_from_a_file_computes_outputs(tmp_path: Path) -> None:
    (tmp_path / "a.net").write_text(GOOD)
    network = read_network(tmp_path / "a.net")
    assert network.sizes == (2, 2, 1)
    # tanh of half of 1·1 + 2·1 − 3 is 0, so that the output's bias is left; tanh(11) is 1.
    assert network([[1, 1], [5, 10]]).tolist() == [[0.25], [-0.5]]


@pytest.mark.parametrize(
    ("old", "new", "problem"),
    [
        (GOOD, "", "it begins with '', expected 'FANN_FLO_2.1'"),
        ("FLO", "FIX", "it begins with 'FANN_FIX_2.1'"),
        ("connection_rate=1.0", "connection_rate=0.5", "not fully connected"),
        ("network_type=0", "network_type=1", "not fully connected"),
        ("scale_included=0", "scale_included=1", "it has input scaling"),
        ("layer_sizes=3 3 2 ", "layer_sizes=3", "layer_sizes needs two or more"),
        ("layer_sizes=3 3 2 ", "layer_sizes=3 3 1", "layer_sizes needs two or more"),
        ("layer_sizes=3 3 2 ", "layer_sizes=3 4 2", "layer_sizes has 9 units, but neurons has 8"),
        ("layer_sizes=3 3 2 ", "sizes=3", "it has no layer_sizes"),
        (" (5, 2.5e-01)", "", "its layers need 9 connections, but it has 8"),
        ("(4, 9.0e+00)", "(3, 9.0e+00)", "its connections are not in the order"),
        ("9.0e+00", "nine", "'nine' is not a number"),
        ("9.0e+00", "nan", "'nan' is out of range"),
        ("9.0e+00", "1e300", "'1e300' is out of range"),
        ("(4, 9.0e+00)", "(1234567890, 9.0e+00)", "'1234567890' is not a count"),
        ("layer_sizes=3 3 2 ", "layer_sizes=3.9 3 2", "'3.9' is not a count"),
        ("(3, 5, 5.0e-01) (3, 5", "(3, 5, 5.0e-01) (3, 3", "different activations"),
        ("(3, 13, 1.0e+00)", "(3, 17, 1.0e+00)", "unknown activation 17"),
    ],
)
def test_an_invalid_file_is_a_model_error(tmp_path: Path, old: str, new: str, problem: str) -> None:
    assert old in GOOD
    assert problem in read(tmp_path, GOOD.replace(old, new, 1))


def test_a_missing_file_is_a_model_error(tmp_path: Path) -> None:
    with pytest.raises(ModelError, match=r"cannot read .*a\.net"):
        read_network(tmp_path / "a.net")


@pytest.mark.parametrize(("language", "expected"), [("de", 0.9836), ("en", 0.9911)])
def test_the_authors_networks_reach_the_published_accuracy(
    tmp_path: Path, language: str, expected: float
) -> None:
    for name, content in read_archive("texrex.tar.xz"):
        (tmp_path / Path(name).name).write_bytes(content)
    assert accuracy(tmp_path, language) == pytest.approx(expected, abs=5e-5)
