"""A project as files: a folder, or a ZIP archive that is sent while it is made.

"cleaneval" and "set" are layouts that `webwinnow evaluate` and `train` read; "runs" is one line of
JSON for each page.
"""

import json
import zipfile
from collections.abc import Iterable, Iterator
from io import BytesIO
from pathlib import Path
from typing import Any

import numpy as np

from webwinnow._core import Page, decode
from webwinnow.annotation.adjudication import standing
from webwinnow.annotation.errors import AnnotationError
from webwinnow.annotation.file_names import file_names
from webwinnow.annotation.gold import Gold, ProjectSource, gold_of, gold_page, gold_set, marked
from webwinnow.annotation.labels import LABELS
from webwinnow.annotation.store import Store
from webwinnow.gold.datasets.base import Problem

__all__ = ["EXPORTS", "as_files", "as_folder", "as_zip"]

EXPORTS = ("cleaneval", "runs", "set")
LINES, LEFT_OUT = "runs.jsonl", "left-out.tsv"
# All archives of the same labels are the same, to the byte.
LONG_AGO = (1980, 1, 1, 0, 0, 0)

File = tuple[str, Iterable[bytes]]


def as_files(store: Store, project: int, form: str, annotator: str | None = None) -> Iterator[File]:
    """Names with slashes, and what is in the files, to be read one after the other. An error at
    once where a project has no page to export; pages without gold are listed in the last file.
    """
    if form not in EXPORTS:
        raise AnnotationError(f"no export {form!r}; choose from {', '.join(EXPORTS)}")
    gold = gold_set(store, project, annotator)
    if not gold.names():
        whose = f"{annotator} has done no page" if annotator else "no page has labels that hold"
        raise AnnotationError(
            f"{whose} in the project {gold.name!r}; say of one that it is done, and settle what"
            " annotators differ on"
        )
    assert isinstance(gold.source, ProjectSource)
    return files_of(store, gold.source, list(gold.problems), form)


def files_of(
    store: Store, source: ProjectSource, problems: list[Problem], form: str
) -> Iterator[File]:
    stems = file_names(source.names())

    def golds() -> Iterator[tuple[Gold, str]]:
        for name, stem in stems.items():
            gold = gold_of(store, source.standings[name].page.id, source.annotator)
            if isinstance(gold, Problem):  # since changed
                problems.append(gold)
            else:
                yield gold, stem

    if form == "runs":
        yield LINES, (labelled_runs(store, gold, stem) for gold, stem in golds())
    else:
        for gold, stem in golds():
            yield from (cleaneval if form == "cleaneval" else beside)(gold, stem)
    if problems:
        yield LEFT_OUT, ["".join(f"{name}\t{what}\n" for name, what in problems).encode()]


def as_folder(
    store: Store, project: int, form: str, folder: Path, annotator: str | None = None
) -> None:
    for name, parts in as_files(store, project, form, annotator):
        file = folder / name
        file.parent.mkdir(parents=True, exist_ok=True)
        with file.open("wb") as out:
            out.writelines(parts)


def as_zip(store: Store, project: int, form: str, annotator: str | None = None) -> Iterator[bytes]:
    """The parts of an archive, of which no more than a page is held at a time."""
    return zipped(as_files(store, project, form, annotator))


def zipped(files: Iterator[File]) -> Iterator[bytes]:
    sink = Sink()
    with zipfile.ZipFile(sink, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, parts in files:
            entry = zipfile.ZipInfo(name, LONG_AGO)
            entry.compress_type = zipfile.ZIP_DEFLATED
            entry.external_attr = 0o644 << 16
            # Only lines can become more than 2 GiB, and not all programs read what that takes.
            with archive.open(entry, "w", force_zip64=name == LINES) as out:
                for part in parts:
                    out.write(part)
                    yield sink.taken()
    yield sink.taken()


class Sink(BytesIO):
    """Somewhere to write that cannot be gone back in, and is emptied now and then."""

    def seekable(self) -> bool:
        return False

    def tell(self) -> int:
        raise OSError("a stream has no place")

    def taken(self) -> bytes:
        data = self.getvalue()
        super().seek(0)
        self.truncate()
        return data


def cleaneval(gold: Gold, stem: str) -> Iterator[File]:
    yield f"input/{stem}.html", [html_of(gold)]
    yield f"GoldStandard/{stem}.txt", [marked(gold).encode()]


def beside(gold: Gold, stem: str) -> Iterator[File]:
    """The layout `folder`."""
    found = gold_page(gold)
    record: dict[str, Any] = {"url": found.url, "site": found.site, "type": found.type}
    record = {name: value for name, value in record.items() if value}
    if found.text:
        segments = [segment._asdict() for segment in found.segments or ()]
        record = {"text": found.text, **record, "segments": segments}
    else:
        # An address alone says that the page has no text; an empty text, that nobody has begun.
        yield f"{stem}.txt", [marked(gold).encode()]
    yield f"{stem}.html", [html_of(gold)]
    yield f"{stem}.json", [(json.dumps(record, ensure_ascii=False, indent=1) + "\n").encode()]


def html_of(gold: Gold) -> bytes:
    """The page as it came, unless only its server told the encoding: then in UTF-8, with a mark."""
    html, charset = gold.html, gold.info.charset
    if charset is None or Page(html).encoding == gold.page.encoding:
        return html
    return b"\xef\xbb\xbf" + decode(html, charset)[0].encode("utf-8", "replace")


def labelled_runs(store: Store, gold: Gold, stem: str) -> bytes:
    """A line: what holds of each run, and what each annotator says who is done."""
    now, page, info = standing(store, gold.info.id), gold.page, gold.info
    texts, blocks = page.run_texts(), page.runs.block.tolist()
    is_visible, runs = now.reading.is_visible.tolist(), np.flatnonzero(page.runs.block >= 0)
    record = {
        "name": info.name,
        "file": stem,
        "url": info.url,
        "site": info.site,
        "type": info.type,
        "runs": [
            {
                "run": run,
                "block": blocks[run],
                "label": LABELS[gold.labels[run]],
                "visible": is_visible[run],
                "text": texts[run],
            }
            for run in runs.tolist()
        ],
        "annotators": {
            name: [LABELS[label] for label in labels[runs]] for name, labels in now.done.items()
        },
    }
    return (json.dumps(record, ensure_ascii=False) + "\n").encode()
