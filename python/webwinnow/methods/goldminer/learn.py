"""Templates of a site, learned from a sample of its pages (Endrédy and Novák 2013, section III).

Of each page the inner method's good blocks are taken, without those that recur on other pages.
Their nearest common parent that most pages share is the container; then the best patterns before
and after the article are looked for. Pages that the template does not fit may have one of their
own.
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
from webwinnow.methods.goldminer.article import (
    article_blocks,
    container_votes,
    is_index,
    nearest_common,
)
from webwinnow.methods.goldminer.boundaries import Article, best_begin, best_ends
from webwinnow.methods.goldminer.markup import IntArray, name_of
from webwinnow.methods.goldminer.sample import Sample, SamplePage
from webwinnow.methods.goldminer.template import Site, Template
from webwinnow.methods.goldminer.trim import BETWEEN, WHOLE, place_keys, region

__all__ = ["DEFAULT", "Learning", "Study", "is_general", "learn", "study", "with_shared_places"]

# A template that loses more of the good text is not to be trusted.
LEAST_SCORE = 0.7
# A page fits a template that keeps so much of its article.
FITS = 0.5
# An element with more of a page's text is no better than the whole page.
NEARLY_ALL = 0.95
# A place where so little of what stands there is text is poor, and one where so much is, is rich,
# if so many blocks show it.
POOR, RICH = 0.2, 0.5
POOR_BLOCKS, RICH_BLOCKS = 2, 5
# Texts of so many articles are none of any; of two only, one may quote the other.
RECURRING = 3
MOST_RECURRING = 200
MOST_TEMPLATES = 8
MOST_PLACES = 200
# Elements and runs of a sample that are held at once, some hundred times those of a usual page.
MOST_ITEMS = 1_000_000


@dataclass(frozen=True)
class Learning:
    """How templates are learned.

    `min_text` is how many characters of its own an article has at least, and `min_pages` on how
    many articles a template must be seen.
    """

    sample: int = 100
    min_text: int = 500
    min_pages: int = 5


DEFAULT = Learning()


@dataclass(frozen=True)
class Study:
    """What a sample has shown."""

    site: Site
    is_article: list[bool]  # for each page, whether it has a text of its own, and is no list


def learn(host: str, pages: Iterable[Page], inner: Method, settings: Learning = DEFAULT) -> Site:
    """What these pages show of their host; no template where none can be trusted, and why."""
    return study(host, pages, inner, settings).site


def study(host: str, pages: Iterable[Page], inner: Method, settings: Learning = DEFAULT) -> Study:
    """The same, with what it was learned from. Pages beyond a bound of memory are passed over."""
    fitting, is_looked_at = [], []
    room = MOST_ITEMS
    for page in pages:
        size = len(page.nodes) + len(page.runs)
        is_looked_at.append(size <= room)
        if size <= room:
            room -= size
            fitting.append(page)
    sample = Sample(fitting, inner, min_text=settings.min_text)
    articles = [page for page in sample.used if not is_index(page, article_blocks(page))]
    templates: list[Template] = []
    rest = articles
    while len(rest) >= settings.min_pages and len(templates) < MOST_TEMPLATES:
        template = learn_one(rest)
        if template is None or template.support < settings.min_pages:
            break
        templates.append(template)
        rest = [page for page in rest if share_kept(page, template) < FITS]
    site = Site(
        host,
        with_shared_places(most_particular_first(templates, articles)),
        sample=sample.distinct,
        articles=len(articles),
        match=round(1 - len(rest) / len(articles), 4) if templates else 0.0,
        inner=inner.name,
        learned=datetime.date.today().isoformat(),
        problem=None if templates else why_none(sample, len(articles), settings),
    )
    numbers = {id(page) for page in articles}
    is_article = iter([id(sample.pages[first]) in numbers for first in sample.article])
    return Study(site, [known and next(is_article) for known in is_looked_at])


def learn_one(pages: list[SamplePage]) -> Template | None:
    """The template of most of these pages."""
    votes = container_votes(pages, [article_blocks(page) for page in pages])
    for key, _ in votes.most_common(3):
        having = [(page, node) for page in pages if (node := page.markup.once(key)) is not None]
        is_whole = median(share_inside(*each) for each in having) > NEARLY_ALL
        articles = [
            Article(page, node, nearest_common(page, article_blocks(page)) if is_whole else node)
            for page, node in having
            if (page.own & page.inside(node)).any()
        ]
        if not articles:
            continue
        name = name_of(articles[0].page.page, articles[0].container, key) or ""
        name = "body" if is_whole else name
        if not name:
            continue
        template = Template(name, tuple(best_begin(articles)), tuple(best_ends(articles)))
        if name in WHOLE and not trims(template, articles):
            continue
        kept = [share_kept(each.page, template) for each in articles]
        fitting = [each.page for each, share in zip(articles, kept, strict=True) if share >= FITS]
        score = float(np.mean(kept))
        if score >= LEAST_SCORE and fitting:
            template = replace(template, support=len(fitting), score=round(score, 4))
            return with_details(template, fitting)
    return None


def share_inside(page: SamplePage, node: int) -> float:
    """How much of the page's text is in an element."""
    return float(page.chars[page.inside(node)].sum() / max(page.chars.sum(), 1))


def trims(template: Template, articles: list[Article]) -> bool:
    """Whether a template for whole pages leaves something out."""
    shares = []
    for page in (article.page for article in articles):
        found = region(page.markup, template)
        if found:
            kept = (page.event > found[0]) & (page.event <= found[1])
            shares.append(float(page.chars[kept].sum() / max(page.chars.sum(), 1)))
    return bool(shares) and median(shares) <= NEARLY_ALL


def share_kept(page: SamplePage, template: Template) -> float:
    """How much of a page's article the template keeps; 0 where it finds none."""
    found = region(page.markup, template)
    if found is None:
        return 0.0
    article = article_blocks(page)
    chars = page.chars[article]
    events = page.event[article]
    kept = (events > found[0]) & (events <= found[1])
    return float(chars[kept].sum() / max(chars.sum(), 1))


def with_details(template: Template, pages: list[SamplePage]) -> Template:
    """The template with what is no text inside of it."""
    inside = [blocks_inside(page, template) for page in pages]
    texts = Counter(
        text
        for page, blocks in zip(pages, inside, strict=True)
        for text in {page.texts[block] for block in blocks.tolist()}
    )
    # What others only point to, in teasers, is an article's own all the same.
    recurring = {text for text, count in texts.items() if count >= RECURRING}
    places = Places()
    for page, blocks in zip(pages, inside, strict=True):
        places.add(page, blocks, recurring)
    most = sorted(recurring, key=lambda text: (-texts[text], text))[:MOST_RECURRING]
    return replace(
        template,
        rich=tuple(places.rich()),
        poor=tuple(places.poor()),
        recurring=tuple(sorted(most)),
    )


def blocks_inside(page: SamplePage, template: Template) -> IntArray:
    """The blocks with text between a template's cuts."""
    begin, end = region(page.markup, template) or (0, 0)
    return np.flatnonzero((page.event > begin) & (page.event <= end) & (page.chars > 0))


class Places:
    """How much of what stands in places of the same looks is text."""

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
                self.names[key] = place_name(page, block)

    def poor(self) -> list[str]:
        return self.those(POOR_BLOCKS, lambda share: share < POOR)

    def rich(self) -> list[str]:
        return self.those(RICH_BLOCKS, lambda share: share >= RICH)

    def those(self, fewest: int, fits: Callable[[float], bool]) -> list[str]:
        found = [
            self.names[key]
            for key, count in self.blocks.most_common()
            if self.names[key] and count >= fewest and fits(self.good[key] / self.chars[key])
        ]
        return sorted(set(found[:MOST_PLACES]))


def place_name(page: SamplePage, block: int) -> str:
    """The place in words; "" where one of its elements has no name."""
    node = int(page.node[block])
    parent = max(int(page.page.nodes.parent[node]), 0)
    looks = page.markup.look(np.array([node, parent])).tolist()
    names = [name_of(page.page, *each) for each in zip((node, parent), looks, strict=True)]
    return BETWEEN.join(filter(None, names)) if all(names) else ""


def most_particular_first(templates: list[Template], pages: list[SamplePage]) -> list[Template]:
    """A template that finds something on pages of others comes after theirs."""
    foreign = {
        id(template): sum(
            region(page.markup, template) is not None and share_kept(page, template) < FITS
            for page in pages
        )
        for template in templates
    }
    return sorted(templates, key=lambda each: (is_general(each), foreign[id(each)], -each.support))


def with_shared_places(templates: Iterable[Template]) -> tuple[Template, ...]:
    """What holds text in one section does so in others, where their pages do not say otherwise: a
    small sample may have no list.
    """
    templates = tuple(templates)
    rich = {place for template in templates for place in template.rich}
    return tuple(
        replace(each, rich=tuple(sorted(rich.difference(each.poor)))) for each in templates
    )


def is_general(template: Template) -> bool:
    """Whether only its cuts tell that a page has an article."""
    return template.container in WHOLE


def why_none(sample: Sample, articles: int, settings: Learning) -> str:
    if not sample.pages:
        return "there are no pages"
    if len(sample.pages) == 1:
        return "there is only one page"
    if sample.distinct == 1:
        return "all pages say the same"
    if len(sample.used) < settings.min_pages:
        enough = f"{settings.min_text} characters of their own"
        return (
            f"{count_noun(len(sample.used), 'page')} with {enough}; {settings.min_pages} are needed"
        )
    if articles < settings.min_pages:
        return "nearly all pages look like indexes"
    return "the pages have no markup around their texts in common"
