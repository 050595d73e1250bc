import json
import random
from pathlib import Path

import pyarrow as pa
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.corpus.generated_crawl import page, paragraph
from webwinnow.corpus import sampling
from webwinnow.corpus.sampling import (
    RankedPage,
    compress,
    decompress,
    learn_host,
    push_sample,
    rank_of,
    sample_shard,
)
from webwinnow.corpus.settings import Settings
from webwinnow.corpus.workspace import Shard, Workspace
from webwinnow.methods.goldminer.learn import DEFAULT


def work_on(folder: Path, rows: list[tuple[str | None, bytes]]) -> Workspace:
    path = folder / "pages.jsonl"
    lines = (json.dumps({"url": url, "html": html.decode()}) for url, html in rows)
    path.write_text("".join(f"{line}\n" for line in lines))
    chosen = Settings(method="goldminer:inner=winnow")
    return Workspace(folder, chosen, (Shard(0, "jsonl", str(path)),))


@given(st.permutations(range(150)))
def test_a_sample_does_not_depend_on_the_order_of_pages(orders: list[int]) -> None:
    heap: list[RankedPage] = []
    for order in orders:
        push_sample(heap, RankedPage(rank_of(order), order, None, b"x"))
    first = sorted(range(150), key=rank_of)[: DEFAULT.sample]
    assert sorted(each[1] for each in heap) == sorted(first)


@given(st.integers(0, 2**62))
def test_ranks_fit_into_columns(order: int) -> None:
    assert 0 <= rank_of(order) < 2**63


@given(st.binary())
def test_compressed_pages_round_trip(html: bytes) -> None:
    assert decompress(compress(pa.py_buffer(html))) == html


def test_pages_are_sampled_by_host(tmp_path: Path) -> None:
    rows: list[tuple[str | None, bytes]] = [
        ("http://a.example/1", b"<p>one"),
        ("http://www.b.example/2", b"<p>two"),
        (None, b"<p>nowhere"),
        ("http://a.example/3", b"<p>three"),
    ]
    found = pa.Table.from_batches(sample_shard(work_on(tmp_path, rows), 0))
    pairs = zip(found.column("host").to_pylist(), found.column("order").to_pylist(), strict=True)
    assert sorted(pairs) == [("a.example", 0), ("a.example", 3), ("b.example", 1)]


def test_a_shard_with_too_much_for_memory_gives_several_samples(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    rows: list[tuple[str | None, bytes]] = [
        (f"http://a.example/{number}", f"<p>{number}".encode()) for number in range(300)
    ]
    workspace = work_on(tmp_path, rows)
    whole = pa.Table.from_batches(sample_shard(workspace, 0))
    assert whole.num_rows == DEFAULT.sample
    monkeypatch.setattr(sampling, "BUFFER_BYTES", 10)
    parts = pa.Table.from_batches(sample_shard(workspace, 0))
    assert parts.num_rows > whole.num_rows
    assert set(whole.column("order").to_pylist()) <= set(parts.column("order").to_pylist())


def test_hosts_with_few_pages_teach_nothing(tmp_path: Path) -> None:
    chance = random.Random(0)
    pages = [
        RankedPage(
            rank_of(order),
            order,
            None,
            compress(pa.py_buffer(page("A title", [paragraph(chance)]))),
        )
        for order in range(DEFAULT.min_pages - 1)
    ]
    assert learn_host(work_on(tmp_path, []), "a.example", pages) is None
