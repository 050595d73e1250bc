import runpy
from pathlib import Path

DOCS = Path(__file__).parent.parent / "docs"


def test_pages_made_from_the_program_are_fresh() -> None:
    for path, make in runpy.run_path(str(DOCS / "make.py"))["PAGES"].items():
        assert path.read_text("utf-8") == make(), f"{path.name} is stale; run: make docs"
