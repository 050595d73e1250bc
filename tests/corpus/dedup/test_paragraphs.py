"""Onion matches its definition on any documents, in one pass and in two."""

from typing import TypedDict, get_args

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.corpus.dedup.reference_onion import Definition
from webwinnow.corpus import Onion, dedup
from webwinnow.corpus.dedup.onion import Unit

# Few words, so that much repeats.
TEXTS = st.lists(st.sampled_from(["a", "b", "c", "dd", "é"]), max_size=12).map(" ".join)
DOCUMENTS = st.lists(st.lists(TEXTS, max_size=6), max_size=8)
UNITS: st.SearchStrategy[Unit] = st.sampled_from(get_args(Unit))


class Settings(TypedDict):
    n: int
    threshold: float
    stub: int
    smoothing: bool
    unit: Unit


@st.composite
def rules(draw: st.DrawFn) -> Settings:
    threshold = st.sampled_from([0.0, 0.25, 1 / 3, 0.5, 0.75, 1.0])
    return {
        "n": draw(st.integers(1, 7)),
        "threshold": draw(threshold),
        "stub": draw(st.integers(0, 12)),
        "smoothing": draw(st.booleans()),
        "unit": draw(UNITS),
    }


@given(DOCUMENTS, rules())
@settings(max_examples=500)
def test_marks_match_the_definition(documents: list[list[str]], rule: Settings) -> None:
    onion, definition = Onion(**rule), Definition(**rule)
    for document in documents:
        marks = onion.add(document)
        columns = (marks.duplicate.tolist(), marks.tokens.tolist(), marks.repeated.tolist())
        assert columns == definition.add(document)
        assert len(onion) == len(definition.seen)
        left = [text for text in marks.kept(document) if text.split()]
        assert marks.is_dropped == (not left)


@given(DOCUMENTS, rules())
@settings(max_examples=200)
def test_two_passes_mark_as_one_does(documents: list[list[str]], rule: Settings) -> None:
    once, surveyed = Onion(**rule), Onion(**rule)
    surveyed.survey(documents)
    for document in documents:
        one, two = once.add(document), surveyed.add(document)
        assert one.duplicate.tolist() == two.duplicate.tolist()
        assert one.repeated.tolist() == two.repeated.tolist()
    assert surveyed.has_seen_its_survey
    assert len(surveyed) <= len(once)
    one_pass = [(kept.item, kept.paragraphs) for kept in dedup(documents, Onion(**rule))]
    in_two = [(kept.item, kept.paragraphs) for kept in dedup(documents, Onion(**rule), passes=2)]
    assert one_pass == in_two


@given(DOCUMENTS, rules())
@settings(max_examples=500)
def test_documents_marked_apart_match_the_order_free_definition(
    documents: list[list[str]], rule: Settings
) -> None:
    onion, definition = Onion(**rule), Definition(**rule, order_free=True)
    found = [onion.ngrams(document) for document in documents]
    for number, document in enumerate(documents):
        seen = np.unique(np.concatenate([np.zeros(0, np.uint64), *found[:number]]))
        marks = onion.mark_with_seen(document, seen)
        columns = (marks.duplicate.tolist(), marks.tokens.tolist(), marks.repeated.tolist())
        assert columns == definition.add(document)
    assert len(onion) == 0


@given(DOCUMENTS, rules())
@settings(max_examples=500)
def test_the_order_free_form_drops_all_that_onion_drops_and_starts_as_it_does(
    documents: list[list[str]], rule: Settings
) -> None:
    stream, apart = Onion(**rule), Onion(**rule)
    seen = np.zeros(0, np.uint64)
    are_alike = True
    for document in documents:
        one, two = stream.add(document), apart.mark_with_seen(document, seen)
        assert (two.duplicate | ~one.duplicate).all()
        if are_alike:
            assert one.duplicate.tolist() == two.duplicate.tolist()
            assert one.repeated.tolist() == two.repeated.tolist()
        are_alike = are_alike and not one.duplicate.any()
        seen = np.union1d(seen, apart.ngrams(document))


@given(st.lists(st.lists(st.text(), max_size=4), max_size=4), st.sampled_from([1, 2, 5]))
def test_any_text_has_keys(documents: list[list[str]], n: int) -> None:
    onion, definition = Onion(n=n, tokens="words"), Definition(n=n)
    for document in documents:
        assert onion.add(document).tokens.tolist() == definition.add(document)[1]
