"""What is written can be read again, whatever the texts are."""

import io
import json
import math
import re
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
from hypothesis import given, settings
from hypothesis import strategies as st
from lxml import etree

from tests.corpus.write.batches import batch, rows, written
from webwinnow.corpus.write.base import SCHEMA

many = settings(max_examples=60, deadline=None)
lists = st.lists(rows(), max_size=5)
TEI = "{http://www.tei-c.org/ns/1.0}"
#: Characters that XML excludes, and white space, which attributes normalize.
LOST = re.compile(r"[^\x21-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]|\s")


def part(name: str, found: list[dict[str, Any]]) -> bytes:
    with TemporaryDirectory() as folder:
        return written(name, Path(folder, "part"), batch(*found))


def unpacked(data: bytes) -> str:
    return str(pa.input_stream(io.BytesIO(data), compression="zstd").read(), "utf-8")


def solid(text: str | None) -> str:
    return LOST.sub("", text or "")


def inside(row: dict[str, Any]) -> str:
    """Texts of a document's blocks, or its text if it has none."""
    text = row["text"] or ""
    blocks = row["blocks"] or [{"start": 0, "end": len(text)}]
    return solid("".join(text[block["start"] : block["end"]] for block in blocks))


def with_comments(row: dict[str, Any]) -> str:
    return inside(row) + solid(row["comments"])


@given(lists)
@many
def test_parquet_gives_the_same_rows(found: list[dict[str, Any]]) -> None:
    table = pq.read_table(io.BytesIO(part("parquet", found)))
    assert table.schema.equals(SCHEMA, check_metadata=False)
    expected = pa.Table.from_batches([batch(*found).select(SCHEMA.names)])
    for name in SCHEMA.names:
        assert comparable(table.column(name)) == comparable(expected.column(name))


def comparable(column: pa.ChunkedArray) -> list[Any]:
    """Make values comparable: NaN, and times out of Python's range."""
    if pa.types.is_floating(column.type):
        column = column.cast(pa.string())
    if pa.types.is_timestamp(column.type):
        column = column.cast(pa.int64())
    return list(column.to_pylist())


@given(lists)
@many
def test_json_lines_hold_every_value(found: list[dict[str, Any]]) -> None:
    text = unpacked(part("jsonl", found))
    assert text.count("\n") == len(text.splitlines()) == len(found)
    for line, row in zip(text.splitlines(), found, strict=True):
        read = json.loads(line, parse_constant=lambda name: 1 / 0)
        assert list(read) == SCHEMA.names
        assert read["text"] == (row["text"] or "")
        for name in ("id", "source", "offset", "title", "host", "tokens", "truncated"):
            assert read[name] == row[name]
        wanted = row["score"]
        if wanted is None or not math.isfinite(wanted):
            assert read["score"] is None
        else:
            assert math.isclose(read["score"], wanted, abs_tol=1e-4)
        assert [(b["kind"], b["level"], b["start"], b["end"]) for b in read["blocks"]] == [
            (b["kind"], b["level"], b["start"], b["end"]) for b in row["blocks"] or []
        ]


@given(lists)
@many
def test_xml_is_well_formed_and_holds_every_text(found: list[dict[str, Any]]) -> None:
    corpus = etree.fromstring(part("xml", found), etree.XMLParser(huge_tree=True))
    assert corpus.tag == "corpus"
    for doc, row in zip(corpus.findall("doc"), found, strict=True):
        assert solid("".join(doc.itertext())) == with_comments(row)
        assert solid(doc.get("title")) == solid(row["title"])
        assert doc.get("offset") == (None if row["offset"] is None else str(row["offset"]))


@given(lists)
@many
def test_tei_is_well_formed_and_holds_every_text(found: list[dict[str, Any]]) -> None:
    corpus = etree.fromstring(part("tei", found))
    assert corpus.tag == f"{TEI}teiCorpus"
    for doc, row in zip(corpus.findall(f"{TEI}TEI"), found, strict=True):
        body = doc.find(f"{TEI}text/{TEI}body")
        assert solid("".join(body.itertext())) == with_comments(row)
        assert solid(doc.get("n")) == solid(row["id"])
        notes = {note.get("type"): note.text for note in doc.iter(f"{TEI}note")}
        assert solid(notes.get("source")) == solid(row["source"])


@given(lists)
@many
def test_vertical_has_a_token_or_a_tag_on_each_line(found: list[dict[str, Any]]) -> None:
    text = part("vertical", found).decode()
    corpus = etree.fromstring(f"<corpus>\n{text}</corpus>")
    for doc, row in zip(corpus.findall("doc"), found, strict=True):
        assert solid("".join(doc.itertext())) == inside(row)
    for line in text.splitlines():
        assert re.fullmatch(r"<[^<>]*>|[^<>\s]+", line)


@given(lists)
@many
def test_text_has_an_empty_line_behind_each_document(found: list[dict[str, Any]]) -> None:
    read: list[list[str]] = [[]]
    for line in part("text", found).decode().splitlines():
        if line:
            read[-1].append(line)
        else:
            read.append([])
    assert read.pop() == []
    expected = [
        [line for line in (row["text"] or "").splitlines() if line.strip()] for row in found
    ]
    assert read == expected
