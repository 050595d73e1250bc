"""The OpenAPI document, and the front page that shows it as HTML.

Both are built from the table of parameters that checks requests.
"""

from html import escape
from typing import Any

from webwinnow import __version__
from webwinnow.formats import METADATA_FIELDS
from webwinnow.web.catalogue import Catalogue
from webwinnow.web.service.requests import (
    JSON_TYPE,
    MAX_URL,
    PAGE_TYPES,
    PARAMETERS,
)
from webwinnow.web.service.settings import Settings

Schema = dict[str, Any]
TEXT: Schema = {"type": "string"}
TEXT_OR_NULL: Schema = {"type": ["string", "null"]}
ERROR: Schema = {"type": "object", "required": ["error"], "properties": {"error": TEXT}}
URL: Schema = {"type": "string", "minLength": 1, "maxLength": MAX_URL}
ERRORS = {
    400: "The request is invalid.",
    401: "The token is missing or wrong.",
    403: "Fetching is off, or a web page of another site sent the request.",
    408: "The request took too long to arrive.",
    413: "The body is over the limit.",
    415: "The Content-Type or Content-Encoding is not supported.",
    502: "The URL could not be fetched.",
    503: "The server is busy; try again after the seconds in Retry-After.",
    504: "The request took too long to process.",
}
GUARD_ERRORS = (401, 403)
FRONT_PAGE = """\
<!DOCTYPE html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>webwinnow</title>
<style>
:root {{ color-scheme: light dark }}
body {{ font: 1rem/1.5 system-ui, sans-serif; max-width: 46rem; margin: 2rem auto }}
pre {{ overflow-x: auto }}
td, th {{ text-align: left; vertical-align: top; padding: .1rem 1rem .1rem 0 }}
</style>
<h1>webwinnow {version}</h1>
<p>{summary} The OpenAPI document is <a href="openapi.json">openapi.json</a>.</p>
<pre>curl -H 'Content-Type: text/html' --data-binary @page.html {url}v1/clean</pre>
{operations}
</html>
"""


def openapi_document(settings: Settings, catalogue: Catalogue) -> Schema:
    document: Schema = {
        "openapi": "3.1.0",
        "info": {
            "title": "webwinnow",
            "version": __version__,
            "summary": "Extracts the main content of web pages.",
        },
        "paths": {
            "/v1/clean": {"post": clean_operation(settings, catalogue)},
            "/v1/batch": {"post": batch_operation(settings, catalogue)},
            "/v1/methods": {"get": get("List the methods.", JSON_TYPE, METHODS)},
            "/health": {"get": get("Check that the service runs.", JSON_TYPE, HEALTH)},
            "/metrics": {"get": get("Metrics for Prometheus.", "text/plain", TEXT)},
            "/openapi.json": {"get": get("This document.", JSON_TYPE, {"type": "object"})},
        },
    }
    if settings.token:
        document["components"] = {
            "securitySchemes": {"token": {"type": "http", "scheme": "bearer"}}
        }
        document["security"] = [{"token": []}]
        document["paths"]["/health"]["get"]["security"] = []
    return document


def clean_operation(settings: Settings, catalogue: Catalogue) -> Schema:
    page: Schema = {"schema": {}}
    return {
        "operationId": "clean",
        "summary": "Extract the text of a page.",
        "description": "The body is the page, with settings in the query, or a JSON object with "
        "the page and settings; its settings override the query. Without html, the service "
        "fetches the url if fetching is allowed. "
        "With Accept: text/plain the response is only the text.",
        "parameters": [
            {
                "name": each.name,
                "in": "query",
                "description": each.description,
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
                "description": "The text; empty, with a reason, if the page has none.",
                "content": {JSON_TYPE: {"schema": RESULT}, "text/plain": {"schema": TEXT}},
            },
            **error_responses(*ERRORS),
        },
    }


def batch_operation(settings: Settings, catalogue: Catalogue) -> Schema:
    page = page_schema(settings, {"url": {"anyOf": [URL, {"type": "null"}]}})
    properties = {
        "pages": {"type": "array", "maxItems": settings.max_pages, "items": page},
        **parameter_schemas(catalogue, leave_out="url"),
    }
    results = {"type": "array", "items": {"anyOf": [RESULT, ERROR]}}
    return {
        "operationId": "batch",
        "summary": "Extract the texts of many pages, in their order.",
        "description": "A failed page has an error instead of a text.",
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
            "200": json_content(
                "One result per page.",
                {"type": "object", "required": ["results"], "properties": {"results": results}},
            ),
            **error_responses(*ERRORS),
        },
    }


def clean_body(settings: Settings, catalogue: Catalogue) -> Schema:
    return page_schema(settings, parameter_schemas(catalogue))


def page_schema(settings: Settings, others: Schema) -> Schema:
    """Schema of an object with a page or, if fetching is on, at least its URL."""
    html = {**(TEXT_OR_NULL if settings.allow_fetch else TEXT), "description": "HTML of the page."}
    schema: Schema = {
        "type": "object",
        "properties": {"html": html, **others},
        "additionalProperties": False,
    }
    if not settings.allow_fetch:
        return schema | {"required": ["html"]}
    has_page: Schema = {"required": ["html"], "properties": {"html": TEXT}}
    has_url: Schema = {"required": ["url"], "properties": {"url": URL}}
    return schema | {"anyOf": [has_page, has_url]}


def parameter_schemas(catalogue: Catalogue, leave_out: str = "") -> Schema:
    return {
        each.name: {"description": each.description, **each.schema(catalogue, in_query=False)}
        for each in PARAMETERS
        if each.name != leave_out
    }


def get(summary: str, media_type: str, schema: Schema) -> Schema:
    found = {"description": summary, "content": {media_type: {"schema": schema}}}
    return {"summary": summary, "responses": {"200": found, **error_responses(*GUARD_ERRORS)}}


def json_content(description: str, schema: Schema) -> Schema:
    return {"description": description, "content": {JSON_TYPE: {"schema": schema}}}


def error_responses(*statuses: int) -> Schema:
    return {str(status): json_content(ERRORS[status], ERROR) for status in statuses}


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
                    "learns": {"type": "boolean", "description": "The method can be trained."},
                    "is_default": {"type": "boolean"},
                    "is_model": {
                        "type": "boolean",
                        "description": "A trained model.",
                    },
                },
            },
        }
    },
}
METADATA: Schema = {
    "type": "object",
    "description": "Metadata of the page; present only if requested.",
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
        "url": {
            **TEXT_OR_NULL,
            "description": "URL of the page; of a fetched page, the final URL.",
        },
        "metadata": METADATA,
        "score": {
            "type": ["number", "null"],
            "minimum": 0,
            "maximum": 1,
            "description": "Expected quality of the text; null if the method does not estimate it.",
        },
        "page_type": {**TEXT_OR_NULL, "description": "Article, forum, product …; null if unknown."},
        "truncated": {"type": "boolean", "description": "True if a limit truncated the page."},
        "reason": {**TEXT_OR_NULL, "description": "Reason for an empty text."},
        "encoding": {**TEXT_OR_NULL, "description": "Character encoding of the page."},
    },
    "additionalProperties": False,
}


def front_page(document: Schema, url: str) -> str:
    operations = "".join(
        operation_html(verb, path, operation)
        for path, verbs in document["paths"].items()
        for verb, operation in verbs.items()
    )
    info = document["info"]
    return FRONT_PAGE.format(
        version=escape(info["version"]),
        summary=escape(info["summary"]),
        url=escape(url),
        operations=operations,
    )


def operation_html(verb: str, path: str, operation: Schema) -> str:
    text = f"{operation['summary']} {operation.get('description', '')}"
    rows = "".join(map(parameter_row, operation.get("parameters", [])))
    table = f"<table><tr><th>parameter<th>default<th>{rows}</table>" if rows else ""
    return f"<h2><code>{verb.upper()} {escape(path)}</code></h2><p>{escape(text)}</p>{table}\n"


def parameter_row(parameter: Schema) -> str:
    schema = parameter["schema"]
    default = str(schema.get("default", "")).lower()
    choices = f" One of: {', '.join(schema['enum'])}." if "enum" in schema else ""
    description = parameter["description"] + choices
    cells = f"<code>{escape(parameter['name'])}</code>", escape(default), escape(description)
    return "<tr>" + "".join(f"<td>{cell}" for cell in cells)
