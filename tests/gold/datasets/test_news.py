import json
from pathlib import Path
from typing import Any

from tests.gold.datasets.files import PAGE, write
from webwinnow.gold.datasets import open_set

ARTICLE = {
    "title": "Rain",
    "text": "It rained.",
    "html_file": "a.html",
    "site": "http://a.example",
    "link": "https://www.a.example/rain",
}


def made(root: Path, articles: Any) -> Path:
    return write(root, {"html/a.html": PAGE, "articles.json": json.dumps(articles)})


def test_gold_is_the_text_without_the_title(tmp_path: Path) -> None:
    (page,) = open_set(made(tmp_path, [ARTICLE]))
    assert (page.name, page.text, page.site) == ("a", "It rained.", "a.example")
    assert page.url == ARTICLE["link"]


def test_each_unusable_entry_is_reported(tmp_path: Path) -> None:
    entries = [ARTICLE, ARTICLE, {"text": "x"}, 7, {"html_file": "../secret.html", "text": "x"}]
    write(tmp_path, {"secret.html": b"secret", "html/b.html": PAGE})
    gold = open_set(made(tmp_path, entries), layout="news-articles")
    assert [page.html for page in gold] == [PAGE]
    assert [problem.name for problem in gold.problems] == [
        "a.html",
        "articles.json, entry 3",
        "articles.json, entry 4",
        "../secret.html",
        "html",
    ]


def test_a_broken_list_leaves_a_set_without_pages(tmp_path: Path) -> None:
    write(tmp_path, {"html/a.html": PAGE, "articles.json": "[{"})
    gold = open_set(tmp_path)
    assert list(gold) == []
    assert "broken JSON" in gold.problems[0].what


def test_an_empty_text_is_a_problem(tmp_path: Path) -> None:
    gold = open_set(made(tmp_path, [{**ARTICLE, "text": " "}]))
    assert list(gold) == []
    assert "empty" in gold.problems[0].what
