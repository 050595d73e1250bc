"""How each format looks."""

import io
import json
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

import webwinnow
from tests.corpus.write.batches import NOON, batch, lines, row, written
from webwinnow.corpus.record import DOCUMENTS
from webwinnow.corpus.write import parquet

MIXED = lines(
    ("heading", "Kernels"),
    ("paragraph", "Use box:\nit is fast."),
    ("list item", "Read"),
    ("list item", "Smooth"),
    ("row", "Kernel\tCost"),
    ("row", "\tbox\t\t2\t"),
    url="http://a.org/?a=1&b=2",
    time=NOON,
    title='The "best"',
    language="en",
    score=0.98,
    tokens=0,
    truncated=True,
)


def test_parquet_has_all_columns_but_those_of_the_work(tmp_path: Path) -> None:
    data = written("parquet", tmp_path / "a", batch(row()))
    schema = pq.read_schema(io.BytesIO(data))
    assert schema.names == [
        name for name in DOCUMENTS.names if name not in ("order", "drop", "detail")
    ]
    assert schema.metadata[b"webwinnow"].decode() == webwinnow.__version__
    assert schema.metadata[b"webwinnow.schema"] == b"1"


def test_parquet_groups_end_with_the_row_that_fills_them(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(parquet, "GROUP_BYTES", 3000)
    sizes = [100, 2700, 100, 4000, 100]
    rows = [row(number, "x" * size) for number, size in enumerate(sizes)]
    written("parquet", tmp_path / "a", batch(*rows[:2]), batch(*rows[2:]))
    found = pq.ParquetFile(tmp_path / "a").metadata
    assert [found.row_group(i).num_rows for i in range(found.num_row_groups)] == [2, 2, 1]


def test_parquet_is_compressed_with_zstd(tmp_path: Path) -> None:
    written("parquet", tmp_path / "a", batch(row()))
    group = pq.ParquetFile(tmp_path / "a").metadata.row_group(0)
    assert {group.column(i).compression for i in range(group.num_columns)} == {"ZSTD"}


def test_parquet_without_documents_has_columns(tmp_path: Path) -> None:
    written("parquet", tmp_path / "a")
    table = pq.read_table(tmp_path / "a")
    assert (table.num_rows, "text" in table.column_names) == (0, True)


def test_json_has_iso_times_and_blocks_as_objects(tmp_path: Path) -> None:
    late = NOON.replace(microsecond=120_000)
    written("jsonl", tmp_path / "a", batch(MIXED, row(1, time=late)))
    text = pa.input_stream(tmp_path / "a", compression="zstd").read().decode()
    first, second = map(json.loads, text.splitlines())
    assert (first["time"], second["time"]) == (
        "2024-05-06T12:00:00Z",
        "2024-05-06T12:00:00.120000Z",
    )
    assert first["score"] == 0.98
    heading = first["blocks"][0]
    assert heading == {"kind": "heading", "level": 2, "start": 0, "end": 7, "score": 0.5}
    item = first["blocks"][2]
    assert first["text"][item["start"] : item["end"]] == "Read"


def test_json_without_documents_can_be_decompressed(tmp_path: Path) -> None:
    written("jsonl", tmp_path / "a")
    assert pa.input_stream(tmp_path / "a", compression="zstd").read() == b""


def test_xml_has_lists_tables_and_scores(tmp_path: Path) -> None:
    assert written("xml", tmp_path / "a", batch(MIXED)).decode() == (
        '<?xml version="1.0" encoding="UTF-8"?>\n<corpus>\n'
        '<doc source="a.warc.gz" offset="0" url="http://a.org/?a=1&amp;b=2"'
        ' time="2024-05-06T12:00:00Z" id="000000-00000000" title="The &quot;best&quot;"'
        ' language="en" score="0.98" tokens="0" truncated="true">\n<main>\n'
        '<head rend="h2" score="0.5">Kernels</head>\n'
        '<p score="0.5">Use box:<lb/>it is fast.</p>\n'
        '<list rend="ul">\n'
        '<item score="0.5">Read</item>\n<item score="0.5">Smooth</item>\n</list>\n'
        '<table>\n<row>\n<cell score="0.5">Kernel</cell>\n<cell score="0.5">Cost</cell>\n</row>\n'
        '<row>\n<cell/>\n<cell score="0.5">box</cell>\n'
        '<cell/>\n<cell score="0.5">2</cell>\n</row>\n</table>\n'
        "</main>\n</doc>\n</corpus>\n"
    )


def test_document_without_blocks_has_a_paragraph_for_each_line(tmp_path: Path) -> None:
    bare = row(0, "One.\n\nTwo.", blocks=None)
    assert b"<main>\n<p>One.</p>\n<p>Two.</p>\n</main>" in written(
        "xml", tmp_path / "a", batch(bare)
    )


def test_tei_has_a_header_and_divisions(tmp_path: Path) -> None:
    text = written("tei", tmp_path / "a", batch(MIXED)).decode()
    assert '<TEI n="000000-00000000" xmlns="http://www.tei-c.org/ns/1.0">\n<teiHeader>' in text
    assert '<ptr target="http://a.org/?a=1&amp;b=2"/>' in text
    assert '<note type="source">a.warc.gz</note><note type="offset">0</note>' in text
    assert '<div>\n<head rend="h2">Kernels</head>\n<p>Use box:<lb/>it is fast.</p>' in text
    assert text.count("<?xml") == 1


def test_vertical_has_metadata_and_tokens(tmp_path: Path) -> None:
    text = written("vertical", tmp_path / "a", batch(MIXED, row(1))).decode()
    assert text.count("</doc>\n<doc ") == 1
    assert '<head level="2">\nKernels\n</head>\n<p>\nUse\nbox\n<g/>\n:\n' in text
    assert "<item>\nRead\n</item>" in text
    assert "<p>\nKernel\n</p>\n<p>\nCost\n</p>" in text


def test_text_has_lines_and_an_empty_one_behind_each_document(tmp_path: Path) -> None:
    gaps = row(1, "One.\n\n  \nTwo.\x0cThree.\n")
    assert written("text", tmp_path / "a", batch(row(0), gaps, row(2, "  "))).decode() == (
        "A line.\n\nOne.\nTwo.\nThree.\n\n\n"
    )
