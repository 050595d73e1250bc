"""The engine of Spark on one machine: with the real tasks, and with small ones in their place."""

import json
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any, cast
from unittest.mock import patch

import pytest

from tests.corpus.engines.spark.toy_job import ToyJob, documents, expected_parts, started, toy_job
from tests.corpus.generated_crawl import crawl
from tests.support import ROOT
from webwinnow.cli.corpus_progress import TASK_LABELS
from webwinnow.corpus.builder import Engine, build
from webwinnow.corpus.engines.local.engine import Watch
from webwinnow.corpus.engines.spark import engine
from webwinnow.corpus.settings import Settings
from webwinnow.errors import InputError, UnknownSetting
from webwinnow.methods.goldminer.store import open_store

pytest.importorskip("pyspark")


class Heard(Watch):
    """A watch that records its calls."""

    def __init__(self) -> None:
        self.begun: list[tuple[str, int, int]] = []
        self.finished: list[tuple[int, int]] = []

    def begin(self, task: str, done: int, total: int) -> None:
        self.begun.append((task, done, total))

    def finish(self, number: int, size: int, done: dict[str, Any]) -> None:
        self.finished.append((number, size))


# Workers must find the tests, too, in any environment of Java.
CONF = {"spark.sql.shuffle.partitions": "3", "spark.executorEnv.PYTHONPATH": str(ROOT)}
LOCAL = Engine("spark", master="local[2]", conf=CONF)
TOYS = {
    name: f"tests.corpus.engines.spark.toy_job:{name}"
    for name in ("clean", "keys", "ngrams", "finish")
}


@pytest.fixture(scope="module", autouse=True)
def _session(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """One session for all tests, because Java takes seconds to start."""
    from webwinnow.corpus.engines.spark.session import session

    with session(LOCAL.master, LOCAL.conf, tmp_path_factory.mktemp("spark") / "log"):
        yield


def run(job: ToyJob, watch: Heard | None = None) -> None:
    with patch.dict(engine.WORKER_TASKS, TOYS):
        engine.run(cast(Any, job), LOCAL, watch or Heard())


def parts(job: ToyJob) -> list[bytes]:
    return [path.read_bytes() for path in sorted(job.workspace.folder.glob("part-*"))]


@pytest.mark.parametrize("seed", [1, 2])
def test_joins_match_the_definition(tmp_path: Path, seed: int) -> None:
    made, settings = documents(seed, shards=5, each=12), Settings()
    job = toy_job(tmp_path / "out", made, settings)
    run(job)
    expected = expected_parts(made, settings)
    assert parts(job) == expected
    assert b'"same": [[' in b"".join(expected)
    assert b'"seen": [[' in b"".join(expected)


def test_every_shard_is_noted_once_and_a_second_run_does_nothing(tmp_path: Path) -> None:
    job, watch = toy_job(tmp_path / "out", documents(3, 4, 5), Settings()), Heard()
    run(job, watch)
    each = [(task, number) for task in ("clean", "finish") for number in range(4)]
    assert sorted(job.noted) == sorted([*each, ("joined-same", 0), ("joined-seen", 0)])
    steps = {"clean": 400, "same": 1, "seen": 1, "finish": 4}
    assert watch.begun == [(step, 0, total) for step, total in steps.items()]
    before = len(job.noted)
    run(job)
    assert len(job.noted) == before
    assert set(started(job.workspace, "finish").values()) == {1}


def test_a_job_that_was_stopped_goes_on_where_it_was(tmp_path: Path) -> None:
    made = documents(4, 5, 8)
    job = toy_job(tmp_path / "out", made, Settings())
    run(job)
    for path in job.workspace.folder.glob("part-00000[13]*"):
        path.unlink()
    job.done = {
        at: done for at, done in job.done.items() if at not in {("finish", 1), ("finish", 3)}
    }
    watch = Heard()
    run(job, watch)
    assert watch.begun == [("finish", 3, 5)]
    assert parts(job) == expected_parts(made, Settings())
    assert started(job.workspace, "finish") == {0: 1, 1: 2, 2: 1, 3: 2, 4: 1}


def test_unwanted_results_are_not_computed(tmp_path: Path) -> None:
    made = documents(5, 3, 8)
    some = Settings(near_duplicates=False, onion=None)
    job = toy_job(tmp_path / "out", made, some)
    run(job)
    assert {task for task, _ in job.noted} == {"clean", "joined-same", "finish"}
    assert parts(job) == expected_parts(made, some)


def test_shards_are_noted_while_others_are_at_work(tmp_path: Path) -> None:
    job = toy_job(tmp_path / "out", [[], [], []], Settings(onion=None))
    slow = Path(job.workspace.shards[0].path)
    slow.write_text("slow 2 []")
    at: dict[int, float] = {}

    class Timed(Heard):
        def finish(self, number: int, size: int, done: dict[str, Any]) -> None:
            at.setdefault(number, time.monotonic())

    run(job, Timed())
    assert at[0] - at[1] > 0.5


def test_a_missing_input_is_reported_after_all_others_are_done(tmp_path: Path) -> None:
    made = documents(6, 4, 5)
    job = toy_job(tmp_path / "out", made, Settings())
    gone = Path(job.workspace.shards[2].path)
    kept = gone.read_bytes()
    gone.unlink()
    with pytest.raises(InputError, match=r"^cannot read '.*input-2.json'; fix this and rerun the"):
        run(job)
    assert sorted(number for _, number in job.noted) == [0, 1, 3]
    gone.write_bytes(kept)
    run(job)
    assert parts(job) == expected_parts(made, Settings())


def test_a_failed_task_is_reported_in_one_line(tmp_path: Path) -> None:
    job = toy_job(tmp_path / "out", [[], []], Settings())
    Path(job.workspace.shards[1].path).write_text("fail")
    with pytest.raises(InputError) as caught:
        run(job)
    assert str(caught.value) == (
        "Spark failed: RuntimeError: task failed; rerun the same command; finished shards are kept"
    )


def test_exact_onion_is_rejected(tmp_path: Path) -> None:
    job = toy_job(tmp_path / "out", [[]], Settings(onion="exact"))
    with pytest.raises(UnknownSetting, match="runs on one machine only"):
        run(job)


@pytest.fixture(scope="module")
def lines(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A crawl in three files; one has broken lines."""
    folder = tmp_path_factory.mktemp("crawl")
    pages = [json.dumps({"url": url, "html": html.decode()}) for url, html in crawl(0, 90)]
    pages[40] = "{"
    for number in range(3):
        own = pages[number * 30 : (number + 1) * 30]
        (folder / f"{number}.jsonl").write_text("\n".join(own) + "\n")
    return folder


def files(folder: Path) -> dict[str, bytes]:
    found = [*folder.glob("part-*"), *folder.glob("dropped/*")]
    return {str(path.relative_to(folder)): path.read_bytes() for path in found}


PLAIN = Settings(duplicates=False, near_duplicates=False, onion=None)


def test_both_engines_write_the_same_bytes_without_looking_around(
    lines: Path, tmp_path: Path
) -> None:
    build([str(lines)], tmp_path / "here", PLAIN, engine=Engine(workers=1))
    build([str(lines)], tmp_path / "there", PLAIN, engine=LOCAL)
    assert files(tmp_path / "here") == files(tmp_path / "there")
    assert len(files(tmp_path / "there")) == 6


def test_both_engines_write_the_same_bytes(lines: Path, tmp_path: Path) -> None:
    here = build([str(lines)], tmp_path / "here", engine=Engine(workers=1))
    there = build([str(lines)], tmp_path / "there", engine=LOCAL)
    assert len(files(tmp_path / "here")) == 6
    assert files(tmp_path / "here") == files(tmp_path / "there")
    assert here.tally.documents == there.tally.documents
    assert here.tally.repeated_blocks == there.tally.repeated_blocks > 0
    assert not (tmp_path / "there" / ".work").exists()


def test_both_engines_report_the_same_phrases(lines: Path, tmp_path: Path) -> None:
    settings = Settings(phrases=True)
    build([str(lines)], tmp_path / "here", settings, engine=Engine(workers=2))
    build([str(lines)], tmp_path / "there", settings, engine=LOCAL)
    here, there = (
        json.loads((tmp_path / each / "report.json").read_bytes())["phrases"]
        for each in ("here", "there")
    )
    assert here == there
    assert here["before"]["phrases"]


def test_both_engines_learn_the_same_from_hosts(lines: Path, tmp_path: Path) -> None:
    settings = Settings(method="goldminer:inner=winnow")
    build([str(lines)], tmp_path / "here", settings, engine=Engine(workers=1))
    watch = Heard()
    build([str(lines)], tmp_path / "there", settings, engine=LOCAL, watch=watch)
    assert [task for task, *_ in watch.begun] == ["learn", "clean", "same", "seen", "finish"]
    assert {task for task, *_ in watch.begun} <= TASK_LABELS.keys()
    assert files(tmp_path / "here") == files(tmp_path / "there")
    ours, theirs = (open_store(tmp_path / each / "templates.db") for each in ("here", "there"))
    assert list(ours.hosts()) == list(theirs.hosts()) != []
    assert [ours.get(host) for host in ours.hosts()] == [theirs.get(host) for host in ours.hosts()]


def test_one_engine_resumes_a_job_of_the_other(lines: Path, tmp_path: Path) -> None:
    class Stopped(Exception):
        pass

    class Stopping(Watch):
        def begin(self, task: str, done: int, total: int) -> None:
            if task == "finish":
                raise Stopped

    with pytest.raises(Stopped):
        build([str(lines)], tmp_path / "out", engine=LOCAL, watch=Stopping())
    assert not files(tmp_path / "out")
    build([str(lines)], tmp_path / "out", engine=Engine(workers=1))
    build([str(lines)], tmp_path / "other", engine=LOCAL)
    assert files(tmp_path / "out") == files(tmp_path / "other")
