"""Vertical text for corpus managers: each document as `webwinnow clean --vertical` has it."""

from webwinnow.corpus.write.base import LineWriter
from webwinnow.corpus.write.documents import Document, attributes, segments
from webwinnow.formats.vertical import render_vertical

__all__ = ["VerticalWriter"]


class VerticalWriter(LineWriter):
    def written(self, document: Document) -> str:
        return render_vertical(segments(document), attributes(document))
