import json
from pathlib import Path

import pytest

from tests.gold.datasets.files import PAGE, write
from webwinnow.gold.datasets import GoldPage, open_set


def pages(root: Path) -> dict[str, GoldPage]:
    return {page.name: page for page in open_set(root)}


def test_pages_beside_their_golds_are_found_at_any_depth(tmp_path: Path) -> None:
    write(tmp_path, {"a.html": PAGE, "a.txt": "It rained.\n", "x/y/b.HTM": PAGE, "x/y/b.txt": "B"})
    found = pages(tmp_path)
    assert {name: page.text for name, page in found.items()} == {"a": "It rained.", "x/y/b": "B"}
    assert found["a"].segments is None


def test_a_text_in_cleanevals_notation_has_segments(tmp_path: Path) -> None:
    gold = "URL: http://a.example/\n<h>Rain\n<p>It rained."
    write(tmp_path, {"a.html": PAGE, "a.txt": gold})
    page = pages(tmp_path)["a"]
    assert (page.text, page.marked_text, page.site) == ("Rain\nIt rained.", gold, "a.example")
    assert page.segments is not None


def test_json_golds_have_text_url_site_type_and_segments(tmp_path: Path) -> None:
    gold = {
        "text": "Rain\nIt rained.",
        "url": "http://a.example/",
        "site": "ours",
        "type": "article",
        "segments": [{"kind": "heading", "text": "Rain"}, {"kind": "paragraph", "text": "It"}],
    }
    write(tmp_path, {"a.xhtml": PAGE, "a.json": json.dumps(gold)})
    page = pages(tmp_path)["a"]
    assert (page.text, page.url, page.site, page.type) == (
        gold["text"],
        "http://a.example/",
        "ours",
        "article",
    )
    assert page.segments == (("heading", "Rain"), ("paragraph", "It"))


def test_segments_become_the_text_if_none_is_given(tmp_path: Path) -> None:
    gold = {"segments": [{"kind": "heading", "text": "Rain"}, {"kind": "list item", "text": "x"}]}
    write(tmp_path, {"a.html": PAGE, "a.json": json.dumps(gold)})
    assert pages(tmp_path)["a"].text == "Rain\nx"


def test_json_gold_takes_its_text_from_a_sibling_file(tmp_path: Path) -> None:
    write(tmp_path, {"a.html": PAGE, "a.txt": "It rained.", "a.json": '{"type": "article"}'})
    page = pages(tmp_path)["a"]
    assert (page.text, page.type) == ("It rained.", "article")


CANONICAL = '<link rel=canonical href="https://news.a.example/x"><p>x'
SILENT = "<p>x"


def sites_of(root: Path, html: dict[str, str], golds: dict[str, str] | None = None) -> list[str]:
    """Sites of pages, in the order of their names."""
    texts = {f"{name}.txt": "x" for name in html}
    write(root, {f"{name}.html": page for name, page in html.items()} | texts | (golds or {}))
    return [page.site for page in pages(root).values()]


def test_a_url_determines_the_site_in_any_folder(tmp_path: Path) -> None:
    golds = {"x/2.json": '{"url": "a.example/2"}', "y/3.json": '{"site": "ours"}'}
    html = {"1": CANONICAL, "x/2": SILENT, "y/3": CANONICAL, "y/4": CANONICAL}
    assert sites_of(tmp_path, html, golds) == ["a.example", "a.example", "ours", "a.example"]


def test_without_urls_a_folder_is_a_site(tmp_path: Path) -> None:
    html = dict.fromkeys(["1", "x/2", "x/y/3", "www.b.example/4", "news.b.example/5"], SILENT)
    assert sites_of(tmp_path, html) == ["1", "b.example", "b.example", "x", "x"]


def test_the_common_folder_is_not_a_site(tmp_path: Path) -> None:
    assert sites_of(tmp_path / "flat", dict.fromkeys(["p/1", "p/2"], SILENT)) == ["p/1", "p/2"]
    deep = dict.fromkeys(["p/q/a/1", "p/q/a/2", "p/q/b/3"], SILENT)
    assert sites_of(tmp_path / "deep", deep) == ["a", "a", "b"]


def test_a_page_without_url_takes_the_only_site_of_its_folder(tmp_path: Path) -> None:
    other = CANONICAL.replace("a.example", "b.example")
    html = {"x/1": CANONICAL, "x/2": SILENT, "y/3": CANONICAL, "y/4": other, "y/5": SILENT}
    assert sites_of(tmp_path, html) == ["a.example", "a.example", "a.example", "b.example", "y"]


@pytest.mark.parametrize(
    ("gold", "what"),
    [
        ("{}", "the gold is empty"),
        ('{"text": ["x"]}', "text in the gold is not text"),
        ('{"text": "x", "site": 1}', "site in the gold is not text"),
        ('{"segments": "x"}', "segments in the gold is not a list"),
        ('{"segments": [{"kind": "title", "text": "x"}]}', "a segment in the gold lacks"),
        ('{"segments": [{"kind": [], "text": "x"}]}', "a segment in the gold lacks"),
        ("{'text': 1}", "the gold is broken JSON"),
    ],
)
def test_invalid_json_golds_are_reported(tmp_path: Path, gold: str, what: str) -> None:
    write(tmp_path, {"a.html": PAGE, "a.json": gold, "b.html": PAGE, "b.txt": "x"})
    opened = open_set(tmp_path)
    assert [page.name for page in opened] == ["b"]
    (problem,) = opened.problems
    assert (problem.name, problem.what[: len(what)]) == ("a", what)
