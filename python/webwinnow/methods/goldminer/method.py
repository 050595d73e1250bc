"""GoldMiner, after Endrédy and Novák (2013): pages of a site are trimmed by its templates first.

A template (`webwinnow.sites`) tells where the articles of a host begin and end. Of a page, only
what is between goes to the inner method; a page where the template finds nothing has no article.
Pages of hosts without a template go to the inner method as they are.

Differs: a trimmed page has little boilerplate left, so the inner method's preset for recall judges
it; what the sample has shown to recur, or to stand where no text is, is dropped; the title is kept.
"""

import warnings
from collections.abc import Callable, Iterable
from functools import cached_property, lru_cache
from pathlib import Path
from typing import TypeVar

import numpy as np
from numpy.typing import ArrayLike, NDArray

from webwinnow._core import FLAGS, Decision, Page
from webwinnow.errors import InputError, ModelError, UnknownSetting
from webwinnow.hosts import templates_host
from webwinnow.metadata import metadata
from webwinnow.methods import find_class, load, parse_method
from webwinnow.methods.base import BELOW_HALF, Method, visible_runs
from webwinnow.methods.goldminer.sample import in_blocks, is_heading, is_link, title_block
from webwinnow.methods.goldminer.store import Store, open_store
from webwinnow.methods.goldminer.template import Site
from webwinnow.methods.goldminer.trim import Trimmed, keys_of, place_keys, trim
from webwinnow.sites.survey import survey

__all__ = ["GoldMiner", "OnSite"]

NO_ARTICLE = "no article where the site's template has it"
REASONS = (
    "outside of the article",
    "recurs on the site",
    "where the site has no text",
    "where the site has its text",
    "title of the article",
)
OUTSIDE, RECURS, POOR, RICH, TITLE = range(len(REASONS))
# Title, description and what scripts say of a page are no text, but methods look at them.
UNSEEN = FLAGS["CODE"] | FLAGS["HEAD"]

# Comparisons of all with all that take less time than making a table.
FEW = 20_000

BoolArray = NDArray[np.bool_]


class GoldMiner(Method):
    """Templates learned for each site, then another method (Endrédy and Novák 2013).

    `inner` is that method, by name or as an object; `templates` is where `webwinnow site learn` has
    put them, a folder or an SQLite file. Pages of a host without templates are the inner method's
    alone.
    """

    def __init__(
        self, inner: str | Method = "justext", templates: str | Path | Store | None = None
    ) -> None:
        self.inner = inner
        self.templates = templates

    @cached_property
    def plain(self) -> Method:
        """The inner method, for pages as they are."""
        if isinstance(self.inner, Method):
            return self.inner
        if parse_method(self.inner).name == self.name:
            raise UnknownSetting("goldminer cannot be its own inner method; choose another")
        return load(self.inner)

    @cached_property
    def generous(self) -> Method:
        """The inner method for pages that are trimmed."""
        if isinstance(self.inner, str):
            spec = parse_method(self.inner)
            if spec.preset is None and "recall" in find_class(spec.name).presets:
                return load(self.inner, preset="recall")
        return self.plain

    @cached_property
    def store(self) -> Store | None:
        given = self.templates
        return open_store(Path(given)) if isinstance(given, (str, Path)) else given

    def check_usable(self) -> None:
        self.plain.check_usable()
        _ = self.store

    def for_url(self, url: str | None) -> Method:
        host = templates_host(url)
        return self if host is None else OnSite(self, self.site(host))

    def for_collection(self, pages: Callable[[], Iterable[tuple[str | None, Page]]]) -> "Method":
        if self.templates is not None:
            return self
        return GoldMiner(self.inner, survey(pages, self.plain))

    def decide(self, page: Page) -> Decision:
        return self.on_own_site(page).decide(page)

    def explain_empty(self, page: Page) -> str:
        return self.on_own_site(page).explain_empty(page)

    def on_own_site(self, page: Page) -> "OnSite":
        """By the address that the page gives itself."""
        host = None if self.store is None else templates_host(metadata(page).url)
        return OnSite(self, self.site(host) if host else None)

    def site(self, host: str) -> Site | None:
        """What is known of a host; nothing where that cannot be read, with a warning."""
        if self.store is None:
            return None
        try:
            return self.store.get(host)
        except (InputError, ModelError) as error:
            warnings.warn(f"{error}; {host} is cleaned without", stacklevel=2)
            return None


class OnSite(Method):
    """GoldMiner for the pages of one site."""

    name = GoldMiner.name

    def __init__(self, miner: GoldMiner, site: Site | None) -> None:
        self.miner, self.site = miner, site

    def decide(self, page: Page) -> Decision:
        if self.site is None or not self.site.templates:
            return self.miner.plain.decide(page)
        trimmed = trim(page, self.site)
        if trimmed is None:
            reason = np.zeros(len(page.runs), np.uint8)
            return Decision(page, reason.astype(bool), reason=reason, reasons=[NO_ARTICLE])
        return article(page, trimmed, self.miner.generous)

    def explain_empty(self, page: Page) -> str:
        if self.site is None or not self.site.templates:
            return self.miner.plain.explain_empty(page)
        if trim(page, self.site) is None:
            return NO_ARTICLE
        return f"{self.name} kept nothing of the article"


def article(page: Page, trimmed: Trimmed, inner: Method) -> Decision:
    """What the inner method keeps of the article, and what the site's other pages say of it."""
    seen = trimmed.runs | (page.runs.flags & UNSEEN != 0)
    part = page.only(seen)
    said = inner.decide(part)
    inside = trimmed.runs[seen]
    texts = part.block_texts()
    template = trimmed.template
    keep, score, reason = said.keep & inside, said.score.copy(), said.reason.copy()
    first = len(said.reasons)

    def change(runs: BoolArray, to: bool, why: int) -> None:
        changed = runs & inside & (keep != to)
        keep[changed], reason[changed] = to, first + why

    shown = visible_runs(part)
    places = place_keys(trimmed.markup, part.blocks.node)
    rich, poor = (is_among(places, keys_of(those)) for those in (template.rich, template.poor))
    headings = is_heading(part)
    change(runs_of(part, rich & (headings | ~is_all_links(part))) & shown, True, RICH)
    change(runs_of(part, poor), False, POOR)
    recurring = a_set(template.recurring)
    change(runs_of(part, [text in recurring for text in texts]), False, RECURS)
    title = title_block(part, texts, headings)
    if title is not None:
        change((part.runs.block == title) & shown, True, TITLE)
    reason[~inside] = first + OUTSIDE
    score = np.where(keep, np.maximum(score, 0.5), np.minimum(score, BELOW_HALF))
    score[~inside] = 0
    return Decision(
        page,
        spread(seen, keep, False),
        kind=spread(seen, said.kind, 0),
        score=spread(seen, score.astype(np.float32), 0),
        reason=spread(seen, reason, first + OUTSIDE),
        reasons=[*said.reasons, *REASONS],
    )


def runs_of(page: Page, blocks: ArrayLike) -> BoolArray:
    """The runs of chosen blocks."""
    return np.append(np.asarray(blocks, bool), False)[page.runs.block]


def is_among(keys: NDArray[np.uint64], wanted: NDArray[np.uint64]) -> BoolArray:
    if len(keys) * len(wanted) > FEW:
        return np.isin(keys, wanted)
    return np.asarray((keys[:, None] == wanted).any(axis=1))


def is_all_links(page: Page) -> BoolArray:
    """The blocks that are nothing but links."""
    return np.asarray(in_blocks(page, ~is_link(page)) == 0)


@lru_cache(maxsize=256)
def a_set(texts: tuple[str, ...]) -> frozenset[str]:
    return frozenset(texts)


Values = TypeVar("Values", bound=np.generic)


def spread(seen: BoolArray, values: NDArray[Values], rest: object) -> NDArray[Values]:
    """Values of the runs that were seen as values of all."""
    whole = np.full(len(seen), rest, values.dtype)
    whole[seen] = values
    return whole
