from pathlib import Path

from tests.gold.datasets.files import PAGE, write
from webwinnow.gold.datasets import open_set

EXPECTED = "<div><h2>Rain</h2><p>It rained.</p><ul><li>one<li>two</ul></div>"
CANONICAL = '<link rel=canonical href="https://www.a.example/x"><p>It rained.'


def test_gold_is_the_visible_text_of_the_expected_article(tmp_path: Path) -> None:
    write(tmp_path, {"rain/source.html": CANONICAL, "rain/expected.html": EXPECTED})
    (page,) = open_set(tmp_path)
    assert (page.name, page.html, page.site) == ("rain", CANONICAL.encode(), "a.example")
    assert page.segments is not None
    assert [tuple(segment) for segment in page.segments] == [
        ("heading", "Rain"),
        ("paragraph", "It rained."),
        ("list item", "one"),
        ("list item", "two"),
    ]
    assert [line.lstrip("- ") for line in page.text.split("\n") if line] == [
        segment.text for segment in page.segments
    ]


def test_numbered_pages_and_pages_of_one_host_are_one_site(tmp_path: Path) -> None:
    pages: dict[str, bytes | str] = {
        "news-1": PAGE,
        "news-2": CANONICAL,
        "other": CANONICAL,
        "alone": PAGE,
    }
    for name, source in pages.items():
        write(tmp_path, {f"{name}/source.html": source, f"{name}/expected.html": EXPECTED})
    sites = {page.name: page.site for page in open_set(tmp_path)}
    assert sites["news-1"] == sites["news-2"] == sites["other"] == "a.example"
    assert sites["alone"] == "alone"


def test_an_empty_article_is_a_problem(tmp_path: Path) -> None:
    write(tmp_path, {"a/source.html": PAGE, "a/expected.html": "<div></div>"})
    gold = open_set(tmp_path)
    assert list(gold) == []
    assert gold.problems[0].name == "a"
