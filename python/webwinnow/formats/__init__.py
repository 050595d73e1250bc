"""Render the kept text of a page in one of eight formats.

The core writes text, Markdown, HTML and CleanEval (`src/render`). This package builds XML, TEI,
vertical and JSON from the same kept segments. In every format each kept text occurs once, in
document order.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from webwinnow import _core
from webwinnow.errors import UnknownFormat

if TYPE_CHECKING:
    from webwinnow._core import Decision, Page
    from webwinnow.metadata import Metadata

__all__ = [
    "COMMENT_FORMATS",
    "FORMATS",
    "METADATA_FIELDS",
    "METADATA_FORMATS",
    "SUFFIXES",
    "RenderOptions",
    "metadata_fields",
    "render",
    "render_comments",
]

FORMATS = ("text", "markdown", "html", "cleaneval", "xml", "tei", "vertical", "json")
#: Formats that the core writes.
CORE_FORMATS = frozenset(FORMATS[:4])
#: Formats with a place for metadata.
METADATA_FORMATS = ("json", "xml", "tei", "vertical")
#: Formats with a place for comments apart from the text.
COMMENT_FORMATS = ("json", "xml", "tei")
#: File name suffix of each format.
SUFFIXES = {
    "text": ".txt",
    "markdown": ".md",
    "html": ".html",
    "cleaneval": ".txt",
    "xml": ".xml",
    "tei": ".xml",
    "vertical": ".vert",
    "json": ".json",
}
METADATA_FIELDS = (
    "title",
    "author",
    "date",
    "modified",
    "description",
    "site_name",
    "language",
    "url",
    "image",
    "tags",
)


@dataclass(frozen=True)
class RenderOptions:
    """Options of the output.

    links: include link targets (Markdown and HTML)
    images: include images between kept texts (Markdown and HTML)
    tables: include the text of data tables (all formats)
    comments: add the reader comments that are not in the text, apart from it (JSON, XML and TEI)
    """

    links: bool = False
    images: bool = False
    tables: bool = True
    comments: bool = False


DEFAULT_OPTIONS = RenderOptions()


def render(
    page: Page,
    decision: Decision,
    *,
    to: str = "text",
    options: RenderOptions = DEFAULT_OPTIONS,
    metadata: Metadata | None = None,
) -> str:
    """Render the kept text of a page. XML, TEI, vertical and JSON include the metadata."""
    if to in CORE_FORMATS:
        return _core.render(page, decision, to, options.links, options.images, options.tables)
    if to not in FORMATS:
        raise UnknownFormat(f"no format {to!r}; choose from {', '.join(FORMATS)}")
    segments = _core.segments(page, decision, tables=options.tables)
    fields = metadata_fields(metadata)
    # Imported on use: plain text needs none of them.
    if to == "json":
        from webwinnow.formats.json import render_json

        text = _core.render(page, decision, "text", False, False, options.tables)
        apart = render_comments(page, decision, options) if options.comments else None
        return render_json(segments, fields, text, decision, apart or None)
    if to == "vertical":
        from webwinnow.formats.vertical import render_vertical

        return render_vertical(segments, fields)
    from webwinnow.formats.xml import render_tei, render_xml

    comments = dropped_comments(page, decision) if options.comments else None
    parts = _core.segments(page, comments, tables=options.tables) if comments else []
    return (render_tei if to == "tei" else render_xml)(segments, fields, parts)


def dropped_comments(page: Page, decision: Decision) -> Decision | None:
    """Return a decision that keeps the reader comments that are not in the text; None if none."""
    keep = decision.comment & ~decision.keep
    if not keep.any():
        return None
    return _core.Decision(page, keep, kind=decision.kind, score=decision.score)


def render_comments(
    page: Page, decision: Decision, options: RenderOptions = DEFAULT_OPTIONS
) -> str:
    """Render the reader comments that are not in the text, as plain text; "" if none."""
    comments = dropped_comments(page, decision)
    return _core.render(page, comments, "text", False, False, options.tables) if comments else ""


def metadata_fields(metadata: Metadata | None) -> dict[str, Any]:
    """Map the names of known metadata fields to their values; tags are a tuple."""
    values = {name: getattr(metadata, name, None) for name in METADATA_FIELDS}
    return {name: value for name, value in values.items() if value}
