"""Sample documents of a corpus, with their text before and after cleaning, for the report.

Boilerplate belongs to a site, so the sample takes many documents of one host before it takes
another host: up to 50 of each, hosts in the order of a hash. When all hosts are sampled, it takes
the next 50 of each. Documents of a host are in the order of a hash, too. So the sample does not
depend on the number of workers, and the sample of a corpus is within the samples of its shards.
"""

import zlib
from collections import defaultdict
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

import pyarrow as pa

from webwinnow._core import Decision, Page, lines
from webwinnow.corpus.phrases.comparison import Comparison, compare
from webwinnow.corpus.phrases.search import PhraseSettings, TextDocument
from webwinnow.corpus.sampling import compress, decompress, rank_of
from webwinnow.corpus.stages.columns import is_kept
from webwinnow.corpus.workspace import Workspace
from webwinnow.io.atomic import commit_file

#: Documents of a sample, and documents that it takes of a host at once.
SAMPLE, OF_HOST = 10_000, 50
# Characters of a document.
MAX_CHARS = 2**17
FILES = "phrases"
SCHEMA = pa.schema(
    [
        ("order", pa.int64()),
        ("host", pa.string()),
        ("name", pa.string()),
        ("before", pa.binary()),  # compressed
        ("after", pa.binary()),
    ]
)


class Sampled(NamedTuple):
    order: int
    host: str | None
    name: str
    before: bytes
    after: bytes


def visible_text(page: Page) -> bytes:
    """All visible text of a page, compressed."""
    return compress_text(lines(page, Decision.visible(page))[0])


def compress_text(text: str) -> bytes:
    return compress(pa.py_buffer(text[:MAX_CHARS].encode("utf-8", "replace")))


class PhraseSample:
    """Collects a sample of bounded size."""

    def __init__(self, size: int = SAMPLE) -> None:
        self.size = size
        self.documents: list[Sampled] = []

    def add(self, batch: pa.RecordBatch, visible: pa.Array) -> None:
        """Add the kept documents of a batch, and the visible texts of their pages."""
        names = ("order", "host", "url", "id", "text")
        order, host, url, name, text = (batch.column(each).to_pylist() for each in names)
        for row, kept in enumerate(is_kept(batch).tolist()):
            if kept and visible[row].is_valid:
                after = compress_text(text[row])
                found = Sampled(
                    order[row], host[row], url[row] or name[row], visible[row].as_py(), after
                )
                self.documents.append(found)
        if len(self.documents) > 2 * self.size:
            self.shrink()

    def shrink(self) -> None:
        self.documents = lowest(self.documents, self.size)

    def write(self, workspace: Workspace, number: int) -> None:
        self.shrink()
        columns = [*zip(*self.documents, strict=True)] or [()] * len(SCHEMA)
        arrays = [pa.array(each, kind) for each, kind in zip(columns, SCHEMA.types, strict=True)]
        with (
            commit_file(workspace.file(FILES, number), workspace.scratch) as path,
            pa.ipc.new_file(str(path), SCHEMA) as writer,
        ):
            writer.write_batch(pa.RecordBatch.from_arrays(arrays, schema=SCHEMA))

    def read(self, path: Path) -> None:
        """Add the sample of a shard."""
        with pa.memory_map(str(path)) as file:
            batch = pa.ipc.open_file(file).get_batch(0)
            self.documents += map(Sampled, *(column.to_pylist() for column in batch.columns))
        self.shrink()


def lowest(documents: Iterable[Sampled], size: int) -> list[Sampled]:
    """The sample of some documents, in their order."""
    hosts: dict[str | None, list[Sampled]] = defaultdict(list)
    for document in documents:
        hosts[document.host].append(document)
    ranked = []
    for host, of_host in hosts.items():
        of_host.sort(key=lambda each: rank_of(each.order))
        key = (rank_of(zlib.crc32((host or "").encode())), host or "")
        ranked += [(place // OF_HOST, key, place, each) for place, each in enumerate(of_host)]
    ranked.sort(key=lambda each: each[:3])
    return sorted((each for *_, each in ranked[:size]), key=lambda each: each.order)


def compare_sample(workspace: Workspace, size: int = SAMPLE) -> Comparison:
    """Compare the phrases of a corpus's sample before and after cleaning."""
    sample = PhraseSample(size)
    for shard in workspace.shards:
        sample.read(workspace.file(FILES, shard.number))

    def before() -> Iterator[TextDocument]:
        for each in sample.documents:
            yield TextDocument(decompress(each.before).decode(), each.host, each.name)

    def after() -> Iterator[TextDocument]:
        for each in sample.documents:
            yield TextDocument(decompress(each.after).decode(), each.host, each.name)

    return compare({"before": before, "after": after}, PhraseSettings())
