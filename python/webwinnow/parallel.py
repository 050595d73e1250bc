"""Map a function over threads, in order, with bounded read-ahead."""

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

# Items per part: submitting a small page by itself would cost as much as cleaning it.
PART_ITEMS = 8
# Bytes that complete a part, however few its items.
PART_BYTES = 2**21
# Parts in the queue per thread: one in work, one waiting.
PARTS_PER_THREAD = 2
# Bytes in the queue per thread. A page needs several times its size in work, so large items count
# LARGE_FACTOR times; threads may then idle, which saves memory.
BYTES_PER_THREAD = 2**23
LARGE_ITEM, LARGE_FACTOR = 2**20, 4
# Seconds of taking an item from which the source counts as slow. Thread scheduling alone causes
# much shorter waits.
SLOW_SOURCE = 0.05
# Time to wait for the result of a slow item, as a share of the time its item took.
RESULT_WAIT_SHARE = 0.1
THREAD_NAME = "webwinnow"


def map_ordered(
    work: Callable[[Item], Result],
    items: Iterable[Item],
    *,
    threads: int | None = None,
    size: Callable[[Item], int] = lambda item: 0,
) -> Iterator[Result]:
    """Yield results in the order of items; items are taken as results are read.

    `threads` defaults to the number of processors; 1 means the caller's thread. `size` estimates
    the bytes of an item. An exception of `work` or of the items is raised after all results before
    it, and ends the map.
    """
    threads = (os.cpu_count() or 1) if threads is None else threads
    if threads < 1:
        raise ValueError(f"cannot use {threads} threads; give 1 or more")
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
    feed, queue = PartReader(items, size), PartQueue(pool, work, threads)
    try:
        while part := feed.take():
            queue.add(part)
            if feed.is_slow and len(queue.pending) == 1:
                queue.wait(feed.seconds * RESULT_WAIT_SHARE)
            del part  # frees its items while the reader works
            while queue.is_ready or queue.is_full:
                yield from queue.pop()
        while queue.pending:
            yield from queue.pop()
        if feed.failure:
            raise feed.failure
    finally:
        # No wait: after Ctrl-C a slow fetch would delay the exit.
        pool.shutdown(wait=False, cancel_futures=True)


@dataclass
class Part(Generic[Item]):
    """Items submitted together."""

    items: deque[Item] = field(default_factory=deque)
    bytes: int = 0

    def __bool__(self) -> bool:
        return bool(self.items)


class PartReader(Generic[Item]):
    """Groups items into parts; parts are small at first and from slow sources, for low latency."""

    def __init__(self, items: Iterable[Item], size: Callable[[Item], int]) -> None:
        self.items, self.size = iter(items), size
        self.failure: Exception | None = None
        self.seconds = 0.0  # duration of the last take
        self.count = 1

    @property
    def is_slow(self) -> bool:
        return self.seconds > SLOW_SOURCE

    def take(self) -> Part[Item]:
        """Take the next part; it is empty at the end and after a failure."""
        part, start = Part[Item](), time.monotonic()
        while len(part.items) < self.count and part.bytes < PART_BYTES and not self.failure:
            try:
                item = next(self.items)
                part.bytes += self.size(item)
            except StopIteration:
                break
            except Exception as error:  # raised after the results before it
                self.failure = error
                break
            part.items.append(item)
            self.seconds = time.monotonic() - start
            if self.is_slow:
                break
        self.count = 1 if self.is_slow else min(2 * self.count, PART_ITEMS)
        return part


class PartQueue(Generic[Item, Result]):
    """Parts in work, in order."""

    def __init__(self, pool: "Executor", work: Callable[[Item], Result], threads: int) -> None:
        self.pool, self.work, self.threads = pool, work, threads
        self.pending: deque[tuple[Future[PartResults[Result]], int]] = deque()
        self.bytes = 0

    @property
    def is_full(self) -> bool:
        """True if the threads have enough work."""
        is_long = len(self.pending) > self.threads * PARTS_PER_THREAD
        return is_long or self.bytes >= self.threads * BYTES_PER_THREAD

    @property
    def is_ready(self) -> bool:
        return bool(self.pending) and self.pending[0][0].done()

    def wait(self, seconds: float) -> None:
        """Wait for the first part's results, at most `seconds`."""
        from concurrent.futures import wait

        wait([self.pending[0][0]], seconds)

    def add(self, part: Part[Item]) -> None:
        is_large = part.bytes > LARGE_ITEM * len(part.items)
        size = part.bytes * (LARGE_FACTOR if is_large else 1)
        self.pending.append((self.pool.submit(run_part, self.work, part.items), size))
        self.bytes += size

    def pop(self) -> Iterator[Result]:
        """Yield the first part's results; wait for them if necessary."""
        future, size = self.pending.popleft()
        done = future.result()
        del future
        while done.results:  # frees each result before the next
            yield done.results.popleft()
        self.bytes -= size
        if done.failure:
            raise done.failure


@dataclass
class PartResults(Generic[Result]):
    results: deque[Result]
    failure: Exception | None = None


def run_part(work: Callable[[Item], Result], items: deque[Item]) -> PartResults[Result]:
    done = PartResults[Result](deque())
    try:
        while items:  # frees each item after its result
            done.results.append(work(items.popleft()))
    except Exception as error:
        done.failure = error
    return done
