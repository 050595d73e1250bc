"""Sample pages of every host and learn GoldMiner's templates from them.

A page's rank is a hash of its order, and a host's sample is its lowest ranks. So the sample is the
same for any number of workers and any order of work.
"""

import heapq
import json
import zlib
from collections import defaultdict
from collections.abc import Iterable, Iterator
from functools import cache
from typing import Any

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from webwinnow._core import Page
from webwinnow.corpus.dedup.exchange import BucketWriter, read_bucket
from webwinnow.corpus.read import read
from webwinnow.corpus.settings import Settings
from webwinnow.corpus.stages import load_method
from webwinnow.corpus.workspace import Workspace
from webwinnow.hosts import templates_host
from webwinnow.io.atomic import commit_bytes, commit_file
from webwinnow.methods.goldminer.learn import DEFAULT, learn
from webwinnow.methods.goldminer.method import GoldMiner
from webwinnow.methods.goldminer.store import SqliteStore
from webwinnow.methods.goldminer.template import Site
from webwinnow.sites.stream import MAX_PAGE_BYTES

SAMPLES = pa.schema(
    [
        ("host", pa.string()),
        ("rank", pa.int64()),
        ("order", pa.int64()),
        ("charset", pa.string()),
        ("html", pa.binary()),  # compressed
    ]
)
# Bytes of compressed pages held before they are written.
BUFFER_BYTES = 2**26
SIZE_BYTES = 4  # prefix with the decompressed size


def sample_shard(workspace: Workspace, number: int) -> Iterator[pa.RecordBatch]:
    """Yield the pages of a shard that may belong to a host's sample."""
    chosen: dict[str, list[RankedPage]] = defaultdict(list)
    size = 0
    for batch in read(workspace.shards[number], workspace.settings.max_bytes):
        columns = (batch.column(name) for name in ("order", "url", "charset", "html"))
        for order, url, charset, html in zip(*columns, strict=True):
            host = templates_host(url.as_py()) if html.is_valid else None
            # Larger pages are not used for learning.
            if host is None or len(html.as_buffer()) > MAX_PAGE_BYTES:
                continue
            place = order.as_py()
            compressed = compress(html.as_buffer())
            page = RankedPage(rank_of(place), place, charset.as_py(), compressed)
            size += push_sample(chosen[host], page)
        if size > BUFFER_BYTES:
            yield from batches_of(chosen)
            chosen.clear()
            size = 0
    yield from batches_of(chosen)


def compress(html: pa.Buffer) -> bytes:
    """Compress a page to about a fifth, at negligible cost."""
    compressed: bytes = pa.Codec("zstd", 1).compress(html, asbytes=True)
    return len(html).to_bytes(SIZE_BYTES, "big") + compressed


def decompress(stored: bytes) -> bytes:
    size = int.from_bytes(stored[:SIZE_BYTES], "big")
    html: bytes = pa.Codec("zstd").decompress(stored[SIZE_BYTES:], size, asbytes=True)
    return html


class RankedPage(tuple[int, int, "str | None", bytes]):
    """Rank, order, charset and compressed page; ordered by descending rank, for a heap."""

    def __new__(cls, rank: int, order: int, charset: str | None, html: bytes) -> "RankedPage":
        return super().__new__(cls, (rank, order, charset, html))

    def __lt__(self, other: object) -> bool:
        return isinstance(other, RankedPage) and (self[0], self[1]) > (other[0], other[1])


def push_sample(heap: list[RankedPage], page: RankedPage) -> int:
    """Add a page, remove the highest rank of a full sample; return the change in bytes."""
    if len(heap) < DEFAULT.sample:
        heapq.heappush(heap, page)
        return len(page[3])
    return len(page[3]) - len(heapq.heappushpop(heap, page)[3])


def rank_of(order: int) -> int:
    """Hash an order to a number below 2⁶³ (SplitMix64)."""
    mask = 2**64 - 1
    value = (order + 0x9E3779B97F4A7C15) & mask
    value = ((value ^ (value >> 30)) * 0xBF58476D1CE4E5B9) & mask
    value = ((value ^ (value >> 27)) * 0x94D049BB133111EB) & mask
    return (value ^ (value >> 31)) >> 1


def batches_of(chosen: dict[str, list[RankedPage]]) -> Iterator[pa.RecordBatch]:
    for host, pages in chosen.items():
        rank, order, charset, html = zip(*pages, strict=True)
        columns = [[host] * len(pages), rank, order, charset, html]
        arrays = [pa.array(each, kind) for each, kind in zip(columns, SAMPLES.types, strict=True)]
        yield pa.RecordBatch.from_arrays(arrays, schema=SAMPLES)


def spread_samples(workspace: Workspace, number: int, buckets: int) -> dict[str, Any]:
    """Task: divide a shard's samples into buckets by host."""
    with (
        commit_file(workspace.file("sample", number), workspace.scratch) as path,
        BucketWriter(path, SAMPLES, buckets) as writer,
    ):
        for batch in sample_shard(workspace, number):
            writer.add(batch, hash_hosts(batch.column("host")))
    return {}


def hash_hosts(hosts: pa.Array) -> NDArray[np.int64]:
    names = hosts.to_pylist()
    known = {name: rank_of(zlib.crc32(name.encode())) << 1 for name in set(names)}
    return np.array([known[name] for name in names], np.uint64).view(np.int64)


def learn_bucket(workspace: Workspace, number: int, buckets: int) -> dict[str, Any]:
    """Task: learn the templates of all hosts of a bucket."""
    paths = [workspace.file("sample", shard.number) for shard in workspace.shards]
    samples: dict[str, list[RankedPage]] = defaultdict(list)
    for batch in read_bucket(paths, number, buckets):
        for host, *page in zip(*(column.to_pylist() for column in batch.columns), strict=True):
            push_sample(samples[host], RankedPage(*page))
    found = []
    for host in sorted(samples):
        site = learn_host(workspace, host, samples.pop(host))
        if site is not None:
            found.append(site.as_json())
    commit_bytes(
        workspace.file("sites", number, ".json"), json.dumps(found).encode(), workspace.scratch
    )
    return {"sites": len(found)}


def learn_host(workspace: Workspace, host: str, pages: Iterable[RankedPage]) -> Site | None:
    """Learn the templates of a host from its pages of lowest rank; None if there are none."""
    first = sorted(sorted(pages, reverse=True)[: DEFAULT.sample], key=lambda page: page[1])
    if len(first) < DEFAULT.min_pages:
        return None
    parsed = (Page(decompress(html), charset=charset) for _, _, charset, html in first)
    method = template_method(workspace.settings)
    site = learn(host, parsed, method.inner_method, method.learning)
    return site if site.templates else None


@cache
def template_method(settings: Settings) -> GoldMiner:
    """Load GoldMiner once per process: there may be a million hosts."""
    method = load_method(settings)
    if not isinstance(method, GoldMiner):
        raise TypeError(f"only GoldMiner learns from hosts, not {method.name}")
    return method


def learned_sites(workspace: Workspace, buckets: int) -> Iterator[Site]:
    """Read the results of `learn_bucket` for all buckets."""
    for number in range(buckets):
        path = workspace.file("sites", number, ".json")
        yield from (Site.from_json(each, str(path)) for each in json.loads(path.read_bytes()))


def store_templates(workspace: Workspace, sites: Iterable[Site]) -> None:
    """Write all templates to the method's store, atomically."""
    if workspace.templates is None:
        raise TypeError("only GoldMiner has templates")
    with commit_file(workspace.templates, workspace.scratch) as path:
        store = SqliteStore(path)
        store.run("BEGIN")  # one transaction: a million would take hours
        for site in sites:
            store.put(site)
        store.run("COMMIT")
        store.close()
