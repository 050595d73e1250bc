"""What duplicates are found by, and how much a text repeats itself."""

import numpy as np
import pyarrow as pa

from webwinnow._core import document_keys
from webwinnow.corpus.record import DOCUMENTS
from webwinnow.corpus.stages.blocks import Blocks
from webwinnow.corpus.stages.columns import dropped, is_alive, with_columns

__all__ = ["KEYED", "Keys"]

KEYED = DOCUMENTS.append(pa.field("text_key", pa.int64())).append(
    pa.field("bands", pa.list_(pa.int64()))
)


class Keys:
    """Adds the columns of KEYED: a hash of the text, and sixteen of its MinHash values."""

    def __init__(self, max_repetition: float = 1.0) -> None:
        self.max_repetition = max_repetition

    def __call__(self, batch: pa.RecordBatch) -> pa.RecordBatch:
        rows = np.flatnonzero(is_alive(batch)).tolist()
        keys: list[int | None] = [None] * batch.num_rows
        bands: list[object] = [None] * batch.num_rows
        tokens: list[int | None] = [None] * batch.num_rows
        shares: list[float | None] = [None] * batch.num_rows
        texts, blocks = batch.column("text").to_pylist(), Blocks(batch.column("blocks"))
        for row in rows:
            found = document_keys(blocks.texts(row, texts[row]))
            keys[row], bands[row], tokens[row], repeated = found
            shares[row] = repeated / max(found[2], 1)
        batch = with_columns(batch, tokens=tokens, repetition=shares)
        too_much = np.array([(share or 0) > self.max_repetition for share in shares], bool)
        batch = dropped(batch, too_much, "repetitive")
        added = [pa.array(keys, pa.int64()), pa.array(bands, KEYED.field("bands").type)]
        return pa.RecordBatch.from_arrays([*batch.columns, *added], schema=KEYED)
