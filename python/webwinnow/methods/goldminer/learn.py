"""Learn the templates of a site from a sample of its pages (Endrédy and Novák 2013, section III).

The good blocks of each page, without those that recur on other pages, vote for a container, the
element that holds the article: their nearest common ancestor that most pages share. Then the best
patterns before and after the article are chosen. Pages that the template does not match may get a
template of their own.
"""

import datetime
from collections import Counter
from collections.abc import Callable, Iterable
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
from webwinnow.methods.goldminer.markup import IntArray, selector_of
from webwinnow.methods.goldminer.sample import (
    Sample,
    SamplePage,
    article_blocks,
    count_container_votes,
    find_common_ancestor,
    is_index,
)
from webwinnow.methods.goldminer.template import (
    PLACE_SEPARATOR,
    WHOLE_PAGE,
    Site,
    Template,
    find_region,
    place_keys,
)

# Templates that keep less of the good text are rejected.
MIN_SCORE = 0.7
# A page matches a template that keeps this share of its article.
MIN_KEPT_SHARE = 0.5
# An element with more of a page's text is no better than the whole page.
MAX_CONTAINER_SHARE = 0.95
# A place is poor if a smaller share of its characters is text, and rich from the larger share on,
# if it has enough blocks.
MAX_POOR_SHARE, MIN_RICH_SHARE = 0.2, 0.5
MIN_POOR_BLOCKS, MIN_RICH_BLOCKS = 2, 5
# Texts of so many articles recur; with two articles, one may quote the other.
MIN_RECURRENCE = 3
MAX_RECURRING = 200
MAX_TEMPLATES = 8
MAX_PLACES = 200
# Nodes and runs of a sample in memory: some hundred times those of a usual page.
MAX_SAMPLE_ITEMS = 1_000_000


@dataclass(frozen=True)
class Learning:
    """Settings of the learning."""

    sample: int = 100  # pages of a host
    min_text: int = 500  # characters of its own that an article has
    min_pages: int = 5  # articles that a template must match


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
    sample = Sample(in_memory, inner, min_text=settings.min_text)
    articles = [page for page in sample.used if not is_index(page, article_blocks(page))]
    templates: list[Template] = []
    rest = articles
    while len(rest) >= settings.min_pages and len(templates) < MAX_TEMPLATES:
        template = learn_template(rest)
        if template is None or template.support < settings.min_pages:
            break
        templates.append(template)
        rest = [page for page in rest if share_kept(page, template) < MIN_KEPT_SHARE]
    site = Site(
        host,
        share_rich_places(sort_by_specificity(templates, articles)),
        sample=sample.distinct,
        articles=len(articles),
        match=round(1 - len(rest) / len(articles), 4) if templates else 0.0,
        inner=inner.name,
        learned=datetime.date.today().isoformat(),
        problem=None if templates else explain_no_templates(sample, len(articles), settings),
    )
    numbers = {id(page) for page in articles}
    is_article = iter([id(sample.pages[first]) in numbers for first in sample.article])
    return SampleResult(site, [sampled and next(is_article) for sampled in is_sampled])


def learn_template(pages: list[SamplePage]) -> Template | None:
    """Learn the template of most of these pages; None if none is good enough."""
    votes = count_container_votes(pages, [article_blocks(page) for page in pages])
    for key, _ in votes.most_common(3):
        containers = [
            (page, node) for page in pages if (node := page.markup.find_unique(key)) is not None
        ]
        is_whole = median(share_inside(*each) for each in containers) > MAX_CONTAINER_SHARE
        articles = [
            Article(
                page, node, find_common_ancestor(page, article_blocks(page)) if is_whole else node
            )
            for page, node in containers
            if (page.own & page.inside(node)).any()
        ]
        if not articles:
            continue
        name = selector_of(articles[0].page.page, articles[0].container, key) or ""
        name = "body" if is_whole else name
        if not name:
            continue
        template = Template(
            name, tuple(find_begin_patterns(articles)), tuple(find_end_patterns(articles))
        )
        if name in WHOLE_PAGE and not removes_text(template, articles):
            continue
        kept = [share_kept(each.page, template) for each in articles]
        matching = [
            article.page
            for article, share in zip(articles, kept, strict=True)
            if share >= MIN_KEPT_SHARE
        ]
        score = float(np.mean(kept))
        if score >= MIN_SCORE and matching:
            template = replace(template, support=len(matching), score=round(score, 4))
            return add_details(template, matching)
    return None


def share_inside(page: SamplePage, node: int) -> float:
    """Return the share of the page's text inside an element."""
    return float(page.chars[page.inside(node)].sum() / max(page.chars.sum(), 1))


def removes_text(template: Template, articles: list[Article]) -> bool:
    """Return whether a template for whole pages removes text."""
    shares = []
    for page in (article.page for article in articles):
        region = find_region(page.markup, template)
        if region:
            kept = (page.event > region[0]) & (page.event <= region[1])
            shares.append(float(page.chars[kept].sum() / max(page.chars.sum(), 1)))
    return bool(shares) and median(shares) <= MAX_CONTAINER_SHARE


def share_kept(page: SamplePage, template: Template) -> float:
    """Return the share of the article that the template keeps; 0 if it does not match."""
    region = find_region(page.markup, template)
    if region is None:
        return 0.0
    article = article_blocks(page)
    chars = page.chars[article]
    events = page.event[article]
    kept = (events > region[0]) & (events <= region[1])
    return float(chars[kept].sum() / max(chars.sum(), 1))


def add_details(template: Template, pages: list[SamplePage]) -> Template:
    """Add recurring texts and places with and without text."""
    inside = [blocks_inside(page, template) for page in pages]
    texts = Counter(
        text
        for page, blocks in zip(pages, inside, strict=True)
        for text in {page.texts[block] for block in blocks.tolist()}
    )
    # Only texts inside of articles count: teasers elsewhere may repeat a text of the article.
    recurring = {text for text, count in texts.items() if count >= MIN_RECURRENCE}
    places = Places()
    for page, blocks in zip(pages, inside, strict=True):
        places.add(page, blocks, recurring)
    most = sorted(recurring, key=lambda text: (-texts[text], text))[:MAX_RECURRING]
    return replace(
        template,
        rich=tuple(places.rich()),
        poor=tuple(places.poor()),
        recurring=tuple(sorted(most)),
    )


def blocks_inside(page: SamplePage, template: Template) -> IntArray:
    """Return the blocks with text between the boundaries of a template."""
    begin, end = find_region(page.markup, template) or (0, 0)
    return np.flatnonzero((page.event > begin) & (page.event <= end) & (page.chars > 0))


class Places:
    """The share of text in places of the same style."""

    def __init__(self) -> None:
        self.blocks: Counter[int] = Counter()
        self.chars: Counter[int] = Counter()
        self.good: Counter[int] = Counter()
        self.names: dict[int, str] = {}

    def add(self, page: SamplePage, blocks: IntArray, recurring: set[str]) -> None:
        keys = place_keys(page.markup, page.node[blocks]).tolist()
        for block, key in zip(blocks.tolist(), keys, strict=True):
            is_text = page.is_good[block] and page.texts[block] not in recurring
            chars = int(page.chars[block])
            self.blocks[key] += 1
            self.chars[key] += chars
            self.good[key] += chars if is_text or block == page.title else 0
            if key not in self.names:
                self.names[key] = write_place(page, block)

    def poor(self) -> list[str]:
        return self.select(MIN_POOR_BLOCKS, lambda share: share < MAX_POOR_SHARE)

    def rich(self) -> list[str]:
        return self.select(MIN_RICH_BLOCKS, lambda share: share >= MIN_RICH_SHARE)

    def select(self, min_blocks: int, matches: Callable[[float], bool]) -> list[str]:
        names = [
            self.names[key]
            for key, count in self.blocks.most_common()
            if self.names[key] and count >= min_blocks and matches(self.good[key] / self.chars[key])
        ]
        return sorted(set(names[:MAX_PLACES]))


def write_place(page: SamplePage, block: int) -> str:
    """Write the place of a block, such as "p < div.entry"; "" if an element has no selector."""
    node = int(page.node[block])
    parent = max(int(page.page.nodes.parent[node]), 0)
    keys = page.markup.style_keys(np.array([node, parent])).tolist()
    names = [selector_of(page.page, *each) for each in zip((node, parent), keys, strict=True)]
    return PLACE_SEPARATOR.join(filter(None, names)) if all(names) else ""


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
