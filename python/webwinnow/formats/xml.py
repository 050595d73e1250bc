"""Render kept segments as XML, plain or TEI P5; the output is well-formed for any text."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from webwinnow._core import Segment

#: Characters that XML 1.0 cannot contain.
FORBIDDEN = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")

#: Containers whose text needs no paragraph around it.
MIXED_CONTENT = frozenset({"item", "term", "definition", "cell", "caption"})

LANGUAGE_TAG = re.compile(r"[A-Za-z]{2,8}(-[A-Za-z0-9]{1,8})*")

#: Elements of containers that are not named like the container.
TAGS = {
    "ordered list": "list",
    "terms": "list",
    "term": "item",
    "definition": "item",
    "caption": "head",
}

REND = {"list": "ul", "ordered list": "ol", "terms": "dl", "term": "dt", "definition": "dd"}


def escape(text: str) -> str:
    """Escape text for an element and remove characters that XML cannot contain."""
    text = FORBIDDEN.sub("", text).replace("&", "&amp;").replace("<", "&lt;")
    # A parser would turn a bare carriage return into a line feed.
    return text.replace(">", "&gt;").replace("\r", "&#13;")


def escape_attribute(value: str) -> str:
    return escape(" ".join(value.split())).replace('"', "&quot;")


def element(name: str, text: str, **attributes: str | None) -> str:
    return f"{start(name, **attributes)}{escape(text)}</{name}>"


def start(name: str, **attributes: str | None) -> str:
    """Write a start tag with all attributes that have a value; `__` in a name becomes a colon."""
    given = {key.replace("__", ":"): value for key, value in attributes.items() if value}
    written = (f' {key}="{escape_attribute(value)}"' for key, value in given.items())
    return f"<{name}{''.join(written)}>"


def render_xml(
    segments: list[Segment], fields: dict[str, Any], comments: Sequence[Segment] = ()
) -> str:
    """Write `<doc>` with metadata as attributes and `<tag>` elements, and text in `<main>`.

    Comments apart from the text are in `<comments>`.
    """
    known = {name: value for name, value in fields.items() if isinstance(value, str)}
    tags = "".join(element("tag", tag) for tag in fields.get("tags", ()))
    body = "".join(XmlBuilder().parts(segments))
    apart = "".join(XmlBuilder().parts(comments))
    apart = f"<comments>\n{apart}</comments>\n" if apart else ""
    return f"{start('doc', **known)}\n{tags}<main>\n{body}</main>\n{apart}</doc>\n"


def render_tei(
    segments: list[Segment], fields: dict[str, Any], comments: Sequence[Segment] = ()
) -> str:
    """Write a TEI P5 document: a header with the metadata, then one division per heading.

    Comments apart from the text are in a last division of the type "comments".
    """
    body = "".join(TeiBuilder().parts(segments))
    apart = "".join(TeiBuilder().parts(comments))
    body += f'<div type="comments">\n{apart}</div>\n' if apart else ""
    body = body or "<p/>\n"
    return (
        '<?xml version="1.0" encoding="UTF-8"?>\n'
        '<TEI xmlns="http://www.tei-c.org/ns/1.0">\n'
        f"{tei_header(fields)}\n<text>\n<body>\n{body}</body>\n</text>\n</TEI>\n"
    )


def tei_header(fields: dict[str, Any]) -> str:
    title = element("title", fields.get("title", ""))
    author = optional_element("author", fields.get("author"))
    source = "".join(
        (
            title,
            author,
            optional_element("publisher", fields.get("site_name")),
            optional_element("date", fields.get("date")),
            start("ptr", target=fields.get("url")).replace(">", "/>") if "url" in fields else "",
        )
    )
    return (
        f"<teiHeader>\n<fileDesc>\n<titleStmt>{title}{author}</titleStmt>\n"
        "<publicationStmt><p>Extracted from a web page by webwinnow</p></publicationStmt>\n"
        f"<sourceDesc><bibl>{source}</bibl></sourceDesc>\n</fileDesc>\n"
        f"{tei_profile(fields)}</teiHeader>"
    )


def tei_profile(fields: dict[str, Any]) -> str:
    parts = ""
    if description := fields.get("description"):
        parts += f"<abstract>{element('p', description)}</abstract>\n"
    language = fields.get("language", "")
    if LANGUAGE_TAG.fullmatch(language):
        used = element("language", language, ident=language)
        parts += f"<langUsage>{used}</langUsage>\n"
    if tags := fields.get("tags"):
        terms = "".join(element("term", tag) for tag in tags)
        parts += f"<textClass><keywords>{terms}</keywords></textClass>\n"
    return f"<profileDesc>\n{parts}</profileDesc>\n" if parts else ""


def optional_element(name: str, text: str | None) -> str:
    return element(name, text) if text else ""


class XmlBuilder:
    """Writes segments as elements; neighbouring segments share their list and table containers."""

    def __init__(self) -> None:
        self.open: list[tuple[str, int]] = []
        #: Containers that already have content.
        self.filled: set[int] = set()

    def parts(self, segments: Sequence[Segment]) -> Iterator[str]:
        for segment in segments:
            common = shared_depth(self.open, segment.places)
            yield from self.close(common)
            for place in segment.places[common:]:
                yield from self.open_place(place, segment)
            yield self.leaf(segment)
            self.filled.update(number for _, number in self.open)
        yield from self.close(0)

    def close(self, keep: int) -> Iterator[str]:
        while len(self.open) > keep:
            name, _ = self.open.pop()
            yield f"</{self.tag(name)}>\n"

    def open_place(self, place: tuple[str, int], segment: Segment) -> Iterator[str]:
        name, _ = place
        if name == "cell" and segment.cell:
            yield "<cell/>\n" * segment.cell[5]
        self.filled.update(number for _, number in self.open)
        self.open.append(place)
        yield start(self.tag(name), **self.attributes(name, segment))
        if name not in MIXED_CONTENT:
            yield "\n"

    def tag(self, name: str) -> str:
        return TAGS.get(name, name)

    def attributes(self, name: str, segment: Segment) -> dict[str, str]:
        if name in REND:
            return {"rend": REND[name]}
        if name == "cell" and segment.cell:
            return self.cell_attributes(segment.cell)
        return {}

    def cell_attributes(self, cell: tuple[int, int, int, int, bool, int]) -> dict[str, str]:
        _, _, columns, rows, is_header, _ = cell
        attributes = {"role": "head"} if is_header else {}
        if columns > 1:
            attributes["cols"] = str(columns)
        if rows > 1:
            attributes["rows"] = str(rows)
        return attributes

    def leaf(self, segment: Segment) -> str:
        if segment.is_code:
            attributes = {"lang": segment.language, "xml__space": "preserve"}
            return element("code", segment.text, **attributes) + "\n"
        text = escape(segment.text).replace("\n", "<lb/>")
        if segment.kind == "heading":
            return f'<head rend="h{segment.level}">{text}</head>\n'
        return text if self.is_bare() else f"<p>{text}</p>\n"

    def is_bare(self) -> bool:
        """True for the first text of an item or cell, which needs no paragraph."""
        if not self.open:
            return False
        name, number = self.open[-1]
        return name in MIXED_CONTENT and number not in self.filled


class TeiBuilder(XmlBuilder):
    """Writes TEI: each heading opens a division, code is an anonymous block."""

    def __init__(self) -> None:
        super().__init__()
        self.in_division = False
        self.tables_with_rows: set[int] = set()

    def parts(self, segments: Sequence[Segment]) -> Iterator[str]:
        yield from super().parts(segments)
        if self.in_division:
            yield "</div>\n"

    def cell_attributes(self, cell: tuple[int, int, int, int, bool, int]) -> dict[str, str]:
        attributes = super().cell_attributes(cell)
        return {**attributes, "role": "label"} if "role" in attributes else attributes

    def leaf(self, segment: Segment) -> str:
        if segment.is_code:
            attributes = {"type": "code", "subtype": segment.language, "xml__space": "preserve"}
            return element("ab", segment.text, **attributes) + "\n"
        if segment.kind == "heading":
            return self.heading(segment)
        return super().leaf(segment)

    def heading(self, segment: Segment) -> str:
        """Open a division; inside lists and tables, where TEI has none, write a block."""
        text = escape(segment.text).replace("\n", "<lb/>")
        if self.open:
            return f'<ab type="heading" rend="h{segment.level}">{text}</ab>\n'
        before = "</div>\n" if self.in_division else ""
        self.in_division = True
        return f'{before}<div>\n<head rend="h{segment.level}">{text}</head>\n'

    def open_place(self, place: tuple[str, int], segment: Segment) -> Iterator[str]:
        name, _ = place
        table = self.open[-1][1] if self.open else 0
        if name == "row":
            self.tables_with_rows.add(table)
        if name == "caption" and table in self.tables_with_rows:
            # TEI allows a head only before the rows.
            self.open.append(("late caption", place[1]))
            yield "<row><cell>"
            return
        yield from super().open_place(place, segment)

    def close(self, keep: int) -> Iterator[str]:
        while len(self.open) > keep:
            if self.open[-1][0] == "late caption":
                self.open.pop()
                yield "</cell></row>\n"
            else:
                yield from super().close(len(self.open) - 1)


def shared_depth(open_places: list[tuple[str, int]], places: list[tuple[str, int]]) -> int:
    """Count the containers that two paths share; a number identifies a container of the page."""
    count = 0
    for (_, number), (_, other) in zip(open_places, places, strict=False):
        if number != other:
            break
        count += 1
    return count
