"""Compares values with the gold: an exact match and the F1 of their tokens."""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from typing import NamedTuple

from benchmarks.metadata.sets import Value

SHAPES = str.maketrans({"‘": "'", "’": "'", "“": '"', "”": '"', "–": "-", "—": "-", "…": "..."})


class Match(NamedTuple):
    exact: bool
    tokens: float


def normalise(text: str) -> str:
    """Compatibility forms are replaced: `Ａ` by `A`, an ideographic space by a space."""
    text = unicodedata.normalize("NFKC", text.translate(SHAPES)).replace("\u200b", "")
    return " ".join(text.casefold().split())


def tokens(text: str) -> Counter[str]:
    """Words; each character of a script without spaces."""
    return Counter(re.findall(r"[぀-ヿ一-鿿฀-๿]|[^\W぀-ヿ一-鿿฀-๿]+", normalise(text)))


def token_f1(gold: str, found: str) -> float:
    expected, ours = tokens(gold), tokens(found)
    return 2 * (expected & ours).total() / max(expected.total() + ours.total(), 1)


def names(value: Value) -> frozenset[str]:
    """The people in an author field, written as one text or as a list."""
    given = [value] if isinstance(value, str) else list(value or ())
    parts = [part for text in given for part in re.split(r"[;,&/|]|\band\b", normalise(text))]
    stripped = [part.strip() for part in parts if part.strip()]
    # In one text, a lone word after a comma is a degree, not a person.
    people = [part for part in stripped if " " in part] if isinstance(value, str) else []
    return frozenset(people or stripped)


def match_text(gold: Value, found: Value) -> Match:
    expected, ours = plain(gold), plain(found)
    return Match(normalise(expected) == normalise(ours), token_f1(expected, ours))


def match_names(gold: Value, found: Value) -> Match:
    # A list states all names, so the found names are read as a list, too.
    listed = tuple(plain(found).split(";")) if isinstance(gold, tuple) else found
    same = names(gold) == names(listed)
    return Match(same, token_f1(plain(gold), plain(found)))


def match_date(gold: Value, found: Value) -> Match:
    same = plain(gold)[:10] == plain(found)[:10]
    return Match(same, float(same))


def match_code(gold: Value, found: Value) -> Match:
    same = plain(gold).casefold().replace("_", "-") == plain(found).casefold().replace("_", "-")
    return Match(same, float(same))


def match_tags(gold: Value, found: Value) -> Match:
    """Exact only if all tags agree; the F1 counts whole tags."""
    expected, ours = ({normalise(tag) for tag in value or ()} for value in (gold, found))
    shared = len(expected & ours)
    return Match(expected == ours, 2 * shared / max(len(expected) + len(ours), 1))


def plain(value: Value) -> str:
    return value if isinstance(value, str) else "; ".join(value or ())


MATCH = {
    "title": match_text,
    "author": match_names,
    "date": match_date,
    "site": match_text,
    "language": match_code,
    "tags": match_tags,
}
FIELDS = tuple(MATCH)
