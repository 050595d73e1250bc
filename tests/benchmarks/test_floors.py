from pathlib import Path

import pytest

from benchmarks.floors import FOLDED, FOLDED_ALONE, Floors, Measured, round_down


def measured(digest: str = "d", **reached: dict[str, float]) -> Measured:
    return Measured("set", 3, digest, reached)


@pytest.fixture
def floors() -> Floors:
    found = Floors()
    assert found.update(measured(bte={"bag": 0.91234, "text": 0.8}), lift=True, why=None) == []
    return found


def test_floor_is_the_score_rounded_down(floors: Floors) -> None:
    assert floors.of("set") == {"bte": {"bag": 0.9123, "text": 0.8}}
    assert round_down(0.99999) == 0.9999


def test_same_scores_pass(floors: Floors) -> None:
    assert floors.update(measured(bte={"bag": 0.91234, "text": 0.8}), lift=False, why=None) == []


def test_a_score_below_its_floor_fails_and_keeps_the_floor(floors: Floors) -> None:
    now = measured(bte={"bag": 0.9122, "text": 0.8})
    for lift in (False, True):
        assert floors.update(now, lift=lift, why=None) == [
            "set, bte, bag: 0.9123 to 0.9122; below its floor"
        ]
    assert floors.of("set")["bte"]["bag"] == 0.9123


def test_raise_lifts_floors_to_higher_scores(floors: Floors) -> None:
    assert floors.update(measured(bte={"bag": 0.95, "text": 0.8}), lift=True, why=None) == []
    assert floors.of("set")["bte"]["bag"] == 0.95


def test_lowering_records_the_reason(floors: Floors) -> None:
    now = measured(bte={"bag": 0.5, "text": 0.8})
    assert floors.update(now, lift=False, why="the gold was wrong") == []
    assert floors.of("set")["bte"]["bag"] == 0.5
    assert floors.lowered == ["set, bte, bag: 0.9123 to 0.5: the gold was wrong"]


def test_method_or_family_without_a_floor_fails(floors: Floors) -> None:
    now = measured(bte={"bag": 0.92, "text": 0.8, "words": 0.7}, all={"bag": 0.5})
    assert floors.update(now, lift=False, why=None) == [
        "set, bte, words: no floor; run with --raise",
        "set, all, bag: no floor; run with --raise",
    ]


def test_a_floor_without_a_score_fails(floors: Floors) -> None:
    now = measured(bte={"bag": 0.92})
    assert floors.update(now, lift=True, why=None) == [
        "set, bte, text: 0.8 to nothing; below its floor"
    ]
    assert floors.update(now, lift=False, why="no longer scored") == []
    assert floors.of("set") == {"bte": {"bag": 0.92}}


def test_other_data_fail_even_with_raise(floors: Floors) -> None:
    now = measured("other", bte={"bag": 0.95, "text": 0.9})
    assert floors.update(now, lift=True, why=None) == [
        "set: not the data that the floors were set on"
    ]
    assert floors.update(now, lift=False, why="golds were fixed") == []
    assert floors.sets["set"]["digest"] == "other"


def test_floors_survive_writing_and_reading(floors: Floors, tmp_path: Path) -> None:
    floors.write(tmp_path / "floors.json")
    assert Floors.read(tmp_path / "floors.json") == floors
    assert Floors.read(tmp_path / "none.json") == Floors()


def test_floors_of_folds_are_separate(floors: Floors) -> None:
    folded = Measured("set", 3, "d", {"winnow, five folds": {"bag": 0.95}}, kind=FOLDED)
    assert floors.update(folded, lift=True, why=None) == []
    assert floors.update(measured(bte={"bag": 0.92, "text": 0.8}), lift=False, why=None) == []
    assert floors.update(folded, lift=False, why=None) == []
    alone = Measured("set", 3, "d", {"texrex" + FOLDED_ALONE: {"bag": 0.9}}, kind=FOLDED_ALONE)
    assert floors.update(alone, lift=True, why=None) == []
    assert floors.update(folded, lift=False, why=None) == []
    worse = Measured("set", 3, "d", {"winnow, five folds": {"bag": 0.9}}, kind=FOLDED)
    assert floors.update(worse, lift=False, why=None) == [
        "set, winnow, five folds, bag: 0.945 to 0.9; below its floor"
    ]


def test_floors_of_folds_leave_room_for_other_machines(floors: Floors) -> None:
    folded = Measured("set", 3, "d", {"winnow, five folds": {"bag": 0.95}}, kind=FOLDED)
    floors.update(folded, lift=True, why=None)
    assert floors.of("set")["winnow, five folds"] == {"bag": 0.945}
    a_little_less = Measured("set", 3, "d", {"winnow, five folds": {"bag": 0.946}}, kind=FOLDED)
    assert floors.update(a_little_less, lift=True, why=None) == []
    assert floors.of("set")["winnow, five folds"] == {"bag": 0.945}
