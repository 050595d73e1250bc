"""Several processes on one file; those that are killed lose nothing that they acknowledged."""

import json
import multiprocessing
import os
import random
import signal
import sqlite3
import time
from multiprocessing.connection import Connection
from pathlib import Path

import numpy as np
import pytest

from tests.annotation.sample_project import RUNS, Small
from webwinnow.annotation import Store, create_project, label, marks, projects, undo

KILLS = 20


def write_on(path: Path, page: int, told: Connection, seed: int) -> None:
    """Acts without end, each told of when it is acknowledged."""
    choice = random.Random(seed)
    with Store(path) as store:
        while True:
            if choice.random() < 0.2:
                done = undo(store, page, "Ann")
            else:
                runs = choice.sample(range(RUNS), 3)
                done = label(store, page, "Ann", runs, choice.randint(1, 5))
            told.send((done.marks.change, done.marks.labels.tolist()))


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="nothing kills at once here")
def test_twenty_kills_lose_no_act_that_was_acknowledged(tmp_path: Path) -> None:
    made = Small(tmp_path)
    page, path = made.add(), made.store.path
    made.store.close()
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload([__name__])
    moments, acknowledged = random.Random(7), 0
    for kill in range(KILLS):
        here, there = context.Pipe(duplex=False)
        worker = context.Process(target=write_on, args=(path, page, there, kill))
        worker.start()
        there.close()
        assert here.poll(20), "the writer never began"
        time.sleep(moments.uniform(0, 0.06))
        assert worker.pid
        os.kill(worker.pid, signal.SIGKILL)
        worker.join()
        change, labels = last_of(here)
        with Store(path) as store:
            found = marks(store, page, "Ann")
        # One more may have been written whose word did not get through.
        assert change <= found.change <= change + 1
        if found.change == change:
            assert found.labels.tolist() == labels
        acknowledged += change
        check_whole(path, found.labels)
    assert acknowledged > KILLS


def write_some(path: Path, page: int, first: int, rounds: int) -> None:
    with Store(path) as store:
        for turn in range(rounds):
            label(store, page, "Ann", [first], 1 + turn % 5)
            create_project(store, f"{first}, {turn}")


def test_several_processes_write_on_one_file_at_once(tmp_path: Path) -> None:
    made = Small(tmp_path)
    page, path = made.add(), made.store.path
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload([__name__])
    workers = [
        context.Process(target=write_some, args=(path, page, first, 25)) for first in range(3)
    ]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join(60)
        assert worker.exitcode == 0
    found = marks(made.store, page, "Ann")
    assert (found.change, found.labels[:3].tolist()) == (75, [5, 5, 5])
    assert len(projects(made.store)) == 76
    check_whole(path, found.labels)


def make_new(path: Path) -> None:
    Store(path).close()


def test_several_processes_make_the_file_at_once(tmp_path: Path) -> None:
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload([__name__])
    for turn in range(3):
        path = tmp_path / f"{turn}.db"
        workers = [context.Process(target=make_new, args=(path,)) for _ in range(4)]
        for worker in workers:
            worker.start()
        for worker in workers:
            worker.join(60)
            assert worker.exitcode == 0


def last_of(pipe: Connection) -> tuple[int, list[int]]:
    last: tuple[int, list[int]] = (0, [])
    try:
        while True:
            last = pipe.recv()
    except (EOFError, OSError):  # or cut off in the middle of a word
        return last


def check_whole(path: Path, labels: "np.ndarray[tuple[int], np.dtype[np.uint8]]") -> None:
    """The file is sound, and the labels are what the acts on record make of them."""
    db = sqlite3.connect(path)
    assert db.execute("PRAGMA integrity_check").fetchone() == ("ok",)
    replayed = [0] * RUNS
    for (changes,) in db.execute("SELECT changes FROM act WHERE undone = 0 ORDER BY id"):
        for run, old, new in json.loads(changes):
            assert replayed[run] == old
            replayed[run] = new
    db.close()
    assert replayed == labels.tolist()
