"""Check the scorers against the GoldMiner paper's tables, from the authors' published outputs."""

import pytest

from benchmarks.data import find_archive
from benchmarks.papers.goldminer import tables
from benchmarks.papers.goldminer.tables import SYSTEMS, TABLES, as_bytes, as_text, percent
from webwinnow.evaluation.scores import score_text, score_words, to_plain_text

PORTALS, CLEANEVAL = TABLES


@pytest.fixture(scope="module")
def outputs() -> dict[str, tables.Files]:
    for name in (PORTALS.archive, CLEANEVAL.archive, "goldminer-results.tar.xz"):
        if find_archive(name) is None:
            pytest.skip(f"{name} is missing; set WEBWINNOW_DATA to the folder that holds it")
    return tables.read_folders("goldminer-results.tar.xz")


def pairs(
    outputs: dict[str, tables.Files], table: tables.Table, system: str
) -> list[tuple[bytes, bytes]]:
    ours, gold = outputs[f"{table.outputs}/{system}"], tables.read_gold(table, None)
    return [(ours[name], gold[name]) for name in sorted(ours.keys() & gold.keys())]


def test_all_figures_on_portals_match_the_paper(
    outputs: dict[str, tables.Files],
) -> None:
    found = {
        system: percent(score_words(as_bytes(a), as_bytes(b)).words for a, b in pages)
        for system in SYSTEMS
        if (pages := pairs(outputs, PORTALS, system))
    }
    assert found == PORTALS.paper


def test_text_only_figures_on_portals_match_another_implementation(
    outputs: dict[str, tables.Files],
) -> None:
    found = {
        system: percent(
            score_text(to_plain_text(as_text(a)), to_plain_text(as_text(b))) for a, b in pages
        )[0]
        for system in SYSTEMS
        if (pages := pairs(outputs, PORTALS, system))
    }
    assert found == PORTALS.text_only


def test_figures_of_goldminer_on_cleaneval_match_without_three_pages(
    outputs: dict[str, tables.Files],
) -> None:
    pages = pairs(outputs, CLEANEVAL, "goldminer")
    assert len(pages) == 605 - len(tables.MISSING_GOLDS)
    found = percent(score_words(as_bytes(a), as_bytes(b)).words for a, b in pages)
    assert found == tables.WITHOUT_THREE["goldminer"]
    assert found == pytest.approx(CLEANEVAL.paper["goldminer"], abs=0.03)
