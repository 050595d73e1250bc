"""Markdown tables for the papers' results."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

Cells = Sequence[str]


def heading(text: str) -> list[str]:
    return ["", f"### {text}"]


def table(header: Cells, rows: Sequence[Cells]) -> Iterator[str]:
    """Lines of a table; the first column is left-aligned text, the others are numbers."""
    widths = [max(map(len, column)) for column in zip(header, *rows, strict=True)]
    yield table_row(header, widths)
    yield (
        "|"
        + "|".join("-" * (width + 1) + "-:"[place > 0] for place, width in enumerate(widths))
        + "|"
    )
    yield from (table_row(row, widths) for row in rows)


def table_row(cells: Cells, widths: Sequence[int]) -> str:
    first, *others = zip(cells, widths, strict=True)
    texts = [first[0].ljust(first[1]), *(cell.rjust(width) for cell, width in others)]
    return f"| {' | '.join(texts)} |"
