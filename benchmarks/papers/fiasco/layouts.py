"""What a browser says of the pages of FIASCO's tables, asked once and kept in a folder."""

from __future__ import annotations

import hashlib
import zlib
from collections.abc import Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

import webwinnow.visual
from benchmarks.data import ROOT
from benchmarks.papers.fiasco.pages import Known
from webwinnow.cli.progress import ProgressBar
from webwinnow.visual import MEASURES, Browser
from webwinnow.visual.browser import encode_source
from webwinnow.visual.layout import Layout
from webwinnow.visual.look import make_look

FOLDER = ROOT / "build" / "fiasco_layouts"
SCRIPT = Path(webwinnow.visual.__file__).with_name("layout.js")

Measures = NDArray[np.float32]


def measures(pages: Sequence[Known], folder: Path = FOLDER) -> list[Measures]:
    """For each page a row for each target; NaN where the browser does not show it."""
    ask([each for each in pages if not path_of(each, folder).exists()], folder)
    return [measures_of(each, path_of(each, folder).read_bytes()) for each in pages]


def path_of(known: Known, folder: Path) -> Path:
    """Another page has another name, and so has what another script tells of it."""
    digest = hashlib.sha256(SCRIPT.read_bytes() + encode_source(known.gold.html, known.page))
    return folder / f"{digest.hexdigest()[:32]}.z"


def ask(pages: Sequence[Known], folder: Path) -> None:
    """Writes the browser's answers; an empty one where it cannot show the page."""
    if not pages:
        return
    folder.mkdir(parents=True, exist_ok=True)
    with Browser() as browser, ProgressBar("laying out pages", len(pages)) as bar:
        for number, known in enumerate(pages, 1):
            answer = browser.render(encode_source(known.gold.html, known.page), wants_picture=False)
            layout = answer.layout if answer else ""
            path_of(known, folder).write_bytes(zlib.compress(layout.encode()))
            bar.update(number)


def measures_of(known: Known, answer: bytes) -> Measures:
    layout, count = zlib.decompress(answer).decode(), len(known.targets)
    if not layout:
        measured = np.full((count, len(MEASURES)), np.nan, np.float32)
        measured[:, list(MEASURES).index("shown")] = 0
        return measured
    return make_look(Layout.parse(layout), known.page, known.targets.of_run, count).measures
