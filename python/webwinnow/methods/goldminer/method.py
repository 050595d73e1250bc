"""GoldMiner, after Endrédy and Novák (2013): templates of the site trim a page first.

A template has the boundaries of the articles of a host. The inner method sees only the part of the
page between them; a page that no template matches has no article. The inner method alone cleans
pages of hosts without templates.

Differs: a trimmed page has little boilerplate left, so the inner method decides with its preset for
recall; texts that recur in the sample, and places without text there, are dropped; the title is
kept.
"""

import warnings
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable
from copy import copy
from functools import cached_property, lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

import numpy as np
from numpy.typing import ArrayLike, NDArray

from webwinnow._core import FLAGS, Decision, Page
from webwinnow.errors import InputError, ModelError, UnknownSetting
from webwinnow.hosts import templates_host
from webwinnow.metadata import metadata
from webwinnow.methods.base import BELOW_HALF, Method, visible_runs
from webwinnow.methods.goldminer.learn import DEFAULT, Learning, learn
from webwinnow.methods.goldminer.sample import (
    find_title_block,
    mark_headings,
    mark_links,
    sum_by_block,
)
from webwinnow.methods.goldminer.store import MemoryStore, Store, open_store
from webwinnow.methods.goldminer.template import (
    Site,
    TrimmedPage,
    place_keys,
    trim,
    written_place_keys,
)
from webwinnow.methods.registry import find_class, load, parse_method

if TYPE_CHECKING:
    from webwinnow.visual.styles import PageStyles

NO_ARTICLE = "no article where the site's template has it"
REASONS = (
    "outside of the article",
    "recurs on the site",
    "where the site has no text",
    "where the site has its text",
    "title of the article",
)
OUTSIDE, RECURS, POOR, RICH, TITLE = range(len(REASONS))
# Title, description and scripts are no text, but methods use them.
NO_TEXT = FLAGS["CODE"] | FLAGS["HEAD"]

# Up to so many comparisons, comparing all pairs is faster than np.isin.
MAX_PAIRS = 20_000

BoolArray = NDArray[np.bool_]
Pages = Callable[[], Iterable[tuple[str | None, Page]]]


class GoldMiner(Method):
    """Templates learned for each site, then another method (Endrédy and Novák 2013).

    `inner` is that method, as a description or an object. `templates` is the folder or SQLite file
    that `webwinnow site learn` wrote, or a store. The inner method alone cleans pages of hosts
    without templates.
    """

    def __init__(
        self, inner: str | Method = "justext", templates: str | Path | Store | None = None
    ) -> None:
        self.inner = inner
        self.templates = templates

    @cached_property
    def inner_method(self) -> Method:
        """The inner method for untrimmed pages."""
        if isinstance(self.inner, Method):
            return self.inner
        if parse_method(self.inner).name == self.name:
            raise UnknownSetting("goldminer cannot be its own inner method; choose another")
        return load(self.inner)

    @cached_property
    def recall_method(self) -> Method:
        """The inner method for trimmed pages."""
        if isinstance(self.inner, str):
            spec = parse_method(self.inner)
            if spec.preset is None and "recall" in find_class(spec.name).presets:
                return load(self.inner, preset="recall")
        return self.inner_method

    @cached_property
    def store(self) -> Store | None:
        templates = self.templates
        return open_store(Path(templates)) if isinstance(templates, (str, Path)) else templates

    def check_usable(self) -> None:
        self.inner_method.check_usable()
        _ = self.store

    def for_url(self, url: str | None) -> Method:
        host = templates_host(url)
        return self if host is None else SiteMethod(self, self.find_site(host))

    @property
    def needs_styles(self) -> bool:
        return self.inner_method.needs_styles

    def with_styles(self, styles: "PageStyles") -> "GoldMiner":
        bound = copy(self)
        bound.inner_method = self.inner_method.with_styles(styles)
        bound.recall_method = self.recall_method.with_styles(styles)
        return bound

    def for_collection(self, pages: Pages) -> "Method":
        if self.templates is not None:
            return self
        return GoldMiner(self.inner, learn_hosts(pages, self.inner_method))

    def decide(self, page: Page) -> Decision:
        return self.for_own_url(page).decide(page)

    def explain_empty(self, page: Page) -> str:
        return self.for_own_url(page).explain_empty(page)

    def for_own_url(self, page: Page) -> "SiteMethod":
        """Return the method for the URL that the page declares."""
        host = None if self.store is None else templates_host(metadata(page).url)
        return SiteMethod(self, self.find_site(host) if host else None)

    def find_site(self, host: str) -> Site | None:
        """Return the site of a host; warn and return None if it cannot be read."""
        if self.store is None:
            return None
        try:
            return self.store.get(host)
        except (InputError, ModelError) as error:
            warnings.warn(f"{error}; {host} is cleaned without", stacklevel=2)
            return None


class SiteMethod(Method):
    """GoldMiner for the pages of one site."""

    name = GoldMiner.name

    def __init__(self, miner: GoldMiner, site: Site | None) -> None:
        self.miner, self.site = miner, site

    def decide(self, page: Page) -> Decision:
        if self.site is None or not self.site.templates:
            return self.miner.inner_method.decide(page)
        trimmed = trim(page, self.site)
        if trimmed is None:
            reason = np.zeros(len(page.runs), np.uint8)
            return Decision(page, reason.astype(bool), reason=reason, reasons=[NO_ARTICLE])
        return decide_article(page, trimmed, self.miner.recall_method)

    def explain_empty(self, page: Page) -> str:
        if self.site is None or not self.site.templates:
            return self.miner.inner_method.explain_empty(page)
        if trim(page, self.site) is None:
            return NO_ARTICLE
        return f"{self.name} kept nothing of the article"


def page_host(url: str | None, page: Page) -> str | None:
    """Return the host of a page, by its URL or else by the URL that it declares."""
    return templates_host(url) or templates_host(metadata(page).url)


def learn_hosts(pages: Pages, inner: Method, settings: Learning = DEFAULT) -> MemoryStore:
    """Learn the templates of all hosts with enough pages in a collection, which is read twice."""
    counts = Counter(page_host(url, page) for url, page in pages())
    store = MemoryStore()
    samples: dict[str, list[Page]] = defaultdict(list)
    for url, page in pages():
        host = page_host(url, page)
        if host is None or counts[host] < settings.min_pages or store.get(host):
            continue
        samples[host].append(page)
        if len(samples[host]) == min(counts[host], settings.sample):
            store.put(learn(host, samples.pop(host), inner, settings))
    return store


def decide_article(page: Page, trimmed: TrimmedPage, inner: Method) -> Decision:
    """Decide on a trimmed page with the inner method, then correct it by the template."""
    seen = trimmed.runs | (page.runs.flags & NO_TEXT != 0)
    part = page.only(seen)
    decision = inner.decide(part)
    inside = trimmed.runs[seen]
    texts = part.block_texts()
    template = trimmed.template
    keep, score, reason = decision.keep & inside, decision.score.copy(), decision.reason.copy()
    first = len(decision.reasons)

    def change(runs: BoolArray, to: bool, why: int) -> None:
        changed = runs & inside & (keep != to)
        keep[changed], reason[changed] = to, first + why

    visible = visible_runs(part)
    places = place_keys(trimmed.markup, part.blocks.node)
    rich, poor = (
        is_among(places, written_place_keys(those)) for those in (template.rich, template.poor)
    )
    headings = mark_headings(part)
    change(runs_of(part, rich & (headings | ~is_all_links(part))) & visible, True, RICH)
    change(runs_of(part, poor), False, POOR)
    recurring = cached_set(template.recurring)
    change(runs_of(part, [text in recurring for text in texts]), False, RECURS)
    title = find_title_block(part, texts, headings)
    if title is not None:
        change((part.runs.block == title) & visible, True, TITLE)
    reason[~inside] = first + OUTSIDE
    score = np.where(keep, np.maximum(score, 0.5), np.minimum(score, BELOW_HALF))
    score[~inside] = 0
    return Decision(
        page,
        expand(seen, keep, False),
        kind=expand(seen, decision.kind, 0),
        score=expand(seen, score.astype(np.float32), 0),
        reason=expand(seen, reason, first + OUTSIDE),
        reasons=[*decision.reasons, *REASONS],
    )


def runs_of(page: Page, blocks: ArrayLike) -> BoolArray:
    """Mark the runs of marked blocks."""
    return np.append(np.asarray(blocks, bool), False)[page.runs.block]


def is_among(keys: NDArray[np.uint64], chosen: NDArray[np.uint64]) -> BoolArray:
    if len(keys) * len(chosen) > MAX_PAIRS:
        return np.isin(keys, chosen)
    return np.asarray((keys[:, None] == chosen).any(axis=1))


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
