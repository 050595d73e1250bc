"""A request → a page, or many, → an answer."""

import asyncio
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from typing import Any

from starlette.requests import Request
from starlette.responses import Response

from webwinnow.clean import Recipe, one_line
from webwinnow.document import Document
from webwinnow.formats import metadata_fields
from webwinnow.service.answers import dumped, json_answer, text_answer, wants_text
from webwinnow.service.asking import JSON_TYPE, PAGE_TYPES, Asked, Asking, Given
from webwinnow.service.bodies import Room, read_body
from webwinnow.service.catalogue import Catalogue
from webwinnow.service.fetching import Fetching
from webwinnow.service.metrics import Metrics
from webwinnow.service.parameters import Wish
from webwinnow.service.settings import Settings
from webwinnow.service.work import Work

__all__ = ["Cleaning"]

#: JSON so long takes a millisecond or two to read.
SHORT = 2**18
#: Pages of a batch that are cleaned in one go; then others have their turn.
PIECE_PAGES, PIECE_CHARACTERS = 8, 2**19


class Cleaning:
    def __init__(self, settings: Settings, catalogue: Catalogue, metrics: Metrics) -> None:
        self.settings, self.catalogue, self.metrics = settings, catalogue, metrics
        self.asking = Asking(settings, catalogue.default)
        self.work = Work(settings.concurrency, settings.queue)
        self.fetching = Fetching(settings, Work(settings.fetches, settings.queue, "fetch"))
        self.room = Room(settings.max_waiting)

    async def clean(self, request: Request) -> Response:
        self.asking.check_type(request, (*PAGE_TYPES, JSON_TYPE))
        is_text = wants_text(request)

        async def make(asked: Asked, deadline: float) -> bytes:
            page = await self.fetching.page(asked.pages[0], deadline)
            return await self.work.run(lambda: self.answer(asked.wish, page, is_text), deadline)

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
        self.work.refuse_if_full()
        with self.room.share() as share:
            body = await read_body(request, share, self.settings.max_body, deadline)
            self.metrics.received.inc(len(body))
            with self.work.place():
                if takes_long(request, body):
                    asked = await self.work.run(lambda: read(request, body), deadline)
                else:
                    asked = read(request, body)
                answer: bytes = await make(asked, deadline)
                return answer

    async def answers(self, asked: Asked, deadline: float) -> bytes:
        """Piece by piece over all threads."""
        recipe = await self.work.run(lambda: asked.wish.recipe(self.catalogue), deadline)
        todo = enumerate(pieces(asked.pages))
        done: dict[int, list[bytes]] = {}

        async def lane() -> None:
            for place, piece in todo:
                pages = await asyncio.gather(
                    *(self.fetching.attempt(page, deadline) for page in piece)
                )
                job = partial(self.attempts, asked.wish, recipe, pages)
                done[place] = await self.work.run(job, deadline)

        lanes = [asyncio.ensure_future(lane()) for _ in range(self.work.threads)]
        try:
            await asyncio.gather(*lanes)
        finally:
            for each in lanes:
                each.cancel()
        return b'{"results":[%b]}' % b",".join(
            answer for place in sorted(done) for answer in done[place]
        )

    # In threads from here on.

    def answer(self, wish: Wish, given: Given, is_text: bool) -> bytes:
        document = self.document(wish, wish.recipe(self.catalogue), given)
        return document.text.encode() if is_text else dumped(fields_of(wish, document))

    def attempts(self, wish: Wish, recipe: Recipe, pages: list[Given | str]) -> list[bytes]:
        return [self.attempt(wish, recipe, page) for page in pages]

    def attempt(self, wish: Wish, recipe: Recipe, given: Given | str) -> bytes:
        if isinstance(given, str):
            return dumped({"error": given})
        try:
            return dumped(fields_of(wish, self.document(wish, recipe, given)))
        except Exception as error:  # whatever a method raises must not end the batch
            return dumped({"error": one_line(error)})

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
    """Whether to read the request would keep others waiting."""
    is_json = request.headers.get("content-type", "").startswith(JSON_TYPE)
    return "content-encoding" in request.headers or (is_json and len(body) > SHORT)


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


def pieces(pages: list[Given]) -> Iterator[list[Given]]:
    piece: list[Given] = []
    size = 0
    for page in pages:
        piece.append(page)
        size += len(page.html or "")
        if len(piece) == PIECE_PAGES or size > PIECE_CHARACTERS:
            yield piece
            piece, size = [], 0
    if piece:
        yield piece
