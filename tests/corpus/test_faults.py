"""Faults around a job give one clear line, and the same command resumes it later."""

import os
import random
import re
import resource
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pyarrow as pa
import pytest

from tests.corpus.generated_crawl import page, paragraph, write_crawl, write_warc
from tests.corpus.test_resume import children, contents, is_alive
from webwinnow.corpus.builder import Engine, build
from webwinnow.corpus.engines.local.engine import Watch
from webwinnow.corpus.job import Job
from webwinnow.corpus.plan import plan
from webwinnow.corpus.read import files, read
from webwinnow.corpus.settings import Settings
from webwinnow.corpus.workspace import Shard
from webwinnow.errors import InputError

ONE = Engine(workers=1)


@pytest.fixture(scope="module")
def crawl(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_crawl(tmp_path_factory.mktemp("faults") / "crawl", files=4, pages=12)


@pytest.fixture(scope="module")
def expected(crawl: Path, tmp_path_factory: pytest.TempPathFactory) -> dict[str, bytes]:
    """Files of an undisturbed job on the crawl."""
    output = tmp_path_factory.mktemp("undisturbed") / "out"
    build([str(crawl)], output, engine=ONE)
    return contents(output)


def command(*arguments: object) -> list[str]:
    return [sys.executable, "-m", "webwinnow", "corpus", *map(str, arguments), "--workers=1", "-q"]


def run(*arguments: object, **how: Any) -> tuple[int, str]:
    """Run the command; return exit status and standard error."""
    done = subprocess.run(command(*arguments), capture_output=True, timeout=300, **how)
    assert done.stdout == b""
    return done.returncode, done.stderr.decode()


def refusal(*arguments: object, **how: Any) -> str:
    """The one line with which a job stops."""
    status, message = run(*arguments, **how)
    assert status == 2, message
    assert re.fullmatch(r"webwinnow: [^\n]+\n", message), message
    return message


def is_root() -> bool:
    return os.geteuid() == 0


@pytest.fixture
def disk(tmp_path: Path) -> Iterator[Callable[[str], Path]]:
    """Mount a small file system; a second call remounts it with other options."""
    place = tmp_path / "disk"
    place.mkdir()

    def mounted(options: str) -> Path:
        again = "remount," if os.path.ismount(place) else ""
        mount = ["mount", "-t", "tmpfs", "-o", again + options, "tmpfs", str(place)]
        if not is_root() or subprocess.run(mount, capture_output=True).returncode:
            pytest.skip("only root can mount a small disk, and not everywhere")
        return place

    yield mounted
    if os.path.ismount(place):
        subprocess.run(["umount", str(place)], check=True)


def test_a_full_disk_costs_nothing_once_there_is_room(
    crawl: Path, expected: dict[str, bytes], disk: Callable[[str], Path]
) -> None:
    refusals = []
    for kilobytes in (8, 40, 80, 120, 160, 200, 280, 4000):
        output = disk(f"size={kilobytes}k") / "out"
        status, message = run(crawl, "-o", output)
        assert contents(output).items() <= expected.items()
        if status == 0:
            break
        assert status == 2, message
        line = r"webwinnow: cannot write [^\n]+\(No space left on device\)[^\n]+\n"
        assert re.fullmatch(line, message), message
        refusals.append(message)
    assert len(refusals) >= 3
    assert contents(output) == expected


def test_a_file_size_limit_is_reported(
    crawl: Path, expected: dict[str, bytes], tmp_path: Path
) -> None:
    """A file size limit acts like a full disk, without root rights."""
    for size in (50, 500, 8_000, 20_000):

        def bounded(size: int = size) -> None:
            resource.setrlimit(resource.RLIMIT_FSIZE, (size, size))

        message = refusal(crawl, "-o", tmp_path / "out", preexec_fn=bounded)
        assert "cannot write" in message
        assert "(File too large)" in message
        assert contents(tmp_path / "out").items() <= expected.items()
    assert run(crawl, "-o", tmp_path / "out") == (0, "")
    assert contents(tmp_path / "out") == expected


def test_an_incomplete_manifest_line_is_repaired(crawl: Path, tmp_path: Path) -> None:
    settings = Settings()
    planned = plan([str(crawl)], folder=tmp_path / "out" / ".work" / "lists")
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    with Job.open(tmp_path / "out", planned, settings) as job:
        job.record("clean", 0, {})
    size = job.path.stat().st_size

    def note_within_bounds() -> None:
        with Job.open(tmp_path / "out", planned, settings) as job:
            resource.setrlimit(resource.RLIMIT_FSIZE, (size + 5, hard))
            try:
                job.record("clean", 1, {})
            finally:
                job.__exit__(None, None, None)
                resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))

    with pytest.raises(InputError, match="File too large"):
        note_within_bounds()
    assert job.path.stat().st_size == size + 5
    with Job.open(tmp_path / "out", planned, settings) as job:
        assert job.done == {"clean": {0: {}}}
        job.record("clean", 1, {})
    with Job.open(tmp_path / "out", planned, settings) as job:
        assert job.done == {"clean": {0: {}, 1: {}}}


@pytest.mark.parametrize("kind", ["archives", "pages"])
def test_an_unwritable_folder_is_reported(kind: str, crawl: Path, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("mine")
    (tmp_path / "pages").mkdir()
    (tmp_path / "pages" / "a.html").write_bytes(b"<p>Hello")
    source = crawl if kind == "archives" else tmp_path / "pages"
    message = refusal(source, "-o", tmp_path / "file" / "out")
    assert "cannot write" in message
    assert "Not a directory" in message
    assert "cannot write" in refusal(source, "-o", tmp_path / "file")
    assert (tmp_path / "file").read_text() == "mine"


@pytest.mark.parametrize("kind", ["archives", "pages"])
def test_a_read_only_disk_is_reported(
    kind: str, crawl: Path, tmp_path: Path, disk: Callable[[str], Path]
) -> None:
    (tmp_path / "pages").mkdir()
    (tmp_path / "pages" / "a.html").write_bytes(b"<p>Hello")
    source = crawl if kind == "archives" else tmp_path / "pages"
    disk("size=1m")
    message = refusal(source, "-o", disk("ro") / "out")
    assert "cannot write" in message
    assert "Read-only file system" in message


def test_a_report_that_cannot_be_written_is_tried_again(
    crawl: Path, expected: dict[str, bytes], tmp_path: Path
) -> None:
    output = tmp_path / "out"
    (output / ".work").mkdir(parents=True)
    watch = Meddling("finish", lambda: (output / "report.html").mkdir(exist_ok=True))
    with pytest.raises(InputError, match=r"cannot write .*/out' \(.*same command"):
        build([str(crawl)], output, engine=ONE, watch=watch)
    (output / "report.html").rmdir()
    build([str(crawl)], output, engine=ONE)
    assert contents(output) == expected
    assert (output / "report.html").is_file()


class Meddling(Watch):
    """Calls a function once, while a task runs."""

    def __init__(self, task: str, meddle: Callable[[], object]) -> None:
        self.task, self.meddle = task, meddle
        self.now = ""

    def begin(self, task: str, done: int, total: int) -> None:
        self.now = task

    def finish(self, number: int, size: int, done: dict[str, Any]) -> None:
        if self.now == self.task:
            self.task = "done"
            self.meddle()


@pytest.mark.parametrize("task", ["clean", "keys", "ngrams", "finish"])
def test_a_moved_output_can_be_restored(
    task: str, crawl: Path, expected: dict[str, bytes], tmp_path: Path
) -> None:
    output, away = tmp_path / "out", tmp_path / "away"
    watch = Meddling(task, lambda: output.rename(away))
    with pytest.raises(InputError, match=r"cannot write .*No such file.*same command"):
        build([str(crawl)], output, engine=ONE, watch=watch)
    assert not output.exists()
    away.rename(output)
    build([str(crawl)], output, engine=ONE)
    assert contents(output) == expected


@pytest.mark.parametrize("task", ["clean", "finish"])
def test_an_output_that_was_deleted_is_made_again(
    task: str, crawl: Path, expected: dict[str, bytes], tmp_path: Path
) -> None:
    output = tmp_path / "out"
    watch = Meddling(task, lambda: shutil.rmtree(output, ignore_errors=True))
    with pytest.raises(InputError, match=r"cannot write .*No such file.*same command"):
        build([str(crawl)], output, engine=ONE, watch=watch)
    build([str(crawl)], output, engine=ONE)
    assert contents(output) == expected


def test_an_input_truncated_during_a_job_can_be_restored(tmp_path: Path) -> None:
    crawl = write_crawl(tmp_path / "crawl", files=3, pages=8)
    build([str(crawl)], tmp_path / "undisturbed", engine=ONE)
    path = crawl / "002.warc.gz"
    whole, times = path.read_bytes(), path.stat()
    watch = Meddling("clean", lambda: os.truncate(path, len(whole) // 2))
    with pytest.raises(InputError, match=r"002\.warc\.gz' changed while it was read.*same command"):
        build([str(crawl)], tmp_path / "out", engine=ONE, watch=watch)
    path.write_bytes(whole)
    os.utime(path, ns=(times.st_atime_ns, times.st_mtime_ns))
    build([str(crawl)], tmp_path / "out", engine=ONE)
    assert contents(tmp_path / "out") == contents(tmp_path / "undisturbed")


@pytest.mark.parametrize("loss", ["is missing", "changed"])
def test_a_page_lost_during_a_job_can_be_restored(loss: str, tmp_path: Path) -> None:
    pages, output = tmp_path / "pages", tmp_path / "out"
    pages.mkdir()
    for name in "abc":
        text = f"<p>The {name} rose twice that day, and nobody knew why it had done so. " * 5
        (pages / f"{name}.html").write_text(text)
    settings = Settings(method="all", max_repetition=1.0, onion=None, near_duplicates=False)
    build([str(pages)], tmp_path / "undisturbed", settings, engine=ONE)
    whole, times = (pages / "b.html").read_bytes(), (pages / "b.html").stat()

    class Losing(Watch):
        def begin(self, task: str, done: int, total: int) -> None:
            if task == "clean":
                (pages / "b.html").unlink()
                if loss == "changed":
                    (pages / "b.html").write_bytes(whole[:100])

    with pytest.raises(InputError, match=rf"'b\.html' in .* {loss}.*same command"):
        build([str(pages)], output, settings, engine=ONE, watch=Losing())
    (pages / "b.html").write_bytes(whole)
    os.utime(pages / "b.html", ns=(times.st_atime_ns, times.st_mtime_ns))
    build([str(pages)], output, settings, engine=ONE)
    assert contents(output) == contents(tmp_path / "undisturbed")


def test_a_read_error_is_an_input_error(monkeypatch: pytest.MonkeyPatch) -> None:
    def failing(shard: Shard, max_bytes: int) -> Iterator[Any]:
        yield pa.RecordBatch.from_pydict({})
        raise OSError(5, "Input/output error")

    monkeypatch.setattr(files, "read_folder", failing)
    batches = read(Shard(0, "folder", "a.warc"), 1000)
    assert next(batches).num_rows == 0
    with pytest.raises(InputError, match=r"cannot read 'a\.warc' \(Input/output error\)"):
        next(batches)


def in_workers(folder: Path, code: str) -> dict[str, str]:
    """Environment in which only workers run some code at their start."""
    folder.mkdir()
    lines = ["import sys", "if 'webwinnow.corpus.engines.local.worker' in sys.orig_argv:"]
    lines += [f"    {line}" for line in code.splitlines()]
    (folder / "sitecustomize.py").write_text("\n".join(lines) + "\n")
    known = os.environ.get("PYTHONPATH", "")
    return {**os.environ, "PYTHONPATH": f"{folder}{os.pathsep}{known}"}


CRASHING = """
import os, signal
from webwinnow.corpus.stages.clean import Clean
row = Clean.row
def fatal(self, html, url, charset):
    if url == "http://host2.example/27":
        os.kill(os.getpid(), signal.{signal})
    return row(self, html, url, charset)
Clean.row = fatal
"""


@pytest.mark.parametrize(
    ("name", "words"), [("SIGSEGV", "killed by SIGSEGV"), ("SIGKILL", "memory runs out")]
)
def test_a_page_that_kills_its_worker_is_named_by_its_file(
    name: str, words: str, crawl: Path, expected: dict[str, bytes], tmp_path: Path
) -> None:
    code = CRASHING.format(signal=name).strip()
    message = refusal(crawl, "-o", tmp_path / "out", env=in_workers(tmp_path / "site", code))
    assert words in message
    assert "002.warc.gz" in message
    assert "same command" in message
    # All others are done.
    manifest = (tmp_path / "out" / "manifest.jsonl").read_text()
    assert manifest.count('"task": "clean"') == 3
    assert run(crawl, "-o", tmp_path / "out") == (0, "")
    assert contents(tmp_path / "out") == expected


def test_a_worker_without_memory_is_reported(tmp_path: Path) -> None:
    """A large page exhausts the memory of a worker. Libraries that cannot handle that end
    the process, with messages of their own; in both cases the last line gives the remedy.
    """
    generator = random.Random(0)
    large = page("Large", [paragraph(generator, 10_000)] * 32)
    source = tmp_path / "a.warc.gz"
    write_warc(source, iter([("http://a.example/", large)]))
    code = """
import resource
from webwinnow.corpus.engines import tasks
used = int(open("/proc/self/statm").read().split()[5]) * resource.getpagesize()
resource.setrlimit(resource.RLIMIT_DATA, (used + 2**26, used + 2**26))
"""
    environment = in_workers(tmp_path / "site", code.strip())
    status, stderr = run(source, "-o", tmp_path / "out", env=environment)
    message = stderr.splitlines()[-1]
    assert status == 2
    assert re.search(r"(out of memory|when memory runs out); try fewer --workers", message)
    assert "a.warc.gz" in message
    assert "cannot write" not in message
    assert "same command" in message
    assert run(source, "-o", tmp_path / "out") == (0, "")
    assert run(source, "-o", tmp_path / "undisturbed") == (0, "")
    assert contents(tmp_path / "out") == contents(tmp_path / "undisturbed")


@pytest.mark.parametrize("whom", ["all", "job"])
@pytest.mark.parametrize(("name", "status"), [("SIGINT", 130), ("SIGTERM", 143)])
def test_a_job_that_is_stopped_leaves_no_workers_and_no_words(
    name: str, status: int, whom: str, crawl: Path, expected: dict[str, bytes], tmp_path: Path
) -> None:
    """Ctrl-C signals all processes of the job, `kill` one."""
    job = subprocess.Popen(
        command(crawl, "-o", tmp_path / "out"), start_new_session=True, stderr=subprocess.PIPE
    )
    deadline = time.monotonic() + 300
    while not (workers := children(job.pid)) and time.monotonic() < deadline:
        time.sleep(0.01)
    assert workers
    time.sleep(0.3)
    number = getattr(signal, name)
    os.killpg(job.pid, number) if whom == "all" else os.kill(job.pid, number)
    _, message = job.communicate(timeout=300)
    assert (job.returncode, message) == (status, b"")
    while any(map(is_alive, workers)) and time.monotonic() < deadline:
        time.sleep(0.01)
    assert not any(map(is_alive, workers))
    assert run(crawl, "-o", tmp_path / "out") == (0, "")
    assert contents(tmp_path / "out") == expected


def test_ctrl_c_is_not_for_workers(
    crawl: Path, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    """Otherwise each worker would print a traceback."""

    def interrupt() -> None:
        workers = children(os.getpid())
        assert workers
        for worker in workers:
            os.kill(worker, signal.SIGINT)

    build([str(crawl)], tmp_path / "out", engine=ONE, watch=Meddling("clean", interrupt))
    assert capfd.readouterr().err == ""


def test_a_second_job_on_the_same_folder_is_rejected(
    crawl: Path, expected: dict[str, bytes], tmp_path: Path
) -> None:
    message: list[tuple[int, str]] = []
    watch = Meddling("clean", lambda: message.append(run(crawl, "-o", tmp_path / "out")))
    build([str(crawl)], tmp_path / "out", engine=ONE, watch=watch)
    problem = f"webwinnow: another process works on {str(tmp_path / 'out')!r}; "
    assert message == [(2, f"{problem}wait for it, or choose another folder\n")]
    assert contents(tmp_path / "out") == expected


def test_a_job_without_standard_error_does_its_work(
    crawl: Path, expected: dict[str, bytes], tmp_path: Path
) -> None:
    line = " ".join(command(crawl, "-o", tmp_path / "out"))
    assert subprocess.run(["sh", "-c", f"exec {line} 2>&-"], timeout=300).returncode == 0
    assert contents(tmp_path / "out") == expected
