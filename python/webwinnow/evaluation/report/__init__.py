"""The report of an evaluation: one HTML file that needs nothing else."""

from datetime import date
from pathlib import Path

from webwinnow.errors import InputError
from webwinnow.evaluation.results import Evaluation
from webwinnow.io.atomic import write_atomically
from webwinnow.messages import error_reason

__all__ = ["write"]


def write(evaluation: Evaluation, folder: Path, *, made: date | None = None) -> Path:
    """`index.html` in the folder, which is made where it is missing; `made` is today's date unless
    given. An `InputError` where matplotlib is missing or the folder cannot be written.
    """
    from webwinnow.evaluation.report.svg import require_matplotlib

    require_matplotlib()
    from webwinnow.evaluation.report.page import page

    text = page(evaluation, made or date.today())
    target = folder / "index.html"
    try:
        # File names may contain bytes that are not valid UTF-8.
        write_atomically(target, text.encode("utf-8", "replace"))
    except OSError as error:
        reason = error_reason(error)
        raise InputError(f"cannot write {str(target)!r} ({reason}); name another folder") from error
    return target
