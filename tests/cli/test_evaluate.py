"""`webwinnow evaluate` on sets of a few pages; main() is not involved."""

import csv
import json
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import NoReturn

import pytest
import typer
from typer.testing import CliRunner, Result

from webwinnow.clean import DEFAULT_METHOD
from webwinnow.cli.evaluate import evaluate
from webwinnow.errors import InputError, UnknownLayout, UnknownMethod
from webwinnow.evaluation import peers
from webwinnow.evaluation.peers import Extract, Peer

ARTICLE = "<ul><li><a href=/>Home</a></ul><p>It rained all night, and nobody went out of doors."
GOLD = "URL: http://%s.example/\n<p>It rained all night, and nobody went out of doors.\n"

app = typer.Typer()
app.command()(evaluate)


def invoke(*arguments: str | Path) -> Result:
    return CliRunner().invoke(app, list(map(str, arguments)), catch_exceptions=False)


@pytest.fixture
def data(tmp_path: Path) -> Path:
    """Two pages with gold, one with an empty gold, one with none."""
    for folder in ("input", "GoldStandard"):
        (tmp_path / "set" / folder).mkdir(parents=True)
    for name in "1234":
        (tmp_path / "set" / "input" / f"{name}.html").write_text(ARTICLE)
    for name in "12":
        (tmp_path / "set" / "GoldStandard" / f"{name}.txt").write_text(GOLD % name)
    (tmp_path / "set" / "GoldStandard" / "3.txt").write_text("URL: http://3.example/\n")
    return tmp_path / "set"


def lines_of(result: Result) -> dict[str, list[str]]:
    """Map the first word of each line to all its words; the first such line counts."""
    assert result.exit_code == 0
    words = [line.split() for line in result.stdout.splitlines() if line.strip()]
    return {line[0]: line for line in reversed(words)}


def test_table_has_a_row_for_each_method_and_marks_the_best(data: Path) -> None:
    lines = lines_of(invoke(data, "--method", "all,bte"))
    assert lines["set:"][1:3] == ["2", "pages;"]
    assert lines["all"][1:3] == lines["bte"][1:3] == ["2", "0"]
    assert lines["all"][3:6] == ["0.9091", "1.0000*", "0.9524"]
    assert lines["bte"][3:6] == ["1.0000*", "1.0000*", "1.0000*[1.000"]
    assert "CleanEval" in lines["method"]


def test_differences_are_from_the_first_method(data: Path) -> None:
    shown = invoke(data, "--method", "bte,all").stdout
    assert re.search(r"^bte − all +\+0\.0476 ", shown, re.MULTILINE)


def test_default_method_is_evaluated_unless_others_are_named(data: Path) -> None:
    assert lines_of(invoke(data))[DEFAULT_METHOD][1:3] == ["2", "0"]


def test_skipped_pages_are_named(data: Path) -> None:
    shown = invoke(data).stdout
    assert "3: its gold has no words" in shown
    assert "1 page has no gold and cannot be used (4)" in shown


def test_empty_gold_is_scored_on_request(data: Path) -> None:
    assert lines_of(invoke(data, "--method=all", "--count-empty"))["all"][1] == "3"


def test_json_has_everything_and_csv_a_row_for_each_method_and_page(
    data: Path, tmp_path: Path
) -> None:
    as_json, as_csv = tmp_path / "s.json", tmp_path / "s.csv"
    result = invoke(data, "--method", "all,bte", "--json", as_json, "--csv", as_csv, "-q")
    assert (result.exit_code, result.stdout) == (0, "")
    found = json.loads(as_json.read_text("utf-8"))
    assert found["pages"] == 2
    assert found["command"].startswith("webwinnow")
    assert len(found["digest"]) == 64
    assert found["methods"][1]["bag_f1"]["value"] == 1
    assert found["differences"][0]["other"] == "bte"
    assert [each["name"] for each in found["problems"]] == ["input", "3"]
    score = found["scores"][0]
    assert score["bag"] | {"both": 10, "only_output": 1, "only_gold": 0} == score["bag"]
    assert score["official"].keys() == {"text", "markup", "total"}
    rows = list(csv.DictReader(as_csv.open(encoding="utf-8")))
    assert [(row["method"], row["page"]) for row in rows] == [
        ("all", "1"), ("bte", "1"), ("all", "2"), ("bte", "2"),
    ]  # fmt: skip
    assert float(rows[0]["bag.precision"]) == pytest.approx(10 / 11)


def test_json_goes_to_standard_output_alone(data: Path) -> None:
    assert json.loads(invoke(data, "--json", "-").stdout)["layout"] == "cleaneval"


def test_page_types_have_a_table_of_their_own(tmp_path: Path) -> None:
    for folder in ("html", "ground-truth"):
        (tmp_path / folder).mkdir()
    for name, kind in (("0001", "forum"), ("0002", "product")):
        (tmp_path / "html" / f"{name}.html").write_text(ARTICLE)
        truth = {
            "url": f"http://{kind}.example/",
            "ground_truth": {"main_content": "It rained all night."},
            "_internal": {"page_type": {"primary": kind}},
        }
        (tmp_path / "ground-truth" / f"{name}.json").write_text(json.dumps(truth))
    lines = lines_of(invoke(tmp_path, "--method", "all,bte"))
    assert lines["forum"][1] == lines["product"][1] == "1"
    assert lines["forum"][3].endswith("*")


def only_rain() -> Extract:
    return lambda raw: "It rained"


def test_peers_follow_methods_and_missing_peers_are_reported(
    data: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(peers.PEERS, "rain", Peer("pytest", only_rain))
    monkeypatch.setitem(peers.PEERS, "gone", Peer("no-such-package", only_rain))
    result = invoke(data, "--against", "rain,gone")
    assert lines_of(result)["rain"][3:5] == ["1.0000*", "0.2000"]
    assert "skipped: gone: not installed; pip install no-such-package" in result.stdout


def test_set_without_usable_pages_gives_status_1(data: Path) -> None:
    for gold in (data / "GoldStandard").iterdir():
        gold.write_text("URL: http://a.example/\n")
    result = invoke(data)
    assert result.exit_code == 1
    assert "1: its gold has no words" in result.stdout


def test_sample_is_drawn(data: Path) -> None:
    drawn = invoke(data, "--method=all", "--limit", "1", "--seed", "1", "--count-empty")
    assert lines_of(drawn)["all"][1] == "1"


def test_invalid_arguments_are_rejected_before_any_work(data: Path, tmp_path: Path) -> None:
    with pytest.raises(UnknownMethod, match="no peer 'bte'"):
        invoke(data, "--against", "bte")
    with pytest.raises(UnknownMethod, match="no method 'btee'"):
        invoke(data, "--method", "btee")
    with pytest.raises(InputError, match="names no method"):
        invoke(data, "--method", "all,,bte")
    with pytest.raises(InputError, match="cannot both be standard output"):
        invoke(data, "--json", "-", "--csv", "-")
    with pytest.raises(InputError, match="--json has an empty value; name something, or leave it"):
        invoke(data, "--json", "")
    with pytest.raises(InputError, match=r"DATA has an empty value; name something$"):
        invoke("")
    with pytest.raises(UnknownLayout, match="has no known layout"):
        invoke(tmp_path / "set" / "input")
    assert invoke(data, "--folds", "1").exit_code == 2


@pytest.fixture
def no_work(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object, **__: object) -> NoReturn:
        raise AssertionError("work has begun")

    monkeypatch.setattr("webwinnow.gold.datasets.open_set", fail)


@pytest.mark.parametrize(
    ("option", "name"),
    [("--json", "file/s.json"), ("--csv", "set"), ("--json", "a\0b"), ("--report", "file")],
)
@pytest.mark.usefixtures("no_work")
def test_file_that_cannot_be_written_is_named_before_any_work(
    data: Path, tmp_path: Path, option: str, name: str
) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(InputError, match=r"cannot write '.*' \(.*\); name another file"):
        invoke(data, option, tmp_path / name)
    assert {path.name for path in tmp_path.iterdir()} == {"set", "file"}


@pytest.mark.usefixtures("no_work")
def test_two_outputs_are_two_files(data: Path, tmp_path: Path) -> None:
    (tmp_path / "link").symlink_to(tmp_path / "x")
    with pytest.raises(InputError, match=r"--json and --csv would both write '.*link'"):
        invoke(data, "--json", tmp_path / "x", "--csv", tmp_path / "link")
    with pytest.raises(InputError, match=r"--json and --report would both write '.*index.html'"):
        invoke(data, "--json", tmp_path / "r" / "index.html", "--report", tmp_path / "r")


def test_table_is_printed_even_if_writing_a_file_fails(
    data: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def full(*_: object) -> NoReturn:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("webwinnow.io.atomic.write_atomically", full)
    arguments = [str(data), "--json", str(tmp_path / "s.json")]
    with pytest.raises(InputError, match="No space left on device"):
        typer.main.get_command(app).main(arguments, standalone_mode=False)
    assert "set: 2 pages" in capsys.readouterr().out


def test_files_are_written_even_if_the_pipe_is_closed(data: Path, tmp_path: Path) -> None:
    file = tmp_path / "s.json"
    reading, writing = os.pipe()
    os.close(reading)
    command = [sys.executable, "-m", "webwinnow", "evaluate", str(data), "--json", str(file)]
    done = subprocess.run(command, stdout=writing, stderr=subprocess.PIPE, check=True)
    os.close(writing)
    assert done.stderr == b""
    assert json.loads(file.read_text("utf-8"))["pages"] == 2


def test_method_that_fails_on_every_page_gives_status_1(
    data: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object) -> None:
        raise ArithmeticError

    monkeypatch.setattr("webwinnow.methods.bte.BTE.decide", fail)
    result = invoke(data, "--method", "all,bte", "-q")
    assert result.exit_code == 1
    assert "bte failed on every page (" in result.stderr
    assert "all failed" not in result.stderr


def test_missing_extra_is_named(data: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("webwinnow.evaluation.runner.find_spec", lambda name: None)
    with pytest.raises(InputError, match=r"pip install 'webwinnow\[evaluate\]'"):
        invoke(data)


@pytest.mark.usefixtures("no_work")
def test_missing_extra_for_reports_is_named_before_any_work(
    data: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("webwinnow.cli.evaluate.find_spec", lambda name: name != "matplotlib")
    with pytest.raises(InputError, match=r"pip install 'webwinnow\[report\]'"):
        invoke(data, "--report", tmp_path / "report")
