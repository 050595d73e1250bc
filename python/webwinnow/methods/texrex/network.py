"""texrex's network: layers of units that each weigh all units of the layer before them, and a bias.

Only a forward pass; `texrex_fann` reads the authors' networks and `texrex_rprop` trains new ones.
"""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

__all__ = ["ACTIVATIONS", "Layer", "Network"]

FloatArray = NDArray[np.float32]


def sigmoid(x: FloatArray) -> FloatArray:
    found: FloatArray = (np.tanh(x) + np.float32(1)) / 2
    return found


def gaussian(x: FloatArray) -> FloatArray:
    found = x * x
    np.negative(found, out=found)
    np.exp(found, out=found)
    return found


def symmetric_gaussian(x: FloatArray) -> FloatArray:
    found = gaussian(x)
    found *= 2
    found -= 1
    return found


# By FANN's names; x is a unit's sum times its steepness.
ACTIVATIONS: dict[str, Callable[[FloatArray], FloatArray]] = {
    "linear": lambda x: x,
    "sigmoid": sigmoid,
    "sigmoid symmetric": np.tanh,
    "gaussian": gaussian,
    "gaussian symmetric": symmetric_gaussian,
    "linear piece": lambda x: np.minimum(
        np.maximum(x, 0), 1
    ),  # what np.clip does, in half the time
    "linear piece symmetric": lambda x: np.minimum(np.maximum(x, -1), 1),
}


@dataclass(frozen=True, eq=False)
class Layer:
    weights: FloatArray  # a row for each unit, a column for each unit of the layer before
    biases: FloatArray
    activation: str  # one of ACTIVATIONS
    steepness: float = 0.5

    def __call__(self, values: FloatArray) -> FloatArray:
        sums = values @ self.weights.T
        sums += self.biases
        sums *= np.float32(self.steepness)
        return ACTIVATIONS[self.activation](sums)


@dataclass(frozen=True, eq=False)
class Network:
    layers: tuple[Layer, ...]  # from the inputs on

    @property
    def sizes(self) -> tuple[int, ...]:
        """How many inputs, then how many units each layer has."""
        inputs = self.layers[0].weights.shape[1]
        return (inputs, *(len(layer.biases) for layer in self.layers))

    def __call__(self, inputs: ArrayLike) -> FloatArray:
        """A row of outputs for each row of inputs; texrex's one output is 1 for boilerplate."""
        values = np.asarray(inputs, np.float32)
        for layer in self.layers:
            values = layer(values)
        return values
