import pytest
from starlette.exceptions import HTTPException

from webwinnow.web.bodies import BodyMemory


def test_an_ended_request_cannot_reserve_memory() -> None:
    memory = BodyMemory(10)
    with memory.reserve() as reservation:
        reservation.take(8)
    with pytest.raises(HTTPException):
        reservation.take(1)
    assert memory.left == 10


def test_requests_share_the_memory_and_release_it() -> None:
    memory = BodyMemory(10)
    with memory.reserve() as first:
        first.take(8)
        with memory.reserve() as second, pytest.raises(HTTPException) as raised:
            second.take(3)
        assert raised.value.status_code == 503
        assert memory.left == 2
    assert memory.left == 10
