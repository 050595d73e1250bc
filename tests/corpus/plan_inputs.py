"""Write small inputs and plan them, for tests."""

import io
import tarfile
import zipfile
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
from warcio.statusandheaders import StatusAndHeaders
from warcio.warcwriter import WARCWriter

from tests.corpus.read.read_rows import rows_of
from webwinnow.corpus.plan import Plan, plan

WARC = b"WARC/1.0\r\n"
LINE = b'{"html": "<p>one"}\n'


def planned(*inputs: str, cdx: str | None = None, output: str | None = None) -> Plan:
    place = None if output is None else Path(output)
    return plan(inputs, folder=Path("out/.work"), cdx=cdx, output=place)


def put(name: str, data: bytes = b"<p>") -> str:
    path = Path(name)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(data)
    return name


def zipped(names: list[str]) -> bytes:
    stored = io.BytesIO()
    with zipfile.ZipFile(stored, "w") as archive:
        for name in names:
            archive.writestr(name, f"<p>{name}")
    return stored.getvalue()


def tarred(name: str, data: bytes) -> bytes:
    stored = io.BytesIO()
    with tarfile.open(fileobj=stored, mode="w") as archive:
        info = tarfile.TarInfo(name)
        info.size = len(data)
        archive.addfile(info, io.BytesIO(data))
    return stored.getvalue()


def parquet(columns: dict[str, Any], rows: int = 1) -> bytes:
    stored = io.BytesIO()
    pq.write_table(pa.table(columns), stored, row_group_size=rows)
    return stored.getvalue()


def response(url: str, html: bytes) -> Any:
    http = StatusAndHeaders("200 OK", [("Content-Type", "text/html")], protocol="HTTP/1.1")
    body = io.BytesIO(html)
    return WARCWriter(io.BytesIO()).create_warc_record(url, "response", body, http_headers=http)


def all_rows(made: Plan) -> list[dict[str, Any]]:
    return [row for shard in made.shards for row in rows_of(shard)]


def pages_of(made: Plan) -> list[bytes]:
    return [row["html"] for row in all_rows(made)]
