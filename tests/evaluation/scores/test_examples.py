import doctest
from importlib import import_module

import pytest

from tests.support import ROOT

DOCS = ROOT / "docs"


@pytest.mark.parametrize("name", ["cleaneval", "text"])
def test_examples_in_docstrings_are_true(name: str) -> None:
    result = doctest.testmod(import_module(f"webwinnow.evaluation.scores.{name}"))
    assert result.attempted > 0
    assert result.failed == 0


def test_examples_in_the_page_on_scores_are_true() -> None:
    result = doctest.testfile(str(DOCS / "scores.md"), module_relative=False)
    assert result.attempted > 10
    assert result.failed == 0
