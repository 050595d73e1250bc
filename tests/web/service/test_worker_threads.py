import asyncio
import gzip
import threading
import time
from typing import Any

import httpx
import pytest
from starlette.exceptions import HTTPException

from tests.web.service.client import HTML, LOCAL, catalogue
from webwinnow.web.service.app import make_app
from webwinnow.web.service.settings import Settings
from webwinnow.web.service.worker_threads import WorkerPool

SLOW = {"headers": HTML, "params": {"method": "slow"}}


def post_concurrently(bodies: list[str], **settings: Any) -> list[httpx.Response]:
    """Responses in the order of the requests, which are sent 10 ms apart."""

    async def run() -> list[httpx.Response]:
        transport = httpx.ASGITransport(make_app(Settings(**settings), catalogue()))
        async with httpx.AsyncClient(transport=transport, base_url=LOCAL) as client:

            async def post(index: int, body: str) -> httpx.Response:
                await asyncio.sleep(index / 100)
                return await client.post("/v1/clean", content=body, **SLOW)  # type: ignore[arg-type]

            return await asyncio.gather(*(post(*each) for each in enumerate(bodies)))

    return asyncio.run(run())


def test_requests_over_the_queue_limit_get_503_with_retry_after() -> None:
    responses = post_concurrently(["0.3"] * 4, concurrency=1, queue=1)
    assert [each.status_code for each in responses] == [200, 200, 503, 503]
    assert responses[2].headers["retry-after"] == "1"
    assert responses[2].json() == {"error": "the server is busy; try again in a second"}


def test_a_slow_request_gets_504() -> None:
    (response,) = post_concurrently(["0.5"], time_limit=0.1)
    assert response.status_code == 504
    assert response.json() == {"error": "the request took too long; send less at once"}


def test_a_slow_batch_gets_504_and_its_other_pages_are_not_started() -> None:
    started = []

    async def run() -> int:
        app = make_app(Settings(time_limit=0.3, concurrency=1), catalogue())
        clean = app.state.service.cleaner.clean_or_report

        def count_and_clean(*arguments: Any) -> bytes:
            started.append(1)
            response: bytes = clean(*arguments)
            return response

        app.state.service.cleaner.clean_or_report = count_and_clean
        async with httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url=LOCAL) as client:
            pages = [{"html": "0.05"}] * 100
            response = await client.post("/v1/batch", json={"pages": pages, "method": "slow"})
            await asyncio.sleep(0.4)
            return response.status_code

    assert asyncio.run(run()) == 504
    assert len(started) <= 16


def test_an_abandoned_task_keeps_its_place_until_it_ends() -> None:
    async def run() -> None:
        pool, is_over = WorkerPool(1, 0), threading.Event()
        loop = asyncio.get_running_loop()
        with pool.admit(), pytest.raises(HTTPException) as raised:
            await pool.run(is_over.wait, loop.time() + 0.05)
        assert raised.value.status_code == 504
        assert pool.is_full
        is_over.set()
        await asyncio.sleep(0.1)
        assert not pool.is_full

    asyncio.run(run())


def test_a_task_that_timed_out_in_the_queue_never_starts() -> None:
    async def run() -> None:
        pool, started = WorkerPool(1, 5), []
        loop = asyncio.get_running_loop()
        first = asyncio.ensure_future(pool.run(lambda: time.sleep(0.2), loop.time() + 5))
        await asyncio.sleep(0.02)
        with pytest.raises(HTTPException):
            await pool.run(lambda: started.append(1), loop.time() + 0.05)
        assert pool.abandoned == 0
        await first
        await pool.run(lambda: None, loop.time() + 5)
        assert started == []

    asyncio.run(run())


def test_compressed_bodies_use_the_memory_of_their_decompressed_size() -> None:
    async def run() -> list[int]:
        settings = Settings(max_body=2**20, concurrency=1)
        app = make_app(settings, catalogue())
        bodies = [gzip.compress(each.ljust(2**20)) for each in [b"0.4", *[b"0"] * 11]]
        options: Any = {"headers": {**HTML, "Content-Encoding": "gzip"}, "params": SLOW["params"]}
        async with httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url=LOCAL) as client:
            responses = await asyncio.gather(
                *(client.post("/v1/clean", content=body, **options) for body in bodies)
            )
        assert app.state.service.cleaner.memory.left == settings.max_waiting
        return sorted(response.status_code for response in responses)

    assert asyncio.run(run()) == [200] * 7 + [503] * 5
