import json
from pathlib import Path
from typing import Any

import pytest

from tests.gold.datasets.files import PAGE, write
from webwinnow.gold.datasets import open_set


def record(text: Any = "It rained.", kind: str = "article") -> dict[str, Any]:
    return {
        "url": "https://www.shop.a.example/x",
        "_internal": {"page_type": {"primary": kind}},
        "ground_truth": {"main_content": text},
    }


def made(root: Path, gold: bytes | str) -> Path:
    return write(root, {"dev/html/0001.html": PAGE, "dev/ground-truth/0001.json": gold})


def test_text_type_and_site_are_read(tmp_path: Path) -> None:
    (page,) = open_set(made(tmp_path, json.dumps(record())))
    assert (page.name, page.text, page.type) == ("0001", "It rained.", "article")
    assert (page.site, page.segments, page.html) == ("a.example", None, PAGE)


def test_a_category_is_a_collection(tmp_path: Path) -> None:
    (page,) = open_set(made(tmp_path, json.dumps(record(kind="category"))))
    assert page.type == "collection"


@pytest.mark.parametrize("text", ["", " \n", None])
def test_page_without_text_has_an_empty_gold(tmp_path: Path, text: str | None) -> None:
    (page,) = open_set(made(tmp_path, json.dumps(record(text=text))))
    assert page.text == ""


@pytest.mark.parametrize(
    ("gold", "what"),
    [
        ("{", "the gold is broken JSON"),
        ("[]", "the gold is not a JSON object"),
        (b"\xff\xfe\xff", "the gold is"),
        ("[" * 100_000, "the gold is broken JSON"),
        (json.dumps(record(text=7)), "main_content in the gold is not text"),
        ("{}", "the gold is empty"),
    ],
)
def test_invalid_golds_are_reported(tmp_path: Path, gold: bytes | str, what: str) -> None:
    opened = open_set(made(tmp_path, gold))
    assert list(opened) == []
    (problem,) = opened.problems
    assert problem.name == "0001"
    assert problem.what.startswith(what)
    assert "\n" not in problem.what
