"""Clean the pages of any number of sites as they arrive.

The first pages of a host wait until there are enough to learn from. Then they are cleaned, and
later pages at once. Pages with text that no template matches wait as well: they may belong to a
section with another frame, or the site may have changed. When there are enough, templates are
learned from them.
"""

from collections import OrderedDict, deque
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

from webwinnow._core import Page
from webwinnow.clean import PageCleaner
from webwinnow.document import Document
from webwinnow.hosts import templates_host
from webwinnow.messages import count_noun, describe_error
from webwinnow.methods.goldminer.apply import lacks_template
from webwinnow.methods.goldminer.learn import (
    DEFAULT,
    Learning,
    is_generic,
    learn_from_sample,
    share_rich_places,
)
from webwinnow.methods.goldminer.method import GoldMiner, page_host
from webwinnow.methods.goldminer.sample import SamplePage, article_blocks, is_index
from webwinnow.methods.goldminer.store import open_store
from webwinnow.methods.goldminer.template import Site, Template
from webwinnow.sites.spool import RawPage, Spool

# Larger pages are not learned from, because a sample is held in memory.
MAX_PAGE_BYTES = 4 << 20
# Templates are stale when they match less than this share of what they once matched.
STALE_SHARE = 0.5
MAX_RECENT, MIN_RECENT = 50, 20
# Unmatched pages with text that are enough to learn from.
MIN_UNMATCHED = 20
# Templates of a site.
MAX_TEMPLATES = 16
# Hosts whose recent pages are counted.
MAX_HOSTS = 10_000


class SiteStream:
    """Takes pages and returns documents, some of them later.

    Documents of a host keep their order, except that articles that no template matches come later.

    `recipe` has the GoldMiner. Learned templates go to its store; without a store they are lost at
    the end. Pages wait in a file in the folder `spool`. `notify` is called with one line for each
    learning.
    """

    def __init__(
        self,
        recipe: PageCleaner,
        settings: Learning = DEFAULT,
        *,
        spool: Path | None = None,
        notify: Callable[[str], None] = lambda line: None,
    ) -> None:
        if not isinstance(recipe.method, GoldMiner):
            raise TypeError(f"sites are cleaned with GoldMiner, not {recipe.method.name}")
        miner = recipe.method
        self.settings, self.notify = replace(settings, rules=miner.chosen_rules), notify
        self.spool = Spool(spool)
        self.is_own_store = miner.store is None
        path = self.spool.path / "sites.db"
        self.store = open_store(path, create=True) if miner.store is None else miner.store
        self.miner = GoldMiner(miner.inner, self.store, miner.rules)
        self.recipe = replace(recipe, method=self.miner)
        self.inner_recipe = replace(recipe, method=self.miner.inner_method)
        self.recent: OrderedDict[str, deque[bool]] = OrderedDict()
        self.learned_from: dict[str, int] = {}  # waiting pages that were learned from, by host

    @property
    def needs_styles(self) -> bool:
        return self.miner.needs_styles

    def add(self, url: str | None, html: bytes, charset: str | None = None) -> list[Document]:
        """Add a page; return the documents that are ready, of this page and of others."""
        page = RawPage(url, html, self.recipe.charset or charset)
        # Only a page without a host in its URL must be parsed here.
        host = templates_host(page.url) or page_host(None, page.parse())
        if host is None:
            return [self.clean(page)]
        if not self.has_templates(host):
            is_enough = self.spool.add(host, page) >= self.settings.sample
            return self.clean_waiting(host) if is_enough else []
        return self.clean_with_templates(host, page)

    def clean_with_templates(self, host: str, page: RawPage) -> list[Document]:
        document = self.clean(page)
        is_unmatched = lacks_template(document.decision)
        if is_unmatched and (sampled := self.sample_text(document)):
            # Many index pages do not mean that the site has changed.
            if not is_index(sampled, article_blocks(sampled)):
                self.count_match(host, False)
            unmatched = self.spool.add(host, page) - self.learned_from.get(host, 0)
            return self.clean_waiting(host) if unmatched >= MIN_UNMATCHED else []
        if not document.error and not is_unmatched:
            self.count_match(host, True)
        return [document]

    def finish(self) -> Iterator[Document]:
        """Return the documents of all pages that still wait, and close the stream."""
        while (host := self.spool.first_host()) is not None:
            yield from self.clean_waiting(host, is_last=True)
        self.close()

    def close(self) -> None:
        if self.is_own_store:
            self.store.close()
        self.spool.close()

    def has_templates(self, host: str) -> bool:
        site = self.miner.find_site(host)
        return site is not None and bool(site.templates)

    def clean(self, page: RawPage, recipe: PageCleaner | None = None) -> Document:
        recipe = replace(recipe or self.recipe, charset=page.charset)
        return recipe.attempt((page.url, page.html))

    def sample_text(self, document: Document) -> SamplePage | None:
        """Return the page if it has enough text for an article; an index may have, too."""
        if document.page is None:
            return None
        page = SamplePage(document.page, self.miner.inner_method)
        return page if page.chars[page.own].sum() >= max(self.settings.min_text, 1) else None

    def clean_waiting(self, host: str, *, is_last: bool = False) -> list[Document]:
        """Learn from all waiting pages of a host, and clean them.

        An article that no template matches goes on waiting for similar ones; at the end, the inner
        method cleans it.
        """
        is_article = self.try_to_learn(host)
        documents: list[Document] = []
        waiting: list[RawPage] = []
        for page, may_wait in zip(self.spool.pages(host), is_article, strict=True):
            document = self.clean(page)
            if lacks_template(document.decision) and may_wait:
                if len(waiting) < self.settings.sample // 2 and not is_last:
                    waiting.append(page)
                    continue
                document = self.clean(page, self.inner_recipe)
            documents.append(document)
        self.spool.remove(host)
        self.learned_from.pop(host, None)
        for page in waiting:
            self.learned_from[host] = self.spool.add(host, page)
        return documents

    def try_to_learn(self, host: str) -> list[bool]:
        """Learn from the waiting pages; return for each whether it has an article.

        If learning fails, the inner method cleans the pages.
        """
        try:
            return self.learn(host)
        except Exception as error:
            self.notify(f"{host}: no templates learned: {describe_error(error)}")
            return [True] * self.spool.count(host)

    def learn(self, host: str) -> list[bool]:
        known = self.miner.find_site(host)
        # Few pages of a known site give no template, but they show which pages are indexes.
        if self.spool.count(host) < self.settings.min_pages and not self.has_templates(host):
            return [True] * self.spool.count(host)
        is_small = [len(page.html) <= MAX_PAGE_BYTES for page in self.spool.pages(host)]
        small = (page for page in self.spool.pages(host) if len(page.html) <= MAX_PAGE_BYTES)
        parsed: Iterator[Page] = (page.parse() for page in small)
        result = learn_from_sample(host, parsed, self.miner.inner_method, self.settings)
        if known is None or not known.templates:
            self.store.put(result.site)
            self.notify(f"{host}: {summarize(result.site)}")
        elif result.site.templates:
            is_stale = self.is_stale(host)
            merge = put_first if is_stale else put_last
            self.store.put(merge(result.site, known))
            reason = "the old ones are stale" if is_stale else "some pages matched none"
            self.notify(f"{host}: {summarize(result.site)}: {reason}")
            self.recent.pop(host, None)
        is_article = iter(result.is_article)
        return [small and next(is_article) for small in is_small]

    def count_match(self, host: str, has_template: bool) -> None:
        recent = self.recent.setdefault(host, deque(maxlen=MAX_RECENT))
        self.recent.move_to_end(host)
        recent.append(has_template)
        if len(self.recent) > MAX_HOSTS:
            self.recent.popitem(last=False)

    def is_stale(self, host: str) -> bool:
        recent, site = self.recent.get(host, ()), self.miner.find_site(host)
        if site is None or len(recent) < MIN_RECENT:
            return False
        return sum(recent) / len(recent) < STALE_SHARE * site.match


def summarize(site: Site) -> str:
    return site.problem or f"{count_noun(len(site.templates), 'template')} learned"


def put_last(new: Site, old: Site) -> Site:
    """Add the templates of a section after the old ones, which did not match its pages."""
    articles = old.articles + new.articles
    match = (old.articles * old.match + new.articles * new.match) / max(articles, 1)
    return replace(
        old,
        templates=merge_templates(old.templates + new.templates),
        sample=old.sample + new.sample,
        articles=articles,
        match=round(match, 4),
        learned=new.learned,
    )


def put_first(new: Site, old: Site) -> Site:
    """Put the new templates first; the old ones may still match old pages."""
    return replace(new, templates=merge_templates(new.templates + old.templates))


def merge_templates(templates: tuple[Template, ...]) -> tuple[Template, ...]:
    """Merge templates that were learned separately: generic ones last, and of too many those with
    the largest support.
    """
    best = sorted(templates, key=lambda each: -each.support)[:MAX_TEMPLATES]
    kept = [each for each in templates if each in best]
    return share_rich_places(sorted(kept, key=is_generic))
