"""Render `report.html`: one page without scripts and external resources."""

from collections.abc import Iterator
from importlib.resources import files
from typing import Any

from webwinnow.corpus.report import tables
from webwinnow.corpus.report.tables import format_share, format_size, remainder
from webwinnow.html_builder import Html, details, joined, report_page, tag
from webwinnow.messages import count_noun, printable

MAX_INPUTS = 50


def render_page(found: dict[str, Any]) -> str:
    """Render the values of `report.json`."""
    title = f"A corpus of {count_noun(found['documents'], 'document')}"
    style = files("webwinnow.corpus.report").joinpath("style.css").read_text("utf-8")
    return report_page(title, facts(found), dict(sections(found)), style)


def sections(found: dict[str, Any]) -> Iterator[tuple[str, Html]]:
    """Yield headings and contents of the sections that are not empty."""
    yield "Funnel", tables.funnel(found)
    if found["languages"]:
        yield "Languages", tables.languages(found)
    if found["hosts"]["most"]:
        yield "Hosts", tables.hosts(found)
    if found["lengths"]:
        yield "Lengths", tables.lengths(found)
    if found["page_types"]:
        yield "Types of pages", tables.page_types(found)
    if found["qualities"]:
        yield "Quality", tables.qualities(found)
    if found["phrases"]:
        yield "Phrases", tables.phrases(found)
    yield "Throughput", tables.throughput(found)
    for reason, rows in found["told"].items():
        yield reason.capitalize(), tables.examples(found, reason, rows)
    yield "Settings", settings_section(found["about"])


def definition_list(values: dict[str, str | None]) -> Html:
    pairs = [joined([tag("dt", name), tag("dd", value)]) for name, value in values.items() if value]
    return tag("dl", *pairs)


def facts(found: dict[str, Any]) -> Html:
    about, repeated = found["about"], found["repeated"]
    wall = about.get("wall_seconds")
    html = format_size(found["html_bytes"])
    kept = format_share(found["documents"], found["rows"])
    removed = (
        f"{count_noun(repeated['blocks'], 'block')}, {count_noun(repeated['tokens'], 'token')}"
    )
    by = [
        about.get("engine"),
        count_noun(about["workers"], "worker") if "workers" in about else None,
    ]
    return definition_list(
        {
            "Read": f"{count_noun(found['rows'], 'page')}, {html} of HTML",
            "Documents": f"{found['documents']:,} ({kept})",
            "Text": text_amount(found),
            "Removed as repeated": removed if repeated["blocks"] else None,
            "Time": format_duration(wall) if wall is not None else None,
            "Engine": ", ".join(printable(str(each)) for each in by if each),
            "Started": about.get("started"),
            "Finished": about.get("finished"),
            "Made by": f"webwinnow {about['version']}",
        }
    )


def text_amount(found: dict[str, Any]) -> str:
    chars = count_noun(found["characters"], "character")
    return chars if found["tokens"] is None else f"{chars}, {count_noun(found['tokens'], 'token')}"


def format_duration(seconds: float) -> str:
    """Format seconds as `0.35 s`, `12 s`, `3 min 20 s` or `1 h 5 min`."""
    if seconds < 59.95:
        return f"{seconds:.3g} s"
    minutes, rest = divmod(round(seconds), 60)
    if minutes < 60:
        return f"{minutes} min {rest} s"
    return f"{minutes // 60:,} h {minutes % 60} min"


def settings_section(about: dict[str, Any]) -> Html:
    parts = []
    if command := about.get("command"):
        parts.append(tag("p", tag("code", printable(command))))
    if settings := about.get("settings"):
        parts.append(
            definition_list({name: format_value(value) for name, value in settings.items()})
        )
    if inputs := about.get("inputs"):
        items = [tag("li", tag("code", printable(each))) for each in inputs[:MAX_INPUTS]]
        more = remainder(len(inputs) - MAX_INPUTS, "input")
        parts.append(details(count_noun(len(inputs), "input"), tag("ul", *items), more))
    return joined(parts) if parts else tag("p", "Unknown.")


def format_value(value: Any) -> str:
    if value is None or value is False or value in ((), []):
        return "–"
    if value is True:
        return "yes"
    if isinstance(value, list | tuple):
        return printable(", ".join(map(str, value)))
    return f"{value:,}" if isinstance(value, int) else printable(str(value))
