"""Progress bar of long commands."""

import sys
import threading
from typing import TYPE_CHECKING

from webwinnow.cli.console import stderr_is_terminal

if TYPE_CHECKING:
    from rich.progress import Progress, TaskID

# Seconds of work before a bar appears.
BAR_DELAY = 1.0


class ProgressBar:
    """A bar on standard error, shown after `BAR_DELAY` seconds and removed at the end.

    It pulses until a total is known. Warnings appear above it. It is never shown if `quiet`, if
    standard error is not a terminal, or if the command `prints` its results on the terminal.
    """

    def __init__(
        self, label: str, total: int | None = None, *, quiet: bool = False, prints: bool = False
    ) -> None:
        self.label, self.done, self.total = label, 0, total
        self.is_enabled = not quiet and stderr_is_terminal() and not (prints and is_terminal())
        self._timer = threading.Timer(BAR_DELAY, self._show)
        self._timer.daemon = True
        self._lock = threading.Lock()  # the timer's thread creates the bar
        self._progress: Progress | None = None
        self._task: TaskID

    def __enter__(self) -> "ProgressBar":
        if self.is_enabled:
            self._timer.start()
        return self

    def __exit__(self, *_: object) -> None:
        if self.is_enabled:
            self._timer.cancel()
            self._timer.join()
        if self._progress:
            self._progress.stop()

    def update(self, done: int, total: int | None = None, label: str | None = None) -> None:
        """Set the finished amount; `total` and `label` stay as they are unless given."""
        with self._lock:
            self.done, self.total, self.label = done, total or self.total, label or self.label
            if self._progress:
                self._progress.update(
                    self._task, completed=done, total=self.total, description=self.label
                )

    def restart(self, label: str, total: int | None = None) -> None:
        """Begin the next phase of the command at zero."""
        with self._lock:
            self.label, self.done, self.total = label, 0, total
            if self._progress:
                self._progress.remove_task(self._task)
                self._task = self._progress.add_task(label, total=total)

    def _show(self) -> None:
        from rich.console import Console  # slow to import
        from rich.progress import Progress

        # Standard output carries the results: rich must not redirect it.
        progress = Progress(console=Console(stderr=True), transient=True, redirect_stdout=False)
        with self._lock:
            self._task = progress.add_task(self.label, total=self.total, completed=self.done)
            self._progress = progress
        progress.start()


def is_terminal() -> bool:
    return sys.stdout is not None and sys.stdout.isatty()
