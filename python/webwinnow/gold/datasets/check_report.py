"""What a check found, as text for people."""

from webwinnow.gold.datasets import LAYOUTS
from webwinnow.gold.datasets.check import Report, SetReport, VectorReport
from webwinnow.messages import count_noun, printable

__all__ = ["as_text"]

WIDTH = 10
# Names of each kind of problem that are shown; the rest is counted.
SHOWN = 10


def as_text(report: Report) -> str:
    lines = [printable(report.path)]
    if report.error:
        lines += [row("error", report.error)]
    if report.layout:
        lines += [row("layout", f"{report.layout}: {LAYOUTS[report.layout].description}")]
    if isinstance(report, SetReport):
        lines += set_rows(report)
    if isinstance(report, VectorReport):
        lines += vector_rows(report)
    for what, names in report.problems.items():
        lines += [row("problem", f"{what}: {listed(names)}")]
    return "\n".join(lines)


def set_rows(report: SetReport) -> list[str]:
    if not report.pages:
        return [row("pages", "none that can be used")]
    gold = f"{report.words:,} words, {segments_of(report)}"
    if report.without_text:
        gold += f"; {report.without_text} without any text"
    rows = [
        row("pages", f"{report.pages:,} from {count_noun(report.sites, 'site')}"),
        row("types", counts(report.types)) if report.types else "",
        row("gold", gold),
        row("encodings", f"pages {counts(report.page_encodings)}"),
        row("", f"golds {counts(report.gold_encodings)}"),
        row("digest", f"sha256:{report.digest}"),
    ]
    return [line for line in rows if line]


def segments_of(report: SetReport) -> str:
    if report.with_segments in (0, report.pages):
        return "with segments" if report.with_segments else "without segments"
    return f"{report.with_segments:,} with segments"


def vector_rows(report: VectorReport) -> list[str]:
    return [
        row(
            "vectors",
            f"{file.file}: {file.rows:,} rows, {file.inputs} inputs, "
            f"{count_noun(file.outputs, 'output')}, {file.positives:.1%} positive",
        )
        for file in report.files
    ]


def row(label: str, value: str) -> str:
    return f"  {label:{WIDTH}} {printable(value)}"


def counts(numbers: dict[str, int]) -> str:
    return ", ".join(f"{name} {number:,}" for name, number in numbers.items())


def listed(names: list[str]) -> str:
    more = len(names) - SHOWN
    return ", ".join(names[:SHOWN]) + (f" and {more:,} more" if more > 0 else "")
