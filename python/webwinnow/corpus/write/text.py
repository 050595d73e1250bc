"""Plain text: the lines of each document, and an empty one behind them."""

from webwinnow.corpus.write.base import LineWriter
from webwinnow.corpus.write.documents import Document

__all__ = ["TextWriter"]


class TextWriter(LineWriter):
    def written(self, document: Document) -> str:
        # Whatever ends a line for some program does so here; an empty one ends the document.
        lines = (line for line in document.text.splitlines() if line.strip())
        return "".join(f"{line}\n" for line in lines) + "\n"
