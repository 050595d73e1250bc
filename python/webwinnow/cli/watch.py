"""A bar for what may take long."""

import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from webwinnow.cli.batch import PATIENCE

__all__ = ["watched"]

Show = Callable[[int, int | None], None]


@contextmanager
def watched(label: str, quiet: bool, *, prints: bool = False) -> Iterator[Show | None]:
    """A bar once the work takes long and someone sits there to see it; it pulses until it is
    shown how much there is to do. Where the work `prints` to the screen, that is sign enough.
    """
    is_screen_taken = prints and sys.stdout.isatty()
    if quiet or is_screen_taken or sys.stderr is None or not sys.stderr.isatty():
        yield None
        return
    from webwinnow.cli.progress import Bar

    bar = Bar(None, label)
    timer = threading.Timer(PATIENCE, bar.__enter__)
    timer.daemon = True
    timer.start()
    try:
        yield bar.show
    finally:
        timer.cancel()
        timer.join()
        bar.__exit__()
