"""texrex's network: a multilayer perceptron, fully connected, with biases.

Only the forward pass; `fann` reads the authors' networks and `fit` trains new ones.
"""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

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


# By FANN's names; x is the sum of a unit times its steepness.
ACTIVATIONS: dict[str, Callable[[FloatArray], FloatArray]] = {
    "linear": lambda x: x,
    "sigmoid": sigmoid,
    "sigmoid symmetric": np.tanh,
    "gaussian": gaussian,
    "gaussian symmetric": symmetric_gaussian,
    # Twice as fast as np.clip.
    "linear piece": lambda x: np.minimum(np.maximum(x, 0), 1),
    "linear piece symmetric": lambda x: np.minimum(np.maximum(x, -1), 1),
}


@dataclass(frozen=True, eq=False)
class Layer:
    weights: FloatArray  # a row per unit, a column per unit of the previous layer
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
    layers: tuple[Layer, ...]  # from the first hidden layer to the output

    @property
    def sizes(self) -> tuple[int, ...]:
        """Number of inputs, then of the units of each layer."""
        inputs = self.layers[0].weights.shape[1]
        return (inputs, *(len(layer.biases) for layer in self.layers))

    def largest_sum(self, largest_input: float) -> float:
        """Bound of the sums of all units, for inputs up to this size."""
        found, bound = 0.0, largest_input
        for layer in self.layers:
            reach = np.abs(layer.weights, dtype=np.float64).sum(axis=1) * bound
            sums = (reach + np.abs(layer.biases)) * max(abs(layer.steepness), 1)
            found = max(found, float(sums.max(initial=0)))
            bound = found if layer.activation == "linear" else 1.0
        return found

    def __call__(self, inputs: ArrayLike) -> FloatArray:
        """A row of outputs per row of inputs; texrex's single output is 1 for boilerplate."""
        values = np.asarray(inputs, np.float32)
        for layer in self.layers:
            values = layer(values)
        return values
