"""Apply a site's templates to a page."""

from functools import lru_cache
from typing import TypeVar

import numpy as np
from numpy.typing import ArrayLike, NDArray

from webwinnow._core import FLAGS, TAG_NAMES, Decision, Page
from webwinnow.methods.base import BELOW_HALF, Method, visible_runs
from webwinnow.methods.goldminer.comments import find_comments
from webwinnow.methods.goldminer.coverage import is_unknown
from webwinnow.methods.goldminer.learn import DEFAULT
from webwinnow.methods.goldminer.rules import DEFAULT_RULES, Rules
from webwinnow.methods.goldminer.sample import (
    ITEMS,
    MAX_LINK_SHARE,
    SamplePage,
    article_blocks,
    find_teasers,
    find_title_block,
    is_index,
    mark_headings,
    mark_links,
    sum_by_block,
)
from webwinnow.methods.goldminer.template import (
    Site,
    TrimmedPage,
    is_among,
    place_keys,
    written_place_keys,
)

NO_ARTICLE = "no article where the site's template has it"
NO_TEMPLATE = "no template matches, but the page has text"
REASONS = (
    "outside of the article",
    "recurs on the site",
    "where the site has no text",
    "where the site has its text",
    "title of the article",
    "outside, where the site has no frame",
    "in a list or table with text",
)
OUTSIDE, RECURS, POOR, RICH, TITLE, RESCUED, LISTED = range(len(REASONS))
# Title, description and scripts are no text, but methods use them.
NO_TEXT = FLAGS["CODE"] | FLAGS["HEAD"]
# Characters of an unknown block outside of the boundaries that make the inner method look at it.
MIN_RESCUED = 80
# Share of a list that must be kept to keep the rest.
MIN_LIST_SHARE = 0.5

BoolArray = NDArray[np.bool_]


def decide_unmatched(page: Page, site: Site, inner: Method, rules: Rules) -> Decision:
    """Decide on a page that no template matches.

    The inner method decides if the page has as much text as an article, in places that are no part
    of the site's frame, and is no list; the title is kept. Otherwise nothing is kept.
    """
    sampled = find_article(page, site, inner) if rules.rescue else None
    if sampled is None:
        nothing = np.zeros(len(page.runs), np.uint8)
        return Decision(page, nothing.astype(bool), reason=nothing, reasons=[NO_ARTICLE])
    decision = sampled.decision
    keep = decision.keep.copy()
    if sampled.title is not None and rules.title:
        keep |= (page.runs.block == sampled.title) & visible_runs(page)
    return Decision(
        page,
        keep,
        kind=decision.kind,
        score=np.where(keep, np.maximum(decision.score, np.float32(0.5)), decision.score),
        reason=np.where(keep, len(decision.reasons), decision.reason).astype(np.uint8),
        reasons=[*decision.reasons, NO_TEMPLATE],
    )


def find_article(page: Page, site: Site, inner: Method) -> SamplePage | None:
    """Return the page if it has an article of another layout."""
    sampled = SamplePage(page, inner)
    sampled.recurs = ~is_unknown(sampled.places, site.templates)
    sampled.is_comment[find_comments([sampled])[0]] = True
    blocks = article_blocks(sampled)
    is_long = sampled.chars[blocks].sum() >= DEFAULT.min_text
    return sampled if is_long and not is_index(sampled, blocks) else None


def lacks_template(decision: Decision | None) -> bool:
    """Return whether GoldMiner found templates of the site, and none that matches the page."""
    return decision is not None and not {NO_ARTICLE, NO_TEMPLATE}.isdisjoint(decision.reasons)


def decide_article(
    page: Page,
    trimmed: TrimmedPage,
    methods: tuple[Method, Method],
    rules: Rules = DEFAULT_RULES,
) -> Decision:
    """Decide on a trimmed page with the first method, then correct it by the template.

    The second method decides on text outside of the boundaries that the template does not know.
    """
    seen = trimmed.runs | (page.runs.flags & NO_TEXT != 0)
    part = page.only(seen)
    decision = methods[0].decide(part)
    inside = trimmed.runs[seen]
    keep, reason = decision.keep & inside, decision.reason.copy()
    first = len(decision.reasons)
    for runs, to, why in corrections(part, decision.keep & inside, trimmed, rules):
        changed = runs & inside & (keep != to)
        keep[changed], reason[changed] = to, first + why
    reason[~inside] = first + OUTSIDE
    score = np.where(keep, np.maximum(decision.score, 0.5), np.minimum(decision.score, BELOW_HALF))
    score[~inside] = 0
    keep, reason = expand(seen, keep, False), expand(seen, reason, first + OUTSIDE)
    score = expand(seen, score.astype(np.float32), 0)
    kind = expand(seen, decision.kind, 0)
    if rules.rescue:
        unknown = find_unknown_runs(page, trimmed)
        if unknown.any():
            other, rescued = find_rescued(page, unknown, methods[1])
            keep[rescued], reason[rescued] = True, first + RESCUED
            score[rescued], kind[rescued] = other.score[rescued], other.kind[rescued]
    return Decision(
        page, keep, kind=kind, score=score, reason=reason, reasons=[*decision.reasons, *REASONS]
    )


def corrections(
    part: Page, keep: BoolArray, trimmed: TrimmedPage, rules: Rules
) -> list[tuple[BoolArray, bool, int]]:
    """Return runs of the trimmed page to keep or drop, and the reason; later ones prevail."""
    texts, visible, headings = part.block_texts(), visible_runs(part), mark_headings(part)
    found: list[tuple[BoolArray, bool, int]] = []
    if rules.details:
        template = trimmed.template
        places = place_keys(trimmed.markup, part.blocks.node)
        rich, poor = (
            is_among(places, written_place_keys(those)) for those in (template.rich, template.poor)
        )
        recurring = cached_set(template.recurring)
        found = [
            (runs_of(part, find_rest_of_lists(part, keep)) & visible, True, LISTED),
            (runs_of(part, rich & (headings | ~is_all_links(part))) & visible, True, RICH),
            (runs_of(part, poor), False, POOR),
            (runs_of(part, [text in recurring for text in texts]), False, RECURS),
        ]
    title = find_title_block(part, texts, headings) if rules.title else None
    if title is not None:
        found.append(((part.runs.block == title) & visible, True, TITLE))
    return found


def find_rest_of_lists(page: Page, keep: BoolArray) -> BoolArray:
    """Mark the items of lists and the cells of tables of which at least half is kept, or that end
    the article.

    Items right after each other are one list. Links alone are no items.
    """
    tags = np.minimum(page.nodes.tag[page.blocks.node], len(TAG_NAMES))
    is_item = ITEMS[tags]
    number = np.cumsum(np.diff(is_item, prepend=False) & is_item) * is_item
    chars = sum_by_block(page, page.runs.chars)
    kept = sum_by_block(page, np.where(keep, page.runs.chars, 0))
    if not is_item.any():
        return is_item
    is_text = np.bincount(number, kept) >= MIN_LIST_SHARE * np.bincount(number, chars)
    shown = np.flatnonzero(chars)
    others = shown[~is_item[shown]]
    if len(others) and others[-1] != shown[-1] and kept[others[-1]]:
        is_text[number[shown[-1]]] = True
    is_text[0] = False
    return np.asarray(is_text[number] & ~is_all_links(page))


def find_unknown_runs(page: Page, trimmed: TrimmedPage) -> BoolArray:
    """Mark the runs outside of the boundaries in places that the template does not know.

    Nothing is marked unless some of these blocks are long enough.
    """
    blocks, visible = page.blocks, visible_runs(page)
    places = place_keys(trimmed.markup, blocks.node)
    is_out = ~trimmed.runs[blocks.first] & is_unknown(places, [trimmed.template])
    chars = sum_by_block(page, np.where(visible, page.runs.chars, 0))
    linked = sum_by_block(page, np.where(visible & mark_links(page), page.runs.chars, 0))
    is_text = is_out & (chars >= MIN_RESCUED) & (linked <= MAX_LINK_SHARE * chars)
    if not is_text.any():
        return np.zeros(len(page.runs), bool)
    return runs_of(page, is_out) & visible


def find_rescued(page: Page, unknown: BoolArray, inner: Method) -> tuple[Decision, BoolArray]:
    """Return the decision of the inner method, and the unknown runs that it keeps, without
    comments and teasers.
    """
    sampled = SamplePage(page, inner)
    is_other = np.zeros(len(sampled.chars), bool)
    is_other[find_comments([sampled])[0]] = True
    is_other[find_teasers(sampled, np.flatnonzero(sampled.is_good))] = True
    return sampled.decision, unknown & sampled.decision.keep & ~runs_of(page, is_other)


def runs_of(page: Page, blocks: ArrayLike) -> BoolArray:
    """Mark the runs of marked blocks."""
    return np.append(np.asarray(blocks, bool), False)[page.runs.block]


def is_all_links(page: Page) -> BoolArray:
    """Mark the blocks that consist of links only."""
    return np.asarray(sum_by_block(page, ~mark_links(page)) == 0)


cached_set = lru_cache(maxsize=256)(frozenset[str])

Values = TypeVar("Values", bound=np.generic)


def expand(seen: BoolArray, values: NDArray[Values], rest: object) -> NDArray[Values]:
    """Expand values of the seen runs to all runs; the others get `rest`."""
    expanded = np.full(len(seen), rest, values.dtype)
    expanded[seen] = values
    return expanded
