"""The bar that shows how far a long run has come."""

from typing import Any

from rich.console import Console
from rich.progress import Progress


class Bar:
    """On standard error, gone when done; lines told meanwhile appear above it."""

    def __init__(self, total: int | None, label: str = "cleaning") -> None:
        # Standard output carries the texts: rich must leave it alone.
        self.progress = Progress(
            console=Console(stderr=True), transient=True, redirect_stdout=False
        )
        self.task = self.progress.add_task(label, total=total)

    def __enter__(self) -> "Bar":
        self.progress.start()
        return self

    def __exit__(self, *_: Any) -> None:
        self.progress.stop()

    def show(self, done: int, total: int | None = None) -> None:
        """`total` is for a bar that was begun without one, and pulses until it is known."""
        self.progress.update(self.task, completed=done, total=total)
