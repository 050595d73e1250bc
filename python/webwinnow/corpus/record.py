"""What flows through a corpus: Arrow tables of pages, and of the documents made of them.

A row that is dropped keeps its place, with a reason in `drop`, so that it is counted once and
later stages pass over it.
"""

import pyarrow as pa

__all__ = ["BLOCK", "BLOCKS", "DOCUMENTS", "NUMBERS", "PAGES", "id_of", "order_of"]

# The stable order of all that is read: a shard's number, then the place in it. Below that many.
NUMBERS = 2**32

SOURCE = [
    pa.field("order", pa.int64(), nullable=False),
    pa.field("source", pa.string(), nullable=False),  # file, as it was named; "!" before a member
    pa.field("offset", pa.int64()),  # byte of a record, else its number, from 0
    pa.field("url", pa.string()),
    pa.field("time", pa.timestamp("us", "UTC")),  # when it was fetched
    pa.field("digest", pa.string()),  # of the body, as the archive gives it
]
FATE = [
    pa.field("drop", pa.string()),  # one of REASONS; null for what is kept
    pa.field("detail", pa.string()),  # in one line, where there is more to say
]

#: What readers give. A row without `html` is dropped.
PAGES = pa.schema(
    [
        *SOURCE,
        pa.field("charset", pa.string()),  # as the server declared it
        pa.field("html", pa.binary()),
        *FATE,
    ]
)

#: A line of the text: `text[start:end]`, without the mark of a list's item.
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

#: What stages make of them.
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
        pa.field("language", pa.string()),  # of the text, ISO 639; null where nobody can tell
        pa.field("language_score", pa.float32()),
        pa.field("page_type", pa.string()),
        pa.field("score", pa.float32()),  # how good the text is expected to be
        pa.field("quality", pa.float32()),  # share of the language's frequent words
        pa.field("repetition", pa.float32()),  # share of tokens in n-grams that came before
        pa.field("tokens", pa.int32()),
        pa.field("truncated", pa.bool_()),
        pa.field("text", pa.string()),
        pa.field("blocks", BLOCKS),
        *FATE,
    ]
)


def order_of(shard: int, number: int) -> int:
    return shard * NUMBERS + number


def id_of(order: int) -> str:
    """Sorts as the order does, up to a million shards of a hundred million rows.

    >>> id_of(order_of(12, 345))
    '000012-00000345'
    """
    shard, number = divmod(order, NUMBERS)
    return f"{shard:06}-{number:08}"
