import io
import json
import subprocess
import sys
import zipfile
from pathlib import Path

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.annotation.sample_project import HTML, RUNS, Small
from tests.support import ROOT
from tests.support.soup import soup
from webwinnow import Page
from webwinnow._core import FLAGS
from webwinnow.annotation import (
    EXPORTS,
    FINAL,
    LABELS,
    AnnotationError,
    as_folder,
    as_zip,
    by_method,
    delete_page,
    gold_set,
    label,
)
from webwinnow.annotation.labels import of_kept
from webwinnow.gold.datasets import GoldPage, open_set
from webwinnow.gold.labels import align
from webwinnow.methods import load

EXAMPLES = sorted((ROOT / "examples").glob("*.html"))


def opened(small: Small, form: str, folder: Path) -> dict[str, GoldPage]:
    archive = folder / f"{form}.zip"
    archive.write_bytes(b"".join(as_zip(small.store, small.project, form)))
    with open_set(archive) as pages:
        found = {page.name: page for page in pages}
        assert pages.problems == []
        assert pages.layout == {"set": "folder"}.get(form, form)
    return found


@pytest.mark.parametrize("form", ["cleaneval", "set"])
def test_what_is_exported_is_read_as_it_was(small: Small, form: str, tmp_path: Path) -> None:
    small.done(small.add("rain", url="https://a.example/1", type="article"), "Ann")
    small.done(
        small.add("sun", "<p>Sun &amp; <i>&lt;p></i><p>Home", site="b.example"), "Ann", [0, 1]
    )
    small.done(small.add("none", "<p>Home"), "Ann", [])
    found = opened(small, form, tmp_path)
    for page in gold_set(small.store, "News"):
        again = found[page.name]
        assert (again.html, again.text) == (page.html, page.text)
        assert again.segments == page.segments
        assert again.url == page.url
        if form == "set":
            assert (again.site, again.type) == (page.site, page.type)
        else:
            assert again.marked_text == page.marked_text


def test_a_set_tells_a_page_without_text_from_one_not_begun(small: Small, tmp_path: Path) -> None:
    small.done(small.add(), "Ann", [])
    assert opened(small, "set", tmp_path)["rain"].text == ""


@pytest.mark.parametrize("form", ["cleaneval", "set"])
def test_an_encoding_that_only_the_server_told_is_not_lost(
    small: Small, form: str, tmp_path: Path
) -> None:
    html = "<p>Żółć i gęś".encode("iso-8859-2")
    small.done(small.add("a", html, charset="iso-8859-2"), "Ann", [0])
    page = opened(small, form, tmp_path)["a"]
    assert page.text == "Żółć i gęś"
    assert Page(page.html).run_texts() == ["Żółć i gęś"]


def test_runs_are_told_with_their_labels_and_who_gave_them(small: Small, tmp_path: Path) -> None:
    page = small.add(html=f"<title>T</title>{HTML}<script>x</script>")
    small.done(page, "Ann", range(2, 8))
    small.done(page, "Ben", range(2, 7))
    label(small.store, page, FINAL, [7], 1)
    as_folder(small.store, small.project, "runs", tmp_path / "out")
    (line,) = (tmp_path / "out" / "runs.jsonl").read_text().splitlines()
    record = json.loads(line)
    assert (record["name"], record["file"], record["site"]) == ("rain", "rain", "unknown")
    assert len(record["runs"]) == RUNS + 1
    assert record["runs"][0] == (
        {"run": 0, "block": 0, "label": "none", "visible": False, "text": "T"}
    )
    assert [run["label"] for run in record["runs"]][1:] == (
        ["boilerplate", "heading", *["paragraph"] * 3, "list item", "boilerplate", "boilerplate"]
    )
    assert record["annotators"]["Ben"][2] == "content"
    assert set(record["annotators"]) == {"Ann", "Ben"}


def test_pages_without_gold_are_listed(small: Small) -> None:
    small.done(small.add(), "Ann")
    small.add("open", "<p>a")
    for form in EXPORTS:
        archive = zipfile.ZipFile(io.BytesIO(b"".join(as_zip(small.store, small.project, form))))
        assert archive.testzip() is None
        told = archive.read("left-out.tsv").decode()
        assert told == "open\tnobody has said that this page is done\n"


def test_a_project_without_gold_is_told_of_before_anything_is_sent(small: Small) -> None:
    small.add()
    with pytest.raises(AnnotationError, match="no page has labels that hold in the project 'News'"):
        as_zip(small.store, small.project, "set")
    with pytest.raises(AnnotationError, match="Ann has done no page"):
        as_zip(small.store, small.project, "set", "Ann")
    with pytest.raises(AnnotationError, match="no export 'pdf'; choose from cleaneval, runs, set"):
        as_zip(small.store, small.project, "pdf")


def test_the_same_labels_make_the_same_archive(small: Small) -> None:
    small.done(small.add(), "Ann")
    first, second = (b"".join(as_zip(small.store, small.project, "set")) for _ in range(2))
    assert first == second


def test_names_of_pages_do_not_lead_out_of_the_folder(small: Small, tmp_path: Path) -> None:
    for number, name in enumerate(["../../x", "/etc/passwd", "a/b", "A_B", "c\\d", "nul"]):
        small.done(small.add(name, f"<p>{number}"), "Ann", [0])
    as_folder(small.store, small.project, "set", tmp_path / "out" / "here")
    files = {path.relative_to(tmp_path / "out").as_posix() for path in tmp_path.glob("out/**/*.*")}
    assert len(files) == 12
    assert all(file.count("/") == 1 for file in files)
    with open_set(tmp_path / "out" / "here") as pages:
        assert sorted(page.text for page in pages) == list("012345")


def test_the_golds_of_one_annotator_are_exported(small: Small) -> None:
    page = small.add()
    small.done(page, "Ann", [1])
    small.done(page, "Ben", [5])
    data = b"".join(as_zip(small.store, small.project, "cleaneval", "Ben"))
    text = zipfile.ZipFile(io.BytesIO(data)).read("GoldStandard/rain.txt")
    assert text == b"URL:\n<l>One boat sank.\n"


@settings(max_examples=30, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(soup, st.data())
def test_any_page_with_any_labels_is_read_as_it_was(
    small: Small, tmp_path: Path, html: str, data: st.DataObject
) -> None:
    bytes_of = html.encode("utf-8", "replace")
    try:
        page = small.add("any", bytes_of)
    except AnnotationError:  # nothing to be seen
        return
    try:
        runs = st.sets(st.integers(0, len(Page(bytes_of).runs) - 1))
        small.done(page, "Ann", data.draw(runs), data.draw(st.integers(2, 5)))
        (gold,) = gold_set(small.store, "News")
        for form in ("cleaneval", "set"):
            found = opened(small, form, tmp_path)["any"]
            assert found.text == gold.text
            assert found.segments == gold.segments
    finally:
        delete_page(small.store, page)


def test_the_aligner_finds_the_labels_of_the_examples_again(small: Small, tmp_path: Path) -> None:
    """Training on an export learns what people labelled, run by run, but for formulas, which are
    not written in the order of their runs.
    """
    method, total = load("winnow"), 0
    for path in EXAMPLES:
        said = by_method(Page(path.read_bytes()), method)
        page = small.add(path.stem, path.read_bytes())
        for to in range(1, len(LABELS)):
            small.label(page, "Ann", np.flatnonzero(said == to).tolist(), to)
        small.done(page, "Ann", [])
        gold = opened(small, "set", tmp_path)[path.stem]
        again = Page(gold.html)
        found = align(again, gold)
        labels = of_kept(again, found.keep, found.kind)
        is_formula = (again.runs.flags & FLAGS["MATH"]) != 0
        assert labels[~is_formula].tolist() == said[~is_formula].tolist()
        total += len(labels)
    assert total > 800


def test_commands_take_an_export(small: Small, tmp_path: Path) -> None:
    for path in EXAMPLES:
        page = Page(path.read_bytes())
        keep = np.flatnonzero(by_method(page, load("winnow")) >= 3)
        number = small.add(path.stem, path.read_bytes(), url=f"https://{path.stem}.example/")
        small.done(number, "Ann", keep.tolist())
    archive = tmp_path / "mine.zip"
    archive.write_bytes(b"".join(as_zip(small.store, small.project, "set")))
    shown = webwinnow("evaluate", archive, "--method", "winnow,all")
    assert "winnow" in shown
    model = tmp_path / "mine.safetensors"
    webwinnow("train", "texrex", archive, "-o", model)
    assert model.stat().st_size > 1000


def webwinnow(*arguments: str | Path) -> str:
    command = [sys.executable, "-m", "webwinnow", *map(str, arguments)]
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


def test_pages_of_unknown_sites_are_of_one_site_in_an_exported_set(
    small: Small, tmp_path: Path
) -> None:
    small.done(small.add("a", "<p>a"), "Ann", [0])
    small.done(small.add("b", "<p>b"), "Ann", [])
    as_folder(small.store, small.project, "set", tmp_path / "out")
    assert [page.site for page in open_set(tmp_path / "out")] == ["unknown", "unknown"]
