"""Style sheets in `webwinnow clean`, `crawl` and `corpus`."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.command import invoke
from tests.crawl.crawling import Route, lines_of, serving
from tests.visual.sample_layouts import needs_chromium
from webwinnow import extract
from webwinnow.methods.goldminer.method import GoldMiner

pytestmark = needs_chromium()

VISUAL = "--method=fiasco-visual"
TEXT = "The rain fell all night, and the people of the harbour slept until the boats went out. " * 4
HTML = f"<html><head><link rel=stylesheet href='{{}}'></head><body><h1>Rain</h1><p>{TEXT}"


@pytest.fixture
def saved(tmp_path: Path) -> Path:
    """A page as browsers save it, with its style sheet in a folder beside it."""
    (tmp_path / "page_files").mkdir()
    (tmp_path / "page_files" / "a.css").write_text("p {width: 20em}")
    page = tmp_path / "page.html"
    page.write_text(HTML.format("page_files/a.css"))
    return page


def test_files_beside_a_page_are_found(saved: Path) -> None:
    done = invoke("clean", saved, VISUAL)
    assert "The rain fell" in done.stdout
    assert done.stderr.splitlines() == ["webwinnow: note: found 1 of 1 style sheets"]


def test_missing_style_sheets_are_reported_with_a_reason(saved: Path) -> None:
    saved.write_text(HTML.format("../page_files/..%2f..%2fetc/passwd"))
    done = invoke("clean", saved, VISUAL)
    assert "found 0 of 1 style sheets (first missing: http://page.invalid/" in done.stderr
    assert done.stderr.rstrip().endswith(": not found)")
    assert invoke("clean", saved, VISUAL, "-q").stderr == ""


def test_style_sheets_above_a_page_are_found_in_the_folder_named(saved: Path) -> None:
    page = saved.parent / "news" / "today.html"
    page.parent.mkdir()
    page.write_text(HTML.format("../page_files/a.css"))
    saved.unlink()
    assert "found 0 of 1" in invoke("clean", page, VISUAL).stderr
    assert "found 1 of 1" in invoke("clean", saved.parent, VISUAL).stderr


def test_other_methods_read_no_style_sheet(saved: Path) -> None:
    assert invoke("clean", saved, "--method=fiasco").stderr == ""
    assert extract(saved, method="fiasco").styles is None
    found = extract(saved, method="fiasco-visual").styles
    assert found is not None
    assert list(found.found) == ["http://page.invalid/page_files/a.css"]


def test_goldminer_gives_its_inner_method_the_style_sheets(saved: Path) -> None:
    assert not GoldMiner("justext").needs_styles
    document = extract(saved, method="goldminer:inner=fiasco-visual")
    assert document.styles is not None
    assert len(document.styles.found) == 1


def test_fetch_styles_fetches_them() -> None:
    css: Route = (200, {"Content-Type": "text/css"}, b"p {width: 20em}")
    routes = {"/": (200, {"Content-Type": "text/html"}, HTML.format("/a.css").encode())}
    with serving({**routes, "/a.css": css}) as site:
        for option, expected in (([], []), (["--fetch-styles"], ["/a.css"])):
            site.seen.clear()
            done = invoke("clean", f"{site.address}/", VISUAL, "--allow-private", *option)
            assert "The rain fell" in done.stdout
            assert site.paths == ["/", *expected]
        assert "found 1 of 1 style sheets" in done.stderr


def test_fetch_styles_without_rendering_is_pointed_out(saved: Path) -> None:
    done = invoke("clean", saved, "--fetch-styles")
    assert "winnow renders no pages, so --fetch-styles has no effect" in done.stderr


def test_style_sheets_of_a_crawl_are_found_in_its_archive(tmp_path: Path) -> None:
    archive, texts = tmp_path / "c.warc.gz", tmp_path / "c.jsonl"
    routes = {
        "/": (200, {"Content-Type": "text/html"}, HTML.format("/a.css").encode()),
        "/a.css": (200, {"Content-Type": "text/css"}, b"@import '/none.css'; h1 {display: none}"),
    }
    with serving(routes) as site:
        done = command(
            *("crawl", f"{site.address}/", "-o", archive, "--clean", texts, VISUAL),
            *("--with-styles", "--delay=0", "--allow-private"),
        )
    assert f"1 page and 1 style sheet in {archive}" in done
    assert [line["styles"] for line in lines_of(texts)] == [{"found": 1, "missing": 1}]
    done = command("corpus", archive, "-o", tmp_path / "corpus", VISUAL, "--workers=1")
    assert "found 1 of 2 style sheets" in done
    report = json.loads((tmp_path / "corpus" / "report.json").read_bytes())
    assert report["styles"] == {"found": 1, "missing": 1}


def command(*arguments: str | Path) -> str:
    """Run a command; return its standard error."""
    run = [sys.executable, "-m", "webwinnow", *map(str, arguments)]
    done = subprocess.run(run, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return done.stderr
