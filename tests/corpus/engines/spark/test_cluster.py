"""Spark with real workers, of which some are killed."""

import os
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest

from tests.corpus.engines.spark.toy_job import documents, expected_parts, started, toy_job
from tests.support import ROOT
from webwinnow.corpus.settings import Settings

pyspark = pytest.importorskip("pyspark")
SHARDS = 6


def spark_home(folder: Path) -> Path:
    """Make a Spark folder of links, since workers of the cluster write into it."""
    folder.mkdir()
    for each in Path(pyspark.__file__).parent.iterdir():
        (folder / each.name).symlink_to(each)
    return folder


def test_killed_executors_change_nothing_and_all_import_the_shipped_package(tmp_path: Path) -> None:
    made, settings = documents(7, SHARDS, 8), Settings()
    job = toy_job(tmp_path / "out", made, settings, base=tmp_path)
    slow = tmp_path / job.workspace.shards[3].path
    slow.write_text(f"slow 60 {slow.read_text()}")
    (tmp_path / "out" / "slow-ngrams-4").touch()
    environment = {
        **os.environ,
        "SPARK_HOME": str(spark_home(tmp_path / "home")),
        "PYTHONPATH": os.pathsep.join([str(ROOT / "python"), str(ROOT)]),
    }
    command = [
        sys.executable,
        "-m",
        "tests.corpus.engines.spark.cluster",
        "out",
        "clean-3",
        "ngrams-4",
    ]
    done = subprocess.run(
        command, cwd=tmp_path, env=environment, capture_output=True, text=True, timeout=1200
    )
    assert done.returncode == 0, done.stderr
    assert done.stderr == ""
    parts = [path.read_bytes() for path in sorted((tmp_path / "out").glob("part-*"))]
    assert parts == expected_parts(made, settings)

    lines = [line.split() for line in done.stdout.splitlines()]
    assert Counter(task for task, *_ in lines) == {
        "clean": SHARDS, "finish": SHARDS, "joined-same": 1, "joined-seen": 1
    }  # fmt: skip
    packages = {Path(package) for task, _, package in lines if task == "clean"}
    assert {package.parents[1].name for package in packages} == {"webwinnow-shipped"}
    assert all(package.is_relative_to(tmp_path / "home" / "work") for package in packages)
    assert started(job.workspace, "clean")[3] == 2
    assert started(job.workspace, "ngrams")[4] == 2
