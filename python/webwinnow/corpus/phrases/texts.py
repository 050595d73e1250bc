"""Read texts: corpora, text files, and the column `text` of Parquet and JSON Lines files."""

import json
import os
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, BinaryIO

from webwinnow._core import decode
from webwinnow.corpus.phrases.output import describe_skipped
from webwinnow.corpus.phrases.search import TextDocument
from webwinnow.corpus.workspace import JOB_FILE
from webwinnow.errors import InputError
from webwinnow.hosts import host_of
from webwinnow.io.compression import DECODE_ERRORS, decompress, open_input
from webwinnow.io.file_types import detect_from_name, may_be_archive
from webwinnow.io.sources import PAGE_SUFFIXES, is_folder
from webwinnow.messages import error_reason

TEXT_SUFFIX = ".txt"
# Formats of a corpus whose texts cannot be read back.
MARKED_UP = (".xml", ".vert")
# Bytes of the longest text, and of the longest line of a JSON Lines file.
MAX_BYTES = 2**26
# Bytes of a text that are read at once.
BLOCK = 2**16
# Reasons to skip an input.
NO_TEXT, TOO_LARGE = "no text", f"larger than {MAX_BYTES // 2**20} MiB"
BATCH_ROWS = 256


class TextFiles:
    """The documents of text files, in order; calling the object reads them from the start.

    skipped: inputs without a document in the last reading, by reason
    """

    def __init__(self, paths: Sequence[Path]) -> None:
        self.paths = paths
        self.skipped: Counter[str] = Counter()

    def __call__(self) -> Iterator[TextDocument]:
        self.skipped = Counter()
        is_empty = True
        for path in self.paths:
            for document in self.read(path):
                if isinstance(document, str):
                    self.skipped[document] += 1
                else:
                    is_empty = False
                    yield document
        if is_empty and self.skipped:
            reasons = describe_skipped(self.skipped, "document")
            raise InputError(f"no document of {str(self.paths[0])!r} can be used; {reasons}")

    def read(self, path: Path) -> Iterator[TextDocument | str]:
        """Yield the documents of a file, or the reason to skip one."""
        kind = detect_from_name(path.name)
        if kind == "parquet":
            return read_parquet(path)
        return read_jsonl(path) if kind == "jsonl" else read_text(path)


def find_texts(names: Sequence[str]) -> TextFiles | None:
    """Resolve inputs to files of texts; None if they hold pages.

    A folder holds pages if any file in it does.
    """
    found = [files_of(name) for name in names]
    if not any(found):
        return None
    if not all(found):
        pages, texts = (
            next(name for name, files in zip(names, found, strict=True) if bool(files) == has_texts)
            for has_texts in (False, True)
        )
        raise InputError(f"{pages!r} holds pages and {texts!r} holds texts; give one kind only")
    return TextFiles([path for files in found for path in files])


def files_of(name: str) -> list[Path]:
    """Files of texts that an input names; none if it holds pages."""
    path = Path(name)
    if not is_folder(path):
        return [path] if holds_texts(path) else []
    found = []
    for file in sorted(files_in(path)):
        if file.suffix.lower() in PAGE_SUFFIXES:
            return []
        if is_readable(file):
            if not holds_texts(file):
                return []
            found.append(file)
    if not found and (path / JOB_FILE).exists():
        reject_marked_up(path)
    return found


def files_in(folder: Path) -> Iterator[Path]:
    """Yield the files of a folder, at any depth, without hidden ones and dropped pages."""
    for place, folders, files in os.walk(folder):
        is_corpus = JOB_FILE in files
        folders[:] = [
            name
            for name in folders
            if not name.startswith(".") and not (is_corpus and name == "dropped")
        ]
        for name in files:
            if not name.startswith(".") and not (is_corpus and not name.startswith("part-")):
                yield Path(place, name)


def is_readable(path: Path) -> bool:
    return path.suffix.lower() == TEXT_SUFFIX or may_be_archive(path.name)


def reject_marked_up(folder: Path) -> None:
    names = [path.name for path in files_in(folder) if path.suffix in MARKED_UP]
    if names:
        raise InputError(
            f"cannot read texts from {str(folder / names[0])!r}; build the corpus with --to "
            "parquet, jsonl or text"
        )


def holds_texts(path: Path) -> bool:
    """Test whether a file holds texts; other files hold pages, or are rejected as such."""
    if path.suffix.lower() == TEXT_SUFFIX:
        return True
    kind = detect_from_name(path.name)
    if kind == "parquet":
        names = open_parquet(path).schema_arrow.names
        return "text" in names and "html" not in names
    if kind == "jsonl":
        values = next((each for _, each in json_lines(path) if each is not None), {})
        return "text" in values and not {"html", "html_base64"} & values.keys()
    return False


def read_text(path: Path) -> Iterator[TextDocument | str]:
    """Read a text file: one document, or, in a corpus, those between empty lines."""
    with open_input(str(path)) as file:
        if not (path.parent / JOB_FILE).exists():
            data = file.read(MAX_BYTES + 1)
            is_large = len(data) > MAX_BYTES
            yield TOO_LARGE if is_large else TextDocument(decode(data)[0], None, str(path))
            return
        for number, text in enumerate(split_documents(file)):
            if text is None:
                yield TOO_LARGE
            elif text.strip():
                # Corpora are written in UTF-8.
                yield TextDocument(text.decode("utf-8", "replace"), None, f"{path}:{number}")


def split_documents(file: BinaryIO) -> Iterator[bytes | None]:
    """Yield the texts between empty lines; None for one that is too large."""
    text, is_large = bytearray(), False
    while line := file.readline(BLOCK):
        if line == b"\n" and (not text or text.endswith(b"\n")):
            yield None if is_large else bytes(text[:-1])
            text, is_large = bytearray(), False
        else:
            text += line
            if len(text) > MAX_BYTES:
                is_large = True
                del text[:-1]  # the last byte stays: an empty line follows a line feed
    yield None if is_large else bytes(text)


def read_jsonl(path: Path) -> Iterator[TextDocument | str]:
    for number, values in json_lines(path):
        yield NO_TEXT if values is None else document_of(values, f"{path}:{number}")


def json_lines(path: Path) -> Iterator[tuple[int, dict[str, Any] | None]]:
    """Yield the numbers of lines and their objects; None for a line that is no JSON object."""
    with open_input(str(path)) as file:
        content = decompress(file)
        number = 0
        try:
            while line := content.readline(MAX_BYTES):
                number += 1
                if line.strip():
                    yield number, parse_line(line)
        except DECODE_ERRORS as error:
            raise InputError(f"cannot read {str(path)!r} ({error_reason(error)})") from error


def parse_line(line: bytes) -> dict[str, Any] | None:
    try:
        values = json.loads(line)
    except (ValueError, RecursionError):
        return None
    return values if isinstance(values, dict) else None


def open_parquet(path: Path) -> Any:
    import pyarrow as pa
    import pyarrow.parquet as pq

    try:
        return pq.ParquetFile(path)
    except (pa.ArrowException, OSError) as error:
        raise InputError(f"cannot read {str(path)!r} ({error_reason(error)})") from error


def read_parquet(path: Path) -> Iterator[TextDocument | str]:
    import pyarrow as pa

    table = open_parquet(path)
    columns = [name for name in ("text", "host", "url", "id") if name in table.schema_arrow.names]
    number = 0
    try:
        for batch in table.iter_batches(BATCH_ROWS, columns=columns, use_threads=False):
            for values in batch.to_pylist():
                yield document_of(values, f"{path}:{number}")
                number += 1
    except (pa.ArrowException, OSError) as error:
        raise InputError(f"cannot read {str(path)!r} ({error_reason(error)})") from error


def document_of(values: dict[str, Any], place: str) -> TextDocument | str:
    """A document of the fields text, host, url and id, or the reason to skip it."""
    text, host, url, name = (
        value if isinstance(value := values.get(key), str) else None
        for key in ("text", "host", "url", "id")
    )
    if text is None:
        return NO_TEXT
    return TextDocument(text, host or host_of(url), url or name or place)
