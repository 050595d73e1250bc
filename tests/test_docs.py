import doctest
import runpy
import sys
from pathlib import Path

import pytest

import webwinnow

DOCS = Path(__file__).parent.parent / "docs"


def test_pages_made_from_the_program_are_fresh() -> None:
    for path, make in runpy.run_path(str(DOCS / "make.py"))["PAGES"].items():
        assert path.read_text("utf-8") == make(), f"{path.name} is stale; run: make docs"


@pytest.mark.parametrize("name", [webwinnow.__name__, webwinnow.clean.__module__])
def test_examples_in_docstrings_are_true(name: str) -> None:
    result = doctest.testmod(sys.modules[name])
    assert result.attempted > 0
    assert result.failed == 0
