from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from webwinnow.corpus import Onion, dedup
from webwinnow.corpus.dedup.onion import MIN_MEMORY
from webwinnow.errors import InputError, UnknownSetting


def documents(count: int, *, words: int = 200) -> Iterator[list[str]]:
    """Yield documents; a tenth are copies, all others have distinct words."""
    random = Random(7)
    made: list[list[str]] = []
    for number in range(count):
        if number % 10 == 9:
            yield random.choice(made)
            continue
        texts = [f"w{random.randrange(5000)}" for _ in range(words)]
        made.append([" ".join(texts[: words // 2]), " ".join(texts[words // 2 :])])
        yield made[-1]


def test_results_are_the_same_when_most_n_grams_go_to_disk(tmp_path: Path) -> None:
    def opened() -> Iterator[list[str]]:
        return documents(1000)

    # 200,000 hashes exceed the allowed memory three times.
    twice = dedup(opened, passes=2, memory=MIN_MEMORY, folder=tmp_path)
    once = dedup(opened)
    assert [kept.paragraphs for kept in twice] == [kept.paragraphs for kept in once]
    assert list(tmp_path.iterdir()) == []


def test_only_repeated_n_grams_are_remembered() -> None:
    once, surveyed = Onion(), Onion()
    corpus = list(documents(500))
    surveyed.survey(corpus)
    for document in corpus:
        once.add(document)
        surveyed.add(document)
    assert 0 < len(surveyed) < len(once) / 8


def test_disk_is_needed_only_once_the_memory_is_full() -> None:
    Onion().survey(documents(10), folder="no such folder")


def test_much_memory_is_taken_only_as_it_is_needed() -> None:
    Onion().survey(documents(10), memory=2**60)


def test_a_disk_error_names_the_folder() -> None:
    with pytest.raises(InputError, match="cannot store n-grams in 'no such folder'"):
        Onion().survey(documents(1000), memory=MIN_MEMORY, folder="no such folder")


def test_failing_documents_are_not_blamed_on_the_disk() -> None:
    def broken() -> Iterator[list[str]]:
        yield ["a b"]
        raise OSError("the line went dead")

    with pytest.raises(OSError, match="the line went dead"):
        Onion().survey(broken())


def test_iterators_are_rejected_for_two_passes() -> None:
    with pytest.raises(InputError, match="but a generator can be read only once"):
        dedup(documents(3), passes=2)


def test_other_documents_in_the_second_pass_are_noticed() -> None:
    runs = iter([documents(20), documents(19)])
    with pytest.raises(InputError, match="the second pass read other documents"):
        list(dedup(lambda: next(runs), passes=2))


def test_a_survey_must_precede_documents(tmp_path: Path) -> None:
    onion = Onion(n=1, smoothing=False)
    onion.add(["a"])
    with pytest.raises(InputError, match="cannot survey after documents were added"):
        onion.survey([["a"]])
    surveyed = Onion()
    surveyed.survey([["a"]])
    with pytest.raises(InputError, match="cannot survey after documents were added"):
        surveyed.survey([["a"]])
    with pytest.raises(InputError, match="only repeated n-grams are stored"):
        surveyed.save(tmp_path / "seen")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("memory", [0, -1, MIN_MEMORY - 1, 2.5e9, None])
def test_memory_out_of_range_is_refused(memory: object) -> None:
    with pytest.raises(UnknownSetting, match="cannot take memory="):
        Onion().survey([], memory=memory)  # type: ignore[arg-type]


def test_number_of_passes_is_one_or_two() -> None:
    with pytest.raises(UnknownSetting, match="cannot take passes=3"):
        dedup([], passes=3)  # type: ignore[arg-type]
