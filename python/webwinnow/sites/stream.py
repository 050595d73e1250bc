"""Cleans the pages of any number of sites as they come.

The first pages of a host wait until there are enough to learn from; then they are cleaned, and what
comes after them at once. Pages with text that no template fits wait, too: they may be of a section
with another frame, or of a site that has changed. When there are enough, they are learned from.
"""

from collections import OrderedDict, deque
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

from webwinnow._core import Page
from webwinnow.clean import Recipe
from webwinnow.document import Document
from webwinnow.hosts import templates_host
from webwinnow.messages import count_noun, describe_error
from webwinnow.methods.goldminer.article import article_blocks, is_index
from webwinnow.methods.goldminer.learn import (
    DEFAULT,
    Learning,
    is_general,
    study,
    with_shared_places,
)
from webwinnow.methods.goldminer.method import NO_ARTICLE, GoldMiner
from webwinnow.methods.goldminer.sample import SamplePage
from webwinnow.methods.goldminer.store import open_store
from webwinnow.methods.goldminer.template import Site, Template
from webwinnow.sites.spool import Spool, Waiting
from webwinnow.sites.survey import host_of_page

__all__ = ["SiteStream"]

# Of larger pages nobody learns: a sample is held in memory.
LARGEST = 4 << 20
# Templates are stale when they fit less than this share of the recent pages that they once did.
STALE = 0.5
RECENT, FEWEST_RECENT = 50, 20
# So many pages with text that no template fits are worth a look.
DOUBTFUL = 20
# A site that changes all the time gets no more.
MOST_TEMPLATES = 16
# Hosts whose recent pages are remembered.
REMEMBERED = 10_000


class SiteStream:
    """Takes pages and gives documents, some of them later; in order for each host, but that
    articles which no template fits come after others.

    `recipe` has the GoldMiner to use; templates that it learns go to the GoldMiner's store, or are
    gone at the end. Pages wait in a file in `spool`, a folder. `tell` hears what is learned, in one
    line each.
    """

    def __init__(
        self,
        recipe: Recipe,
        settings: Learning = DEFAULT,
        *,
        spool: Path | None = None,
        tell: Callable[[str], None] = lambda line: None,
    ) -> None:
        if not isinstance(recipe.method, GoldMiner):
            raise TypeError(f"sites are cleaned with GoldMiner, not {recipe.method.name}")
        self.settings, self.tell = settings, tell
        self.waiting = Spool(spool)
        miner = recipe.method
        self.is_own_store = miner.store is None
        own = self.waiting.path / "sites.db"
        self.store = open_store(own, create=True) if miner.store is None else miner.store
        self.miner = GoldMiner(miner.inner, self.store)
        self.recipe = replace(recipe, method=self.miner)
        self.plain = replace(recipe, method=self.miner.plain)
        self.recent: OrderedDict[str, deque[bool]] = OrderedDict()
        self.looked_at: dict[str, int] = {}  # of the pages that wait, how many were learned from

    def add(self, url: str | None, html: bytes, charset: str | None = None) -> list[Document]:
        """The documents that are ready now: of this page, of others that waited, or none yet."""
        page = Waiting(url, html, self.recipe.charset or charset)
        host = self.host(page)
        if host is None:
            return [self.clean(page)]
        if not self.is_known(host):
            enough = self.waiting.add(host, page) >= self.settings.sample
            return self.look(host) if enough else []
        return self.clean_known(host, page)

    def clean_known(self, host: str, page: Waiting) -> list[Document]:
        document = self.clean(page)
        if document.reason == NO_ARTICLE and (seen := self.with_text(document)):
            # A site that shows many lists has not changed.
            if not is_index(seen, article_blocks(seen)):
                self.note(host, False)
            return self.doubt(host, page)
        if not document.error and document.reason != NO_ARTICLE:
            self.note(host, True)
        return [document]

    def finish(self) -> Iterator[Document]:
        """The documents of all pages that still wait."""
        while (host := self.waiting.first_host()) is not None:
            yield from self.look(host, is_last=True)
        self.close()

    def close(self) -> None:
        if self.is_own_store:
            self.store.close()
        self.waiting.close()

    def host(self, page: Waiting) -> str | None:
        """Only a page without a host in its address has to be read for it."""
        found = templates_host(page.url)
        return found or host_of_page(None, Page(page.html, charset=page.charset))

    def is_known(self, host: str) -> bool:
        """Without a template, the next pages may bring one."""
        site = self.miner.site(host)
        return site is not None and bool(site.templates)

    def clean(self, page: Waiting, recipe: Recipe | None = None) -> Document:
        recipe = replace(recipe or self.recipe, charset=page.charset)
        return recipe.attempt((page.url, page.html))

    def with_text(self, document: Document) -> SamplePage | None:
        """A page that may have an article which no template has found; a list may, too, until it
        is seen beside others.
        """
        if document.page is None:
            return None
        page = SamplePage(document.page, self.miner.plain)
        return page if page.chars[page.own].sum() >= max(self.settings.min_text, 1) else None

    def doubt(self, host: str, page: Waiting) -> list[Document]:
        count = self.waiting.add(host, page) - self.looked_at.get(host, 0)
        return self.look(host) if count >= DOUBTFUL else []

    def look(self, host: str, *, is_last: bool = False) -> list[Document]:
        """Learns from all pages of a host that wait, and cleans them. An article that no template
        fits goes on waiting for more of its kind; at the last, it is the inner method's.
        """
        is_article = self.learned(host)
        ready: list[Document] = []
        waits: list[Waiting] = []
        for page, may_wait in zip(self.waiting.pages(host), is_article, strict=True):
            document = self.clean(page)
            if document.reason == NO_ARTICLE and may_wait:
                if len(waits) < self.settings.sample // 2 and not is_last:
                    waits.append(page)
                    continue
                document = self.clean(page, self.plain)
            ready.append(document)
        self.waiting.forget(host)
        self.looked_at.pop(host, None)
        for page in waits:
            self.looked_at[host] = self.waiting.add(host, page)
        return ready

    def learned(self, host: str) -> list[bool]:
        """Whether each of the pages that wait has an article. A failure to learn costs templates,
        never pages: those are the inner method's then.
        """
        try:
            return self.learn(host)
        except Exception as error:
            self.tell(f"{host}: no templates learned: {describe_error(error)}")
            return [True] * self.waiting.count(host)

    def learn(self, host: str) -> list[bool]:
        """Puts what the pages teach into the store; says which of them have articles."""
        known = self.miner.site(host)
        # Few pages of a known site teach nothing, but lists are told from articles.
        if self.waiting.count(host) < self.settings.min_pages and not self.is_known(host):
            return [True] * self.waiting.count(host)
        is_small = [len(page.html) <= LARGEST for page in self.waiting.pages(host)]
        small = (page for page in self.waiting.pages(host) if len(page.html) <= LARGEST)
        parsed = (Page(page.html, charset=page.charset) for page in small)
        found = study(host, parsed, self.miner.plain, self.settings)
        if known is None or not known.templates:
            self.store.put(found.site)
            self.tell(f"{host}: {described(found.site)}")
        elif found.site.templates:
            is_stale = self.is_stale(host)
            self.store.put((renewed if is_stale else extended)(known, found.site))
            why = "the old ones have become stale" if is_stale else "some pages had none"
            self.tell(f"{host}: {described(found.site)}: {why}")
            self.recent.pop(host, None)
        is_article = iter(found.is_article)
        return [fits and next(is_article) for fits in is_small]

    def note(self, host: str, has_template: bool) -> None:
        recent = self.recent.setdefault(host, deque(maxlen=RECENT))
        self.recent.move_to_end(host)
        recent.append(has_template)
        if len(self.recent) > REMEMBERED:
            self.recent.popitem(last=False)

    def is_stale(self, host: str) -> bool:
        recent, site = self.recent.get(host, ()), self.miner.site(host)
        if site is None or len(recent) < FEWEST_RECENT:
            return False
        return sum(recent) / len(recent) < STALE * site.match


def described(site: Site) -> str:
    return site.problem or f"{count_noun(len(site.templates), 'template')} learned"


def extended(known: Site, more: Site) -> Site:
    """With a section's templates behind those that did not fit its pages."""
    articles = known.articles + more.articles
    match = (known.articles * known.match + more.articles * more.match) / max(articles, 1)
    return replace(
        known,
        templates=together(known.templates + more.templates),
        sample=known.sample + more.sample,
        articles=articles,
        match=round(match, 4),
        learned=more.learned,
    )


def renewed(known: Site, more: Site) -> Site:
    """With the new templates first; the old ones may still fit old pages."""
    return replace(more, templates=together(more.templates + known.templates))


def together(templates: tuple[Template, ...]) -> tuple[Template, ...]:
    """Templates that were learned apart, those last that fit nearly everything; of too many, those
    that were seen on most pages.
    """
    most = sorted(templates, key=lambda each: -each.support)[:MOST_TEMPLATES]
    kept = [each for each in templates if each in most]
    return with_shared_places(sorted(kept, key=is_general))
