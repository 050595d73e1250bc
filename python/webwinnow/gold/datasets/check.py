"""Check a gold set: count its contents, list its problems, and print the report."""

import os
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np

from webwinnow._core import decode
from webwinnow.errors import InputError, WebwinnowError
from webwinnow.gold.datasets.base import Digest, GoldSet, Problem
from webwinnow.gold.datasets.fann import Fann, read_fann
from webwinnow.gold.datasets.layouts import LAYOUTS, VECTORS, LocatedSet, load_set, locate_set
from webwinnow.messages import count_noun, printable

LABEL_WIDTH = 10
# Names listed for each kind of problem; the rest is counted.
MAX_LISTED = 10
# Called after each page with the number of pages done and the total.
Progress = Callable[[int, int], None]


@dataclass
class Report:
    path: str
    layout: str | None = None
    error: str | None = None  # why the set could not be opened
    # Names of pages or files by kind of problem, in the order found.
    problems: dict[str, list[str]] = field(default_factory=dict)

    @property
    def is_usable(self) -> bool:
        return False

    def note(self, problem: Problem) -> None:
        _, bracket, details = problem.what.partition(" (")
        entry = f"{problem.name} ({details}" if bracket else problem.name
        self.problems.setdefault(problem.kind, []).append(entry)


@dataclass
class SetReport(Report):
    """Report on a set of pages."""

    pages: int = 0  # usable ones
    sites: int = 0
    types: dict[str, int] = field(default_factory=dict)
    words: int = 0  # of all golds, split at white space
    without_text: int = 0  # pages with an empty gold
    with_segments: int = 0
    page_encodings: dict[str, int] = field(default_factory=dict)
    gold_encodings: dict[str, int] = field(default_factory=dict)
    digest: str | None = None

    @property
    def is_usable(self) -> bool:
        return self.pages > 0


@dataclass
class Vectors:
    file: str
    rows: int
    inputs: int
    outputs: int
    positives: float  # share of rows whose first output is above 0.5


@dataclass
class VectorReport(Report):
    """Report on texrex's training data."""

    files: list[Vectors] = field(default_factory=list)

    @property
    def is_usable(self) -> bool:
        return bool(self.files)


def check(path: "str | os.PathLike[str]", progress: Progress | None = None) -> Report:
    """Check a folder or archive; the report of one that cannot be opened has an `error`."""
    try:
        found = locate_set(path)
    except WebwinnowError as error:
        return Report(str(path), error=str(error))
    try:
        if found.layout == VECTORS:
            return check_vectors(str(path), found)
        return check_pages(str(path), load_set(found), progress)
    finally:
        if found.remove:
            found.remove()


def check_pages(path: str, gold: GoldSet, progress: Progress | None) -> SetReport:
    report, digest, sites, total = SetReport(path, gold.layout), Digest(), set(), len(gold)
    types: Counter[str] = Counter()
    pages: Counter[str] = Counter()
    golds: Counter[str] = Counter()
    for page in gold:
        report.pages += 1
        report.words += len(page.text.split())
        report.without_text += not page.text
        report.with_segments += page.segments is not None
        digest.add(page)
        sites.add(page.site)
        types.update([page.type] if page.type else [])
        pages[decode(page.html, page.charset)[1]] += 1
        golds[page.gold_encoding] += 1
        if progress:
            progress(report.pages, total)
    for problem in gold.problems:
        report.note(problem)
    report.sites, report.digest = len(sites), digest.hexdigest() if report.pages else None
    report.types, report.page_encodings, report.gold_encodings = (
        dict(counter.most_common()) for counter in (types, pages, golds)
    )
    return report


def check_vectors(path: str, found: LocatedSet) -> VectorReport:
    report = VectorReport(path, found.layout)
    for file in Fann(found.folders).files:
        try:
            report.files.append(count_vectors(file))
        except InputError as error:
            # The file may lie in a temporary folder, whose name means nothing to the user.
            what = str(error).replace(repr(str(file)), file.name)
            report.note(Problem(file.name, f"cannot be read ({what})"))
    return report


def count_vectors(file: Path) -> Vectors:
    data = read_fann(file)
    (rows, inputs), outputs = data.inputs.shape, data.outputs.shape[1]
    return Vectors(file.name, rows, inputs, outputs, float(np.mean(data.outputs[:, 0] > 0.5)))


def format_report(report: Report) -> str:
    """The report as indented text, one line per fact."""
    lines = [printable(report.path)]
    if report.error:
        lines += [row("error", report.error)]
    if report.layout:
        lines += [row("layout", f"{report.layout}: {LAYOUTS[report.layout].description}")]
    if isinstance(report, SetReport):
        lines += set_rows(report)
    if isinstance(report, VectorReport):
        lines += vector_rows(report)
    for kind, names in report.problems.items():
        lines += [row("problem", f"{kind}: {join_names(names)}")]
    return "\n".join(lines)


def set_rows(report: SetReport) -> list[str]:
    if not report.pages:
        return [row("pages", "none that can be used")]
    gold = f"{report.words:,} words, {describe_segments(report)}"
    if report.without_text:
        gold += f"; {report.without_text} without any text"
    rows = [
        row("pages", f"{report.pages:,} from {count_noun(report.sites, 'site')}"),
        row("types", join_counts(report.types)) if report.types else "",
        row("gold", gold),
        row("encodings", f"pages {join_counts(report.page_encodings)}"),
        row("", f"golds {join_counts(report.gold_encodings)}"),
        row("digest", f"sha256:{report.digest}"),
    ]
    return [line for line in rows if line]


def describe_segments(report: SetReport) -> str:
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
    return f"  {label:{LABEL_WIDTH}} {printable(value)}"


def join_counts(numbers: dict[str, int]) -> str:
    return ", ".join(f"{name} {number:,}" for name, number in numbers.items())


def join_names(names: list[str]) -> str:
    more = len(names) - MAX_LISTED
    return ", ".join(names[:MAX_LISTED]) + (f" and {more:,} more" if more > 0 else "")
