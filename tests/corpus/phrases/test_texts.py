import gzip
import io
import json
import tracemalloc
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from webwinnow.corpus.phrases import TextDocument, texts
from webwinnow.corpus.phrases.texts import TextFiles, find_texts
from webwinnow.errors import InputError


def read(*names: Path) -> list[TextDocument]:
    found = find_texts([*map(str, names)])
    assert found is not None
    return list(found())


def test_text_files_of_a_folder_are_documents_in_order(tmp_path: Path) -> None:
    (tmp_path / "b").mkdir()
    (tmp_path / "b" / "c.txt").write_text("third")
    (tmp_path / "a.txt").write_bytes("second \xe9".encode("cp1252"))
    (tmp_path / "notes.md").write_text("ignored")
    (tmp_path / ".hidden.txt").write_text("ignored")
    assert [(text, name) for text, _, name in read(tmp_path)] == [
        ("second é", str(tmp_path / "a.txt")),
        ("third", str(tmp_path / "b" / "c.txt")),
    ]


def test_json_lines_have_text_and_url(tmp_path: Path) -> None:
    lines = [
        {"text": "one", "url": "http://a.example/1"},
        {"text": "two", "host": "b.example", "id": "7"},
        {"title": "no text"},
    ]
    path = tmp_path / "corpus.jsonl.gz"
    path.write_bytes(gzip.compress("\n".join([*map(json.dumps, lines), "broken", ""]).encode()))
    assert read(path) == [("one", "a.example", "http://a.example/1"), ("two", "b.example", "7")]
    found = TextFiles([path])
    assert len(list(found())) == 2
    assert found.skipped == {"no text": 2}


def test_parquet_files_have_a_column_text(tmp_path: Path) -> None:
    columns = {"text": ["one", None, "three"], "url": ["http://a.example/", None, None]}
    pq.write_table(pa.table(columns), tmp_path / "corpus.parquet")
    assert read(tmp_path) == [
        ("one", "a.example", "http://a.example/"),
        ("three", None, f"{tmp_path / 'corpus.parquet'}:2"),
    ]


def test_a_corpus_is_read_without_its_dropped_pages(tmp_path: Path) -> None:
    (tmp_path / "dropped").mkdir()
    (tmp_path / "corpus.json").write_text("{}")
    (tmp_path / "report.json").write_text("{}")
    (tmp_path / "part-000000.txt").write_text("one\ntwo\n\nthree\n\n")
    pq.write_table(pa.table({"drop": ["short"]}), tmp_path / "dropped" / "part-000000.parquet")
    assert [text for text, _, _ in read(tmp_path)] == ["one\ntwo", "three"]


def test_a_part_of_a_corpus_is_read_document_by_document(tmp_path: Path) -> None:
    (tmp_path / "corpus.json").write_text("{}")
    with (tmp_path / "part-000000.txt").open("wb") as file:
        for number in range(160):
            file.write(b"%d " % number * 25_000 + "é\n\n".encode())
    found = find_texts([str(tmp_path)])
    assert found is not None
    tracemalloc.start()
    ends = [text[-3:] for text, _, _ in found()]
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert ends == [f"{number} é"[-3:] for number in range(160)]
    assert peak < 2**21 < (tmp_path / "part-000000.txt").stat().st_size / 4


@pytest.mark.parametrize("block", [1, 2, 3, 100])
def test_empty_lines_separate_documents_at_any_block(
    block: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(texts, "BLOCK", block)
    monkeypatch.setattr(texts, "MAX_BYTES", 8)
    file = io.BytesIO(b"one\ntwo\n\neight888\n9\n\n\nthree\n\n")
    assert [each for each in texts.split_documents(file) if each != b""] == [
        b"one\ntwo", None, b"three",
    ]  # fmt: skip


def test_too_large_texts_are_skipped_and_counted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(texts, "MAX_BYTES", 10)
    (tmp_path / "a.txt").write_text("a" * 10)
    (tmp_path / "b.txt").write_text("b" * 11)
    (tmp_path / "corpus").mkdir()
    (tmp_path / "corpus" / "corpus.json").write_text("{}")
    (tmp_path / "corpus" / "part-000000.txt").write_text("c\n\n" + "d" * 11 + "\n\ne\n\n")
    found = find_texts([str(tmp_path)])
    assert found is not None
    for _ in range(2):
        assert [text for text, _, _ in found()] == ["a" * 10, "c", "e"]
        assert found.skipped == {"larger than 64 MiB": 2}


def test_texts_that_are_all_skipped_are_an_input_error(tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl"
    path.write_text('{"text": null}\n{}\n')
    with pytest.raises(InputError, match=r"can be used; skipped 2 documents: no text 2"):
        read(path)


@pytest.mark.parametrize("suffix", [".tei.xml", ".vert"])
def test_a_corpus_in_a_format_with_markup_is_rejected(tmp_path: Path, suffix: str) -> None:
    (tmp_path / "corpus.json").write_text("{}")
    (tmp_path / f"part-000000{suffix}").write_text("x")
    with pytest.raises(InputError, match="--to parquet, jsonl or text"):
        find_texts([str(tmp_path)])


def test_pages_are_no_texts(tmp_path: Path) -> None:
    (tmp_path / "page.html").write_text("<p>one")
    (tmp_path / "page.txt").write_text("gold text")
    (tmp_path / "pages.jsonl").write_text('{"html": "<p>one", "text": "one"}\n')
    pq.write_table(pa.table({"html": ["<p>one"], "text": ["one"]}), tmp_path / "pages.parquet")
    for name in ("", "page.html", "pages.jsonl", "pages.parquet", "missing.warc.gz"):
        assert find_texts([str(tmp_path / name)]) is None
    with pytest.raises(InputError, match="give one kind only"):
        find_texts([str(tmp_path / "page.txt"), str(tmp_path / "page.html")])


def test_a_broken_file_is_an_input_error(tmp_path: Path) -> None:
    (tmp_path / "a.parquet").write_bytes(b"PAR1 broken")
    (tmp_path / "a.jsonl.gz").write_bytes(gzip.compress(b'{"text": "one"}\n' * 99)[:30])
    for name in ("a.parquet", "a.jsonl.gz"):
        with pytest.raises(InputError, match="cannot read"):
            read(tmp_path / name)
