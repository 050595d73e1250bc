"""The bar that shows how far a long run has come."""

from typing import Any

from rich.console import Console
from rich.progress import Progress


class Bar:
    """On standard error, gone when done; lines told meanwhile appear above it."""

    def __init__(self, total: int, label: str = "cleaning") -> None:
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

    def show(self, done: int) -> None:
        self.progress.update(self.task, completed=done)
