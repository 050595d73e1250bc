"""A map over threads that keeps the order and never runs far ahead of its reader."""

import os
import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Generic, TypeVar

if TYPE_CHECKING:
    from concurrent.futures import Executor, Future

Item = TypeVar("Item")
Result = TypeVar("Result")

# A small page takes less than a millisecond: handing over single ones would cost as much again.
CHUNK = 8
# A part of that many bytes is worth handing over, however few its items.
PART_BYTES = 2**21
# Parts in hand for each thread: one to work on, one waiting.
AHEAD = 2
# Bytes in hand for each thread. A page takes several times its size while it is worked on, so for
# large ones memory comes before speed: they count more, and may leave threads without work.
ROOM = 2**23
LARGE, LARGE_FACTOR = 2**20, 4
# A take that lasts longer shows that the items come slowly, one by one, and are waited for. Much
# shorter ones happen to any feed whose thread has to wait for its turn.
SLOW_TAKE = 0.05
# How long to wait for a slow item's result, as a share of the wait for the item itself.
PATIENCE = 0.1
THREAD_NAME = "webwinnow"


def map_ordered(
    work: Callable[[Item], Result],
    items: Iterable[Item],
    *,
    threads: int | None = None,
    size: Callable[[Item], int] = lambda item: 0,
) -> Iterator[Result]:
    """Results in the order of the items, which are taken up as the results are read.

    `threads` defaults to the number of processors; with 1, all happens in the caller's thread.
    `size` is what an item takes in bytes, about. An exception of `work`, or of the items, reaches
    the reader after the results of all that came before it, and ends the map.
    """
    threads = (os.cpu_count() or 1) if threads is None else threads
    if threads < 1:
        raise ValueError(f"cannot work with {threads} threads; give 1 or more")
    if threads == 1:
        return map(work, items)
    return map_threaded(work, items, threads, size)


def map_threaded(
    work: Callable[[Item], Result],
    items: Iterable[Item],
    threads: int,
    size: Callable[[Item], int],
) -> Iterator[Result]:
    from concurrent.futures import ThreadPoolExecutor

    pool = ThreadPoolExecutor(threads, thread_name_prefix=THREAD_NAME)
    feed, queue = Feed(items, size), Queue(pool, work, threads)
    try:
        while part := feed.take():
            queue.add(part)
            if feed.is_slow and len(queue.pending) == 1:
                queue.wait(feed.seconds * PATIENCE)
            del part  # else its items would live on while the reader is at work
            while queue.is_ready or queue.is_full:
                yield from queue.pop()
        while queue.pending:
            yield from queue.pop()
        if feed.failure:
            raise feed.failure
    finally:
        # Without waiting: after Ctrl-C a slow fetch would hold up the exit.
        pool.shutdown(wait=False, cancel_futures=True)


@dataclass
class Part(Generic[Item]):
    """Items that are handed over together."""

    items: deque[Item] = field(default_factory=deque)
    bytes: int = 0

    def __bool__(self) -> bool:
        return bool(self.items)


class Feed(Generic[Item]):
    """Items in parts, small at first and where items come slowly, so that no result waits long."""

    def __init__(self, items: Iterable[Item], size: Callable[[Item], int]) -> None:
        self.items, self.size = iter(items), size
        self.failure: Exception | None = None
        self.seconds = 0.0  # how long the last take lasted
        self.count = 1

    @property
    def is_slow(self) -> bool:
        return self.seconds > SLOW_TAKE

    def take(self) -> Part[Item]:
        """The next part; an empty one at the end, and after a failure."""
        part, start = Part[Item](), time.monotonic()
        while len(part.items) < self.count and part.bytes < PART_BYTES and not self.failure:
            try:
                item = next(self.items)
                part.bytes += self.size(item)
            except StopIteration:
                break
            except Exception as error:  # raised again after the results of what came before
                self.failure = error
                break
            part.items.append(item)
            self.seconds = time.monotonic() - start
            if self.is_slow:
                break
        self.count = 1 if self.is_slow else min(2 * self.count, CHUNK)
        return part


class Queue(Generic[Item, Result]):
    """Parts that are worked on, in order."""

    def __init__(self, pool: "Executor", work: Callable[[Item], Result], threads: int) -> None:
        self.pool, self.work, self.threads = pool, work, threads
        self.pending: deque[tuple[Future[Done[Result]], int]] = deque()
        self.bytes = 0

    @property
    def is_full(self) -> bool:
        """Whether the threads have enough to do, so that nothing more should be taken up."""
        is_long = len(self.pending) > self.threads * AHEAD
        return is_long or self.bytes >= self.threads * ROOM

    @property
    def is_ready(self) -> bool:
        return bool(self.pending) and self.pending[0][0].done()

    def wait(self, seconds: float) -> None:
        """For the first part's results, if they come in time."""
        from concurrent.futures import wait

        wait([self.pending[0][0]], seconds)

    def add(self, part: Part[Item]) -> None:
        is_large = part.bytes > LARGE * len(part.items)
        size = part.bytes * (LARGE_FACTOR if is_large else 1)
        self.pending.append((self.pool.submit(work_through, self.work, part.items), size))
        self.bytes += size

    def pop(self) -> Iterator[Result]:
        """The first part's results, once they are there."""
        future, size = self.pending.popleft()
        done = future.result()
        del future
        while done.results:  # each is let go of before the next
            yield done.results.popleft()
        self.bytes -= size
        if done.failure:
            raise done.failure


@dataclass
class Done(Generic[Result]):
    results: deque[Result]
    failure: Exception | None = None


def work_through(work: Callable[[Item], Result], items: deque[Item]) -> Done[Result]:
    done = Done[Result](deque())
    try:
        while items:  # each is let go of when its result is there
            done.results.append(work(items.popleft()))
    except Exception as error:
        done.failure = error
    return done
