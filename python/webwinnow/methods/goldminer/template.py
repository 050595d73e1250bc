"""Templates of a site: where its articles begin and end, as data, and how they trim a page."""

import json
from collections.abc import Sequence
from dataclasses import MISSING, asdict, dataclass, fields
from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from webwinnow._core import Page
from webwinnow.errors import ModelError
from webwinnow.methods.goldminer.markup import Markup, cached_selector_hash

FORMAT = 2
# Every page has these elements, so they do not show that it has an article.
WHOLE_PAGE = frozenset({"html", "body"})
PLACE_SEPARATOR = " < "
HASH_FACTOR = np.uint64(0x9E3779B97F4A7C15)


@dataclass(frozen=True)
class Template:
    """The position of the article on some pages of a site.

    A pattern is the name of an element, such as "div#content", or a sequence of tags, such as
    "</h1> <p>". It matches a page that has it exactly once.
    """

    container: str  # the element that holds the text; pages without it have no article
    begin: tuple[str, ...] = ()  # the article begins at the first that matches, or the container
    end: tuple[str, ...] = ()  # the article ends at the nearest after that, or the container's end
    rich: tuple[str, ...] = ()  # places inside that hold text, such as "p < div.entry"
    poor: tuple[str, ...] = ()  # places inside that hold no text
    recurring: tuple[str, ...] = ()  # texts inside that several articles have
    outside: tuple[str, ...] = ()  # places outside that hold no text of an article
    support: int = 0  # articles of the sample that it matches
    score: float = 0.0  # share of the good text between its boundaries, on pages that have them


@dataclass(frozen=True)
class Site:
    """The templates of a host, the most specific first, or the reason why it has none."""

    host: str
    templates: tuple[Template, ...] = ()
    sample: int = 0  # distinct pages of the sample
    articles: int = 0  # pages with enough text of their own
    match: float = 0.0  # share of the articles that a template matches
    coverage: float = 0.0  # share of the articles' text that the templates keep
    rules: str = "default"  # the rules that learned the templates, and apply them
    inner: str = ""  # the method that chose the good text
    learned: str = ""  # date, such as 2013-09-30
    problem: str | None = None  # why there are no templates

    def as_json(self) -> str:
        return json.dumps({"webwinnow-site": FORMAT, **asdict(self)}, indent=2, ensure_ascii=False)

    @classmethod
    def from_json(cls, text: str | bytes, name: str) -> "Site":
        """Parse what `as_json` wrote; raise ModelError with `name` for anything else."""
        try:
            values = check_object(json.loads(text))
            if values.pop("webwinnow-site") != FORMAT:
                raise ValueError("the file has another version")
            templates = values.pop("templates")
            if not isinstance(templates, list):
                raise ValueError("'templates' has a wrong type")
            check_fields(cls, values)
            return cls(templates=tuple(map(parse_template, templates)), **values)
        except (ValueError, KeyError, TypeError, RecursionError) as error:
            reason = f"{error} is missing" if isinstance(error, KeyError) else str(error)
            raise ModelError(
                f"{name} holds no templates of a site ({reason}); learn them again, or remove it"
            ) from error


TEXT_LISTS = frozenset({"begin", "end", "rich", "poor", "recurring", "outside"})
FIELD_TYPES: dict[str, type | tuple[type, ...]] = {
    **dict.fromkeys(("support", "sample", "articles"), int),
    **dict.fromkeys(("score", "match", "coverage"), (int, float)),
    **dict.fromkeys(("container", "host", "rules", "inner", "learned"), str),
    "problem": (str, type(None)),
}


def check_object(value: object) -> dict[str, Any]:
    if not isinstance(value, dict):
        raise ValueError("it is no JSON object")
    return value


def parse_template(value: object) -> Template:
    values = check_object(value)
    check_fields(Template, values)
    return Template(**values | {key: tuple(values[key]) for key in TEXT_LISTS & values.keys()})


def check_fields(cls: type, values: dict[str, Any]) -> None:
    """Raise KeyError for a missing field, ValueError for an unknown one or a wrong type."""
    is_required = {field.name: field.default is MISSING for field in fields(cls)}
    for name, required in is_required.items():
        if required and name not in values:
            raise KeyError(name)
    for name, value in values.items():
        if name not in is_required:
            raise ValueError(f"{name!r} is unknown")
        if name in TEXT_LISTS:
            is_valid = isinstance(value, list) and all(is_text(each) for each in value)
        elif isinstance(value, str):
            is_valid = isinstance(value, FIELD_TYPES[name]) and is_text(value)
        else:
            is_valid = isinstance(value, FIELD_TYPES[name]) and not isinstance(value, bool)
        if not is_valid:
            raise ValueError(f"{name!r} has a wrong type")


def is_text(value: object) -> bool:
    """Return whether a value is a text without surrogates, which JSON can hold and UTF-8 cannot."""
    return isinstance(value, str) and not any("\ud800" <= each <= "\udfff" for each in value)


@dataclass(frozen=True)
class TrimmedPage:
    """The runs of a page between the boundaries of its article, and the template that matched."""

    markup: Markup
    template: Template
    runs: NDArray[np.bool_]


def trim(page: Page, site: Site) -> TrimmedPage | None:
    """Trim a page with the first template that matches; None if none does."""
    markup = Markup(page)
    match = match_first(markup, site.templates)
    if match is None:
        return None
    number, region = match
    return TrimmedPage(markup, site.templates[number], markup.runs_between(*region))


def match_first(
    markup: Markup, templates: Sequence[Template]
) -> tuple[int, tuple[int, int]] | None:
    """Return the number of the first template that matches, and its region."""
    for number, template in enumerate(templates):
        region = find_region(markup, template)
        if region:
            return number, region
    return None


def find_region(markup: Markup, template: Template) -> tuple[int, int] | None:
    """Return the tag events before and after the article; None if there is no article."""
    node = markup.find_unique(cached_selector_hash(template.container))
    if node is None:
        return None
    opens, closes = int(markup.opens[node]), int(markup.closes[node])
    begin = find_begin(markup, template, closes)
    matches = [markup.find(pattern) for pattern in template.end]
    start = opens if begin is None else begin
    after = [event[0] for event in matches if event and event[0] > start]
    if template.container in WHOLE_PAGE and (begin is None or (template.end and not after)):
        return None
    return start, min(after, default=closes)


def find_begin(markup: Markup, template: Template, closes: int) -> int | None:
    for pattern in template.begin:
        match = markup.find(pattern)
        if match and match[1] < closes:
            return match[1]
    return None


def place_keys(markup: Markup, node: NDArray[np.int32]) -> NDArray[np.uint64]:
    """Hash the style keys of each node and of its parent."""
    parent = np.maximum(markup.page.nodes.parent[node], 0)
    return np.asarray(markup.style_keys(node) * HASH_FACTOR ^ markup.style_keys(parent))


@lru_cache(maxsize=256)
def written_place_keys(places: tuple[str, ...]) -> NDArray[np.uint64]:
    """Hash places as templates write them, such as "p < div.entry"."""
    pairs = [place.partition(PLACE_SEPARATOR)[::2] for place in places]
    keys = np.array([[cached_selector_hash(name) for name in pair] for pair in pairs], np.uint64)
    return keys[:, 0] * HASH_FACTOR ^ keys[:, 1] if pairs else np.zeros(0, np.uint64)


# Up to so many comparisons, comparing all pairs is faster than np.isin.
MAX_PAIRS = 20_000


def is_among(keys: NDArray[np.uint64], chosen: NDArray[np.uint64]) -> NDArray[np.bool_]:
    if len(keys) * len(chosen) > MAX_PAIRS:
        return np.isin(keys, chosen)
    return np.asarray((keys[:, None] == chosen).any(axis=1))
