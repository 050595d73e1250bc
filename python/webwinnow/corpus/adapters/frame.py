"""Pages to documents in pandas."""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import pyarrow.compute as pc

from webwinnow.corpus.adapters.tables import FATE, documents
from webwinnow.corpus.read.batches import Found
from webwinnow.corpus.read.broken import broken
from webwinnow.corpus.read.parquet import HTML_COLUMNS
from webwinnow.corpus.settings import Settings
from webwinnow.errors import InputError

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["clean_frame", "found_of"]


def clean_frame(
    frame: "pd.DataFrame",
    settings: Settings = Settings(),  # noqa: B008, it is frozen
    *,
    keep_dropped: bool = False,
) -> "pd.DataFrame":
    """A frame of documents out of one of pages, as `CleanTable` makes tables of tables.

    The rows keep their index. Text and bytes may stand in one column.
    """
    import pandas as pd

    column = next((name for name in HTML_COLUMNS if name in frame.columns), None)
    if column is None:
        has = ", ".join(map(str, frame.columns[:20])) or "none at all"
        raise InputError(
            f"the frame has no column of pages, which would be {' or '.join(HTML_COLUMNS)}; "
            f"it has {has}; rename the one that holds them"
        )
    made = documents(rows_of(frame, column, settings.max_bytes), settings)
    if not keep_dropped:
        is_kept = pc.is_null(made.column("drop"))
        made, frame = made.filter(is_kept).drop_columns(list(FATE)), frame[is_kept.to_numpy()]
    gone = {column, "charset", *made.schema.names}
    given = frame.loc[:, [name not in gone for name in frame.columns]]
    return pd.concat([given, made.to_pandas().set_axis(frame.index)], axis=1)


def rows_of(frame: "pd.DataFrame", column: str, max_bytes: int) -> Iterator[Found]:
    nothing = [None] * len(frame)
    columns = (frame.get(name, nothing) for name in (column, "url", "charset"))
    for html, url, charset in zip(*columns, strict=True):
        yield found_of(html, url, charset, max_bytes)


def found_of(html: Any, url: Any, charset: Any, max_bytes: int) -> Found:
    """A page out of objects, of which any may be missing, in whatever way pandas has for that."""
    url, charset = (each if isinstance(each, str) else None for each in (url, charset))
    if isinstance(html, str):
        # What the page says of its charset was true before somebody made text of it.
        html, charset = html[:max_bytes].encode("utf-8", "replace"), "utf-8"
    if not isinstance(html, bytes):
        return broken("no page: neither text nor bytes")
    return Found(html=html[:max_bytes], url=url, charset=charset)
