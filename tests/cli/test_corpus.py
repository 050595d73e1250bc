"""`webwinnow corpus`: options, errors and progress."""

import json
import re
import subprocess
import sys
import time
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest
import typer
from typer.testing import CliRunner, Result

from tests.corpus.generated_crawl import write_crawl
from webwinnow.cli.corpus import corpus
from webwinnow.cli.corpus_progress import LogProgress
from webwinnow.corpus.builder import Built, Engine
from webwinnow.corpus.report.tally import Tally
from webwinnow.corpus.settings import Settings
from webwinnow.errors import InputError, UnknownFormat, UnknownMethod, UnknownSetting

app = typer.Typer(rich_markup_mode=None)
app.command()(corpus)


def invoke(*arguments: object) -> Result:
    return CliRunner().invoke(app, [*map(str, arguments)], catch_exceptions=False)


def test_selection_and_comments_are_settings(build_arguments: dict[str, Any]) -> None:
    invoke(
        "crawl.warc", "-o", "out", "--min-score", 0.6, "--page-types", "forum,article",
        "--comments-apart",
    )  # fmt: skip
    settings = build_arguments["settings"]
    assert (settings.min_score, settings.comments) == (0.6, True)
    assert settings.page_types == ("article", "forum")


@pytest.fixture(scope="module")
def crawl(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_crawl(tmp_path_factory.mktemp("cli") / "crawl", files=2, pages=6)


@pytest.fixture
def build_arguments(monkeypatch: pytest.MonkeyPatch) -> dict[str, Any]:
    """Replace `build`; the fixture holds its arguments."""
    found: dict[str, Any] = {}

    def build(inputs: list[str], output: str, settings: Settings, **others: Any) -> Built:
        found.update(inputs=inputs, output=output, settings=settings, **others)
        return Built(Path(output), Tally(rows=3, documents=1), 1.0)

    # By module name: the package exports a function of the same name.
    monkeypatch.setattr(import_module("webwinnow.corpus.builder"), "build", build)
    return found


def test_without_options_the_settings_are_the_defaults(build_arguments: dict[str, Any]) -> None:
    result = invoke("a.warc.gz", "pages", "-o", "out")
    assert build_arguments["inputs"] == ["a.warc.gz", "pages"]
    assert build_arguments["settings"] == Settings()
    assert build_arguments["engine"] == Engine("local", None, None, {})
    assert build_arguments["cdx"] is None
    assert result.stdout == ""
    assert result.stderr.splitlines() == [
        "webwinnow: 1 document of 3 pages in 'out'",
        "webwinnow: report with all dropped pages: 'out/report.html'",
    ]


@pytest.mark.parametrize(
    ("options", "name", "value"),
    [
        ("--to jsonl", "format", "jsonl"),
        ("--method bte:tag_weight=2", "method", "bte:tag_weight=2"),
        ("--precision", "preset", "precision"),
        ("--recall", "preset", "recall"),
        ("--language de --language cs --language de", "languages", ("cs", "de")),
        ("--min-chars 7", "min_chars", 7),
        ("--min-text-share 0.25", "min_text_share", 0.25),
        ("--min-block-share 0.1", "min_block_share", 0.1),
        ("--min-quality 0.65", "min_quality", 0.65),
        ("--max-repetition 0.3", "max_repetition", 0.3),
        ("--normalise nfc --normalise dashes", "normalise", ("dashes", "nfc")),
        ("--no-duplicates", "duplicates", False),
        ("--no-near-duplicates", "near_duplicates", False),
        ("--onion exact", "onion", "exact"),
        ("--onion off", "onion", None),
        ("--phrases", "phrases", True),
    ],
)
def test_every_setting_has_an_option(
    options: str, name: str, value: object, build_arguments: dict[str, Any]
) -> None:
    invoke("in", "-o", "out", *options.split())
    assert getattr(build_arguments["settings"], name) == value
    others = {**build_arguments["settings"].as_json(), name: None}
    assert others == {**Settings().as_json(), name: None}


def test_engines_are_chosen_by_options(build_arguments: dict[str, Any]) -> None:
    invoke("in", "-o", "out", "--workers=3", "--cdx=index.cdxj")
    assert build_arguments["engine"] == Engine("local", 3)
    assert build_arguments["cdx"] == "index.cdxj"
    spark = ("--engine=spark", "--master=local[2]", "--conf=a.b=c", "--conf=d=e=f")
    invoke("in", "-o", "out", *spark)
    assert build_arguments["engine"] == Engine("spark", None, "local[2]", {"a.b": "c", "d": "e=f"})


def test_quiet_prints_nothing(build_arguments: dict[str, Any]) -> None:
    result = invoke("in", "-o", "out", "-q")
    assert build_arguments
    assert result.output == ""


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ("--min-chars=-1", "--min-chars"),
        ("--min-quality=1.5", "--min-quality"),
        ("--max-repetition=lots", "--max-repetition"),
        ("--workers=0", "--workers"),
        ("--onion=red", "--onion"),
        ("--engine=flink", "--engine"),
    ],
)
def test_values_out_of_range_are_rejected(
    options: str, words: str, build_arguments: dict[str, Any]
) -> None:
    result = invoke("in", "-o", "out", *options.split())
    assert result.exit_code == 2
    assert words in result.stderr
    assert not build_arguments


@pytest.mark.parametrize(
    ("options", "error", "words"),
    [
        ("--precision --recall", InputError, "exclude each other"),
        ("--engine=spark --conf=a", InputError, "--conf 'a' sets nothing; write --conf key=value"),
        ("--cdx=", InputError, "--cdx has an empty value"),
        ("--to=docx", UnknownFormat, "unknown corpus format 'docx'; choose from parquet"),
        ("--method=magic", UnknownMethod, "no method 'magic'; choose from"),
        ("--normalise=nfd", UnknownSetting, "choose from nfc, dashes, hyphens"),
        ("--language=klingon", UnknownSetting, "unknown language code 'klingon'"),
        ("--master=local[2]", InputError, "--master needs Spark; add --engine spark"),
        ("--conf=a=b", InputError, "--conf needs Spark; add --engine spark"),
    ],
)
def test_invalid_options_are_rejected_before_any_work(
    options: str, error: type[Exception], words: str, crawl: Path, tmp_path: Path
) -> None:
    with pytest.raises(error, match=re.escape(words)):
        invoke(crawl, "-o", tmp_path / "out", *options.split())
    assert not (tmp_path / "out").exists()


def test_empty_output_name_is_rejected(crawl: Path) -> None:
    with pytest.raises(InputError, match="-o has an empty value"):
        invoke(crawl, "-o", "")
    assert invoke(crawl).exit_code == 2


def test_missing_package_is_named(
    crawl: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    with pytest.raises(InputError, match=re.escape("pip install 'webwinnow[corpus]'")):
        invoke(crawl, "-o", tmp_path / "out")


def test_help_shows_every_option_with_examples() -> None:
    text = invoke("--help").stdout
    assert "webwinnow corpus crawl.warc.gz -o corpus/" in text
    for option in ("--to", "--method", "--language", "--onion", "--workers", "--master", "--quiet"):
        assert option in text


def run(*arguments: object) -> tuple[int, list[str]]:
    """Run the command; return exit status and lines on standard error."""
    command = [sys.executable, "-m", "webwinnow", "corpus", *map(str, arguments)]
    done = subprocess.run(command, capture_output=True, timeout=300)
    assert done.stdout == b""
    return done.returncode, done.stderr.decode().splitlines()


def test_summary_is_printed_for_new_and_for_finished_corpora(crawl: Path, tmp_path: Path) -> None:
    output = tmp_path / "out"
    status, lines = run(crawl, "-o", output, "--workers=1")
    documents = json.loads((output / "report.json").read_bytes())["documents"]
    expected = f"webwinnow: {documents} documents of 12 pages in {str(output)!r}"
    others = f"webwinnow: report with all dropped pages: {str(output / 'report.html')!r}"
    assert (status, lines) == (0, [expected, others])
    assert run(crawl, "-o", output) == (0, [f"{expected}, already finished", others])


def test_missing_inputs_are_named(tmp_path: Path) -> None:
    status, lines = run(tmp_path / "a.warc.gz", "-o", tmp_path / "out")
    assert status == 2
    assert len(lines) == 1
    assert "a.warc.gz' (No such file or directory); check its name" in lines[0]
    assert not (tmp_path / "out").exists()


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """A monotonic clock that the test advances."""
    now = [1000.0]
    monkeypatch.setattr(time, "monotonic", lambda: now[0])
    return now


def test_log_has_one_line_per_interval(
    clock: list[float], capsys: pytest.CaptureFixture[str]
) -> None:
    lines = LogProgress()
    lines.begin("clean", 0, 1000)
    for second in range(1, 101):
        clock[0] += 1
        lines.rows(0, 50 * second)
        if second == 50:
            lines.finish(0, 250, {"rows": 50 * second})
    lines_printed = capsys.readouterr().err.splitlines()
    assert lines_printed == [
        "webwinnow: cleaning: 0%, 50 pages/s",
        "webwinnow: cleaning: 25%, 92 pages/s, 180 s left",
        "webwinnow: cleaning: 25%, 78 pages/s, 270 s left",
    ]


def test_time_left_ignores_work_of_earlier_runs(
    clock: list[float], capsys: pytest.CaptureFixture[str]
) -> None:
    # An earlier run has done nine tenths of the work.
    lines = LogProgress()
    lines.begin("clean", 900, 1000)
    clock[0] += 40
    lines.finish(9, 50, {"rows": 400})
    assert capsys.readouterr().err == "webwinnow: cleaning: 95%, 10 pages/s, 40 s left\n"


def test_every_task_has_a_label(capsys: pytest.CaptureFixture[str], clock: list[float]) -> None:
    from webwinnow.corpus.engines.tasks import TASKS

    lines = LogProgress()
    for task in TASKS:
        clock[0] += 31
        lines.begin(task, 0, 1)
    assert len(capsys.readouterr().err.splitlines()) == len(TASKS)
