"""Write tables of phrases as text, JSON and CSV."""

import csv
import io
import json
from collections.abc import Iterator, Mapping

from webwinnow.corpus.phrases.comparison import Comparison
from webwinnow.corpus.phrases.search import Phrase, PhraseTable
from webwinnow.messages import count_noun, printable

CSV_COLUMNS = (
    "corpus", "text", "words", "documents", "occurrences", "share", "hosts", "host",
    "host_documents", "host_share", "example",
)  # fmt: skip
MIN_WIDTH = 30


def text_lines(found: Comparison, width: int, *, per_host: bool = False) -> Iterator[str]:
    """Lines of one table for each corpus; phrases are cut to the width."""
    for place, (name, table) in enumerate(found.tables.items()):
        if place:
            yield ""
        yield f"{f'{name}: ' if len(found.tables) > 1 else ''}{summary(table)}"
        if table.phrases:
            yield ""
            yield from table_lines(found, name, width, per_host=per_host)


def summary(table: PhraseTable) -> str:
    parts = [count_noun(table.documents, "document"), count_noun(table.words, "word")]
    share = f"{100 * table.repeated_share:.1f} %"
    least = count_noun(table.min_documents, "document")
    truncated = f"; {count_noun(table.truncated, 'document')} truncated" if table.truncated else ""
    return (
        f"{', '.join(parts)}; {share} of the words are in sequences of {least} or more{truncated}"
    )


def describe_skipped(skipped: Mapping[str, int], noun: str) -> str:
    """Describe skipped inputs: `skipped 5 pages: failed 3, not HTML 2`."""
    ranked = sorted(skipped.items(), key=lambda each: (-each[1], each[0]))
    reasons = ", ".join(f"{reason} {number:,}" for reason, number in ranked)
    return f"skipped {count_noun(sum(skipped.values()), noun)}: {reasons}"


def table_lines(found: Comparison, name: str, width: int, *, per_host: bool) -> Iterator[str]:
    table = found.tables[name]
    alone = {"documents": [phrase.documents for phrase in table.phrases]}
    counts = found.documents.get(name, alone)
    header = [*counts]
    header += ["share", "words", "of host" if per_host else "hosts", "phrase"]
    rows = [
        [
            *(f"{of[place]:,}" for of in counts.values()),
            f"{100 * phrase.share:.1f} %",
            f"{phrase.words:,}",
            f"{100 * phrase.host_share:.0f} %" if per_host else f"{phrase.hosts:,}",
            shown(phrase, per_host=per_host),
        ]
        for place, phrase in enumerate(table.phrases)
    ]
    widths = [max(len(row[place]) for row in [header, *rows]) for place in range(len(header) - 1)]
    room = max(MIN_WIDTH, width - sum(widths) - 2 * len(widths))
    for row in [header, *rows]:
        cells = [cell.rjust(each) for cell, each in zip(row, widths, strict=False)]
        last = row[-1] if len(row[-1]) <= room else f"{row[-1][: room - 1]}…"
        yield "  ".join([*cells, last])


def shown(phrase: Phrase, *, per_host: bool) -> str:
    return printable(f"{phrase.host or 'no host'}: {phrase.text}" if per_host else phrase.text)


def to_json(found: Comparison) -> str:
    """A table, or, of several corpora, an object with a table for each."""
    values = found.as_json()
    alone = next(iter(values.values())) if len(values) == 1 else values
    return json.dumps(alone, ensure_ascii=False, indent=1) + "\n"


def to_csv(found: Comparison) -> str:
    """A row for each phrase of each corpus, with its documents in all corpora."""
    names = list(found.tables)
    others = [f"documents in {name}" for name in names] if len(names) > 1 else []
    file = io.StringIO()
    writer = csv.writer(file, lineterminator="\n")
    writer.writerow([*CSV_COLUMNS, *others])
    for name, table in found.tables.items():
        for place, phrase in enumerate(table.phrases):
            values = {"corpus": name, **phrase.as_json()}
            counts = [found.documents[name][each][place] for each in names] if others else []
            writer.writerow([*(values[column] for column in CSV_COLUMNS), *counts])
    return file.getvalue()
