"""Documents of random words, with phrases planted in some of them."""

import random
from collections.abc import Mapping

from webwinnow.corpus.phrases import TextDocument
from webwinnow.corpus.phrases.search import Documents


def planted(phrases: Mapping[str, int], count: int, seed: int = 0) -> list[TextDocument]:
    """Make `count` documents of unique words; each phrase is in a number of them, on its own line
    or within one, and never beside another phrase.
    """
    generator = random.Random(seed)
    lines = [[unique_line(number, 0)] for number in range(count)]
    for place, (phrase, documents) in enumerate(phrases.items(), 1):
        for number in generator.sample(range(count), documents):
            sign = generator.choice(["\n", " "])
            lines[number].append(
                f"{unique_line(number, place)}{sign}{phrase}{sign}{unique_line(number, -place)}"
            )
    return [
        TextDocument("\n".join(each), f"host{number % 3}.example", f"document {number}")
        for number, each in enumerate(lines)
    ]


def unique_line(number: int, line: int) -> str:
    return " ".join(f"w{number}.{line}.{word}" for word in range(8))


def reader(documents: list[TextDocument]) -> Documents:
    return lambda: documents
