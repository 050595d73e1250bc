"""Pages that clients name by their address."""

from dataclasses import dataclass

from starlette.exceptions import HTTPException

from webwinnow.errors import FetchError
from webwinnow.fetch import FetchLimits, fetch, parse
from webwinnow.service.asking import Given
from webwinnow.service.settings import Settings
from webwinnow.service.work import Work

__all__ = ["Fetching"]

SECONDS = 20.0


@dataclass(frozen=True)
class Fetching:
    """In threads of their own: those for cleaning have better to do than to wait."""

    settings: Settings
    work: Work

    async def page(self, given: Given, deadline: float) -> Given:
        """The page with its HTML; where it cannot be had, an HTTPException tells why."""
        if given.html is not None:
            return given
        with self.work.place():
            return await self.work.run(lambda: self.fetched(str(given.url)), deadline)

    async def attempt(self, given: Given, deadline: float) -> Given | str:
        """The page, or what is wrong with it."""
        try:
            return await self.page(given, deadline)
        except HTTPException as error:
            return str(error.detail)

    def fetched(self, url: str) -> Given:
        try:
            parse(url)
        except FetchError as error:
            raise HTTPException(400, str(error)) from None
        limits = FetchLimits(self.settings.max_body, min(SECONDS, self.settings.time_limit))
        try:
            page = fetch(url, limits, allow_private=self.settings.allow_private)
        except FetchError as error:
            is_private = error.setting == "allow_private"
            raise HTTPException(403 if is_private else 502, error.problem) from None
        return Given(page.body, page.url, page.charset)
