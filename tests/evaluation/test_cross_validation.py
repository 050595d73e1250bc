import re
from collections.abc import Iterable
from pathlib import Path
from typing import Any, ClassVar

import numpy as np
import pytest
from numpy.typing import NDArray

from tests.support.generated_pages import RecordingMethod
from tests.support.gold_sets import gold_set, page
from webwinnow import Decision, Page
from webwinnow._core import KIND_NAMES
from webwinnow.errors import InputError
from webwinnow.evaluation.cross_validation import CrossValidation, FoldProgress
from webwinnow.evaluation.runner import evaluate
from webwinnow.evaluation.scores import Counts
from webwinnow.evaluation.systems import Pretrained
from webwinnow.gold.datasets import Problem
from webwinnow.gold.datasets.base import GoldPage, GoldSegment
from webwinnow.gold.labels import align
from webwinnow.methods.base import TrainableMethod, TrainingExample, decision_from_blocks
from webwinnow.methods.provenance import Provenance, page_key

MENU = "<ul><li><a href=/>Home</a></ul>"


class LinkShare(TrainableMethod):
    """Drops blocks with a larger link share than any block labelled as content."""

    seen: ClassVar[list[list[str]]] = []  # texts of each fit

    def __init__(self, slack: float = 0.0) -> None:
        self.slack = slack

    def fit(self, examples: Iterable[TrainingExample], *, seed: int = 0) -> "LinkShare":
        listed = list(examples)
        self.seen.append([text for example in listed for text in example.page.block_texts()])
        kept = [
            float(share.max())
            for page, keep in ((example.page, example.keep) for example in listed)
            if len(share := link_shares(page)[page.runs.block[keep]])
        ]
        self.limit_ = max(kept) + self.slack
        return self

    def decide(self, page: Page) -> Decision:
        self.check_fitted()
        return decision_from_blocks(page, link_shares(page) <= self.limit_)

    def save(self, path: Path) -> None:
        path.write_text(str(self.limit_), "ascii")

    @classmethod
    def load(cls, path: Path) -> "LinkShare":
        method = cls()
        method.limit_ = float(path.read_text("ascii"))
        return method


def link_shares(page: Page) -> NDArray[Any]:
    is_link = (page.runs.flags & 1) != 0
    blocks, chars = page.runs.block, page.runs.chars
    linked = np.bincount(blocks, weights=chars * is_link, minlength=len(page.blocks))
    return linked / np.maximum(np.bincount(blocks, weights=chars, minlength=len(page.blocks)), 1)


SITES = [
    page(f"{site}{i}", f"News of {site}.", f"{MENU}<p>News of {site}.", site=site)
    for site in "abcd"
    for i in range(3)
]


def test_no_page_of_a_held_out_site_is_trained_on() -> None:
    LinkShare.seen.clear()
    found = evaluate(gold_set(*SITES), [LinkShare()], folds=4)
    assert found.folds == 4
    fits = [{text[-2] for text in texts if text.startswith("News")} for texts in LinkShare.seen]
    # One fit without each site, on all pages of the others.
    assert sorted("".join(sorted(fit)) for fit in fits) == ["abc", "abd", "acd", "bcd"]
    assert [len(texts) for texts in LinkShare.seen] == [2 * 9] * 4
    assert len(found.scores) == len(SITES)
    assert all(score.counts["bag"] == Counts(3, 0, 0) for score in found.scores)


def test_a_page_is_scored_by_the_model_fitted_without_it() -> None:
    # Only site a keeps links: models fitted on it keep menus, the one without it does not.
    linked = page("a", "All of it", "<p><a href=/>All of it</a>", site="a")
    others = [page(site, f"News {site}.", f"{MENU}<p>News {site}.", site=site) for site in "bcd"]
    found = evaluate(gold_set(linked, *others), [LinkShare()], folds=4)
    assert [score.output for score in found.scores] == [
        "", "- Home\nNews b.\n", "- Home\nNews c.\n", "- Home\nNews d.\n",
    ]  # fmt: skip


def test_fold_models_have_the_settings_of_the_method_which_stays_unfitted() -> None:
    method = LinkShare(slack=1.0)
    found = evaluate(gold_set(*SITES), [method], folds=2)
    assert found.scores[0].output == "- Home\nNews of a.\n"
    assert not hasattr(method, "limit_")


def test_folds_exclude_pages_without_gold() -> None:
    LinkShare.seen.clear()
    evaluate(gold_set(*SITES, page("e", "", "<p>News of e.")), [LinkShare()], folds=2)
    assert not any("News of e." in texts for texts in LinkShare.seen)


def test_more_folds_than_sites_are_rejected() -> None:
    with pytest.raises(InputError, match="cannot split 4 sites into 5 folds; give 4 folds or few"):
        evaluate(gold_set(*SITES), [LinkShare()], folds=5)


def test_folds_without_trainable_methods_give_a_note() -> None:
    found = evaluate(gold_set(page("1")), ["all"], folds=1000)
    assert found.folds is None
    assert found.notes == ["no method is trainable: folds change nothing"]


class FailsToFit(LinkShare):
    def fit(self, examples: Iterable[TrainingExample], *, seed: int = 0) -> "FailsToFit":
        if not any("News of b." in example.page.block_texts() for example in examples):
            raise ValueError("no news\nof b")
        self.limit_ = 1.0
        return self


def test_a_method_that_cannot_be_fitted_is_skipped_with_the_fold() -> None:
    found = evaluate(gold_set(*SITES), [FailsToFit(), "all"], folds=4)
    assert found.methods == ["all"]
    assert re.fullmatch(
        r"cannot be fitted without fold \d: ValueError: no news of b", found.skipped["failstofit"]
    )


def test_without_folds_a_trained_method_gives_a_note() -> None:
    method = LinkShare()
    method.limit_ = 0.5
    found = evaluate(gold_set(*SITES), [method])
    assert found.scores[0].output == "News of a.\n"
    assert "linkshare is trained: its scores may come from pages" in found.notes[0]
    assert evaluate(gold_set(*SITES), [method], folds=2).notes == []


def test_provenance_limits_the_note_to_pages_of_the_training_data() -> None:
    method = LinkShare()
    method.limit_ = 0.5
    method.provenance_ = Provenance(pages=frozenset(page_key(gold.html) for gold in SITES[:5]))
    # Pages of one site are identical: two of the second site's three pages match all three.
    assert evaluate(gold_set(*SITES), [method]).notes == [
        "linkshare was trained on 6 of 12 pages; folds train it on other sites"
    ]
    assert evaluate(gold_set(*SITES[6:]), [method]).notes == []


def test_a_pretrained_method_is_not_refitted_by_folds() -> None:
    known = LinkShare()
    known.limit_ = 0.0
    known.provenance_ = Provenance(pages=frozenset({page_key(SITES[0].html)}))
    found = evaluate(gold_set(*SITES), [LinkShare(), Pretrained("before", known)], folds=2)
    assert found.methods == ["linkshare", "before"]
    assert found.of("linkshare")[0].output == "News of a.\n"
    assert known.limit_ == 0.0
    assert found.notes == ["before was trained on 3 of 12 pages; folds train it on other sites"]


def test_progress_of_fitting_and_scoring_is_reported() -> None:
    reported: list[FoldProgress | int] = []
    broken, empty = Problem("x", "is broken"), page("e", "", "<p>e")
    pages = gold_set(*SITES[:2], *SITES[3:5], broken, empty)
    evaluate(pages, [LinkShare()], folds=2, learning=reported.append, progress=reported.append)
    assert reported == [(1, 2, 1, 2), (1, 2, 2, 2), (2, 2, 1, 2), (2, 2, 2, 2), 1, 2, 3, 4]


class Continued(LinkShare):
    """Starts from a model trained on the first five pages."""

    def fit(self, examples: Iterable[TrainingExample], *, seed: int = 0) -> "Continued":
        super().fit(examples, seed=seed)
        self.provenance_ = Provenance(pages=frozenset(page_key(gold.html) for gold in SITES[:5]))
        return self


def test_folds_on_top_of_a_trained_model_give_a_note() -> None:
    (note,) = evaluate(gold_set(*SITES), [Continued()], folds=2).notes
    assert note.startswith("continued starts from a model that was trained on 6 of 12 pages")
    assert evaluate(gold_set(*SITES[6:]), [Continued()], folds=2).notes == []


class RecordingLinkShare(LinkShare):
    examples: ClassVar[list[tuple[str, str | None, str, int]]] = []

    def fit(self, examples: Iterable[TrainingExample], *, seed: int = 0) -> "RecordingLinkShare":
        for example in examples:
            self.examples.append((example.site, example.type, example.source, seed))
        self.limit_ = 1.0
        return self


def test_training_examples_have_site_type_and_set() -> None:
    RecordingLinkShare.examples.clear()
    pages = [page("1", site="a", type="forum"), page("2", site="b")]
    evaluate(gold_set(*pages), [RecordingLinkShare()], folds=2, seed=3)
    expected = [("a", "forum", "tiny", 3), ("b", None, "tiny", 3)]
    assert sorted(RecordingLinkShare.examples) == expected


def test_without_folds_an_untrained_method_is_skipped() -> None:
    found = evaluate(gold_set(*SITES), ["all", LinkShare()])
    assert found.methods == ["all"]
    assert found.skipped == {"linkshare": "is not trained; evaluate it with folds"}


def test_pages_too_long_for_labels_are_not_trained_on(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("webwinnow.gold.labels.MAX_WORD_PAIRS", 16)
    five = page("long", "One two three four five.", "<p>One two three four five.", site="long")
    LinkShare.seen.clear()
    found = evaluate(gold_set(*SITES, five), ["all", LinkShare()], folds=2)
    assert [score.page for score in found.of("all") if not score.blocks] == ["long"]
    assert found.notes == [
        "blocks are not scored if page and gold are too long (1 page, long first)"
    ]
    assert not any("One two three four five." in texts for texts in LinkShare.seen)


def gold(name: str, kind: str) -> GoldPage:
    html = f"<p>News of {name}.".encode()
    text = f"News of {name}."
    return GoldPage(name, html, text, name, segments=(GoldSegment(kind, text),))


def test_training_examples_are_those_of_other_folds_with_kinds() -> None:
    pages = [gold("a", "heading"), gold("b", "list item")]
    method_of, _ = CrossValidation(pages, {"a": 0, "b": 1}, align).fit(RecordingMethod())
    learned = []
    for each in pages:
        method = method_of(each)
        assert isinstance(method, RecordingMethod)
        (example,) = method.examples_
        assert example.kind is not None
        learned.append((example.site, [KIND_NAMES[kind] for kind in example.kind]))
    assert learned == [("b", ["list item"]), ("a", ["heading"])]
