"""Templates of a site, learned from a sample of its pages (Endrédy and Novák 2013, section III).

Of each page the inner method's good blocks are taken, without those that recur on other pages. Their
nearest common parent that most pages share is the container; then the best patterns before and after
the article are looked for. Pages that the template does not fit may have one of their own.
"""

import datetime
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, replace

import numpy as np

from webwinnow._core import Page
from webwinnow.methods.base import Method
from webwinnow.sites.article import article_blocks, container_votes, is_index
from webwinnow.sites.cuts import Article, best_begin, best_ends
from webwinnow.sites.markup import name_of
from webwinnow.sites.sample import Sample, SamplePage
from webwinnow.sites.template import Site, Template
from webwinnow.sites.trim import BETWEEN, WHOLE, place_keys, region
from webwinnow.wording import counted

__all__ = ["Learning", "learn"]

# A template that loses more of the good text is not to be trusted.
LEAST_SCORE = 0.7
# A page fits a template that keeps so much of its article.
FITS = 0.5
# A place where so little is text is poor, if so many blocks show it.
POOR, POOR_BLOCKS = 0.2, 3
# Texts of so many articles are none of any; of two only, one may quote the other.
RECURRING = 3
MOST_RECURRING = 200
MOST_TEMPLATES = 8


@dataclass(frozen=True)
class Learning:
    """How templates are learned.

    `min_text` is how many characters of its own an article has at least, and `min_pages` on how
    many articles a template must be seen.
    """

    sample: int = 100
    min_text: int = 500
    min_pages: int = 5


def learn(host: str, pages: Iterable[Page], inner: Method, settings: Learning = Learning()) -> Site:
    """What these pages, up to a sample's worth, show of their host; no template where none can be
    trusted, and why.
    """
    sample = Sample(pages, inner, min_text=settings.min_text)
    articles = [page for page in sample.used if not is_index(page, article_blocks(page))]
    templates: list[Template] = []
    rest = articles
    while len(rest) >= settings.min_pages and len(templates) < MOST_TEMPLATES:
        template = learn_one(sample, rest)
        if template is None or template.support < settings.min_pages:
            break
        templates.append(template)
        rest = [page for page in rest if share_kept(page, template) < FITS]
    templates = most_particular_first(templates, articles)
    return Site(
        host,
        tuple(templates),
        sample=sample.distinct,
        articles=len(articles),
        match=1 - len(rest) / len(articles) if templates else 0.0,
        inner=inner.name,
        learned=datetime.date.today().isoformat(),
        problem=None if templates else why_none(sample, len(articles), settings),
    )


def learn_one(sample: Sample, pages: list[SamplePage]) -> Template | None:
    """The template of most of these pages."""
    votes = container_votes(pages, [article_blocks(page) for page in pages])
    for key, _ in votes.most_common(3):
        articles = [
            Article(page, node)
            for page in pages
            if (node := page.markup.once(key)) is not None and (page.own & page.inside(node)).any()
        ]
        if not articles:
            continue
        name = name_of(articles[0].page.page, articles[0].container, key) or ""
        template = Template(name, tuple(best_begin(articles)), tuple(best_ends(articles)))
        if name in WHOLE and not template.begin:
            continue
        kept = [share_kept(each.page, template) for each in articles]
        fitting = [each.page for each, share in zip(articles, kept, strict=True) if share >= FITS]
        score = float(np.mean(kept))
        if score >= LEAST_SCORE and fitting:
            template = replace(template, support=len(fitting), score=round(score, 4))
            return with_details(template, sample, fitting)
    return None


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


def with_details(template: Template, sample: Sample, pages: list[SamplePage]) -> Template:
    """The template with what is no text inside of it."""
    recurring = sample.recurring(RECURRING)
    texts: Counter[str] = Counter()
    good: Counter[int] = Counter()
    chars: Counter[int] = Counter()
    blocks: Counter[int] = Counter()
    names: dict[int, str] = {}
    for page in pages:
        found = region(page.markup, template)
        assert found is not None
        inside = (page.event > found[0]) & (page.event <= found[1]) & (page.chars > 0)
        chosen = np.flatnonzero(inside)
        places = place_keys(page.markup, page.node[chosen]).tolist()
        for block, place in zip(chosen.tolist(), places, strict=True):
            if page.texts[block] in recurring:
                texts[page.texts[block]] += 1
            blocks[place] += 1
            chars[place] += int(page.chars[block])
            good[place] += int(page.chars[block]) * bool(page.own[block] or block == page.title)
            if place not in names:
                names[place] = place_name(page, block)
    poor = [
        names[place]
        for place, count in blocks.items()
        if count >= POOR_BLOCKS and good[place] < POOR * chars[place]
    ]
    most = [text for text, _ in texts.most_common(MOST_RECURRING)]
    return replace(template, poor=tuple(sorted(set(poor))), recurring=tuple(sorted(most)))


def place_name(page: SamplePage, block: int) -> str:
    node = int(page.node[block])
    parent = max(int(page.page.nodes.parent[node]), 0)
    names = (name_of(page.page, each, int(page.markup.look[each])) for each in (node, parent))
    return BETWEEN.join(name or "" for name in names)


def most_particular_first(templates: list[Template], pages: list[SamplePage]) -> list[Template]:
    """A template that finds something on pages of others comes after theirs."""
    foreign = {
        id(template): sum(
            region(page.markup, template) is not None and share_kept(page, template) < FITS
            for page in pages
        )
        for template in templates
    }
    return sorted(templates, key=lambda each: (foreign[id(each)], -each.support))


def why_none(sample: Sample, articles: int, settings: Learning) -> str:
    if not sample.pages:
        return "there are no pages"
    if len(sample.pages) == 1:
        return "there is only one page"
    if sample.distinct == 1:
        return "all pages say the same"
    if len(sample.used) < settings.min_pages:
        enough = f"{settings.min_text} characters of their own"
        return f"{counted(len(sample.used), 'page')} with {enough}; {settings.min_pages} are needed"
    if articles < settings.min_pages:
        return "nearly all pages look like indexes"
    return "the pages have no markup around their texts in common"
