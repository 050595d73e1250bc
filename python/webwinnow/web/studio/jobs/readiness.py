"""Which methods can be trained here: found out once, when somebody first asks."""

import subprocess
import threading

from webwinnow.process import ChildLost
from webwinnow.web.studio.jobs.child import start_training

__all__ = ["Readiness"]

SECONDS = 120.0

Problems = dict[str, str | None]  # by method; None where there is none


class Readiness:
    """Another process looks: it starts browsers, and loads what the studio itself does without."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._is_known = threading.Event()
        self._is_asked = False
        self._problems: Problems = {}

    def now(self) -> Problems | None:
        """None as long as it is not known."""
        self._ask()
        return self._problems if self._is_known.is_set() else None

    def known(self) -> Problems:
        """Waits for it."""
        self._ask()
        self._is_known.wait()
        return self._problems

    def _ask(self) -> None:
        with self._lock:
            if not self._is_asked:
                # A studio that ends does not wait for it.
                threading.Thread(target=self._look, name="readiness", daemon=True).start()
            self._is_asked = True

    def _look(self) -> None:
        self._problems = looked()
        self._is_known.set()


def looked() -> Problems:
    """Empty where nothing could be found out: a job will tell then."""
    try:
        child = start_training("--ready", subprocess.DEVNULL)
        try:
            found: Problems = child.receive(SECONDS)
        finally:
            child.kill()
        return found
    except (OSError, ChildLost):
        return {}
