"""Export a project as a folder or as a streamed ZIP archive.

`webwinnow evaluate` and `train` read the formats "cleaneval" and "set". "runs" is a JSON Lines file
with one page per line.
"""

import json
import re
import unicodedata
import zipfile
from collections.abc import Iterable, Iterator
from io import BytesIO
from pathlib import Path
from typing import Any

import numpy as np

from webwinnow._core import Page, decode
from webwinnow.annotation.adjudication import page_status
from webwinnow.annotation.errors import AnnotationError
from webwinnow.annotation.gold import (
    LabelledPage,
    ProjectSource,
    cleaneval_text,
    gold_page,
    gold_set,
    load_labelled_page,
)
from webwinnow.annotation.labels import LABELS
from webwinnow.annotation.store import Store
from webwinnow.gold.datasets.base import Problem

EXPORT_FORMATS = ("cleaneval", "runs", "set")
RUNS_FILE, LEFT_OUT_FILE = "runs.jsonl", "left-out.tsv"
# A fixed time stamp, so that the same labels give the same archive.
ZIP_TIME = (1980, 1, 1, 0, 0, 0)
MAX_FILE_NAME = 100  # bytes; with a suffix still short enough for every file system
# Device names that Windows reserves, with any suffix.
DEVICES = frozenset({"con", "prn", "aux", "nul"})
DEVICES |= {f"{port}{number}" for port in ("com", "lpt") for number in range(10)}

File = tuple[str, Iterable[bytes]]


def export_files(
    store: Store, project: int, form: str, annotator: str | None = None
) -> Iterator[File]:
    """Yield paths and contents of the exported files, to be read in order.

    A project without a page to export raises an error at once. The last file lists the pages
    without gold.
    """
    if form not in EXPORT_FORMATS:
        raise AnnotationError(f"no export format {form!r}; choose from {', '.join(EXPORT_FORMATS)}")
    gold = gold_set(store, project, annotator)
    if not gold.names():
        reason = f"{annotator} has done no page" if annotator else "no page has final labels"
        raise AnnotationError(
            f"{reason} in the project {gold.name!r}; mark a page as done, and settle the"
            " differences between annotators"
        )
    assert isinstance(gold.source, ProjectSource)
    return iterate_files(store, gold.source, list(gold.problems), form)


def iterate_files(
    store: Store, source: ProjectSource, problems: list[Problem], form: str
) -> Iterator[File]:
    stems = unique_file_names(source.names())

    def labelled_pages() -> Iterator[tuple[LabelledPage, str]]:
        for name, stem in stems.items():
            gold = load_labelled_page(store, source.statuses[name].page.id, source.annotator)
            if isinstance(gold, Problem):  # changed in the meantime
                problems.append(gold)
            else:
                yield gold, stem

    if form == "runs":
        yield RUNS_FILE, (runs_record(store, gold, stem) for gold, stem in labelled_pages())
    else:
        for gold, stem in labelled_pages():
            yield from (cleaneval_files if form == "cleaneval" else set_files)(gold, stem)
    if problems:
        yield LEFT_OUT_FILE, ["".join(f"{name}\t{what}\n" for name, what in problems).encode()]


def export_folder(
    store: Store, project: int, form: str, folder: Path, annotator: str | None = None
) -> None:
    for name, parts in export_files(store, project, form, annotator):
        file = folder / name
        file.parent.mkdir(parents=True, exist_ok=True)
        with file.open("wb") as out:
            out.writelines(parts)


def export_zip(
    store: Store, project: int, form: str, annotator: str | None = None
) -> Iterator[bytes]:
    """Yield the chunks of a ZIP archive, with at most one page in memory."""
    return zip_files(export_files(store, project, form, annotator))


def zip_files(files: Iterator[File]) -> Iterator[bytes]:
    stream = ZipStream()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, parts in files:
            entry = zipfile.ZipInfo(name, ZIP_TIME)
            entry.compress_type = zipfile.ZIP_DEFLATED
            entry.external_attr = 0o644 << 16
            # Only this file can exceed 2 GiB, and not all programs read ZIP64.
            with archive.open(entry, "w", force_zip64=name == RUNS_FILE) as out:
                for part in parts:
                    out.write(part)
                    yield stream.drain()
    yield stream.drain()


class ZipStream(BytesIO):
    """Unseekable buffer that the caller drains."""

    def seekable(self) -> bool:
        return False

    def tell(self) -> int:
        raise OSError("a stream has no position")

    def drain(self) -> bytes:
        data = self.getvalue()
        super().seek(0)
        self.truncate()
        return data


def cleaneval_files(gold: LabelledPage, stem: str) -> Iterator[File]:
    yield f"input/{stem}.html", [exported_html(gold)]
    yield f"GoldStandard/{stem}.txt", [cleaneval_text(gold).encode()]


def set_files(gold: LabelledPage, stem: str) -> Iterator[File]:
    """Files of the gold layout `folder`."""
    found = gold_page(gold)
    record: dict[str, Any] = {"url": found.url, "site": found.site, "type": found.type}
    record = {name: value for name, value in record.items() if value}
    if found.text:
        segments = [segment._asdict() for segment in found.segments or ()]
        record = {"text": found.text, **record, "segments": segments}
    else:
        # Only a URL line means a page without text; an empty text means an unlabelled page.
        yield f"{stem}.txt", [cleaneval_text(gold).encode()]
    yield f"{stem}.html", [exported_html(gold)]
    yield f"{stem}.json", [(json.dumps(record, ensure_ascii=False, indent=1) + "\n").encode()]


def exported_html(gold: LabelledPage) -> bytes:
    """The stored HTML; as UTF-8 with a BOM if only the server declared its encoding."""
    html, charset = gold.html, gold.info.charset
    if charset is None or Page(html).encoding == gold.page.encoding:
        return html
    return b"\xef\xbb\xbf" + decode(html, charset)[0].encode("utf-8", "replace")


def runs_record(store: Store, gold: LabelledPage, stem: str) -> bytes:
    """JSON line of a page: final label of each run, and the labels of each annotator."""
    status, page, info = page_status(store, gold.info.id), gold.page, gold.info
    texts, blocks = page.run_texts(), page.runs.block.tolist()
    is_visible, runs = status.layout.is_visible.tolist(), np.flatnonzero(page.runs.block >= 0)
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
            name: [LABELS[label] for label in labels[runs]] for name, labels in status.done.items()
        },
    }
    return (json.dumps(record, ensure_ascii=False) + "\n").encode()


def unique_file_names(names: Iterable[str]) -> dict[str, str]:
    """Map each name to a safe file name without suffix, unique even if case is ignored.

    >>> unique_file_names(["a/b", "../etc", "A_b", "nul"])
    {'a/b': 'a_b', '../etc': 'etc', 'A_b': 'A_b-2', 'nul': 'nul_'}
    """
    found: dict[str, str] = {}
    used: set[str] = set()
    for name in names:
        stem = unique = safe_file_name(name)
        number = 1
        while case_folded(unique) in used:
            number += 1
            unique = f"{stem}-{number}"
        used.add(case_folded(unique))
        found[name] = unique
    return found


def safe_file_name(name: str) -> str:
    """Keep letters, digits, dots and dashes of a name; the result is valid on every system."""
    stem = re.sub(r"[^\w.-]+", "_", unicodedata.normalize("NFC", name)).strip("._-")
    while len(stem.encode("utf-8", "replace")) > MAX_FILE_NAME:
        stem = stem[:-1]
    stem = stem.rstrip("._-") or "page"
    return f"{stem}_" if stem.partition(".")[0].lower() in DEVICES else stem


def case_folded(name: str) -> str:
    return unicodedata.normalize("NFKC", name).casefold()
