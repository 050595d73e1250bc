"""Stage that normalises texts: composed characters, uniform dashes, rejoined words."""

import re
import unicodedata
from collections.abc import Callable

import numpy as np
import pyarrow as pa

from webwinnow.corpus.stages.columns import (
    BlockColumn,
    BlockEditor,
    is_kept,
    replace_blocks,
    with_columns,
)
from webwinnow.errors import UnknownSetting

# Characters that look like a hyphen, without dashes between words.
HYPHENS = dict.fromkeys(map(ord, "\u2010\u2011\u2043\ufe63\uff0d"), "-")
DASHES = dict.fromkeys(map(ord, "\u2012\u2013\u2014\u2015\u2e3a\u2e3b\ufe58"), "\u2013")
# A word hyphenated at a line break, before a lower-case letter. A hyphen before a space may also be
# "pre- and post-war".
HYPHENATION = re.compile(r"(?<=[^\W\d_])-\n(?=[^\W\d_A-Z])")
SOFT_HYPHEN = "\u00ad"


def nfc(text: str) -> str:
    return unicodedata.normalize("NFC", text)


def dashes(text: str) -> str:
    return text.translate(HYPHENS | DASHES)


def hyphens(text: str) -> str:
    return HYPHENATION.sub("", text.replace(SOFT_HYPHEN, ""))


#: Name to function on the text of a block.
NORMALISATIONS: dict[str, Callable[[str], str]] = {"nfc": nfc, "dashes": dashes, "hyphens": hyphens}


class Normalise:
    """Applies normalisations by name: `nfc` composes characters, `dashes` unifies dashes and
    hyphens, `hyphens` rejoins hyphenated words.
    """

    def __init__(self, names: tuple[str, ...]) -> None:
        unknown = [name for name in names if name not in NORMALISATIONS]
        if unknown:
            known = ", ".join(NORMALISATIONS)
            raise UnknownSetting(f"cannot normalise {unknown[0]!r}; choose from {known}")
        # In a fixed order, independent of the order of names.
        self.steps = [step for name, step in NORMALISATIONS.items() if name in names]

    def __call__(self, batch: pa.RecordBatch) -> pa.RecordBatch:
        texts, blocks = batch.column("text").to_pylist(), BlockColumn(batch.column("blocks"))
        edited = BlockEditor(blocks)
        for row in np.flatnonzero(is_kept(batch)).tolist():
            normalised = [self.normalise(text) for text in blocks.texts(row, texts[row])]
            every = range(len(normalised))
            texts[row], start, end = replace_blocks(texts[row], *blocks.of(row), normalised, every)
            edited.set_row(row, start, end)
        return with_columns(batch, text=texts, blocks=edited.column())

    def normalise(self, text: str) -> str:
        for step in self.steps:
            text = step(text)
        return text
