"""Score FIASCO with and without word features on pages in other languages.

Run: `python -m benchmarks.papers.fiasco.languages`

Uses the pages of the tests. Prints bag-of-words F1, mean over pages; each Han or kana character is
a word. Needs Chromium.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from statistics import fmean

from benchmarks.data import ROOT
from tests.core.test_languages import spaced
from webwinnow import clean, load
from webwinnow.evaluation.scores import score_bag
from webwinnow.methods.base import Method

FOLDERS = {"Chinese and Arabic": "foreign", "twenty languages": "languages"}


def methods() -> Iterator[tuple[str, Method]]:
    yield "all text", load("all")
    for name in ("fiasco", "fiasco-visual"):
        for words in (False, True):
            method = load(name, words=words)
            method.check_usable()
            yield f"{name}, {'with' if words else 'without'} words", method
    yield "winnow", load("winnow")


def f1(page: Path, method: Method) -> float:
    gold = page.with_suffix(".txt").read_text("utf-8")
    return score_bag(spaced(clean(page, method=method)), spaced(gold)).f1


def mean(folder: str, method: Method) -> float:
    return fmean(f1(page, method) for page in (ROOT / "tests" / folder).glob("*.html"))


def main() -> None:
    for name, method in methods():
        means = (f"{title} {mean(folder, method):.3f}" for title, folder in FOLDERS.items())
        print(f"{name:30} {', '.join(means)}")


if __name__ == "__main__":
    main()
