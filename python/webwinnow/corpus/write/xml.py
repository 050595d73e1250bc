"""XML: a `<corpus>` of documents, each as `webwinnow clean --xml` has it, with scores."""

from typing import TYPE_CHECKING

from webwinnow.corpus.write.base import LineWriter
from webwinnow.corpus.write.documents import Document, attributes, segments
from webwinnow.formats.xml import XmlBuilder, start

if TYPE_CHECKING:
    from webwinnow._core import Segment

__all__ = ["XmlWriter"]


class XmlWriter(LineWriter):
    head = '<?xml version="1.0" encoding="UTF-8"?>\n<corpus>\n'
    foot = "</corpus>\n"

    def written(self, document: Document) -> str:
        body = "".join(Scored().parts(segments(document)))
        return f"{start('doc', **attributes(document))}\n<main>\n{body}</main>\n</doc>\n"


class Scored(XmlBuilder):
    """Each text's score stands on the element that holds it."""

    def attributes(self, name: str, segment: "Segment") -> dict[str, str]:
        given = super().attributes(name, segment)
        if name in ("item", "cell") and segment.score is not None:
            given = {**given, "score": str(segment.score)}
        return given

    def leaf(self, segment: "Segment") -> str:
        written = super().leaf(segment)
        if self.is_bare() or segment.score is None:
            return written
        # The first of these ends the start tag: in texts and attributes they are escaped.
        return written.replace(">", f' score="{segment.score}">', 1)
