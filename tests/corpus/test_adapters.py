"""Stages for programs that have their own way with pages."""

import pickle
import subprocess
import sys
from typing import Any

import pyarrow as pa
import pytest

import webwinnow.corpus
from tests.corpus.generated_crawl import crawl
from tests.corpus.stages.batches import ENGLISH, GERMAN
from webwinnow.corpus import CleanTable, Settings
from webwinnow.corpus.adapters.tables import DOCUMENT_COLUMNS
from webwinnow.corpus.record import PAGES
from webwinnow.errors import InputError, UnknownMethod

ALL = Settings(method="all", min_chars=0)


def table(*htmls: Any, **columns: Any) -> pa.Table:
    return pa.table({"html": list(htmls), **columns})


def test_a_table_has_the_documents_that_a_corpus_has() -> None:
    from webwinnow.corpus.stages import stages

    pages = list(crawl(0, 10))
    given = table(*(html for _, html in pages), url=[url for url, _ in pages])
    found = CleanTable()(given)
    assert found.schema.names == ["url", *DOCUMENT_COLUMNS]
    rows = found.to_pylist()
    batch = pa.RecordBatch.from_pylist(
        [{"order": n, "source": "", "url": u, "html": h} for n, (u, h) in enumerate(pages)],
        schema=PAGES,
    )
    for stage in stages(Settings()).values():
        batch = stage(batch)
    assert rows == batch.select(["url", *DOCUMENT_COLUMNS]).to_pylist()
    assert len(rows) == 10


def test_columns_of_the_table_stay_and_those_that_are_made_take_the_place_of_theirs() -> None:
    given = table("<title>Rain</title><p>It rained.", mine=[7], title=["old"], charset=["x"])
    given = given.replace_schema_metadata({"pandas": "{}"})
    found = CleanTable(ALL)(given)
    assert found.schema.names == ["mine", *DOCUMENT_COLUMNS]
    assert found.select(["mine", "title", "text"]).to_pylist() == [
        {"mine": 7, "title": "Rain", "text": "It rained."}
    ]
    assert found.schema.metadata is None


def test_dropped_rows_are_removed_or_have_a_reason() -> None:
    given = table("<p>It rained.", "%PDF-1.7", None, "", number=[0, 1, 2, 3])
    assert CleanTable(ALL)(given).column("number").to_pylist() == [0]
    found = CleanTable(ALL, keep_dropped=True)(given)
    assert found.column("drop").to_pylist() == [None, "type", "broken", "empty"]
    assert found.column("detail")[1].as_py() == "a PDF file"
    assert found.column("text").to_pylist() == ["It rained.", None, None, None]


@pytest.mark.parametrize("kind", [pa.string(), pa.large_string(), pa.binary(), pa.large_binary()])
def test_text_and_bytes_of_any_type_are_pages(kind: pa.DataType) -> None:
    html = "<meta charset=utf-8><p>Grün"
    given = pa.table({"content": pa.array([html.encode()], pa.binary()).cast(kind)})
    assert CleanTable(ALL)(given).column("text").to_pylist() == ["Grün"]


# Pages whose charset cannot be detected from their bytes.
ZHE, GREEN = "<p>Ж".encode("koi8-r"), "<meta charset=gbk><p>Grün"


def test_charset_is_that_of_bytes_and_not_of_text() -> None:
    given = table(ZHE, charset=["koi8-r"])
    assert CleanTable(ALL)(given).column("text").to_pylist() == ["Ж"]
    assert CleanTable(ALL)(given.drop_columns("charset")).column("text").to_pylist() != ["Ж"]
    for charset in ("gbk", None):
        given = table(GREEN, charset=pa.array([charset], pa.string()))
        assert CleanTable(ALL)(given).column("text").to_pylist() == ["Grün"]
    assert CleanTable(ALL)(table(GREEN.encode())).column("text").to_pylist() != ["Grün"]


def test_rows_stay_in_order_over_many_chunks() -> None:
    pages = [table(f"<p>Number {number}.", number=[number]) for number in range(300)]
    found = CleanTable(ALL)(pa.concat_tables(pages))
    assert found.column("number").to_pylist() == list(range(300))
    assert found.column("text").to_pylist() == [f"Number {number}." for number in range(300)]


def test_a_table_without_rows_has_the_columns() -> None:
    for keep in (False, True):
        clean = CleanTable(ALL, keep_dropped=keep)
        full = clean(table("<p>It rained.", mine=[1]))
        none = clean(table("<p>It rained.", mine=[1]).slice(0, 0))
        assert none.num_rows == 0
        assert none.schema == full.schema


def test_pages_are_truncated_at_the_bound() -> None:
    settings = Settings(method="all", min_chars=0, max_bytes=8)
    for page in ("<p>It rained.", b"<p>It rained."):
        assert CleanTable(settings)(table(page)).column("text").to_pylist() == ["It ra"]


def test_settings_filter() -> None:
    clean = CleanTable(Settings(method="all", min_chars=0, languages=("de",)), keep_dropped=True)
    found = clean(table(f"<p>{ENGLISH}", f"<p>{GERMAN}"))
    assert found.column("drop").to_pylist() == ["language", None]


def test_a_pickled_one_does_the_same() -> None:
    clean = CleanTable(ALL, keep_dropped=True)
    given = table("<p>It rained.", None)
    clean(given)
    again = pickle.loads(pickle.dumps(clean))
    assert again == clean
    assert len(pickle.dumps(clean)) < 2000
    assert again(given).equals(clean(given))


def test_unusable_settings_are_rejected() -> None:
    with pytest.raises(InputError, match=r"no page column.*its columns are: body"):
        CleanTable()(pa.table({"body": ["<p>It rained."]}))
    with pytest.raises(InputError, match="no page column"):
        CleanTable()(pa.table({"html": [1]}))
    with pytest.raises(UnknownMethod):
        CleanTable(Settings(method="magic"))(table("<p>It rained."))


def test_a_frame_keeps_its_index_and_its_other_columns() -> None:
    pd = pytest.importorskip("pandas", reason="pandas is not installed")
    other = [{1}, object(), None, "x"]
    htmls = ["<p>It rained.", ZHE, None, float("nan")]
    charsets = [None, "koi8-r", None, None]
    frame = pd.DataFrame(
        {"html": htmls, "charset": charsets, "other": other}, index=["a", "a", "b", "c"]
    )
    from webwinnow.corpus import clean_frame

    found = clean_frame(frame, ALL)
    assert list(found.columns) == ["other", *DOCUMENT_COLUMNS]
    assert list(found.index) == ["a", "a"]
    assert list(found["other"]) == other[:2]
    assert list(found["text"]) == ["It rained.", "Ж"]
    assert found["tokens"].dtype == "int32"
    kept = clean_frame(frame, ALL, keep_dropped=True)
    assert list(kept.index) == list(frame.index)
    assert list(kept["drop"].fillna("")) == ["", "", "broken", "broken"]
    assert list(frame.columns) == ["html", "charset", "other"]


def test_a_frame_may_have_text_that_no_table_holds() -> None:
    pd = pytest.importorskip("pandas", reason="pandas is not installed")
    from webwinnow.corpus import clean_frame

    frame = pd.DataFrame({"html": pd.Series(["<p>It \ud800 rained."], dtype=object)})
    assert list(clean_frame(frame, ALL)["text"]) == ["It ? rained."]
    with pytest.raises(InputError, match=r"no page column.*its columns are: 0"):
        clean_frame(pd.DataFrame([["<p>It rained."]]))
    assert len(clean_frame(frame[:0], ALL)) == 0


def test_charset_in_a_frame_is_that_of_bytes_and_pages_have_a_bound() -> None:
    pd = pytest.importorskip("pandas", reason="pandas is not installed")
    from webwinnow.corpus import clean_frame

    pages = pd.DataFrame({"html": [GREEN, ZHE], "charset": ["gbk", "koi8-r"]})
    assert list(clean_frame(pages, ALL)["text"]) == ["Grün", "Ж"]
    bound = Settings(method="all", min_chars=0, max_bytes=8)
    frame = pd.DataFrame({"html": ["<p>It rained.", b"<p>It rained."]})
    assert list(clean_frame(frame, bound)["text"]) == ["It ra", "It ra"]


def test_datatrove_counts_drops_by_reason() -> None:
    pytest.importorskip("datatrove", reason="datatrove is not installed")
    from datatrove.data import Document

    from webwinnow.corpus.adapters.datatrove import Winnow

    known = {"url": "http://a.example/1", "date": "2026"}
    pages = [
        Document("<title>Rain</title><p>It rained.", "1", metadata=dict(known)),
        Document("%PDF-1.7", "2"),
        Document("", "3"),
        *(Document(f"<p>Number {number}.", str(number)) for number in range(4, 100)),
    ]
    step = Winnow(ALL)
    found = list(step.run(iter(pages)))
    assert [each.id for each in found] == ["1", *map(str, range(4, 100))]
    assert found[0].text == "It rained."
    metadata = found[0].metadata
    assert metadata.items() >= known.items()
    assert metadata["title"] == "Rain"
    assert metadata["host"] == "a.example"
    assert metadata["page_date"] is None
    assert "blocks" not in metadata
    counts = {name: stat.total for name, stat in step.stats.stats.items()}
    assert counts["total"] == 99
    assert counts["forwarded"] == 97
    assert counts["dropped"] == 2
    assert counts["dropped_type"] == 1
    assert counts["dropped_empty"] == 1


def test_datatrove_runs_it_in_its_executor(tmp_path: Any) -> None:
    pytest.importorskip("datatrove", reason="datatrove is not installed")
    from datatrove.data import Document
    from datatrove.executor import LocalPipelineExecutor

    from webwinnow.corpus.adapters.datatrove import Winnow

    def keep(data: Any, rank: int = 0, world_size: int = 1) -> Any:
        for document in data:
            (tmp_path / document.id).write_text(document.text)
            yield document

    LocalPipelineExecutor(
        pipeline=[[Document("<p>It rained.", "1"), Document("", "2")], Winnow(ALL), keep],
        logging_dir=str(tmp_path / "logs"),
    ).run()
    assert (tmp_path / "1").read_text() == "It rained."
    assert not (tmp_path / "2").exists()
    assert '"dropped_empty": 1' in (tmp_path / "logs" / "stats.json").read_text()


HEAVY = ("pyarrow", "pandas", "datatrove", "ray", "numpy")


def heavy_after(code: str) -> list[str]:
    code += f"\nimport sys; print(*[name for name in {HEAVY} if name in sys.modules])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, check=True)
    return done.stdout.decode().split()


def test_onion_and_settings_need_no_arrow() -> None:
    assert heavy_after("from webwinnow.corpus import Onion, Settings, dedup") == []
    assert heavy_after("from webwinnow.corpus import CleanTable, clean_frame, build") == [
        "pyarrow",
        "numpy",
    ]


@pytest.mark.parametrize("first", ["build, Engine", "Engine, build", "CleanTable, build"])
def test_build_is_the_function_even_after_its_module_is_imported(first: str) -> None:
    code = f"from webwinnow.corpus import {first}\nimport webwinnow.corpus.builder\n"
    code += "import inspect, webwinnow.corpus as c; assert inspect.isfunction(c.build)\n"
    heavy_after(code)
    heavy_after("import webwinnow.corpus.builder\n" + code)


def test_every_public_name_is_there_and_documented() -> None:
    for name in webwinnow.corpus.__all__:
        assert getattr(webwinnow.corpus, name).__doc__, name
    assert set(webwinnow.corpus.__all__) <= set(dir(webwinnow.corpus))
    with pytest.raises(AttributeError, match="has no attribute 'spam'"):
        _ = webwinnow.corpus.spam
