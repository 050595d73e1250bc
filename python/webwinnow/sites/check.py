"""Check whether the templates of a site still match its pages and keep their text, and describe
sites as text.
"""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field

from webwinnow._core import Page
from webwinnow.messages import count_noun
from webwinnow.methods.base import Method
from webwinnow.methods.goldminer.coverage import measure_coverage
from webwinnow.methods.goldminer.learn import DEFAULT, MAX_SAMPLE_ITEMS, Learning
from webwinnow.methods.goldminer.rules import DEFAULT_RULES, RULES
from webwinnow.methods.goldminer.sample import Sample, SamplePage, article_blocks, is_index
from webwinnow.methods.goldminer.template import Site, Template, trim
from webwinnow.sites.stream import STALE_SHARE

# Fewer articles are too few to judge a site.
MIN_ARTICLES = 5
# Templates that keep less of the articles' text fail a check.
MIN_COVERAGE = 0.95
# Recurring texts in a description, and the characters of each.
MAX_TEXTS, MAX_TEXT_LENGTH = 5, 60


@dataclass(frozen=True)
class PageCheck:
    """The result of the templates on one page."""

    template: int | None  # number of the template that matches, from 0
    good: int  # characters that the inner method keeps of the untrimmed page
    inside: int  # those of them inside of the template's boundaries
    is_missed: bool = (
        False  # there is an article, but no template matches: the inner method decides
    )


def check_page(page: Page, site: Site, inner: Method, settings: Learning = DEFAULT) -> PageCheck:
    sampled = SamplePage(page, inner)
    good = int(sampled.chars[sampled.is_good].sum())
    trimmed = trim(page, site)
    if trimmed is None:
        has_text = good >= max(settings.min_text, 1)
        return PageCheck(None, good, 0, has_text and not is_index(sampled, article_blocks(sampled)))
    inside = trimmed.runs[page.blocks.first] & sampled.is_good
    number = site.templates.index(trimmed.template)
    return PageCheck(number, good, int(sampled.chars[inside].sum()))


@dataclass
class SiteCheck:
    """The results on many pages of a site."""

    site: Site
    pages: int = 0
    missed: int = 0
    good: int = 0  # of the pages that a template matches
    inside: int = 0
    coverage: float | None = None  # share of the unique text that the templates keep; None: unknown
    by_template: Counter[int] = field(default_factory=Counter)

    def add(self, check: PageCheck) -> None:
        self.pages += 1
        self.missed += check.is_missed
        if check.template is not None:
            self.by_template[check.template] += 1
            self.good += check.good
            self.inside += check.inside

    @property
    def matched(self) -> int:
        return self.by_template.total()

    @property
    def match(self) -> float:
        """The share of the articles that a template matches; 0 without articles."""
        return self.matched / max(self.matched + self.missed, 1)

    @property
    def has_enough_articles(self) -> bool:
        return self.matched + self.missed >= MIN_ARTICLES

    @property
    def is_stale(self) -> bool:
        return self.has_enough_articles and self.match < STALE_SHARE * self.site.match

    @property
    def loses_text(self) -> bool:
        return self.coverage is not None and self.coverage < MIN_COVERAGE


class CheckedPages:
    """Pages of a site to measure the coverage on, up to the size of a sample."""

    def __init__(self, settings: Learning = DEFAULT) -> None:
        self.settings = settings
        self.pages: list[Page] = []
        self.room = MAX_SAMPLE_ITEMS

    def add(self, page: Page) -> None:
        size = len(page.nodes) + len(page.runs)
        if size <= self.room and len(self.pages) < self.settings.sample:
            self.room -= size
            self.pages.append(page)

    def coverage(self, site: Site, inner: Method) -> float | None:
        """Return the share of the pages' unique text that the templates keep; None if there are too
        few articles to find out which text is unique.
        """
        rules = RULES.get(site.rules, DEFAULT_RULES)
        sample = Sample(self.pages, inner, min_text=self.settings.min_text, rules=rules)
        articles = [page for page in sample.used if not is_index(page, article_blocks(page))]
        if len(articles) < MIN_ARTICLES:
            return None
        return measure_coverage(articles, site.templates, rules)


def summarize_site(site: Site) -> str:
    if not site.templates:
        return f"{site.host}: no template: {site.problem or 'nothing was learned'}"
    matched = f"{round(site.match * site.articles):,} of {count_noun(site.articles, 'article')}"
    sample = f"in {count_noun(site.sample, 'page')}"
    return f"{site.host}: {count_noun(len(site.templates), 'template')} for {matched} {sample}"


def describe_site(site: Site) -> Iterator[str]:
    """Describe all templates of a site, line by line."""
    yield summarize_site(site)
    date, inner = site.learned or "an unknown date", site.inner or "an unknown method"
    rules = "" if site.rules == DEFAULT_RULES.name else f", with the rules of {site.rules!r}"
    yield f"learned: {date}, from the text that {inner} keeps{rules}"
    if site.templates:
        yield f"coverage: {100 * site.coverage:.1f} % of the articles' text"
    for number, template in enumerate(site.templates, 1):
        kept = f"{100 * template.score:.1f} % of the text inside"
        yield ""
        yield f"template {number}: {count_noun(template.support, 'article')}, {kept}"
        yield from (f"  {name:10} {value}" for name, value in describe_parts(template) if value)


def describe_parts(template: Template) -> Iterator[tuple[str, str]]:
    yield "container", template.container
    yield "begin", " or ".join(template.begin)
    yield "end", " or ".join(template.end)
    yield "text at", ", ".join(template.rich)
    yield "no text at", ", ".join(template.poor)
    yield "outside", ", ".join(template.outside)
    for number, text in enumerate(template.recurring[:MAX_TEXTS]):
        is_long = len(text) > MAX_TEXT_LENGTH
        yield "" if number else "recurring", text[:MAX_TEXT_LENGTH] + "…" * is_long
    more = len(template.recurring) - MAX_TEXTS
    yield "", f"and {count_noun(more, 'other')}" if more > 0 else ""


def describe_page(check: PageCheck) -> str:
    if check.template is None:
        return "text, but no template matches" if check.is_missed else "no article"
    inside = f"{check.inside:,} of {count_noun(check.good, 'good character')} inside"
    return f"template {check.template + 1}, {inside}"


def summarize_check(check: SiteCheck, remedy: str) -> Iterator[str]:
    """Summarize a check, line by line; `remedy` is the command that learns again."""
    site = check.site
    yield f"{site.host}: an article on {check.matched:,} of {count_noun(check.pages, 'page')}"
    for number, template in enumerate(site.templates):
        count = check.by_template[number]
        yield f"  template {number + 1}, {template.container}: {count_noun(count, 'page')}"
    if check.missed:
        yield f"  no template, but text: {count_noun(check.missed, 'page')}"
    without = check.pages - check.matched - check.missed
    if without:
        yield f"  no article: {count_noun(without, 'page')}"
    if check.good:
        share = 100 * check.inside / check.good
        yield f"{share:.1f} % of what {site.inner} keeps on pages with an article is inside"
    if check.coverage is not None:
        kept = f"{100 * check.coverage:.1f} % of the articles' text"
        yield f"{kept} is kept (good text that only one page has, without comments)"
    yield conclude(check, remedy)


def conclude(check: SiteCheck, remedy: str) -> str:
    now, then = (f"{100 * share:.0f} %" for share in (check.match, check.site.match))
    if not check.has_enough_articles:
        return "too few pages with text to check the templates; try more"
    shares = f"they match {now} of the articles, {then} when they were learned"
    if check.is_stale:
        return f"the templates look stale: {shares}; learn them again: {remedy}"
    if check.loses_text:
        lost = f"{100 - 100 * (check.coverage or 0):.0f} %"
        return f"the templates lose {lost} of the articles' text; learn them again: {remedy}"
    return f"the templates match: {shares}"
