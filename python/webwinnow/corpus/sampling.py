"""GoldMiner's first steps: a sample of every host's pages, and templates learned from it.

Pages have ranks that their places give them, and a host's sample are those that rank first: whoever
works, in whatever order, takes the same ones.
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
from webwinnow.corpus.dedup.exchange import Buckets, bucket
from webwinnow.corpus.read import read
from webwinnow.corpus.settings import Settings
from webwinnow.corpus.stages import method_of
from webwinnow.corpus.workspace import Work
from webwinnow.hosts import templates_host
from webwinnow.io.atomic import commit_bytes, commit_file
from webwinnow.methods.base import Method
from webwinnow.methods.goldminer.learn import DEFAULT, learn
from webwinnow.methods.goldminer.method import GoldMiner
from webwinnow.methods.goldminer.store import SqliteStore
from webwinnow.methods.goldminer.template import Site
from webwinnow.sites.stream import MAX_PAGE_BYTES

__all__ = [
    "SAMPLES",
    "learn_host",
    "learn_hosts",
    "learned_sites",
    "sample_of",
    "spread_samples",
    "store_templates",
]

SAMPLES = pa.schema(
    [
        ("host", pa.string()),
        ("rank", pa.int64()),
        ("order", pa.int64()),
        ("charset", pa.string()),
        ("html", pa.binary()),  # packed
    ]
)
# Bytes of packed pages that are held before some are let go of, or written.
ROOM = 2**26
LENGTH = 4  # bytes before each that tell its own size


def sample_of(work: Work, number: int) -> Iterator[pa.RecordBatch]:
    """A shard's pages that may be in samples, at most so many of a host at a time."""
    chosen: dict[str, list[Ranked]] = defaultdict(list)
    size = 0
    for batch in read(work.shards[number], work.settings.max_bytes):
        columns = (batch.column(name) for name in ("order", "url", "charset", "html"))
        for order, url, charset, html in zip(*columns, strict=True):
            host = templates_host(url.as_py()) if html.is_valid else None
            # Of larger pages nobody learns.
            if host is None or len(html.as_buffer()) > MAX_PAGE_BYTES:
                continue
            place = order.as_py()
            packed = pack(html.as_buffer())
            size += kept_first(chosen[host], Ranked(rank_of(place), place, charset.as_py(), packed))
        if size > ROOM:
            yield from batches_of(chosen)
            chosen.clear()
            size = 0
    yield from batches_of(chosen)


def pack(html: pa.Buffer) -> bytes:
    """A fifth of the size, at a speed that nobody notices."""
    packed: bytes = pa.Codec("zstd", 1).compress(html, asbytes=True)
    return len(html).to_bytes(LENGTH, "big") + packed


def unpack(packed: bytes) -> bytes:
    size = int.from_bytes(packed[:LENGTH], "big")
    html: bytes = pa.Codec("zstd").decompress(packed[LENGTH:], size, asbytes=True)
    return html


class Ranked(tuple[int, int, "str | None", bytes]):
    """Rank, order, charset and packed page; the last in rank is the least, as heaps have it."""

    def __new__(cls, rank: int, order: int, charset: str | None, html: bytes) -> "Ranked":
        return super().__new__(cls, (rank, order, charset, html))

    def __lt__(self, other: object) -> bool:
        return isinstance(other, Ranked) and (self[0], self[1]) > (other[0], other[1])


def kept_first(heap: list[Ranked], page: Ranked) -> int:
    """Keeps as many as a sample has; how many bytes that takes more."""
    if len(heap) < DEFAULT.sample:
        heapq.heappush(heap, page)
        return len(page[3])
    return len(page[3]) - len(heapq.heappushpop(heap, page)[3])


def rank_of(order: int) -> int:
    """A number without any order (SplitMix64), below 2⁶³."""
    mask = 2**64 - 1
    value = (order + 0x9E3779B97F4A7C15) & mask
    value = ((value ^ (value >> 30)) * 0xBF58476D1CE4E5B9) & mask
    value = ((value ^ (value >> 27)) * 0x94D049BB133111EB) & mask
    return (value ^ (value >> 31)) >> 1


def batches_of(chosen: dict[str, list[Ranked]]) -> Iterator[pa.RecordBatch]:
    for host, pages in chosen.items():
        rank, order, charset, html = zip(*pages, strict=True)
        columns = [[host] * len(pages), rank, order, charset, html]
        arrays = [pa.array(each, kind) for each, kind in zip(columns, SAMPLES.types, strict=True)]
        yield pa.RecordBatch.from_arrays(arrays, schema=SAMPLES)


def spread_samples(work: Work, number: int, buckets: int) -> dict[str, Any]:
    """Task: a shard's samples, divided into buckets by host."""
    with (
        commit_file(work.file("sample", number), work.scratch) as path,
        Buckets(path, SAMPLES, buckets) as to,
    ):
        for batch in sample_of(work, number):
            to.add(batch, hashes_of(batch.column("host")))
    return {}


def hashes_of(hosts: pa.Array) -> NDArray[np.int64]:
    names = hosts.to_pylist()
    known = {name: hash_of(name) for name in set(names)}
    return np.array([known[name] for name in names], np.uint64).view(np.int64)


def hash_of(name: str) -> int:
    return rank_of(zlib.crc32(name.encode())) << 1


def learn_hosts(work: Work, number: int, buckets: int) -> dict[str, Any]:
    """Task: templates of all hosts of a bucket."""
    paths = [work.file("sample", shard.number) for shard in work.shards]
    samples: dict[str, list[Ranked]] = defaultdict(list)
    for batch in bucket(paths, number, buckets):
        for host, *page in zip(*(column.to_pylist() for column in batch.columns), strict=True):
            kept_first(samples[host], Ranked(*page))
    found = []
    for host in sorted(samples):
        site = learn_host(work, host, samples.pop(host))
        if site is not None:
            found.append(site.as_json())
    commit_bytes(work.file("sites", number, ".json"), json.dumps(found).encode(), work.scratch)
    return {"sites": len(found)}


def learn_host(work: Work, host: str, pages: Iterable[Ranked]) -> Site | None:
    """What the first of these pages in rank teach; None where that is nothing."""
    first = sorted(sorted(pages, reverse=True)[: DEFAULT.sample], key=lambda page: page[1])
    if len(first) < DEFAULT.min_pages:
        return None
    parsed = (Page(unpack(html), charset=charset) for _, _, charset, html in first)
    site = learn(host, parsed, inner_method(work.settings))
    return site if site.templates else None


@cache
def inner_method(settings: Settings) -> Method:
    """Loaded once, for there may be a million hosts."""
    method = method_of(settings)
    if not isinstance(method, GoldMiner):
        raise TypeError(f"only GoldMiner learns from hosts, not {method.name}")
    return method.inner_method


def learned_sites(work: Work, buckets: int) -> Iterator[Site]:
    """What `learn_hosts` has found in all buckets."""
    for number in range(buckets):
        path = work.file("sites", number, ".json")
        yield from (Site.from_json(each, str(path)) for each in json.loads(path.read_bytes()))


def store_templates(work: Work, sites: Iterable[Site]) -> None:
    """All of them at once, where the method looks for them."""
    if work.templates is None:
        raise TypeError("only GoldMiner has templates")
    with commit_file(work.templates, work.scratch) as path:
        store = SqliteStore(path)
        store.run("BEGIN")  # one transaction: a million of them would take hours
        for site in sites:
            store.put(site)
        store.run("COMMIT")
        store.close()
