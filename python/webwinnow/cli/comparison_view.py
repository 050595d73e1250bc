"""Lines for the terminal that compare methods; marks carry all information, colours repeat it."""

from collections.abc import Iterator
from itertools import groupby
from typing import NamedTuple

from rich.cells import cell_len, set_cell_size
from rich.text import Text

from webwinnow.evaluation.compare import Comparison, Row, Verdict
from webwinnow.messages import count_noun

KEPT, PART, DROPPED, DIFFERENT = "✓", "~", "·", "≠"
LEGEND = f"{KEPT} kept  {PART} kept in part  {DROPPED} dropped  {DIFFERENT} methods disagree"
STYLES = {KEPT: "green", PART: "yellow", DROPPED: "dim", DIFFERENT: "bold magenta"}
# Fewer rows are not folded: the line that replaces them would save no space.
MIN_FOLDED_ROWS = 3
MAX_NAME_WIDTH = 20
MIN_TEXT_WIDTH = 20


class ViewOptions(NamedTuple):
    """Selection of the rows to show in full."""

    dropped: bool = False  # long stretches that all methods drop
    alike: bool = True  # rows on which all methods agree


def comparison_lines(comparison: Comparison, width: int, view: ViewOptions) -> Iterator[Text]:
    table = Table(comparison, width)
    yield table.header()
    for is_folded, group in groupby(comparison.rows, lambda row: is_foldable(row, view)):
        rows = list(group)
        if is_folded and (len(rows) >= MIN_FOLDED_ROWS or not view.alike):
            what = "dropped by all" if view.alike else "alike"
            yield Text(f"… {count_noun(len(rows), 'block')} {what}", "dim")
        else:
            yield from table.rows_with_reasons(rows)
    yield Text()
    yield from summary(comparison)


def is_foldable(row: Row, view: ViewOptions) -> bool:
    if not view.alike:
        return row.is_unanimous
    return row.is_dropped and not view.dropped


class Table:
    """Formats rows in columns: block number, one column for each method, text."""

    def __init__(self, comparison: Comparison, width: int) -> None:
        self.names = [truncate(name, MAX_NAME_WIDTH) for name in comparison.methods]
        cells = [[cell(row, verdict) for verdict in row.verdicts] for row in comparison.rows]
        columns = zip(self.names, *cells, strict=True)
        self.widths = [max(map(cell_len, column)) for column in columns]
        self.number_width = len(str(comparison.rows[-1].block)) if comparison.rows else 1
        taken = 2 + self.number_width + sum(width + 2 for width in self.widths) + 2
        self.text_width = max(MIN_TEXT_WIDTH, width - taken)
        self.width = max(width, taken + MIN_TEXT_WIDTH)

    def header(self) -> Text:
        return Text(self.join(" " * (2 + self.number_width), self.names, "text"), "bold")

    def join(self, start: str, cells: list[str], text: str) -> str:
        padded = [set_cell_size(cell, size) for cell, size in zip(cells, self.widths, strict=True)]
        return "  ".join([start, *padded, truncate(text, self.text_width)]).rstrip()

    def row(self, row: Row) -> Text:
        sign = " " if row.is_unanimous else DIFFERENT
        start = f"{sign} {row.block:>{self.number_width}}"
        cells = [cell(row, verdict) for verdict in row.verdicts]
        line = Text(self.join(start, cells, row.text), "dim" if row.is_dropped else "")
        line.stylize(STYLES.get(sign, ""), 0, 1)
        place = len(start) + 2
        for mark, size in zip(cells, self.widths, strict=True):
            line.stylize(STYLES[mark[0]], place, place + len(mark))
            place += size + 2
        return line

    def rows_with_reasons(self, rows: list[Row]) -> Iterator[Text]:
        """Yield rows; after rows with the same disagreement, yield the reasons once."""
        for reasons, group in groupby(rows, disagreement):
            for row in group:
                yield self.row(row)
            if reasons:
                by_method = zip(self.names, reasons, strict=True)
                line = " | ".join(f"{name}: {reason}" for name, reason in by_method)
                yield Text(truncate(f"  └ {line}", self.width), "italic")


def disagreement(row: Row) -> tuple[str, ...]:
    """Return the reason of each method, or nothing if all methods agree."""
    return () if row.is_unanimous else tuple(verdict.reason for verdict in row.verdicts)


def cell(row: Row, verdict: Verdict) -> str:
    """Format a verdict as mark, share if kept in part, and score: `✓ 0.93`, `~ 2/5`, `·`."""
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
        f"{count_noun(comparison.differences, 'disagreement')};"
        f" agreement: {percent(alike, total)} of the blocks,"
        f" {percent(comparison.agreed_words, comparison.words)} of the words"
    )


def percent(part: int, whole: int) -> str:
    """Round down, so that 100 % means all."""
    return f"{100 * part // whole if whole else 100} %"


def truncate(text: str, width: int) -> str:
    """Cut a text to `width` terminal cells and remove control characters."""
    # Cut long texts first: no text of this width has more characters.
    text = "".join(
        sign if sign.isprintable() else " " * sign.isspace() for sign in text[: 4 * width]
    )
    return text if cell_len(text) <= width else set_cell_size(text, width - 1).rstrip() + "…"
