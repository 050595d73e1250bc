"""Examples and links in the documentation work."""

import contextlib
import doctest
import io
import os
import pkgutil
import re
import runpy
import shlex
import subprocess
import sys
import urllib.request
from itertools import pairwise
from pathlib import Path

import pytest

import webwinnow
from tests.support import ROOT
from tests.support.portal import Portal, served

DOCS = ROOT / "docs"
FENCED = re.compile(r"^```(\w+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def blocks(page: str) -> list[tuple[str, str]]:
    """Fenced blocks of a page, as pairs of language and content."""
    return FENCED.findall((ROOT / page).read_text("utf-8"))


def commands(page: str, folder: Path) -> list[list[str]]:
    """Each `webwinnow` command of a page, with `build/` replaced by `folder`."""
    return [
        [sys.executable, "-m", *shlex.split(line.replace("build/", f"{folder}/"))]
        for language, code in blocks(page)
        if language == "sh"
        for line in code.splitlines()
        if line.startswith("webwinnow ")
    ]


def test_generated_pages_are_up_to_date() -> None:
    for path, make in runpy.run_path(str(DOCS / "make.py"))["PAGES"].items():
        assert path.read_text("utf-8") == make(), f"{path.name} is stale; run: make docs"


@pytest.mark.parametrize("name", [webwinnow.__name__, webwinnow.clean.__module__])
def test_docstring_examples_are_correct(name: str) -> None:
    result = doctest.testmod(sys.modules[name])
    assert result.attempted > 0
    assert result.failed == 0


@pytest.mark.parametrize(
    ("page", "examples"), [("README.md", 1), ("docs/concepts.md", 1), ("docs/cleaning.md", 4)]
)
def test_python_examples_print_the_shown_output(
    page: str, examples: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(ROOT)
    names: dict[str, object] = {}
    shown = 0
    for (language, code), (_, output) in pairwise(blocks(page)):
        if language == "python":
            with contextlib.redirect_stdout(io.StringIO()) as printed:
                exec(code, names)
            assert printed.getvalue().strip() == output.strip()
            shown += 1
    assert shown == examples


def test_readme_commands_work(tmp_path: Path) -> None:
    found = commands("README.md", tmp_path)
    assert len(found) == 12
    with served(Portal(articles=40, slow=0)) as site:
        for words in found:
            if "studio" in words or "serve" in words:
                assert_serves(words, tmp_path)
                continue
            if "crawl" in words:  # a local test site, which needs no delay
                words = [word.replace("https://example.org", site.address) for word in words]
                words += ["--allow-private", "--delay=0", "--max-depth=3"]
            subprocess.run(words, cwd=ROOT, check=True, capture_output=True)
    assert len(list((tmp_path / "texts").glob("*.json"))) == 6
    assert (tmp_path / "report" / "index.html").exists()
    assert (tmp_path / "mine.safetensors").exists()
    assert (tmp_path / "example.jsonl").stat().st_size
    assert (tmp_path / "corpus" / "report.html").exists()
    assert len(list((tmp_path / "templates").glob("127.0.0.1*.json"))) == 1


def assert_serves(words: list[str], folder: Path) -> None:
    """Start a server on a free port, send one request, and stop it."""
    words = [*words[:4], *([f"--data={folder}", "--no-browser"] if "studio" in words else [])]
    command = [*words, "--port=0"]
    with subprocess.Popen(command, cwd=ROOT, stderr=subprocess.PIPE, text=True) as process:
        assert process.stderr
        (url,) = re.findall(r"http://\S+", process.stderr.readline())
        with urllib.request.urlopen(f"{url.rstrip('/')}/v1/methods") as response:
            assert response.status == 200
        process.terminate()
        assert process.wait(20) == 0


def test_readme_starts_with_the_two_make_commands() -> None:
    language, code = blocks("README.md")[0]
    assert language == "sh"
    assert [line.split()[:2] for line in code.splitlines()] == [["make", "demo"], ["make", "check"]]


def test_cleaning_guide_commands_work(tmp_path: Path) -> None:
    found = commands("docs/cleaning.md", tmp_path)
    assert len(found) == 8
    for words in found:
        subprocess.run(words, cwd=ROOT, check=True, capture_output=True)


def test_tutorial_works_step_by_step(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every command succeeds, and every shown line is in the output or the written file."""
    monkeypatch.chdir(ROOT)
    names: dict[str, object] = {}
    output, examples = "", 0
    for language, code in blocks("docs/tutorial.md"):
        here = code.replace("build/", f"{tmp_path}/")
        if language == "python":
            with contextlib.redirect_stdout(io.StringIO()) as printed:
                exec(here, names)
            output = printed.getvalue()
        elif language == "sh":
            output = "".join(
                run(shlex.split(line))
                for line in here.splitlines()
                if line.startswith("webwinnow ")
            )
        elif language == "markdown":
            assert (tmp_path / "news.md").read_text("utf-8").startswith(code)
        else:
            assert all(line in output for line in code.splitlines()), code
            examples += 1
    assert examples == 4
    assert (tmp_path / "report" / "index.html").exists()
    assert (tmp_path / "corpus" / "report.html").exists()


def run(words: list[str]) -> str:
    done = subprocess.run(
        [sys.executable, "-m", *words],
        cwd=ROOT,
        check=True,
        capture_output=True,
        env={**os.environ, "COLUMNS": "80"},
    )
    return done.stdout.decode()


def test_every_method_has_a_page() -> None:
    assert {path.stem for path in (DOCS / "methods").glob("*.md")} == set(webwinnow.METHODS)


def test_the_index_links_every_page() -> None:
    linked = set(re.findall(r"\]\(([^)#:]+)\)", (DOCS / "index.md").read_text("utf-8")))
    pages = {str(path.relative_to(DOCS)) for path in DOCS.rglob("*.md")}
    assert pages - {"index.md"} <= linked


def test_links_point_to_existing_files_and_headings() -> None:
    for page in [*ROOT.glob("*.md"), *DOCS.rglob("*.md")]:
        for target, heading in re.findall(r"\]\(([^)#:]*)#?([^)]*)\)", page.read_text("utf-8")):
            path = page.parent / target if target else page
            if target.startswith("http") or "://" in target + heading:
                continue
            assert path.exists(), f"{page.name} links to {target}"
            if heading:
                assert heading in anchors(path), f"{page.name} links to {target}#{heading}"


def anchors(page: Path) -> set[str]:
    """Anchors that GitHub makes of a page's headings."""
    titles = re.findall(r"^#+ (.*)$", page.read_text("utf-8"), re.MULTILINE)
    return {re.sub(r"[^\w -]", "", title.lower()).replace(" ", "-") for title in titles}


def text_pages() -> list[Path]:
    """Pages whose module, benchmark and file names must exist; the changelog also has old names."""
    models = ROOT / "python" / "webwinnow" / "models"
    top = [path for path in ROOT.glob("*.md") if path.name != "CHANGELOG.md"]
    return sorted([*top, *DOCS.rglob("*.md"), *models.rglob("*.md")])


@pytest.mark.parametrize("path", text_pages(), ids=lambda path: str(path.relative_to(ROOT)))
def test_named_modules_benchmarks_and_files_exist(path: Path) -> None:
    text = path.read_text("utf-8")
    modules = set(re.findall(r"(?<![\w./-])webwinnow(?:\.[A-Za-z_]\w*)+(?![\w*])", text))
    for name in modules - {"webwinnow.schema"}:  # a key in Parquet files
        assert pkgutil.resolve_name(name) is not None, name
    for name in re.findall(r"python -m (benchmarks(?:\.\w+)+)", text):
        module = ROOT / name.replace(".", "/")
        assert module.with_suffix(".py").exists() or (module / "__main__.py").exists(), name
    for name in re.findall(r"`((?:src|python|tests|benchmarks|tools)/[\w/.-]+)`", text):
        assert (ROOT / name).exists(), name
    for name in re.findall(r"python ((?:docs|tools)/\w+\.py)", text):
        assert (ROOT / name).exists(), name
