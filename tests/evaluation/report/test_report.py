import re
import sys
from datetime import date
from html.parser import HTMLParser
from pathlib import Path

import pytest

from tests.evaluation.report.evaluations import evaluation, failed, grid, page_score
from webwinnow.errors import InputError
from webwinnow.evaluation.report import write_report
from webwinnow.evaluation.report.tables import format_p
from webwinnow.evaluation.results import Evaluation
from webwinnow.gold.datasets.base import Problem
from webwinnow.html_builder import Html, tag

DAY = date(2025, 11, 15)
EVIL = "<script>alert(1)</script>"


class Reader(HTMLParser):
    """Elements that are open, all names of elements and attributes, and the text."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.tags: set[str] = set()
        self.attributes: list[tuple[str, str]] = []
        self.text = ""
        self.feed(html)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.add(tag)
        self.attributes += [(name, value or "") for name, value in attrs]
        if tag not in ("meta", "br"):
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.add(tag)
        self.attributes += [(name, value or "") for name, value in attrs]

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        if "style" not in self.open:
            self.text += f"{data} "


def made(found: Evaluation, folder: Path) -> str:
    return write_report(found, folder, day=DAY).read_text("utf-8")


def read(found: Evaluation, folder: Path) -> str:
    """The text, white space collapsed; elements must nest."""
    reader = Reader(made(found, folder))
    assert reader.open == []
    return " ".join(reader.text.split())


def test_the_report_is_one_file_in_a_new_folder(tmp_path: Path) -> None:
    folder = tmp_path / "new" / "report"
    assert write_report(grid(2, 3), folder, day=DAY) == folder / "index.html"
    assert [path.name for path in folder.iterdir()] == ["index.html"]


def test_same_evaluation_gives_the_same_bytes(tmp_path: Path) -> None:
    found = grid(3, 5, kinds=2)
    assert made(found, tmp_path / "a") == made(found, tmp_path / "b")


def test_the_report_runs_and_loads_nothing(tmp_path: Path) -> None:
    reader = Reader(made(grid(3, 5, kinds=2), tmp_path))
    assert reader.tags.isdisjoint({"script", "link", "img", "iframe", "object", "base", "image"})
    urls = [value for name, value in reader.attributes if name in ("href", "src", "xlink:href")]
    assert urls
    assert all(url.startswith("#") for url in urls)
    assert not [name for name, _ in reader.attributes if name.startswith("on")]
    assert "url(http" not in made(grid(1, 1), tmp_path)
    assert "@import" not in made(grid(1, 1), tmp_path)


def test_the_head_lists_set_methods_and_command(tmp_path: Path) -> None:
    shown = read(evaluation([page_score("a"), page_score("b")], folds=5), tmp_path)
    for fact in [
        "Set set (layout folder)",
        "Pages counted 1",
        "Methods a 1.2 , b 1.2",
        "Cross-validation 5 folds, by site",
        "sha256:abc",
        "Command webwinnow evaluate set/",
        "Made 2025-11-15",
    ]:
        assert fact in shown


def test_problems_skipped_methods_and_failures_are_listed(tmp_path: Path) -> None:
    found = evaluation(
        [page_score("a"), failed("b", "1")],
        problems=[Problem("7.html", "no gold")],
        skipped={"goose3": "not installed"},
    )
    shown = read(found, tmp_path)
    for fact in ["7.html: no gold", "goose3: not installed", "b failed on 1 page of 1",
                 "1: ValueError: the page is odd"]:  # fmt: skip
        assert fact in shown


def test_an_evaluation_without_problems_says_so(tmp_path: Path) -> None:
    assert "every method ran on every page" in read(grid(1, 2), tmp_path)


def test_the_best_of_several_values_is_marked(tmp_path: Path) -> None:
    html = made(evaluation([page_score("a", right=5), page_score("b", right=7)]), tmp_path)
    assert '<span class="best">▲ 0.700</span>' in html
    assert "▲ 0.500" not in html
    assert "▲" not in made(grid(1, 2), tmp_path)


def test_differences_have_p_values(tmp_path: Path) -> None:
    shown = read(grid(3, 20), tmp_path)
    assert "+0.100* p < 0.001" in shown
    assert [format_p(p) for p in (0.0001, 0.0124, 1.0)] == ["< 0.001", "0.012", "1.000"]


def test_page_types_have_a_table_if_the_set_has_types(tmp_path: Path) -> None:
    assert "Types of pages" not in read(grid(2, 4), tmp_path)
    shown = read(grid(2, 7, kinds=7), tmp_path)
    assert "kind-6 1 page" in shown


def test_worst_pages_come_first_and_more_of_the_first_method(tmp_path: Path) -> None:
    html = made(grid(2, 30), tmp_path)
    worst = html[html.index('id="worst-pages"') :]
    first, second = worst.split("<h3>")[1:]
    assert (first.count('class="page"'), second.count('class="page"')) == (10, 5)
    assert first.index("page-002") < first.index("page-005")
    assert "page-000" not in first


def test_differences_are_marked_by_more_than_colour(tmp_path: Path) -> None:
    html = made(evaluation([page_score(output="It snowed all night")]), tmp_path)
    assert "It <del>rained</del> all night <del>and the lanes were brooks</del>" in html
    assert "It <ins>snowed</ins> all night" in html
    style = html[: html.index("</style>")]
    assert re.search(r"del \{[^}]*line-through", style)
    assert re.search(r"ins \{[^}]*underline", style)


def test_scripts_without_spaces_are_shown_without(tmp_path: Path) -> None:
    html = made(evaluation([page_score(output="雪下了一夜")], gold={"1": "雨下了一夜"}), tmp_path)
    assert "<del>雨</del>下了一夜<" in html


def test_failed_page_shows_its_error_beside_the_gold(tmp_path: Path) -> None:
    shown = read(evaluation([failed("a", "1")]), tmp_path)
    assert "Failed: ValueError: the page is odd" in shown
    assert "It rained all night" in shown


def test_text_of_pages_is_escaped(tmp_path: Path) -> None:
    score = page_score(EVIL, f"1{EVIL}", output=f"out {EVIL}", kind=EVIL, error=EVIL)
    found = evaluation(
        [score, page_score("b", f"1{EVIL}", kind=EVIL)],
        gold={f"1{EVIL}": f"gold {EVIL} ' \" &lt; <!--"},
        problems=[Problem(EVIL, EVIL)],
        skipped={EVIL: EVIL},
        command=EVIL,
    )
    html = made(found, tmp_path)
    assert "<script" not in html
    assert "<!--" not in re.sub(r"<!--[ \w-]+ -->", "", html)
    assert read(found, tmp_path).count(EVIL) > 10


def test_surrogates_and_control_characters_are_removed(tmp_path: Path) -> None:
    found = evaluation([page_score(page="a\udcff\x00b\x1b", output="x\x00y")])
    assert "\x00" not in made(found, tmp_path)


def test_size_is_bounded_on_giant_pages(tmp_path: Path) -> None:
    giant = " ".join(f"word{i}" for i in range(60_000)) + " " + "x" * 1_000_000
    found = evaluation(
        [page_score(output=giant[::-1], page=str(page)) for page in range(2)],
        gold={str(page): giant for page in range(2)},
    )
    assert len(made(found, tmp_path)) < 200_000
    assert "are not shown" in read(found, tmp_path)


SHAPES = {
    "one method on one page": grid(1, 1),
    "ten methods, seven types": grid(10, 14, kinds=7),
    "no curves": grid(2, 3, has_curve=False),
    "one method that always fails": evaluation([page_score("a"), failed("b", "1")]),
    "only failures": evaluation([failed("a", "1")]),
    "nothing scored": evaluation([], methods=["a"], skipped={"a": "not installed"}),
    "empty gold and output": evaluation([page_score(output="")], gold={"1": ""}),
    "gold unknown": evaluation([page_score()], gold={"other": ""}),
    "other pages for each method": evaluation([page_score("a", "1"), page_score("b", "2")]),
}


@pytest.mark.parametrize("shape", SHAPES)
def test_every_shape_makes_a_page_whose_elements_nest(shape: str, tmp_path: Path) -> None:
    shown = read(SHAPES[shape], tmp_path)
    assert "Scores" in shown
    assert "nan" not in shown


def test_missing_matplotlib_is_an_error_that_names_the_remedy(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    with pytest.raises(InputError, match=r"pip install 'webwinnow\[report\]'"):
        write_report(grid(1, 1), tmp_path)
    assert list(tmp_path.iterdir()) == []


def test_folder_that_cannot_be_written_is_an_error(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(InputError, match="name another folder"):
        write_report(grid(1, 1), tmp_path / "file")


def test_parts_that_are_not_html_are_escaped_once() -> None:
    assert tag("b", "<&", Html("<i>"), title='"') == '<b title="&quot;">&lt;&amp;<i></b>'
    assert tag("p", tag("br"), class_="x", id=None) == '<p class="x"><br></p>'
