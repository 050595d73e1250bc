"""Run the command in a process, where exit status and streams matter, or in this process."""

import subprocess
import sys
from pathlib import Path

from typer.testing import CliRunner, Result

from webwinnow.cli import app

COMMAND = [sys.executable, "-m", "webwinnow"]
# For tests of inputs, outputs and errors: the method that keeps all text.
CLEAN = ["clean", "--method=all"]
ONE, TWO = "<p>It rained all night.", "<p>The sun rose."


class Finished:
    """Exit status and output of a finished process."""

    def __init__(self, process: subprocess.CompletedProcess[bytes]) -> None:
        self.status = process.returncode
        self.out, self.err = process.stdout.decode(), process.stderr.decode()
        self.lines = self.err.splitlines()


def run(*arguments: str | Path, stdin: bytes = b"", env: dict[str, str] | None = None) -> Finished:
    command = [*COMMAND, *map(str, arguments)]
    return Finished(subprocess.run(command, input=stdin, capture_output=True, env=env))


def invoke(*arguments: str | Path) -> Result:
    return CliRunner().invoke(app, list(map(str, arguments)), catch_exceptions=False)


def files_in(folder: Path) -> list[str]:
    return sorted(str(path.relative_to(folder)) for path in folder.rglob("*") if path.is_file())
