from pathlib import Path

import numpy as np
import pytest
from safetensors.numpy import save

from tests.support.generated_pages import training_examples
from tests.support.model_files import contents, loading_error, rewrite
from webwinnow import Page
from webwinnow.methods.model_file import CARD
from webwinnow.methods.provenance import Provenance, ProvenanceSet
from webwinnow.methods.texrex.method import Texrex
from webwinnow.methods.texrex.model_file import SavedModel, read, write
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
    path = tmp_path / "new" / "m.safetensors"
    provenance = Provenance((ProvenanceSet("a set", "12ab", 2),), frozenset({7, 2**64 - 1}))
    write(path, SavedModel(network(), provenance, {"threshold": 0.4, "drop_documents": True}))
    return path


def load_error(path: Path) -> str:
    return loading_error(Texrex, path)


def test_a_written_model_is_read_back(path: Path) -> None:
    saved = read(path)
    rows = np.random.default_rng(0).random((5, 37), np.float32)
    assert np.array_equal(saved.network(rows), network()(rows))
    assert saved.provenance.sets == (ProvenanceSet("a set", "12ab", 2),)
    assert saved.provenance.pages == {7, 2**64 - 1}
    method = Texrex.load(path)
    assert (method.threshold, method.drop_documents) == (0.4, True)


def test_the_same_pages_give_the_same_file(tmp_path: Path) -> None:
    for name in "ab":
        Texrex().fit(training_examples(range(8)), seed=5).save(tmp_path / name)
    assert (tmp_path / "a").read_bytes() == (tmp_path / "b").read_bytes()


def test_no_temporary_file_is_left(path: Path) -> None:
    assert [each.name for each in path.parent.iterdir()] == [path.name]


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
        write(path, SavedModel(network(inputs, outputs), Provenance(), {}))
        assert "train it again" in load_error(path)


def test_missing_files_folders_and_other_files_are_rejected(tmp_path: Path) -> None:
    assert "no model" in load_error(tmp_path / "nowhere")
    assert "is a folder" in load_error(tmp_path)
    (tmp_path / "text").write_text("hello")
    assert "no model of texrex" in load_error(tmp_path / "text")
    (tmp_path / "empty").write_bytes(b"")
    assert "no model of texrex" in load_error(tmp_path / "empty")


def test_models_of_other_methods_and_versions_are_rejected(path: Path) -> None:
    card, tensors = contents(path)
    rewrite(path, {**card, "method": "winnow"}, tensors)
    assert "made for the method 'winnow'" in load_error(path)
    rewrite(path, {**card, "format": 2}, tensors)
    assert "has format 2, and this version reads 1" in load_error(path)
    rewrite(path, {**card, "inputs": "0"}, tensors)
    assert "trained for other inputs" in load_error(path)
    rewrite(path, {**card, "settings": {"colour": 1}}, tensors)
    assert "other settings than this version" in load_error(path)


def test_invalid_layers_are_rejected(path: Path) -> None:
    card, tensors = contents(path)
    weights = tensors["weights 1"]
    for broken in (weights[:, :-1].copy(), weights.T.copy(), np.full_like(weights, np.nan)):
        rewrite(path, card, {**tensors, "weights 1": broken})
        assert "a broken one" in load_error(path)
    rewrite(path, {**card, "layers": [{"activation": "sine", "steepness": 1}]}, tensors)
    assert "unknown activation 'sine'" in load_error(path)
    rewrite(path, {**card, "layers": []}, tensors)
    assert "it has no layers" in load_error(path)
    steep = [{"activation": "linear", "steepness": float("nan")}] * 2
    rewrite(path, {**card, "layers": steep}, tensors)
    assert "a steepness is not finite" in load_error(path)
    rewrite(path, card, {name: each for name, each in tensors.items() if name != "biases 0"})
    assert "a broken one" in load_error(path)


def test_a_card_that_is_nested_too_deeply_is_rejected(path: Path) -> None:
    _, tensors = contents(path)
    path.write_bytes(save(tensors, {CARD: "[" * 100_000}))
    assert "a broken one" in load_error(path)


@pytest.mark.parametrize("length", [0, 8, 100, -1])
def test_a_truncated_file_is_rejected(path: Path, length: int) -> None:
    path.write_bytes(path.read_bytes()[:length])
    assert "no model of texrex" in load_error(path)
