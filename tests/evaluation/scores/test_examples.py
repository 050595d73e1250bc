import doctest
from importlib import import_module
from pathlib import Path

import pytest

DOCS = Path(__file__).parent.parent.parent / "docs"


@pytest.mark.parametrize("name", ["in_order", "text_only", "bag_of_words", "edit_distance"])
def test_examples_in_docstrings_are_true(name: str) -> None:
    result = doctest.testmod(import_module(f"webwinnow.scores.{name}"))
    assert result.attempted > 0
    assert result.failed == 0


def test_examples_in_the_page_on_scores_are_true() -> None:
    result = doctest.testfile(str(DOCS / "scores.md"), module_relative=False)
    assert result.attempted > 10
    assert result.failed == 0
