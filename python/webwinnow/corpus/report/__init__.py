"""Write the report of a corpus: rows read, reasons of drops, and times.

`report.json` holds the numbers; `report.html` shows them in one self-contained page.
"""

import json
from pathlib import Path

from webwinnow.corpus.phrases.comparison import Comparison
from webwinnow.corpus.report.numbers import About, numbers
from webwinnow.corpus.report.page import render_page
from webwinnow.corpus.report.tally import Tally
from webwinnow.io import outputs

__all__ = ["About", "write"]


def write(folder: Path, tally: Tally, about: About, phrases: Comparison | None = None) -> None:
    """Write both files atomically; `InputError` if the folder cannot be written."""
    found = numbers(tally, about, phrases)
    text = json.dumps(found, ensure_ascii=False, indent=1) + "\n"
    outputs.write_output(folder / "report.json", valid_utf8(text))
    outputs.write_output(folder / "report.html", valid_utf8(render_page(found)))


def valid_utf8(text: str) -> str:
    """Replace lone surrogates, which stand for undecodable bytes of file names."""
    return text.encode("utf-8", "replace").decode()
