"""Write the parts of a corpus in one of six formats."""

from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from webwinnow.errors import UnknownFormat

if TYPE_CHECKING:
    from webwinnow.corpus.write.base import Writer

__all__ = ["WRITERS", "Format", "open_writer"]


class Format(NamedTuple):
    suffix: str  # of a part's file name
    writer: str  # "module:class"


WRITERS = {
    "parquet": Format(".parquet", "webwinnow.corpus.write.parquet:ParquetWriter"),
    "jsonl": Format(".jsonl.zst", "webwinnow.corpus.write.text:JsonLinesWriter"),
    "xml": Format(".xml", "webwinnow.corpus.write.text:XmlWriter"),
    "tei": Format(".tei.xml", "webwinnow.corpus.write.text:TeiWriter"),
    "vertical": Format(".vert", "webwinnow.corpus.write.text:VerticalWriter"),
    "text": Format(".txt", "webwinnow.corpus.write.text:TextWriter"),
}


def open_writer(name: str, path: Path) -> "Writer":
    """Open a writer, for use in a `with` block; the path is used as it is, without a suffix.

    The same documents give the same bytes, however they are batched. Raises `OSError` if the file
    cannot be written, now or later.
    """
    if name not in WRITERS:
        raise UnknownFormat(f"no format {name!r}; choose from {', '.join(WRITERS)}")
    module, _, kind = WRITERS[name].writer.partition(":")
    writer: Writer = getattr(import_module(module), kind)(path)
    return writer
