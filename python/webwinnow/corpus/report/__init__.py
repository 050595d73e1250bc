"""The report of a corpus: what was read, what became of it, and how long it took.

`report.json` has the numbers, `report.html` shows them, and needs nothing else.
"""

import json
from pathlib import Path

from webwinnow.corpus.report.numbers import About, numbers
from webwinnow.corpus.report.page import page
from webwinnow.corpus.report.tally import Tally
from webwinnow.io import outputs

__all__ = ["About", "write"]


def write(folder: Path, tally: Tally, about: About) -> None:
    """Both files, each whole or not at all; an `InputError` where the folder cannot be written."""
    found = numbers(tally, about)
    text = json.dumps(found, ensure_ascii=False, indent=1) + "\n"
    outputs.write_output(folder / "report.json", storable(text))
    outputs.write_output(folder / "report.html", storable(page(found)))


def storable(text: str) -> str:
    """Names of files that are no UTF-8 have halves of characters."""
    return text.encode("utf-8", "replace").decode()
