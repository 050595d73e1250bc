"""TEI P5: a `<teiCorpus>`, each document as `webwinnow clean --tei` has it."""

from webwinnow import __version__
from webwinnow.corpus.write.base import LineWriter
from webwinnow.corpus.write.documents import Document, attributes, segments
from webwinnow.formats.xml import element, render_tei, start

__all__ = ["TeiWriter"]

# What a header has its own elements for.
IN_HEADER = frozenset(
    {"id", "title", "author", "date", "site_name", "description", "language", "url"}
)


class TeiWriter(LineWriter):
    head = (
        '<?xml version="1.0" encoding="UTF-8"?>\n'
        '<teiCorpus xmlns="http://www.tei-c.org/ns/1.0">\n'
        "<teiHeader>\n<fileDesc>\n<titleStmt><title>Part of a web corpus</title></titleStmt>\n"
        f"<publicationStmt><p>Made by webwinnow {__version__}</p></publicationStmt>\n"
        "<sourceDesc><p>Web pages</p></sourceDesc>\n</fileDesc>\n</teiHeader>\n"
    )
    foot = "</teiCorpus>\n"

    def written(self, document: Document) -> str:
        known = attributes(document)
        _, _, whole = render_tei(segments(document), known).partition("\n")
        notes = "".join(
            element("note", value, type=name)
            for name, value in known.items()
            if name not in IN_HEADER
        )
        # These tags are markup: in texts and attributes they are escaped.
        whole = whole.replace("</bibl>", f"{notes}</bibl>", 1)
        return whole.replace("<TEI ", start("TEI", n=known.get("id"))[:-1] + " ", 1)
