"""The tables of the report, each with its bars."""

from collections.abc import Iterable
from typing import Any

from webwinnow.corpus.reasons import REASONS
from webwinnow.corpus.report.bars import Row, bar_table, named, rest, share, size
from webwinnow.html_builder import Html, joined, rows_table, tag
from webwinnow.messages import count_noun, printable

__all__ = [
    "funnel",
    "hosts",
    "languages",
    "lengths",
    "page_types",
    "qualities",
    "throughput",
    "told",
]

MOST_HOSTS, MOST_LANGUAGES = 50, 40
UNKNOWN = {"und": "unknown"}


def document_rows(found: Iterable[tuple[str, int]], whole: int) -> list[Row]:
    return [Row(name, (count,), (f"{count:,}", share(count, whole))) for name, count in found]


def funnel(found: dict[str, Any]) -> Html:
    """Only stages that dropped something are drawn; the others are named."""
    rows = found["rows"]
    steps = [step for step in found["funnel"] if step["dropped"]]
    drawn = [Row("read", (rows,), ("", "", f"{rows:,}"))]
    for step in steps:
        reason, dropped, left = step["reason"], step["dropped"], step["left"]
        cells = (f"{dropped:,}", share(dropped, rows), f"{left:,}")
        drawn.append(Row(named(reason, REASONS.get(reason, "")), (left, dropped), cells))
    drawn.append(Row("documents", (found["documents"],), ("", "", f"{found['documents']:,}")))
    idle = [step["reason"] for step in found["funnel"] if not step["dropped"]]
    table = bar_table(
        "From what was read to the corpus: what each stage dropped (orange), and what it left",
        ["", "dropped", "of all read", "left"],
        drawn,
        rows,
    )
    note = f"Nothing was dropped for: {', '.join(idle)}." if idle else ""
    return joined([table, tag("p", note, class_="note")])


def languages(found: dict[str, Any]) -> Html:
    every = found["languages"]
    shown = every[:MOST_LANGUAGES]
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
    return joined([table, rest(len(every) - len(shown), "language")])


def hosts(found: dict[str, Any]) -> Html:
    hosts = found["hosts"]
    most = hosts["most"][:MOST_HOSTS]
    rows = document_rows(((each["host"], each["documents"]) for each in most), found["documents"])
    table = bar_table("Hosts with the most documents", ["host", "documents", "of all"], rows)
    if missing := hosts["missing_at_most"]:
        note = tag(
            "p",
            "There are more hosts than could be counted. Each number is a lower bound: it may be up"
            f" to {missing:,} too low.",
            class_="note",
        )
    else:
        note = rest(hosts["number"] - len(most), "host")
    return joined([table, note])


def lengths(found: dict[str, Any]) -> Html:
    mean = found["characters"] / max(found["documents"], 1)
    bins = ((f"{each['from']:,} to {each['to']:,}", each["documents"]) for each in found["lengths"])
    return bar_table(
        f"Documents by their number of characters; {mean:,.0f} in the mean",
        ["characters", "documents", "of all"],
        document_rows(bins, found["documents"]),
    )


def page_types(found: dict[str, Any]) -> Html:
    types = ((each["page_type"], each["documents"]) for each in found["page_types"])
    return bar_table(
        "What kind of page the method holds each to be",
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
        "Documents by the share of their words that are frequent ones of the language",
        ["share", "documents", "of those known"],
        document_rows(bins, known),
    )
    unknown = found["documents"] - known
    note = f"Of {count_noun(unknown, 'document')} the quality is unknown." if unknown else ""
    return joined([table, tag("p", note, class_="note")])


def throughput(found: dict[str, Any]) -> Html:
    rates = found["throughput"]["per_second"]
    parts = []
    if rates["rows"] is not None:
        values = {
            "pages": f"{rates['rows']:,.1f}",
            "documents": f"{rates['documents']:,.1f}",
            "characters of text": f"{rates['characters']:,.0f}",
            "HTML": size(rates["html_bytes"]),
        }
        parts.append(
            rows_table(
                "By the clock",
                ["", "in a second"],
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
                (f"{seconds:,.1f}", share(seconds, total), f"{1000 * seconds / pages:.3g}"),
            )
            for stage, seconds in work.items()
        ]
        parts.append(
            bar_table(
                "Work by stage, all workers together",
                ["stage", "seconds", "of all", "ms a page"],
                rows,
            )
        )
    return joined(parts) if parts else tag("p", "No time was taken.")


def told(found: dict[str, Any], reason: str, rows: list[dict[str, Any]]) -> Html:
    total = next(step["dropped"] for step in found["funnel"] if step["reason"] == reason)
    first = f", the first {len(rows)}" if len(rows) < total else ""
    table = rows_table(
        f"{REASONS[reason].capitalize()}: {count_noun(total, 'time')}{first}",
        ["source", "offset", "detail"],
        [
            (printable(row["source"]), [place(row["offset"]), printable(row["detail"] or "")])
            for row in rows
        ],
    )
    return tag("div", table, class_="told")


def place(offset: int | None) -> str:
    return "–" if offset is None else f"{offset:,}"
