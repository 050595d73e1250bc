"""Measure texrex beyond parsing, over documents read from a WARC file.

    python -m benchmarks.papers.texrex.speed

The paper's detector takes 3.15 ms per document; the limit here, for inputs and network, is 0.5 ms
on pages of that time. Writes a WARC file of CleanEval and L3S-GN1, repeated up to the paper's
number of documents, then one of WCXB, whose pages are six times as large. Times are processor times
on one thread. The decision includes everything after parsing.
"""

from __future__ import annotations

import argparse
from io import BytesIO
from itertools import cycle, islice
from pathlib import Path
from tempfile import TemporaryDirectory

from benchmarks.papers.method_speed import OLD, SETS, read_pages
from benchmarks.timing import ProcessorClock
from webwinnow import Page, load
from webwinnow.io.warc import pages
from webwinnow.methods.texrex.blocks import TextBlocks, TextCounts
from webwinnow.methods.texrex.inputs import block_inputs
from webwinnow.methods.texrex.method import Texrex

DOCUMENTS = 11_781  # the paper's number
LIMIT = 0.5


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


def measure(path: Path) -> tuple[int, int, dict[str, float]]:
    """Number of documents, their bytes, and milliseconds per document by stage."""
    method = load("texrex")
    assert isinstance(method, Texrex)
    method.check_usable()
    clocks = {name: ProcessorClock() for name in ("parse", "decide", "inputs", "network")}
    documents = size = 0
    for document in pages(path):
        documents, size = documents + 1, size + len(document.html)
        with clocks["parse"]:
            page = Page(document.html, charset=document.charset)
        with clocks["decide"]:
            method.decide(page)
        # A new page, on which nothing is cached.
        page = Page(document.html, charset=document.charset)
        with clocks["inputs"]:
            blocks = TextBlocks.of(page)
            counts = TextCounts.of(page, blocks)
            table = block_inputs(page, blocks, counts)
        with clocks["network"]:
            method.current_model(table, counts.length)
    return documents, size, {n: 1000 * clock.seconds / documents for n, clock in clocks.items()}


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--documents", type=int, default=DOCUMENTS)
    count = parser.parse_args().documents
    with TemporaryDirectory() as folder:
        for kind, sets in SETS.items():
            path = Path(folder) / "pages.warc.gz"
            found = [html for name, part in sets.items() for html in read_pages(name, part)]
            write_warc(path, found, count if kind == OLD else len(found))
            documents, size, took = measure(path)
            print(f"{kind}: {documents:,} documents of {size / documents / 1000:.0f} KB on average")
            print(f"  parsing {took['parse']:.3f} ms; deciding {took['decide']:.3f} ms,")
            together = took["inputs"] + took["network"]
            bar = f" (limit {LIMIT})" if kind == OLD else ""
            print(f"  inputs {took['inputs']:.3f} and network {took['network']:.3f} ms: ", end="")
            print(f"together {together:.3f} ms{bar}")


if __name__ == "__main__":
    main()
