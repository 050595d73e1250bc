"""Parse requests to clean pages.

One table, `PARAMETERS`, checks requests and describes them in the OpenAPI document.
"""

import reprlib
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from starlette.exceptions import HTTPException
from starlette.requests import Request

from webwinnow.clean import PageCleaner
from webwinnow.formats import FORMATS, RenderOptions
from webwinnow.web.bodies import check_object, content_type, parse_object
from webwinnow.web.catalogue import Catalogue
from webwinnow.web.service.settings import Settings

PAGE_TYPES = ("text/html", "application/xhtml+xml", "text/plain", "application/octet-stream")
JSON_TYPE = "application/json"
MAX_URL = 8192
BOOLEANS = {"true": True, "false": False}
PAGE_EXAMPLE = '{"html": "<p>…"}'


@dataclass(frozen=True)
class Parameter:
    """An option of a request, in the query or in JSON."""

    name: str
    description: str
    default: str | bool | None
    choices: Callable[[Catalogue], Iterable[str]] | None = None

    @property
    def is_boolean(self) -> bool:
        return isinstance(self.default, bool)

    def schema(self, catalogue: Catalogue, *, in_query: bool) -> dict[str, Any]:
        """JSON schema of the values."""
        if self.is_boolean:
            return {"type": "boolean", "default": self.default}
        schema: dict[str, Any] = {"type": "string"}
        if self.choices:
            schema["enum"] = list(self.choices(catalogue))
        else:
            schema |= {"minLength": 1, "maxLength": MAX_URL}
        if self.default is not None:
            return schema | {
                "default": catalogue.default if self.name == "method" else self.default
            }
        # A query cannot contain null.
        return schema if in_query else {"anyOf": [schema, {"type": "null"}]}

    def parse_query(self, text: str) -> Any:
        if self.is_boolean:
            if text not in BOOLEANS:
                raise HTTPException(400, f"{self.name} must be true or false, not {short(text)}")
            return BOOLEANS[text]
        return self.parse_json(text)

    def parse_json(self, value: object) -> Any:
        if self.is_boolean:
            if not isinstance(value, bool):
                raise HTTPException(400, f"{self.name} must be true or false, not {short(value)}")
            return value
        if value is None and self.default is None:
            return None
        return check_string(self.name, value, None if self.choices else MAX_URL)


PARAMETERS = (
    Parameter(
        "method",
        "The extraction method. Settings may follow its name, as in `winnow:comments=false`.",
        "",
        lambda catalogue: catalogue.names(),
    ),
    Parameter(
        "preset",
        "Settings of the method that favour precision or recall. Methods differ in their presets.",
        None,
        lambda catalogue: catalogue.presets(),
    ),
    Parameter("to", "Format of the text.", "text", lambda _: FORMATS),
    Parameter("url", "URL of the page.", None),
    Parameter("links", "Keep link targets, in Markdown and HTML.", False),
    Parameter("images", "Keep images, in Markdown and HTML.", False),
    Parameter("tables", "Keep the text of data tables.", True),
    Parameter("comments_apart", "Add dropped reader comments, in JSON, XML and TEI.", False),
    Parameter("metadata", "Add title, author, date and other metadata.", False),
)
NAMES = [parameter.name for parameter in PARAMETERS]
DEFAULTS: dict[str, Any] = {parameter.name: parameter.default for parameter in PARAMETERS}


@dataclass(frozen=True)
class CleanOptions:
    """Values of the parameters; `recipe` checks that the method exists."""

    method: str
    preset: str | None
    to: str
    url: str | None
    links: bool
    images: bool
    tables: bool
    comments_apart: bool
    metadata: bool

    @classmethod
    def parse(
        cls, query: Iterable[tuple[str, str]], fields: Mapping[str, object], default_method: str
    ) -> "CleanOptions":
        """Parse the query and the fields of a JSON object, which take precedence.

        The caller checks the other fields.
        """
        texts: dict[str, str] = {}
        for name, text in query:
            if name in texts:
                raise HTTPException(400, f"{short(name)} is given twice; give it once")
            texts[name] = text
        reject_unknown(texts, NAMES)
        # Later checks see only the field, if there is one.
        if texts.get("to", DEFAULTS["to"]) not in FORMATS:
            raise HTTPException(400, f"no format {texts['to']!r}; choose from {', '.join(FORMATS)}")
        values = {p.name: p.parse_query(texts[p.name]) for p in PARAMETERS if p.name in texts}
        values |= {p.name: p.parse_json(fields[p.name]) for p in PARAMETERS if p.name in fields}
        return cls(**{**DEFAULTS, "method": default_method, **values})

    def recipe(self, catalogue: Catalogue) -> PageCleaner:
        """Create the recipe; slow if the method has to be loaded."""
        options = RenderOptions(self.links, self.images, self.tables, self.comments_apart)
        method = catalogue.find(self.method, self.preset)
        return PageCleaner(method, self.to, options, with_metadata=self.metadata)


@dataclass(frozen=True)
class PageInput:
    """A page as sent, or the URL to fetch it from."""

    html: bytes | str | None
    url: str | None
    charset: str | None = None


@dataclass(frozen=True)
class CleanRequest:
    options: CleanOptions
    pages: list[PageInput]


@dataclass(frozen=True)
class RequestParser:
    """Parses decompressed bodies; slow for long JSON."""

    settings: Settings
    default_method: str

    def check_type(self, request: Request, allowed: tuple[str, ...]) -> None:
        """Check the media type before the body is read."""
        media_type = content_type(request)[0]
        if media_type and media_type not in allowed:
            remedy = f"send {' or '.join(dict.fromkeys([allowed[0], JSON_TYPE]))}"
            raise HTTPException(415, f"unsupported Content-Type {media_type[:80]!a}; {remedy}")

    def parse_page(self, request: Request, body: bytes) -> CleanRequest:
        media_type, charset = content_type(request)
        if not (media_type or body):
            raise HTTPException(400, "the body is empty; send the page")
        query = request.query_params.multi_items()
        if media_type != JSON_TYPE:
            options = CleanOptions.parse(query, {}, self.default_method)
            return CleanRequest(options, [PageInput(body, options.url, charset)])
        fields = parse_object(body, PAGE_EXAMPLE)
        reject_unknown(fields, ["html", *NAMES])
        options = CleanOptions.parse(query, fields, self.default_method)
        return CleanRequest(options, [self.page_input(fields, options.url)])

    def parse_batch(self, request: Request, body: bytes) -> CleanRequest:
        if request.query_params:
            raise HTTPException(400, "a batch takes no query; put the settings into the body")
        fields = parse_object(body, PAGE_EXAMPLE)
        reject_unknown(fields, ["pages", *(name for name in NAMES if name != "url")])
        pages = fields.get("pages")
        if not isinstance(pages, list):
            raise HTTPException(400, f'pages must be a list, as in {{"pages": [{PAGE_EXAMPLE}]}}')
        if len(pages) > self.settings.max_pages:
            raise HTTPException(400, f"over {self.settings.max_pages} pages; send fewer at once")
        options = CleanOptions.parse((), fields, self.default_method)
        return CleanRequest(options, [self.batch_page(page, i) for i, page in enumerate(pages)])

    def batch_page(self, page: object, index: int) -> PageInput:
        name = f"pages[{index}]"
        fields = check_object(page, name, PAGE_EXAMPLE)
        reject_unknown(fields, ["html", "url"], name)
        url = fields.get("url")
        if url is not None:
            url = check_string(f"{name}.url", url, MAX_URL)
        return self.page_input(fields, url, f"{name}: ")

    def page_input(
        self, fields: Mapping[str, object], url: str | None, prefix: str = ""
    ) -> PageInput:
        html = fields.get("html")
        if html is not None:
            return PageInput(check_string(f"{prefix}html", html), url)
        if url is None:
            raise HTTPException(400, f"{prefix}html and url are both missing; send one of them")
        if not self.settings.allow_fetch:
            message = f"{prefix}fetching is off; send html, or start the service with --allow-fetch"
            raise HTTPException(403, message)
        return PageInput(None, url)


def reject_unknown(given: Iterable[str], known: Iterable[str], where: str = "") -> None:
    for name in given:
        if name not in known:
            place = f" in {where}" if where else ""
            raise HTTPException(
                400, f"unknown setting {short(name)}{place}; choose from {', '.join(known)}"
            )


def check_string(name: str, value: object, max_length: int | None = None) -> str:
    if not isinstance(value, str) or (max_length and not value):
        raise HTTPException(400, f"{name} must be a string, not {short(value)}")
    if max_length and len(value) > max_length:
        raise HTTPException(400, f"{name} is over {max_length} characters; shorten it")
    if max_length and any("\ud800" <= character <= "\udfff" for character in value):
        raise HTTPException(400, f"{name} has a lone surrogate; encode it as valid Unicode")
    return value


def short(value: object) -> str:
    return reprlib.repr(value).encode("ascii", "backslashreplace").decode()
