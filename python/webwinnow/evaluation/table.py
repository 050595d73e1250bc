"""Print an evaluation as tables, in colour on a terminal and plain in a file."""

import sys
from collections.abc import Iterator, Sequence

from rich.console import Console, RenderableType
from rich.table import Table
from rich.text import Text

from webwinnow.evaluation.results import Evaluation
from webwinnow.evaluation.summary import COLUMNS, Difference, Figure, Row, Summary
from webwinnow.messages import count_noun, printable

BEST = "*"
# Wide enough for any table: lines that the terminal wraps are readable, truncated ones are not.
MAX_WIDTH = 400
# Pages and failures that are listed; the rest is counted.
MAX_LISTED = 10
BY_TYPE = "bag_f1"
WITH_INTERVAL = "bag_f1"


def print_tables(evaluation: Evaluation, summary: Summary) -> None:
    console = Console(width=MAX_WIDTH, highlight=False, soft_wrap=True)
    # rich exits the program on a closed pipe, but output files may still have to be written.
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
    """Explain the signs that the table uses."""
    best = f"{BEST} best of its column" if len(rows) > 1 else ""
    interval = "in brackets, the 95 % confidence interval" if rows[0].pages > 1 else ""
    return "; ".join(filter(None, [best, interval]))


def title(evaluation: Evaluation) -> Text:
    folds = f", {evaluation.folds} folds by site" if evaluation.folds else ""
    pages = count_noun(len(evaluation.gold), "page")
    digest = evaluation.digest[:12]
    return text(f"{evaluation.set_name}: {pages}{folds}; digest {digest}", "bold")


def text(line: str, style: str = "") -> Text:
    """Text without rich markup or terminal control characters."""
    return Text(printable(line), style)


def table_of(rows: Sequence[Row]) -> Table:
    keys = [key for key in COLUMNS if any(key in row.figures for row in rows)]
    best = {key: best_of(key, rows) for key in keys}
    table = empty_table("method", "pages", "failed", *(COLUMNS[key].title for key in keys))
    for row in rows:
        # The interval of a single page has no width and would mislead.
        show_cell = cell if row.pages > 1 else cell_without_interval
        cells = [show_cell(key, row.figures.get(key), best[key]) for key in keys]
        table.add_row(text(row.method), str(row.pages), str(row.failed), *cells)
    return table


def empty_table(first: str, *others: str) -> Table:
    table = Table(box=None, pad_edge=False, header_style="bold")
    table.add_column(text(first), no_wrap=True)
    for other in others:
        table.add_column(text(other), justify="right", no_wrap=True)
    return table


def best_of(key: str, rows: Sequence[Row]) -> str | None:
    """The best value as formatted, so that ties are all marked; None for fewer than two values."""
    values = [row.figures[key].value for row in rows if key in row.figures]
    if len(values) < 2:
        return None
    return format_value(key, min(values) if COLUMNS[key].is_time else max(values))


def format_value(key: str, value: float) -> str:
    return f"{value:.2f}" if COLUMNS[key].is_time else f"{value:.4f}"


def cell(key: str, figure: Figure | None, best: str | None) -> Text:
    if figure is None:
        return Text("–", "dim")
    value = format_value(key, figure.value)
    mark = BEST if value == best else " "
    content = Text(f"{value}{mark}", "bold" if mark == BEST else "")
    if key == WITH_INTERVAL and figure.low is not None and figure.high is not None:
        content.append(f"[{figure.low:.3f} {figure.high:.3f}]", "dim")
    return content


def differences(found: Sequence[Difference]) -> Table:
    units = found[0].unit
    table = empty_table("bag F1", "difference", f"p (by {units})")
    for each in found:
        pair = text(f"{each.method} − {each.other}")
        table.add_row(pair, f"{each.value:+.4f}", f"{each.p:.4f}")
    return table


def by_type(summary: Summary) -> Table:
    """A row per page type, a column per method."""
    table = empty_table("bag F1", "pages", *(row.method for row in summary.rows))
    for kind, rows in summary.types.items():
        best = best_of(BY_TYPE, [row for row in rows if row.figures])
        cells = [cell_without_interval(BY_TYPE, row.figures.get(BY_TYPE), best) for row in rows]
        table.add_row(text(kind), str(rows[0].pages), *cells)
    return table


def cell_without_interval(key: str, figure: Figure | None, best: str | None) -> Text:
    return cell(key, figure and Figure(figure.value), best)


def remarks(evaluation: Evaluation) -> Iterator[Text]:
    """Notes, skipped methods, failures and problems of the set."""
    for note in evaluation.notes:
        yield text(f"note: {note}")
    for name, why in evaluation.skipped.items():
        yield text(f"skipped: {name}: {why}")
    for method in evaluation.methods:
        failed = [f"{s.page}: {s.error}" for s in evaluation.of(method) if s.error]
        yield from listed(failed, f"{method} failed on {count_noun(len(failed), 'page')}:")
    problems = [f"{problem.name}: {problem.what}" for problem in evaluation.problems]
    yield from listed(problems, "left out:")


def listed(lines: Sequence[str], heading: str) -> Iterator[Text]:
    if not lines:
        return
    yield text(heading)
    for line in lines[:MAX_LISTED]:
        yield text(f"  {line}")
    if len(lines) > MAX_LISTED:
        yield Text(f"  and {len(lines) - MAX_LISTED} more")
