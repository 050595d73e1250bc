"""What was learned of a site: where its articles begin and end."""

import json
from dataclasses import MISSING, asdict, dataclass, fields
from typing import Any

from webwinnow.errors import ModelError

__all__ = ["Site", "Template"]

FORMAT = 1


@dataclass(frozen=True)
class Template:
    """Where the articles of some pages stand. Patterns are names of elements, such as
    "div#content", or series of tags, such as "</h1> <p>"; a page must have them just once.
    """

    container: str  # the element that holds the text; pages without it have no article
    begin: tuple[str, ...] = ()  # the first of these that the page has, or else the container
    end: tuple[str, ...] = ()  # the nearest of these after that, or else the container's end
    rich: tuple[str, ...] = ()  # places inside that hold text, as "p < div.entry"
    poor: tuple[str, ...] = ()  # places inside that hold none
    recurring: tuple[str, ...] = ()  # texts inside that several articles have
    support: int = 0  # articles of the sample that it finds
    score: float = 0.0  # share of the good text of those that it keeps


@dataclass(frozen=True)
class Site:
    """What is known of a host: its templates, the most particular first, or why it has none."""

    host: str
    templates: tuple[Template, ...] = ()
    sample: int = 0  # pages looked at, without those that say the same
    articles: int = 0  # those with enough text of their own
    match: float = 0.0  # share of the articles that a template finds
    inner: str = ""  # the method whose good text it was learned from
    learned: str = ""  # when, as 2013-09-30
    problem: str | None = None  # why there are no templates

    def as_json(self) -> str:
        return json.dumps({"webwinnow-site": FORMAT, **asdict(self)}, indent=2, ensure_ascii=False)

    @classmethod
    def from_json(cls, text: str | bytes, name: str) -> "Site":
        """What `as_json` wrote; ModelError, which says `name`, for anything else."""
        try:
            found = mapping(json.loads(text))
            if found.pop("webwinnow-site") != FORMAT:
                raise ValueError("it is of another version")
            templates = found.pop("templates")
            if not isinstance(templates, list):
                raise ValueError("'templates' is not what it should be")
            values = checked(cls, found)
            site = cls(templates=tuple(map(template_of, templates)), **values)
        except (ValueError, KeyError, TypeError, RecursionError) as error:
            reason = f"it lacks {error}" if isinstance(error, KeyError) else str(error)
            raise ModelError(
                f"{name} holds no templates of a site ({reason}); learn them again, or remove it"
            ) from error
        return site


LISTS = frozenset({"begin", "end", "rich", "poor", "recurring"})
KINDS: dict[str, type | tuple[type, ...]] = {
    **dict.fromkeys(("support", "sample", "articles"), int),
    **dict.fromkeys(("score", "match"), (int, float)),
    **dict.fromkeys(("container", "host", "inner", "learned"), str),
    "problem": (str, type(None)),
}


def mapping(found: object) -> dict[str, Any]:
    if not isinstance(found, dict):
        raise ValueError("it is no JSON object")
    return found


def template_of(found: object) -> Template:
    values = checked(Template, mapping(found))
    return Template(**values | {key: tuple(values[key]) for key in LISTS & values.keys()})


def checked(cls: type, found: dict[str, Any]) -> dict[str, Any]:
    """The values, if each is of the kind that its field wants."""
    known = {each.name: each.default is MISSING for each in fields(cls)}
    for name in (name for name, is_needed in known.items() if is_needed and name not in found):
        raise KeyError(name)
    for name, value in found.items():
        if name not in known:
            raise ValueError(f"there is no {name!r}")
        if name in LISTS:
            fits = isinstance(value, list) and all(is_text(each) for each in value)
        elif isinstance(value, str):
            fits = isinstance(value, KINDS[name]) and is_text(value)
        else:
            fits = isinstance(value, KINDS[name]) and not isinstance(value, bool)
        if not fits:
            raise ValueError(f"{name!r} is not what it should be")
    return found


def is_text(value: object) -> bool:
    """JSON can hold halves of characters, which nothing else can."""
    return isinstance(value, str) and not any("\ud800" <= each <= "\udfff" for each in value)
