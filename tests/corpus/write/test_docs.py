"""The examples and tables of docs/corpus-formats.md are correct."""

import contextlib
import io
import re
from itertools import pairwise
from pathlib import Path

import pytest

from tests.corpus.write.batches import NOON, batch, lines, row, written
from tests.support import ROOT
from webwinnow.corpus.report.numbers import About, numbers
from webwinnow.corpus.report.tally import Tally
from webwinnow.corpus.write import WRITERS
from webwinnow.corpus.write.base import SCHEMA

GUIDE = (ROOT / "docs" / "corpus-formats.md").read_text("utf-8")
FENCED = re.compile(r"^```(\w*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)


@pytest.fixture
def parts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Write the example documents in every format, and change to their folder."""
    first = lines(
        ("heading", "Kernels"),
        ("paragraph", "Use box for quick looks:\nit's fast."),
        ("list item", "Smooth it"),
        ("row", "Kernel\tCost"),
        ("row", "box\t2"),
        url="http://example.org/kernels?a=1&b=2",
        time=NOON,
        host="example.org",
        title="Kernels",
        language="en",
        score=0.98,
        tokens=15,
    )
    documents = [first, row(2, "A second page.")]
    for document in documents:
        for block in document["blocks"]:
            block["score"] = 0.75
    for name, (suffix, _) in WRITERS.items():
        written(name, tmp_path / f"part-000000{suffix}", batch(*documents))
    monkeypatch.chdir(tmp_path)
    return tmp_path


def section(heading: str) -> str:
    return GUIDE.split(f"\n## {heading}\n")[1].split("\n## ")[0]


def test_python_examples_print_the_shown_output(parts: Path) -> None:
    shown = 0
    for (language, code), (_, output) in pairwise(FENCED.findall(GUIDE)):
        if language == "python":
            with contextlib.redirect_stdout(io.StringIO()) as printed:
                exec(code, {})
            assert printed.getvalue() == output
            shown += 1
    assert shown == 4


@pytest.mark.parametrize("name", ["xml", "text"])
def test_complete_examples_equal_the_written_file(name: str, parts: Path) -> None:
    example = FENCED.findall(section(name))[0][1]
    assert (parts / f"part-000000{WRITERS[name].suffix}").read_text("utf-8") == example


@pytest.mark.parametrize("name", ["tei", "vertical"])
def test_examples_of_one_document_equal_its_part_of_the_file(name: str, parts: Path) -> None:
    example = FENCED.findall(section(name))[0][1]
    text = (parts / f"part-000000{WRITERS[name].suffix}").read_text("utf-8")
    assert text.removesuffix("</teiCorpus>\n").endswith(example)


def test_every_format_has_its_suffix_in_the_table() -> None:
    rows = re.findall(r"^\| `(\w+)`(?: \(default\))? \| `(\.[\w.]+)` \|", GUIDE, re.MULTILINE)
    assert rows == [(name, suffix) for name, (suffix, _) in WRITERS.items()]


def test_every_column_is_described_with_its_type() -> None:
    found = re.findall(r"^\| `(\w+)` \| ([^|]+) \|", section("The columns"), re.MULTILINE)
    types = [(field.name, str(field.type).split("<")[0]) for field in SCHEMA]
    assert found == types


def test_every_key_of_the_report_is_described() -> None:
    described = section("The report")
    found = numbers(Tally(), {})
    for line in found:
        assert f"`{line}`" in described
    about = re.findall(r"`(\w+)`", described.split("| `about` |")[1].split("\n")[0])
    assert sorted(about) == sorted(About.__annotations__)
