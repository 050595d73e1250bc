"""Tables of the HTML report; each row has a bar that shows its numbers."""

from collections.abc import Iterable
from typing import Any, NamedTuple

from webwinnow.corpus.record import REASONS
from webwinnow.html_builder import Html, joined, rows_table, tag
from webwinnow.messages import count_noun, printable

MAX_HOSTS, MAX_LANGUAGES = 50, 40
UNKNOWN = {"und": "unknown"}
# Percent; keeps bars of small values visible.
MIN_WIDTH = 0.3


class Row(NamedTuple):
    """A table row; `lengths` are those of the parts of its bar."""

    name: str
    lengths: tuple[float, ...]
    cells: tuple[str, ...]


def document_rows(found: Iterable[tuple[str, int]], whole: int) -> list[Row]:
    return [
        Row(name, (count,), (f"{count:,}", format_share(count, whole))) for name, count in found
    ]


def funnel(found: dict[str, Any]) -> Html:
    """Show the reasons that dropped rows; list the others."""
    rows = found["rows"]
    steps = [step for step in found["funnel"] if step["dropped"]]
    drawn = [Row("read", (rows,), ("", "", f"{rows:,}"))]
    for step in steps:
        reason, dropped, left = step["reason"], step["dropped"], step["left"]
        cells = (f"{dropped:,}", format_share(dropped, rows), f"{left:,}")
        drawn.append(Row(name_with_note(reason, REASONS.get(reason, "")), (left, dropped), cells))
    drawn.append(Row("documents", (found["documents"],), ("", "", f"{found['documents']:,}")))
    idle = [step["reason"] for step in found["funnel"] if not step["dropped"]]
    table = bar_table(
        "Rows read, dropped by each stage (orange) and left",
        ["", "dropped", "of all read", "left"],
        drawn,
        rows,
    )
    note = f"Nothing was dropped for: {', '.join(idle)}." if idle else ""
    return joined([table, tag("p", note, class_="note")])


def languages(found: dict[str, Any]) -> Html:
    every = found["languages"]
    shown = every[:MAX_LANGUAGES]
    names = [UNKNOWN.get(each["language"], each["language"]) for each in shown]
    rows = document_rows(
        zip(names, (each["documents"] for each in shown), strict=True), found["documents"]
    )
    rows = [
        row._replace(cells=(*row.cells, f"{each['characters']:,}"))
        for row, each in zip(rows, shown, strict=True)
    ]
    table = bar_table(
        "Languages of the documents, by ISO 639 code",
        ["language", "documents", "of all", "characters"],
        rows,
    )
    return joined([table, remainder(len(every) - len(shown), "language")])


def hosts(found: dict[str, Any]) -> Html:
    hosts = found["hosts"]
    most = hosts["most"][:MAX_HOSTS]
    rows = document_rows(((each["host"], each["documents"]) for each in most), found["documents"])
    table = bar_table("Hosts with the most documents", ["host", "documents", "of all"], rows)
    if missing := hosts["missing_at_most"]:
        note = tag(
            "p",
            "There are more hosts than counters. Each number is a lower bound and may be up to "
            f"{missing:,} too low.",
            class_="note",
        )
    else:
        note = remainder(hosts["number"] - len(most), "host")
    return joined([table, note])


def lengths(found: dict[str, Any]) -> Html:
    mean = found["characters"] / max(found["documents"], 1)
    bins = ((f"{each['from']:,} to {each['to']:,}", each["documents"]) for each in found["lengths"])
    return bar_table(
        f"Documents by number of characters; mean {mean:,.0f}",
        ["characters", "documents", "of all"],
        document_rows(bins, found["documents"]),
    )


def page_types(found: dict[str, Any]) -> Html:
    types = ((each["page_type"], each["documents"]) for each in found["page_types"])
    return bar_table(
        "Page types, as the method classifies them",
        ["type", "documents", "of all"],
        document_rows(types, found["documents"]),
    )


def qualities(found: dict[str, Any]) -> Html:
    bins = [
        (f"{each['from']:.2f} to {each['to']:.2f}", each["documents"])
        for each in found["qualities"]
    ]
    known = sum(count for _, count in bins)
    table = bar_table(
        "Documents by the share of frequent words of their language",
        ["share", "documents", "of those known"],
        document_rows(bins, known),
    )
    unknown = found["documents"] - known
    note = f"{count_noun(unknown, 'document')} of unknown quality." if unknown else ""
    return joined([table, tag("p", note, class_="note")])


def phrases(found: dict[str, Any]) -> Html:
    """Show the phrases that cleaning removed, and those that are left."""
    before, after = (found["phrases"][name] for name in ("before", "after"))
    sample = count_noun(before["documents"], "document")
    shares = [format_share(each["repeated_words"], each["words"]) for each in (before, after)]
    note = (
        f"In a sample of {sample}, {shares[0]} of the words before cleaning and {shares[1]} after "
        f"it are in sequences that {count_noun(before['min_documents'], 'document')} or more have. "
        "A vertical bar is the end of a line."
    )
    parts = [tag("p", note)]
    for caption, table in (
        ("Over-represented phrases of all visible text, before cleaning", before),
        ("Over-represented phrases of the corpus, after cleaning", after),
    ):
        parts.append(phrase_table(caption, table))
    return joined(parts)


def phrase_table(caption: str, table: dict[str, Any]) -> Html:
    header = ["phrase", "documents before", "after", "words", "hosts", "most on", "of its pages"]
    rows = [
        (
            printable(each["text"]),
            [
                *(f"{each['documents_in'][name]:,}" for name in ("before", "after")),
                f"{each['words']:,}",
                f"{each['hosts']:,}",
                printable(each["host"] or "–"),
                format_share(each["host_share"], 1) if each["host_share"] else "–",
            ],
        )
        for each in table["phrases"]
    ]
    if not rows:
        return tag("p", f"{caption}: none.")
    return tag("div", rows_table(caption, header, rows), class_="phrases")


def throughput(found: dict[str, Any]) -> Html:
    rates = found["throughput"]["per_second"]
    parts = []
    if rates["rows"] is not None:
        values = {
            "pages": f"{rates['rows']:,.1f}",
            "documents": f"{rates['documents']:,.1f}",
            "characters of text": f"{rates['characters']:,.0f}",
            "HTML": format_size(rates["html_bytes"]),
        }
        parts.append(
            rows_table(
                "Wall time",
                ["", "per second"],
                [(name, [value]) for name, value in values.items()],
            )
        )
    if work := found["throughput"]["seconds_of_work"]:
        total = sum(work.values())
        pages = max(found["rows"], 1)
        rows = [
            Row(
                stage,
                (seconds,),
                (f"{seconds:,.1f}", format_share(seconds, total), f"{1000 * seconds / pages:.3g}"),
            )
            for stage, seconds in work.items()
        ]
        parts.append(
            bar_table(
                "Workspace by stage, all workers together",
                ["stage", "seconds", "of all", "ms a page"],
                rows,
            )
        )
    return joined(parts) if parts else tag("p", "No times recorded.")


def examples(found: dict[str, Any], reason: str, rows: list[dict[str, Any]]) -> Html:
    total = next(step["dropped"] for step in found["funnel"] if step["reason"] == reason)
    first = f", the first {len(rows)}" if len(rows) < total else ""
    cells = [
        (printable(row["source"]), [format_offset(row["offset"]), printable(row["detail"] or "")])
        for row in rows
    ]
    table = rows_table(
        f"{REASONS[reason].capitalize()}: {count_noun(total, 'time')}{first}",
        ["source", "offset", "detail"],
        cells,
    )
    return tag("div", table, class_="examples")


def format_offset(offset: int | None) -> str:
    return "–" if offset is None else f"{offset:,}"


def bar_table(caption: str, header: Iterable[str], rows: list[Row], whole: float = 0) -> Html:
    """Make a table with a bar in each row; the longest bar, or `whole`, fills the column."""
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
        tag(
            "i",
            style=f"width: {max(MIN_WIDTH, 100 * length / longest):.2f}%",
            class_=f"part-{number}",
        )
        for number, length in enumerate(lengths)
        if length > 0
    ]
    # Hidden from screen readers: the cells have the numbers.
    return tag("td", tag("span", *parts), class_="bar", aria_hidden="true")


def format_share(part: float, whole: float) -> str:
    """Format a percentage as `12.3 %`, `< 0.1 %` or `> 99.9 %`."""
    if not whole:
        return "–"
    percent = 100 * part / whole
    if 0 < percent < 0.1:
        return "< 0.1 %"
    if 99.9 < percent < 100:
        return "> 99.9 %"
    return f"{percent:.1f} %"


def format_size(number: float) -> str:
    """Format a number of bytes as `512 B` or `1.2 GB`."""
    for unit in ("B", "kB", "MB", "GB", "TB"):
        if number < 999.5 or unit == "TB":
            return f"{number:.0f} {unit}" if unit == "B" else f"{number:.1f} {unit}"
        number /= 1000
    raise AssertionError("the last unit has no end")


def name_with_note(name: str, note: str) -> Html:
    return joined([name, tag("span", note, class_="interval")])


def remainder(number: int, noun: str) -> Html:
    """Note on rows that are not shown; empty if all are."""
    return (
        tag("p", f"And {count_noun(number, noun)} more.", class_="note") if number > 0 else Html()
    )
