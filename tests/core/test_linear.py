"""Processing time of hostile pages is linear in their size, from bytes to every format.

`python -m benchmarks.speed --only linear` fits the exponent more finely.
"""

from collections.abc import Callable

import pytest

from benchmarks.hostile import HOSTILE
from tests.support.timing import assert_linear
from webwinnow import FORMATS, Page, load, render
from webwinnow.metadata import metadata


def process(html: bytes) -> None:
    page = Page(html)
    for method in ("bte", "all"):
        decision = load(method).decide(page)
        for to in FORMATS:
            render(page, decision, to=to)
    metadata(page)


@pytest.mark.parametrize("name", HOSTILE)
def test_time_is_linear_in_the_size(name: str) -> None:
    def prepare(size: int) -> Callable[[], object]:
        html = HOSTILE[name](size).encode()
        return lambda: process(html)

    assert_linear(prepare, 5_000)
