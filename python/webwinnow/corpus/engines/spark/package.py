"""The package on machines that may not have it: an archive of it, and functions that find it there.

A zip on the path of modules would not do, for the compiled core cannot be loaded from inside of
one; but Spark unpacks archives on each machine.
"""

import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

from webwinnow.io.atomic import commit_file

__all__ = ["archive", "on_workers"]

# What is no part of the package, and not the same twice.
LEFT_OUT = "__pycache__"
# The same for every file, so that the same package gives the same archive.
EPOCH = (1980, 1, 1, 0, 0, 0)


def archive(path: Path, scratch: Path) -> None:
    """Writes a zip with the running package in it, its core and its models included."""
    import webwinnow

    package = Path(webwinnow.__file__).parent
    files = [file for file in package.rglob("*") if file.is_file() and LEFT_OUT not in file.parts]
    with commit_file(path, scratch) as temporary, zipfile.ZipFile(temporary, "w") as packed:
        for file in sorted(files):
            name = zipfile.ZipInfo(file.relative_to(package.parent).as_posix(), EPOCH)
            packed.writestr(name, file.read_bytes(), zipfile.ZIP_DEFLATED, compresslevel=1)


def on_workers(task: str, *arguments: Any, shipped: str | None = None) -> Callable[[Any], Any]:
    """A function for Spark's workers that hands what it is given, and the arguments, to the
    "module:function" named; `shipped` is the name under which the archive was unpacked.

    Spark sends the function inside as a whole, because it is defined in another; all others it
    sends by name, and workers without the package could not look that up. So nothing of the package
    may be in the arguments either.
    """

    def run(given: Any) -> Any:
        import os
        import sys
        from importlib import import_module

        if shipped is not None:
            from pyspark import SparkFiles

            place = os.path.abspath(SparkFiles.get(shipped))  # noqa: PTH100
            if place not in sys.path:
                sys.path.insert(0, place)
        module, _, name = task.partition(":")
        return getattr(import_module(module), name)(given, *arguments)

    return run
