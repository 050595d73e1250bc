"""Generated pages with gold, for tests of training."""

from collections.abc import Iterable
from functools import cache
from pathlib import Path
from random import Random

import numpy as np
from numpy.typing import NDArray

from webwinnow import Decision, Page
from webwinnow.gold.datasets.base import GoldPage
from webwinnow.gold.labels import align
from webwinnow.methods.base import Method, TrainableMethod, TrainingExample
from webwinnow.methods.winnow.method import Winnow

WORDS = ["rain", "sun", "harbour", "boats", "night", "people", "nobody", "slept", "when", "went"]
STORY = ["content", "post-body", "entry", "story"]
BESIDE = ["sidebar", "related", "widget"]


def gold_page(number: int, *, sites: int = 10) -> GoldPage:
    """An article, or a forum thread for an odd number, with menu, sidebar and footer."""
    random = Random(number)
    is_forum, site = number % 2, number % sites
    texts = [sentence(random) for _ in range(random.randint(3, 7))]
    story = "".join(f"<h3>user{random.randint(1, 9)}</h3><p>{text}" for text in texts)
    if not is_forum:
        story = "".join(f"<p>{text}" for text in texts)
    title = " ".join(random.choices(WORDS, k=4)).capitalize()
    html = f"""<title>{title}</title><nav><ul>{links(random, 6)}</ul></nav>
<div class="{STORY[site % len(STORY)]} s{site}"><h1>{title}</h1>{story}</div>
<div class="{BESIDE[site % len(BESIDE)]}"><h4>More</h4><ul>{links(random, 5)}</ul></div>
<footer><p>Copyright {site}. All rights reserved.</footer>"""
    name, kind = f"{number:03}", "forum" if is_forum else "article"
    gold = "\n".join([title, *texts])
    return GoldPage(name, html.encode(), gold, f"site{site}.example", type=kind)


def sentence(random: Random) -> str:
    words = random.choices(WORDS, k=random.randint(14, 40))
    return " ".join(words).capitalize() + "."


def links(random: Random, count: int) -> str:
    return "".join(
        f"<li><a href=/{i}>{' '.join(random.choices(WORDS, k=2))}</a>" for i in range(count)
    )


def training_example(gold: GoldPage, source: str = "") -> TrainingExample:
    page = Page(gold.html)
    return TrainingExample(page, align(page, gold).keep, gold.site, gold.type, source)


def training_examples(numbers: range) -> list[TrainingExample]:
    return [training_example(gold_page(number)) for number in numbers]


@cache
def trained_winnow() -> Winnow:
    """A winnow trained on forty pages of ten sites; do not modify it."""
    return Winnow().fit(training_examples(range(40)))


def f1(method: Method, numbers: range) -> float:
    """F1 of words, mean over pages."""
    found = []
    for each in training_examples(numbers):
        words = each.page.runs.words
        kept = method.decide(each.page).keep
        both = words[kept].sum() + words[each.keep].sum()
        found.append(2 * words[kept & each.keep].sum() / both)
    return float(np.mean(found))


def scores(method: Winnow, numbers: range) -> NDArray[np.float32]:
    """Scores of all blocks."""
    core = method.current_model.core
    return np.concatenate([core.scores(each.page) for each in training_examples(numbers)])


class RecordingMethod(TrainableMethod):
    """Records its training examples."""

    def __init__(self, weight: float = 1.0) -> None:
        self.weight = weight

    def fit(self, examples: Iterable[TrainingExample], *, seed: int = 0) -> "RecordingMethod":
        self.examples_, self.seed_ = list(examples), seed
        return self

    def decide(self, page: Page) -> Decision:
        return Decision.visible(page)

    def save(self, path: Path) -> None: ...

    @classmethod
    def load(cls, path: Path) -> "RecordingMethod":
        return cls()
