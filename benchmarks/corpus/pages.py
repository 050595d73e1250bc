"""WARC files made of the pages of WCXB and CleanEval, over and over under new addresses."""

from __future__ import annotations

import random
import sys
from datetime import datetime, timezone
from io import BytesIO
from pathlib import Path

from benchmarks.data import find_archive, read_members

__all__ = ["pages", "write_folder", "write_warcs"]

ARCHIVES = ("wcxb-dev.tar.xz", "cleaneval.tar.xz")
HOSTS = 997
FETCHED = datetime(2026, 1, 1, tzinfo=timezone.utc).strftime("%Y-%m-%dT%H:%M:%SZ")


def pages() -> list[bytes]:
    """All that the sets have, in one order without order."""
    found = []
    for name in ARCHIVES:
        archive = find_archive(name)
        if archive is None:
            sys.exit(f"no {name}: set WEBWINNOW_DATA to the folder that holds it")
        found += sorted((each, html) for each, html in read_members(archive) if ".html" in each)
    random.Random(0).shuffle(found)
    return [html for _, html in found]


def write_warcs(folder: Path, found: list[bytes], count: int, files: int) -> None:
    """So many pages over so many files, unless they are there already."""
    from warcio.statusandheaders import StatusAndHeaders
    from warcio.warcwriter import WARCWriter

    mark = folder / f"{count}-in-{files}"
    if mark.exists():
        return
    folder.mkdir(parents=True, exist_ok=True)
    for number in range(files):
        with (folder / f"pages-{number:02}.warc.gz").open("wb") as file:
            writer = WARCWriter(file, gzip=True)
            for place in range(number, count, files):
                headers = StatusAndHeaders(
                    "200 OK", [("Content-Type", "text/html")], protocol="HTTP/1.1"
                )
                record = writer.create_warc_record(
                    f"http://host{place % HOSTS}.example/{place}",
                    "response",
                    payload=BytesIO(found[place % len(found)]),
                    http_headers=headers,
                    warc_headers_dict={"WARC-Date": FETCHED},
                )
                writer.write_record(record)
    mark.touch()


def write_folder(folder: Path, found: list[bytes]) -> None:
    """Each page once, as a file."""
    folder.mkdir(parents=True, exist_ok=True)
    for number, html in enumerate(found):
        path = folder / f"{number:05}.html"
        if not path.exists():
            path.write_bytes(html)
