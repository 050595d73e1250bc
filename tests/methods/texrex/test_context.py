import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from webwinnow.methods.texrex.context import (
    CONTEXT_INPUTS,
    Networks,
    window_means,
    with_context,
)
from webwinnow.methods.texrex.network import Layer, Network


def column(outputs: list[float], name: str, lengths: list[float] | None = None) -> list[float]:
    inputs = np.zeros((len(outputs), 2), np.float32)
    found = with_context(
        inputs, np.array(outputs, np.float32), np.array(lengths or [1] * len(outputs), np.float32)
    )
    assert found.shape == (len(outputs), 2 + len(CONTEXT_INPUTS))
    values: list[float] = found[:, 2 + list(CONTEXT_INPUTS).index(name)].tolist()
    return values


def test_neighbours_have_their_outputs_and_beyond_the_page_is_boilerplate() -> None:
    outputs = [0.1, 0.2, 0.3]
    assert column(outputs, "output") == pytest.approx([0.1, 0.2, 0.3])
    assert column(outputs, "output -2") == pytest.approx([1, 1, 0.1])
    assert column(outputs, "output -1") == pytest.approx([1, 0.1, 0.2])
    assert column(outputs, "output +1") == pytest.approx([0.2, 0.3, 1])
    assert column(outputs, "output +2") == pytest.approx([0.3, 1, 1])


def test_outputs_are_clipped() -> None:
    assert column([-0.5, 1.5], "output") == [0, 1]


def test_means_are_weighted_by_length_and_end_with_the_page() -> None:
    outputs = [0.0] * 6 + [1.0] * 6
    assert column(outputs, "output near")[:2] == pytest.approx([0, 1 / 7])
    assert column(outputs, "output near", [3.0] * 6 + [1.0] * 6)[1] == pytest.approx(1 / 19)
    assert column(outputs, "output around") == pytest.approx([0.5] * 12)


@given(st.lists(st.tuples(st.floats(0, 1), st.integers(1, 1000)), min_size=1, max_size=40))
def test_window_means_match_a_loop(blocks: list[tuple[float, int]]) -> None:
    outputs, length = np.array(blocks, np.float32).T
    wanted = [
        np.average(outputs[max(at - 5, 0) : at + 6], weights=length[max(at - 5, 0) : at + 6])
        for at in range(len(blocks))
    ]
    assert window_means(outputs, length, 5) == pytest.approx(np.array(wanted), abs=1e-5)


def layer(weights: list[float]) -> Network:
    return Network((Layer(np.array([weights], np.float32), np.zeros(1, np.float32), "linear", 1),))


def test_the_second_network_has_the_last_word() -> None:
    first = layer([1, 0])
    # It takes the output of the block before.
    second = layer([0, 0, *(float(name == "output -1") for name in CONTEXT_INPUTS)])
    inputs, length = np.array([[0.2, 0], [0.6, 0]], np.float32), np.ones(2, np.float32)
    assert Networks(first)(inputs, length).tolist() == pytest.approx([0.2, 0.6])
    assert Networks(first, second)(inputs, length).tolist() == pytest.approx([1, 0.2])


def test_no_blocks_give_no_outputs() -> None:
    networks = Networks(layer([1, 0]), layer([0] * 9))
    assert networks(np.zeros((0, 2), np.float32), np.zeros(0, np.float32)).shape == (0,)
