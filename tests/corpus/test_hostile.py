"""Small hostile inputs; `benchmarks.corpus.hostile` has large ones."""

from collections import Counter
from pathlib import Path

import pytest

from benchmarks.corpus.hostile import CASES, Sizes, prepare, problem, run

SMALL = Sizes(bomb=2**27, record=10**8, line=10**8, wide=10**6, random=100, nested=10**4)
# Skipped rows of one of two files. Random bytes declared as HTML are not listed: most count as
# pages.
SKIPPED = {
    "bomb": {"type": 1},
    "encoded bombs": {"type": 2},
    "large record": {"type": 1},
    "large record, compressed": {"repetitive": 1},
    "random bytes": {"broken": 1},
    "truncated member": {"broken": 1},
    "nested tags": {"short": 1, "empty": 1},
    "ZIP bomb": {"type": 1, "broken": 2},
    "long line": {"large": 1},
    "wide lines": {"repetitive": 2},
}


@pytest.mark.parametrize("name", CASES)
def test_the_job_finishes_and_reports_skipped_rows(name: str, tmp_path: Path) -> None:
    found = run(prepare(name, tmp_path, SMALL), tmp_path / "out")
    assert problem(found) is None
    assert found.errors == ""
    rows = [row for row in found.dropped if "duplicate" not in row["drop"]]
    if name in SKIPPED:
        assert Counter(row["drop"] for row in rows) == {
            reason: 2 * count for reason, count in SKIPPED[name].items()
        }
    # Each with its offset.
    assert all(row["offset"] for row in rows)
    broken = {(row["source"], row["offset"]) for row in rows if row["drop"] == "broken"}
    examples = found.report["told"].get("broken", [])
    assert {(each["source"], each["offset"]) for each in examples} == broken
