"""Learn the templates of a site from a sample of its pages (Endrédy and Novák 2013, section III).

The article of a page is all of its good text that other pages lack, except comments. Its nearest
common ancestor votes for a container, the element that holds the article on most pages. Then the
best patterns before and after the article are chosen. Pages that the template does not match may
get a template of their own. Finally the templates are measured against the text of all articles.
"""

import datetime
from collections.abc import Iterable
from dataclasses import dataclass, replace
from statistics import median

import numpy as np

from webwinnow._core import Page
from webwinnow.messages import count_noun
from webwinnow.methods.base import Method
from webwinnow.methods.goldminer.boundaries import (
    Article,
    find_begin_patterns,
    find_end_patterns,
)
from webwinnow.methods.goldminer.coverage import measure_coverage
from webwinnow.methods.goldminer.details import add_details, add_outside
from webwinnow.methods.goldminer.frequent import find_frequent_patterns
from webwinnow.methods.goldminer.markup import selector_of
from webwinnow.methods.goldminer.rules import DEFAULT_RULES, Rules
from webwinnow.methods.goldminer.sample import (
    Sample,
    SamplePage,
    article_blocks,
    count_container_votes,
    is_index,
)
from webwinnow.methods.goldminer.template import WHOLE_PAGE, Site, Template, find_region

# Templates that keep less of the articles' text between their boundaries are rejected.
MIN_SCORE = 0.7
# A page supports a template that keeps this share of its article.
MIN_KEPT_SHARE = 0.95
# A site whose templates keep less of the articles' text has none.
MIN_COVERAGE = 0.97
# An element with more of a page's text is no better than the whole page.
MAX_CONTAINER_SHARE = 0.95
MAX_TEMPLATES = 8
# Nodes and runs of a sample in memory: some hundred times those of a usual page.
MAX_SAMPLE_ITEMS = 1_000_000


@dataclass(frozen=True)
class Learning:
    """Settings of the learning."""

    sample: int = 100  # pages of a host
    min_text: int = 500  # characters of its own that an article has
    min_pages: int = 5  # articles that a template must match
    rules: Rules = DEFAULT_RULES


DEFAULT = Learning()


@dataclass(frozen=True)
class SampleResult:
    """The site learned from a sample."""

    site: Site
    is_article: list[bool]  # for each page, whether it has its own text and is no index


def learn(host: str, pages: Iterable[Page], inner: Method, settings: Learning = DEFAULT) -> Site:
    """Learn the templates of a host; without any, the site has the reason."""
    return learn_from_sample(host, pages, inner, settings).site


def learn_from_sample(
    host: str, pages: Iterable[Page], inner: Method, settings: Learning = DEFAULT
) -> SampleResult:
    """Learn the templates of a host, and which pages have an article.

    Pages beyond a bound of memory are skipped.
    """
    in_memory, is_sampled = [], []
    room = MAX_SAMPLE_ITEMS
    for page in pages:
        size = len(page.nodes) + len(page.runs)
        is_sampled.append(size <= room)
        if size <= room:
            room -= size
            in_memory.append(page)
    rules = settings.rules
    sample = Sample(in_memory, inner, min_text=settings.min_text, rules=rules)
    articles = [page for page in sample.used if not is_index(page, article_blocks(page))]
    templates, rest = learn_templates(articles, settings)
    if rules.details:
        templates = share_rich_places(templates)
    if rules.rescue:
        templates = add_outside(templates, articles)
    coverage = measure_coverage(articles, templates, rules) if templates else 0.0
    problem = None if templates else explain_no_templates(sample, len(articles), settings)
    if templates and rules.rescue and coverage < MIN_COVERAGE:
        problem = f"the templates would lose {100 - 100 * coverage:.0f} % of the articles' text"
        templates = ()
    site = Site(
        host,
        templates,
        sample=sample.distinct,
        articles=len(articles),
        match=round(1 - rest / len(articles), 4) if templates else 0.0,
        coverage=round(coverage, 4) if templates else 0.0,
        rules=rules.name,
        inner=inner.name,
        learned=datetime.date.today().isoformat(),
        problem=problem,
    )
    numbers = {id(page) for page in articles}
    is_article = iter([id(sample.pages[first]) in numbers for first in sample.article])
    return SampleResult(site, [sampled and next(is_article) for sampled in is_sampled])


def learn_templates(
    articles: list[SamplePage], settings: Learning
) -> tuple[tuple[Template, ...], int]:
    """Learn one template after the other, each from the pages that do not support the others.

    Return them, the most specific first, and the number of pages that support none.
    """
    if not settings.rules.weigh:
        return learn_as_published(articles, settings)
    templates: list[Template] = []
    rest = articles
    while len(rest) >= settings.min_pages and len(templates) < MAX_TEMPLATES:
        template = learn_template(rest, settings.rules)
        if template is None or template.support < settings.min_pages:
            break
        templates.append(template)
        rest = [page for page in rest if share_kept(page, template) < MIN_KEPT_SHARE]
    return tuple(sort_by_specificity(templates, articles)), len(rest)


def learn_template(pages: list[SamplePage], rules: Rules = DEFAULT_RULES) -> Template | None:
    """Learn the template of most of these pages; None if none is good enough."""
    votes = count_container_votes(pages, [article_blocks(page) for page in pages])
    for key, _ in votes.most_common(3):
        containers = find_containers(pages, key)
        is_whole = median(share_inside(*each) for each in containers) > MAX_CONTAINER_SHARE
        name = "body" if is_whole else selector_of(containers[0][0].page, containers[0][1], key)
        if not name:
            continue
        around = [Article(page, node, rules) for page, node in containers]
        begin, end = find_begin_patterns(around), find_end_patterns(around)
        template = Template(name, tuple(begin), tuple(end))
        matching = [page for page, _ in containers]
        if name in WHOLE_PAGE and not removes_text(template, matching):
            continue
        kept = {id(page): share_kept(page, template) for page in matching}
        supporting = [page for page in matching if kept[id(page)] >= MIN_KEPT_SHARE]
        score = float(np.mean(list(kept.values())))
        if score >= MIN_SCORE and supporting:
            template = replace(template, support=len(supporting), score=round(score, 4))
            return add_details(template, supporting) if rules.details else template
    return None


def learn_as_published(
    articles: list[SamplePage], settings: Learning
) -> tuple[tuple[Template, ...], int]:
    """Learn the one template that the paper learns: the most frequent common parent of the good
    text, and the most frequent tags around this text.
    """
    votes = count_container_votes(articles, [article_blocks(page) for page in articles])
    if len(articles) < settings.min_pages or not votes:
        return (), len(articles)
    key = votes.most_common(1)[0][0]
    containers = find_containers(articles, key)
    name = selector_of(containers[0][0].page, containers[0][1], key)
    if name is None:
        return (), len(articles)
    begin, end = find_frequent_patterns(containers)
    template = Template(name, tuple(begin), tuple(end))
    kept = [share_kept(page, template) for page in articles]
    support = sum(share > 0 for share in kept)
    score = round(sum(kept) / max(support, 1), 4)
    return (replace(template, support=support, score=score),), len(articles) - support


def find_containers(pages: list[SamplePage], key: int) -> list[tuple[SamplePage, int]]:
    """Return the pages with one element of this key that holds text of the article, and the
    element.
    """
    return [
        (page, node)
        for page in pages
        if (node := page.markup.find_unique(key)) is not None
        and (page.article & page.inside(node)).any()
    ]


def share_inside(page: SamplePage, node: int) -> float:
    """Return the share of the page's text inside an element."""
    return float(page.chars[page.inside(node)].sum() / max(page.chars.sum(), 1))


def removes_text(template: Template, pages: list[SamplePage]) -> bool:
    """Return whether a template for whole pages removes text."""
    shares = []
    for page in pages:
        region = find_region(page.markup, template)
        if region:
            kept = (page.event > region[0]) & (page.event <= region[1])
            shares.append(float(page.chars[kept].sum() / max(page.chars.sum(), 1)))
    return bool(shares) and median(shares) <= MAX_CONTAINER_SHARE


def share_kept(page: SamplePage, template: Template) -> float:
    """Return the share of the article between the boundaries; 0 if the template does not match."""
    region = find_region(page.markup, template)
    if region is None:
        return 0.0
    article = article_blocks(page)
    chars = page.chars[article]
    events = page.event[article]
    kept = (events > region[0]) & (events <= region[1])
    return float(chars[kept].sum() / max(chars.sum(), 1))


def sort_by_specificity(templates: list[Template], pages: list[SamplePage]) -> list[Template]:
    """Sort templates so that one that also matches pages of others comes after theirs."""
    foreign = {
        id(template): sum(
            find_region(page.markup, template) is not None
            and share_kept(page, template) < MIN_KEPT_SHARE
            for page in pages
        )
        for template in templates
    }
    return sorted(templates, key=lambda each: (is_generic(each), foreign[id(each)], -each.support))


def share_rich_places(templates: Iterable[Template]) -> tuple[Template, ...]:
    """Share rich places among templates, except those that a template has as poor.

    A small sample of a section may lack a kind of place, such as a list.
    """
    templates = tuple(templates)
    rich = {place for template in templates for place in template.rich}
    return tuple(
        replace(each, rich=tuple(sorted(rich.difference(each.poor)))) for each in templates
    )


def is_generic(template: Template) -> bool:
    """Return whether the container is the whole page, so that only the patterns show an article."""
    return template.container in WHOLE_PAGE


def explain_no_templates(sample: Sample, articles: int, settings: Learning) -> str:
    if not sample.pages:
        return "there are no pages"
    if len(sample.pages) == 1:
        return "there is only one page"
    if sample.distinct == 1:
        return "all pages have the same text"
    if len(sample.used) < settings.min_pages:
        enough = f"{settings.min_text} characters of their own"
        return (
            f"{count_noun(len(sample.used), 'page')} with {enough}; {settings.min_pages} are needed"
        )
    if articles < settings.min_pages:
        return "nearly all pages look like indexes"
    return "the pages have no common markup around their texts"
