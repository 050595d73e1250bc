"""A map over threads that keeps the order and never runs far ahead of its reader."""

import os
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from itertools import islice
from typing import TypeVar

Item = TypeVar("Item")
Result = TypeVar("Result")

# A page takes less than a millisecond: handing over single ones would cost as much again.
CHUNK = 8
# Chunks in hand for each thread: one to work on, one waiting.
AHEAD = 2
THREAD_NAME = "webwinnow"


def map_ordered(
    work: Callable[[Item], Result],
    items: Iterable[Item],
    *,
    threads: int | None = None,
    chunk: int = CHUNK,
) -> Iterator[Result]:
    """Results in the order of the items, which are taken up as the results are read.

    `threads` defaults to the number of processors; with 1, all happens in the caller's thread. An
    exception of `work` reaches the reader and ends the map.
    """
    threads = threads or os.cpu_count() or 1
    if threads < 1:
        raise ValueError(f"cannot work with {threads} threads; give 1 or more")
    if threads == 1:
        return map(work, items)
    return map_threaded(work, items, threads, chunk)


def map_threaded(
    work: Callable[[Item], Result], items: Iterable[Item], threads: int, chunk: int
) -> Iterator[Result]:
    from concurrent.futures import Future, ThreadPoolExecutor

    pool = ThreadPoolExecutor(threads, thread_name_prefix=THREAD_NAME)
    pending: deque[Future[list[Result]]] = deque()
    try:
        for part in chunks(items, chunk):
            pending.append(pool.submit(work_through, work, part))
            if len(pending) > threads * AHEAD:
                yield from pending.popleft().result()
        while pending:
            yield from pending.popleft().result()
    finally:
        # Without waiting: after Ctrl-C a slow fetch would hold up the exit.
        pool.shutdown(wait=False, cancel_futures=True)


def chunks(items: Iterable[Item], size: int) -> Iterator[list[Item]]:
    iterator = iter(items)
    while part := list(islice(iterator, size)):
        yield part


def work_through(work: Callable[[Item], Result], items: list[Item]) -> list[Result]:
    return [work(item) for item in items]
