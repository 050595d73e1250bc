"""The examples in docs/adapters.md work and print the shown output."""

import contextlib
import gzip
import io
import json
import logging
import re
import shutil
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from tests.corpus.generated_crawl import crawl, write_crawl
from tests.support import ROOT

GUIDE = (ROOT / "docs" / "adapters.md").read_text("utf-8")
FENCED = re.compile(r"^```(\w+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
PAGES = 30


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Write a crawl, and the same pages as a table, and change to their folder."""
    write_crawl(tmp_path / "crawl", files=2, pages=PAGES // 2)
    rows = [{"url": url, "html": html} for url, html in crawl(0, PAGES)]
    pq.write_table(pa.Table.from_pylist(rows), tmp_path / "pages.parquet")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def run(heading: str) -> list[tuple[str, str]]:
    """Run the examples of a section; return pairs of printed and expected output."""
    section = GUIDE.split(f"\n## {heading}\n")[1].split("\n## ")[0]
    fenced = FENCED.findall(section)
    names: dict[str, Any] = {"__name__": "__main__"}
    printed = []
    for place, (language, code) in enumerate(fenced):
        if language != "python":
            continue
        with contextlib.redirect_stdout(io.StringIO()) as output:
            exec(code, names)
        follows = fenced[place + 1 : place + 2]
        expected = follows[0][1] if follows and follows[0][0] == "text" else ""
        printed.append((output.getvalue(), expected))
    return printed


def texts(folder: str) -> list[str]:
    found: list[str] = pq.read_table(folder).column("text").to_pylist()
    return found


def lines(folder: Path) -> list[dict[str, Any]]:
    with gzip.open(folder / "00000.jsonl.gz") as file:
        return [json.loads(line) for line in file]


def test_every_python_example_has_a_test() -> None:
    known = {"A whole corpus": 1, "One page at a time": 2, "pandas": 1, "Ray Data": 1}
    known |= {"Spark": 1, "datatrove": 1}
    counts = {
        part.split("\n")[0]: len(re.findall("^```python$", part, re.MULTILINE))
        for part in GUIDE.split("\n## ")[1:]
    }
    assert {name: count for name, count in counts.items() if count} == known


@pytest.mark.parametrize("heading", ["A whole corpus", "One page at a time", "pandas"])
def test_examples_print_the_shown_output(heading: str) -> None:
    if heading == "pandas":
        pytest.importorskip("pandas", reason="pandas is not installed")
    results = run(heading)
    assert results
    for printed, expected in results:
        assert printed == expected
        assert expected


@pytest.fixture
def ray(monkeypatch: pytest.MonkeyPatch) -> Iterator[Any]:
    monkeypatch.setenv("RAY_USAGE_STATS_ENABLED", "0")
    ray = pytest.importorskip("ray", reason="ray is not installed")
    pytest.importorskip("ray.data")
    for name in ("ray", "ray.data"):
        logging.getLogger(name).setLevel(logging.ERROR)
    ray.data.DataContext.get_current().enable_progress_bars = False
    ray.init(
        num_cpus=2,
        include_dashboard=False,
        object_store_memory=100 * 2**20,
        log_to_driver=False,
        logging_level=logging.ERROR,
    )
    yield ray
    ray.shutdown()


@pytest.mark.filterwarnings("ignore::DeprecationWarning")
def test_ray_has_a_document_for_every_page_in_tasks_and_in_actors(ray: Any) -> None:
    from webwinnow.corpus import CleanTable, Settings

    run("Ray Data")
    assert len(texts("ray-documents")) == PAGES
    table = pq.read_table("pages.parquet")
    documents = ray.data.from_arrow([table, table]).map_batches(
        CleanTable,
        fn_constructor_kwargs={"settings": Settings(), "keep_dropped": True},
        batch_format="pyarrow",
        compute=ray.data.ActorPoolStrategy(size=1),
    )
    found = sorted(row["text"] for row in documents.take_all())
    assert found == sorted(2 * texts("ray-documents"))


@pytest.mark.filterwarnings("ignore::FutureWarning")
def test_spark_has_a_document_for_every_page(monkeypatch: pytest.MonkeyPatch) -> None:
    sql = pytest.importorskip("pyspark.sql", reason="pyspark is not installed")
    if shutil.which("java") is None:
        pytest.skip("there is no Java")
    monkeypatch.setenv("PYSPARK_PYTHON", sys.executable)
    builder = sql.SparkSession.builder.master("local[1]").config("spark.ui.enabled", "false")
    spark = builder.config("spark.log.level", "ERROR").getOrCreate()
    try:
        run("Spark")
    finally:
        spark.stop()
    assert len(texts("spark-documents")) == PAGES


def test_datatrove_converts_warc_to_json(here: Path) -> None:
    pytest.importorskip("datatrove", reason="datatrove is not installed")
    for needed in ("cchardet", "magic", "orjson"):
        pytest.importorskip(needed, reason=f"datatrove's WarcReader or JsonlWriter needs {needed}")
    run("datatrove")
    kept, dropped = (lines(here / f"trove-{name}") for name in ("documents", "dropped"))
    assert len(kept) + len(dropped) == PAGES
    assert min(len(kept), len(dropped)) > 0
    assert all(row["metadata"]["date"] == "2026-01-01T00:00:00Z" for row in kept)
    assert all("page_date" in row["metadata"] and "<p>" not in row["text"] for row in kept)
    assert {row["metadata"]["filter_reason"] for row in dropped} == {"short"}
    assert all("<p>" in row["text"] for row in dropped)
