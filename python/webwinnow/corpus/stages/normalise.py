"""Texts in one form: composed characters, plain dashes, words without their hyphenation."""

import re
import unicodedata
from collections.abc import Callable

import numpy as np
import pyarrow as pa

from webwinnow.corpus.stages.blocks import Blocks, Moved, rewritten
from webwinnow.corpus.stages.columns import is_alive, with_columns
from webwinnow.errors import UnknownSetting

__all__ = ["NORMALISATIONS", "Normalise"]

# All of them look like a hyphen, and none is a dash between words.
HYPHENS = dict.fromkeys(map(ord, "\u2010\u2011\u2043\ufe63\uff0d"), "-")
DASHES = dict.fromkeys(map(ord, "\u2012\u2013\u2014\u2015\u2e3a\u2e3b\ufe58"), "\u2013")
# A word that a line's end has broken: small letters on both sides, and the break between. With a
# space instead, it may as well be "pre- and post-war".
BROKEN = re.compile(r"(?<=[^\W\d_])-\n(?=[^\W\d_A-Z])")
SOFT = "\u00ad"


def nfc(text: str) -> str:
    return unicodedata.normalize("NFC", text)


def dashes(text: str) -> str:
    return text.translate(HYPHENS | DASHES)


def hyphens(text: str) -> str:
    return BROKEN.sub("", text.replace(SOFT, ""))


#: By name: each makes a text of a block's text.
NORMALISATIONS: dict[str, Callable[[str], str]] = {"nfc": nfc, "dashes": dashes, "hyphens": hyphens}


class Normalise:
    """nfc composes characters, dashes makes one of all dashes and one of all hyphens, hyphens
    rejoins words that were hyphenated.
    """

    def __init__(self, names: tuple[str, ...]) -> None:
        unknown = [name for name in names if name not in NORMALISATIONS]
        if unknown:
            known = ", ".join(NORMALISATIONS)
            raise UnknownSetting(f"cannot normalise {unknown[0]!r}; choose from {known}")
        # In one order, whatever the order that they are named in.
        self.steps = [step for name, step in NORMALISATIONS.items() if name in names]

    def __call__(self, batch: pa.RecordBatch) -> pa.RecordBatch:
        texts, blocks = batch.column("text").to_pylist(), Blocks(batch.column("blocks"))
        moved = Moved(blocks)
        for row in np.flatnonzero(is_alive(batch)).tolist():
            pieces = [self.of_block(piece) for piece in blocks.texts(row, texts[row])]
            every = range(len(pieces))
            texts[row], start, end = rewritten(texts[row], *blocks.of(row), pieces, every)
            moved.move(row, start, end)
        return with_columns(batch, text=texts, blocks=moved.column())

    def of_block(self, text: str) -> str:
        for step in self.steps:
            text = step(text)
        return text
