from benchmarks.papers.goldminer.phrases import (
    SYSTEMS,
    compare_systems,
    listing,
    portal_pages,
    summary,
)
from webwinnow.corpus.phrases import PhraseSettings

FOUND = compare_systems(portal_pages(30), PhraseSettings())


def test_all_systems_have_the_same_documents() -> None:
    assert list(FOUND.tables) == list(SYSTEMS)
    assert len({table.documents for table in FOUND.tables.values()}) == 1
    assert summary(FOUND).count("\n") == len(SYSTEMS) + 1


def test_justext_leaves_the_leads_of_other_articles_and_goldminer_removes_them() -> None:
    phrase = FOUND.tables["jusText"].phrases[0]
    counts = {system: of[0] for system, of in FOUND.documents["jusText"].items()}
    assert phrase.share > 0.3
    assert counts["visible text"] >= phrase.documents
    assert counts["GoldMiner"] <= 1
    assert counts["jusText+Onion"] <= 1
    assert FOUND.tables["GoldMiner"].repeated_share < FOUND.tables["jusText"].repeated_share / 10


def test_listings_have_a_column_for_each_system() -> None:
    first = listing(FOUND, "jusText", 3).splitlines()
    assert first[0].count("|") == len(SYSTEMS) + 3
    assert len(first) == 5
