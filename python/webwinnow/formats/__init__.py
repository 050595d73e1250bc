"""A page and a decision → text in one of eight formats.

Text, Markdown, HTML and CleanEval are written by the core. XML, TEI, vertical and JSON are built
here, from the same kept segments: whatever the format, each kept text comes once and in order.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from webwinnow import _core
from webwinnow.errors import UnknownFormat

if TYPE_CHECKING:
    from webwinnow._core import Decision, Page, Segment
    from webwinnow.metadata import Metadata

FORMATS = ("text", "markdown", "html", "cleaneval", "xml", "tei", "vertical", "json")

#: Those that the core writes.
_CORE_FORMATS = frozenset(FORMATS[:4])


@dataclass(frozen=True)
class RenderOptions:
    """What a reader may ask for or do without.

    links: addresses of links, in Markdown and HTML
    images: images between kept texts, in Markdown and HTML
    tables: without them the text of data tables is left out, in every format
    """

    links: bool = False
    images: bool = False
    tables: bool = True


_DEFAULTS = RenderOptions()


def render(
    page: Page,
    decision: Decision,
    *,
    to: str = "text",
    options: RenderOptions = _DEFAULTS,
    metadata: Metadata | None = None,
) -> str:
    """The kept text of a page. Metadata go into XML, TEI, vertical and JSON."""
    if to in _CORE_FORMATS:
        return _core.render(page, decision, to, options.links, options.images, options.tables)
    if to not in FORMATS:
        raise UnknownFormat(f"no format {to!r}; choose from {', '.join(FORMATS)}")
    segments = _core.segments(page, decision, tables=options.tables)
    fields = metadata_fields(metadata)
    if to == "json":
        text = _core.render(page, decision, "text", False, False, options.tables)
        return _json(segments, fields, text, decision)
    return _builder(to)(segments, fields)


def _builder(to: str) -> Callable[[list[Segment], dict[str, Any]], str]:
    """Imported on use: whoever wants plain text should not wait for the rest."""
    if to == "vertical":
        from webwinnow.formats.vertical import vertical

        return vertical
    from webwinnow.formats.xml import tei, xml

    return tei if to == "tei" else xml


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


def metadata_fields(metadata: Metadata | None) -> dict[str, Any]:
    """What is known, by name; tags are a tuple."""
    values = {name: getattr(metadata, name, None) for name in METADATA_FIELDS}
    return {name: value for name, value in values.items() if value}


def _json(segments: list[Segment], fields: dict[str, Any], text: str, decision: Decision) -> str:
    blocks = [_json_block(segment) for segment in segments]
    document = {"metadata": fields, "text": text, **_verdict(decision), "blocks": blocks}
    # On one line, so that many pages make a JSON Lines file.
    return json.dumps(document, ensure_ascii=False) + "\n"


def _verdict(decision: Decision) -> dict[str, Any]:
    """What the method says of the page as a whole, as far as it does."""
    confidence = decision.confidence
    score = None if confidence is None else round(confidence, 4)
    said = {"score": score, "page_type": decision.page_type}
    return {name: value for name, value in said.items() if value is not None}


def _json_block(segment: Segment) -> dict[str, Any]:
    block = {
        "kind": segment.kind,
        "level": segment.level,
        "text": segment.text,
        "score": round(segment.score, 4),
        "reason": segment.reason,
        "tag": segment.tag,
        "language": segment.language,
        "cell": segment.cell and segment.cell[:2],
        "runs": segment.runs,
    }
    return {name: value for name, value in block.items() if value is not None}
