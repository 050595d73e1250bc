"""JSON that lies in files: written by the studio, but whoever can reach a folder can change it."""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

__all__ = ["UNFIT", "check_types", "read_kept"]

#: What reading may raise where a file is not what it should be.
UNFIT = (OSError, ValueError, TypeError, LookupError, RecursionError)


def read_kept(path: Path) -> dict[str, Any]:
    """An object that can be sent on; one of UNFIT where it is none."""
    values = json.loads(path.read_text("utf-8"))
    if not isinstance(values, dict):
        raise TypeError(f"{path.name} holds no object")
    # Numbers without end and halves of characters can be read, but no answer can hold them.
    json.dumps(values, ensure_ascii=False, allow_nan=False).encode()
    return values


def check_types(values: Mapping[str, object], **types: "type | tuple[type, ...]") -> None:
    """One of UNFIT where a value is missing, or something else."""
    for name, expected in types.items():
        if not isinstance(values[name], expected):
            raise TypeError(f"{name} is {values[name]!r}")
