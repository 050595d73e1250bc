"""Pipelines of other tools that extract text from a folder of WARC files or pages.

`resiliparse` runs the loop of its manual over fastwarc's records, one process per file, and writes
Parquet. `trafilatura` runs its command on a folder of pages, with that many processes.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
from multiprocessing import get_context
from pathlib import Path

BATCH_ROWS = 1000


def resiliparse(warcs: Path, output: Path, workers: int) -> None:
    shutil.rmtree(output, ignore_errors=True)
    output.mkdir(parents=True)
    with get_context("spawn").Pool(workers) as pool:
        jobs = [(path, output / f"{path.stem}.parquet") for path in sorted(warcs.glob("*.gz"))]
        pool.starmap(extract_file, jobs, chunksize=1)


def extract_file(path: Path, output: Path) -> None:
    import pyarrow as pa
    import pyarrow.parquet as pq
    from fastwarc.warc import ArchiveIterator, WarcRecordType
    from resiliparse.extract.html2text import extract_plain_text
    from resiliparse.parse.encoding import detect_encoding
    from resiliparse.parse.html import HTMLTree

    schema = pa.schema([("url", pa.string()), ("text", pa.string())])
    rows: list[dict[str, str]] = []
    with path.open("rb") as file, pq.ParquetWriter(output, schema, compression="zstd") as writer:
        for record in ArchiveIterator(file, record_types=WarcRecordType.response):
            html = record.reader.read()
            encoding = record.http_charset or detect_encoding(html)
            tree = HTMLTree.parse_from_bytes(html, encoding)
            text = extract_plain_text(tree, main_content=True)
            rows.append({"url": record.headers["WARC-Target-URI"], "text": text})
            if len(rows) == BATCH_ROWS:
                writer.write_table(pa.Table.from_pylist(rows, schema))
                rows = []
        writer.write_table(pa.Table.from_pylist(rows, schema))


def trafilatura(pages: Path, output: Path, workers: int) -> None:
    shutil.rmtree(output, ignore_errors=True)
    command = Path(sys.executable).parent / "trafilatura"
    options = ["--input-dir", str(pages), "--output-dir", str(output), "--parallel", str(workers)]
    subprocess.run([str(command), *options], check=True, capture_output=True)
