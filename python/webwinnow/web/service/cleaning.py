"""A request → a page, or many, → an answer."""

import asyncio
from collections.abc import Callable, Coroutine, Iterator
from dataclasses import replace
from functools import partial
from typing import Any, TypeVar

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from webwinnow.clean import Recipe
from webwinnow.document import Document
from webwinnow.formats import metadata_fields
from webwinnow.messages import describe_error
from webwinnow.web.bodies import Room, read_body, unpacked
from webwinnow.web.catalogue import Catalogue
from webwinnow.web.responses import dumped, json_answer, text_answer, wants_text
from webwinnow.web.service.fetching import Fetching
from webwinnow.web.service.metrics import Metrics
from webwinnow.web.service.parameters import Wish
from webwinnow.web.service.requests import JSON_TYPE, PAGE_TYPES, Asked, Asking, Given
from webwinnow.web.service.settings import Settings
from webwinnow.web.service.worker_threads import Work

__all__ = ["Cleaning"]

Part = TypeVar("Part")

#: JSON so long takes a millisecond or two to read.
SHORT = 2**18
#: Pages of a batch that are cleaned in one go; then others have their turn.
PIECE_PAGES, PIECE_CHARACTERS = 8, 2**19


class Cleaning:
    def __init__(self, settings: Settings, catalogue: Catalogue, metrics: Metrics) -> None:
        self.settings, self.catalogue, self.metrics = settings, catalogue, metrics
        self.asking = Asking(settings, catalogue.default)
        self.work = Work(settings.concurrency, settings.queue)
        self.fetching = Fetching(settings)
        self.room = Room(settings.max_waiting)

    async def clean(self, request: Request) -> Response:
        self.asking.check_type(request, (*PAGE_TYPES, JSON_TYPE))
        is_text = wants_text(request)

        async def make(asked: Asked, deadline: float) -> bytes:
            (page,) = asked.pages
            if page.html is not None:
                return await self.work.run(lambda: self.answer(asked.wish, page, is_text), deadline)
            async with self.fetching.page(page, deadline) as found:
                job = partial(self.answer, asked.wish, found, is_text)
                return await self.work.run(job, deadline)

        answer = await self.answered(request, self.asking.page, make)
        return text_answer(answer) if is_text else json_answer(answer)

    async def batch(self, request: Request) -> Response:
        self.asking.check_type(request, (JSON_TYPE,))
        return json_answer(await self.answered(request, self.asking.batch, self.answers))

    async def answered(
        self,
        request: Request,
        read: Callable[[Request, bytes], Asked],
        make: Callable[[Asked, float], Any],
    ) -> bytes:
        """Within the limits of memory, time, and pages in work."""
        deadline = asyncio.get_running_loop().time() + self.settings.time_limit
        coding, limit = request.headers.get("content-encoding", ""), self.settings.max_body
        self.work.refuse_if_full()
        with self.room.share() as share:
            body = await read_body(request, share, limit, deadline)
            self.metrics.received.inc(len(body))

            def ask() -> Asked:
                return read(request, unpacked(body, coding, share, limit))

            with self.work.place():
                is_long = coding or takes_long(request, body)
                asked = await self.work.run(ask, deadline) if is_long else ask()
                answer: bytes = await make(asked, deadline)
                return answer

    async def answers(self, asked: Asked, deadline: float) -> bytes:
        """Pages piece by piece over all threads; addresses one by one, as many at once as may be
        fetched.
        """
        wish, pages = asked.wish, asked.pages
        recipe = await self.work.run(lambda: wish.recipe(self.catalogue), deadline)
        results = [b""] * len(pages)

        async def clean(piece: list[int]) -> None:
            job = partial(self.attempts, wish, recipe, [pages[place] for place in piece])
            for place, result in zip(piece, await self.work.run(job, deadline), strict=True):
                results[place] = result

        async def fetch(place: int) -> None:
            try:
                async with self.fetching.page(pages[place], deadline) as page:
                    job = partial(self.attempt, wish, recipe, page)
                    results[place] = await self.work.run(job, deadline)
            except HTTPException as error:
                if error.status_code == 504:
                    raise
                results[place] = dumped({"error": error.detail})

        await together(
            [
                *lanes(clean, pieces(pages), self.work.threads),
                *lanes(fetch, addresses(pages), self.settings.fetches),
            ]
        )
        return b'{"results":[%b]}' % b",".join(results)

    # In threads from here on.

    def answer(self, wish: Wish, given: Given, is_text: bool) -> bytes:
        document = self.document(wish, wish.recipe(self.catalogue), given)
        return document.text.encode() if is_text else dumped(fields_of(wish, document))

    def attempts(self, wish: Wish, recipe: Recipe, pages: list[Given]) -> list[bytes]:
        return [self.attempt(wish, recipe, page) for page in pages]

    def attempt(self, wish: Wish, recipe: Recipe, given: Given) -> bytes:
        try:
            return dumped(fields_of(wish, self.document(wish, recipe, given)))
        except Exception as error:  # whatever a method raises must not end the batch
            return dumped({"error": describe_error(error)})

    def document(self, wish: Wish, recipe: Recipe, given: Given) -> Document:
        outcome = "failed"
        try:
            document = replace(recipe, charset=given.charset).document(given.html or b"", given.url)
            outcome = "empty" if document.reason else "text"
        finally:
            self.metrics.pages.labels(wish.method, outcome).inc()
        return document

    def close(self) -> None:
        self.work.close()
        self.fetching.work.close()


def takes_long(request: Request, body: bytes) -> bool:
    """Whether to read the JSON would keep others waiting."""
    is_json = request.headers.get("content-type", "").startswith(JSON_TYPE)
    return is_json and len(body) > SHORT


def fields_of(wish: Wish, document: Document) -> dict[str, Any]:
    score = document.score
    fields: dict[str, Any] = {
        "text": document.text,
        "to": document.to,
        "method": wish.method,
        "url": document.url,
        "score": None if score is None else round(score, 4),
        "page_type": document.page_type,
        "truncated": document.truncated,
        "reason": document.reason,
        "encoding": document.page and document.page.encoding,
    }
    if wish.metadata:
        fields["metadata"] = metadata_fields(document.metadata)
    return fields


def addresses(pages: list[Given]) -> Iterator[int]:
    """The places of those that are to be fetched."""
    return (place for place, page in enumerate(pages) if page.html is None)


def pieces(pages: list[Given]) -> Iterator[list[int]]:
    """The places of all others."""
    piece: list[int] = []
    size = 0
    for place, page in enumerate(pages):
        if page.html is None:
            continue
        piece.append(place)
        size += len(page.html)
        if len(piece) == PIECE_PAGES or size > PIECE_CHARACTERS:
            yield piece
            piece, size = [], 0
    if piece:
        yield piece


def lanes(
    do: Callable[[Part], Coroutine[Any, Any, None]], parts: Iterator[Part], count: int
) -> list[Coroutine[Any, Any, None]]:
    """Each does one part after the other, until none is left."""

    async def lane() -> None:
        for part in parts:
            await do(part)

    return [lane() for _ in range(count)]


async def together(work: list[Coroutine[Any, Any, None]]) -> None:
    """Until all is done, or any of it fails."""
    tasks = [asyncio.ensure_future(each) for each in work]
    try:
        await asyncio.gather(*tasks)
    finally:
        for task in tasks:
            task.cancel()
