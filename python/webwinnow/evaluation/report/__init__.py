"""The HTML report of an evaluation: one self-contained file."""

from datetime import date
from pathlib import Path

from webwinnow.errors import InputError
from webwinnow.evaluation.results import Evaluation
from webwinnow.io.atomic import write_atomically
from webwinnow.messages import error_reason

__all__ = ["write_report"]


def write_report(evaluation: Evaluation, folder: Path, *, day: date | None = None) -> Path:
    """Write `index.html` to the folder, creating it if needed; `day` is today by default.

    Raises `InputError` if matplotlib is missing or the folder cannot be written.
    """
    from webwinnow.evaluation.report.svg import require_matplotlib

    require_matplotlib()
    from webwinnow.evaluation.report.page import render_page

    text = render_page(evaluation, day or date.today())
    target = folder / "index.html"
    try:
        # File names may contain bytes that are not valid UTF-8.
        write_atomically(target, text.encode("utf-8", "replace"))
    except OSError as error:
        reason = error_reason(error)
        raise InputError(f"cannot write {str(target)!r} ({reason}); name another folder") from error
    return target
