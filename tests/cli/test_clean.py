"""`webwinnow clean`: inputs, outputs, formats and methods."""

import json
import re
import threading
import time
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path, PurePath

import pytest

from tests.cli.command import CLEAN, ONE, files_in, invoke, run
from tests.support.generated_pages import gold_page, trained_winnow
from webwinnow import METHODS, __version__
from webwinnow.clean import DEFAULT_METHOD
from webwinnow.io.outputs import output_paths
from webwinnow.io.sources import Source

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


# Inputs


def test_file_goes_to_standard_output(folder: Path) -> None:
    assert "It rained" in invoke(*CLEAN, folder / "a.html").stdout


@pytest.mark.parametrize("arguments", [[], ["-"]])
def test_standard_input_is_the_default(arguments: list[str]) -> None:
    done = run(*CLEAN, *arguments, stdin=ONE.encode())
    assert (done.status, done.out.strip(), done.err) == (0, "It rained all night.", "")


def test_several_texts_are_printed_in_order_with_an_empty_line_between(folder: Path) -> None:
    printed = invoke(*CLEAN, folder / "b" / "c.htm", folder / "a.html").stdout
    assert re.fullmatch(r"The sun rose\.\n+\nIt rained all night\.\n+", printed)


def test_url_is_fetched_and_its_charset_used(site: str) -> None:
    assert "Łódź is at /a" in invoke(*CLEAN, f"{site}/a", "--allow-private").stdout
    assert "Łódź is at /b" in invoke(*CLEAN, "-u", f"{site}/b", "--allow-private").stdout


def test_private_host_is_rejected_and_the_flag_is_named(site: str) -> None:
    done = run(*CLEAN, site)
    assert done.status == 1
    assert len(done.lines) == 1
    assert "--allow-private" in done.err


@pytest.mark.parametrize(("path", "kind"), [("/json", "application/json"), ("/png", "image/png")])
def test_response_of_another_content_type_is_rejected(site: str, path: str, kind: str) -> None:
    done = run(*CLEAN, f"{site}{path}", "--allow-private")
    assert (done.status, done.out) == (1, "")
    assert done.lines == [f"webwinnow: {site}{path}: not HTML: the server declares {kind}"]
    assert run(*CLEAN, f"{site}/xhtml", "--allow-private").status == 0


def test_list_of_inputs_may_contain_urls_and_paths(folder: Path, site: str) -> None:
    names = folder / "list.txt"
    names.write_text(f"  {site}/a \n\n{folder / 'a.html'}\n{site}/missing\n")
    done = run(*CLEAN, "-i", names, "--allow-private")
    assert "Łódź is at /a" in done.out
    assert "It rained" in done.out
    assert done.status == 1
    assert "404" in done.lines[0]
    assert done.lines[1:] == ["webwinnow: 1 of 3 inputs failed"]


def test_names_in_a_list_are_used_verbatim(folder: Path) -> None:
    names = [" a\x85b ", "c\u2028d", "e\x0bf"]
    for name in names:
        (folder / name).write_text(ONE)
    listed = "\ufeff" + "".join(f"{folder / name}\r\n" for name in names)
    (folder / "list").write_bytes(listed.encode())
    done = run(*CLEAN, "-i", folder / "list")
    assert (done.status, done.err, done.out.count("rained")) == (0, "", 3)


def test_list_can_be_read_from_standard_input(folder: Path) -> None:
    assert "It rained" in run(*CLEAN, "-i", "-", stdin=bytes(folder / "a.html")).out


# Outputs


def test_output_folder_has_the_structure_of_the_input(folder: Path, tmp_path: Path) -> None:
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
def test_format_determines_the_suffix(folder: Path, tmp_path: Path, flag: str, suffix: str) -> None:
    assert invoke(*CLEAN, folder, flag, "-o", tmp_path / "texts").exit_code == 0
    assert files_in(tmp_path / "texts") == [f"a{suffix}", f"b/c{suffix}"]


def test_one_input_is_written_to_the_named_file(folder: Path, tmp_path: Path) -> None:
    invoke(*CLEAN, folder / "a.html", "-o", tmp_path / "deep" / "text.txt")
    assert "It rained" in (tmp_path / "deep" / "text.txt").read_text()


def test_one_input_is_written_into_an_existing_folder(folder: Path, tmp_path: Path) -> None:
    invoke(*CLEAN, folder / "a.html", "--output-dir", tmp_path)
    assert "It rained" in (tmp_path / "a.txt").read_text()


def test_folder_with_one_page_creates_a_folder(folder: Path, tmp_path: Path) -> None:
    invoke(*CLEAN, folder / "b", "-o", tmp_path / "texts")
    assert files_in(tmp_path / "texts") == ["c.txt"]


def test_outputs_of_one_name_get_numbers(folder: Path, tmp_path: Path) -> None:
    (folder / "a.htm").write_text("<p>Another a.")
    (folder / "a-2.html").write_text("<p>A second.")
    texts = tmp_path / "texts"
    invoke(*CLEAN, folder, folder / "a.html", "-o", texts)
    assert files_in(texts) == ["a-2.txt", "a-3.txt", "a-4.txt", "a.txt", "b/c.txt"]
    assert len({(texts / name).read_text() for name in files_in(texts)}) == 4


def test_numbering_outputs_takes_linear_time() -> None:
    sources = [Source("a", PurePath("a"))] * 4_000
    start = time.perf_counter()
    files = output_paths(sources, "texts", ".txt", is_folder=True)
    assert time.perf_counter() - start < 5  # a search from 2 on for each took 26 s
    assert len(set(files)) == 4_000


def test_url_becomes_a_flat_file_name(site: str, tmp_path: Path) -> None:
    invoke(*CLEAN, f"{site}/a/../b?c=1&d=/../e", "--allow-private", "-o", f"{tmp_path}/texts/")
    (name,) = files_in(tmp_path / "texts")
    assert re.fullmatch(r"127\.0\.0\.1_\d+_a_\.\._b_c_1_d_\.\._e\.txt", name)


def test_pages_are_never_overwritten_by_their_texts(folder: Path) -> None:
    done = run(*CLEAN, folder, "--html", "-o", folder)
    assert done.status == 2
    assert "would be overwritten" in done.err
    assert (folder / "a.html").read_text() == ONE


def test_device_is_written_and_not_replaced(folder: Path) -> None:
    assert invoke(*CLEAN, folder / "a.html", "-o", "/dev/null").exit_code == 0
    assert Path("/dev/null").is_char_device()


def test_no_draft_is_left_and_the_file_mode_is_the_default(folder: Path, tmp_path: Path) -> None:
    invoke(*CLEAN, folder, "-o", tmp_path / "texts")
    usual = tmp_path / "usual"
    usual.touch()
    assert files_in(tmp_path / "texts") == ["a.txt", "b/c.txt"]
    assert (tmp_path / "texts" / "a.txt").stat().st_mode == usual.stat().st_mode


# Formats and methods


def test_json_prints_one_line_per_page(folder: Path) -> None:
    lines = invoke(*CLEAN, folder, "--json").stdout.splitlines()
    assert len([json.loads(line) for line in lines]) == 2


def test_metadata_is_included_on_request(tmp_path: Path) -> None:
    page = tmp_path / "page.html"
    page.write_text("<title>Rain in Spain</title><p>It falls.")
    assert "Rain in Spain" not in invoke(*CLEAN, page, "--json").stdout
    assert "Rain in Spain" in invoke(*CLEAN, page, "--json", "--with-metadata").stdout


def test_metadata_in_a_format_without_them_causes_a_note(folder: Path) -> None:
    done = run(*CLEAN, folder / "a.html", "--markdown", "--with-metadata")
    assert (done.status, len(done.lines)) == (0, 1)
    assert "markdown has no place for metadata; json" in done.err
    assert run(*CLEAN, folder / "a.html", "--with-metadata", "-q").err == ""


def test_charset_option_overrides_the_declared_charset() -> None:
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


def test_methods_are_listed_one_per_line() -> None:
    lines = invoke("methods").stdout.splitlines()
    assert [line.split()[0] for line in lines] == list(METHODS)
    assert [line.split()[0] for line in lines if "(default)" in line] == [DEFAULT_METHOD]


def test_presets_set_settings(tmp_path: Path) -> None:
    page = tmp_path / "page.html"
    page.write_text("<p>one two three <b>four</b> five six</p><ul><li>seven eight nine</ul>")
    assert "seven" not in invoke("clean", page, "--method=bte", "--precision").stdout
    assert "seven" in invoke("clean", page, "--method=bte", "--recall").stdout


def test_settings_follow_the_method_name(tmp_path: Path) -> None:
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


def test_title_is_kept_or_dropped_on_request(tmp_path: Path) -> None:
    model, page = tmp_path / "m", tmp_path / "a.html"
    trained_winnow().save(model)
    page.write_bytes(gold_page(100).html)
    clean = ["clean", str(page), "--markdown", f"--method=winnow:model={model}"]
    kept, dropped = (invoke(*clean, flag).stdout for flag in ("--title", "--no-title"))
    assert kept == f"# Night night nobody people\n\n{dropped}"
    assert dropped


def test_default_method_drops_the_menu(tmp_path: Path) -> None:
    page = tmp_path / "a.html"
    page.write_text(f"<nav><a href=/>Home</a> <a href=/news>News</a></nav>{ONE}")
    assert invoke("clean", page).stdout == "It rained all night.\n"
    assert "News" in invoke(*CLEAN, page).stdout


def test_version_is_printed() -> None:
    assert invoke("--version").stdout == f"webwinnow {__version__}\n"


def test_command_without_arguments_prints_the_help() -> None:
    assert invoke().stdout == invoke("--help").stdout
