"""Pages → documents: parse, decide, write the text, find what is known of it."""

from dataclasses import dataclass, field
from typing import Any

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from webwinnow._core import LINE_KINDS, Decision, Page, lines
from webwinnow.clean import why_empty
from webwinnow.corpus.record import BLOCK, BLOCKS, DOCUMENTS, id_of
from webwinnow.corpus.settings import Settings
from webwinnow.hosts import host_of
from webwinnow.messages import describe_error
from webwinnow.metadata import metadata
from webwinnow.methods.base import Method

__all__ = ["Clean"]

# The bytes that the standard on sniffing calls binary; pages have a stray one at most, of random
# ones every tenth is among them.
BINARY = bytes({*range(0x20)} - {*b"\t\n\f\r\x1b"})
LOOKED_AT, MOST_BINARY = 4096, 0.02

METADATA = ("title", "author", "date", "site_name", "description")
COPIED = ("order", "source", "offset", "url", "time", "digest")


class Clean:
    """The method's text of each page, or why there is none."""

    def __init__(self, method: Method, settings: Settings) -> None:
        self.method, self.settings = method, settings

    def __call__(self, pages: pa.RecordBatch) -> pa.RecordBatch:
        found, columns = [], ("url", "html", "charset", "drop", "detail")
        for url, html, charset, drop, detail in zip(
            *(pages.column(name) for name in columns), strict=True
        ):
            if drop.is_valid:
                found.append(Row(drop=drop.as_py(), detail=detail.as_py()))
                continue
            try:
                found.append(self.row(html.as_py(), url.as_py(), charset.as_py()))
            except Exception as error:  # one page, whatever is wrong with it, must not end the job
                found.append(Row(drop="failed", detail=describe_error(error)))
        return documents(pages, found)

    def row(self, html: bytes, url: str | None, charset: str | None) -> "Row":
        page = Page(html, charset=charset)
        if page.not_html or is_binary(html, page.encoding):
            return Row(drop="type", detail=page.not_html or "binary data")
        method = self.method.for_url(url)
        decision = method.decide(page)
        if not decision.kept:
            return Row(drop="empty", detail=why_empty(page, method))
        found = lines(page, decision)
        drop = self.too_little(page, decision)
        if drop:
            return Row(drop=drop)
        known = metadata(page, url=url)
        return Row(
            text=found[0],
            blocks=found[1:],
            values={
                **{name: getattr(known, name) for name in METADATA},
                "page_type": decision.page_type,
                "score": decision.confidence,
                "truncated": page.truncated or len(html) >= self.settings.max_bytes,
            },
        )

    def too_little(self, page: Page, decision: Decision) -> str | None:
        """texrex's rules for whole pages, as far as they are asked for."""
        characters, blocks = self.settings.min_text_share, self.settings.min_block_share
        if not characters and not blocks:
            return None
        visible, keep = Decision.visible(page).keep, decision.keep
        size = page.runs.chars
        if size[keep].sum() < characters * size[visible].sum():
            return "thin"
        kept, all_ = (len(np.unique(page.runs.block[those])) for those in (keep, visible))
        return "sparse" if kept < blocks * all_ else None


def is_binary(html: bytes, encoding: str | None) -> bool:
    """Whether what claims to be a page is full of bytes that no text has."""
    if encoding and encoding.startswith("UTF-16"):
        return False
    begin = html[:LOOKED_AT]
    return len(begin) - len(begin.translate(None, BINARY)) > MOST_BINARY * len(begin)


@dataclass
class Row:
    """A document, or why there is none."""

    text: str | None = None
    blocks: tuple[NDArray[Any], ...] = ()  # start, end, kind, level, score
    values: dict[str, Any] = field(default_factory=dict)
    drop: str | None = None
    detail: str | None = None


def documents(pages: pa.RecordBatch, rows: list[Row]) -> pa.RecordBatch:
    columns = {name: pages.column(name) for name in COPIED}
    columns["id"] = [id_of(order) for order in pages.column("order").to_pylist()]
    columns["host"] = [host_of(url) for url in pages.column("url").to_pylist()]
    for name in (*METADATA, "page_type", "score", "truncated"):
        columns[name] = [row.values.get(name) for row in rows]
    columns["text"] = [row.text for row in rows]
    columns["blocks"] = blocks_of(rows)
    columns["drop"] = [row.drop for row in rows]
    columns["detail"] = [row.detail for row in rows]
    arrays = [
        array_of(columns[each.name], each.type)
        if each.name in columns
        else pa.nulls(len(rows), each.type)
        for each in DOCUMENTS
    ]
    return pa.RecordBatch.from_arrays(arrays, schema=DOCUMENTS)


def array_of(values: Any, kind: pa.DataType) -> pa.Array:
    return values if isinstance(values, pa.Array) else pa.array(values, kind)


def blocks_of(rows: list[Row]) -> pa.Array:
    """The blocks of all rows as one column; null for rows without."""
    given = [row.blocks for row in rows if row.blocks]
    counts = [len(row.blocks[0]) if row.blocks else 0 for row in rows]
    empty = np.zeros(0, np.int32)
    start, end, kind, level, score = (
        np.concatenate([each[place] for each in given] or [empty]) for place in range(5)
    )
    names = pa.array(LINE_KINDS).take(pa.array(kind.astype(np.int32)))
    values = pa.StructArray.from_arrays(
        [
            names,
            pa.array(level.astype(np.uint8), mask=level == 0),
            pa.array(start.astype(np.int32)),
            pa.array(end.astype(np.int32)),
            pa.array(score.astype(np.float32)),
        ],
        fields=list(BLOCK),
    )
    offsets = np.append(0, np.cumsum(counts)).astype(np.int32)
    is_null = pa.array([not row.blocks for row in rows], pa.bool_())
    return pa.ListArray.from_arrays(pa.array(offsets), values, type=BLOCKS, mask=is_null)
