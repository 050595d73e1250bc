import re

from hypothesis import given
from hypothesis import strategies as st

from webwinnow.annotation import file_names

PARTS = [
    "..",
    "/",
    "\\",
    "a",
    "A",
    ".",
    "con",
    "COM1.txt",
    " ",
    "é",
    "e\u0301",
    "\x00",
    ":",
    "ß",
    "ss",
]
names = st.lists(st.sampled_from(PARTS), max_size=5).map("".join)


def test_names_that_can_be_kept_are() -> None:
    assert file_names(["rain", "a.b-c", "日本"]) == {
        "rain": "rain",
        "a.b-c": "a.b-c",
        "日本": "日本",
    }


def test_folders_devices_and_clashes_are_mended() -> None:
    found = file_names(["a/b", "../etc", "A_b", "nul", "Com1.x", "...", ".hidden"])
    assert list(found.values()) == ["a_b", "etc", "A_b-2", "nul_", "Com1.x_", "page", "hidden"]


def test_long_names_are_cut() -> None:
    first, second = file_names(["é" * 200, "é" * 201]).values()
    assert len(first.encode()) <= 100
    assert second == f"{first}-2"


@given(st.sets(st.one_of(st.text(max_size=6), names), max_size=12))
def test_every_name_is_safe_and_no_two_are_alike(given: set[str]) -> None:
    found = file_names(sorted(given))
    assert set(found) == given
    for name in found.values():
        assert re.fullmatch(r"[\w][\w.-]*", name)
        assert name.encode()
    assert len({name.casefold() for name in found.values()}) == len(found)
