"""Stage that turns pages into documents: text, blocks and metadata."""

from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from webwinnow._core import LINE_KINDS, Decision, Page, lines
from webwinnow.clean import decide
from webwinnow.corpus.phrases.sample import visible_text
from webwinnow.corpus.record import BLOCK, BLOCKS, DOCUMENTS, VISIBLE, id_of
from webwinnow.corpus.settings import Settings
from webwinnow.formats import render_comments
from webwinnow.hosts import host_of
from webwinnow.messages import describe_error
from webwinnow.metadata import metadata
from webwinnow.methods.base import Method
from webwinnow.selection import Selection

if TYPE_CHECKING:
    from webwinnow.visual.styles import PageStyles, StyleSource

METADATA = ("title", "author", "date", "site_name", "description")
COPIED = ("order", "source", "offset", "url", "time", "digest")


class Clean:
    """Extracts the text of each page, or the reason to drop it.

    `styles` has the style sheets of the pages, if the method renders them; `counts` has the numbers
    of those that were found and missing.
    """

    def __init__(
        self, method: Method, settings: Settings, styles: "StyleSource | None" = None
    ) -> None:
        self.method, self.settings, self.styles = method, settings, styles
        self.selection = Selection(settings.min_score, settings.page_types)
        self.selection.check(method)
        self.counts: Counter[str] = Counter()

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
            except Exception as error:  # one page must not end the job
                found.append(Row(drop="failed", detail=describe_error(error)))
        batch = documents(pages, found)
        if not self.settings.phrases:
            return batch
        visible = pa.array([row.visible for row in found], VISIBLE.type)
        schema = batch.schema.append(VISIBLE)
        return pa.RecordBatch.from_arrays([*batch.columns, visible], schema=schema)

    def row(self, html: bytes, url: str | None, charset: str | None) -> "Row":
        styles = self.styles_of(url)
        page, decision, not_html, reason, dropped = decide(
            html, self.method, url=url, charset=charset, styles=styles, selection=self.selection
        )
        if styles is not None:
            self.counts["styles_found"] += len(styles.found)
            self.counts["styles_missing"] += len(styles.missing)
        if not_html:
            return Row(drop="type", detail=not_html)
        if reason:
            return Row(drop=dropped or "empty", detail=reason)
        if drop := self.check_shares(page, decision):
            return Row(drop=drop)
        block_lines = lines(page, decision)
        fields = metadata(page, url=url)
        return Row(
            text=block_lines[0],
            blocks=block_lines[1:],
            values={
                **{name: getattr(fields, name) for name in METADATA},
                "page_type": decision.page_type,
                "score": decision.confidence,
                "truncated": page.truncated or len(html) >= self.settings.max_bytes,
                "comments": comments_of(page, decision) if self.settings.comments else None,
            },
            visible=visible_text(page) if self.settings.phrases else None,
        )

    def styles_of(self, url: str | None) -> "PageStyles | None":
        if self.styles is None or url is None:
            return None
        from webwinnow.visual.styles import PageStyles

        return PageStyles(url, self.styles)

    def check_shares(self, page: Page, decision: Decision) -> str | None:
        """Apply texrex's rules for whole pages, if set."""
        characters, blocks = self.settings.min_text_share, self.settings.min_block_share
        if not characters and not blocks:
            return None
        visible, keep = Decision.visible(page).keep, decision.keep
        size = page.runs.chars
        if size[keep].sum() < characters * size[visible].sum():
            return "thin"
        kept, all_ = (len(np.unique(page.runs.block[those])) for those in (keep, visible))
        return "sparse" if kept < blocks * all_ else None


def comments_of(page: Page, decision: Decision) -> str | None:
    return render_comments(page, decision).removesuffix("\n") or None


@dataclass
class Row:
    """A document, or the reason to drop it."""

    text: str | None = None
    blocks: tuple[NDArray[Any], ...] = ()  # start, end, kind, level, score
    values: dict[str, Any] = field(default_factory=dict)
    visible: bytes | None = None  # all visible text, compressed
    drop: str | None = None
    detail: str | None = None


def documents(pages: pa.RecordBatch, rows: list[Row]) -> pa.RecordBatch:
    columns = {name: pages.column(name) for name in COPIED}
    columns["id"] = [id_of(order) for order in pages.column("order").to_pylist()]
    columns["host"] = [host_of(url) for url in pages.column("url").to_pylist()]
    for name in (*METADATA, "page_type", "score", "truncated", "comments"):
        columns[name] = [row.values.get(name) for row in rows]
    columns["text"] = [row.text for row in rows]
    columns["blocks"] = block_column(rows)
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


def block_column(rows: list[Row]) -> pa.Array:
    """Make one column of the blocks of all rows; null for rows without blocks."""
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
