"""The share of the articles' text that the templates of a site keep."""

from collections.abc import Iterable, Sequence

import numpy as np

from webwinnow.methods.goldminer.rules import Rules
from webwinnow.methods.goldminer.sample import BoolArray, SamplePage
from webwinnow.methods.goldminer.template import (
    Template,
    is_among,
    match_first,
    written_place_keys,
)


def measure_coverage(
    pages: Iterable[SamplePage], templates: Sequence[Template], rules: Rules
) -> float:
    """Return the share of all articles' text that the templates do not drop; 1.0 without text."""
    kept = total = 0
    for page in pages:
        article = page.article
        kept += int(page.chars[article & keeps(page, templates, rules)].sum())
        total += int(page.chars[article].sum())
    return kept / total if total else 1.0


def keeps(page: SamplePage, templates: Sequence[Template], rules: Rules) -> BoolArray:
    """Mark the blocks of a page that no rule of its template drops."""
    match = match_first(page.markup, templates)
    if match is None:
        is_left = is_unknown(page.places, templates)
        return is_left if rules.rescue else np.zeros(len(page.chars), bool)
    number, (begin, end) = match
    template = templates[number]
    inside = (page.event > begin) & (page.event <= end)
    recurring = frozenset(template.recurring)
    is_dropped = is_among(page.places, written_place_keys(template.poor)) | np.array(
        [text in recurring for text in page.texts], bool
    )
    if page.title is not None and rules.title:
        is_dropped[page.title] = False
    rescued = is_unknown(page.places, [template]) if rules.rescue else np.zeros_like(inside)
    return np.asarray(np.where(inside, ~is_dropped, rescued))


def is_unknown(
    places: "np.ndarray[tuple[int], np.dtype[np.uint64]]", templates: Iterable[Template]
) -> BoolArray:
    """Mark the places that no template stores as outside."""
    known = np.zeros(len(places), bool)
    for template in templates:
        known |= is_among(places, written_place_keys(template.outside))
    return ~known
