"""Which of many rows have a key that came before, however many there are of one key."""

from collections.abc import Iterable, Iterator

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

__all__ = ["Earlier", "gathered"]

# Rows that are looked at together: sorting a few at a time would take as long as many.
TOGETHER = 2**20


class Earlier:
    """Keys that have come, each once, sorted: memory grows with different ones only."""

    def __init__(self) -> None:
        self.keys = np.zeros(0, np.int64)

    def has(self, keys: NDArray[np.int64]) -> NDArray[np.bool_]:
        """For each key whether it came before, in this call or an earlier one."""
        found, first = np.unique(keys, return_index=True)
        places = np.searchsorted(self.keys, found)
        is_known = np.zeros(len(found), bool)
        inside = places < len(self.keys)
        is_known[inside] = self.keys[places[inside]] == found[inside]
        came_before = np.ones(len(keys), bool)
        came_before[first[~is_known]] = False
        # Two runs that are sorted already: merging them is quick.
        self.keys = np.sort(np.concatenate([self.keys, found[~is_known]]), kind="stable")
        return came_before


def gathered(batches: Iterable[pa.RecordBatch], schema: pa.Schema) -> Iterator[pa.Table]:
    """The same rows, many at a time."""
    waiting: list[pa.RecordBatch] = []
    rows = 0
    for batch in batches:
        waiting.append(batch)
        rows += batch.num_rows
        if rows >= TOGETHER:
            yield pa.Table.from_batches(waiting, schema)
            waiting, rows = [], 0
    if waiting:
        yield pa.Table.from_batches(waiting, schema)
