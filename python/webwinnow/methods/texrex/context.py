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
    count, width = inputs.shape
    table = np.empty((width + len(CONTEXT_INPUTS), count), np.float32)
    table[:width] = inputs.T
    own = table[width]
    np.clip(outputs, 0, 1, out=own)
    for row, place in enumerate(NEIGHBOURS, width + 1):
        table[row] = 1
        if place < 0:
            table[row, -place:] = own[:place]
        else:
            table[row, :-place] = own[place:]
    fill_means(own, length, table[-2:])
    columns: FloatArray = table.T
    return columns


def fill_means(outputs: FloatArray, length: FloatArray, found: FloatArray) -> None:
    """Fill a row for NEAR and one for AROUND: mean outputs of the blocks up to so far away."""
    count = len(outputs)
    # Sums of weighted outputs and of lengths before each block, continued beyond the page.
    sums = np.zeros((2, count + 2 * AROUND + 1))
    inside = sums[:, AROUND + 1 : AROUND + 1 + count]
    inside[0] = outputs * length
    inside[1] = length
    np.cumsum(inside, axis=1, out=inside)
    sums[:, AROUND + 1 + count :] = inside[:, -1:]
    for row, reach in enumerate((NEAR, AROUND)):
        skipped = AROUND - reach
        end = sums[:, skipped + 2 * reach + 1 : skipped + 2 * reach + 1 + count]
        weighted, total = end - sums[:, skipped : skipped + count]
        np.divide(weighted, total, out=found[row], casting="same_kind")
