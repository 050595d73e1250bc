"""GoldMiner, after Endrédy and Novák (2013): pages of a site are trimmed by its templates first.

A template (`webwinnow.sites`) tells where the articles of a host begin and end. Of a page, only what
is between goes to the inner method; a page where the template finds nothing has no article. Pages
of hosts without a template go to the inner method as they are.

Differs: a trimmed page has little boilerplate left, so the inner method's preset for recall judges
it; what the sample has shown to recur, or to stand where no text is, is dropped; the title is kept.
"""

import warnings
from collections.abc import Callable, Iterable
from functools import cached_property
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from webwinnow._core import FLAGS, Decision, Page
from webwinnow.errors import ModelError, UnknownSetting
from webwinnow.hosts import templates_host
from webwinnow.metadata import metadata
from webwinnow.methods import find, load
from webwinnow.methods.base import BELOW_HALF, Method
from webwinnow.sites.sample import title_block
from webwinnow.sites.store import Store, open_store
from webwinnow.sites.survey import survey
from webwinnow.sites.template import Site
from webwinnow.sites.trim import Trimmed, trim

__all__ = ["GoldMiner", "OnSite"]

NO_ARTICLE = "no article where the site's template has it"
OUTSIDE, RECURS, POOR, TITLE = (
    "outside of the article",
    "recurs on the site",
    "where the site has no text",
    "title of the article",
)
TITLE_SCORE = 0.9
# Title, description and what scripts say of a page are no text, but methods look at them.
UNSEEN = FLAGS["CODE"] | FLAGS["HEAD"]

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
        if self.inner == self.name:
            raise UnknownSetting("goldminer cannot be its own inner method; choose another")
        return load(self.inner)

    @cached_property
    def generous(self) -> Method:
        """The inner method for pages that are trimmed."""
        has_preset = isinstance(self.inner, str) and "recall" in find(self.inner).presets
        return load(str(self.inner), preset="recall") if has_preset else self.plain

    @cached_property
    def store(self) -> Store | None:
        given = self.templates
        return open_store(Path(given)) if isinstance(given, (str, Path)) else given

    def check_usable(self) -> None:
        self.plain.check_usable()
        _ = self.store

    def at(self, url: str | None) -> Method:
        host = templates_host(url)
        return self if host is None else OnSite(self, self.site(host))

    def among(self, pages: Callable[[], Iterable[tuple[str | None, Page]]]) -> "Method":
        if self.templates is not None:
            return self
        return GoldMiner(self.inner, survey(pages, self.plain))

    def decide(self, page: Page) -> Decision:
        return self.on_own_site(page).decide(page)

    def why_nothing(self, page: Page) -> str:
        return self.on_own_site(page).why_nothing(page)

    def on_own_site(self, page: Page) -> "OnSite":
        """By the address that the page gives itself."""
        host = None if self.store is None else templates_host(metadata(page).url)
        return OnSite(self, self.site(host) if host else None)

    def site(self, host: str) -> Site | None:
        """What is known of a host; nothing where its file is broken, with a warning."""
        if self.store is None:
            return None
        try:
            return self.store.get(host)
        except ModelError as error:
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

    def why_nothing(self, page: Page) -> str:
        if self.site is None or not self.site.templates:
            return self.miner.plain.why_nothing(page)
        if trim(page, self.site) is None:
            return NO_ARTICLE
        return f"{self.name} kept nothing of the article"


def article(page: Page, trimmed: Trimmed, inner: Method) -> Decision:
    """What the inner method keeps of the article, without what recurs, and with the title."""
    seen = page.only(trimmed.runs | (page.runs.flags & UNSEEN != 0))
    chosen = np.flatnonzero(trimmed.runs | (page.runs.flags & UNSEEN != 0))
    said = inner.decide(seen)
    is_inside = trimmed.runs[chosen]
    texts = seen.block_texts()
    keep, score, reason = said.keep & is_inside, said.score.copy(), said.reason.copy()
    reasons = [*said.reasons, OUTSIDE, RECURS, POOR, TITLE]
    outside = len(said.reasons)
    drops = {
        outside + 1: is_recurring(seen, texts, trimmed.template.recurring),
        outside + 2: trimmed.poor_runs(page, chosen),
        outside: ~is_inside,
    }
    for number, dropped in drops.items():
        reason[dropped & (keep | (number == outside))] = number
        keep &= ~dropped
    title = title_block(seen, texts)
    if title is not None:
        is_title = (seen.runs.block == title) & ~keep & is_inside
        keep |= is_title
        reason[is_title] = outside + 3
        score[is_title] = TITLE_SCORE
    score = np.where(keep, np.maximum(score, 0.5), np.minimum(score, BELOW_HALF))
    score[~is_inside] = 0
    return Decision(
        page,
        spread(page, chosen, keep, False),
        kind=spread(page, chosen, said.kind, 0),
        score=spread(page, chosen, score.astype(np.float32), 0.0),
        reason=spread(page, chosen, reason, outside),
        reasons=reasons,
    )


def is_recurring(page: Page, texts: list[str], recurring: tuple[str, ...]) -> BoolArray:
    """The runs of blocks that say the same on several pages."""
    known = frozenset(recurring)
    blocks = np.array([*(text in known for text in texts), False])
    return blocks[page.runs.block]


def spread(page: Page, chosen: NDArray[np.int64], values: NDArray[np.generic], rest: object):  # type: ignore[no-untyped-def]
    whole = np.full(len(page.runs), rest, values.dtype)
    whole[chosen] = values
    return whole
