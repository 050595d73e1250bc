"""JSON Lines, packed with zstd: an object a line, with every key in each."""

import json

from webwinnow.corpus.write.base import LineWriter
from webwinnow.corpus.write.documents import Document

__all__ = ["JsonLinesWriter"]

# Allowed inside of a JSON string, but many programs see the end of a line there.
LINE_ENDS = {"\x85": "\\u0085", "\u2028": "\\u2028", "\u2029": "\\u2029"}


class JsonLinesWriter(LineWriter):
    compression = "zstd"

    def written(self, document: Document) -> str:
        fields, text, blocks = document
        whole = {**fields, "text": text, "blocks": [block._asdict() for block in blocks]}
        line = json.dumps(whole, ensure_ascii=False, allow_nan=False)
        for sign, escaped in LINE_ENDS.items():
            line = line.replace(sign, escaped)
        return line + "\n"
