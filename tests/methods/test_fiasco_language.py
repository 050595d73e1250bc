import re
from pathlib import Path

import pytest

from tests.data_home import ROOT
from webwinnow import Page
from webwinnow.methods.fiasco_language import is_in

ENGLISH = "The rain fell all night, and the people of the harbour slept until the boats went out."
CHINESE = "雨，夜，港口，船，人们，早晨，太阳，海。"
DUTCH = "De regen viel de hele nacht, en de mensen in de haven sliepen tot de boten uitvoeren."
FOREIGN = sorted((ROOT / "tests" / "foreign").glob("*.html"))


@pytest.mark.parametrize("declared", ["", "en", "zh", "de-AT"])
def test_a_long_text_tells_whatever_is_declared(declared: str) -> None:
    for text, is_english in ((ENGLISH, True), (CHINESE, False), (DUTCH, False)):
        page = Page(f"<html lang='{declared}'><p>{text}")
        assert is_in(page, "en") == is_english


@pytest.mark.parametrize(
    ("declared", "is_english"),
    [("", True), ("en", True), ("EN-gb", True), ("en_US", True), ("de", False), ("zh-CN", False)],
)
def test_of_a_short_text_the_declaration_tells(declared: str, is_english: bool) -> None:
    assert is_in(Page(f"<html lang='{declared}'><p>Rain"), "en") == is_english
    assert is_in(Page(f"<html lang='{declared}'>"), "en") == is_english


def test_eight_different_words_are_enough() -> None:
    html = "<html lang=de><p>the the it and of to in {}"
    assert not is_in(Page(html.format("rain")), "en")
    assert is_in(Page(html.format("rain sun")), "en")


def test_a_fifth_of_frequent_words_is_enough() -> None:
    rare = "zza zzb zzc zzd zze zzf zzg zzh"
    assert is_in(Page(f"<p>the it {rare}"), "en")
    assert not is_in(Page(f"<p>the it {rare} zzi"), "en")


def test_menus_in_english_do_not_tell_of_the_text() -> None:
    html = f"<p>Home</p><p>About the shop</p><p>{DUTCH}</p><p>All rights reserved.</p>"
    assert not is_in(Page(html), "en")


def test_other_languages_can_be_asked_for() -> None:
    assert is_in(Page(f"<p>{DUTCH}"), "nl")
    assert not is_in(Page(f"<p>{ENGLISH}"), "nl")


@pytest.mark.parametrize("path", FOREIGN, ids=lambda path: path.stem)
def test_pages_in_other_languages_are_told_without_their_declaration(path: Path) -> None:
    html = re.sub(r'lang="[\w-]+"', "", path.read_text("utf-8"))
    assert not is_in(Page(html), "en")
