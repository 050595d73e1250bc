"""HTML made of parts: what is not marked as HTML is text, and is escaped."""

from collections.abc import Iterable
from html import escape

__all__ = ["Html", "details", "joined", "rows_table", "tag"]

# Nothing that a browser shows; a zero byte makes some tools take a page for binary data.
CONTROLS = {number: None for number in range(32) if chr(number) not in "\t\n"}
VOID = frozenset({"br", "meta", "wbr"})


class Html(str):
    """May stand in a page as it is."""


def safe(part: str) -> str:
    return part if isinstance(part, Html) else escape(part.translate(CONTROLS))


def tag(name: str, /, *inside: str, **attributes: str | None) -> Html:
    """An element; an attribute's name may end in `_` for Python's sake, None leaves it out."""
    given = "".join(
        f' {key.rstrip("_").replace("_", "-")}="{safe(value)}"'
        for key, value in attributes.items()
        if value is not None
    )
    end = "" if name in VOID else f"</{name}>"
    return Html(f"<{name}{given}>{''.join(map(safe, inside))}{end}")


def joined(parts: Iterable[str], between: str = "") -> Html:
    return Html(safe(between).join(map(safe, parts)))


def details(summary: str, *inside: str, is_open: bool = False) -> Html:
    return tag("details", tag("summary", summary), *inside, open="" if is_open else None)


def rows_table(
    caption: str, header: Iterable[str], rows: Iterable[tuple[str, Iterable[str]]]
) -> Html:
    """A table whose rows have names; a cell that is `Html` beginning with `<td` is taken whole."""
    head = tag("tr", *(tag("th", name, scope="col") for name in header))
    body = [
        tag("tr", tag("th", name, scope="row"), *(whole(cell) for cell in cells))
        for name, cells in rows
    ]
    table = tag("table", tag("thead", head), tag("tbody", *body), aria_label=caption)
    # A wide table is moved to and fro in its own frame, by keyboard too, under a caption that
    # stays.
    frame = tag("div", table, class_="wide", tabindex="0", role="region", aria_label=caption)
    return tag("figure", tag("figcaption", caption), frame)


def whole(cell: str) -> Html:
    if isinstance(cell, Html) and cell.startswith("<td"):
        return cell
    return tag("td", cell)
