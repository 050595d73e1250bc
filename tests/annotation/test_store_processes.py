"""Several processes use one file; killed processes lose no acknowledged action."""

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

from tests.annotation.sample_project import RUNS, SampleProject
from webwinnow.annotation import Store, annotator_labels, create_project, label, projects, undo

KILLS = 20


def label_forever(path: Path, page: int, pipe: Connection, seed: int) -> None:
    """Label and undo forever; send each acknowledged change through the pipe."""
    choice = random.Random(seed)
    with Store(path) as store:
        while True:
            if choice.random() < 0.2:
                done = undo(store, page, "Ann")
            else:
                runs = choice.sample(range(RUNS), 3)
                done = label(store, page, "Ann", runs, choice.randint(1, 5))
            pipe.send((done.current.change, done.current.labels.tolist()))


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="this system has no SIGKILL")
def test_killed_processes_lose_no_acknowledged_action(tmp_path: Path) -> None:
    made = SampleProject(tmp_path)
    page, path = made.add(), made.store.path
    made.store.close()
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload([__name__])
    moments, acknowledged = random.Random(7), 0
    for kill in range(KILLS):
        here, there = context.Pipe(duplex=False)
        worker = context.Process(target=label_forever, args=(path, page, there, kill))
        worker.start()
        there.close()
        assert here.poll(20), "the writer did not start"
        time.sleep(moments.uniform(0, 0.06))
        assert worker.pid
        os.kill(worker.pid, signal.SIGKILL)
        worker.join()
        change, labels = last_message(here)
        with Store(path) as store:
            found = annotator_labels(store, page, "Ann")
        # One more change may be written that the pipe did not deliver.
        assert change <= found.change <= change + 1
        if found.change == change:
            assert found.labels.tolist() == labels
        acknowledged += change
        check_integrity(path, found.labels)
    assert acknowledged > KILLS


def write_some(path: Path, page: int, first: int, rounds: int) -> None:
    with Store(path) as store:
        for turn in range(rounds):
            label(store, page, "Ann", [first], 1 + turn % 5)
            create_project(store, f"{first}, {turn}")


def test_several_processes_write_to_one_file(tmp_path: Path) -> None:
    made = SampleProject(tmp_path)
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
    found = annotator_labels(made.store, page, "Ann")
    assert (found.change, found.labels[:3].tolist()) == (75, [5, 5, 5])
    assert len(projects(made.store)) == 76
    check_integrity(path, found.labels)


def make_new(path: Path) -> None:
    Store(path).close()


def test_several_processes_create_the_file_at_once(tmp_path: Path) -> None:
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


def last_message(pipe: Connection) -> tuple[int, list[int]]:
    last: tuple[int, list[int]] = (0, [])
    try:
        while True:
            last = pipe.recv()
    except (EOFError, OSError):  # or truncated inside a message
        return last


def check_integrity(path: Path, labels: "np.ndarray[tuple[int], np.dtype[np.uint8]]") -> None:
    """The file passes the integrity check, and replaying its actions gives the labels."""
    db = sqlite3.connect(path)
    assert db.execute("PRAGMA integrity_check").fetchone() == ("ok",)
    replayed = [0] * RUNS
    for (changes,) in db.execute("SELECT changes FROM act WHERE undone = 0 ORDER BY id"):
        for run, old, new in json.loads(changes):
            assert replayed[run] == old
            replayed[run] = new
    db.close()
    assert replayed == labels.tolist()
