"""The one table of what a request may ask for: it checks requests and is written into the OpenAPI
document.
"""

import reprlib
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from starlette.exceptions import HTTPException

from webwinnow.clean import Recipe
from webwinnow.formats import FORMATS, RenderOptions
from webwinnow.web.catalogue import Catalogue

__all__ = ["PARAMETERS", "Parameter", "Wish", "refuse_unknown", "text_of"]

LONGEST_URL = 8192
WORDS = {"true": True, "false": False}


@dataclass(frozen=True)
class Parameter:
    name: str
    about: str
    default: str | bool | None
    choices: Callable[[Catalogue], Iterable[str]] | None = None
    example: str | None = None

    @property
    def is_switch(self) -> bool:
        return isinstance(self.default, bool)

    def schema(self, catalogue: Catalogue, *, in_query: bool) -> dict[str, Any]:
        if self.is_switch:
            return {"type": "boolean", "default": self.default}
        schema: dict[str, Any] = {"type": "string"}
        if self.choices:
            schema["enum"] = list(self.choices(catalogue))
        else:
            schema |= {"minLength": 1, "maxLength": LONGEST_URL}
        if self.default is not None:
            return schema | {
                "default": catalogue.default if self.name == "method" else self.default
            }
        # A query has no way to say null, and need not.
        return schema if in_query else {"anyOf": [schema, {"type": "null"}]}

    def of_query(self, text: str) -> Any:
        if self.is_switch:
            if text not in WORDS:
                raise HTTPException(400, f"{self.name} must be true or false, not {short(text)}")
            return WORDS[text]
        return self.of_json(text)

    def of_json(self, value: object) -> Any:
        if self.is_switch:
            if not isinstance(value, bool):
                raise HTTPException(400, f"{self.name} must be true or false, not {short(value)}")
            return value
        if value is None and self.default is None:
            return None
        return text_of(self.name, value, None if self.choices else LONGEST_URL)


PARAMETERS = (
    Parameter("method", "How to find the text.", "", lambda catalogue: catalogue.names()),
    Parameter(
        "preset",
        "What the method is to lean to; not all methods have all presets.",
        None,
        lambda catalogue: catalogue.presets(),
    ),
    Parameter("to", "Format of the text.", "text", lambda _: FORMATS),
    Parameter("url", "Where the page is from.", None, example="https://example.org/news"),
    Parameter("links", "Keep the targets of links, in Markdown and HTML.", False),
    Parameter("images", "Keep images, in Markdown and HTML.", False),
    Parameter("tables", "Keep the text of data tables.", True),
    Parameter("metadata", "Title, author, date and more, too.", False),
)
NAMES = [parameter.name for parameter in PARAMETERS]
DEFAULTS: dict[str, Any] = {parameter.name: parameter.default for parameter in PARAMETERS}


@dataclass(frozen=True)
class Wish:
    """What a request asks for; whether there is such a method is found out by `recipe`."""

    method: str
    preset: str | None
    to: str
    url: str | None
    links: bool
    images: bool
    tables: bool
    metadata: bool

    @classmethod
    def of(
        cls,
        query: Iterable[tuple[str, str]],
        members: Mapping[str, object],
        default_method: str,
    ) -> "Wish":
        """From the query, and from members of a JSON object, which win; other members are the
        caller's to check.
        """
        written: dict[str, str] = {}
        for name, text in query:
            if name in written:
                raise HTTPException(400, f"{short(name)} is given twice; give it once")
            written[name] = text
        refuse_unknown(written, NAMES)
        values = {p.name: p.of_query(written[p.name]) for p in PARAMETERS if p.name in written}
        values |= {p.name: p.of_json(members[p.name]) for p in PARAMETERS if p.name in members}
        return cls(**{**DEFAULTS, "method": default_method, **values})

    def recipe(self, catalogue: Catalogue) -> Recipe:
        """Takes long where the method has to be loaded first."""
        options = RenderOptions(links=self.links, images=self.images, tables=self.tables)
        method = catalogue.find(self.method, self.preset)
        return Recipe(method, self.to, options, with_metadata=self.metadata)


def refuse_unknown(given: Iterable[str], known: Iterable[str], where: str = "") -> None:
    for name in given:
        if name not in known:
            place = f" in {where}" if where else ""
            raise HTTPException(
                400, f"no setting {short(name)}{place}; there are {', '.join(known)}"
            )


def text_of(name: str, value: object, longest: int | None = None) -> str:
    if not isinstance(value, str) or (longest and not value):
        raise HTTPException(400, f"{name} must be a text, not {short(value)}")
    if longest and len(value) > longest:
        raise HTTPException(400, f"{name} is over {longest} characters; shorten it")
    if longest and any("\ud800" <= character <= "\udfff" for character in value):
        raise HTTPException(400, f"{name} holds half a character; check how it was written")
    return value


def short(value: object) -> str:
    return reprlib.repr(value).encode("ascii", "backslashreplace").decode()
