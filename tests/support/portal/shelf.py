"""Which articles there are, and which of them stand together; told by their numbers alone."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from random import Random

from tests.support.portal.frame import Around
from tests.support.portal.story import SECTIONS, TAGS, Story, Teaser, story, teaser

MOST_READ = 3
RELATED = 3
#: How far, in articles, those that a page shows may be from its own.
NEAR = 30
#: The longest list that is not cut into pages.
LONGEST = 30


@dataclass(frozen=True)
class Shelf:
    seed: int
    count: int

    def teaser(self, number: int) -> Teaser:
        return teaser(self.seed, number)

    def teasers(self, numbers: Iterable[int]) -> list[Teaser]:
        return [self.teaser(number) for number in numbers]

    def story(self, number: int) -> Story:
        return story(self.seed, number)

    def latest(self, count: int) -> Sequence[int]:
        return range(self.count)[::-1][:count]

    def of_section(self, section: str) -> Sequence[int]:
        """The newest first."""
        return range(SECTIONS.index(section), self.count, len(SECTIONS))[::-1]

    def of_tag(self, tag: str) -> Sequence[int]:
        """The newest that have it as the first of their tags."""
        return range(TAGS.index(tag), self.count, len(TAGS))[::-1][:LONGEST]

    def around(self, number: int) -> Around:
        """What the page of an article shows besides; its neighbours show much the same."""
        random = Random(f"{self.seed}/around/{number}")
        near = range(max(0, number - NEAR), min(self.count, number + NEAR))
        others = [each for each in near if each != number]
        alike = [each for each in others if (each - number) % len(SECTIONS) == 0]
        return Around(
            self.teasers(range(min(MOST_READ, self.count))),
            self.teasers(random.sample(others, min(random.randint(4, 6), len(others)))),
            self.teasers(alike[-RELATED:]),
        )
