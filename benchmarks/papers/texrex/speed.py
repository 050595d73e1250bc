"""What texrex costs beyond parsing, over documents read from a WARC file.

    python -m benchmarks.papers.texrex.speed

The paper's detector takes 3.15 ms a document; ours, inputs and network together, is to take 0.3 on
pages of that time. The file is written first: the pages of CleanEval and L3S-GN1, again and again,
as many documents as the paper's; then a second one of WCXB's, which are six times as large, each
once. Times are of the processor, one thread. Deciding is all that comes after parsing: the
language, the inputs, the network, and what becomes of each run.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Iterator
from io import BytesIO
from itertools import cycle, islice
from pathlib import Path
from tempfile import TemporaryDirectory

from benchmarks.data import find_archive, read_members
from webwinnow import Page, load
from webwinnow.io.warc import pages
from webwinnow.methods.texrex.blocks import TextBlocks, TextCounts
from webwinnow.methods.texrex.inputs import block_inputs
from webwinnow.methods.texrex.method import Texrex

DOCUMENTS = 11_781  # the paper's number
OLD, NEW = "CleanEval and L3S-GN1", "WCXB"
# Part of the names of the pages in the archives.
SETS = {OLD: {"cleaneval": "/input/", "l3s-gn1": "original/"}, NEW: {"wcxb-dev": "html/"}}
BAR = 0.3


def htmls(name: str, folder: str) -> Iterator[bytes]:
    archive = find_archive(f"{name}.tar.xz")
    if archive is None:
        sys.exit(f"no {name}.tar.xz: set WEBWINNOW_DATA to the folder that holds it")
    for path, content in read_members(archive):
        if folder in path and path.endswith(".html"):
            yield content


def write_warc(path: Path, documents: list[bytes], count: int) -> None:
    from warcio.statusandheaders import StatusAndHeaders
    from warcio.warcwriter import WARCWriter

    with path.open("wb") as file:
        writer = WARCWriter(file, gzip=True)
        for number, html in enumerate(islice(cycle(documents), count)):
            headers = StatusAndHeaders(
                "200 OK", [("Content-Type", "text/html")], protocol="HTTP/1.1"
            )
            writer.write_record(
                writer.create_warc_record(
                    f"http://pages.example/{number}",
                    "response",
                    BytesIO(html),
                    http_headers=headers,
                )
            )


class Clock:
    """Adds up processor time."""

    def __init__(self) -> None:
        self.seconds = 0.0

    def __enter__(self) -> None:
        self.start = time.process_time()

    def __exit__(self, *_: object) -> None:
        self.seconds += time.process_time() - self.start


def measure(path: Path) -> tuple[int, int, dict[str, float]]:
    """Documents, their bytes, and milliseconds a document by stage."""
    method = load("texrex")
    assert isinstance(method, Texrex)
    method.check_usable()
    clocks = {name: Clock() for name in ("parse", "decide", "inputs", "network")}
    documents = size = 0
    for document in pages(path):
        documents, size = documents + 1, size + len(document.html)
        with clocks["parse"]:
            page = Page(document.html, charset=document.charset)
        with clocks["decide"]:
            method.decide(page)
        # Once more, by its parts, on a page that has counted nothing yet.
        page = Page(document.html, charset=document.charset)
        with clocks["inputs"]:
            blocks = TextBlocks.of(page)
            table = block_inputs(page, blocks, TextCounts.of(page, blocks))
        with clocks["network"]:
            method.network()(table)
    return documents, size, {n: 1000 * clock.seconds / documents for n, clock in clocks.items()}


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--documents", type=int, default=DOCUMENTS)
    count = parser.parse_args().documents
    with TemporaryDirectory() as folder:
        for kind, sets in SETS.items():
            path = Path(folder) / "pages.warc.gz"
            found = [html for name, part in sets.items() for html in htmls(name, part)]
            write_warc(path, found, count if kind == OLD else len(found))
            documents, size, took = measure(path)
            print(f"{kind}: {documents:,} documents of {size / documents / 1000:.0f} KB on average")
            print(f"  parsing {took['parse']:.3f} ms; deciding {took['decide']:.3f} ms,")
            together = took["inputs"] + took["network"]
            bar = f" (bar {BAR})" if kind == OLD else ""
            print(f"  inputs {took['inputs']:.3f} and network {took['network']:.3f} ms: ", end="")
            print(f"together {together:.3f} ms{bar}")


if __name__ == "__main__":
    main()
