import io
import json
import re
import subprocess
import sys
import zipfile
from pathlib import Path

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.annotation.sample_project import HTML, RUNS, SampleProject
from tests.support import ROOT
from tests.support.tag_soup import soup
from webwinnow import Page
from webwinnow._core import FLAGS
from webwinnow.annotation import (
    ADJUDICATOR,
    EXPORT_FORMATS,
    LABELS,
    AnnotationError,
    delete_page,
    export_folder,
    export_zip,
    gold_set,
    label,
    labels_from_method,
    unique_file_names,
)
from webwinnow.annotation.labels import labels_from_kept
from webwinnow.gold.datasets import GoldPage, open_set
from webwinnow.gold.labels import align
from webwinnow.methods import load

EXAMPLES = sorted((ROOT / "examples").glob("*.html"))


def read_export(sample: SampleProject, form: str, folder: Path) -> dict[str, GoldPage]:
    archive = folder / f"{form}.zip"
    archive.write_bytes(b"".join(export_zip(sample.store, sample.project, form)))
    with open_set(archive) as pages:
        found = {page.name: page for page in pages}
        assert pages.problems == []
        assert pages.layout == {"set": "folder"}.get(form, form)
    return found


@pytest.mark.parametrize("form", ["cleaneval", "set"])
def test_an_export_is_read_back_unchanged(sample: SampleProject, form: str, tmp_path: Path) -> None:
    sample.done(sample.add("rain", url="https://a.example/1", type="article"), "Ann")
    sample.done(
        sample.add("sun", "<p>Sun &amp; <i>&lt;p></i><p>Home", site="b.example"), "Ann", [0, 1]
    )
    sample.done(sample.add("none", "<p>Home"), "Ann", [])
    found = read_export(sample, form, tmp_path)
    for page in gold_set(sample.store, "News"):
        again = found[page.name]
        assert (again.html, again.text) == (page.html, page.text)
        assert again.segments == page.segments
        assert again.url == page.url
        if form == "set":
            assert (again.site, again.type) == (page.site, page.type)
        else:
            assert again.marked_text == page.marked_text


def test_a_set_keeps_pages_without_text(sample: SampleProject, tmp_path: Path) -> None:
    sample.done(sample.add(), "Ann", [])
    assert read_export(sample, "set", tmp_path)["rain"].text == ""


@pytest.mark.parametrize("form", ["cleaneval", "set"])
def test_an_encoding_declared_only_by_the_server_is_kept(
    sample: SampleProject, form: str, tmp_path: Path
) -> None:
    html = "<p>Żółć i gęś".encode("iso-8859-2")
    sample.done(sample.add("a", html, charset="iso-8859-2"), "Ann", [0])
    page = read_export(sample, form, tmp_path)["a"]
    assert page.text == "Żółć i gęś"
    assert Page(page.html).run_texts() == ["Żółć i gęś"]


def test_runs_are_exported_with_labels_and_annotators(
    sample: SampleProject, tmp_path: Path
) -> None:
    page = sample.add(html=f"<title>T</title>{HTML}<script>x</script>")
    sample.done(page, "Ann", range(2, 8))
    sample.done(page, "Ben", range(2, 7))
    label(sample.store, page, ADJUDICATOR, [7], 1)
    export_folder(sample.store, sample.project, "runs", tmp_path / "out")
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


def test_pages_without_gold_are_listed(sample: SampleProject) -> None:
    sample.done(sample.add(), "Ann")
    sample.add("open", "<p>a")
    for form in EXPORT_FORMATS:
        archive = zipfile.ZipFile(
            io.BytesIO(b"".join(export_zip(sample.store, sample.project, form)))
        )
        assert archive.testzip() is None
        left_out = archive.read("left-out.tsv").decode()
        assert left_out == "open\tno annotator has marked this page as done\n"


def test_a_project_without_gold_raises_before_the_first_chunk(sample: SampleProject) -> None:
    sample.add()
    with pytest.raises(AnnotationError, match="no page has final labels in the project 'News'"):
        export_zip(sample.store, sample.project, "set")
    with pytest.raises(AnnotationError, match="Ann has done no page"):
        export_zip(sample.store, sample.project, "set", "Ann")
    with pytest.raises(
        AnnotationError, match="no export format 'pdf'; choose from cleaneval, runs"
    ):
        export_zip(sample.store, sample.project, "pdf")


def test_the_same_labels_give_the_same_archive(sample: SampleProject) -> None:
    sample.done(sample.add(), "Ann")
    first, second = (b"".join(export_zip(sample.store, sample.project, "set")) for _ in range(2))
    assert first == second


def test_page_names_cannot_escape_the_folder(sample: SampleProject, tmp_path: Path) -> None:
    for number, name in enumerate(["../../x", "/etc/passwd", "a/b", "A_B", "c\\d", "nul"]):
        sample.done(sample.add(name, f"<p>{number}"), "Ann", [0])
    export_folder(sample.store, sample.project, "set", tmp_path / "out" / "here")
    files = {path.relative_to(tmp_path / "out").as_posix() for path in tmp_path.glob("out/**/*.*")}
    assert len(files) == 12
    assert all(file.count("/") == 1 for file in files)
    with open_set(tmp_path / "out" / "here") as pages:
        assert sorted(page.text for page in pages) == list("012345")


def test_gold_of_one_annotator_is_exported(sample: SampleProject) -> None:
    page = sample.add()
    sample.done(page, "Ann", [1])
    sample.done(page, "Ben", [5])
    data = b"".join(export_zip(sample.store, sample.project, "cleaneval", "Ben"))
    text = zipfile.ZipFile(io.BytesIO(data)).read("GoldStandard/rain.txt")
    assert text == b"URL:\n<l>One boat sank.\n"


@settings(max_examples=30, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(soup, st.data())
def test_any_page_with_any_labels_is_read_back_unchanged(
    sample: SampleProject, tmp_path: Path, html: str, data: st.DataObject
) -> None:
    data_bytes = html.encode("utf-8", "replace")
    try:
        page = sample.add("any", data_bytes)
    except AnnotationError:  # no visible text
        return
    try:
        runs = st.sets(st.integers(0, len(Page(data_bytes).runs) - 1))
        sample.done(page, "Ann", data.draw(runs), data.draw(st.integers(2, 5)))
        (gold,) = gold_set(sample.store, "News")
        for form in ("cleaneval", "set"):
            found = read_export(sample, form, tmp_path)["any"]
            assert found.text == gold.text
            assert found.segments == gold.segments
    finally:
        delete_page(sample.store, page)


def test_aligning_an_export_gives_the_original_labels(
    sample: SampleProject, tmp_path: Path
) -> None:
    """Formulas are an exception, since they are not written in the order of their runs, and so are
    marks such as ¶, which have no words to align.
    """
    method, total = load("winnow"), 0
    for path in EXAMPLES:
        expected = labels_from_method(Page(path.read_bytes()), method)
        page = sample.add(path.stem, path.read_bytes())
        for to in range(1, len(LABELS)):
            sample.label(page, "Ann", np.flatnonzero(expected == to).tolist(), to)
        sample.done(page, "Ann", [])
        gold = read_export(sample, "set", tmp_path)[path.stem]
        again = Page(gold.html)
        found = align(again, gold)
        labels = labels_from_kept(again, found.keep, found.kind)
        is_formula = (again.runs.flags & FLAGS["MATH"]) != 0
        compared = ~is_formula & (again.runs.words > 0)
        assert labels[compared].tolist() == expected[compared].tolist()
        total += len(labels)
    assert total > 800


def test_evaluate_and_train_read_an_export(sample: SampleProject, tmp_path: Path) -> None:
    for path in EXAMPLES:
        page = Page(path.read_bytes())
        keep = np.flatnonzero(labels_from_method(page, load("winnow")) >= 3)
        number = sample.add(path.stem, path.read_bytes(), url=f"https://{path.stem}.example/")
        sample.done(number, "Ann", keep.tolist())
    archive = tmp_path / "mine.zip"
    archive.write_bytes(b"".join(export_zip(sample.store, sample.project, "set")))
    table = webwinnow("evaluate", archive, "--method", "winnow,all")
    assert "winnow" in table
    model = tmp_path / "mine.safetensors"
    webwinnow("train", "texrex", archive, "-o", model)
    assert model.stat().st_size > 1000


def webwinnow(*arguments: str | Path) -> str:
    command = [sys.executable, "-m", "webwinnow", *map(str, arguments)]
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


def test_an_exported_set_has_one_site_for_pages_of_unknown_site(
    sample: SampleProject, tmp_path: Path
) -> None:
    sample.done(sample.add("a", "<p>a"), "Ann", [0])
    sample.done(sample.add("b", "<p>b"), "Ann", [])
    export_folder(sample.store, sample.project, "set", tmp_path / "out")
    assert [page.site for page in open_set(tmp_path / "out")] == ["unknown", "unknown"]


PARTS = [
    "..",
    "/",
    "\\",
    "a",
    "A",
    ".",
    "con",
    "COM1.txt",
    " ",
    "é",
    "e\u0301",
    "\x00",
    ":",
    "ß",
    "ss",
]
names = st.lists(st.sampled_from(PARTS), max_size=5).map("".join)


def test_safe_names_stay() -> None:
    assert unique_file_names(["rain", "a.b-c", "日本"]) == {
        "rain": "rain",
        "a.b-c": "a.b-c",
        "日本": "日本",
    }


def test_folders_devices_and_duplicates_are_replaced() -> None:
    found = unique_file_names(["a/b", "../etc", "A_b", "nul", "Com1.x", "...", ".hidden"])
    assert list(found.values()) == ["a_b", "etc", "A_b-2", "nul_", "Com1.x_", "page", "hidden"]


def test_long_names_are_truncated() -> None:
    first, second = unique_file_names(["é" * 200, "é" * 201]).values()
    assert len(first.encode()) <= 100
    assert second == f"{first}-2"


@given(st.sets(st.one_of(st.text(max_size=6), names), max_size=12))
def test_all_file_names_are_safe_and_unique(given: set[str]) -> None:
    found = unique_file_names(sorted(given))
    assert set(found) == given
    for name in found.values():
        assert re.fullmatch(r"[\w][\w.-]*", name)
        assert name.encode()
    assert len({name.casefold() for name in found.values()}) == len(found)
