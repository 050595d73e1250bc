"""From a request to one call and back: bodies read and checked, work done in a thread, errors told.

A handler takes an `Asked` and gives what becomes JSON, or a response of its own.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, cast

from starlette.concurrency import run_in_threadpool
from starlette.convertors import Convertor, register_url_convertor
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from webwinnow.errors import WebwinnowError
from webwinnow.web.studio.bodies import charset_of, object_of, read_body

if TYPE_CHECKING:
    from webwinnow.web.studio.app import Studio

__all__ = ["Asked", "BadRequest", "Body", "Handler", "route", "studio_of"]

# Room for the numbers of all runs of the largest pages.
MOST_JSON = 16 * 2**20
# What SQLite takes for a number.
LARGEST = 2**63 - 1


class Number(Convertor[int]):
    """A whole number in a path, as `{id:number}`; more digits than any number here has are none."""

    regex = "[0-9]{1,19}"

    def convert(self, value: str) -> int:
        return min(int(value), LARGEST)

    def to_string(self, value: int) -> str:
        return str(value)


register_url_convertor("number", Number())


class BadRequest(WebwinnowError):
    """What was sent is not what the route takes."""


@dataclass(frozen=True)
class Body:
    """The fields of a JSON object, each of the type that is asked for, or a `BadRequest`."""

    fields: dict[str, Any] = field(default_factory=dict)

    @classmethod
    def of(cls, data: bytes) -> "Body":
        """Nothing at all is an empty object."""
        return cls(object_of(data or b"{}"))

    def text(self, name: str) -> str:
        found = self.text_or_none(name)
        if found is None:
            raise BadRequest(f"{name!r} is missing; it is a text")
        return found

    def text_or_none(self, name: str) -> str | None:
        found = self.fields.get(name)
        if found is not None and not is_text(found):
            raise BadRequest(f"{name!r} has to be a text")
        return found

    def texts(self, name: str) -> list[str]:
        found = self.fields.get(name)
        if not isinstance(found, list) or not all(map(is_text, found)):
            raise BadRequest(f"{name!r} has to be a list of texts")
        return found

    def number(self, name: str) -> int:
        found = self.number_or_none(name)
        if found is None:
            raise BadRequest(f"{name!r} is missing; it is a number")
        return found

    def number_or_none(self, name: str) -> int | None:
        found = self.fields.get(name)
        if found is not None and not is_number(found):
            raise BadRequest(f"{name!r} has to be a whole number")
        return found

    def numbers(self, name: str) -> list[int]:
        found = self.fields.get(name)
        if not isinstance(found, list) or not all(map(is_number, found)):
            raise BadRequest(f"{name!r} has to be a list of whole numbers")
        return found

    def truth(self, name: str, otherwise: bool) -> bool:
        found = self.fields.get(name)
        if found is None:
            return otherwise
        if not isinstance(found, bool):
            raise BadRequest(f"{name!r} has to be true or false")
        return found


def is_text(value: Any) -> bool:
    """Halves of characters, which JSON can write, are in no text that can be kept."""
    return isinstance(value, str) and not any("\ud800" <= each <= "\udfff" for each in value)


def is_number(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and abs(value) <= LARGEST


def studio_of(request: Request) -> "Studio":
    return cast("Studio", request.app.state.studio)


@dataclass(frozen=True)
class Asked:
    """A request, read."""

    studio: "Studio"
    path: Mapping[str, int]
    query: Mapping[str, str]
    body: Body
    raw: bytes = b""  # of routes that take no JSON
    charset: str | None = None  # of it, as declared


Handler = Callable[[Asked], Any]
Refused = Callable[[Asked, WebwinnowError], tuple[int, dict[str, Any]]]


def route(
    method: str, path: str, handler: Handler, refused: Refused, *, raw_limit: int | None = None
) -> Route:
    """`refused` tells the status of an error, and what its answer has besides the message. Routes
    with a `raw_limit` take any bytes, the others JSON.
    """

    async def endpoint(request: Request) -> Response:
        asked = None
        try:
            asked = await read(request, raw_limit)
            return await run_in_threadpool(answered, handler, asked)
        except WebwinnowError as error:
            if asked is None:
                return JSONResponse({"error": str(error)}, 400)
            status, more = await run_in_threadpool(refused, asked, error)
            return JSONResponse({"error": str(error), **more}, status)

    return Route(path, endpoint, methods=[method])


def answered(handler: Handler, asked: Asked) -> Response:
    """In the thread, where writing long JSON stops nobody."""
    answer = handler(asked)
    return answer if isinstance(answer, Response) else JSONResponse(answer)


async def read(request: Request, raw_limit: int | None) -> Asked:
    has_body = request.method in ("POST", "PATCH", "PUT")
    limit = MOST_JSON if raw_limit is None else raw_limit
    data = await read_body(request, most=limit) if has_body else b""
    return Asked(
        studio_of(request),
        request.path_params,
        {
            name: value.encode("utf-8", "replace").decode()
            for name, value in request.query_params.items()
        },
        Body.of(data) if raw_limit is None else Body(),
        data if raw_limit is not None else b"",
        charset_of(request),
    )
