"""What a request asks for: its page or pages, and how they are to be cleaned."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from starlette.exceptions import HTTPException
from starlette.requests import Request

from webwinnow.web.bodies import value_of
from webwinnow.web.service.parameters import LONGEST_URL, NAMES, Wish, refuse_unknown, text_of
from webwinnow.web.service.settings import Settings

__all__ = ["JSON_TYPE", "PAGE_TYPES", "Asked", "Asking", "Given"]

PAGE_TYPES = ("text/html", "application/xhtml+xml", "text/plain", "application/octet-stream")
JSON_TYPE = "application/json"


@dataclass(frozen=True)
class Given:
    """A page as it came, or where it is to be fetched from."""

    html: bytes | str | None
    url: str | None
    charset: str | None = None


@dataclass(frozen=True)
class Asked:
    wish: Wish
    pages: list[Given]


@dataclass(frozen=True)
class Asking:
    """Reads bodies, unpacked. To read one may take long, if it is JSON."""

    settings: Settings
    default_method: str

    def check_type(self, request: Request, kinds: tuple[str, ...]) -> str:
        """The media type, before the body is read."""
        kind = content_type(request)[0]
        if kind and kind not in kinds:
            remedy = f"send it as {' or '.join(dict.fromkeys([kinds[0], JSON_TYPE]))}"
            raise HTTPException(415, f"no Content-Type {kind[:80]!a} here; {remedy}")
        return kind

    def page(self, request: Request, body: bytes) -> Asked:
        kind, charset = content_type(request)
        if not (kind or body):
            raise HTTPException(400, "there is no body; send the page")
        query = request.query_params.multi_items()
        if kind != JSON_TYPE:
            wish = Wish.of(query, {}, self.default_method)
            return Asked(wish, [Given(body, wish.url, charset)])
        members = object_of(value_of(body), "the body")
        refuse_unknown(members, ["html", *NAMES])
        wish = Wish.of(query, members, self.default_method)
        return Asked(wish, [self.given(members, wish.url)])

    def batch(self, request: Request, body: bytes) -> Asked:
        if request.query_params:
            raise HTTPException(400, "a batch has its settings in the body; put them there")
        value = object_of(value_of(body), "the body")
        refuse_unknown(value, ["pages", *(name for name in NAMES if name != "url")])
        pages = value.get("pages")
        if not isinstance(pages, list):
            raise HTTPException(400, 'pages must be a list, as in {"pages": [{"html": "<p>…"}]}')
        if len(pages) > self.settings.max_pages:
            raise HTTPException(400, f"over {self.settings.max_pages} pages; send fewer at once")
        wish = Wish.of((), value, self.default_method)
        return Asked(wish, [self.given_in_batch(page, place) for place, page in enumerate(pages)])

    def given_in_batch(self, page: object, place: int) -> Given:
        where = f"pages[{place}]"
        members = object_of(page, where)
        refuse_unknown(members, ["html", "url"], where)
        url = members.get("url")
        if url is not None:
            url = text_of(f"{where}.url", url, LONGEST_URL)
        return self.given(members, url, f"{where}: ")

    def given(self, members: Mapping[str, object], url: str | None, where: str = "") -> Given:
        html = members.get("html")
        if html is not None:
            return Given(text_of(f"{where}html", html), url)
        if url is None:
            raise HTTPException(400, f"{where}neither html nor url; give the page, or where it is")
        if not self.settings.allow_fetch:
            message = f"{where}fetching is off; give the page as html, or serve with --allow-fetch"
            raise HTTPException(403, message)
        return Given(None, url)


def object_of(value: object, where: str) -> dict[str, Any]:
    if not isinstance(value, dict):
        raise HTTPException(400, f'{where} must be an object, as in {{"html": "<p>…"}}')
    return value


def content_type(request: Request) -> tuple[str, str | None]:
    """The media type, "" where none is given, and the charset."""
    kind, *parameters = request.headers.get("content-type", "").split(";")
    for parameter in parameters:
        name, _, value = parameter.partition("=")
        if name.strip().lower() == "charset":
            return kind.strip().lower(), value.strip().strip("\"'") or None
    return kind.strip().lower(), None
