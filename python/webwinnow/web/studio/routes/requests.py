"""Turn a request into one function call, and its result or error into a response.

Each table of routes maps a method and a path to a handler. A handler takes a `StudioRequest`, runs
in a thread, and returns a value for JSON or a `Response`.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from starlette.concurrency import run_in_threadpool
from starlette.convertors import Convertor, register_url_convertor
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from webwinnow import annotation
from webwinnow.errors import InputError, WebwinnowError
from webwinnow.messages import describe_error
from webwinnow.web.bodies import MEGABYTE, content_type, parse_object, read_body
from webwinnow.web.responses import dump_json, error_response, json_response
from webwinnow.web.studio.jobs.models import ModelNotFound
from webwinnow.web.studio.jobs.queue import JobNotFound
from webwinnow.web.studio.page_sets import UnknownPage
from webwinnow.web.studio.routes.responses import conflict_fields

if TYPE_CHECKING:
    from webwinnow.web.studio.app import Studio

MAX_PAGE = 32 * MEGABYTE
# Enough for the run numbers of the largest pages.
MAX_JSON = 16 * MEGABYTE
# SQLite's largest integer.
MAX_INTEGER = 2**63 - 1
TRUE, FALSE = frozenset({"1", "true", "yes"}), frozenset({"0", "false", "no"})

# HTTP status by error; 400 for all others.
STATUS: dict[type[WebwinnowError], int] = {
    UnknownPage: 404,
    JobNotFound: 404,
    ModelNotFound: 404,
    annotation.NotFound: 404,
    annotation.Conflict: 409,
    annotation.UnlabelledBlocks: 409,
    annotation.AlreadyExists: 409,
    annotation.PageTooLarge: 413,
    annotation.StoreUnusable: 503,
}


class Number(Convertor[int]):
    """A whole number in a path, as `{id:number}`."""

    regex = "[0-9]{1,19}"

    def convert(self, value: str) -> int:
        return min(int(value), MAX_INTEGER)

    def to_string(self, value: int) -> str:
        return str(value)


register_url_convertor("number", Number())


@dataclass(frozen=True)
class JsonFields:
    """The fields of a JSON object; a field of the wrong type raises `InputError`."""

    fields: dict[str, Any] = field(default_factory=dict)

    def text(self, name: str) -> str:
        found = self.optional_text(name)
        if found is None:
            raise InputError(f"{name!r} is missing; send a string")
        return found

    def optional_text(self, name: str) -> str | None:
        found: str | None = self._checked(name, is_text, "a string")
        return found

    def texts(self, name: str) -> list[str]:
        return self._checked_list(name, is_text, "a list of strings")

    def number(self, name: str) -> int:
        found = self.optional_number(name)
        if found is None:
            raise InputError(f"{name!r} is missing; send a whole number")
        return found

    def optional_number(self, name: str) -> int | None:
        found: int | None = self._checked(name, is_number, "a whole number")
        return found

    def numbers(self, name: str) -> list[int]:
        return self._checked_list(name, is_number, "a list of whole numbers")

    def boolean(self, name: str, default: bool) -> bool:
        found = self._checked(name, lambda value: isinstance(value, bool), "true or false")
        return default if found is None else found

    def _checked(self, name: str, check: Callable[[Any], bool], expected: str) -> Any:
        found = self.fields.get(name)
        if found is not None and not check(found):
            raise InputError(f"{name!r} must be {expected}")
        return found

    def _checked_list(self, name: str, check: Callable[[Any], bool], expected: str) -> list[Any]:
        found = self.fields.get(name)
        if not isinstance(found, list) or not all(map(check, found)):
            raise InputError(f"{name!r} must be {expected}")
        return found


def is_text(value: Any) -> bool:
    """True for a string without lone surrogates, which JSON can contain but SQLite cannot store."""
    return isinstance(value, str) and not any("\ud800" <= each <= "\udfff" for each in value)


def is_number(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and abs(value) <= MAX_INTEGER


@dataclass(frozen=True)
class QueryFields:
    """The parameters of a query; an invalid one raises `InputError`."""

    fields: Mapping[str, str]

    def text(self, name: str, default: str = "") -> str:
        return self.fields.get(name) or default

    def optional_text(self, name: str) -> str | None:
        return self.fields.get(name) or None

    def number(self, name: str, default: int) -> int:
        text = self.fields.get(name, str(default))
        if not (text.isascii() and text.isdecimal() and len(text) < 10):
            raise InputError(f"{name} must be a whole number, not {text!r}")
        return int(text)

    def boolean(self, name: str, default: bool) -> bool:
        text = self.fields.get(name, "").lower()
        if text and text not in TRUE | FALSE:
            raise InputError(f"{name} must be 1 or 0, not {text!r}")
        return text in TRUE if text else default

    def share(self, name: str) -> float | None:
        """A number from 0 to 1."""
        text = self.fields.get(name, "")
        if not text:
            return None
        try:
            share = float(text)
        except ValueError:
            share = -1
        if not 0 <= share <= 1:
            raise InputError(f"{name} must be a number from 0 to 1, not {text!r}")
        return share


@dataclass(frozen=True)
class StudioRequest:
    """A request with its parsed path, query and body."""

    studio: "Studio"
    path: Mapping[str, Any]
    query: QueryFields
    body: JsonFields
    raw: bytes = b""  # the body of routes that take no JSON
    charset: str | None = None  # declared charset of `raw`


Handler = Callable[[StudioRequest], Any]
# Method, path, handler, and for routes that take bytes instead of JSON their limit.
RouteTable = list[tuple[str, str, Handler] | tuple[str, str, Handler, int]]


def make_routes(table: RouteTable) -> list[Route]:
    return [make_route(*row) for row in table]


def make_route(method: str, path: str, handler: Handler, raw_limit: int | None = None) -> Route:
    async def endpoint(request: Request) -> Response:
        parsed = await parse_request(request, raw_limit)
        try:
            return await run_in_threadpool(call_handler, handler, parsed)
        except WebwinnowError as error:
            return await run_in_threadpool(make_error_response, parsed, error)

    return Route(path, endpoint, methods=[method])


def call_handler(handler: Handler, request: StudioRequest) -> Response:
    """Call a handler and encode its result, in a thread: long JSON takes time to write."""
    result = handler(request)
    return result if isinstance(result, Response) else json_response(dump_json(result))


def make_error_response(request: StudioRequest, error: WebwinnowError) -> Response:
    fields: dict[str, Any] = {}
    if isinstance(error, annotation.Conflict):
        fields = conflict_fields(request.studio.store, request.path["page"], error.annotator)
    if isinstance(error, annotation.UnlabelledBlocks):
        fields = {"left": error.blocks}
    status = next((code for kind, code in STATUS.items() if isinstance(error, kind)), 400)
    return error_response(describe_error(error), status, **fields)


async def parse_request(request: Request, raw_limit: int | None) -> StudioRequest:
    has_body = request.method in ("POST", "PATCH", "PUT")
    data = await read_body(request, raw_limit or MAX_JSON) if has_body else b""
    query = {
        name: value.encode("utf-8", "replace").decode()
        for name, value in request.query_params.items()
    }
    body = JsonFields(parse_object(data or b"{}") if raw_limit is None else {})
    raw = b"" if raw_limit is None else data
    studio, charset = request.app.state.studio, content_type(request)[1]
    return StudioRequest(studio, request.path_params, QueryFields(query), body, raw, charset)
