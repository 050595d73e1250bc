"""Pages that clients name by their address."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from starlette.exceptions import HTTPException

from webwinnow.errors import FetchError
from webwinnow.io.fetch import FetchLimits, fetch, parse_url
from webwinnow.web.service.requests import Given
from webwinnow.web.service.settings import Settings
from webwinnow.web.service.worker_threads import Work, too_long

__all__ = ["Fetching"]

SECONDS = 20.0


class Fetching:
    """In threads of their own: those for cleaning have better to do than to wait."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.work = Work(settings.fetches, 0, "fetch")
        self.turns = asyncio.Semaphore(settings.fetches)

    @asynccontextmanager
    async def page(self, given: Given, deadline: float) -> AsyncIterator[Given]:
        """The page with its HTML, when its turn has come; where it cannot be had, an HTTPException
        tells why. The turn lasts for as long as the page is held: memory for more is not promised.
        """
        left = deadline - asyncio.get_running_loop().time()
        try:
            await asyncio.wait_for(self.turns.acquire(), left)
        except asyncio.TimeoutError:
            raise too_long() from None
        try:
            yield await self.work.run(lambda: self.fetched(str(given.url)), deadline)
        finally:
            self.turns.release()

    def fetched(self, url: str) -> Given:
        try:
            parse_url(url)
        except FetchError as error:
            raise HTTPException(400, str(error)) from None
        limits = FetchLimits(self.settings.max_body, min(SECONDS, self.settings.time_limit))
        try:
            page = fetch(url, limits, allow_private=self.settings.allow_private)
        except FetchError as error:
            is_private = error.setting == "allow_private"
            raise HTTPException(403 if is_private else 502, error.problem) from None
        return Given(page.body, page.url, page.charset)
