"""Step 7 keeps headers near the content, and little else."""

from string import ascii_letters

import numpy as np
import pytest

from tests.methods.kimatu.test_method import LONG, kept, reasons
from webwinnow.methods.kimatu.neighbours import distances

STORY = f"<div class=story><p>{LONG * 4}</p><p>{LONG * 3}</p><p>{LONG * 5}</p></div>"
MENU = "<ul><li><a href=a>News</a><li><a href=b>Sport</a></ul>"

every_preset = pytest.mark.parametrize("preset", [None, "precision", "recall", "paper"])


@every_preset
@pytest.mark.parametrize("header", ["At the harbour", "Boats", "The boats went out before sunrise"])
def test_header_without_a_full_stop_before_the_text_is_kept(
    preset: str | None, header: str
) -> None:
    assert reasons(f"{MENU}<h1>{header}</h1>{STORY}{MENU}", preset=preset)[header] == (
        "near a candidate"
    )


@pytest.mark.parametrize("preset", [None, "recall", "paper"])
def test_line_as_long_as_a_header_is_kept_before_the_text(preset: str | None) -> None:
    line = "The boats went out before the sun rose"
    assert line in kept(f"<div class=title>{line}</div>{STORY}", preset=preset)


@every_preset
@pytest.mark.parametrize("line", ["Advertisement", "Copyright 2007"])
def test_short_line_beside_the_text_is_dropped(preset: str | None, line: str) -> None:
    for html in (f"<div class=x>{line}</div>{STORY}", f"{STORY}<div class=x>{line}</div>"):
        assert reasons(html, preset=preset)[line] == "low ratio"


@every_preset
def test_menu_beside_the_text_is_dropped(preset: str | None) -> None:
    texts = kept(f"{MENU}<h1>At the harbour</h1>{STORY}{MENU}", preset=preset)
    assert "News" not in texts
    assert len(texts) == 4


def lines(count: int) -> list[str]:
    """Lines without punctuation that share no word."""
    things = ("boat", "rope", "sails", "oars", "nets", "harbour")
    return [" ".join(f"{letter}{thing}" for thing in things) for letter in ascii_letters[:count]]


@every_preset
def test_neighbour_does_not_keep_distant_texts_of_its_look(preset: str | None) -> None:
    near, *distant = (f"{line}{', on.' * (preset == 'precision')}" for line in lines(21))
    rest = "".join(f"<div class=look>{line}</div>{MENU * 6}" for line in distant)
    html = f"<div class=look>{near}</div>{STORY * 4}{MENU * 15}{rest}"
    found = reasons(html, preset=preset)
    assert found[near] == "near a candidate"
    assert {found[line] for line in distant} == {"low ratio"}


@every_preset
def test_texts_of_one_look_close_together_are_neighbours_together(preset: str | None) -> None:
    items = lines(20)
    texts = kept(f"{STORY}<ul>{''.join(f'<li>{item}' for item in items)}</ul>", preset=preset)
    assert set(items) <= set(texts)


def test_header_after_the_last_text_is_dropped_by_default() -> None:
    html = f"{STORY}<h2>Related stories</h2>{MENU}"
    assert reasons(html)["Related stories"] == "low ratio"
    assert reasons(html, preset="paper")["Related stories"] == "near a candidate"


def test_header_does_not_keep_the_other_headers_by_default() -> None:
    others = "".join(f"<h2>{name}</h2>{MENU}" for name in ("Weather", "Football", "Theatre"))
    texts = kept(f"<h2>At the harbour</h2>{STORY}{MENU * 2}{others}")
    assert texts[0] == "At the harbour"
    assert len(texts) == 4


def test_header_does_not_keep_a_text_of_its_look_that_follows() -> None:
    header = "<h2><b class=x>At the harbour</b></h2>"
    html = f"{header}{STORY}{MENU * 2}<div><b class=x>Sponsored</b></div>{MENU}"
    assert reasons(html)["At the harbour"] == "near a candidate"
    assert reasons(html)["Sponsored"] == "low ratio"


def test_distances_are_to_the_chosen_elements_before_and_after() -> None:
    before, after = distances(np.array([False, True, False, False, True]))
    assert before[1:].tolist() == [0, 1, 2, 0]
    assert after.tolist() == [1, 0, 2, 1, 0]
    assert before[0] >= 5
