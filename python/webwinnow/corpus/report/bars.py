"""Tables whose rows have a bar: a picture and its numbers in one, on any screen and paper."""

from collections.abc import Iterable
from typing import NamedTuple

from webwinnow.html_builder import Html, joined, rows_table, tag
from webwinnow.messages import count_noun

__all__ = ["Row", "bar_table", "named", "rest", "share", "size"]

# A bar of something is seen, however little it is.
LEAST = 0.3


class Row(NamedTuple):
    """`lengths` are those of the parts of its bar, in the unit of the whole."""

    name: str
    lengths: tuple[float, ...]
    cells: tuple[str, ...]


def bar_table(caption: str, header: Iterable[str], rows: list[Row], whole: float = 0) -> Html:
    """Bars reach as far as the longest one does, or `whole`; the header is without theirs."""
    name, *others = header
    longest = max([whole, *(sum(row.lengths) for row in rows)]) or 1
    table = rows_table(
        caption,
        [name, Html('<span class="sight">bar</span>'), *others],
        [(row.name, [bar(row.lengths, longest), *row.cells]) for row in rows],
    )
    return tag("div", table, class_="bars")


def bar(lengths: tuple[float, ...], longest: float) -> Html:
    parts = [
        tag("i", style=f"width: {max(LEAST, 100 * length / longest):.2f}%", class_=f"part-{number}")
        for number, length in enumerate(lengths)
        if length > 0
    ]
    # What a bar says is in the cells beside it.
    return tag("td", tag("span", *parts), class_="bar", aria_hidden="true")


def share(part: float, whole: float) -> str:
    """`12.3 %`; what is not quite nothing, or not quite all, does not look so."""
    if not whole:
        return "–"
    percent = 100 * part / whole
    if 0 < percent < 0.1:
        return "< 0.1 %"
    if 99.9 < percent < 100:
        return "> 99.9 %"
    return f"{percent:.1f} %"


def size(number: float) -> str:
    """Bytes: `512 B`, `1.2 GB`."""
    for unit in ("B", "kB", "MB", "GB", "TB"):
        if number < 999.5 or unit == "TB":
            return f"{number:.0f} {unit}" if unit == "B" else f"{number:.1f} {unit}"
        number /= 1000
    raise AssertionError("the last unit has no end")


def named(name: str, note: str) -> Html:
    return joined([name, tag("span", note, class_="interval")])


def rest(number: int, noun: str) -> Html:
    """What is not shown; nothing where all is."""
    return (
        tag("p", f"And {count_noun(number, noun)} more.", class_="note") if number > 0 else Html()
    )
