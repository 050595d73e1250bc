"""Batches of pages and documents, made by hand."""

import pyarrow as pa

from webwinnow.corpus.record import PAGES
from webwinnow.corpus.settings import Settings
from webwinnow.corpus.stages.clean import Clean
from webwinnow.methods import load

ENGLISH = "It rained on the harbour all day, and nobody in the town knew when it would stop."
GERMAN = "Es regnete den ganzen Tag auf den Hafen, und niemand in der Stadt wusste, wie lange noch."


def pages(
    *htmls: str | bytes | None, url: str | None = None, drop: str = "broken"
) -> pa.RecordBatch:
    """A batch of pages; None is a row that the reader dropped."""
    rows = [
        {
            "order": number,
            "source": "a.warc",
            "offset": 100 * number,
            "url": url,
            "html": html.encode() if isinstance(html, str) else html,
            "drop": drop if html is None else None,
            "detail": "why" if html is None else None,
        }
        for number, html in enumerate(htmls)
    ]
    return pa.RecordBatch.from_pylist(rows, schema=PAGES)


def documents(*htmls: str | bytes | None) -> pa.RecordBatch:
    """Documents with all visible text of the pages."""
    return Clean(load("all"), Settings())(pages(*htmls))


def texts(batch: pa.RecordBatch) -> list[str | None]:
    found: list[str | None] = batch.column("text").to_pylist()
    return found


def drops(batch: pa.RecordBatch) -> list[str | None]:
    found: list[str | None] = batch.column("drop").to_pylist()
    return found


def block_texts(batch: pa.RecordBatch, row: int = 0) -> list[str]:
    text = batch.column("text")[row].as_py()
    return [text[each["start"] : each["end"]] for each in batch.column("blocks")[row].as_py()]
