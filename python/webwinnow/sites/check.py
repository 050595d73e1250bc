"""Whether the templates of a site still fit its pages."""

from collections import Counter
from dataclasses import dataclass, field

from webwinnow._core import Page
from webwinnow.methods.base import Method
from webwinnow.methods.goldminer.article import article_blocks, is_index
from webwinnow.methods.goldminer.learn import DEFAULT, Learning
from webwinnow.methods.goldminer.sample import SamplePage
from webwinnow.methods.goldminer.template import Site
from webwinnow.methods.goldminer.trim import trim
from webwinnow.sites.stream import STALE

__all__ = ["Trial", "Verdict", "verdict"]

# Fewer articles say nothing of a site.
FEWEST = 5


@dataclass(frozen=True)
class Verdict:
    """What the templates make of one page."""

    template: int | None  # the one that finds an article, from 0
    good: int  # characters that the inner method keeps of the whole page
    inside: int  # those of them that the template leaves
    is_missed: bool = False  # there is an article, and no template finds it


def verdict(page: Page, site: Site, inner: Method, settings: Learning = DEFAULT) -> Verdict:
    seen = SamplePage(page, inner)
    good = int(seen.chars[seen.is_good].sum())
    found = trim(page, site)
    if found is None:
        has_text = good >= max(settings.min_text, 1)
        return Verdict(None, good, 0, has_text and not is_index(seen, article_blocks(seen)))
    inside = found.runs[page.blocks.first] & seen.is_good
    return Verdict(site.templates.index(found.template), good, int(seen.chars[inside].sum()))


@dataclass
class Trial:
    """The verdicts on many pages, summed up."""

    site: Site
    pages: int = 0
    missed: int = 0
    good: int = 0  # of the pages where an article is found
    inside: int = 0
    by_template: Counter[int] = field(default_factory=Counter)

    def add(self, found: Verdict) -> None:
        self.pages += 1
        self.missed += found.is_missed
        if found.template is not None:
            self.by_template[found.template] += 1
            self.good += found.good
            self.inside += found.inside

    @property
    def found(self) -> int:
        return self.by_template.total()

    @property
    def match(self) -> float:
        """The share of the articles that a template finds; 0 where there are none."""
        return self.found / max(self.found + self.missed, 1)

    @property
    def is_telling(self) -> bool:
        return self.found + self.missed >= FEWEST

    @property
    def is_stale(self) -> bool:
        return self.is_telling and self.match < STALE * self.site.match
