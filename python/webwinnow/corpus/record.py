"""Arrow schemas of pages and documents, and the reasons to drop them.

A dropped row stays in its batch with a reason in `drop`: it is counted once, and later stages skip
it.
"""

import pyarrow as pa

#: Reasons to drop a row, in the order of the stages, with descriptions for reports.
REASONS = {
    "broken": "the record or file is broken",
    "large": "larger than the maximum size",
    "status": "HTTP status other than 200",
    "type": "not HTML",
    "failed": "the method failed on the page",
    "empty": "the page has no text",
    "page-type": "not of a wanted page type",
    "score": "expected quality below the minimum",
    "short": "too few characters of text",
    "thin": "too small a share of the page's characters is text",
    "sparse": "too small a share of the page's blocks is text",
    "language": "not in a wanted language",
    "quality": "too few frequent words of the language",
    "repetitive": "the text repeats itself",
    "duplicate": "same text as an earlier page",
    "near-duplicate": "nearly the same text as an earlier page",
    "repeated": "all of its text occurs in earlier pages",
}

# The order of a row is the shard's number times this, plus the row's number in the shard.
ROWS_PER_SHARD = 2**32

SOURCE = [
    pa.field("order", pa.int64(), nullable=False),
    pa.field("source", pa.string(), nullable=False),  # file name; "!" before a member's name
    pa.field("offset", pa.int64()),  # byte of a record, or its number, from 0
    pa.field("url", pa.string()),
    pa.field("time", pa.timestamp("us", "UTC")),  # of the fetch
    pa.field("digest", pa.string()),  # of the body, from the archive
]
DROP = [
    pa.field("drop", pa.string()),  # one of REASONS; null for kept rows
    pa.field("detail", pa.string()),  # one line
]

#: Output of readers. A row without `html` is dropped.
PAGES = pa.schema(
    [
        *SOURCE,
        pa.field("charset", pa.string()),  # declared by the server
        pa.field("html", pa.binary()),
        *DROP,
    ]
)

#: A line of the text: `text[start:end]`, without the marker of a list item.
BLOCK = pa.struct(
    [
        pa.field("kind", pa.string(), nullable=False),  # heading, paragraph, list item, row
        pa.field("level", pa.uint8()),  # of a heading
        pa.field("start", pa.int32(), nullable=False),
        pa.field("end", pa.int32(), nullable=False),
        pa.field("score", pa.float32(), nullable=False),  # 0 to 1, from the method
    ]
)
BLOCKS = pa.list_(pa.field("item", BLOCK, nullable=False))

#: Output of the stages.
DOCUMENTS = pa.schema(
    [
        *SOURCE,
        pa.field("id", pa.string(), nullable=False),
        pa.field("host", pa.string()),
        pa.field("title", pa.string()),
        pa.field("author", pa.string()),
        pa.field("date", pa.string()),
        pa.field("site_name", pa.string()),
        pa.field("description", pa.string()),
        pa.field("language", pa.string()),  # of the text, ISO 639; null if unknown
        pa.field("language_score", pa.float32()),
        pa.field("page_type", pa.string()),
        pa.field("score", pa.float32()),  # expected quality of the extraction
        pa.field("quality", pa.float32()),  # share of the language's frequent words
        pa.field("repetition", pa.float32()),  # share of tokens in repeated n-grams
        pa.field("tokens", pa.int32()),
        pa.field("truncated", pa.bool_()),
        pa.field("comments", pa.string()),  # reader comments that are not in the text, if wanted
        pa.field("text", pa.string()),
        pa.field("blocks", BLOCKS),
        *DROP,
    ]
)

#: Documents with the keys of duplicate detection: a hash of the text, and 16 MinHash values.
KEYED_DOCUMENTS = DOCUMENTS.append(pa.field("text_key", pa.int64())).append(
    pa.field("bands", pa.list_(pa.int64()))
)

#: All visible text of the page, compressed; a column of documents only if the settings need it.
VISIBLE = pa.field("visible", pa.binary())
#: Output of the task `clean`.
CLEANED = KEYED_DOCUMENTS.append(VISIBLE)


def order_of(shard: int, number: int) -> int:
    """Position of a row in the stable order of all rows."""
    return shard * ROWS_PER_SHARD + number


def id_of(order: int) -> str:
    """Document id; sorts like the order, up to a million shards of a hundred million rows.

    >>> id_of(order_of(12, 345))
    '000012-00000345'
    """
    shard, number = divmod(order, ROWS_PER_SHARD)
    return f"{shard:06}-{number:08}"
