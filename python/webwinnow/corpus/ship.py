"""The package on machines that may not have it: an archive of it, and how workers import from that.

A zip on the path of modules will not do, for the compiled core cannot be loaded from inside of one;
Spark unpacks archives on each machine.
"""

import os
import zipfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import pyarrow as pa

__all__ = ["archive", "on_workers"]

# What is left out: caches, which are not the same twice.
LEFT_OUT = frozenset({"__pycache__"})
# Every archive has the same bytes, wherever the files' times come from.
EPOCH = (1980, 1, 1, 0, 0, 0)
# No use to pack much: models and the core are dense, and it is sent once to each machine.
LEVEL = 1


def archive(path: Path) -> Path:
    """A zip with the running package, its core and its models in it; whole or not at all."""
    import webwinnow

    package = Path(webwinnow.__file__).parent
    temporary = path.with_name(f".{path.name}.{os.getpid()}.tmp")
    try:
        with zipfile.ZipFile(temporary, "w", zipfile.ZIP_DEFLATED, compresslevel=LEVEL) as packed:
            for file in sorted(package.rglob("*")):
                if file.is_file() and LEFT_OUT.isdisjoint(file.parts):
                    name = (package.name / file.relative_to(package)).as_posix()
                    packed.writestr(zipfile.ZipInfo(name, EPOCH), file.read_bytes(), packed.compression)
        temporary.replace(path)
    finally:
        temporary.unlink(missing_ok=True)
    return path


def on_workers(
    task: str, *arguments: Any, shipped: str | None = None
) -> "Callable[[Iterator[pa.RecordBatch]], Iterator[pa.RecordBatch]]":
    """A function for `mapInArrow` that calls the named one of `spark_work` with the batches and the
    arguments; `shipped` is the name under which the archive was unpacked.

    Workers get the function itself, and not just its name, because it is defined in another; so it
    may import the package only once it knows where that is. The same goes for its arguments.
    """

    def run(batches: "Iterator[pa.RecordBatch]") -> "Iterator[pa.RecordBatch]":
        import os
        import sys

        if shipped is not None:
            from pyspark import SparkFiles

            place = os.path.abspath(SparkFiles.get(shipped))  # noqa: PTH100
            if place not in sys.path:
                sys.path.insert(0, place)
        from webwinnow.corpus import spark_work

        work: Callable[..., Iterator[Any]] = getattr(spark_work, task)
        yield from work(batches, *arguments)

    return run
