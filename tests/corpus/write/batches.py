"""Documents for writers: by hand, and any that there could be."""

from datetime import datetime, timezone
from pathlib import Path
from typing import Any

import pyarrow as pa
from hypothesis import strategies as st

from webwinnow.corpus.record import DOCUMENTS, id_of
from webwinnow.corpus.write import open_writer

# Arrow rejects lone surrogates.
texts = st.text(st.characters(exclude_categories=["Cs"]), max_size=40)
shares = st.none() | st.floats(width=32)


@st.composite
def rows(draw: st.DrawFn) -> dict[str, Any]:
    text = draw(texts)
    ends = sorted(draw(st.lists(st.integers(0, len(text)), max_size=6)))
    blocks = [
        {
            "kind": draw(st.sampled_from(["heading", "paragraph", "list item", "row"])),
            "level": draw(st.none() | st.integers(1, 6)),
            "start": start,
            "end": end,
            "score": draw(st.floats(0, 1, width=32)),
        }
        for start, end in zip(ends[::2], ends[1::2], strict=False)
    ]
    strings = [field.name for field in DOCUMENTS if field.type == pa.string()]
    row: dict[str, Any] = {name: draw(st.none() | texts) for name in strings}
    return {
        **row,
        "order": draw(st.integers(0, 2**62)),
        "source": draw(texts),
        "id": draw(texts),
        "offset": draw(st.none() | st.integers(0, 2**62)),
        # Microseconds beyond the years of Python's `datetime`.
        "time": draw(st.none() | st.integers(-(2**62), 2**62)),
        "language_score": draw(shares),
        "score": draw(shares),
        "quality": draw(shares),
        "repetition": draw(shares),
        "tokens": draw(st.none() | st.integers(0, 2**31 - 1)),
        "truncated": draw(st.none() | st.booleans()),
        "text": draw(st.sampled_from([text, text, text, None])),
        "blocks": draw(st.sampled_from([blocks, blocks, None])),
        "drop": None,
    }


def row(number: int = 0, text: str = "A line.", **values: Any) -> dict[str, Any]:
    """A document of one paragraph, or of `blocks`."""
    blocks = [block("paragraph", 0, len(text))]
    known = {"order": number, "id": id_of(number), "source": "a.warc.gz", "offset": number * 100}
    return {**known, "text": text, "blocks": blocks, **values}


def block(kind: str, start: int, end: int, **values: Any) -> dict[str, Any]:
    return {"kind": kind, "level": None, "start": start, "end": end, "score": 0.5, **values}


def lines(*parts: tuple[str, str], **values: Any) -> dict[str, Any]:
    """A document with blocks of these kinds and texts."""
    text, blocks = "", []
    for kind, line in parts:
        text += "- " if kind == "list item" else ""
        level = 2 if kind == "heading" else None
        blocks.append(block(kind, len(text), len(text) + len(line), level=level))
        text += line + "\n"
    return row(0, text[:-1], **{"blocks": blocks, **values})


def batch(*found: dict[str, Any]) -> pa.RecordBatch:
    return pa.RecordBatch.from_pylist(list(found), schema=DOCUMENTS)


def written(name: str, path: Path, *batches: pa.RecordBatch) -> bytes:
    with open_writer(name, path) as writer:
        for each in batches:
            writer.write(each)
    return path.read_bytes()


NOON = datetime(2024, 5, 6, 12, 0, tzinfo=timezone.utc)
