"""Text only: the longest common subsequence of words; markup and its notation do not count."""

from webwinnow.evaluation.scores.counts import Counts

__all__ = ["text"]


def text(output: str, gold: str) -> Counts:
    """Both texts are plain; see `plain` and `marked` for those that are not.

    >>> text("Home It rained all day", "It rained all night")
    Counts(both=3, only_output=2, only_gold=1)
    """
    from rapidfuzz.distance import LCSseq

    ours, theirs = numbered(output.split(), gold.split())
    both = LCSseq.similarity(ours, theirs)
    return Counts(both, len(ours) - both, len(theirs) - both)


def numbered(*texts: list[str]) -> list[list[int]]:
    """The words as numbers, equal where the words are; rapidfuzz compares no more than hashes."""
    numbers: dict[str, int] = {}
    return [[numbers.setdefault(word, len(numbers)) for word in words] for words in texts]
