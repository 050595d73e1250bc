"""What is in a gold set, and what is wrong with it."""

import os
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np

from webwinnow._core import decode
from webwinnow.errors import InputError, WebwinnowError
from webwinnow.gold.datasets import Digest, GoldPage, GoldSet, Problem, read_fann
from webwinnow.gold.datasets.fann import Fann
from webwinnow.gold.datasets.layouts import VECTORS, Found, find_set, set_of

__all__ = ["SetReport", "VectorReport", "check"]

# Told after each page: how many are done, and of how many.
Progress = Callable[[int, int], None]


@dataclass
class Report:
    path: str
    layout: str | None = None
    error: str | None = None  # why nothing could be opened
    # Names by what is wrong with them, in the order found.
    problems: dict[str, list[str]] = field(default_factory=dict)

    @property
    def is_usable(self) -> bool:
        return False

    def note(self, problem: Problem) -> None:
        # What has particulars is told whole: they are why somebody reads on.
        self.problems.setdefault(problem.kind, []).append(told(problem))


@dataclass
class SetReport(Report):
    """Of a set of pages."""

    pages: int = 0  # usable ones
    sites: int = 0
    types: dict[str, int] = field(default_factory=dict)
    words: int = 0  # of all golds, set apart by white space
    without_text: int = 0  # pages whose gold says that they have none
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
    positives: float  # share of the rows whose first output is above a half


@dataclass
class VectorReport(Report):
    """Of texrex's training data."""

    files: list[Vectors] = field(default_factory=list)

    @property
    def is_usable(self) -> bool:
        return bool(self.files)


def check(path: "str | os.PathLike[str]", progress: Progress | None = None) -> Report:
    """All there is to say of a folder or archive; one that cannot be opened has an `error`."""
    try:
        found = find_set(path)
    except WebwinnowError as error:
        return Report(str(path), error=str(error))
    try:
        if found.layout == VECTORS:
            return check_vectors(str(path), found)
        return check_pages(str(path), set_of(found), progress)
    finally:
        if found.remove:
            found.remove()


def check_pages(path: str, gold: GoldSet, progress: Progress | None) -> SetReport:
    report, digest, sites, total = SetReport(path, gold.layout), Digest(), set(), len(gold)
    types: Counter[str] = Counter()
    pages: Counter[str] = Counter()
    golds: Counter[str] = Counter()
    for page in gold:
        count(report, page)
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


def count(report: SetReport, page: GoldPage) -> None:
    report.pages += 1
    report.words += len(page.text.split())
    report.without_text += not page.text
    report.with_segments += page.segments is not None


def check_vectors(path: str, found: Found) -> VectorReport:
    report = VectorReport(path, found.layout)
    for file in Fann(found.places).files:
        try:
            report.files.append(vectors_in(file))
        except InputError as error:
            # A temporary folder's name tells nobody anything.
            what = str(error).replace(repr(str(file)), file.name)
            report.note(Problem(file.name, f"cannot be read ({what})"))
    return report


def vectors_in(file: Path) -> Vectors:
    data = read_fann(file)
    (rows, inputs), outputs = data.inputs.shape, data.outputs.shape[1]
    return Vectors(file.name, rows, inputs, outputs, float(np.mean(data.outputs[:, 0] > 0.5)))


def told(problem: Problem) -> str:
    _, bracket, particulars = problem.what.partition(" (")
    return f"{problem.name} ({particulars}" if bracket else problem.name
