"""Spark itself: how it is started and stopped, and what is told when it fails."""

import logging
import os
import re
import shutil
import signal
import sys
import threading
import warnings
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from webwinnow.errors import InputError

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

__all__ = ["AGAIN", "is_local", "last_cause", "session"]

LOCAL = "local[*]"
#: What is set where the user sets nothing else.
DEFAULTS = {
    "spark.app.name": "webwinnow",
    "spark.ui.enabled": "false",
    "spark.ui.showConsoleProgress": "false",
    "spark.log.level": "ERROR",
    # Every worker is one of many on its machine.
    "spark.executorEnv.OMP_NUM_THREADS": "1",
    "spark.sql.session.timeZone": "UTC",
    "spark.sql.adaptive.enabled": "true",
    # Rows may be pages: some hundred of them are as much as a worker should be handed at a time.
    "spark.sql.execution.arrow.maxRecordsPerBatch": "256",
}
AGAIN = "give the same command again: what is done stays done"


@contextmanager
def session(master: str | None, conf: Mapping[str, str], log: Path) -> "Iterator[SparkSession]":
    """A session of our own. One that runs already is used, with settings apart, and is left
    running. What Java has to say is in the log, not on the terminal.

    Without `master`, it is that of `spark-submit`, or all processors of this machine.
    """
    try:
        from pyspark.sql import SparkSession
    except ImportError as error:
        raise InputError("Spark is not installed; pip install 'webwinnow[spark]'") from error
    running = SparkSession.getActiveSession()
    with one_line_failures(), quiet_python():
        base = running
        try:
            if base is None:
                with interrupts_later():
                    base = started(master, conf, log)
            spark = base.newSession()
            for name, value in {**DEFAULTS, **conf}.items():
                if name.startswith("spark.sql."):
                    spark.conf.set(name, value)
            yield spark
        finally:
            if base is not None and base is not running:
                base.stop()


def started(master: str | None, conf: Mapping[str, str], log: Path) -> "SparkSession":
    from pyspark.errors import PySparkRuntimeError
    from pyspark.sql import SparkSession

    if master is None and "PYSPARK_GATEWAY_PORT" not in os.environ:
        master = LOCAL
    settings: dict[str, Any] = {**DEFAULTS, **conf}
    if master is not None:
        settings["spark.master"] = master
    try:
        with python_for(master, conf), errors_to(log):
            return SparkSession.builder.config(map=settings).getOrCreate()
    except PySparkRuntimeError as error:
        raise InputError(no_java(log)) from error


def no_java(log: Path) -> str:
    home = os.environ.get("JAVA_HOME")
    if not (Path(home, "bin", "java").exists() if home else shutil.which("java")):
        where = f"JAVA_HOME is {home!r}, which has none" if home else "there is none"
        return f"Spark needs Java 17 or later, and {where}; install it, or set JAVA_HOME"
    return f"Spark could not start its Java process; {str(log)!r} tells why"


def is_local(master: str) -> bool:
    """Whether workers are processes of this machine that see the same packages."""
    return re.fullmatch(r"local(\[[^\]]*\])?", master) is not None


@contextmanager
def python_for(master: str | None, conf: Mapping[str, str]) -> Iterator[None]:
    """Workers run the Python that the user names; by default on this machine the same as we do,
    elsewhere python3. Spark heeds its own setting only where `spark-submit` starts everything.
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
def errors_to(log: Path) -> Iterator[None]:
    """Processes that are started meanwhile write their errors to a file."""
    log.parent.mkdir(parents=True, exist_ok=True)
    try:
        kept = os.dup(2)
    except OSError:  # there is no standard error, so nothing to keep clean
        yield
        return
    try:
        with log.open("ab") as file:
            os.dup2(file.fileno(), 2)
        yield
    finally:
        os.dup2(kept, 2)
        os.close(kept)


@contextmanager
def interrupts_later() -> Iterator[None]:
    """A Java process whose start is interrupted would stay behind. So Ctrl-C waits those seconds;
    and Spark, which would then answer it by itself, is told not to.
    """
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    came: list[int] = []
    before = {number: signal.getsignal(number) for number in (signal.SIGINT, signal.SIGTERM)}
    for number in before:
        signal.signal(number, lambda number, _: came.append(number))
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler or signal.SIG_DFL)
    if came:
        signal.raise_signal(came[0])


@contextmanager
def quiet_python() -> Iterator[None]:
    """Nothing is said of pandas, which is not used, nor of words to Java that Ctrl-C cut short."""
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
def one_line_failures() -> Iterator[None]:
    """What Spark gives up on becomes an `InputError` with the last cause of it."""
    from py4j.protocol import Py4JError
    from pyspark.errors import PySparkException

    try:
        yield
    except (PySparkException, Py4JError, ConnectionError) as error:
        raise InputError(f"Spark gave up: {last_cause(str(error))}; {AGAIN}") from error


# "Caused by: java.io.IOException: …" and the like; ours are written for users, without their names.
CAUSE = re.compile(
    r"(?:Caused by: |: )?(?:webwinnow\.errors\.\w+: |(?:\w+\.)*(?=\w*(?:Error|Exception): ))(.+)"
)


def last_cause(message: str) -> str:
    """In one line, out of pages of Java and Python."""
    lines = [line.strip() for line in message.splitlines() if line.strip()]
    told = [found[1] for line in lines if (found := CAUSE.fullmatch(line))]
    return (told or lines[:1] or ["no reason was given"])[-1]
