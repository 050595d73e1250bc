"""The OpenAPI document, made from the table of parameters that checks requests."""

from typing import Any

from webwinnow import __version__
from webwinnow.formats import METADATA_FIELDS
from webwinnow.web.catalogue import Catalogue
from webwinnow.web.service.parameters import LONGEST_URL, PARAMETERS
from webwinnow.web.service.requests import JSON_TYPE, PAGE_TYPES
from webwinnow.web.service.settings import Settings

__all__ = ["document"]

Schema = dict[str, Any]
TEXT: Schema = {"type": "string"}
SOME_TEXT: Schema = {"type": ["string", "null"]}
ERROR: Schema = {"type": "object", "required": ["error"], "properties": {"error": TEXT}}
URL: Schema = {"type": "string", "minLength": 1, "maxLength": LONGEST_URL}
REFUSALS = {
    400: "The request makes no sense as given.",
    401: "The token is missing or wrong.",
    403: "Fetching is off, or the request came from a web page of another site.",
    408: "The request took too long to arrive.",
    413: "The body is over the limit.",
    415: "A Content-Type or Content-Encoding that is not known.",
    502: "The address could not be fetched.",
    503: "Too much to do; try again after the seconds that Retry-After says.",
    504: "The work took too long.",
}
GUARDED = (401, 403)


def document(settings: Settings, catalogue: Catalogue) -> Schema:
    described: Schema = {
        "openapi": "3.1.0",
        "info": {
            "title": "webwinnow",
            "version": __version__,
            "summary": "Tells the text of web pages from their boilerplate.",
        },
        "paths": {
            "/v1/clean": {"post": clean(settings, catalogue)},
            "/v1/batch": {"post": batch(settings, catalogue)},
            "/v1/methods": {"get": get("The methods to choose from.", JSON_TYPE, METHODS)},
            "/health": {"get": {**get("Whether the service runs.", JSON_TYPE, HEALTH)}},
            "/metrics": {"get": get("Counters for Prometheus.", "text/plain", TEXT)},
            "/openapi.json": {"get": get("This document.", JSON_TYPE, {"type": "object"})},
        },
    }
    if settings.token:
        described["components"] = {
            "securitySchemes": {"token": {"type": "http", "scheme": "bearer"}}
        }
        described["security"] = [{"token": []}]
        described["paths"]["/health"]["get"]["security"] = []
    return described


def clean(settings: Settings, catalogue: Catalogue) -> Schema:
    page: Schema = {"schema": {}}
    return {
        "operationId": "clean",
        "summary": "The text of a page.",
        "description": "The body is the page itself, with settings in the query, or JSON that "
        "holds both and wins over the query. JSON without html has the address fetched, where the "
        "service allows that. "
        "With Accept: text/plain the answer is the bare text.",
        "parameters": [
            {
                "name": each.name,
                "in": "query",
                "description": each.about,
                "schema": each.schema(catalogue, in_query=True),
            }
            for each in PARAMETERS
        ],
        "requestBody": {
            "required": True,
            "content": {
                **dict.fromkeys(PAGE_TYPES, page),
                JSON_TYPE: {"schema": clean_body(settings, catalogue)},
            },
        },
        "responses": {
            "200": {
                "description": "The text; empty, with a reason, where the page has none.",
                "content": {JSON_TYPE: {"schema": RESULT}, "text/plain": {"schema": TEXT}},
            },
            **refusals(*REFUSALS),
        },
    }


def batch(settings: Settings, catalogue: Catalogue) -> Schema:
    page = page_of(settings, {"url": {"anyOf": [URL, {"type": "null"}]}})
    properties = {
        "pages": {"type": "array", "maxItems": settings.max_pages, "items": page},
        **{each.name: described(each, catalogue) for each in PARAMETERS if each.name != "url"},
    }
    results = {"type": "array", "items": {"anyOf": [RESULT, ERROR]}}
    return {
        "operationId": "batch",
        "summary": "The texts of many pages, in their order.",
        "description": "A page that fails has an error in place of a text, and the rest goes on.",
        "requestBody": {
            "required": True,
            "content": {
                JSON_TYPE: {
                    "schema": {
                        "type": "object",
                        "required": ["pages"],
                        "properties": properties,
                        "additionalProperties": False,
                    }
                }
            },
        },
        "responses": {
            "200": answer(
                "A result for each page.",
                {"type": "object", "required": ["results"], "properties": {"results": results}},
            ),
            **refusals(*REFUSALS),
        },
    }


def clean_body(settings: Settings, catalogue: Catalogue) -> Schema:
    return page_of(settings, {each.name: described(each, catalogue) for each in PARAMETERS})


def page_of(settings: Settings, others: Schema) -> Schema:
    """An object with a page in it, or where fetching is on, at least its address."""
    html = {**(SOME_TEXT if settings.allow_fetch else TEXT), "description": "The page."}
    schema: Schema = {
        "type": "object",
        "properties": {"html": html, **others},
        "additionalProperties": False,
    }
    if not settings.allow_fetch:
        return schema | {"required": ["html"]}
    has_page: Schema = {"required": ["html"], "properties": {"html": TEXT}}
    has_address: Schema = {"required": ["url"], "properties": {"url": URL}}
    return schema | {"anyOf": [has_page, has_address]}


def described(parameter: Any, catalogue: Catalogue) -> Schema:
    schema: Schema = parameter.schema(catalogue, in_query=False)
    return {"description": parameter.about, **schema}


def get(summary: str, kind: str, schema: Schema) -> Schema:
    found = {"description": summary, "content": {kind: {"schema": schema}}}
    return {"summary": summary, "responses": {"200": found, **refusals(*GUARDED)}}


def answer(about: str, schema: Schema) -> Schema:
    return {"description": about, "content": {JSON_TYPE: {"schema": schema}}}


def refusals(*statuses: int) -> Schema:
    return {str(status): answer(REFUSALS[status], ERROR) for status in statuses}


HEALTH: Schema = {
    "type": "object",
    "required": ["status"],
    "properties": {"status": {"const": "ok"}},
}
METHODS: Schema = {
    "type": "object",
    "required": ["methods"],
    "properties": {
        "methods": {
            "type": "array",
            "items": {
                "type": "object",
                "required": ["name", "summary", "presets", "learns", "is_default", "is_model"],
                "properties": {
                    "name": TEXT,
                    "summary": TEXT,
                    "presets": {"type": "array", "items": TEXT},
                    "learns": {"type": "boolean", "description": "Can be trained."},
                    "is_default": {"type": "boolean"},
                    "is_model": {"type": "boolean", "description": "Was trained here."},
                },
            },
        }
    },
}
METADATA: Schema = {
    "type": "object",
    "description": "What the page says of itself, as far as it does; only where asked for.",
    "properties": {
        **dict.fromkeys(METADATA_FIELDS, TEXT),
        "tags": {"type": "array", "items": TEXT},
    },
    "additionalProperties": False,
}
RESULT: Schema = {
    "type": "object",
    "required": [
        "text",
        "to",
        "method",
        "url",
        "score",
        "page_type",
        "truncated",
        "reason",
        "encoding",
    ],
    "properties": {
        "text": TEXT,
        "to": {**TEXT, "description": "Format of the text."},
        "method": TEXT,
        "url": {**SOME_TEXT, "description": "As given; of a page that was fetched, its last one."},
        "metadata": METADATA,
        "score": {
            "type": ["number", "null"],
            "minimum": 0,
            "maximum": 1,
            "description": "How good the text is expected to be, where the method can tell.",
        },
        "page_type": {**SOME_TEXT, "description": "Article, forum, product …, likewise."},
        "truncated": {"type": "boolean", "description": "Whether a bound cut the page short."},
        "reason": {**SOME_TEXT, "description": "Why there is no text."},
        "encoding": {**SOME_TEXT, "description": "What bytes were read as."},
    },
    "additionalProperties": False,
}
