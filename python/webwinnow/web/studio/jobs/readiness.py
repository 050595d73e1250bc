"""Check once which methods can be trained on this machine."""

import subprocess
import threading

from webwinnow.process import ChildLost
from webwinnow.web.studio.jobs.child import start_training

CHECK_SECONDS = 120.0

Problems = dict[str, str | None]  # by method; None if it can be trained


class Readiness:
    """Runs the check in another process, which starts browsers and loads heavy libraries."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._is_known = threading.Event()
        self._is_started = False
        self._problems: Problems = {}

    def problems(self) -> Problems | None:
        """Problems by method; None until the check has ended."""
        self._start()
        return self._problems if self._is_known.is_set() else None

    def wait_for_problems(self) -> Problems:
        """Problems by method; waits until the check has ended."""
        self._start()
        self._is_known.wait()
        return self._problems

    def _start(self) -> None:
        with self._lock:
            if not self._is_started:
                # A daemon thread: the studio can end before the check does.
                threading.Thread(target=self._check, name="readiness", daemon=True).start()
            self._is_started = True

    def _check(self) -> None:
        self._problems = check_methods()
        self._is_known.set()


def check_methods() -> Problems:
    """Check all methods; empty if the check fails, and then the job reports the problem."""
    try:
        child = start_training("--ready", subprocess.DEVNULL)
        try:
            found: Problems = child.receive(CHECK_SECONDS)
        finally:
            child.kill()
        return found
    except (OSError, ChildLost):
        return {}
