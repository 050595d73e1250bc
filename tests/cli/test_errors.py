"""Errors of the command: one line on standard error, and the exit status."""

import os
import signal
import subprocess
import sys
from pathlib import Path
from shutil import which
from typing import NoReturn

import pytest

from tests.cli.command import CLEAN, COMMAND, ONE, Finished, files_in, invoke, run
from webwinnow.errors import FetchError

# Invalid command lines


@pytest.mark.parametrize(
    ("arguments", "line"),
    [
        (["missing.html"], "no file 'missing.html'; check its name, or begin a URL with"),
        (["-i", "missing.txt"], "no file 'missing.txt'; check its name"),
        (["--method", "bet"], "no method 'bet'; did you mean 'bte'? choose from all, bte"),
        (["--to", "pdf"], "no format 'pdf'; choose from"),
        (
            ["--method=all", "--precision"],
            "method 'all' has no preset 'precision'; choose a method that has it: bte",
        ),
        (["--method=winnow:preset=best"], "method 'winnow' has no preset 'best'; choose"),
        (["--method=winnow:preset=recall", "--precision"], "two presets for 'winnow': recall and"),
        (["--method=bte:name=x"], "method 'bte' has no setting 'name'; its settings: tag_weight"),
        (["--method=bte:tag_weight"], "'tag_weight' sets nothing; write bte:setting=value"),
        (
            ["--method=all", "--comments"],
            "method 'all' takes no --comments; choose one that does: winnow",
        ),
        (
            ["--method=bte:tag_weight=2", "--no-comments"],
            "method 'bte' takes no --no-comments; choose one that does: winnow",
        ),
        (
            ["--method=justext", "--title"],
            "method 'justext' takes no --title; choose one that does: winnow",
        ),
        (["--method=bte:weight=2"], "method 'bte' has no setting 'weight'; its settings: "),
        (["--method=winnow:model=gone"], "no model 'gone'; check its name, or train it again: "),
        (["--precision", "--recall"], "precision and recall exclude each other; choose one"),
        (["--json", "--to", "xml"], "json and xml exclude each other; choose one"),
        (["--threads", "0"], "Invalid value for '--threads'"),
        (["--charset", "rot13"], "no encoding 'rot13'; name one of the web's"),
        ([""], "an input name is empty; name a file"),
        (["-o", ""], "-o has an empty value; name something, or leave it out"),
        (["-i", ""], "-i has an empty value"),
        (["-u", ""], "-u has an empty value"),
        (["--colour"], "No such option: --colour"),
    ],
)
def test_invalid_arguments_print_one_line_and_exit_with_2(arguments: list[str], line: str) -> None:
    done = run("clean", *arguments, stdin=ONE.encode())
    assert done.status == 2
    assert len(done.lines) == 1
    assert done.err.startswith(f"webwinnow: {line}")
    assert done.out == ""


def test_unknown_command_prints_one_line() -> None:
    done = run("wash")
    assert (done.status, len(done.lines)) == (2, 1)


def test_folder_without_pages_is_rejected(tmp_path: Path) -> None:
    done = run("clean", tmp_path)
    assert (done.status, len(done.lines)) == (2, 1)
    assert "no pages in" in done.err


def test_file_cannot_hold_several_texts(folder: Path, tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    done = run("clean", folder, "-o", tmp_path / "file")
    assert (done.status, len(done.lines)) == (2, 1)


# Failures


def test_failed_inputs_are_reported_and_the_others_are_cleaned(
    folder: Path, tmp_path: Path
) -> None:
    (folder / "paper.html").write_bytes(b"%PDF-1.4 ...")
    done = run(*CLEAN, folder, "missing.html", "-o", tmp_path / "texts")
    assert done.status == 1
    assert done.lines == [
        f"webwinnow: {folder}/paper.html: not HTML: a PDF file",
        "webwinnow: no file 'missing.html'; check its name",
        "webwinnow: 2 of 4 inputs failed",
    ]
    assert files_in(tmp_path / "texts") == ["a.txt", "b/c.txt"]


def test_page_without_text_causes_a_note_and_no_failure(tmp_path: Path) -> None:
    (tmp_path / "empty.html").touch()
    done = run(*CLEAN, tmp_path / "empty.html")
    assert (done.status, len(done.lines)) == (0, 1)
    assert "no visible text" in done.err


def test_quiet_reports_failures_only(folder: Path) -> None:
    (folder / "empty.html").touch()
    done = run(*CLEAN, folder, "missing.html", "-q")
    assert done.lines == ["webwinnow: no file 'missing.html'; check its name"]


def test_output_that_cannot_be_written_is_a_failure(folder: Path, tmp_path: Path) -> None:
    (tmp_path / "texts").mkdir()
    (tmp_path / "texts" / "b").touch()  # where a folder is needed
    done = run(*CLEAN, folder, "-o", tmp_path / "texts")
    assert (done.status, len(done.lines)) == (1, 2)
    assert files_in(tmp_path / "texts") == ["a.txt", "b"]


def test_write_error_names_the_output_and_the_remedy(folder: Path, tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    target = tmp_path / "file" / "a.txt"
    done = run(*CLEAN, folder / "a.html", "-o", target)
    assert done.status == 1
    remedy = "('file' is not a folder); name another output with -o"
    assert done.lines == [f"webwinnow: {folder}/a.html: cannot write '{target}' {remedy}"]


@pytest.mark.parametrize(
    "arguments", [["LONG"], ["-i", "LONG"], ["a.html", "-o", "LONG"], ["a.html", "-o", "LONG/"]]
)
def test_too_long_name_prints_one_line(folder: Path, arguments: list[str]) -> None:
    names = [str(folder / name) if name == "a.html" else name for name in arguments]
    done = run(*CLEAN, *(name.replace("LONG", "x" * 300) for name in names))
    assert done.status in (1, 2)
    assert len(done.lines) == 1
    assert "File name too long" in done.err


# Root can open everything unless it drops these capabilities.
PLAIN_USER = ["setpriv", "--bounding-set=-dac_override,-dac_read_search"]
IS_ROOT = hasattr(os, "geteuid") and os.geteuid() == 0


@pytest.mark.skipif(
    os.name == "nt" or (IS_ROOT and not which("setpriv")), reason="root can read everything"
)
@pytest.mark.parametrize(
    ("arguments", "failed"),
    [
        (["pages/b"], "cannot read 'pages/b'"),
        (["pages/b/c.htm"], "cannot read 'pages/b/c.htm'"),
        (["pages"], "cannot read 'pages/b'"),
        (["pages/a.html", "-o", "pages/b/a.txt"], "cannot write 'pages/b/a.txt'"),
    ],
)
def test_unreadable_folder_prints_one_line(folder: Path, arguments: list[str], failed: str) -> None:
    (folder / "b").chmod(0)
    command = [*(PLAIN_USER if IS_ROOT else []), *COMMAND, "clean", "-q", *arguments]
    done = Finished(subprocess.run(command, capture_output=True, cwd=folder.parent))
    (folder / "b").chmod(0o700)
    assert (done.status, len(done.lines)) == (1, 1)
    assert f"{failed} (Permission denied)" in done.err


def test_line_break_in_a_name_does_not_break_the_line(folder: Path) -> None:
    (folder / "a\nb.html").write_bytes(b"%PDF-1.4 ...")
    done = run(*CLEAN, folder / "a\nb.html", "no\nfile")
    assert done.lines == [
        f"webwinnow: {str(folder) + '/a%sb.html'!r}: not HTML: a PDF file".replace("%s", "\\n"),
        "webwinnow: no file 'no\\nfile'; check its name",
        "webwinnow: 2 of 2 inputs failed",
    ]


SHELL = pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs /dev/full and a shell")


@SHELL
@pytest.mark.parametrize(
    ("line", "status", "message"),
    [
        ("clean a.html > /dev/full", 1, "cannot write standard output (No space left on device)"),
        ("--version > /dev/full", 1, "cannot write standard output (No space left on device)"),
        ("clean a.html >&-", 1, "cannot write standard output (it is closed)"),
        ("--version >&-", 1, "cannot write standard output (it is closed)"),
        ("clean <&-", 2, "nothing to read"),
        ("clean - <&-", 1, "standard input is closed"),
        ("clean -i - <&-", 2, "standard input is closed"),
    ],
)
def test_closed_or_full_stream_prints_one_line(
    folder: Path, line: str, status: int, message: str
) -> None:
    command = ["sh", "-c", f"{sys.executable} -m webwinnow {line}"]
    done = Finished(subprocess.run(command, capture_output=True, cwd=folder))
    assert (done.status, len(done.lines)) == (status, 1)
    assert message in done.err


@SHELL
@pytest.mark.parametrize("stream", ["2>&-", "2>/dev/full"])
def test_closed_standard_error_does_not_affect_standard_output(folder: Path, stream: str) -> None:
    command = [
        "sh",
        "-c",
        f"{sys.executable} -m webwinnow clean --method=all a.html missing {stream}",
    ]
    done = Finished(subprocess.run(command, capture_output=True, cwd=folder))
    assert (done.status, done.out) == (1, "It rained all night.\n")


@SHELL
def test_closed_standard_output_does_not_affect_output_files(folder: Path) -> None:
    command = ["sh", "-c", f"{sys.executable} -m webwinnow clean --method=all a.html -o a.txt >&-"]
    assert subprocess.run(command, cwd=folder).returncode == 0
    assert "It rained" in (folder / "a.txt").read_text()


@pytest.mark.parametrize("setting", ["seconds", "bytes"])
def test_fetch_limit_error_names_the_command_line_remedy(
    monkeypatch: pytest.MonkeyPatch, setting: str
) -> None:
    def fail(_: str, **__: bool) -> NoReturn:
        raise FetchError("it is too much", f"raise FetchLimits.{setting}", setting)

    monkeypatch.setattr("webwinnow.io.fetch.fetch", fail)
    message = invoke(*CLEAN, "https://example.org/").stderr
    assert "FetchLimits" not in message
    assert "too much; " in message
    assert "give the file" in message


def test_closed_pipe_ends_the_command_silently(tmp_path: Path) -> None:
    for number in range(200):
        (tmp_path / f"{number}.html").write_text("<p>" + "many words " * 1000)
    command = f"{sys.executable} -m webwinnow clean --method=all {tmp_path} | head -c 10"
    done = subprocess.run(["sh", "-c", command], capture_output=True, check=True)
    assert (done.stdout, done.stderr) == (b"many words", b"")


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="needs a named pipe")
@pytest.mark.parametrize(("sent", "status"), [(signal.SIGINT, 130), (signal.SIGTERM, 143)])
def test_interrupt_ends_at_once_without_a_traceback(
    tmp_path: Path, sent: signal.Signals, status: int
) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    with subprocess.Popen([*COMMAND, "clean", pipe], stderr=subprocess.PIPE) as process:
        # Opens when the command reads from the other end; no page is ever written.
        with pipe.open("wb"):
            process.send_signal(sent)
            assert process.wait(timeout=300) == status
        assert process.stderr is not None
        assert process.stderr.read() == b""


def test_output_is_utf8_in_every_locale(tmp_path: Path) -> None:
    environment = {**os.environ, "LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONIOENCODING": "ascii"}
    assert run(*CLEAN, stdin="<p>Łódź 日本".encode(), env=environment).out.strip() == "Łódź 日本"
