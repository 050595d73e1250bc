from pathlib import Path

import pytest

from tests.cli.command import ONE, TWO


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with a.html, b/c.htm, and files that are not pages."""
    pages = tmp_path / "pages"
    (pages / "b").mkdir(parents=True)
    (pages / "a.html").write_text(ONE)
    (pages / "b" / "c.htm").write_text(TWO)
    (pages / "style.css").write_text("p { color: red }")
    (pages / ".hidden.html").write_text("<p>hidden")
    return pages
