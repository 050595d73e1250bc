import json
from pathlib import Path

import pytest
import typer
from typer.testing import CliRunner, Result

from tests.gold.datasets.files import PAGE, tar, write
from webwinnow.cli.data import app
from webwinnow.errors import InputError
from webwinnow.gold.datasets import digest_of, open_set
from webwinnow.gold.datasets.check import SetReport, VectorReport, check, format_report


def invoke(*arguments: str | Path) -> Result:
    parent = typer.Typer()
    parent.add_typer(app)
    return CliRunner().invoke(parent, ["data", "check", *map(str, arguments)])


@pytest.fixture
def pages(tmp_path: Path) -> Path:
    """Three usable pages of two sites, and several problems."""
    return write(
        tmp_path / "pages",
        {
            "a/1.html": "<meta charset=windows-1252><p>caf\xe9".encode("latin-1"),
            "a/1.txt": b"caf\xe9 x",
            "a/2.html": PAGE,
            "a/2.json": '{"text": "It rained.", "type": "article"}',
            "b/3.html": PAGE,
            "b/3.txt": "<p>It rained.",
            "b/4.html": PAGE,
            "b/4.json": "{",
            "b/5.html": PAGE,
            "b/6.txt": "x",
        },
    )


def test_check_counts_pages_sites_types_and_encodings(pages: Path) -> None:
    report = check(pages)
    assert isinstance(report, SetReport)
    assert (report.layout, report.pages, report.sites, report.words) == ("folder", 3, 2, 6)
    assert (report.types, report.with_segments) == ({"article": 1}, 1)
    assert report.page_encodings == {"UTF-8": 2, "windows-1252": 1}
    assert report.gold_encodings == {"utf-8": 2, "windows-1252": 1}
    assert report.digest == digest_of(open_set(pages))
    assert report.is_usable


def test_problems_are_grouped_by_kind_with_names_and_details(pages: Path) -> None:
    problems = check(pages).problems
    assert list(problems) == [
        "1 page has no gold and cannot be used",
        "the gold has no page; add the page, or remove the gold",
        "the gold is broken JSON",
    ]
    assert problems["the gold is broken JSON"][0].startswith("b/4 (Expecting")


def test_long_name_lists_are_truncated(tmp_path: Path) -> None:
    write(tmp_path, {f"{i:02}.html": PAGE for i in range(15)})
    write(tmp_path, {f"{i:02}.txt": "" for i in range(15)})
    assert "00, 01, 02, 03, 04, 05, 06, 07, 08, 09 and 5 more" in format_report(check(tmp_path))


def test_an_archive_has_the_digest_of_its_folder(tmp_path: Path, pages: Path) -> None:
    found, wanted = check(tar(tmp_path / "pages.tar.xz", pages)), check(pages)
    assert isinstance(found, SetReport)
    assert isinstance(wanted, SetReport)
    assert found.digest == wanted.digest


def test_vectors_are_counted_and_broken_files_reported(tmp_path: Path) -> None:
    write(tmp_path / "data", {"a.dat": "4 1 1\n0 1\n0 1\n0 1\n0 0\n", "b.dat": "2 1 1\n0 1\n"})
    report = check(tar(tmp_path / "data.tar.gz", tmp_path / "data"))
    assert isinstance(report, VectorReport)
    (file,) = report.files
    assert (file.file, file.rows, file.inputs, file.outputs, file.positives) == (
        "a.dat",
        4,
        1,
        1,
        0.75,
    )
    text = format_report(report)
    assert "75.0% positive" in text
    assert "b.dat (b.dat, line 3: the file ends in row 2" in text


def test_the_command_succeeds_if_all_sets_are_usable(pages: Path) -> None:
    done = invoke(pages)
    assert done.exit_code == 0
    assert "3 from 2 sites" in done.stdout


def test_a_path_that_fails_does_not_stop_the_others(tmp_path: Path, pages: Path) -> None:
    write(tmp_path / "empty", {"a.html": PAGE, "a.txt": ""})
    done = invoke(tmp_path / "missing", tmp_path / "empty", pages)
    assert done.exit_code == 1
    assert "no folder or archive" in done.stdout
    assert "none that can be used" in done.stdout
    assert "3 from 2 sites" in done.stdout


def test_json_output_has_one_object_per_line(tmp_path: Path, pages: Path) -> None:
    done = invoke(pages, tmp_path / "missing", "--json")
    first, second = map(json.loads, done.stdout.splitlines())
    assert (first["layout"], first["pages"], first["error"]) == ("folder", 3, None)
    assert second["error"].startswith("no folder or archive")


def test_a_missing_path_is_a_usage_error() -> None:
    assert invoke().exit_code == 2
    assert isinstance(invoke("").exception, InputError)


def test_names_that_cannot_be_printed_are_escaped(tmp_path: Path) -> None:
    write(tmp_path, {"a\n\udcff.html": PAGE, "a\n\udcff.txt": "", "b.html": PAGE, "b.txt": "x"})
    text = format_report(check(tmp_path))
    assert r"a\n\udcff" in text
    text.encode()


def test_progress_is_called_after_each_page(pages: Path) -> None:
    seen: list[tuple[int, int]] = []
    check(pages, lambda done, total: seen.append((done, total)))
    assert seen == [(1, 4), (2, 4), (3, 4)]
