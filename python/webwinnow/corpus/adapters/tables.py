"""Clean pages in Arrow tables, as in Ray and Spark, and in pandas frames."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Any

import pyarrow as pa
import pyarrow.compute as pc

from webwinnow.corpus.read.batches import MAX_ROWS, PageRow, batches, broken_row
from webwinnow.corpus.read.parquet import (
    HTML_COLUMNS,
    batch_rows,
    describe_missing_html,
    html_column,
)
from webwinnow.corpus.record import DOCUMENTS
from webwinnow.corpus.settings import Settings
from webwinnow.corpus.stages import Stage, stages
from webwinnow.corpus.workspace import Shard
from webwinnow.errors import InputError

if TYPE_CHECKING:
    import pandas as pd

# Position in a corpus, which a table alone does not have.
POSITION_COLUMNS = ("order", "source", "offset", "url", "time", "digest", "id")
#: Reason to drop a row; null for documents.
DROP_COLUMNS = ("drop", "detail")
#: Columns computed from a page, besides the reason to drop it.
DOCUMENT_COLUMNS = tuple(
    name for name in DOCUMENTS.names if name not in {*POSITION_COLUMNS, *DROP_COLUMNS}
)

# Batches belong to a shard; this one stands for a table.
TABLE_SHARD = Shard(0, "table", "table")


@dataclass(frozen=True)
class CleanTable:
    """A function from a table of pages to a table of documents, which can be pickled for workers.

    Pages are in the column `html` or `content`, as text or bytes. `url`, and `charset` as declared
    by the server, are used if present. The page and charset columns are removed, other columns
    stay, and the columns of `docs/corpus-formats.md` from `host` on are added; they replace columns
    of the same name.

    settings: those of duplicates, Onion and format have no effect here
    keep_dropped: keep dropped rows, with the reason in `drop` and `detail`

    A table without a page column is an `InputError`. Each process loads the method once, at the
    first call.
    """

    settings: Settings = Settings()  # noqa: RUF009, frozen
    keep_dropped: bool = False

    def __call__(self, table: pa.Table) -> pa.Table:
        column = html_column(table.schema)
        if column is None:
            raise InputError(describe_missing_html("table", table.schema))
        cleaned = documents(table_rows(table, column, self.settings.max_bytes), self.settings)
        removed = {column, "charset", *cleaned.schema.names}
        kept = [place for place, name in enumerate(table.schema.names) if name not in removed]
        added = (*DOCUMENT_COLUMNS, *DROP_COLUMNS) if self.keep_dropped else DOCUMENT_COLUMNS
        # Without the table's metadata, which may describe removed columns.
        fields = [*map(table.schema.field, kept), *map(cleaned.schema.field, added)]
        columns = [*map(table.column, kept), *map(cleaned.column, added)]
        found = pa.Table.from_arrays(columns, schema=pa.schema(fields))
        return found if self.keep_dropped else found.filter(pc.is_null(cleaned.column("drop")))


def documents(rows: Iterable[PageRow], settings: Settings) -> pa.Table:
    """Clean rows of pages; the result has DOCUMENT_COLUMNS and DROP_COLUMNS."""
    steps = load_stages(settings)
    schema = pa.schema([DOCUMENTS.field(name) for name in (*DOCUMENT_COLUMNS, *DROP_COLUMNS)])
    found = []
    for batch in batches(TABLE_SHARD, rows):
        for step in steps:
            batch = step(batch)
        found.append(batch.select(schema.names))
    return pa.Table.from_batches(found, schema=schema)


# Cached by settings: engines unpickle a new object for each task.
@lru_cache(maxsize=4)
def load_stages(settings: Settings) -> tuple[Stage, ...]:
    return tuple(stages(settings).values())


def table_rows(table: pa.Table, column: str, max_bytes: int) -> Iterator[PageRow]:
    names = [name for name in ("url", "charset") if table.schema.names.count(name) == 1]
    for batch in table.select([column, *names]).to_batches(max_chunksize=MAX_ROWS):
        yield from batch_rows(batch, 0, column, max_bytes)


def clean_frame(
    frame: "pd.DataFrame",
    settings: Settings = Settings(),  # noqa: B008, frozen
    *,
    keep_dropped: bool = False,
) -> "pd.DataFrame":
    """Clean a frame of pages like `CleanTable`; rows keep their index.

    A column may contain both text and bytes.
    """
    import pandas as pd

    column = next((name for name in HTML_COLUMNS if name in frame.columns), None)
    if column is None:
        columns = ", ".join(map(str, frame.columns[:20])) or "none"
        raise InputError(
            f"the frame has no page column: expected {' or '.join(HTML_COLUMNS)}; "
            f"its columns are: {columns}; rename the one that holds the pages"
        )
    cleaned = documents(frame_rows(frame, column, settings.max_bytes), settings)
    if not keep_dropped:
        is_kept = pc.is_null(cleaned.column("drop"))
        cleaned, frame = (
            cleaned.filter(is_kept).drop_columns(list(DROP_COLUMNS)),
            frame[is_kept.to_numpy()],
        )
    removed = {column, "charset", *cleaned.schema.names}
    given = frame.loc[:, [name not in removed for name in frame.columns]]
    return pd.concat([given, cleaned.to_pandas().set_axis(frame.index)], axis=1)


def frame_rows(frame: "pd.DataFrame", column: str, max_bytes: int) -> Iterator[PageRow]:
    nothing = [None] * len(frame)
    columns = (frame.get(name, nothing) for name in (column, "url", "charset"))
    for html, url, charset in zip(*columns, strict=True):
        yield page_row(html, url, charset, max_bytes)


def page_row(html: Any, url: Any, charset: Any, max_bytes: int) -> PageRow:
    """Make a row of Python objects; any other type counts as missing, as pandas has several."""
    url, charset = (each if isinstance(each, str) else None for each in (url, charset))
    if isinstance(html, str):
        # Decoded text: the charset that the page declares no longer applies.
        html, charset = html[:max_bytes].encode("utf-8", "replace"), "utf-8"
    if not isinstance(html, bytes):
        return broken_row("no page: neither text nor bytes")
    return PageRow(html=html[:max_bytes], url=url, charset=charset)
