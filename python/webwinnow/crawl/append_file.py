"""Files that grow over several runs, and are cut back to what was committed."""

import os
from pathlib import Path
from typing import BinaryIO

from webwinnow.errors import InputError
from webwinnow.messages import error_reason

__all__ = ["open_at", "to_disk"]


def open_at(path: Path, end: int) -> BinaryIO:
    """The file, ready to be written from this byte on; what lies beyond is cut off."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        file = path.open("r+b" if path.exists() else "xb")
        if os.fstat(file.fileno()).st_size < end:
            file.close()
            raise InputError(
                f"{str(path)!r} is shorter than the crawl's state says; put back the whole file, "
                "or name another output to begin anew"
            )
        file.truncate(end)
        file.seek(end)
    except OSError as error:
        raise InputError(
            f"cannot write {str(path)!r} ({error_reason(error)}); name another file"
        ) from error
    return file


def to_disk(file: BinaryIO) -> None:
    """Everything is there, even if the power fails."""
    file.flush()
    os.fsync(file.fileno())
