"""Count rows, documents, and dropped rows by reason, in tallies that can be merged."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from numpy.typing import NDArray

from webwinnow.corpus.record import REASONS

#: Bins of the quality scale, 0 to 1.
QUALITY_BINS = 20
#: ISO 639 code for undetermined.
UNKNOWN_LANGUAGE = "und"
# Reasons with examples in the report, the number of examples of each, and the length of a detail.
EXAMPLE_REASONS = ("broken", "failed")
MAX_EXAMPLES, MAX_DETAIL = 100, 500

# Counters of the most frequent names.
COUNTERS = 10_000

Row = tuple[int, str, int | None, str]  # order, source, offset, detail


@dataclass
class FrequentNames:
    """Counts of the most frequent names, in bounded memory, after Misra and Gries (1982).

    Merging follows Agarwal et al. (2012): with more names than counters, all counts are reduced
    until enough of them vanish. Counts are exact while `missing` is 0. Otherwise a name may have
    occurred up to `missing` times more than its count, which is at most n / (k + 1) for n names
    and k counters.
    """

    counters: int = COUNTERS
    counts: dict[str, int] = field(default_factory=dict)
    missing: int = 0

    def add(self, found: Iterable[tuple[str, int]]) -> None:
        counts = self.counts
        for name, count in found:
            counts[name] = counts.get(name, 0) + count
        if len(counts) > self.counters:
            self.shrink()

    def shrink(self) -> None:
        less = sorted(self.counts.values(), reverse=True)[self.counters]
        self.missing += less
        self.counts = {name: count - less for name, count in self.counts.items() if count > less}

    def merge(self, other: "FrequentNames") -> None:
        """Add other counts; inexact counts depend on the order of merging."""
        self.missing += other.missing
        self.add(other.counts.items())

    def most(self, number: int | None = None) -> list[tuple[str, int]]:
        """Names by descending count, then by name."""
        ranked = sorted(self.counts.items(), key=lambda each: (-each[1], each[0]))
        return ranked[:number]

    def as_json(self) -> dict[str, Any]:
        return {"missing": self.missing, "counts": dict(self.most())}

    @classmethod
    def of_json(cls, values: dict[str, Any]) -> "FrequentNames":
        return cls(counts=dict(values["counts"]), missing=values["missing"])


@dataclass
class Tally:
    """Counts of bounded size, independent of how rows are batched, unless there are more hosts than
    counters.

    rows: pages and other rows read
    drops: dropped rows by reason
    documents, chars, tokens: in the corpus, as all counts below except where noted
    html_bytes: of pages read
    styles_found, styles_missing: style sheets of pages that the method rendered
    repeated_blocks, repeated_tokens: removed from documents as repeated
    languages: documents and characters by code
    lengths: documents whose number of characters has 0, 1, 2 … binary digits
    qualities: documents per bin of the quality scale, without those of unknown quality
    seconds: work by stage, over all workers
    examples: example rows by reason, first in reading order: order, source, offset, detail
    """

    rows: int = 0
    drops: dict[str, int] = field(default_factory=dict)
    documents: int = 0
    chars: int = 0
    tokens: int = 0
    html_bytes: int = 0
    styles_found: int = 0
    styles_missing: int = 0
    repeated_blocks: int = 0
    repeated_tokens: int = 0
    languages: dict[str, tuple[int, int]] = field(default_factory=dict)
    page_types: dict[str, int] = field(default_factory=dict)
    hosts: FrequentNames = field(default_factory=FrequentNames)
    lengths: list[int] = field(default_factory=list)
    qualities: list[int] = field(default_factory=lambda: [0] * QUALITY_BINS)
    seconds: dict[str, float] = field(default_factory=dict)
    examples: dict[str, list[Row]] = field(default_factory=dict)

    @classmethod
    def of(cls, batch: pa.RecordBatch) -> "Tally":
        found = cls()
        found.add(batch)
        return found

    def add(self, batch: pa.RecordBatch) -> None:
        """Count a batch of DOCUMENTS, including dropped rows."""
        self.rows += batch.num_rows
        drop = batch.column("drop")
        for reason, count in counts(drop):
            self.drops[reason] = self.drops.get(reason, 0) + count
            if reason in EXAMPLE_REASONS:
                self.add_examples(reason, batch.filter(pc.equal(drop, reason)))
        # Measures texts without copying them.
        chars = pc.fill_null(pc.utf8_length(batch.column("text")), 0)
        columns = [batch.column(name) for name in MEASURED]
        kept = pa.RecordBatch.from_arrays([chars, *columns], ["chars", *MEASURED])
        self.add_documents(kept if drop.null_count == len(drop) else kept.filter(drop.is_null()))

    def add_documents(self, kept: pa.RecordBatch) -> None:
        chars = kept.column("chars").to_numpy(zero_copy_only=False).astype(np.int64)
        self.documents += len(chars)
        self.chars += int(chars.sum())
        self.tokens += pc.sum(kept.column("tokens")).as_py() or 0
        for code, number, length in by_language(kept.column("language"), chars):
            before = self.languages.get(code, (0, 0))
            self.languages[code] = (before[0] + number, before[1] + length)
        for page_type, count in counts(kept.column("page_type")):
            self.page_types[page_type] = self.page_types.get(page_type, 0) + count
        self.hosts.add(counts(kept.column("host")))
        digits = np.frexp(chars)[1]
        self.lengths = add_lists(self.lengths, np.bincount(digits).tolist())
        self.qualities = add_lists(self.qualities, quality_bins(kept.column("quality")))

    def add_examples(self, reason: str, rows: pa.RecordBatch) -> None:
        known = self.examples.get(reason, [])
        if len(known) >= MAX_EXAMPLES and rows.column("order")[0].as_py() > known[-1][0]:
            return
        found = rows.slice(0, MAX_EXAMPLES).select(["order", "source", "offset", "detail"])
        new = [
            (
                row["order"],
                row["source"][:MAX_DETAIL],
                row["offset"],
                (row["detail"] or "")[:MAX_DETAIL],
            )
            for row in found.to_pylist()
        ]
        self.examples[reason] = first_rows(known, new)

    def add_seconds(self, stage: str, seconds: float) -> None:
        self.seconds[stage] = self.seconds.get(stage, 0.0) + seconds

    def merge(self, other: "Tally") -> None:
        """Add another tally; merge in the order of shards, for reproducible host counts."""
        for name in NUMBERS:
            setattr(self, name, getattr(self, name) + getattr(other, name))
        for name in BY_NAME:
            mine = getattr(self, name)
            for key, value in getattr(other, name).items():
                mine[key] = mine.get(key, 0) + value
        for code, (documents, chars) in other.languages.items():
            before = self.languages.get(code, (0, 0))
            self.languages[code] = (before[0] + documents, before[1] + chars)
        self.hosts.merge(other.hosts)
        self.lengths = add_lists(self.lengths, other.lengths)
        self.qualities = add_lists(self.qualities, other.qualities)
        for reason, rows in other.examples.items():
            self.examples[reason] = first_rows(self.examples.get(reason, []), rows)

    def as_json(self) -> dict[str, Any]:
        """Values for the manifest, in a fixed order."""
        return {
            **{name: getattr(self, name) for name in NUMBERS},
            "drops": in_stage_order(self.drops),
            "languages": {code: list(self.languages[code]) for code in sorted(self.languages)},
            "page_types": dict(sorted(self.page_types.items())),
            "hosts": self.hosts.as_json(),
            "lengths": self.lengths,
            "qualities": self.qualities,
            "seconds": dict(sorted(self.seconds.items())),
            "told": {reason: [list(row) for row in rows] for reason, rows in self.examples.items()},
        }

    @classmethod
    def of_json(cls, values: dict[str, Any]) -> "Tally":
        languages = {code: (found[0], found[1]) for code, found in values["languages"].items()}
        values = {**values}
        told = values.pop("told")
        examples = {reason: [tuple(row) for row in rows] for reason, rows in told.items()}
        hosts = FrequentNames.of_json(values["hosts"])
        return cls(**{**values, "languages": languages, "examples": examples, "hosts": hosts})


MEASURED = ("language", "page_type", "host", "tokens", "quality")
NUMBERS = (
    "rows", "documents", "chars", "tokens", "html_bytes", "repeated_blocks", "repeated_tokens",
    "styles_found", "styles_missing",
)  # fmt: skip
BY_NAME = ("drops", "page_types", "seconds")


def counts(column: pa.Array) -> Iterator[tuple[str, int]]:
    """Yield values and their counts, without nulls."""
    found = column.value_counts()
    for value, count in zip(*(each.to_pylist() for each in found.flatten()), strict=True):
        if value is not None:
            yield value, count


def by_language(column: pa.Array, chars: NDArray[np.int64]) -> Iterator[tuple[str, int, int]]:
    """Yield code, documents and characters."""
    coded = column.fill_null(UNKNOWN_LANGUAGE).dictionary_encode()
    places = coded.indices.to_numpy(zero_copy_only=False)
    documents = np.bincount(places, minlength=len(coded.dictionary))
    # Float sums are exact below 2**53.
    lengths = np.bincount(places, weights=chars, minlength=len(coded.dictionary))
    for code, number, length in zip(coded.dictionary.to_pylist(), documents, lengths, strict=True):
        yield code, int(number), int(length)


def quality_bins(column: pa.Array) -> list[int]:
    values = column.drop_null().to_numpy(zero_copy_only=False)
    values = values[np.isfinite(values)].clip(0, 1)
    places = np.minimum((values * QUALITY_BINS).astype(int), QUALITY_BINS - 1)
    return [int(count) for count in np.bincount(places, minlength=QUALITY_BINS)]


def add_lists(some: list[int], others: list[int]) -> list[int]:
    """Add two lists element by element; the shorter one is padded with zeros."""
    if len(some) < len(others):
        some, others = others, some
    return [*map(sum, zip(some, others, strict=False)), *some[len(others) :]]


def first_rows(some: list[Row], others: list[Row]) -> list[Row]:
    return sorted([*some, *others], key=lambda row: row[0])[:MAX_EXAMPLES]


def in_stage_order(drops: dict[str, int]) -> dict[str, int]:
    """Sort reasons by stage; unknown ones come last."""
    others = sorted(drops.keys() - REASONS.keys())
    return {reason: drops[reason] for reason in [*REASONS, *others] if reason in drops}
