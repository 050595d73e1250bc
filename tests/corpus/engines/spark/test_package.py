"""The package as workers get it."""

import pickle
import subprocess
import sys
import sysconfig
import zipfile
from pathlib import Path

import pytest

from webwinnow.corpus.engines.spark.package import archive, on_workers


def test_the_archive_is_a_package_that_works_elsewhere(tmp_path: Path) -> None:
    archive(tmp_path / "a.zip", tmp_path / "scratch")
    zipfile.ZipFile(tmp_path / "a.zip").extractall(tmp_path / "there")
    # Isolated, and without the folders that hold this package here.
    code = f"""
import sys
sys.path += [{str(tmp_path / "there")!r}, {sysconfig.get_path("platlib")!r}]
import webwinnow
print(webwinnow.__file__)
print(webwinnow.clean("<p>" + "Words of a text, and more of them. " * 9))
"""
    said = subprocess.run(
        [sys.executable, "-I", "-S", "-c", code], capture_output=True, text=True, cwd="/"
    )
    assert said.stderr == ""
    file, text = said.stdout.splitlines()[:2]
    assert file == str(tmp_path / "there" / "webwinnow" / "__init__.py")
    assert text.startswith("Words of a text")


def test_the_same_package_gives_the_same_archive(tmp_path: Path) -> None:
    one, other = tmp_path / "1.zip", tmp_path / "2.zip"
    archive(one, tmp_path)
    archive(other, tmp_path)
    assert one.read_bytes() == other.read_bytes()
    assert not any("__pycache__" in name for name in zipfile.ZipFile(one).namelist())


def test_workers_without_the_package_can_load_what_is_sent(tmp_path: Path) -> None:
    cloudpickle = pytest.importorskip("pyspark.cloudpickle")
    sent = cloudpickle.dumps(on_workers("json:dumps"))
    code = f"""
import sys
sys.path.append({sysconfig.get_path("platlib")!r})
sys.modules["webwinnow"] = None
import pickle
print(pickle.loads({sent!r})(["given"]))
"""
    said = subprocess.run([sys.executable, "-I", "-S", "-c", code], capture_output=True, text=True)
    assert (said.stdout, said.stderr) == ('["given"]\n', "")
    assert pickle.loads(sent)([1]) == "[1]"
