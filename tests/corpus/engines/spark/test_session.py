"""Messages for Spark's failures, and the package that is sent to its workers."""

import os
import pickle
import re
import subprocess
import sys
import sysconfig
import zipfile
from pathlib import Path

import pytest

from tests.support import ROOT
from webwinnow.corpus.engines.spark.session import (
    DEFAULTS,
    archive_package,
    is_local,
    last_cause,
    on_workers,
)

START = """
import sys
from pathlib import Path
from webwinnow.corpus.engines.spark.session import session
from webwinnow.errors import InputError
try:
    with session(None, {}, Path("spark.log")):
        pass
except InputError as error:
    print(error)
"""


def message_at_start(folder: Path, code: str = START, **environment: str) -> str:
    """Output of a new process, which must leave standard error empty."""
    kept = {name: value for name, value in os.environ.items() if name != "JAVA_HOME"}
    done = subprocess.run(
        [sys.executable, "-c", code],
        cwd=folder,
        env={**kept, "PYTHONPATH": os.pathsep.join(sys.path), **environment},
        capture_output=True,
        text=True,
        timeout=300,
    )
    assert done.stderr == ""
    return done.stdout.strip()


def test_missing_java_is_reported_with_a_remedy(tmp_path: Path) -> None:
    pytest.importorskip("pyspark")
    # Spark's start script requires these.
    for name in ("bash", "dirname", "env", "ps"):
        where = next(Path(each, name) for each in ("/usr/bin", "/bin") if Path(each, name).exists())
        (tmp_path / name).symlink_to(where)
    message = message_at_start(tmp_path, PATH=str(tmp_path))
    assert message == (
        "Spark requires Java 17 or later, but found none; install it, or set JAVA_HOME"
    )


def test_a_wrong_java_home_is_named(tmp_path: Path) -> None:
    pytest.importorskip("pyspark")
    message = message_at_start(tmp_path, JAVA_HOME="/no/java")
    assert message == (
        "Spark requires Java 17 or later, but JAVA_HOME '/no/java' has none; "
        "install it, or set JAVA_HOME"
    )


def test_missing_spark_is_reported_with_a_remedy(tmp_path: Path) -> None:
    hidden = "import sys; sys.modules['pyspark'] = None" + START
    message = message_at_start(tmp_path, hidden)
    assert message == "Spark is not installed; pip install 'webwinnow[spark]'"


@pytest.mark.parametrize("master", ["local", "local[2]", "local[*]", "local[2,3]"])
def test_workers_of_local_masters_see_the_same_packages(master: str) -> None:
    assert is_local(master)


@pytest.mark.parametrize(
    "master", ["local-cluster[2,1,1024]", "spark://host:7077", "yarn", "k8s://https://host"]
)
def test_workers_of_other_masters_may_lack_the_package(master: str) -> None:
    assert not is_local(master)


OF_PYTHON = """
An exception was thrown from the Python worker. Please see the stack trace below.
Traceback (most recent call last):
  File "/opt/spark_work.py", line 107, in run_shards
ValueError: not this one

During handling of the above exception, another exception occurred:

Traceback (most recent call last):
  File "/opt/spark_work.py", line 107, in run_shards
webwinnow.errors.InputError: cannot read 'a.warc' (No such file or directory)
"""
OF_JAVA = """An error occurred while calling o55.save.
: org.apache.spark.SparkException: Job aborted due to stage failure: Task 0 in stage 1.0 failed
\tat org.apache.spark.scheduler.DAGScheduler.abortStage(DAGScheduler.scala:2935)
Caused by: java.io.IOException: No space left on device
\tat java.base/java.io.FileOutputStream.writeBytes(Native Method)
"""


@pytest.mark.parametrize(
    ("message", "cause"),
    [
        (OF_PYTHON, "cannot read 'a.warc' (No such file or directory)"),
        (OF_JAVA, "IOException: No space left on device"),
        ("\nAnswer from Java side is empty\n", "Answer from Java side is empty"),
        ("", "unknown cause"),
    ],
)
def test_the_last_cause_is_found(message: str, cause: str) -> None:
    assert last_cause(message) == cause


def test_default_settings_are_documented() -> None:
    guide = (ROOT / "docs" / "spark.md").read_text("utf-8")
    rows = re.findall(r"^\| `(spark\.[\w.]+)` \| (\S+) \|$", guide, re.MULTILINE)
    assert dict(rows) == DEFAULTS


def test_the_archive_is_a_package_that_works_elsewhere(tmp_path: Path) -> None:
    archive_package(tmp_path / "a.zip", tmp_path / "scratch")
    zipfile.ZipFile(tmp_path / "a.zip").extractall(tmp_path / "there")
    # Isolated, without the folders of this package.
    code = f"""
import sys
sys.path += [{str(tmp_path / "there")!r}, {sysconfig.get_path("platlib")!r}]
import webwinnow
print(webwinnow.__file__)
print(webwinnow.clean("<p>" + "Words of a text, and more of them. " * 9))
"""
    done = subprocess.run(
        [sys.executable, "-I", "-S", "-c", code], capture_output=True, text=True, cwd="/"
    )
    assert done.stderr == ""
    file, text = done.stdout.splitlines()[:2]
    assert file == str(tmp_path / "there" / "webwinnow" / "__init__.py")
    assert text.startswith("Words of a text")


def test_the_same_package_gives_the_same_archive(tmp_path: Path) -> None:
    one, other = tmp_path / "1.zip", tmp_path / "2.zip"
    archive_package(one, tmp_path)
    archive_package(other, tmp_path)
    assert one.read_bytes() == other.read_bytes()
    assert not any("__pycache__" in name for name in zipfile.ZipFile(one).namelist())


def test_workers_without_the_package_can_load_the_function(tmp_path: Path) -> None:
    cloudpickle = pytest.importorskip("pyspark.cloudpickle")
    sent = cloudpickle.dumps(on_workers("json:dumps"))
    code = f"""
import sys
sys.path.append({sysconfig.get_path("platlib")!r})
sys.modules["webwinnow"] = None
import pickle
print(pickle.loads({sent!r})(["given"]))
"""
    done = subprocess.run([sys.executable, "-I", "-S", "-c", code], capture_output=True, text=True)
    assert (done.stdout, done.stderr) == ('["given"]\n', "")
    assert pickle.loads(sent)([1]) == "[1]"
