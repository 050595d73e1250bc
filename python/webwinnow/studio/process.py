"""How the process that learns is started: few threads, and the same modules as the studio has."""

import os
import subprocess
import sys
from pathlib import Path
from typing import IO

__all__ = ["WORKER", "environment", "started"]

WORKER = "webwinnow.studio.learning"
THREADS = "2"
# Whatever libraries ask: OpenMP is LightGBM's, the others are NumPy's.
LIMITS = ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS")


def started(folder: Path, errors: IO[bytes]) -> "subprocess.Popen[str]":
    return subprocess.Popen(
        [sys.executable, "-m", WORKER, str(folder)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=errors,
        text=True,
        encoding="utf-8",
        env=environment(),
        start_new_session=True,  # Ctrl-C is for the studio
    )


def environment() -> dict[str, str]:
    path = os.pathsep.join(each or str(Path.cwd()) for each in sys.path)
    few = dict.fromkeys(LIMITS, THREADS)
    return {**os.environ, **few, "PYTHONPATH": path, "PYTHONSAFEPATH": "1"}
