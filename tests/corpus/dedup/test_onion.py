from collections.abc import Iterator
from pathlib import Path
from threading import Thread

import numpy as np
import pytest

from webwinnow.corpus import Marks, Onion, dedup
from webwinnow.errors import InputError, UnknownSetting

FIRST = ["the sea rose twice that day", "boats were lost"]
SECOND = ["again the sea rose twice", "nobody slept", "that day boats were lost they say"]


def marks(*documents: list[str], **settings: object) -> Marks:
    """Marks of the last document, with 3-grams."""
    onion = Onion(**{"n": 3, "smoothing": False, **settings})  # type: ignore[arg-type]
    return [onion.add(document) for document in documents][-1]


def test_worked_example_matches_the_manual_result() -> None:
    # Of the second document's first paragraph, "the sea rose" counts three tokens, "sea rose
    # twice" one more; of its last, "that day boats", which the first document has across
    # paragraphs, three, "day boats were" and "boats were lost" one more each.
    found = marks(FIRST, SECOND)
    assert found.tokens.tolist() == [5, 2, 7]
    assert found.repeated.tolist() == [4, 0, 5]
    assert found.shares.tolist() == [4 / 5, 0, 5 / 7]
    assert found.duplicate.tolist() == [True, False, True]
    assert found.kept(SECOND) == ["nobody slept"]


def test_stub_between_duplicates_is_smoothed_away() -> None:
    assert marks(FIRST, SECOND, smoothing=True, stub=2).is_dropped
    assert not marks(FIRST, SECOND, smoothing=True, stub=1).is_dropped


def test_tokens_of_the_paragraph_before_do_not_count() -> None:
    assert marks(FIRST, ["so the sea", "rose up"]).repeated.tolist() == [0, 1]


def test_half_is_not_more_than_half() -> None:
    copies = ["the sea rose a b c"]
    assert marks(FIRST, copies).shares.tolist() == [0.5]
    assert not marks(FIRST, copies).duplicate.any()
    assert marks(FIRST, copies, threshold=0.49).duplicate.all()


def test_only_n_grams_that_end_in_kept_paragraphs_are_remembered() -> None:
    onion = Onion(n=3, smoothing=False)
    onion.add(FIRST)
    assert len(onion) == 7
    onion.add(SECOND)
    # "rose twice nobody" and "twice nobody slept", but not "nobody slept that".
    assert len(onion) == 9
    assert onion.add(["twice nobody slept that"]).repeated.tolist() == [3]


def test_a_document_can_be_judged_apart_by_the_n_grams_of_others() -> None:
    onion = Onion(n=3, smoothing=False)
    seen = onion.ngrams(FIRST)
    assert seen.dtype == np.uint64
    assert len(seen) == 7
    assert np.all(np.diff(seen) > 0)
    found = onion.mark_with_seen(SECOND, seen)
    assert found.repeated.tolist() == [4, 0, 5]
    assert found.duplicate.tolist() == [True, False, True]
    assert onion.mark_with_seen(SECOND, seen[:0]).repeated.tolist() == [0, 0, 0]
    assert len(onion) == 0


def test_unsorted_ngrams_are_rejected() -> None:
    onion = Onion(n=3)
    with pytest.raises(ValueError, match="must be in rising order"):
        onion.mark_with_seen(SECOND, onion.ngrams(FIRST)[::-1].copy())


def test_a_document_with_fewer_than_n_tokens_has_no_n_grams() -> None:
    assert Onion().ngrams(["one two", "three"]).tolist() == []


def test_the_unit_document_marks_whole_documents() -> None:
    assert marks(FIRST, SECOND, unit="document").duplicate.tolist() == [True] * 3
    longer = [*SECOND, "five words that are new"]
    assert not marks(FIRST, longer, unit="document").duplicate.any()
    assert marks(["a b"], unit="document", smoothing=True, stub=2).is_dropped


def test_default_settings_are_those_of_onion() -> None:
    words = [f"word{number}" for number in range(40)]
    onion = Onion()
    assert onion.add([" ".join(words[:20])]).is_dropped
    assert not onion.add([" ".join(words[:21])]).is_dropped
    assert len(onion) == 15
    assert onion.add([" ".join(words[:12] + words[:11])]).repeated.tolist() == [12 + 11]


@pytest.mark.parametrize(
    ("tokens", "text", "count"),
    [
        ("auto", "我们用Rust写 the code", 7),
        ("words", "我们用Rust写 the code", 3),
        ("characters", "我们用Rust写 the code", 15),
        ("auto", "ฝนตกหนัก", 8),
        ("auto", "비가 왔다", 2),
    ],
)
def test_characters_are_tokens_where_a_script_has_no_spaces(
    tokens: str, text: str, count: int
) -> None:
    assert marks([text], tokens=tokens).tokens.tolist() == [count]


def test_chinese_copies_are_found() -> None:
    story = "那天海水涨了两次，没有人睡觉。"
    assert marks([f"昨日{story}"], [story]).duplicate.all()
    assert not marks([f"昨日{story}"], [story], tokens="words").duplicate.any()


@pytest.mark.parametrize("document", [[], [""], ["", " \n\t"], ["\x00\u3000"]])
@pytest.mark.parametrize("unit", ["paragraph", "document"])
def test_empty_documents_are_dropped(document: list[str], unit: str) -> None:
    found = marks(document, unit=unit)
    assert found.is_dropped
    assert found.tokens.tolist() == [0] * len(document)
    assert not found.duplicate.any()
    assert list(dedup([document], Onion(smoothing=False))) == []


def test_lone_surrogates_are_text_like_any_other() -> None:
    assert marks(["a \ud800 b"], ["a \ud800 b"]).repeated.tolist() == [3]


def test_a_huge_token_is_one_token() -> None:
    assert marks(["x" * 10_000_000]).tokens.tolist() == [1]


def test_n_may_be_longer_than_any_document() -> None:
    story = ["the sea rose", "twice"]
    assert marks(story, story, n=2**32 - 1).repeated.tolist() == [0, 0]


@pytest.mark.parametrize("document", ["a text", b"bytes", 7, None])
def test_documents_must_be_lists_of_paragraphs(document: object) -> None:
    with pytest.raises(TypeError, match=r"cannot read paragraphs from \w+; expected a list of str"):
        Onion().add(document)  # type: ignore[arg-type]


@pytest.mark.parametrize("paragraph", [b"bytes", None, 7, ["a"]])
def test_paragraph_that_is_no_text_is_named(paragraph: object) -> None:
    onion = Onion(n=1, smoothing=False)
    with pytest.raises(TypeError, match=r"paragraph 1 is .*; expected a list of str"):
        onion.add(["a b", paragraph])  # type: ignore[list-item]
    assert len(onion) == 0


@pytest.mark.parametrize(
    "setting",
    [
        {"n": 0},
        {"n": 2**32},
        {"n": 1.5},
        {"n": True},
        {"threshold": -0.1},
        {"threshold": float("nan")},
        {"threshold": "half"},
        {"stub": -1},
        {"smoothing": None},
        {"unit": "sentence"},
        {"tokens": "letters"},
    ],
)
def test_setting_out_of_range_is_named(setting: dict[str, object]) -> None:
    (name,) = setting
    with pytest.raises(UnknownSetting, match=f"cannot take {name}="):
        Onion(**setting)  # type: ignore[arg-type]


def test_dedup_drops_duplicates_and_emptied_documents_and_hands_back_the_rest() -> None:
    pages = [("a", FIRST), ("b", FIRST), ("c", SECOND)]
    kept = list(dedup(pages, Onion(n=3, smoothing=False), paragraphs=lambda page: page[1]))
    assert [document.item for document in kept] == [pages[0], pages[2]]
    assert [document.paragraphs for document in kept] == [FIRST, ["nobody slept"]]
    assert kept[1].marks.repeated.tolist() == [4, 0, 5]


def test_an_onion_keeps_its_state() -> None:
    onion = Onion(n=3, smoothing=False)
    assert len(list(dedup([FIRST], onion))) == 1
    assert list(dedup([FIRST], onion)) == []


def test_documents_are_read_as_they_are_asked_for() -> None:
    read = []

    def documents() -> Iterator[list[str]]:
        for number in range(3):
            read.append(number)
            yield [f"{number} a"]

    first = next(dedup(documents(), Onion(n=2, smoothing=False)))
    assert first.paragraphs == ["0 a"]
    assert read == [0]


def test_threads_may_share_an_onion() -> None:
    onion = Onion(n=1, smoothing=False)

    def add(start: int) -> None:
        for number in range(start, start + 2000):
            onion.add([f"{number} {number + 1}", "x"])

    threads = [Thread(target=add, args=(1000 * part,)) for part in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    # The threads decide which of two neighbours keeps a number, but no number is lost.
    assert onion.add([str(number) for number in range(5001)]).duplicate.all()


def test_ngrams_can_be_saved_and_loaded(tmp_path: Path) -> None:
    path = tmp_path / "seen.ngrams"
    before = Onion(n=3, smoothing=False)
    before.add(FIRST)
    before.save(path)
    after = Onion(n=3, smoothing=False, threshold=0.6)
    after.load(path)
    assert after.add(SECOND).repeated.tolist() == [4, 0, 5]
    assert [file.name for file in tmp_path.iterdir()] == [path.name]


def test_incompatible_files_are_rejected(tmp_path: Path) -> None:
    path = tmp_path / "seen.ngrams"
    onion = Onion(n=3, smoothing=False)
    onion.add(FIRST)
    onion.save(path)
    with pytest.raises(InputError, match=r"seen\.ngrams': it contains 3-grams, not 4-grams"):
        Onion(n=4).load(path)
    with pytest.raises(InputError, match='other tokens than "words"'):
        Onion(n=3, tokens="words").load(path)
    raw = bytearray(path.read_bytes())
    raw[40] ^= 1
    path.write_bytes(raw)
    fresh = Onion(n=3)
    with pytest.raises(InputError, match="it is damaged"):
        fresh.load(path)
    assert len(fresh) == 0
    path.write_bytes(b"")
    with pytest.raises(InputError, match="not a file of saved n-grams"):
        fresh.load(path)
    with pytest.raises(InputError, match="cannot load n-grams from 'nowhere'"):
        fresh.load("nowhere")
    with pytest.raises(InputError, match="cannot save n-grams to '"):
        onion.save(tmp_path / "no folder" / "seen")
    with pytest.raises(InputError, match=r"cannot save n-grams to '\.'"):
        onion.save("")
