"""The command `webwinnow corpus`: options, mistakes, and what it says while it works."""

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


@pytest.fixture(scope="module")
def crawl(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_crawl(tmp_path_factory.mktemp("cli") / "crawl", files=2, pages=6)


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> dict[str, Any]:
    """What `build` was given, in place of a corpus."""
    found: dict[str, Any] = {}

    def build(inputs: list[str], output: str, settings: Settings, **others: Any) -> Built:
        found.update(inputs=inputs, output=output, settings=settings, **others)
        return Built(Path(output), Tally(rows=3, documents=1), 1.0)

    # By its name: the package has a function that is called the same.
    monkeypatch.setattr(import_module("webwinnow.corpus.builder"), "build", build)
    return found


def test_without_options_the_settings_are_the_defaults(asked: dict[str, Any]) -> None:
    result = invoke("a.warc.gz", "pages", "-o", "out")
    assert asked["inputs"] == ["a.warc.gz", "pages"]
    assert asked["settings"] == Settings()
    assert asked["engine"] == Engine("local", None, None, {})
    assert asked["cdx"] is None
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
    ],
)
def test_every_setting_has_an_option(
    options: str, name: str, value: object, asked: dict[str, Any]
) -> None:
    invoke("in", "-o", "out", *options.split())
    assert getattr(asked["settings"], name) == value
    others = {**asked["settings"].as_json(), name: None}
    assert others == {**Settings().as_json(), name: None}


def test_engines_are_chosen_by_options(asked: dict[str, Any]) -> None:
    invoke("in", "-o", "out", "--workers=3", "--cdx=index.cdxj")
    assert asked["engine"] == Engine("local", 3)
    assert asked["cdx"] == "index.cdxj"
    spark = ("--engine=spark", "--master=local[2]", "--conf=a.b=c", "--conf=d=e=f")
    invoke("in", "-o", "out", *spark)
    assert asked["engine"] == Engine("spark", None, "local[2]", {"a.b": "c", "d": "e=f"})


def test_quiet_says_nothing(asked: dict[str, Any]) -> None:
    result = invoke("in", "-o", "out", "-q")
    assert asked
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
def test_values_out_of_range_are_refused(options: str, words: str, asked: dict[str, Any]) -> None:
    result = invoke("in", "-o", "out", *options.split())
    assert result.exit_code == 2
    assert words in result.stderr
    assert not asked


@pytest.mark.parametrize(
    ("options", "error", "words"),
    [
        ("--precision --recall", InputError, "exclude each other"),
        ("--engine=spark --conf=a", InputError, "--conf 'a' sets nothing; write --conf key=value"),
        ("--cdx=", InputError, "--cdx has an empty value"),
        ("--to=docx", UnknownFormat, "no format 'docx' of corpora; choose from parquet"),
        ("--method=magic", UnknownMethod, "no method 'magic'; choose from"),
        ("--normalise=nfd", UnknownSetting, "choose from nfc, dashes, hyphens"),
        ("--language=klingon", UnknownSetting, "no language has the code 'klingon'"),
        ("--master=local[2]", InputError, "--master needs Spark; add --engine spark"),
        ("--conf=a=b", InputError, "--conf needs Spark; add --engine spark"),
    ],
)
def test_mistakes_are_told_before_any_work(
    options: str, error: type[Exception], words: str, crawl: Path, tmp_path: Path
) -> None:
    with pytest.raises(error, match=re.escape(words)):
        invoke(crawl, "-o", tmp_path / "out", *options.split())
    assert not (tmp_path / "out").exists()


def test_an_output_without_a_name_is_refused(crawl: Path) -> None:
    with pytest.raises(InputError, match="-o has an empty value"):
        invoke(crawl, "-o", "")
    assert invoke(crawl).exit_code == 2


def test_a_missing_package_is_named(
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
    """The command itself: exit status, and lines on standard error."""
    command = [sys.executable, "-m", "webwinnow", "corpus", *map(str, arguments)]
    done = subprocess.run(command, capture_output=True, timeout=120)
    assert done.stdout == b""
    return done.returncode, done.stderr.decode().splitlines()


def test_a_corpus_is_summed_up_and_so_is_one_that_was_there(crawl: Path, tmp_path: Path) -> None:
    output = tmp_path / "out"
    status, lines = run(crawl, "-o", output, "--workers=1")
    documents = json.loads((output / "report.json").read_bytes())["documents"]
    expected = f"webwinnow: {documents} documents of 12 pages in {str(output)!r}"
    others = f"webwinnow: report with all dropped pages: {str(output / 'report.html')!r}"
    assert (status, lines) == (0, [expected, others])
    assert run(crawl, "-o", output) == (0, [f"{expected}, already finished", others])


def test_inputs_that_are_missing_are_named(tmp_path: Path) -> None:
    status, lines = run(tmp_path / "a.warc.gz", "-o", tmp_path / "out")
    assert status == 2
    assert len(lines) == 1
    assert "a.warc.gz' (No such file or directory); check its name" in lines[0]
    assert not (tmp_path / "out").exists()


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """Seconds, to be set forward by hand."""
    now = [1000.0]
    monkeypatch.setattr(time, "monotonic", lambda: now[0])
    return now


def test_a_log_has_a_line_every_half_minute(
    clock: list[float], capsys: pytest.CaptureFixture[str]
) -> None:
    lines = LogProgress()
    lines.begin("clean", 0, 1000)
    for second in range(1, 101):
        clock[0] += 1
        lines.rows(0, 50 * second)
        if second == 50:
            lines.finish(0, 250, {"rows": 50 * second})
    said = capsys.readouterr().err.splitlines()
    assert said == [
        "webwinnow: cleaning: 0%, 50 pages/s",
        "webwinnow: cleaning: 25%, 92 pages/s, 180 s left",
        "webwinnow: cleaning: 25%, 78 pages/s, 270 s left",
    ]


def test_time_left_does_not_count_what_was_done_before(
    clock: list[float], capsys: pytest.CaptureFixture[str]
) -> None:
    """Of a job that goes on: nine tenths came from another run, and took nobody any time."""
    lines = LogProgress()
    lines.begin("clean", 900, 1000)
    clock[0] += 40
    lines.finish(9, 50, {"rows": 400})
    assert capsys.readouterr().err == "webwinnow: cleaning: 95%, 10 pages/s, 40 s left\n"


def test_every_task_has_its_words(capsys: pytest.CaptureFixture[str], clock: list[float]) -> None:
    from webwinnow.corpus.engines.local.tasks import TASKS

    lines = LogProgress()
    for task in TASKS:
        clock[0] += 31
        lines.begin(task, 0, 1)
    assert len(capsys.readouterr().err.splitlines()) == len(TASKS)
