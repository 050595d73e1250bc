"""Build HTML from parts: every part that is not `Html` is text and is escaped."""

from collections.abc import Iterable, Mapping
from html import escape
from importlib.resources import files

# Control characters are invisible, and a zero byte makes some tools take a page for binary data.
CONTROLS = {number: None for number in range(32) if chr(number) not in "\t\n"}
VOID = frozenset({"br", "meta", "wbr"})
# A report shows text of untrusted pages: it must not run or load anything.
POLICY = "default-src 'none'; style-src 'unsafe-inline'"


class Html(str):
    """Markup that is inserted without escaping."""


def safe(part: str) -> str:
    return part if isinstance(part, Html) else escape(part.translate(CONTROLS))


def tag(name: str, /, *inside: str, **attributes: str | None) -> Html:
    """An element; attribute names may end in `_` to avoid keywords, and None omits one."""
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
    """A table with row headers; a cell that is `Html` starting with `<td` is inserted as it is."""
    head = tag("tr", *(tag("th", name, scope="col") for name in header))
    body = [
        tag("tr", tag("th", name, scope="row"), *(table_cell(cell) for cell in cells))
        for name, cells in rows
    ]
    table = tag("table", tag("thead", head), tag("tbody", *body), aria_label=caption)
    # A wide table scrolls in its own frame, by keyboard too, under a fixed caption.
    frame = tag("div", table, class_="wide", tabindex="0", role="region", aria_label=caption)
    return tag("figure", tag("figcaption", caption), frame)


def table_cell(cell: str) -> Html:
    if isinstance(cell, Html) and cell.startswith("<td"):
        return cell
    return tag("td", cell)


def report_page(title: str, facts: Html, sections: Mapping[str, Html], style: str = "") -> str:
    """A self-contained report: title, facts, contents, and a section for each heading."""
    ids = {heading: heading.lower().replace(" ", "-") for heading in sections}
    shared_style = files("webwinnow").joinpath("report_style.css").read_text("utf-8")
    head = tag(
        "head",
        tag("meta", charset="utf-8"),
        tag("meta", http_equiv="Content-Security-Policy", content=POLICY),
        tag("meta", name="viewport", content="width=device-width, initial-scale=1"),
        tag("title", title),
        tag("style", Html(shared_style + style)),
    )
    links = [tag("li", tag("a", heading, href=f"#{name}")) for heading, name in ids.items()]
    body = tag(
        "body",
        tag("header", tag("h1", title), facts),
        tag("nav", tag("ul", *links), aria_label="Contents"),
        tag(
            "main",
            *(
                tag("section", tag("h2", heading), inside, id=ids[heading])
                for heading, inside in sections.items()
            ),
        ),
    )
    return f"<!DOCTYPE html>\n{tag('html', head, body, lang='en')}\n"
