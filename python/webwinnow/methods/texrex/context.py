"""Two networks: the first sees one block, the second also its outputs for the blocks around.

The paper's method has the first network only.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from webwinnow.methods.texrex.network import Network

FloatArray = NDArray[np.float32]

NEIGHBOURS, NEAR, AROUND = (-2, -1, 1, 2), 5, 15
CONTEXT_INPUTS = {
    "output": "the first network's output for the block, 0 to 1",
    **{
        f"output {place:+}": "its output for a near block; 1 beyond the page"
        for place in NEIGHBOURS
    },
    "output near": "mean output of the blocks up to five away, weighted by their length",
    "output around": "mean output of the blocks up to fifteen away, weighted by their length",
}


@dataclass(frozen=True, eq=False)
class Networks:
    """The network of single blocks, and the one that sees their surroundings, if there is one."""

    first: Network
    second: Network | None = None

    def __call__(self, inputs: FloatArray, length: FloatArray) -> FloatArray:
        """Output for each block, of the page's blocks in order with their lengths."""
        outputs = self.first(inputs).ravel()
        if self.second is None or not len(outputs):
            return outputs
        return self.second(with_context(inputs, outputs, length)).ravel()


def with_context(inputs: FloatArray, outputs: FloatArray, length: FloatArray) -> FloatArray:
    """Add columns for CONTEXT_INPUTS to the inputs of a page's blocks."""
    outputs = np.clip(outputs, 0, 1)
    count, reach = len(outputs), max(NEIGHBOURS)
    padded = np.ones(count + 2 * reach, np.float32)
    padded[reach : reach + count] = outputs
    near = [padded[reach + place : reach + place + count] for place in NEIGHBOURS]
    means = window_means(outputs, length, NEAR), window_means(outputs, length, AROUND)
    return np.column_stack((inputs, outputs, *near, *means)).astype(np.float32, copy=False)


def window_means(outputs: FloatArray, length: FloatArray, reach: int) -> NDArray[np.float64]:
    """Mean output over the blocks up to `reach` away, weighted by length."""
    count = len(outputs)
    places = np.arange(count)
    start, end = np.maximum(places - reach, 0), np.minimum(places + reach + 1, count)
    sums = np.zeros((2, count + 1))
    np.cumsum(outputs * length, dtype=np.float64, out=sums[0, 1:])
    np.cumsum(length, dtype=np.float64, out=sums[1, 1:])
    found = sums[:, end] - sums[:, start]
    means: NDArray[np.float64] = found[0] / found[1]
    return means
