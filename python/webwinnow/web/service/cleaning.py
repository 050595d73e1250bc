"""Handle requests to clean one page or a batch."""

import asyncio
from collections.abc import AsyncIterator, Callable, Coroutine, Iterator
from contextlib import asynccontextmanager
from dataclasses import replace
from functools import partial
from typing import Any, TypeVar

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from webwinnow.clean import PageCleaner
from webwinnow.document import Document
from webwinnow.errors import FetchError
from webwinnow.formats import metadata_fields
from webwinnow.io.fetch import FetchLimits, fetch, parse_url
from webwinnow.messages import describe_error
from webwinnow.web.bodies import BodyMemory, decompress_body, read_body
from webwinnow.web.catalogue import Catalogue
from webwinnow.web.responses import dump_json, json_response, prefers_text, text_response
from webwinnow.web.service.metrics import Metrics
from webwinnow.web.service.requests import (
    JSON_TYPE,
    PAGE_TYPES,
    CleanOptions,
    CleanRequest,
    PageInput,
    RequestParser,
)
from webwinnow.web.service.settings import Settings
from webwinnow.web.service.worker_threads import WorkerPool, timeout_error

Item = TypeVar("Item")
Task = Coroutine[Any, Any, None]

# Shorter JSON takes a millisecond or two to parse, so it needs no thread.
SHORT_JSON = 2**18
# Pages of a batch that one task cleans, so that other requests get their turn.
CHUNK_PAGES, CHUNK_CHARACTERS = 8, 2**19
FETCH_SECONDS = 20.0


class Cleaner:
    """Route handlers, and the limits that all requests share."""

    def __init__(self, settings: Settings, catalogue: Catalogue, metrics: Metrics) -> None:
        self.settings, self.catalogue, self.metrics = settings, catalogue, metrics
        self.parser = RequestParser(settings, catalogue.default)
        self.pool = WorkerPool(settings.concurrency, settings.queue)
        self.fetcher = Fetcher(settings)
        self.memory = BodyMemory(settings.max_waiting)

    async def clean(self, request: Request) -> Response:
        self.parser.check_type(request, (*PAGE_TYPES, JSON_TYPE))
        as_text = prefers_text(request)

        async def run(parsed: CleanRequest, deadline: float) -> bytes:
            (page,) = parsed.pages
            if page.html is not None:
                task = partial(self.clean_page, parsed.options, page, as_text)
                return await self.pool.run(task, deadline)
            async with self.fetcher.fetch(page, deadline) as fetched:
                task = partial(self.clean_page, parsed.options, fetched, as_text)
                return await self.pool.run(task, deadline)

        body = await self.handle(request, self.parser.parse_page, run)
        return text_response(body) if as_text else json_response(body)

    async def batch(self, request: Request) -> Response:
        self.parser.check_type(request, (JSON_TYPE,))
        return json_response(await self.handle(request, self.parser.parse_batch, self.clean_batch))

    async def handle(
        self,
        request: Request,
        parse: Callable[[Request, bytes], CleanRequest],
        run: Callable[[CleanRequest, float], Coroutine[Any, Any, bytes]],
    ) -> bytes:
        """Read, parse and run a request within the limits of memory, time and threads."""
        deadline = asyncio.get_running_loop().time() + self.settings.time_limit
        coding, limit = request.headers.get("content-encoding", ""), self.settings.max_body
        self.pool.reject_if_full()
        with self.memory.reserve() as reservation:
            body = await read_body(request, limit, reservation=reservation, deadline=deadline)
            self.metrics.received.inc(len(body))

            def parse_body() -> CleanRequest:
                return parse(request, decompress_body(body, coding, limit, reservation))

            with self.pool.admit():
                is_slow = coding or is_long_json(request, body)
                parsed = await self.pool.run(parse_body, deadline) if is_slow else parse_body()
                return await run(parsed, deadline)

    async def clean_batch(self, batch: CleanRequest, deadline: float) -> bytes:
        """Clean the pages of a batch in chunks on all threads; fetch URLs concurrently."""
        options, pages = batch.options, batch.pages
        recipe = await self.pool.run(lambda: options.recipe(self.catalogue), deadline)
        results = [b""] * len(pages)

        async def clean(chunk: list[int]) -> None:
            task = partial(self.clean_pages, options, recipe, [pages[index] for index in chunk])
            for index, result in zip(chunk, await self.pool.run(task, deadline), strict=True):
                results[index] = result

        async def fetch_and_clean(index: int) -> None:
            try:
                async with self.fetcher.fetch(pages[index], deadline) as page:
                    task = partial(self.clean_pages, options, recipe, [page])
                    (results[index],) = await self.pool.run(task, deadline)
            except HTTPException as error:
                if error.status_code == 504:
                    raise
                results[index] = dump_json({"error": error.detail})

        await gather_or_cancel(
            [
                *make_workers(clean, sent_chunks(pages), self.pool.threads),
                *make_workers(fetch_and_clean, pages_to_fetch(pages), self.settings.fetches),
            ]
        )
        return b'{"results":[%b]}' % b",".join(results)

    # The following methods run in threads.

    def clean_page(self, options: CleanOptions, page: PageInput, as_text: bool) -> bytes:
        document = self.make_document(options, options.recipe(self.catalogue), page)
        return document.text.encode() if as_text else dump_json(result_fields(options, document))

    def clean_pages(
        self, options: CleanOptions, recipe: PageCleaner, pages: list[PageInput]
    ) -> list[bytes]:
        return [self.clean_or_report(options, recipe, page) for page in pages]

    def clean_or_report(self, options: CleanOptions, recipe: PageCleaner, page: PageInput) -> bytes:
        try:
            return dump_json(result_fields(options, self.make_document(options, recipe, page)))
        except Exception as error:  # an error in a method must not end the batch
            return dump_json({"error": describe_error(error)})

    def make_document(
        self, options: CleanOptions, recipe: PageCleaner, page: PageInput
    ) -> Document:
        outcome = "failed"
        try:
            document = replace(recipe, charset=page.charset).document(page.html or b"", page.url)
            outcome = "empty" if document.reason else "text"
        finally:
            self.metrics.pages.labels(options.method, outcome).inc()
        return document

    def close(self) -> None:
        self.pool.close()
        self.fetcher.pool.close()


class Fetcher:
    """Fetches pages in threads of its own, so that waiting does not block cleaning."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.pool = WorkerPool(settings.fetches, 0, "fetch")
        self.slots = asyncio.Semaphore(settings.fetches)

    @asynccontextmanager
    async def fetch(self, page: PageInput, deadline: float) -> AsyncIterator[PageInput]:
        """Fetch a page; an HTTPException reports a failure.

        The page keeps its slot while it is in use: memory is limited to one page per slot.
        """
        timeout = deadline - asyncio.get_running_loop().time()
        try:
            await asyncio.wait_for(self.slots.acquire(), timeout)
        except asyncio.TimeoutError:
            raise timeout_error() from None
        try:
            yield await self.pool.run(lambda: self.fetch_url(str(page.url)), deadline)
        finally:
            self.slots.release()

    def fetch_url(self, url: str) -> PageInput:
        try:
            parse_url(url)
        except FetchError as error:
            raise HTTPException(400, str(error)) from None
        limits = FetchLimits(self.settings.max_body, min(FETCH_SECONDS, self.settings.time_limit))
        try:
            page = fetch(url, limits, allow_private=self.settings.allow_private)
        except FetchError as error:
            is_private = error.setting == "allow_private"
            raise HTTPException(403 if is_private else 502, error.problem) from None
        return PageInput(page.body, page.url, page.charset)


def is_long_json(request: Request, body: bytes) -> bool:
    """True if parsing the body would block the event loop for too long."""
    is_json = request.headers.get("content-type", "").startswith(JSON_TYPE)
    return is_json and len(body) > SHORT_JSON


def result_fields(options: CleanOptions, document: Document) -> dict[str, Any]:
    score = document.score
    fields: dict[str, Any] = {
        "text": document.text,
        "to": document.to,
        "method": options.method,
        "url": document.url,
        "score": None if score is None else round(score, 4),
        "page_type": document.page_type,
        "truncated": document.truncated,
        "reason": document.reason,
        "encoding": document.page and document.page.encoding,
    }
    if options.metadata:
        fields["metadata"] = metadata_fields(document.metadata)
    return fields


def pages_to_fetch(pages: list[PageInput]) -> Iterator[int]:
    """Indices of the pages without HTML."""
    return (index for index, page in enumerate(pages) if page.html is None)


def sent_chunks(pages: list[PageInput]) -> Iterator[list[int]]:
    """Indices of the pages with HTML, in chunks of limited size."""
    chunk: list[int] = []
    size = 0
    for index, page in enumerate(pages):
        if page.html is None:
            continue
        chunk.append(index)
        size += len(page.html)
        if len(chunk) == CHUNK_PAGES or size > CHUNK_CHARACTERS:
            yield chunk
            chunk, size = [], 0
    if chunk:
        yield chunk


def make_workers(do: Callable[[Item], Task], items: Iterator[Item], count: int) -> list[Task]:
    """Coroutines that process the items of one iterator until it is exhausted."""

    async def work() -> None:
        for item in items:
            await do(item)

    return [work() for _ in range(count)]


async def gather_or_cancel(coroutines: list[Task]) -> None:
    """Await all coroutines; if one fails, cancel the others."""
    tasks = [asyncio.ensure_future(each) for each in coroutines]
    try:
        await asyncio.gather(*tasks)
    finally:
        for task in tasks:
            task.cancel()
