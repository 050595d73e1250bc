"""Which methods can be trained here: found out once, when somebody first asks."""

import json
import subprocess
import sys
from concurrent.futures import Future, ThreadPoolExecutor
from functools import cached_property

from webwinnow.studio.process import WORKER, environment

__all__ = ["Readiness"]

SECONDS = 120.0

Problems = dict[str, str | None]  # by method; None where there is none


class Readiness:
    """Another process looks: it starts browsers, and loads what the studio itself does without."""

    def now(self) -> Problems | None:
        """None as long as it is not known."""
        return self._asked.result() if self._asked.done() else None

    def known(self) -> Problems:
        """Waits for it."""
        return self._asked.result()

    @cached_property
    def _asked(self) -> "Future[Problems]":
        with_one = ThreadPoolExecutor(1, thread_name_prefix="readiness")
        asked = with_one.submit(looked)
        with_one.shutdown(wait=False)
        return asked


def looked() -> Problems:
    """Empty where nothing could be found out: a job will tell then."""
    try:
        done = subprocess.run(
            [sys.executable, "-m", WORKER, "--ready"],
            stdin=subprocess.DEVNULL,
            capture_output=True,
            env=environment(),
            timeout=SECONDS,
            check=True,
        )
        found: Problems = json.loads(done.stdout)
        return found
    except (OSError, ValueError, subprocess.SubprocessError):
        return {}
