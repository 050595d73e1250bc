"""`webwinnow phrases`: inputs, options and errors."""

import csv
import json
from pathlib import Path

import pytest

from tests.cli.command import invoke, run
from tests.corpus.phrases.texts import planted
from webwinnow.errors import InputError

NOTICE = "This site uses cookies to improve your experience"
MENU = "Home\nNews of today\nSport and games"


def write_texts(folder: Path, phrases: dict[str, int]) -> Path:
    folder.mkdir()
    for document in planted(phrases, 20):
        (folder / f"{document.name}.txt").write_text(document.text)
    return folder


@pytest.fixture(scope="module")
def texts(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_texts(tmp_path_factory.mktemp("phrases") / "texts", {MENU: 12, NOTICE: 7})


@pytest.fixture(scope="module")
def pages(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("phrases") / "pages"
    folder.mkdir()
    for document in planted({}, 8):
        text = "".join(f"<p>{line}. " for line in document.text.split("\n"))
        menu = "".join(f"<li><a href=/>{line}</a>" for line in MENU.split("\n"))
        (folder / f"{document.name}.html").write_text(f"<ul>{menu}</ul>{text}")
    return folder


def test_the_table_of_texts_is_printed(texts: Path) -> None:
    found = run("phrases", texts)
    assert (found.status, found.err) == (0, "")
    lines = found.out.splitlines()
    assert lines[0].startswith("20 documents, ")
    assert lines[3].split()[0] == "12"
    assert lines[3].endswith("Home | News of today | Sport and games")
    assert NOTICE[:30] in lines[4]


def test_options_choose_the_phrases(texts: Path) -> None:
    assert NOTICE not in invoke("phrases", texts, "--most", "1").stdout
    assert NOTICE not in invoke("phrases", texts, "--min-documents", "8").stdout
    assert "News" not in invoke("phrases", texts, "--length", "15").stdout
    assert "of host" in invoke("phrases", texts, "--per-host").stdout


def test_json_and_csv_are_written(texts: Path, tmp_path: Path) -> None:
    result = invoke("phrases", texts, "-q", "--csv", tmp_path / "p.csv", "--json", "-")
    assert [each["documents"] for each in json.loads(result.stdout)["phrases"]] == [12, 7]
    with (tmp_path / "p.csv").open(newline="") as file:
        assert [row["documents"] for row in csv.DictReader(file)] == ["12", "7"]


def test_texts_are_compared_with_cleaner_texts(texts: Path, tmp_path: Path) -> None:
    cleaner = write_texts(tmp_path / "cleaner", {NOTICE: 7})
    found = json.loads(invoke("phrases", texts, "--compare", cleaner, "--json", "-").stdout)
    assert found[str(texts)]["phrases"][0]["documents_in"] == {str(texts): 12, str(cleaner): 0}
    assert [each["text"] for each in found[str(cleaner)]["phrases"]] == [NOTICE]


def test_methods_are_compared_on_pages(pages: Path) -> None:
    found = json.loads(invoke("phrases", pages, "--method", "all,bte", "--json", "-").stdout)
    (menu,) = found["all"]["phrases"]
    assert menu["documents_in"]["all"] == 8
    assert [*found] == ["all", "bte"]


def test_skipped_lines_are_reported(tmp_path: Path) -> None:
    (tmp_path / "a.jsonl").write_text('{"text": "one"}\n{}\n')
    result = invoke("phrases", tmp_path / "a.jsonl")
    assert "skipped 1 document: no text 1" in result.stderr


def test_skipped_pages_are_reported_once(pages: Path, tmp_path: Path) -> None:
    (tmp_path / "pdf.html").write_bytes(b"%PDF-1.4 \0\1\2\3" * 50)
    result = invoke("phrases", pages, tmp_path, "--method", "all,bte", "--json", "-")
    assert result.stderr == "webwinnow: skipped 1 page: not HTML 1\n"
    found = json.loads(result.stdout)
    assert [found[name]["skipped"] for name in ("all", "bte")] == [{"not HTML": 1}] * 2


def test_the_command_fails_if_all_pages_are_skipped(tmp_path: Path) -> None:
    (tmp_path / "pdf.html").write_bytes(b"%PDF-1.4 \0\1\2\3" * 50)
    found = run("phrases", tmp_path)
    assert (found.status, found.out) == (2, "")
    assert found.lines == [
        f"webwinnow: no page of '{tmp_path}' can be used; skipped 1 page: not HTML 1"
    ]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["{texts}", "--method", "bte"], "holds texts; leave it out"),
        (["{pages}", "--compare", "{texts}"], "compare methods, as in --method all,winnow"),
        (["{texts}", "--compare", "{pages}"], "holds pages"),
        (["{texts}", "--compare", "{texts}"], "is the input itself"),
        (["{texts}", "--json", "-", "--csv", "-"], "cannot both be standard output"),
        (["{texts}", "--compare", ""], "--compare has an empty value"),
        (["{pages}", "--method", ","], "names no method"),
        (["missing"], "cannot read 'missing'"),
    ],
)
def test_wrong_uses_are_rejected(
    arguments: list[str], message: str, texts: Path, pages: Path
) -> None:
    given = [each.format(texts=texts, pages=pages) for each in arguments]
    with pytest.raises(InputError, match=message):
        invoke("phrases", *given)
