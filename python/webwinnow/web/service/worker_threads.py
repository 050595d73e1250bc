"""Thread pool with limits on running and waiting requests."""

import asyncio
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from typing import TypeVar

from starlette.exceptions import HTTPException

from webwinnow.web.bodies import RETRY

Result = TypeVar("Result")


class WorkerPool:
    """A thread pool for one event loop."""

    def __init__(self, threads: int, queue: int, name: str = "webwinnow-work") -> None:
        self.threads, self.capacity = threads, threads + queue
        self.executor = ThreadPoolExecutor(threads, thread_name_prefix=name)
        self.admitted = 0  # requests
        self.abandoned = 0  # tasks that still run after their request ended

    @property
    def is_full(self) -> bool:
        return self.admitted + self.abandoned >= self.capacity

    def reject_if_full(self) -> None:
        if self.is_full:
            raise HTTPException(503, "the server is busy; try again in a second", RETRY)

    @contextmanager
    def admit(self) -> Iterator[None]:
        """Count a request as admitted until its response is ready; 503 if the pool is full."""
        self.reject_if_full()
        self.admitted += 1
        try:
            yield
        finally:
            self.admitted -= 1

    async def run(self, task: Callable[[], Result], deadline: float) -> Result:
        """Run a task; 504 at the deadline, by the clock of the event loop.

        A started task cannot be cancelled: it keeps its thread and its place until it ends.
        """
        loop = asyncio.get_running_loop()
        running: Future[Result] = self.executor.submit(task)
        try:
            return await asyncio.wait_for(
                asyncio.shield(asyncio.wrap_future(running)), deadline - loop.time()
            )
        except asyncio.TimeoutError:
            raise timeout_error() from None
        finally:
            if not running.cancel() and not running.done():
                self.abandoned += 1
                running.add_done_callback(lambda _: loop.call_soon_threadsafe(self.end_abandoned))

    def end_abandoned(self) -> None:
        self.abandoned -= 1

    def close(self) -> None:
        self.executor.shutdown(wait=False, cancel_futures=True)


def timeout_error() -> HTTPException:
    return HTTPException(504, "the request took too long; send less at once")
