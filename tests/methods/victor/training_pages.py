"""A small setup for Victor, and generated training pages with a few kinds of text."""

from functools import cache
from random import Random

import numpy as np

from webwinnow import Page
from webwinnow._core import KIND_NAMES
from webwinnow.methods.base import TrainingExample
from webwinnow.methods.victor.method import Victor
from webwinnow.methods.victor.setup import Setup

SETUP = """
together = [{"container.a" = [-1, 0]}]
[markup]
"container.a" = "flag"
"container.class-header" = "flag"
"container.class-list" = "flag"
"split.class-block" = [1, 2]
[content]
"token.alpha-abs" = [2, 5]
[offsets]
"*" = [-1, 0, 2]
"""
WORDS = ["rain", "sun", "harbour", "boats", "night", "people", "nobody", "slept", "when", "went"]


def small_setup() -> Setup:
    return Setup.parse(SETUP)


def training_page(number: int) -> TrainingExample:
    """A menu, headings marked up as paragraphs, text with bold words, and lists."""
    random = Random(number)

    def words(count: int) -> str:
        return " ".join(random.choices(WORDS, k=count))

    parts: list[tuple[str, str | None]] = [(f"<div><a>{words(1)}</a></div>", None)] * 3
    for _ in range(random.randint(1, 3)):
        parts.append((f"<p>{words(3)}</p>", "heading"))
        parts.append((f"<p>{words(12)} ", "paragraph"))
        parts.append((f"<b>{words(1)}</b> ", "continuation"))
        parts.append((f"{words(7)}</p>", "continuation"))
        parts += [(f"<ul><li>{words(2)}</ul>", "list item")] * random.randint(0, 2)
    parts += [(f"<div><a>{words(2)}</a></div>", None)] * 2
    page = Page("".join(html for html, _ in parts))
    kinds = [kind for _, kind in parts]
    assert len(kinds) == len(page.runs)
    numbers = [KIND_NAMES.index(kind or "continuation") for kind in kinds]
    keep = np.array([kind is not None for kind in kinds])
    return TrainingExample(page, keep, f"site{number % 5}", kind=np.array(numbers, np.uint8))


def training_pages(numbers: range) -> list[TrainingExample]:
    return [training_page(number) for number in numbers]


@cache
def trained_victor() -> Victor:
    """Trained on thirty pages; do not change it."""
    return Victor().fit(training_pages(range(30)))
