"""Names of pages as names of files that every system takes."""

import re
import unicodedata
from collections.abc import Iterable

__all__ = ["file_name", "file_names"]

LONGEST = 100  # in bytes, well below what any file system takes, suffixes included
# Names that Windows keeps for devices, whatever comes after a dot.
DEVICES = frozenset({"con", "prn", "aux", "nul"})
DEVICES |= {f"{port}{number}" for port in ("com", "lpt") for number in range(10)}


def file_names(names: Iterable[str]) -> dict[str, str]:
    """For each name one of a file, without suffix: no folders, no two alike but for case.

    >>> file_names(["a/b", "../etc", "A_b", "nul"])
    {'a/b': 'a_b', '../etc': 'etc', 'A_b': 'A_b-2', 'nul': 'nul_'}
    """
    found: dict[str, str] = {}
    taken: set[str] = set()
    for name in names:
        stem = free = file_name(name)
        number = 1
        while folded(free) in taken:
            number += 1
            free = f"{stem}-{number}"
        taken.add(folded(free))
        found[name] = free
    return found


def file_name(name: str) -> str:
    """Letters, digits, dots and dashes of the name."""
    plain = unicodedata.normalize("NFC", name)
    stem = re.sub(r"[^\w.-]+", "_", plain).strip("._-")
    while len(stem.encode("utf-8", "replace")) > LONGEST:
        stem = stem[:-1]
    stem = stem.rstrip("._-") or "page"
    return f"{stem}_" if stem.partition(".")[0].lower() in DEVICES else stem


def folded(name: str) -> str:
    return unicodedata.normalize("NFKC", name).casefold()
