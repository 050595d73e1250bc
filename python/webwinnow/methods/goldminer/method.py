"""GoldMiner, after Endrédy and Novák (2013): templates of the site trim a page first.

A template has the boundaries of the articles of a host. The inner method sees only the part of the
page between them. The inner method alone cleans pages of hosts without templates.

Differs: a trimmed page has little boilerplate left, so the inner method decides with its preset for
recall; texts that recur in the sample, and places without text there, are dropped; the title is
kept; the inner method decides on text outside of the boundaries that the templates do not know. The
preset `paper` has none of this, and learns as the paper does.
"""

import warnings
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable
from copy import copy
from dataclasses import replace
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar

from webwinnow._core import Decision, Page
from webwinnow.errors import InputError, ModelError, UnknownSetting
from webwinnow.hosts import templates_host
from webwinnow.metadata import metadata
from webwinnow.methods.base import Method
from webwinnow.methods.goldminer.apply import NO_ARTICLE, decide_article, decide_unmatched
from webwinnow.methods.goldminer.learn import DEFAULT, Learning, learn
from webwinnow.methods.goldminer.rules import Rules, find_rules
from webwinnow.methods.goldminer.store import MemoryStore, Store, open_store
from webwinnow.methods.goldminer.template import Site, trim
from webwinnow.methods.registry import find_class, load, parse_method

if TYPE_CHECKING:
    from webwinnow.visual.styles import PageStyles

Pages = Callable[[], Iterable[tuple[str | None, Page]]]


class GoldMiner(Method):
    """Templates learned for each site, then another method (Endrédy and Novák 2013).

    `inner` is that method, as a description or an object. `templates` is the folder or SQLite file
    that `webwinnow site learn` wrote, or a store. `rules` is "default" or "paper", the rules that
    learned these templates. The inner method alone cleans pages of hosts without templates.
    """

    presets: ClassVar[dict[str, dict[str, object]]] = {"paper": {"rules": "paper"}}

    def __init__(
        self,
        inner: str | Method = "justext",
        templates: str | Path | Store | None = None,
        rules: str | Rules = "default",
    ) -> None:
        self.inner = inner
        self.templates = templates
        self.rules = rules

    @cached_property
    def chosen_rules(self) -> Rules:
        return find_rules(self.rules)

    @property
    def learning(self) -> Learning:
        """The settings to learn templates for this method."""
        return replace(DEFAULT, rules=self.chosen_rules)

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
        if isinstance(self.inner, str) and self.chosen_rules.recall:
            spec = parse_method(self.inner)
            if spec.preset is None and "recall" in find_class(spec.name).presets:
                return load(self.inner, preset="recall")
        return self.inner_method

    @cached_property
    def store(self) -> Store | None:
        templates = self.templates
        return open_store(Path(templates)) if isinstance(templates, (str, Path)) else templates

    def check_usable(self) -> None:
        _ = self.chosen_rules
        self.inner_method.check_usable()
        _ = self.store

    def for_url(self, url: str | None) -> Method:
        host = templates_host(url)
        return self if host is None else SiteMethod(self, self.find_site(host))

    @property
    def needs_styles(self) -> bool:
        return self.inner_method.needs_styles

    def with_styles(self, styles: "PageStyles") -> "GoldMiner":
        _ = self.store, self.chosen_rules  # all copies share them
        bound = copy(self)
        bound.inner_method = self.inner_method.with_styles(styles)
        bound.recall_method = self.recall_method.with_styles(styles)
        return bound

    def for_collection(self, pages: Pages) -> "Method":
        if self.templates is not None:
            return self
        learned = learn_hosts(pages, self.inner_method, self.learning)
        return GoldMiner(self.inner, learned, self.rules)

    def decide(self, page: Page) -> Decision:
        return self.for_own_url(page).decide(page)

    def explain_empty(self, page: Page) -> str:
        return self.for_own_url(page).explain_empty(page)

    def for_own_url(self, page: Page) -> "SiteMethod":
        """Return the method for the URL that the page declares."""
        host = None if self.store is None else templates_host(metadata(page).url)
        return SiteMethod(self, self.find_site(host) if host else None)

    def find_site(self, host: str) -> Site | None:
        """Return the site of a host; warn and return None if it cannot be used."""
        if self.store is None:
            return None
        try:
            site = self.store.get(host)
            if site and site.templates and site.rules != self.chosen_rules.name:
                raise ModelError(
                    f"the templates of {host} were learned with the rules {site.rules!r}, not "
                    f"{self.chosen_rules.name!r}"
                )
            return site
        except (InputError, ModelError) as error:
            warnings.warn(f"{error}; {host} is cleaned without", stacklevel=2)
            return None


class SiteMethod(Method):
    """GoldMiner for the pages of one site."""

    name = GoldMiner.name

    def __init__(self, miner: GoldMiner, site: Site | None) -> None:
        self.miner, self.site = miner, site

    def decide(self, page: Page) -> Decision:
        miner = self.miner
        if self.site is None or not self.site.templates:
            return miner.inner_method.decide(page)
        trimmed = trim(page, self.site)
        if trimmed is None:
            return decide_unmatched(page, self.site, miner.inner_method, miner.chosen_rules)
        methods = miner.recall_method, miner.inner_method
        return decide_article(page, trimmed, methods, miner.chosen_rules)

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
