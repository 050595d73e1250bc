import csv
import io
import json
from dataclasses import replace

from tests.corpus.phrases.texts import planted, reader
from webwinnow.corpus.phrases import PhraseSettings, TextDocument
from webwinnow.corpus.phrases.comparison import Comparison, compare
from webwinnow.corpus.phrases.output import describe_skipped, text_lines, to_csv, to_json

MENU = "Home\nNews of today\nSport and games"
SHOWN = "Home | News of today | Sport and games"
NOTICE = "This site uses cookies to improve your experience"
BEFORE = planted({MENU: 30, NOTICE: 12}, 40)
AFTER = [document._replace(text=document.text.replace(MENU, "")) for document in BEFORE]
ALONE = compare({"corpus": reader(BEFORE)}, PhraseSettings())
BOTH = compare({"all": reader(BEFORE), "winnow": reader(AFTER)}, PhraseSettings())


def test_a_comparison_counts_the_phrases_of_each_corpus_in_all() -> None:
    assert [phrase.text for phrase in BOTH.tables["all"].phrases] == [SHOWN, NOTICE]
    assert [phrase.text for phrase in BOTH.tables["winnow"].phrases] == [NOTICE]
    assert BOTH.documents == {
        "all": {"all": [30, 12], "winnow": [0, 12]},
        "winnow": {"all": [12], "winnow": [12]},
    }


def test_one_corpus_is_a_table() -> None:
    assert [line.split()[:4] for line in text_lines(ALONE, 100)][2:] == [
        ["documents", "share", "words", "hosts"],
        ["30", "75.0", "%", "7"],
        ["12", "30.0", "%", "8"],
    ]
    values = json.loads(to_json(ALONE))
    assert values["documents"] == 40
    assert values["phrases"][0]["text"] == SHOWN
    assert "documents_in" not in values["phrases"][0]
    assert [row["text"] for row in csv.DictReader(io.StringIO(to_csv(ALONE)))] == [SHOWN, NOTICE]


def test_several_corpora_are_a_table_each() -> None:
    lines = list(text_lines(BOTH, 100))
    assert lines[0].startswith("all: 40 documents, ")
    assert lines[3].split()[:2] == ["30", "0"]
    assert lines[6].startswith("winnow: 40 documents, ")
    values = json.loads(to_json(BOTH))
    assert values["winnow"]["phrases"][0]["documents_in"] == {"all": 12, "winnow": 12}
    rows = list(csv.DictReader(io.StringIO(to_csv(BOTH))))
    assert [(row["corpus"], row["documents in winnow"]) for row in rows] == [
        ("all", "0"), ("all", "12"), ("winnow", "12"),
    ]  # fmt: skip


def test_lines_fit_the_width_and_have_no_control_characters() -> None:
    texts = [TextDocument(f"a{i}\nbell \x1b[31m rings in this long line\nb{i}") for i in range(9)]
    found = compare({"corpus": reader(texts)}, PhraseSettings())
    lines = list(text_lines(found, 66))
    assert all(line.isprintable() for line in lines)
    assert max(map(len, lines[2:])) <= 66
    assert lines[-1].endswith("…")


def test_a_corpus_without_phrases_has_its_numbers_only() -> None:
    found = compare({"corpus": reader(planted({}, 3))}, PhraseSettings())
    assert list(text_lines(found, 100)) == [
        "3 documents, 24 words; 0.0 % of the words are in sequences of 5 documents or more"
    ]


def test_truncated_documents_are_shown() -> None:
    table = replace(ALONE.tables["corpus"], truncated=2)
    found = Comparison({"corpus": table}, {})
    assert next(text_lines(found, 100)).endswith(" 5 documents or more; 2 documents truncated")
    assert json.loads(to_json(found))["truncated"] == 2


def test_skipped_inputs_are_listed_most_first() -> None:
    assert describe_skipped({"not HTML": 2, "failed": 1_000}, "page") == (
        "skipped 1,002 pages: failed 1,000, not HTML 2"
    )
    assert describe_skipped({"no text": 1}, "document") == "skipped 1 document: no text 1"


def test_hosts_are_shown_before_their_phrases() -> None:
    found = compare({"corpus": reader(BEFORE)}, PhraseSettings(per_host=True))
    lines = list(text_lines(found, 100, per_host=True))
    assert lines[2].split()[-3:] == ["of", "host", "phrase"]
    assert all("host" in line.rpartition(" %")[2] for line in lines[3:])
