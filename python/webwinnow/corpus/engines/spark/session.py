"""Start and stop Spark, run this package on its workers, and report its failures."""

import logging
import os
import re
import shutil
import signal
import sys
import threading
import warnings
import zipfile
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from webwinnow.corpus.job import RERUN
from webwinnow.errors import InputError
from webwinnow.io.atomic import commit_file

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

LOCAL = "local[*]"
#: Default Spark settings.
DEFAULTS = {
    "spark.app.name": "webwinnow",
    "spark.ui.enabled": "false",
    "spark.ui.showConsoleProgress": "false",
    "spark.log.level": "ERROR",
    # A machine runs many workers.
    "spark.executorEnv.OMP_NUM_THREADS": "1",
    "spark.sql.session.timeZone": "UTC",
    "spark.sql.adaptive.enabled": "true",
    # Rows may be pages, so batches must be small.
    "spark.sql.execution.arrow.maxRecordsPerBatch": "256",
}


@contextmanager
def session(master: str | None, conf: Mapping[str, str], log: Path) -> "Iterator[SparkSession]":
    """Open a session of our own, on a running Spark if there is one, which is left running.

    Java's messages go to `log`, not to the terminal. `master` defaults to that of `spark-submit`,
    or to all processors of this machine.
    """
    try:
        from pyspark.sql import SparkSession
    except ImportError as error:
        raise InputError("Spark is not installed; pip install 'webwinnow[spark]'") from error
    running = SparkSession.getActiveSession()
    with convert_failures(), quiet_python():
        base = running
        try:
            if base is None:
                with delay_interrupts():
                    base = start(master, conf, log)
            spark = base.newSession()
            for name, value in {**DEFAULTS, **conf}.items():
                if name.startswith("spark.sql."):
                    spark.conf.set(name, value)
            yield spark
        finally:
            if base is not None and base is not running:
                base.stop()


def start(master: str | None, conf: Mapping[str, str], log: Path) -> "SparkSession":
    from pyspark.errors import PySparkRuntimeError
    from pyspark.sql import SparkSession

    if master is None and "PYSPARK_GATEWAY_PORT" not in os.environ:
        master = LOCAL
    settings: dict[str, Any] = {**DEFAULTS, **conf}
    if master is not None:
        settings["spark.master"] = master
    try:
        with python_for(master, conf), stderr_to(log):
            return SparkSession.builder.config(map=settings).getOrCreate()
    except PySparkRuntimeError as error:
        raise InputError(describe_java_problem(log)) from error


def describe_java_problem(log: Path) -> str:
    home = os.environ.get("JAVA_HOME")
    if not (Path(home, "bin", "java").exists() if home else shutil.which("java")):
        where = f"JAVA_HOME {home!r} has none" if home else "found none"
        return f"Spark requires Java 17 or later, but {where}; install it, or set JAVA_HOME"
    return f"Spark could not start its Java process; see {str(log)!r}"


def is_local(master: str) -> bool:
    """True if workers are processes of this machine with the same packages."""
    return re.fullmatch(r"local(\[[^\]]*\])?", master) is not None


@contextmanager
def python_for(master: str | None, conf: Mapping[str, str]) -> Iterator[None]:
    """Set the Python of the workers: the user's setting, else ours on this machine, else python3.

    Spark respects its own setting only under `spark-submit`.
    """
    before = os.environ.get("PYSPARK_PYTHON")
    here = sys.executable if master is not None and is_local(master) else None
    wanted = conf.get("spark.pyspark.python") or before or here
    if wanted is not None:
        os.environ["PYSPARK_PYTHON"] = wanted
    try:
        yield
    finally:
        os.environ.pop("PYSPARK_PYTHON", None)
        if before is not None:
            os.environ["PYSPARK_PYTHON"] = before


@contextmanager
def stderr_to(log: Path) -> Iterator[None]:
    """Redirect the standard error of child processes started in the block to a file."""
    log.parent.mkdir(parents=True, exist_ok=True)
    try:
        original = os.dup(2)
    except OSError:  # without standard error there is nothing to redirect
        yield
        return
    try:
        with log.open("ab") as file:
            os.dup2(file.fileno(), 2)
        yield
    finally:
        os.dup2(original, 2)
        os.close(original)


@contextmanager
def delay_interrupts() -> Iterator[None]:
    """Delay Ctrl-C while Java starts: an interrupted start would leave its process behind.

    Also removes the signal handler that Spark installs.
    """
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    received: list[int] = []
    before = {number: signal.getsignal(number) for number in (signal.SIGINT, signal.SIGTERM)}
    for number in before:
        signal.signal(number, lambda number, _: received.append(number))
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler or signal.SIG_DFL)
    if received:
        signal.raise_signal(received[0])


@contextmanager
def quiet_python() -> Iterator[None]:
    """Silence warnings on pandas, which is not used, and on messages to Java cut by Ctrl-C."""
    logger = logging.getLogger("py4j")
    before = logger.level
    logger.setLevel(logging.CRITICAL + 1)
    try:
        with warnings.catch_warnings():
            warnings.filterwarnings("ignore", "PySpark does not yet fully support", FutureWarning)
            warnings.filterwarnings("ignore", "Unable to cleanly shutdown Spark", RuntimeWarning)
            yield
    finally:
        logger.setLevel(before)


@contextmanager
def convert_failures() -> Iterator[None]:
    """Convert Spark's exceptions to `InputError` with their last cause."""
    from py4j.protocol import Py4JError
    from pyspark.errors import PySparkException

    try:
        yield
    except (PySparkException, Py4JError, ConnectionError) as error:
        raise InputError(f"Spark failed: {last_cause(str(error))}; {RERUN}") from error


# "Caused by: java.io.IOException: …" and similar; our own messages stand without the class name.
CAUSE = re.compile(
    r"(?:Caused by: |: )?(?:webwinnow\.errors\.\w+: |(?:\w+\.)*(?=\w*(?:Error|Exception): ))(.+)"
)


def last_cause(message: str) -> str:
    """Extract the last cause from a Java and Python stack trace, in one line."""
    lines = [line.strip() for line in message.splitlines() if line.strip()]
    causes = [found[1] for line in lines if (found := CAUSE.fullmatch(line))]
    return (causes or lines[:1] or ["unknown cause"])[-1]


# Not part of the package, and not reproducible.
EXCLUDED = "__pycache__"
# Time stamp of all files, so that the same package gives the same archive.
EPOCH = (1980, 1, 1, 0, 0, 0)


def archive_package(path: Path, scratch: Path) -> None:
    """Write a zip of the running package, with its core and models.

    Spark unpacks archives on each machine; Python could not load the core from inside a zip.
    """
    import webwinnow

    package = Path(webwinnow.__file__).parent
    files = [file for file in package.rglob("*") if file.is_file() and EXCLUDED not in file.parts]
    with commit_file(path, scratch) as draft, zipfile.ZipFile(draft, "w") as archive:
        for file in sorted(files):
            name = zipfile.ZipInfo(file.relative_to(package.parent).as_posix(), EPOCH)
            archive.writestr(name, file.read_bytes(), zipfile.ZIP_DEFLATED, compresslevel=1)


def on_workers(task: str, *arguments: Any, shipped: str | None = None) -> Callable[[Any], Any]:
    """Make a function for Spark's workers that calls the "module:function" `task` with its own
    argument and `arguments`; `shipped` is the folder of the extracted archive.

    Spark sends the code of the inner function, because it is defined in a function. It sends all
    other functions by name, which workers without the package cannot import. For the same reason
    the arguments must not contain objects of this package.
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
