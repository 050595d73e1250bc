"""Format winnow's cross-validation results as text."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from benchmarks.papers.winnow.results import Figures

WIDTH = 22


def format_set(name: str, found: Figures) -> str:
    return "\n".join(lines_of_set(name, found))


def lines_of_set(name: str, found: Figures) -> Iterator[str]:
    how = "models of folds" if found["model"] == "folds" else "the shipped model"
    yield f"\n{name}, {found['pages']} pages with a gold, {how}"
    yield from lines_of_systems(found["contestants"])
    for peer, figures in found["differences"].items():
        yield row(f"− {peer}", "", "", f"{figures['value']:+.4f}", span(figures, "+.4f"))
    for peer, reason in found["skipped"].items():
        yield f"  {peer}: {reason}"
    if found["types"]:
        yield from lines_of_types(found)
    yield from lines_of_calibration(found["calibration"])
    empty = found["empty"]
    if empty["pages"]:
        kept = ", ".join(f"{name} {count}" for name, count in empty["nothing kept"].items())
        yield f"  nothing kept of {empty['pages']} pages with an empty gold: {kept}"


def lines_of_systems(found: Figures) -> Iterator[str]:
    yield row("", "P", "R", "F1", "95 %".center(15), "failed")
    for system, figures in found.items():
        cells = (number(figures[key]) for key in ("precision", "recall", "f1"))
        yield row(system, *cells, span(figures, ".4f"), str(figures["failed"]))


def format_new_sites(found: Figures) -> str:
    title = f"  {found['pages']} of these pages are of sites outside of the training data"
    return "\n".join([title, *lines_of_systems(found["contestants"])])


def lines_of_types(found: Figures) -> Iterator[str]:
    yield row("F1 by type", "pages", *found["contestants"])
    for name, of_type in found["types"].items():
        cells = [number(each["f1"]) for each in of_type["contestants"].values()]
        yield row(name, str(of_type["pages"]), *cells)


def lines_of_calibration(found: Figures) -> Iterator[str]:
    if not found["pages"]:
        yield "  F1 expected: no prediction"
        return
    means = f"mean {number(found['expected'])}, true {number(found['true'])}"
    yield f"  F1 expected: {means}, off by {number(found['error'])} on average"
    for each in found["bins"]:
        if each["pages"]:
            pair = (number(each["expected"]), number(each["true"]))
            yield row(f"  from {each['from']:.1f}", *pair, str(each["pages"]))


def format_summary(of_all: Figures) -> str:
    """Calibration and page types over all folds."""
    return "\n".join(lines_of_all(of_all))


def lines_of_all(of_all: Figures) -> Iterator[str]:
    yield "\nall folds together"
    yield from lines_of_calibration(of_all["calibration"])
    types = of_all["page_types"]
    if types["pages"]:
        right = number(types["accuracy"])
        pages = types["pages"]
        yield f"  page type right on {right} of {pages} pages; rows true, columns predicted"
        predicted = sorted({name for each in types["confusion"].values() for name in each})
        yield row("", *predicted)
        for true, counts in types["confusion"].items():
            yield row(true, *(str(counts.get(name, 0)) for name in predicted))


def row(name: str, *cells: str) -> str:
    return f"  {name:{WIDTH}}" + "".join(f" {cell:>{max(8, len(cell))}}" for cell in cells)


def span(figures: Figures, form: str) -> str:
    return f"[{figures['low']:{form}} {figures['high']:{form}}]" if "low" in figures else ""


def number(value: Any) -> str:
    return f"{value:.4f}"
