"""Pages to documents, from Arrow table to Arrow table: for Ray, Spark and whatever has tables."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache

import pyarrow as pa
import pyarrow.compute as pc

from webwinnow.corpus.read.batches import MOST_ROWS, Found, batches
from webwinnow.corpus.read.parquet import found_in, html_column, no_html
from webwinnow.corpus.record import DOCUMENTS
from webwinnow.corpus.settings import Settings
from webwinnow.corpus.shard import Shard
from webwinnow.corpus.stages import Stage, stages
from webwinnow.errors import InputError

__all__ = ["FATE", "MADE", "CleanTable", "documents"]

# Where a page stands in a corpus: a table alone does not know.
PLACE = ("order", "source", "offset", "url", "time", "digest", "id")
#: Why a row is no document; null for one that is.
FATE = ("drop", "detail")
#: Columns that are made of a page, besides its fate.
MADE = tuple(name for name in DOCUMENTS.names if name not in {*PLACE, *FATE})

# Batches are of a shard; this one stands for all that come from elsewhere.
NOWHERE = Shard(0, "table", "table")


@dataclass(frozen=True)
class CleanTable:
    """A function from a table of pages to a table of documents, which can be sent to workers.

    Pages are in the column `html` (or `content`), as text or bytes; `url` and `charset`, the
    server's word on bytes, help where they are there. Page and charset go, other columns stay, and
    those of `docs/corpus-formats.md` from `host` on come, in place of any with the same name.

    settings: those of duplicates, of Onion and of the format mean nothing here
    keep_dropped: keep rows that are no documents, and say why in `drop` and `detail`

    Whatever a page is like, it is a row or is dropped; an `InputError` where there are no pages at
    all. The method is loaded once in every process, at the first call.
    """

    settings: Settings = Settings()  # noqa: RUF009, it is frozen
    keep_dropped: bool = False

    def __call__(self, table: pa.Table) -> pa.Table:
        column = html_column(table.schema)
        if column is None:
            raise InputError(no_html("table", table.schema))
        made = documents(pages_in(table, column, self.settings.max_bytes), self.settings)
        gone = {column, "charset", *made.schema.names}
        stay = [place for place, name in enumerate(table.schema.names) if name not in gone]
        come = (*MADE, *FATE) if self.keep_dropped else MADE
        # Without the table's metadata, which may tell of columns that are gone.
        fields = [*map(table.schema.field, stay), *map(made.schema.field, come)]
        columns = [*map(table.column, stay), *map(made.column, come)]
        found = pa.Table.from_arrays(columns, schema=pa.schema(fields))
        return found if self.keep_dropped else found.filter(pc.is_null(made.column("drop")))


def documents(rows: Iterable[Found], settings: Settings) -> pa.Table:
    """A row for each, with the columns MADE and FATE."""
    steps = steps_of(settings)
    schema = pa.schema([DOCUMENTS.field(name) for name in (*MADE, *FATE)])
    found = []
    for batch in batches(NOWHERE, rows):
        for step in steps:
            batch = step(batch)
        found.append(batch.select(schema.names))
    return pa.Table.from_batches(found, schema=schema)


# By settings, not by object: engines send the object along anew with each piece of work.
@lru_cache(maxsize=4)
def steps_of(settings: Settings) -> tuple[Stage, ...]:
    return tuple(stages(settings).values())


def pages_in(table: pa.Table, column: str, max_bytes: int) -> Iterator[Found]:
    names = [name for name in ("url", "charset") if table.schema.names.count(name) == 1]
    for batch in table.select([column, *names]).to_batches(max_chunksize=MOST_ROWS):
        yield from found_in(batch, 0, column, max_bytes)
