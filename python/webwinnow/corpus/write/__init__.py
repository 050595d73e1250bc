"""Documents into files: the parts of a corpus, in one of six formats."""

from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from webwinnow.errors import UnknownFormat

if TYPE_CHECKING:
    from webwinnow.corpus.write.base import Writer

__all__ = ["WRITERS", "Format", "open_writer"]


class Format(NamedTuple):
    suffix: str  # of a part's name
    writer: str  # where it is


WRITERS = {
    "parquet": Format(".parquet", "webwinnow.corpus.write.parquet:ParquetWriter"),
    "jsonl": Format(".jsonl.zst", "webwinnow.corpus.write.jsonl:JsonLinesWriter"),
    "xml": Format(".xml", "webwinnow.corpus.write.xml:XmlWriter"),
    "tei": Format(".tei.xml", "webwinnow.corpus.write.tei:TeiWriter"),
    "vertical": Format(".vert", "webwinnow.corpus.write.vertical:VerticalWriter"),
    "text": Format(".txt", "webwinnow.corpus.write.text:TextWriter"),
}


def open_writer(name: str, path: Path) -> "Writer":
    """Writes to exactly this path, whatever its suffix; to be used in a `with`.

    The same documents give the same bytes, whatever batches they come in. An `OSError` where the
    file cannot be written, then or later.
    """
    if name not in WRITERS:
        raise UnknownFormat(f"no format {name!r}; choose from {', '.join(WRITERS)}")
    module, _, kind = WRITERS[name].writer.partition(":")
    writer: Writer = getattr(import_module(module), kind)(path)
    return writer
