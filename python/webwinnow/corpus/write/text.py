"""Writers of text formats: JSON Lines, XML, TEI P5, vertical and plain text."""

import json
from abc import abstractmethod
from pathlib import Path
from typing import TYPE_CHECKING

import pyarrow as pa

from webwinnow import __version__
from webwinnow.corpus.write.base import Writer
from webwinnow.corpus.write.documents import (
    Document,
    attributes,
    comment_segments,
    documents,
    segments,
)
from webwinnow.formats.vertical import render_vertical
from webwinnow.formats.xml import XmlBuilder, element, render_tei, start

if TYPE_CHECKING:
    from webwinnow._core import Segment

# Writes have a fixed size, because zstd's output depends on how its input is split.
WRITE_BYTES = 2**20
# Valid inside a JSON string, but many programs end a line there.
LINE_ENDS = {"\x85": "\\u0085", "\u2028": "\\u2028", "\u2029": "\\u2029"}
# Fields with elements of their own in a TEI header.
TEI_HEADER_FIELDS = frozenset(
    {"id", "title", "author", "date", "site_name", "description", "language", "url"}
)


class LineWriter(Writer):
    """Base of text formats: one document after another."""

    head = ""
    foot = ""
    compression: str | None = None

    def __init__(self, path: Path) -> None:
        super().__init__(path)
        self.file = pa.output_stream(str(path), compression=self.compression)
        self.buffer = bytearray(self.head.encode())

    @abstractmethod
    def render(self, document: Document) -> str: ...

    def add(self, batch: pa.RecordBatch) -> None:
        for document in documents(batch):
            self.buffer += self.render(document).encode()
            while len(self.buffer) >= WRITE_BYTES:
                self.file.write(bytes(self.buffer[:WRITE_BYTES]))
                del self.buffer[:WRITE_BYTES]

    def finish(self) -> None:
        with self.file:
            self.file.write(bytes(self.buffer) + self.foot.encode())


class JsonLinesWriter(LineWriter):
    """One JSON object per line with all keys, compressed with zstd."""

    compression = "zstd"

    def render(self, document: Document) -> str:
        fields, text, blocks = document
        values = {**fields, "text": text, "blocks": [block._asdict() for block in blocks]}
        line = json.dumps(values, ensure_ascii=False, allow_nan=False)
        for sign, escaped in LINE_ENDS.items():
            line = line.replace(sign, escaped)
        return line + "\n"


class XmlWriter(LineWriter):
    """A `<corpus>` of documents, each as in `webwinnow clean --to xml`, with scores."""

    head = '<?xml version="1.0" encoding="UTF-8"?>\n<corpus>\n'
    foot = "</corpus>\n"

    def render(self, document: Document) -> str:
        body = "".join(ScoredXmlBuilder().parts(segments(document)))
        apart = "".join(XmlBuilder().parts(comment_segments(document)))
        apart = f"<comments>\n{apart}</comments>\n" if apart else ""
        return f"{start('doc', **attributes(document))}\n<main>\n{body}</main>\n{apart}</doc>\n"


class ScoredXmlBuilder(XmlBuilder):
    """Adds the score of each text to its element."""

    def attributes(self, name: str, segment: "Segment") -> dict[str, str]:
        given = super().attributes(name, segment)
        if name in ("item", "cell") and segment.score is not None:
            given = {**given, "score": str(segment.score)}
        return given

    def leaf(self, segment: "Segment") -> str:
        element = super().leaf(segment)
        if self.is_bare() or segment.score is None:
            return element
        # The first ">" ends the start tag: texts and attributes are escaped.
        return element.replace(">", f' score="{segment.score}">', 1)


class TeiWriter(LineWriter):
    """TEI P5: a `<teiCorpus>` of documents, each as in `webwinnow clean --to tei`."""

    head = (
        '<?xml version="1.0" encoding="UTF-8"?>\n'
        '<teiCorpus xmlns="http://www.tei-c.org/ns/1.0">\n'
        "<teiHeader>\n<fileDesc>\n<titleStmt><title>Part of a web corpus</title></titleStmt>\n"
        f"<publicationStmt><p>Made by webwinnow {__version__}</p></publicationStmt>\n"
        "<sourceDesc><p>Web pages</p></sourceDesc>\n</fileDesc>\n</teiHeader>\n"
    )
    foot = "</teiCorpus>\n"

    def render(self, document: Document) -> str:
        fields = attributes(document)
        written = render_tei(segments(document), fields, comment_segments(document))
        _, _, text = written.partition("\n")
        notes = "".join(
            element("note", value, type=name)
            for name, value in fields.items()
            if name not in TEI_HEADER_FIELDS
        )
        # These strings are markup: texts and attributes are escaped.
        text = text.replace("</bibl>", f"{notes}</bibl>", 1)
        return text.replace("<TEI ", start("TEI", n=fields.get("id"))[:-1] + " ", 1)


class VerticalWriter(LineWriter):
    """Vertical text for corpus managers, each document as in `webwinnow clean --to vertical`."""

    def render(self, document: Document) -> str:
        return render_vertical(segments(document), attributes(document))


class TextWriter(LineWriter):
    """The lines of each document, with an empty line after each document."""

    def render(self, document: Document) -> str:
        # `splitlines` splits at every character that some program treats as a line end.
        lines = (line for line in document.text.splitlines() if line.strip())
        return "".join(f"{line}\n" for line in lines) + "\n"
