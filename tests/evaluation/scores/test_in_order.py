import random
from difflib import SequenceMatcher

import pytest
from hypothesis import given
from hypothesis import strategies as st

from webwinnow.evaluation.scores import Counts, words


def test_words_and_markers_in_order_are_counted() -> None:
    score = words("<p>It rained <p>all day", "<h>It rained <p>all night")
    # It, rained, <p>, all, and the empty word before the first marker.
    assert score.words == Counts(5, 2, 2)
    assert score.labelled == Counts(1, 1, 1)
    assert score.segments == Counts(2, 0, 0)


def test_order_matters() -> None:
    assert words("a b", "b a").words == Counts(1, 1, 1)


def test_empty_output_still_has_its_empty_word() -> None:
    assert words("", "<p>a").words == Counts(1, 0, 2)
    assert words("", "<p>a").segments == Counts(0, 0, 1)


def test_character_references_are_compared_as_written() -> None:
    assert words("a & b", "a &amp; b").words == Counts(2, 1, 1)


def test_words_over_one_per_cent_of_a_long_gold_start_no_match() -> None:
    common, rare = ["the"] * 4, [str(i) for i in range(196)]
    assert words("x the y the", " ".join(common + rare[:-1])).words.both == 2  # 199 words
    assert words("x the y the", " ".join(common + rare)).words.both == 0  # 200 words


def long_texts(seed: int) -> tuple[list[str], list[str]]:
    """Two texts of over 200 words that are in part alike, with a few very common words."""
    rng = random.Random(seed)
    gold = [str(int(rng.paretovariate(0.5))) for _ in range(rng.randint(150, 600))]
    ours = [word for word in gold if rng.random() < 0.8]
    for _ in range(rng.randint(0, 60)):
        ours.insert(rng.randrange(len(ours) + 1), str(int(rng.paretovariate(0.5))))
    return ours, gold


def difflib_both(ours: list[str], gold: list[str]) -> int:
    return sum(block.size for block in SequenceMatcher(None, ours, gold).get_matching_blocks())


@given(st.integers(0, 10_000))
def test_alignment_is_that_of_difflib(seed: int) -> None:
    ours, gold = long_texts(seed)
    both = difflib_both(ours, gold)
    expected = Counts(both, len(ours) - both, len(gold) - both)
    assert words(" ".join(ours), " ".join(gold)).words == expected


@given(st.integers(0, 10_000))
def test_compiled_difflib_aligns_alike(seed: int) -> None:
    cydifflib = pytest.importorskip("cydifflib")
    ours, gold = long_texts(seed)
    compiled = cydifflib.SequenceMatcher(None, ours, gold).get_matching_blocks()
    plain = SequenceMatcher(None, ours, gold).get_matching_blocks()
    assert [tuple(block) for block in compiled] == [tuple(block) for block in plain]
