import contextlib
import doctest
import io
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
from tests.portal import Portal, served

ROOT = Path(__file__).parent.parent
DOCS = ROOT / "docs"
README = (ROOT / "README.md").read_text("utf-8")
FENCED = re.compile(r"^```(\w+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def test_pages_made_from_the_program_are_fresh() -> None:
    for path, make in runpy.run_path(str(DOCS / "make.py"))["PAGES"].items():
        assert path.read_text("utf-8") == make(), f"{path.name} is stale; run: make docs"


@pytest.mark.parametrize("name", [webwinnow.__name__, webwinnow.clean.__module__])
def test_examples_in_docstrings_are_true(name: str) -> None:
    result = doctest.testmod(sys.modules[name])
    assert result.attempted > 0
    assert result.failed == 0


def test_python_in_the_readme_prints_what_it_says() -> None:
    blocks = FENCED.findall(README)
    printed = io.StringIO()
    names: dict[str, object] = {}
    expected = []
    for (language, code), (_, output) in pairwise(blocks):
        if language == "python":
            with contextlib.redirect_stdout(printed):
                exec(code, names)
            expected.append(output.strip())
    assert len(expected) == 2
    assert "\n".join(line.rstrip() for line in printed.getvalue().split("\n")).strip() == (
        "\n\n".join(expected)
    )


def test_commands_in_the_readme_work(tmp_path: Path) -> None:
    commands = [
        line.replace("build/", f"{tmp_path}/")
        for language, code in FENCED.findall(README)
        if language == "sh"
        for line in code.splitlines()
        if line.startswith("webwinnow ")
    ]
    assert len(commands) == 11
    with served(Portal(articles=40, slow=0)) as site:
        for command in commands:
            words = [sys.executable, "-m", *shlex.split(command)]
            if "studio" in words or "serve" in words:
                assert_serves(words, tmp_path)
                continue
            if "crawl" in words:  # a site of our own, on this machine and in no need of rest
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
    """Until it is told to end; on any port, without a browser, and in a folder of its own."""
    words = [*words[:4], *([f"--data={folder}", "--no-browser"] if "studio" in words else [])]
    command = [*words, "--port=0"]
    with subprocess.Popen(command, cwd=ROOT, stderr=subprocess.PIPE, text=True) as process:
        assert process.stderr
        (address,) = re.findall(r"http://\S+", process.stderr.readline())
        with urllib.request.urlopen(f"{address.rstrip('/')}/v1/methods") as answer:
            assert answer.status == 200
        process.terminate()
        assert process.wait(20) == 0


def test_every_method_has_a_page() -> None:
    assert {path.stem for path in (DOCS / "methods").glob("*.md")} == set(webwinnow.METHODS)


def test_links_between_pages_lead_somewhere() -> None:
    for page in [*ROOT.glob("*.md"), *DOCS.rglob("*.md")]:
        for target in re.findall(r"\]\(([^)#:]+)\)", page.read_text("utf-8")):
            assert (page.parent / target).exists(), f"{page.name} links to {target}"
