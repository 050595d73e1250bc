"""On any documents Onion says what its definition says, in one pass and in two."""

from typing import TypedDict, get_args

from hypothesis import given, settings
from hypothesis import strategies as st

from tests.corpus.onion_by_definition import Definition
from webwinnow.corpus import Onion, dedup
from webwinnow.corpus.dedup import Unit

# Few words, so that much is repeated.
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
def test_marks_are_those_of_the_definition(documents: list[list[str]], rule: Settings) -> None:
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
def test_two_passes_say_what_one_says(documents: list[list[str]], rule: Settings) -> None:
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


@given(st.lists(st.lists(st.text(), max_size=4), max_size=4), st.sampled_from([1, 2, 5]))
def test_any_text_will_do(documents: list[list[str]], n: int) -> None:
    onion, definition = Onion(n=n, tokens="words"), Definition(n=n)
    for document in documents:
        assert onion.add(document).tokens.tolist() == definition.add(document)[1]
