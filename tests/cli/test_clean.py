"""The real command in processes of its own, where status and streams matter."""

import json
import os
import re
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path, PurePath
from shutil import which
from typing import NoReturn

import pytest
from typer.testing import CliRunner, Result

from tests.support.generated_pages import gold_page, trained_winnow
from webwinnow import METHODS, __version__
from webwinnow.clean import DEFAULT_METHOD
from webwinnow.cli import app
from webwinnow.errors import FetchError
from webwinnow.io.outputs import output_paths
from webwinnow.io.sources import Source

COMMAND = [sys.executable, "-m", "webwinnow"]
# Where it matters what goes in and out, not what is chosen.
CLEAN = ["clean", "--method=all"]
ONE, TWO = "<p>It rained all night.", "<p>The sun rose."


class Done:
    """How a process ended, and what it said."""

    def __init__(self, done: subprocess.CompletedProcess[bytes]) -> None:
        self.status = done.returncode
        self.out, self.err = done.stdout.decode(), done.stderr.decode()
        self.lines = self.err.splitlines()


def run(*arguments: str | Path, stdin: bytes = b"", env: dict[str, str] | None = None) -> Done:
    command = [*COMMAND, *map(str, arguments)]
    return Done(subprocess.run(command, input=stdin, capture_output=True, env=env))


def invoke(*arguments: str | Path) -> Result:
    return CliRunner().invoke(app, list(map(str, arguments)), catch_exceptions=False)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """a.html and b/c.htm, with things that are no pages."""
    pages = tmp_path / "pages"
    (pages / "b").mkdir(parents=True)
    (pages / "a.html").write_text(ONE)
    (pages / "b" / "c.htm").write_text(TWO)
    (pages / "style.css").write_text("p { color: red }")
    (pages / ".hidden.html").write_text("<p>hidden")
    return pages


TYPES = {"/json": "application/json", "/png": "image/png", "/xhtml": "application/xhtml+xml"}


class Pages(BaseHTTPRequestHandler):
    def do_GET(self) -> None:
        found = self.path != "/missing"
        self.send_response(200 if found else 404)
        kind = TYPES.get(self.path, "text/html; charset=iso-8859-2")
        self.send_header("Content-Type", kind)
        self.end_headers()
        self.wfile.write(f"<p>Łódź is at {self.path}".encode("iso-8859-2"))

    def log_message(self, *_: object) -> None:
        pass


@pytest.fixture(scope="module")
def site() -> Iterator[str]:
    server = ThreadingHTTPServer(("127.0.0.1", 0), Pages)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()
    server.server_close()


def files_in(folder: Path) -> list[str]:
    return sorted(str(path.relative_to(folder)) for path in folder.rglob("*") if path.is_file())


# Inputs


def test_file_goes_to_standard_output(folder: Path) -> None:
    assert "It rained" in invoke(*CLEAN, folder / "a.html").stdout


@pytest.mark.parametrize("arguments", [[], ["-"]])
def test_standard_input_is_the_default(arguments: list[str]) -> None:
    done = run(*CLEAN, *arguments, stdin=ONE.encode())
    assert (done.status, done.out.strip(), done.err) == (0, "It rained all night.", "")


def test_several_files_are_printed_in_order_and_set_apart(folder: Path) -> None:
    printed = invoke(*CLEAN, folder / "b" / "c.htm", folder / "a.html").stdout
    assert re.fullmatch(r"The sun rose\.\n+\nIt rained all night\.\n+", printed)


def test_address_is_fetched_and_its_charset_heeded(site: str) -> None:
    assert "Łódź is at /a" in invoke(*CLEAN, f"{site}/a", "--allow-private").stdout
    assert "Łódź is at /b" in invoke(*CLEAN, "-u", f"{site}/b", "--allow-private").stdout


def test_private_address_is_refused_with_the_flag_that_helps(site: str) -> None:
    done = run(*CLEAN, site)
    assert done.status == 1
    assert len(done.lines) == 1
    assert "--allow-private" in done.err


@pytest.mark.parametrize(("path", "kind"), [("/json", "application/json"), ("/png", "image/png")])
def test_answer_of_another_type_is_no_page(site: str, path: str, kind: str) -> None:
    done = run(*CLEAN, f"{site}{path}", "--allow-private")
    assert (done.status, done.out) == (1, "")
    assert done.lines == [f"webwinnow: {site}{path}: not HTML: the server declares {kind}"]
    assert run(*CLEAN, f"{site}/xhtml", "--allow-private").status == 0


def test_list_of_inputs_holds_addresses_and_paths(folder: Path, site: str) -> None:
    names = folder / "list.txt"
    names.write_text(f"  {site}/a \n\n{folder / 'a.html'}\n{site}/missing\n")
    done = run(*CLEAN, "-i", names, "--allow-private")
    assert "Łódź is at /a" in done.out
    assert "It rained" in done.out
    assert done.status == 1
    assert "404" in done.lines[0]
    assert done.lines[1:] == ["webwinnow: 1 of 3 inputs failed"]


def test_names_in_a_list_are_taken_as_they_stand(folder: Path) -> None:
    names = [" a\x85b ", "c\u2028d", "e\x0bf"]
    for name in names:
        (folder / name).write_text(ONE)
    listed = "\ufeff" + "".join(f"{folder / name}\r\n" for name in names)
    (folder / "list").write_bytes(listed.encode())
    done = run(*CLEAN, "-i", folder / "list")
    assert (done.status, done.err, done.out.count("rained")) == (0, "", 3)


def test_list_comes_from_standard_input_too(folder: Path) -> None:
    assert "It rained" in run(*CLEAN, "-i", "-", stdin=bytes(folder / "a.html")).out


# Outputs


def test_folder_is_mirrored(folder: Path, tmp_path: Path) -> None:
    done = run(*CLEAN, folder, "-o", tmp_path / "texts")
    assert (done.status, done.out, done.err) == (0, "", "")
    assert files_in(tmp_path / "texts") == ["a.txt", "b/c.txt"]
    assert "The sun rose." in (tmp_path / "texts" / "b" / "c.txt").read_text()


@pytest.mark.parametrize(
    ("flag", "suffix"),
    [
        ("--markdown", ".md"),
        ("--html", ".html"),
        ("--json", ".json"),
        ("--xml", ".xml"),
        ("--xmltei", ".xml"),
        ("--to=vertical", ".vert"),
        ("--to=cleaneval", ".txt"),
    ],
)
def test_format_chooses_the_suffix(folder: Path, tmp_path: Path, flag: str, suffix: str) -> None:
    assert invoke(*CLEAN, folder, flag, "-o", tmp_path / "texts").exit_code == 0
    assert files_in(tmp_path / "texts") == [f"a{suffix}", f"b/c{suffix}"]


def test_one_input_is_written_to_the_file_named(folder: Path, tmp_path: Path) -> None:
    invoke(*CLEAN, folder / "a.html", "-o", tmp_path / "deep" / "text.txt")
    assert "It rained" in (tmp_path / "deep" / "text.txt").read_text()


def test_one_input_goes_into_a_folder_that_is_there(folder: Path, tmp_path: Path) -> None:
    invoke(*CLEAN, folder / "a.html", "--output-dir", tmp_path)
    assert "It rained" in (tmp_path / "a.txt").read_text()


def test_folder_of_one_page_makes_a_folder(folder: Path, tmp_path: Path) -> None:
    invoke(*CLEAN, folder / "b", "-o", tmp_path / "texts")
    assert files_in(tmp_path / "texts") == ["c.txt"]


def test_outputs_of_one_name_are_told_apart(folder: Path, tmp_path: Path) -> None:
    (folder / "a.htm").write_text("<p>Another a.")
    (folder / "a-2.html").write_text("<p>A second.")
    texts = tmp_path / "texts"
    invoke(*CLEAN, folder, folder / "a.html", "-o", texts)
    assert files_in(texts) == ["a-2.txt", "a-3.txt", "a-4.txt", "a.txt", "b/c.txt"]
    assert len({(texts / name).read_text() for name in files_in(texts)}) == 4


def test_many_outputs_of_one_name_are_told_apart_in_linear_time() -> None:
    sources = [Source("a", PurePath("a"))] * 4_000
    start = time.perf_counter()
    files = output_paths(sources, "texts", ".txt", is_folder=True)
    assert time.perf_counter() - start < 5  # a search from 2 on for each took 26 s
    assert len(set(files)) == 4_000


def test_address_makes_a_flat_file_name(site: str, tmp_path: Path) -> None:
    invoke(*CLEAN, f"{site}/a/../b?c=1&d=/../e", "--allow-private", "-o", f"{tmp_path}/texts/")
    (name,) = files_in(tmp_path / "texts")
    assert re.fullmatch(r"127\.0\.0\.1_\d+_a_\.\._b_c_1_d_\.\._e\.txt", name)


def test_pages_are_never_overwritten_by_their_texts(folder: Path) -> None:
    done = run(*CLEAN, folder, "--html", "-o", folder)
    assert done.status == 2
    assert "would be overwritten" in done.err
    assert (folder / "a.html").read_text() == ONE


def test_device_is_written_to_not_replaced(folder: Path) -> None:
    assert invoke(*CLEAN, folder / "a.html", "-o", "/dev/null").exit_code == 0
    assert Path("/dev/null").is_char_device()


def test_no_temporary_file_is_left_and_the_mode_is_the_usual(folder: Path, tmp_path: Path) -> None:
    invoke(*CLEAN, folder, "-o", tmp_path / "texts")
    usual = tmp_path / "usual"
    usual.touch()
    assert files_in(tmp_path / "texts") == ["a.txt", "b/c.txt"]
    assert (tmp_path / "texts" / "a.txt").stat().st_mode == usual.stat().st_mode


# Formats and methods


def test_json_texts_stand_one_a_line(folder: Path) -> None:
    lines = invoke(*CLEAN, folder, "--json").stdout.splitlines()
    assert len([json.loads(line) for line in lines]) == 2


def test_metadata_comes_on_request(tmp_path: Path) -> None:
    page = tmp_path / "page.html"
    page.write_text("<title>Rain in Spain</title><p>It falls.")
    assert "Rain in Spain" not in invoke(*CLEAN, page, "--json").stdout
    assert "Rain in Spain" in invoke(*CLEAN, page, "--json", "--with-metadata").stdout


def test_metadata_without_a_place_are_noted(folder: Path) -> None:
    done = run(*CLEAN, folder / "a.html", "--markdown", "--with-metadata")
    assert (done.status, len(done.lines)) == (0, 1)
    assert "markdown has no place for metadata; json" in done.err
    assert run(*CLEAN, folder / "a.html", "--with-metadata", "-q").err == ""


def test_charset_goes_before_what_the_page_says() -> None:
    page = "<meta charset=utf-8><p>Łódź".encode("iso-8859-2")
    assert run(*CLEAN, "--charset", "latin2", stdin=page).out == "Łódź\n"


def test_links_and_tables_follow_their_flags(tmp_path: Path) -> None:
    page = tmp_path / "page.html"
    page.write_text(
        "<p>See <a href=https://example.org/>here</a>.<table><tr><th>Year<th>Rain<tr><td>1999<td>cell</table>"
    )
    assert "https://example.org/" in invoke(*CLEAN, page, "--markdown", "--links").stdout
    assert "https://example.org/" not in invoke(*CLEAN, page, "--markdown").stdout
    assert "cell" in invoke(*CLEAN, page).stdout
    assert "cell" not in invoke(*CLEAN, page, "--no-tables").stdout


def test_methods_are_listed_with_a_line_each() -> None:
    lines = invoke("methods").stdout.splitlines()
    assert [line.split()[0] for line in lines] == list(METHODS)
    assert [line.split()[0] for line in lines if "(default)" in line] == [DEFAULT_METHOD]


def test_presets_choose_settings(tmp_path: Path) -> None:
    page = tmp_path / "page.html"
    page.write_text("<p>one two three <b>four</b> five six</p><ul><li>seven eight nine</ul>")
    assert "seven" not in invoke("clean", page, "--method=bte", "--precision").stdout
    assert "seven" in invoke("clean", page, "--method=bte", "--recall").stdout


def test_settings_are_given_with_the_name_of_the_method(tmp_path: Path) -> None:
    page = tmp_path / "a.html"
    page.write_text(f"<p>One two three four five six.{'<hr>' * 4}<p>Seven eight nine ten.")
    assert "Seven" not in invoke("clean", page, "--method=bte").stdout
    assert "Seven" in invoke("clean", page, "--method=bte:tag_weight=0.1").stdout
    assert "Seven" in invoke("clean", page, "--method=bte:preset=recall").stdout
    # Settings override a preset.
    assert "Seven" not in invoke("clean", page, "--method=bte:tag_weight=1", "--recall").stdout


def test_comments_are_kept_or_dropped_on_request(tmp_path: Path) -> None:
    model, page = tmp_path / "m", tmp_path / "a.html"
    trained_winnow().save(model)
    text = "Rain went over the harbour when nobody slept, and people went out. "
    page.write_text(
        f"<title>Rain</title><div class=entry><h1>Rain</h1><p>{text * 3}<p>{text * 3}</div>"
        f"<div class=comments><p>First! {text}</div>"
    )
    clean = ["clean", str(page), f"--method=winnow:model={model}"]
    assert "First!" in invoke(*clean, "--comments").stdout
    assert "First!" not in invoke(*clean, "--no-comments").stdout
    assert "harbour" in invoke(*clean, "--no-comments").stdout


def test_the_title_is_kept_or_dropped_on_request(tmp_path: Path) -> None:
    model, page = tmp_path / "m", tmp_path / "a.html"
    trained_winnow().save(model)
    page.write_bytes(gold_page(100).html)
    clean = ["clean", str(page), "--markdown", f"--method=winnow:model={model}"]
    kept, dropped = (invoke(*clean, flag).stdout for flag in ("--title", "--no-title"))
    assert kept == f"# Night night nobody people\n\n{dropped}"
    assert dropped


def test_the_default_method_leaves_the_menu_out(tmp_path: Path) -> None:
    page = tmp_path / "a.html"
    page.write_text(f"<nav><a href=/>Home</a> <a href=/news>News</a></nav>{ONE}")
    assert invoke("clean", page).stdout == "It rained all night.\n"
    assert "News" in invoke(*CLEAN, page).stdout


def test_version_is_told() -> None:
    assert invoke("--version").stdout == f"webwinnow {__version__}\n"


def test_command_alone_shows_its_help() -> None:
    assert invoke().stdout == invoke("--help").stdout


# Mistakes


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
def test_mistake_ends_in_one_line_and_status_two(arguments: list[str], line: str) -> None:
    done = run("clean", *arguments, stdin=ONE.encode())
    assert done.status == 2
    assert len(done.lines) == 1
    assert done.err.startswith(f"webwinnow: {line}")
    assert done.out == ""


def test_unknown_command_ends_in_one_line() -> None:
    done = run("wash")
    assert (done.status, len(done.lines)) == (2, 1)


def test_folder_without_pages_is_a_mistake(tmp_path: Path) -> None:
    done = run("clean", tmp_path)
    assert (done.status, len(done.lines)) == (2, 1)
    assert "no pages in" in done.err


def test_file_cannot_take_several_texts(folder: Path, tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    done = run("clean", folder, "-o", tmp_path / "file")
    assert (done.status, len(done.lines)) == (2, 1)


# Failures


def test_bad_inputs_are_told_and_the_rest_goes_on(folder: Path, tmp_path: Path) -> None:
    (folder / "paper.html").write_bytes(b"%PDF-1.4 ...")
    done = run(*CLEAN, folder, "missing.html", "-o", tmp_path / "texts")
    assert done.status == 1
    assert done.lines == [
        f"webwinnow: {folder}/paper.html: not HTML: a PDF file",
        "webwinnow: no file 'missing.html'; check its name",
        "webwinnow: 2 of 4 inputs failed",
    ]
    assert files_in(tmp_path / "texts") == ["a.txt", "b/c.txt"]


def test_page_without_text_is_noted_but_no_failure(tmp_path: Path) -> None:
    (tmp_path / "empty.html").touch()
    done = run(*CLEAN, tmp_path / "empty.html")
    assert (done.status, len(done.lines)) == (0, 1)
    assert "no visible text" in done.err


def test_quiet_tells_failures_only(folder: Path) -> None:
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
def test_name_that_is_too_long_is_told_in_one_line(folder: Path, arguments: list[str]) -> None:
    names = [str(folder / name) if name == "a.html" else name for name in arguments]
    done = run(*CLEAN, *(name.replace("LONG", "x" * 300) for name in names))
    assert done.status in (1, 2)
    assert len(done.lines) == 1
    assert "File name too long" in done.err


# Root opens what is closed to others, unless it gives that up.
PLAIN_USER = ["setpriv", "--bounding-set=-dac_override,-dac_read_search"]
IS_ROOT = hasattr(os, "geteuid") and os.geteuid() == 0


@pytest.mark.skipif(os.name == "nt" or (IS_ROOT and not which("setpriv")), reason="sees all")
@pytest.mark.parametrize(
    ("arguments", "failed"),
    [
        (["pages/b"], "cannot read 'pages/b'"),
        (["pages/b/c.htm"], "cannot read 'pages/b/c.htm'"),
        (["pages"], "cannot read 'pages/b'"),
        (["pages/a.html", "-o", "pages/b/a.txt"], "cannot write 'pages/b/a.txt'"),
    ],
)
def test_closed_folder_is_told_in_one_line(folder: Path, arguments: list[str], failed: str) -> None:
    (folder / "b").chmod(0)
    command = [*(PLAIN_USER if IS_ROOT else []), *COMMAND, "clean", "-q", *arguments]
    done = Done(subprocess.run(command, capture_output=True, cwd=folder.parent))
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
    ("line", "status", "told"),
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
def test_stream_that_is_closed_or_full_is_told_in_one_line(
    folder: Path, line: str, status: int, told: str
) -> None:
    command = ["sh", "-c", f"{sys.executable} -m webwinnow {line}"]
    done = Done(subprocess.run(command, capture_output=True, cwd=folder))
    assert (done.status, len(done.lines)) == (status, 1)
    assert told in done.err


@SHELL
@pytest.mark.parametrize("stream", ["2>&-", "2>/dev/full"])
def test_closed_standard_error_leaves_standard_output_alone(folder: Path, stream: str) -> None:
    command = [
        "sh",
        "-c",
        f"{sys.executable} -m webwinnow clean --method=all a.html missing {stream}",
    ]
    done = Done(subprocess.run(command, capture_output=True, cwd=folder))
    assert (done.status, done.out) == (1, "It rained all night.\n")


@SHELL
def test_closed_standard_output_does_not_matter_to_files(folder: Path) -> None:
    command = ["sh", "-c", f"{sys.executable} -m webwinnow clean --method=all a.html -o a.txt >&-"]
    assert subprocess.run(command, cwd=folder).returncode == 0
    assert "It rained" in (folder / "a.txt").read_text()


@pytest.mark.parametrize("setting", ["seconds", "bytes"])
def test_limit_of_a_fetch_comes_with_a_remedy_for_the_shell(
    monkeypatch: pytest.MonkeyPatch, setting: str
) -> None:
    def fail(_: str, **__: bool) -> NoReturn:
        raise FetchError("it is too much", f"raise FetchLimits.{setting}", setting)

    monkeypatch.setattr("webwinnow.io.fetch.fetch", fail)
    told = invoke(*CLEAN, "https://example.org/").stderr
    assert "FetchLimits" not in told
    assert "too much; " in told
    assert "give the file" in told


def test_closed_pipe_ends_in_silence(tmp_path: Path) -> None:
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
        # Opens once the command reads from the other end, and waits for a page that never comes.
        with pipe.open("wb"):
            process.send_signal(sent)
            assert process.wait(timeout=10) == status
        assert process.stderr is not None
        assert process.stderr.read() == b""


def test_output_is_utf8_whatever_the_locale(tmp_path: Path) -> None:
    environment = {**os.environ, "LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONIOENCODING": "ascii"}
    assert run(*CLEAN, stdin="<p>Łódź 日本".encode(), env=environment).out.strip() == "Łódź 日本"
