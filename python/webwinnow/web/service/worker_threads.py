"""Threads that pages are cleaned in: so many at once, so many in waiting, and no more."""

import asyncio
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from typing import TypeVar

from starlette.exceptions import HTTPException

__all__ = ["Work", "too_long"]

Result = TypeVar("Result")
RETRY = {"Retry-After": "1"}


class Work:
    """Belongs to one event loop."""

    def __init__(self, threads: int, queue: int, name: str = "webwinnow-work") -> None:
        self.threads, self.places = threads, threads + queue
        self.pool = ThreadPoolExecutor(threads, thread_name_prefix=name)
        self.admitted = 0  # requests
        self.abandoned = 0  # jobs that nobody waits for any more, but that are not over

    @property
    def is_full(self) -> bool:
        return self.admitted + self.abandoned >= self.places

    def refuse_if_full(self) -> None:
        if self.is_full:
            raise HTTPException(503, "too much to do; try again in a second", RETRY)

    @contextmanager
    def place(self) -> Iterator[None]:
        """A request's place, from when it is read until it is answered; 503 where there is none."""
        self.refuse_if_full()
        self.admitted += 1
        try:
            yield
        finally:
            self.admitted -= 1

    async def run(self, job: Callable[[], Result], deadline: float) -> Result:
        """The job's result; 504 at the deadline, by the event loop's clock. A job that is begun
        keeps its thread to its end: no other takes its turn meanwhile.
        """
        loop = asyncio.get_running_loop()
        running: Future[Result] = self.pool.submit(job)
        try:
            return await asyncio.wait_for(
                asyncio.shield(asyncio.wrap_future(running)), deadline - loop.time()
            )
        except asyncio.TimeoutError:
            raise too_long() from None
        finally:
            if not running.cancel() and not running.done():
                self.abandoned += 1
                running.add_done_callback(lambda _: loop.call_soon_threadsafe(self.forget))

    def forget(self) -> None:
        self.abandoned -= 1

    def close(self) -> None:
        self.pool.shutdown(wait=False, cancel_futures=True)


def too_long() -> HTTPException:
    return HTTPException(504, "it took too long; send less at once")
