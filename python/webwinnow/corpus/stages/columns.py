"""What all stages do to a batch: take columns out, put columns in, drop rows."""

from collections.abc import Sequence
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from numpy.typing import NDArray

__all__ = ["dropped", "is_alive", "with_columns"]


def is_alive(batch: pa.RecordBatch) -> NDArray[np.bool_]:
    """The rows that no stage has dropped yet."""
    alive: NDArray[np.bool_] = pc.is_null(batch.column("drop")).to_numpy(zero_copy_only=False)
    return alive


def with_columns(batch: pa.RecordBatch, **columns: Any) -> pa.RecordBatch:
    """The batch with other values in columns that its schema has."""
    arrays = list(batch.columns)
    for name, values in columns.items():
        place = batch.schema.get_field_index(name)
        is_array = isinstance(values, pa.Array)
        arrays[place] = values if is_array else pa.array(values, batch.schema.field(place).type)
    return pa.RecordBatch.from_arrays(arrays, schema=batch.schema)


def dropped(
    batch: pa.RecordBatch,
    rows: NDArray[np.bool_],
    reason: str,
    details: Sequence[str | None] | None = None,
) -> pa.RecordBatch:
    """The batch with these of its living rows dropped. Their text is let go of."""
    chosen = rows & is_alive(batch)
    if not chosen.any():
        return batch
    mask = pa.array(chosen)
    columns: dict[str, Any] = {"drop": pc.if_else(mask, reason, batch.column("drop"))}
    if details is not None:
        told = pa.array(details, pa.string())
        columns["detail"] = pc.if_else(mask, told, batch.column("detail"))
    for name in ("text", "blocks"):
        column = batch.column(name)
        columns[name] = pc.if_else(mask, pa.scalar(None, column.type), column)
    return with_columns(batch, **columns)
