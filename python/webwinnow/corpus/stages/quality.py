"""texrex's quality: running text has many short frequent words, lists and gibberish few."""

from collections import defaultdict

import numpy as np
import pyarrow as pa

from webwinnow.corpus.stages.columns import dropped, is_alive, with_columns
from webwinnow.errors import UnknownSetting
from webwinnow.methods.stopwords import StopList, find_list

__all__ = ["Quality"]

# Characters that are looked at, from the beginning.
SAMPLE = 1000


class Quality:
    """The share of a language's frequent words, scaled so that running text has .65 in all of them
    (`docs/methods/justext.md`). Null for languages without a list, which are never dropped for it.
    """

    def __init__(self, least: float = 0.0) -> None:
        self.least = least

    def __call__(self, batch: pa.RecordBatch) -> pa.RecordBatch:
        codes, texts = (batch.column(name).to_pylist() for name in ("language", "text"))
        shares: list[float | None] = [None] * batch.num_rows
        by_language = defaultdict(list)
        for row in np.flatnonzero(is_alive(batch)).tolist():
            by_language[codes[row]].append(row)
        for code, rows in by_language.items():
            words = words_of(code)
            if words is not None:
                found = words.shares([texts[row][:SAMPLE] for row in rows])
                for row, share in zip(rows, found.tolist(), strict=True):
                    shares[row] = share
        batch = with_columns(batch, quality=shares)
        if not self.least:
            return batch
        poor = np.array([share is not None and share < self.least for share in shares], bool)
        return dropped(batch, poor, "quality")


def words_of(code: str | None) -> StopList | None:
    if code is None:
        return None
    try:
        return find_list(code)
    except UnknownSetting:
        return None
