"""The `results.json` of a paper's benchmark, and the options that every such command has.

A command computes its tables anew. `--resume` keeps the rows that the file has, so that a stopped
run goes on; `--show` prints the file and computes nothing.
"""

from __future__ import annotations

import argparse
import json
import sys
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

PAPERS = Path(__file__).parent

Results = dict[str, Any]


def add_options(parser: argparse.ArgumentParser, paper: str) -> None:
    """Add --show, --resume and --output, whose default is the file in the paper's folder."""
    choice = parser.add_mutually_exclusive_group()
    choice.add_argument("--show", action="store_true", help="print the file; compute nothing")
    choice.add_argument("--resume", action="store_true", help="keep the rows that the file has")
    default = PAPERS / paper / "results.json"
    parser.add_argument(
        "-o", "--output", type=Path, default=default, metavar="FILE", help="results (default: %(default)s)"
    )


@dataclass
class ResultsFile:
    """Results by place, such as "tables", "Exp-1"; written after each change."""

    path: Path
    found: Results = field(default_factory=dict)

    @classmethod
    def open(cls, given: argparse.Namespace, *, keep: bool = False) -> ResultsFile:
        """Open the file that the options name; empty unless they, or `keep`, ask for its content.

        `keep` is for a command that was asked for some tables only: the others stay.
        """
        path: Path = given.output
        if given.show and not path.exists():
            sys.exit(f"no results in {path}; run the command without --show to compute them")
        is_read = path.exists() and (given.show or given.resume or keep)
        return cls(path, json.loads(path.read_text("utf-8")) if is_read else {})

    def get(self, *place: str) -> Any:
        """The result at a place; None without one."""
        found: Any = self.found
        for name in place:
            found = found.get(name) if isinstance(found, dict) else None
        return found

    def put(self, result: Any, *place: str) -> None:
        """Set the result at a place, and write the file."""
        found = self.found
        for name in place[:-1]:
            found = found.setdefault(name, {})
        found[place[-1]] = result
        write_results(self.path, self.found)


def write_results(path: Path | None, results: Results) -> None:
    """Write results; None writes nothing."""
    if path:
        text = json.dumps(results, ensure_ascii=False, separators=(",", ":")) + "\n"
        path.write_text(text, "utf-8")
