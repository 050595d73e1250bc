"""What users are told when Spark cannot start, or gives up."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.support import ROOT
from webwinnow.corpus.engines.spark.session import DEFAULTS, is_local, last_cause

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


def said_at_start(folder: Path, code: str = START, **environment: str) -> str:
    """What a new process prints, with nothing on its standard error."""
    kept = {name: value for name, value in os.environ.items() if name != "JAVA_HOME"}
    done = subprocess.run(
        [sys.executable, "-c", code],
        cwd=folder,
        env={**kept, "PYTHONPATH": os.pathsep.join(sys.path), **environment},
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert done.stderr == ""
    return done.stdout.strip()


def test_without_java_the_remedy_is_told(tmp_path: Path) -> None:
    pytest.importorskip("pyspark")
    # Spark is started by a script that needs these.
    for name in ("bash", "dirname", "env", "ps"):
        where = next(Path(each, name) for each in ("/usr/bin", "/bin") if Path(each, name).exists())
        (tmp_path / name).symlink_to(where)
    said = said_at_start(tmp_path, PATH=str(tmp_path))
    assert said == ("Spark needs Java 17 or later, and there is none; install it, or set JAVA_HOME")


def test_a_wrong_java_home_is_named(tmp_path: Path) -> None:
    pytest.importorskip("pyspark")
    said = said_at_start(tmp_path, JAVA_HOME="/no/java")
    assert said == (
        "Spark needs Java 17 or later, and JAVA_HOME is '/no/java', which has none; "
        "install it, or set JAVA_HOME"
    )


def test_without_spark_the_remedy_is_told(tmp_path: Path) -> None:
    hidden = "import sys; sys.modules['pyspark'] = None" + START
    said = said_at_start(tmp_path, hidden)
    assert said == "Spark is not installed; pip install 'webwinnow[spark]'"


@pytest.mark.parametrize("master", ["local", "local[2]", "local[*]", "local[2,3]"])
def test_workers_of_local_masters_see_the_same_packages(master: str) -> None:
    assert is_local(master)


@pytest.mark.parametrize(
    "master", ["local-cluster[2,1,1024]", "spark://host:7077", "yarn", "k8s://https://host"]
)
def test_workers_of_other_masters_may_not(master: str) -> None:
    assert not is_local(master)


OF_PYTHON = """
An exception was thrown from the Python worker. Please see the stack trace below.
Traceback (most recent call last):
  File "/opt/spark_work.py", line 107, in each_told
ValueError: not this one

During handling of the above exception, another exception occurred:

Traceback (most recent call last):
  File "/opt/spark_work.py", line 107, in each_told
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
        ("", "no reason was given"),
    ],
)
def test_the_last_cause_is_found(message: str, cause: str) -> None:
    assert last_cause(message) == cause


def test_what_is_set_by_default_is_documented() -> None:
    guide = (ROOT / "docs" / "spark.md").read_text("utf-8")
    rows = re.findall(r"^\| `(spark\.[\w.]+)` \| (\S+) \|$", guide, re.MULTILINE)
    assert dict(rows) == DEFAULTS
