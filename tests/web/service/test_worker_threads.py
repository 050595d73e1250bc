import asyncio
import gzip
import threading
import time
from typing import Any

import httpx
import pytest
from starlette.exceptions import HTTPException

from tests.web.service.client import HTML, LOCAL, catalogue
from webwinnow.web.bodies import Room
from webwinnow.web.service.app import make_app
from webwinnow.web.service.settings import Settings
from webwinnow.web.service.worker_threads import Work

SLOW = {"headers": HTML, "params": {"method": "slow"}}


def ask_at_once(bodies: list[str], **settings: Any) -> list[httpx.Response]:
    """Answers in the order of the questions, which come a hundredth of a second apart."""

    async def run() -> list[httpx.Response]:
        transport = httpx.ASGITransport(make_app(Settings(**settings), catalogue()))
        async with httpx.AsyncClient(transport=transport, base_url=LOCAL) as client:

            async def ask(place: int, body: str) -> httpx.Response:
                await asyncio.sleep(place / 100)
                return await client.post("/v1/clean", content=body, **SLOW)  # type: ignore[arg-type]

            return await asyncio.gather(*(ask(*each) for each in enumerate(bodies)))

    return asyncio.run(run())


def test_more_than_can_wait_are_refused_and_told_when_to_come_back() -> None:
    answers = ask_at_once(["0.3"] * 4, concurrency=1, queue=1)
    assert [each.status_code for each in answers] == [200, 200, 503, 503]
    assert answers[2].headers["retry-after"] == "1"
    assert answers[2].json() == {"error": "too much to do; try again in a second"}


def test_what_takes_too_long_is_given_up() -> None:
    (answer,) = ask_at_once(["0.5"], time_limit=0.1)
    assert answer.status_code == 504
    assert answer.json() == {"error": "it took too long; send less at once"}


def test_a_batch_that_takes_too_long_is_given_up_and_its_rest_never_begun() -> None:
    begun = []

    async def run() -> int:
        app = make_app(Settings(time_limit=0.3, concurrency=1), catalogue())
        attempt = app.state.service.cleaning.attempt

        def counted(*given: Any) -> bytes:
            begun.append(1)
            answer: bytes = attempt(*given)
            return answer

        app.state.service.cleaning.attempt = counted
        async with httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url=LOCAL) as client:
            pages = [{"html": "0.05"}] * 100
            answer = await client.post("/v1/batch", json={"pages": pages, "method": "slow"})
            await asyncio.sleep(0.4)
            return answer.status_code

    assert asyncio.run(run()) == 504
    assert len(begun) <= 16


def test_a_place_is_given_back_only_when_the_work_is_over() -> None:
    async def run() -> None:
        work, is_over = Work(1, 0), threading.Event()
        loop = asyncio.get_running_loop()
        with work.place(), pytest.raises(HTTPException) as raised:
            await work.run(is_over.wait, loop.time() + 0.05)
        assert raised.value.status_code == 504
        assert work.is_full
        is_over.set()
        await asyncio.sleep(0.1)
        assert not work.is_full

    asyncio.run(run())


def test_work_that_was_not_begun_in_time_never_is() -> None:
    async def run() -> None:
        work, begun = Work(1, 5), []
        loop = asyncio.get_running_loop()
        first = asyncio.ensure_future(work.run(lambda: time.sleep(0.2), loop.time() + 5))
        await asyncio.sleep(0.02)
        with pytest.raises(HTTPException):
            await work.run(lambda: begun.append(1), loop.time() + 0.05)
        assert work.abandoned == 0
        await first
        await work.run(lambda: None, loop.time() + 5)
        assert begun == []

    asyncio.run(run())


def test_packed_bodies_take_the_room_that_they_need_unpacked() -> None:
    async def run() -> list[int]:
        settings = Settings(max_body=2**20, concurrency=1)
        app = make_app(settings, catalogue())
        bodies = [gzip.compress(each.ljust(2**20)) for each in [b"0.4", *[b"0"] * 11]]
        asked: Any = {"headers": {**HTML, "Content-Encoding": "gzip"}, "params": SLOW["params"]}
        async with httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url=LOCAL) as client:
            answers = await asyncio.gather(
                *(client.post("/v1/clean", content=body, **asked) for body in bodies)
            )
        assert app.state.service.cleaning.room.left == settings.max_waiting
        return sorted(answer.status_code for answer in answers)

    assert asyncio.run(run()) == [200] * 7 + [503] * 5


def test_room_is_not_taken_for_a_request_that_was_given_up() -> None:
    room = Room(10)
    with room.share() as share:
        share.take(8)
    with pytest.raises(HTTPException):
        share.take(1)
    assert room.left == 10


def test_bodies_share_their_room_and_give_it_back() -> None:
    room = Room(10)
    with room.share() as first:
        first.take(8)
        with room.share() as second, pytest.raises(HTTPException) as raised:
            second.take(3)
        assert raised.value.status_code == 503
        assert room.left == 2
    assert room.left == 10
