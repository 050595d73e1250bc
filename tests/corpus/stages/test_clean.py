import random
from dataclasses import replace
from typing import Any

import pyarrow as pa
import pytest

from tests.corpus.stages.batches import ENGLISH, block_texts, documents, drops, pages, texts
from webwinnow import Page
from webwinnow._core import Decision
from webwinnow.corpus.record import DOCUMENTS
from webwinnow.corpus.settings import Settings
from webwinnow.corpus.stages.clean import Clean
from webwinnow.errors import UnknownSetting
from webwinnow.methods import load
from webwinnow.methods.base import Method


def test_pages_become_documents_with_their_sources() -> None:
    batch = documents(f"<title>Rain</title><p>{ENGLISH}")
    assert batch.schema == DOCUMENTS
    row = batch.to_pylist()[0]
    assert (row["id"], row["source"], row["offset"], row["title"]) == (
        "000000-00000000",
        "a.warc",
        0,
        "Rain",
    )
    assert row["text"] == ENGLISH
    assert row["drop"] is None


def test_blocks_are_places_in_the_text() -> None:
    html = "<h2>Rain</h2><p>One.<p>Two,<br>three.<ul><li>four<li>five</ul>"
    batch = documents(html)
    assert texts(batch) == ["Rain\nOne.\nTwo,\nthree.\n- four\n- five"]
    assert block_texts(batch) == ["Rain", "One.", "Two,\nthree.", "four", "five"]
    blocks = batch.column("blocks")[0].as_py()
    assert [each["kind"] for each in blocks] == [
        "heading", "paragraph", "paragraph", "list item", "list item",
    ]  # fmt: skip
    assert [each["level"] for each in blocks] == [2, None, None, None, None]


def test_dropped_rows_stay_dropped() -> None:
    batch = documents(None, f"<p>{ENGLISH}", None)
    assert drops(batch) == ["broken", None, "broken"]
    assert texts(batch) == [None, ENGLISH, None]
    assert batch.column("detail").to_pylist() == ["why", None, "why"]
    assert block_texts(batch, 1) == [ENGLISH]


def test_empty_pages_and_other_file_types_are_dropped_with_a_reason() -> None:
    batch = documents("<p></p>", b"%PDF-1.7", "")
    assert drops(batch) == ["empty", "type", "empty"]
    assert batch.column("detail").to_pylist()[1] == "a PDF file"


COMMENT = "I was there, and it did not rain at all."
WITH_COMMENT = f"<h1>Rain</h1><p>{ENGLISH * 4}<div class=comments><p>{COMMENT}</div>"


def test_comments_are_a_column_if_they_are_wanted() -> None:
    for wanted, expected in ((True, COMMENT), (False, None)):
        stage = Clean(load("winnow"), Settings(comments=wanted))
        (row,) = stage(pages(WITH_COMMENT)).to_pylist()
        assert row["comments"] == expected
        assert COMMENT not in row["text"]
    (row,) = Clean(load("winnow:comments=true"), Settings(comments=True))(
        pages(WITH_COMMENT)
    ).to_pylist()
    assert row["comments"] is None
    assert COMMENT in row["text"]


def test_the_selection_drops_documents_with_a_reason() -> None:
    batch = Clean(load("winnow"), Settings(min_score=1.0))(pages(WITH_COMMENT))
    assert drops(batch) == ["score"]
    assert "is below 1" in batch.column("detail").to_pylist()[0]
    batch = Clean(load("winnow"), Settings(page_types=("product",)))(pages(WITH_COMMENT))
    assert drops(batch) == ["page-type"]


def test_a_selection_that_the_method_cannot_serve_is_rejected() -> None:
    with pytest.raises(UnknownSetting, match="'bte' predicts no score"):
        Clean(load("bte"), Settings(min_score=0.5))


def test_random_bytes_are_not_html() -> None:
    generator = random.Random(0)
    batch = documents(
        generator.randbytes(3000), f"<p>{ENGLISH * 3}\0\x01", f"<p>{ENGLISH}".encode("utf-16")
    )
    assert drops(batch) == ["type", None, None]
    assert batch.column("detail")[0].as_py() == "binary data"


def test_truncated_pages_are_marked() -> None:
    html = f"<p>{ENGLISH}"
    whole, cut = (Clean(load("all"), Settings(max_bytes=most)) for most in (1000, len(html)))
    assert whole(pages(html)).column("truncated").to_pylist() == [False]
    assert cut(pages(html)).column("truncated").to_pylist() == [True]


class Broken(Method):
    name = "broken"

    def decide(self, page: Page) -> Decision:
        raise RuntimeError("no\nidea")


def test_a_method_that_fails_costs_one_page() -> None:
    batch = Clean(Broken(), Settings())(pages("<p>a", None))
    assert drops(batch) == ["failed", "broken"]
    assert batch.column("detail")[0].as_py() == "RuntimeError: no idea"


@pytest.mark.parametrize(
    ("settings", "drop"),
    [({"min_text_share": 0.9}, "thin"), ({"min_block_share": 0.9}, "sparse"), ({}, None)],
)
def test_pages_with_a_small_share_of_text_are_dropped(
    settings: dict[str, Any], drop: str | None
) -> None:
    menu = "".join(f"<li><a href=/{word}>{word}</a>" for word in ENGLISH.split())
    html = f"<nav><ul>{menu}</ul></nav><main><p>{ENGLISH}<p>{ENGLISH}</main>"
    batch = Clean(load("winnow"), replace(Settings(), **settings))(pages(html))
    assert drops(batch) == [drop]


def test_a_batch_without_rows_gives_one_without_rows() -> None:
    empty = pages().slice(0, 0) if pages().num_rows else pages()
    assert isinstance(documents(), pa.RecordBatch)
    assert Clean(load("all"), Settings())(empty).num_rows == 0
