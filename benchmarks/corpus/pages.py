"""Write WARC files of the pages of WCXB and CleanEval, repeated under new URLs."""

from __future__ import annotations

import random
from datetime import datetime, timezone
from io import BytesIO
from pathlib import Path

from benchmarks.data import read_members, require_archive

ARCHIVES = ("wcxb-dev.tar.xz", "cleaneval.tar.xz")
HOSTS = 997
FETCHED = datetime(2026, 1, 1, tzinfo=timezone.utc).strftime("%Y-%m-%dT%H:%M:%SZ")


def pages() -> list[bytes]:
    """All pages of the sets, in a fixed random order."""
    found = []
    for name in ARCHIVES:
        members = read_members(require_archive(name))
        found += sorted((each, html) for each, html in members if ".html" in each)
    random.Random(0).shuffle(found)
    return [html for _, html in found]


def write_warcs(folder: Path, found: list[bytes], count: int, files: int) -> None:
    """Write `count` pages to `files` WARC files, unless they exist already."""
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
    """Write each page once, as a file."""
    folder.mkdir(parents=True, exist_ok=True)
    for number, html in enumerate(found):
        path = folder / f"{number:05}.html"
        if not path.exists():
            path.write_bytes(html)
