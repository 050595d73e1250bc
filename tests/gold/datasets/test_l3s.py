from pathlib import Path

from tests.gold.datasets.files import PAGE, write
from webwinnow._core import Page
from webwinnow.gold.datasets import open_set
from webwinnow.gold.datasets.l3s import content_text

UUID = "907e52d9-4df4-46d0-86ff-911dacc1e94b"


def span(mark: int, text: str) -> str:
    return f'<span class="x-nc-sel{mark}">{text}</span>'


def test_headline_full_text_and_supplement_are_gold() -> None:
    html = "".join(f"<p>{span(mark, f'class {mark}')}" for mark in range(6)) + "<p>unmarked"
    assert content_text(Page(html)) == "class 1\nclass 2\nclass 3"


def test_the_nearest_span_determines_the_class() -> None:
    html = f"<p>{span(2, 'kept ' + span(0, 'dropped ') + '<b>kept</b>')}"
    assert content_text(Page(html)) == "kept kept"
    assert content_text(Page(f"<div>{span(0, '<p>' + span(2, 'kept'))}</div>")) == "kept"


def test_other_class_tokens_are_ignored() -> None:
    html = '<span class="a x-nc-sel2 b">kept</span> <span class="x-nc-sel22">dropped</span>'
    assert content_text(Page(html)) == "kept"


def test_an_unclosed_title_does_not_swallow_the_gold() -> None:
    assert content_text(Page(f"<title>Rain<body><p>{span(2, 'It rained.')}")) == "It rained."


def test_urls_come_from_the_mapping_file(tmp_path: Path) -> None:
    write(
        tmp_path / "set",
        {
            f"original/{UUID}.html": PAGE,
            f"annotated/{UUID}.html": span(2, "It rained."),
            "url-mapping.txt": f"<urn:uuid:{UUID}>\thttp://news.a.example/1\n",
        },
    )
    (page,) = open_set(tmp_path)
    assert (page.name, page.site, page.url) == (UUID, "a.example", "http://news.a.example/1")
    assert (page.text, page.segments) == ("It rained.", None)


def test_without_mapping_each_page_is_a_site(tmp_path: Path) -> None:
    for name in "ab":
        write(tmp_path, {f"original/{name}.html": PAGE, f"annotated/{name}.html": span(1, name)})
    assert [page.site for page in open_set(tmp_path)] == ["a", "b"]


def test_a_page_with_nothing_marked_is_a_problem(tmp_path: Path) -> None:
    write(tmp_path, {"original/a.html": PAGE, "annotated/a.html": span(0, "Home")})
    gold = open_set(tmp_path)
    assert list(gold) == []
    assert "nothing in it is marked" in gold.problems[0].what
