import random
import tracemalloc
from collections.abc import Callable, Iterator

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.corpus.phrases.texts import planted, reader
from tests.support.timing import assert_linear
from webwinnow._core import PhraseSearch
from webwinnow.corpus.phrases import PhraseSettings, TextDocument, count_documents, find_phrases
from webwinnow.errors import UnknownSetting

NOTICE = "This site uses cookies to improve your experience"
LEAD = "The feeding-bottle is a potential source of hazard"


@settings(max_examples=30, deadline=None)
@given(st.integers(5, 60), st.integers(5, 60), st.integers(0, 2**32))
def test_a_planted_phrase_is_found_with_the_number_of_its_documents(
    first: int, second: int, seed: int
) -> None:
    table = find_phrases(reader(planted({NOTICE: first, LEAD: second}, 60, seed)))
    assert {phrase.text: phrase.documents for phrase in table.phrases} == {
        NOTICE: first,
        LEAD: second,
    }


def test_counts_are_by_document_occurrence_and_host() -> None:
    texts = planted({NOTICE: 30}, 30)
    texts[4] = texts[4]._replace(text=f"{texts[4].text}\n{NOTICE}")
    table = find_phrases(reader(texts))
    (phrase,) = table.phrases
    assert (phrase.documents, phrase.occurrences, phrase.share) == (30, 31, 1.0)
    assert (phrase.hosts, phrase.host, phrase.host_documents) == (3, "host0.example", 10)
    assert (phrase.host_share, phrase.words, phrase.example) == (1.0, 8, "document 0")
    assert (table.documents, table.min_documents) == (30, 5)
    assert table.repeated_words == 31 * 8


def test_text_that_does_not_recur_has_no_phrases() -> None:
    table = find_phrases(reader(planted({NOTICE: 4}, 100)))
    assert table.phrases == []
    assert table.repeated_share == 0


def test_no_documents_have_no_phrases() -> None:
    assert find_phrases(reader([])).as_json() == {
        "documents": 0,
        "min_documents": 5,
        "words": 0,
        "repeated_words": 0,
        "truncated": 0,
        "skipped": {},
        "phrases": [],
    }


def test_by_default_a_phrase_is_in_one_of_a_thousand_documents() -> None:
    assert PhraseSettings().threshold(100) == 5
    assert PhraseSettings().threshold(20_000) == 20
    assert PhraseSettings(per_host=True).threshold(20_000) == 5
    assert PhraseSettings(min_documents=2).threshold(20_000) == 2


def test_a_part_with_the_same_documents_is_not_listed_apart() -> None:
    texts = planted({NOTICE: 20}, 40)
    texts += [TextDocument(NOTICE.partition(" to ")[0] + f" x{number}") for number in range(3)]
    assert [phrase.text for phrase in find_phrases(reader(texts)).phrases] == [NOTICE]


def test_a_part_of_many_more_documents_is_listed_apart() -> None:
    part = "at the end of the long day"
    texts = planted({f"{NOTICE} {part}": 10, part: 30}, 60)
    found = {phrase.text: phrase.documents for phrase in find_phrases(reader(texts)).phrases}
    assert found[f"{NOTICE} {part}"] == 10
    assert 30 <= found[part] <= 40


def test_shorter_phrases_need_a_shorter_length() -> None:
    texts = planted({"Obama amerikai elnök": 40}, 60)
    assert find_phrases(reader(texts)).phrases == []
    (phrase,) = find_phrases(reader(texts), PhraseSettings(length=3)).phrases
    assert (phrase.text, phrase.documents) == ("Obama amerikai elnök", 40)


def test_a_whole_line_of_four_words_is_long_enough() -> None:
    texts = [TextDocument(f"a{i} b{i}\nRead the full story\nc{i} d{i}") for i in range(6)]
    assert [phrase.text for phrase in find_phrases(reader(texts)).phrases] == [
        "Read the full story"
    ]


def test_hosts_are_counted_apart() -> None:
    texts = planted({NOTICE: 12}, 12)
    together = find_phrases(reader(texts), PhraseSettings(min_documents=5))
    assert [phrase.documents for phrase in together.phrases] == [12]
    apart = find_phrases(reader(texts), PhraseSettings(min_documents=4, per_host=True))
    assert [(phrase.host, phrase.documents) for phrase in apart.phrases] == [
        (f"host{number}.example", 4) for number in range(3)
    ]
    too_few = find_phrases(reader(texts), PhraseSettings(min_documents=5, per_host=True))
    assert too_few.phrases == []


def test_at_most_the_wanted_number_is_listed_most_text_first() -> None:
    texts = planted({NOTICE: 10, LEAD: 20, "one two three four five six": 20}, 30)
    table = find_phrases(reader(texts), PhraseSettings(most=2))
    assert [phrase.text for phrase in table.phrases] == [LEAD, "one two three four five six"]


def test_a_full_table_still_finds_frequent_phrases_with_exact_counts() -> None:
    texts = planted({NOTICE: 300}, 2500)
    table = find_phrases(reader(texts), memory=2**16)
    # Counts that are not exact raise the number of documents that a phrase needs.
    assert 5 < table.min_documents < 300
    assert [(phrase.text, phrase.documents) for phrase in table.phrases] == [(NOTICE, 300)]


def test_memory_does_not_grow_with_the_documents() -> None:
    def documents(count: int) -> Iterator[TextDocument]:
        for number in range(count):
            words = " ".join(f"{number}x{word}" for word in range(100))
            yield TextDocument(f"{words}\n{NOTICE}", f"host{number % 7}.example", str(number))

    peaks = []
    for count in (2000, 8000):  # both fill the table
        tracemalloc.start()
        table = find_phrases(lambda count=count: documents(count), memory=2**20)  # type: ignore[misc]
        peaks.append(tracemalloc.get_traced_memory()[1])
        tracemalloc.stop()
        assert [phrase.text for phrase in table.phrases] == [NOTICE]
    assert peaks[1] < 1.5 * peaks[0] + 2**16


def test_time_is_linear_in_the_documents() -> None:
    def prepare(count: int) -> Callable[[], object]:
        texts = planted({NOTICE: count // 2}, count)
        return lambda: find_phrases(reader(texts))

    assert_linear(prepare, 1000)


def test_time_is_linear_in_the_phrases_of_a_document() -> None:
    def prepare(count: int) -> Callable[[], object]:
        lines = [f"{NOTICE} {number}" for number in range(count)]
        texts = [
            "".join(f"{line}\n{name}{place}\n" for place, line in enumerate(lines)) for name in "ab"
        ]

        def work() -> None:
            search = PhraseSearch(6, tokens="auto", memory=2**22)
            for text in texts:
                search.count(text)
            search.set_threshold(2)
            for text in texts:
                search.collect(text)
            assert len(search.candidates(9 * count)) >= count

        return work

    assert_linear(prepare, 1000)


def test_truncated_documents_are_counted() -> None:
    texts = [TextDocument("a " * 2**20), TextDocument("a b c")]
    table = find_phrases(reader(texts))
    assert (table.documents, table.truncated, table.words) == (2, 1, 2**20 - 1 + 3)


def test_any_text_is_accepted() -> None:
    generator = random.Random(1)
    characters = "ab \n\t\0-|\ud800\u3042\u7248é"
    texts = [
        TextDocument("".join(generator.choices(characters, k=200)), "host\ud800") for _ in range(50)
    ]
    for per_host in (False, True):
        find_phrases(reader(texts), PhraseSettings(length=3, min_documents=2, per_host=per_host))


def test_half_of_a_phrase_counts_in_other_texts() -> None:
    texts = planted({f"{NOTICE}\n{LEAD}": 20}, 40)
    (phrase,) = find_phrases(reader(texts)).phrases
    assert phrase.text == f"{NOTICE} | {LEAD}"
    other = [TextDocument(f"{NOTICE} and more\nOther line\n{LEAD}"), TextDocument(NOTICE[:20])]
    assert count_documents([phrase], reader(other), PhraseSettings()) == [1]
    assert count_documents([], reader(other), PhraseSettings()) == []


@pytest.mark.parametrize(("length", "min_documents"), [(2, None), (51, None), (6, 1)])
def test_impossible_settings_are_rejected(length: int, min_documents: int | None) -> None:
    with pytest.raises(UnknownSetting, match="cannot find phrases"):
        PhraseSettings(length, min_documents)
