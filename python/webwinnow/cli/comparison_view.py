"""A comparison of methods as lines for a terminal; marks tell all, colour only helps the eye."""

from collections.abc import Iterator
from itertools import groupby
from typing import NamedTuple

from rich.cells import cell_len, set_cell_size
from rich.text import Text

from webwinnow.evaluation.compare import Comparison, Row, Verdict
from webwinnow.messages import count_noun

__all__ = ["Wanted", "lines"]

KEPT, PART, DROPPED, DIFFERENT = "✓", "~", "·", "≠"
LEGEND = f"{KEPT} kept  {PART} kept in part  {DROPPED} dropped  {DIFFERENT} methods disagree"
STYLES = {KEPT: "green", PART: "yellow", DROPPED: "dim", DIFFERENT: "bold magenta"}
# Fewer rows take no more room than the line that would stand for them.
FOLD_FROM = 3
LONGEST_NAME = 20
NARROWEST_TEXT = 20


class Wanted(NamedTuple):
    """Which rows are shown."""

    dropped: bool = False  # also long stretches that all methods drop
    alike: bool = True  # also what all methods agree on


def lines(comparison: Comparison, width: int, wanted: Wanted) -> Iterator[Text]:
    table = Table(comparison, width)
    yield table.header()
    for is_folded, group in groupby(comparison.rows, lambda row: is_foldable(row, wanted)):
        rows = list(group)
        if is_folded and (len(rows) >= FOLD_FROM or not wanted.alike):
            what = "dropped by all" if wanted.alike else "alike"
            yield Text(f"… {count_noun(len(rows), 'block')} {what}", "dim")
        else:
            yield from table.stretch(rows)
    yield Text()
    yield from summary(comparison)


def is_foldable(row: Row, wanted: Wanted) -> bool:
    if not wanted.alike:
        return row.is_unanimous
    return row.is_dropped and not wanted.dropped


class Table:
    """Widths that hold for all rows: number, a column for each method, text."""

    def __init__(self, comparison: Comparison, width: int) -> None:
        self.names = [shortened(name, LONGEST_NAME) for name in comparison.methods]
        cells = [[cell(row, verdict) for verdict in row.verdicts] for row in comparison.rows]
        columns = zip(self.names, *cells, strict=True)
        self.widths = [max(map(cell_len, column)) for column in columns]
        self.number_width = len(str(comparison.rows[-1].block)) if comparison.rows else 1
        taken = 2 + self.number_width + sum(width + 2 for width in self.widths) + 2
        self.text_width = max(NARROWEST_TEXT, width - taken)
        self.width = max(width, taken + NARROWEST_TEXT)

    def header(self) -> Text:
        return Text(self.joined(" " * (2 + self.number_width), self.names, "text"), "bold")

    def joined(self, start: str, cells: list[str], text: str) -> str:
        padded = [set_cell_size(cell, size) for cell, size in zip(cells, self.widths, strict=True)]
        return "  ".join([start, *padded, shortened(text, self.text_width)]).rstrip()

    def row(self, row: Row) -> Text:
        sign = " " if row.is_unanimous else DIFFERENT
        start = f"{sign} {row.block:>{self.number_width}}"
        cells = [cell(row, verdict) for verdict in row.verdicts]
        line = Text(self.joined(start, cells, row.text), "dim" if row.is_dropped else "")
        line.stylize(STYLES.get(sign, ""), 0, 1)
        place = len(start) + 2
        for shown, size in zip(cells, self.widths, strict=True):
            line.stylize(STYLES[shown[0]], place, place + len(shown))
            place += size + 2
        return line

    def stretch(self, rows: list[Row]) -> Iterator[Text]:
        """Rows; below those that the methods disagree on for the same reasons, the reasons."""
        for why, group in groupby(rows, reasons):
            for row in group:
                yield self.row(row)
            if why:
                told = " | ".join(
                    f"{name}: {reason}" for name, reason in zip(self.names, why, strict=True)
                )
                yield Text(shortened(f"  └ {told}", self.width), "italic")


def reasons(row: Row) -> tuple[str, ...]:
    """Nothing where all methods agree."""
    return () if row.is_unanimous else tuple(verdict.reason for verdict in row.verdicts)


def cell(row: Row, verdict: Verdict) -> str:
    """`✓ 0.93`, `~ 2/5`, `·`: mark, share where kept in part, score where there is one."""
    mark = KEPT if verdict.runs == row.runs else PART if verdict.runs else DROPPED
    share = f" {verdict.runs}/{row.runs}" if mark == PART else ""
    return f"{mark}{share}" if verdict.score is None else f"{mark}{share} {verdict.score:.2f}"


def summary(comparison: Comparison) -> Iterator[Text]:
    yield Text(LEGEND, "dim")
    total = len(comparison.rows)
    blocks, words = count_noun(total, "block"), count_noun(comparison.words, "word")
    width = max(map(cell_len, comparison.methods))
    for number, name in enumerate(comparison.methods):
        kept = comparison.tally(number)
        parts = f" and {kept.parts:,} in part" if kept.parts else ""
        yield Text(
            f"{set_cell_size(name, width)}  keeps {kept.blocks:,} of {blocks}{parts},"
            f" {kept.words:,} of {words}"
        )
    alike = total - comparison.differences
    yield Text(
        f"{count_noun(comparison.differences, 'disagreement')}; alike: {percent(alike, total)} of"
        f" the blocks, {percent(comparison.agreed_words, comparison.words)} of the words"
    )


def percent(part: int, whole: int) -> str:
    """Never 100 % where something is missing."""
    return f"{100 * part // whole if whole else 100} %"


def shortened(text: str, width: int) -> str:
    """As much as fits, in terminal cells; what a page could steer the terminal with is left out."""
    # No more characters than cells can show, before each is looked at.
    text = "".join(
        sign if sign.isprintable() else " " * sign.isspace() for sign in text[: 4 * width]
    )
    return text if cell_len(text) <= width else set_cell_size(text, width - 1).rstrip() + "…"
