"""An evaluation as tables for a terminal; the same without colour and frames for a file."""

import sys
from collections.abc import Iterator, Sequence

from rich.console import Console, RenderableType
from rich.table import Table
from rich.text import Text

from webwinnow.evaluation.results import Evaluation
from webwinnow.evaluation.summary import MEASURES, Difference, Figure, Row, Summary
from webwinnow.messages import count_noun, printable

__all__ = ["show"]

BEST = "*"
# Room for any table: a line that the terminal breaks can be read, one that is cut off cannot.
WIDE = 400
# Pages and failures that are named; the rest is counted.
NAMED = 10
BY_TYPE = "bag_f1"
WITH_INTERVAL = "bag_f1"


def show(evaluation: Evaluation, summary: Summary) -> None:
    console = Console(width=WIDE, highlight=False, soft_wrap=True)
    # rich ends the program where nobody reads on, and there may be files still to write.
    with console.capture() as captured:
        for part in parts(evaluation, summary):
            console.print(part)
    sys.stdout.write(captured.get())


def parts(evaluation: Evaluation, summary: Summary) -> Iterator[RenderableType]:
    yield title(evaluation)
    if summary.rows:
        yield table_of(summary.rows)
        yield Text(legend(summary.rows), "dim")
    if summary.differences:
        yield Text()
        yield differences(summary.differences)
    if summary.types:
        yield Text()
        yield by_type(summary)
    yield from remarks(evaluation)


def legend(rows: Sequence[Row]) -> str:
    """What the table's signs mean, of those that it has."""
    best = f"{BEST} best of its column" if len(rows) > 1 else ""
    interval = "in brackets, the interval of 95 %" if rows[0].pages > 1 else ""
    return "; ".join(filter(None, [best, interval]))


def title(evaluation: Evaluation) -> Text:
    folds = f", {evaluation.folds} folds by site" if evaluation.folds else ""
    pages = count_noun(len(evaluation.gold), "page")
    digest = evaluation.digest[:12]
    return text(f"{evaluation.set_name}: {pages}{folds}; digest {digest}", "bold")


def text(line: str, style: str = "") -> Text:
    """Brackets in names are no markup, and nothing in them steers the terminal."""
    return Text(printable(line), style)


def table_of(rows: Sequence[Row]) -> Table:
    keys = [key for key in MEASURES if any(key in row.figures for row in rows)]
    best = {key: best_of(key, rows) for key in keys}
    table = empty("method", "pages", "failed", *(MEASURES[key].title for key in keys))
    for row in rows:
        # An interval of one page would promise that all pages are like it.
        show_cell = cell if row.pages > 1 else bare
        cells = [show_cell(key, row.figures.get(key), best[key]) for key in keys]
        table.add_row(text(row.method), str(row.pages), str(row.failed), *cells)
    return table


def empty(first: str, *others: str) -> Table:
    table = Table(box=None, pad_edge=False, header_style="bold")
    table.add_column(text(first), no_wrap=True)
    for other in others:
        table.add_column(text(other), justify="right", no_wrap=True)
    return table


def best_of(key: str, rows: Sequence[Row]) -> str | None:
    """As it is shown, so that equals are marked alike; None where there is nothing to choose."""
    values = [row.figures[key].value for row in rows if key in row.figures]
    if len(values) < 2:
        return None
    return shown(key, min(values) if MEASURES[key].is_time else max(values))


def shown(key: str, value: float) -> str:
    return f"{value:.2f}" if MEASURES[key].is_time else f"{value:.4f}"


def cell(key: str, figure: Figure | None, best: str | None) -> Text:
    if figure is None:
        return Text("–", "dim")
    value = shown(key, figure.value)
    mark = BEST if value == best else " "
    content = Text(f"{value}{mark}", "bold" if mark == BEST else "")
    if key == WITH_INTERVAL and figure.low is not None and figure.high is not None:
        content.append(f"[{figure.low:.3f} {figure.high:.3f}]", "dim")
    return content


def differences(found: Sequence[Difference]) -> Table:
    units = found[0].unit
    table = empty("bag F1", "difference", f"p (by {units})")
    for each in found:
        pair = text(f"{each.method} − {each.other}")
        table.add_row(pair, f"{each.value:+.4f}", f"{each.p:.4f}")
    return table


def by_type(summary: Summary) -> Table:
    """Types down, methods across."""
    table = empty("bag F1", "pages", *(row.method for row in summary.rows))
    for kind, rows in summary.types.items():
        best = best_of(BY_TYPE, [row for row in rows if row.figures])
        cells = [bare(BY_TYPE, row.figures.get(BY_TYPE), best) for row in rows]
        table.add_row(text(kind), str(rows[0].pages), *cells)
    return table


def bare(key: str, figure: Figure | None, best: str | None) -> Text:
    """Without the interval."""
    return cell(key, figure and Figure(figure.value), best)


def remarks(evaluation: Evaluation) -> Iterator[Text]:
    """What a reader should know, and what was left out."""
    for note in evaluation.notes:
        yield text(f"note: {note}")
    for name, why in evaluation.skipped.items():
        yield text(f"skipped: {name}: {why}")
    for method in evaluation.methods:
        failed = [f"{s.page}: {s.error}" for s in evaluation.of(method) if s.error]
        yield from named(failed, f"{method} failed on {count_noun(len(failed), 'page')}:")
    problems = [f"{problem.name}: {problem.what}" for problem in evaluation.problems]
    yield from named(problems, "left out:")


def named(lines: Sequence[str], heading: str) -> Iterator[Text]:
    if not lines:
        return
    yield text(heading)
    for line in lines[:NAMED]:
        yield text(f"  {line}")
    if len(lines) > NAMED:
        yield Text(f"  and {len(lines) - NAMED} more")
