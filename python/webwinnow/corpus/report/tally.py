"""What became of all that was read, in numbers that can be added up."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from numpy.typing import NDArray

from webwinnow.corpus.reasons import REASONS
from webwinnow.corpus.report.frequent import Frequent

__all__ = ["QUALITIES", "UNKNOWN_LANGUAGE", "Tally"]

#: Parts that the scale of quality, 0 to 1, is divided into.
QUALITIES = 20
#: As ISO 639 has it: undetermined.
UNKNOWN_LANGUAGE = "und"
# Reasons of which one wants to see where they struck, how many of each are kept, and how long
# what they say may be.
TOLD = ("broken", "failed")
MOST_TOLD, LONGEST = 100, 500

Row = tuple[int, str, int | None, str]  # order, source, offset, detail


@dataclass
class Tally:
    """Small whatever is counted, and the same whatever batches it was counted in, as long as there
    are no more hosts than `Frequent` has counters.

    rows: pages, and whatever else was found in their place
    drops: rows that are not in the corpus, by reason
    documents, chars, tokens: in the corpus, as everything below unless it says otherwise
    html_bytes: of the pages that were read
    repeated_blocks, repeated_tokens: left out of documents because they occur in earlier ones
    languages: by code, documents and characters
    lengths: documents whose number of characters has 0, 1, 2 … binary digits
    qualities: documents in each part of the scale; those of unknown quality are in none
    seconds: of work, by stage, all workers together
    told: by reason, the first rows in the order of reading: order, source, offset, detail
    """

    rows: int = 0
    drops: dict[str, int] = field(default_factory=dict)
    documents: int = 0
    chars: int = 0
    tokens: int = 0
    html_bytes: int = 0
    repeated_blocks: int = 0
    repeated_tokens: int = 0
    languages: dict[str, tuple[int, int]] = field(default_factory=dict)
    page_types: dict[str, int] = field(default_factory=dict)
    hosts: Frequent = field(default_factory=Frequent)
    lengths: list[int] = field(default_factory=list)
    qualities: list[int] = field(default_factory=lambda: [0] * QUALITIES)
    seconds: dict[str, float] = field(default_factory=dict)
    told: dict[str, list[Row]] = field(default_factory=dict)

    @classmethod
    def of(cls, batch: pa.RecordBatch) -> "Tally":
        found = cls()
        found.add(batch)
        return found

    def add(self, batch: pa.RecordBatch) -> None:
        """Rows of DOCUMENTS, dropped ones included."""
        self.rows += batch.num_rows
        drop = batch.column("drop")
        for reason, count in counts(drop):
            self.drops[reason] = self.drops.get(reason, 0) + count
            if reason in TOLD:
                self.tell(reason, batch.filter(pc.equal(drop, reason)))
        # Texts are measured, not copied.
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
        self.lengths = added(self.lengths, np.bincount(digits).tolist())
        self.qualities = added(self.qualities, parts_of_scale(kept.column("quality")))

    def tell(self, reason: str, rows: pa.RecordBatch) -> None:
        known = self.told.get(reason, [])
        if len(known) >= MOST_TOLD and rows.column("order")[0].as_py() > known[-1][0]:
            return
        found = rows.slice(0, MOST_TOLD).select(["order", "source", "offset", "detail"])
        new = [
            (row["order"], row["source"][:LONGEST], row["offset"], (row["detail"] or "")[:LONGEST])
            for row in found.to_pylist()
        ]
        self.told[reason] = first(known, new)

    def spend(self, stage: str, seconds: float) -> None:
        self.seconds[stage] = self.seconds.get(stage, 0.0) + seconds

    def merge(self, other: "Tally") -> None:
        """To be done in the order of the shards, so that the most frequent hosts are always the
        same.
        """
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
        self.lengths = added(self.lengths, other.lengths)
        self.qualities = added(self.qualities, other.qualities)
        for reason, rows in other.told.items():
            self.told[reason] = first(self.told.get(reason, []), rows)

    def as_json(self) -> dict[str, Any]:
        """For a line of a manifest: what JSON holds, in one order."""
        return {
            **{name: getattr(self, name) for name in NUMBERS},
            "drops": in_stages(self.drops),
            "languages": {code: list(self.languages[code]) for code in sorted(self.languages)},
            "page_types": dict(sorted(self.page_types.items())),
            "hosts": self.hosts.as_json(),
            "lengths": self.lengths,
            "qualities": self.qualities,
            "seconds": dict(sorted(self.seconds.items())),
            "told": {reason: [list(row) for row in rows] for reason, rows in self.told.items()},
        }

    @classmethod
    def of_json(cls, values: dict[str, Any]) -> "Tally":
        languages = {code: (found[0], found[1]) for code, found in values["languages"].items()}
        told = {reason: [tuple(row) for row in rows] for reason, rows in values["told"].items()}
        hosts = Frequent.of_json(values["hosts"])
        return cls(**{**values, "languages": languages, "told": told, "hosts": hosts})


MEASURED = ("language", "page_type", "host", "tokens", "quality")
NUMBERS = (
    "rows", "documents", "chars", "tokens", "html_bytes", "repeated_blocks", "repeated_tokens",
)  # fmt: skip
BY_NAME = ("drops", "page_types", "seconds")


def counts(column: pa.Array) -> Iterator[tuple[str, int]]:
    """How often each value comes; nulls are left out."""
    found = column.value_counts()
    for value, count in zip(*(each.to_pylist() for each in found.flatten()), strict=True):
        if value is not None:
            yield value, count


def by_language(column: pa.Array, chars: NDArray[np.int64]) -> Iterator[tuple[str, int, int]]:
    """Code, documents and characters."""
    coded = column.fill_null(UNKNOWN_LANGUAGE).dictionary_encode()
    places = coded.indices.to_numpy(zero_copy_only=False)
    documents = np.bincount(places, minlength=len(coded.dictionary))
    # Sums of floats, but exact: a batch has far less than 2**53 characters.
    lengths = np.bincount(places, weights=chars, minlength=len(coded.dictionary))
    for code, number, length in zip(coded.dictionary.to_pylist(), documents, lengths, strict=True):
        yield code, int(number), int(length)


def parts_of_scale(column: pa.Array) -> list[int]:
    values = column.drop_null().to_numpy(zero_copy_only=False)
    values = values[np.isfinite(values)].clip(0, 1)
    places = np.minimum((values * QUALITIES).astype(int), QUALITIES - 1)
    return [int(count) for count in np.bincount(places, minlength=QUALITIES)]


def added(some: list[int], others: list[int]) -> list[int]:
    """Place by place; the shorter one goes on with zeros."""
    if len(some) < len(others):
        some, others = others, some
    return [*map(sum, zip(some, others, strict=False)), *some[len(others) :]]


def first(some: list[Row], others: list[Row]) -> list[Row]:
    return sorted([*some, *others], key=lambda row: row[0])[:MOST_TOLD]


def in_stages(drops: dict[str, int]) -> dict[str, int]:
    """Reasons in the order of the stages; any that are not among REASONS behind them."""
    others = sorted(drops.keys() - REASONS.keys())
    return {reason: drops[reason] for reason in [*REASONS, *others] if reason in drops}
