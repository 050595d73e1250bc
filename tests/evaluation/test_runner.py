import re
import time
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path
from typing import Any, ClassVar

import numpy as np
import pytest
from numpy.typing import NDArray

from tests.support.gold_sets import Listed, gold_set, page
from webwinnow import Decision, Page, __version__, load
from webwinnow.errors import InputError, UnknownMethod, UnknownSetting
from webwinnow.evaluation import peers
from webwinnow.evaluation.contestants import AsItIs, Own
from webwinnow.evaluation.crossfit import FoldProgress
from webwinnow.evaluation.peers import Extract, Peer
from webwinnow.evaluation.runner import evaluate
from webwinnow.evaluation.scores import Counts
from webwinnow.gold.datasets import Problem, digest_of, sample
from webwinnow.methods.base import Method, TrainableMethod, TrainingExample, decision_from_blocks
from webwinnow.methods.provenance import Provenance, page_key

MENU = "<ul><li><a href=/>Home</a></ul>"
ARTICLE = f"{MENU}<p>It rained all night, and nobody went out of doors."
TEXT = "It rained all night, and nobody went out of doors."


class Fails(Method):
    def decide(self, page: Page) -> Decision:
        raise RuntimeError("no\nidea")


def first_word() -> Extract:
    return lambda raw: "Rain" if b"fail" not in raw.html else 1 / 0  # type: ignore[return-value]


@pytest.fixture
def first_word_peer(monkeypatch: pytest.MonkeyPatch) -> str:
    monkeypatch.setitem(peers.PEERS, "first", Peer("pytest", first_word, "knows a word"))
    return "first"


def test_each_method_is_scored_on_each_page() -> None:
    found = evaluate(gold_set(page("1", TEXT, ARTICLE), page("2")), ["all", "bte"])
    bags = {(score.method, score.page): score.counts["bag"] for score in found.scores}
    assert found.methods == ["all", "bte"]
    assert bags == {
        ("all", "1"): Counts(10, 1, 0),
        ("bte", "1"): Counts(10, 0, 0),
        ("all", "2"): Counts(4, 0, 0),
        ("bte", "2"): Counts(4, 0, 0),
    }
    assert found.of("all")[0].counts["text"] == Counts(10, 2, 0)
    assert found.of("bte")[0].output == f"{TEXT}\n"
    assert all(score.seconds > 0 for score in found.scores)


def test_contestant_may_choose_its_method_by_page() -> None:
    methods = {"1": load("all"), "2": load("bte")}
    own = Own("both", lambda gold: methods[gold.name])
    found = evaluate(gold_set(page("1", TEXT, ARTICLE), page("2", TEXT, ARTICLE)), [own])
    assert found.methods == ["both"]
    assert [score.counts["bag"] for score in found.scores] == [Counts(10, 1, 0), Counts(10, 0, 0)]
    with pytest.raises(InputError, match="named twice"):
        evaluate(gold_set(page("1")), [own, own])


def test_blocks_are_scored_by_labels_from_the_gold() -> None:
    found = evaluate(gold_set(page("1", TEXT, ARTICLE)), ["all", "bte"])
    every, stretch = (score.blocks for score in found.scores)
    assert every is not None
    assert stretch is not None
    assert (every.keep, every.neither) == (Counts(1, 1, 0), 0)
    assert (stretch.keep, stretch.neither) == (Counts(1, 0, 0), 1)
    assert found.scores[1].counts["blocks"] == stretch.keep


def test_blocks_of_too_long_a_page_are_left_out_and_not_learned_from(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("webwinnow.gold.labels.bounded.MOST_PAIRS", 16)
    five = page("long", "One two three four five.", "<p>One two three four five.", site="long")
    LinkShare.seen.clear()
    found = evaluate(gold_set(*SITES, five), ["all", LinkShare()], folds=2)
    assert [score.page for score in found.of("all") if not score.blocks] == ["long"]
    assert found.notes == [
        "blocks are not scored where page and gold are too long (1 page, long first)"
    ]
    assert not any("One two three four five." in texts for texts in LinkShare.seen)


def test_cleaneval_scores_need_a_gold_in_its_notation() -> None:
    marked = page(
        "1",
        "Rain\nIt rained.",
        "<h1>Rain</h1><p>It rained.",
        marked_text="<h>Rain\n<p>It rained.\n",
    )
    with_marks, without = evaluate(gold_set(marked, page("2")), ["all"]).scores
    assert with_marks.counts["words"].f1 == with_marks.counts["labelled"].f1 == 1
    assert with_marks.official is not None
    assert with_marks.official.total == 1
    assert without.counts.keys() == {"bag", "text", "blocks"}
    assert without.official is None


def test_an_empty_gold_is_a_problem_with_a_name() -> None:
    pages = gold_set(page("1", " \n— "), page("2"), Problem("3", "is broken"))
    found = evaluate(pages, ["all"])
    assert [score.page for score in found.scores] == ["2"]
    assert found.problems == [
        Problem("3", "is broken"),
        Problem("1", "its gold has no words"),
    ]
    assert found.gold.keys() == {"2"}


def test_an_empty_gold_is_counted_where_that_is_asked_for() -> None:
    found = evaluate(gold_set(page("1", "")), ["all"], count_empty=True)
    assert found.scores[0].counts["bag"] == Counts(0, 4, 0)
    assert found.problems == []


def test_a_method_that_fails_is_scored_as_if_it_had_found_nothing() -> None:
    found = evaluate(gold_set(page("1", marked_text="<p>It rained all night.")), [Fails(), "all"])
    failed, fine = found.scores
    assert (failed.error, failed.output) == ("RuntimeError: no idea", "")
    assert failed.counts["bag"] == Counts(0, 0, 4)
    assert failed.counts["words"] == Counts(1, 0, 5)  # an empty text has one empty word
    assert failed.counts["blocks"] == Counts(0, 0, 1)
    assert fine.error is None


def test_settings_are_given_with_the_name() -> None:
    wide = f"<p>One two three four five six.{'<hr>' * 4}<p>Seven eight nine ten."
    found = evaluate(gold_set(page("1", html=wide)), ["bte", "bte:tag_weight=0.1"])
    assert found.methods == ["bte", "bte:tag_weight=0.1"]
    assert [score.output.count("\n") for score in found.scores] == [1, 2]
    with pytest.raises(UnknownSetting, match="no setting 'weight'"):
        evaluate(gold_set(page("1")), ["bte:weight=1"])
    with pytest.raises(UnknownSetting, match="'tag_weight' sets nothing; write bte:setting=value"):
        evaluate(gold_set(page("1")), ["bte:tag_weight"])


def test_a_value_too_deep_to_be_a_number_is_refused_in_few_words() -> None:
    with pytest.raises(UnknownSetting, match="must be a finite number") as refused:
        evaluate(gold_set(page("1")), [f"bte:tag_weight={'-' * 20_000}1"])
    assert len(str(refused.value)) < 200


def echo() -> Extract:
    return lambda raw: raw.text


def test_the_encoding_that_the_set_tells_is_told_to_all(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(peers.PEERS, "echo", Peer("pytest", echo))
    html = "<meta charset=windows-1252><p>δέκα".encode("iso-8859-7")
    greek = replace(page("1", "δέκα"), html=html, charset="iso-8859-7")
    ours, theirs = evaluate(gold_set(greek), ["all"], against=["echo"]).scores
    assert ours.output == "δέκα\n"
    assert theirs.output == "<html><body><meta charset=windows-1252><p>δέκα</body></html>"


class Slow(Method):
    """Takes long at the first page, and after it counts what it has seen."""

    def __init__(self) -> None:
        self.pages = 0

    def decide(self, page: Page) -> Decision:
        self.pages += 1
        if self.pages == 1:
            time.sleep(0.2)
            raise RuntimeError("not yet")
        return Decision.visible(page)


def test_what_a_method_loads_at_its_first_page_is_in_no_time_and_no_score() -> None:
    method = Slow()
    found = evaluate(gold_set(page("1"), page("2")), [method])
    assert [(score.error, score.seconds < 0.1) for score in found.scores] == [(None, True)] * 2
    assert method.pages == 3


def test_every_page_is_read_once() -> None:
    pages = gold_set(page("1"), page("2"))
    evaluate(pages, ["all", "bte"])
    assert isinstance(pages.source, Listed)
    assert pages.source.read_names == ["1", "2"]


def test_what_was_scored_can_be_told_again() -> None:
    pages = [page("1"), page("2")]
    found = evaluate(gold_set(*pages, page("3", "")), ["all"], seed=3, command="webwinnow evaluate")
    assert found.digest == digest_of(pages)
    assert found.versions == {"all": __version__}
    assert (found.seed, found.command) == (3, "webwinnow evaluate")


def test_progress_is_told_page_by_page() -> None:
    told: list[int] = []
    evaluate(gold_set(page("1"), page("2")), ["all"], progress=told.append)
    assert told == [1, 2]


def test_peers_are_scored_on_their_plain_text(first_word_peer: str) -> None:
    marked = page("1", "Rain fell", "<p>Rain fell", marked_text="<p>Rain fell")
    found = evaluate(gold_set(marked, page("2", html="fail")), ["all"], against=[first_word_peer])
    assert found.methods == ["all", "first"]
    assert found.versions["first"] == pytest.__version__
    assert found.notes == ["first: knows a word"]
    fine, failed = found.of("first")
    assert fine.counts["bag"] == Counts(1, 0, 1)
    assert fine.counts["words"].both == 3  # the empty word before the marker is one of them
    assert fine.blocks is None
    assert fine.curve is None
    assert failed.error == "ZeroDivisionError: division by zero"
    assert failed.counts["bag"] == Counts(0, 0, 4)


def test_a_peer_and_a_method_of_one_name_are_told_apart(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(peers.PEERS, "all", Peer("pytest", first_word))
    assert evaluate(gold_set(page("1")), ["all"], against=["all"]).methods == ["all", "all (peer)"]


def test_a_missing_peer_is_skipped_with_a_word(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(peers.PEERS, "gone", Peer("gone-lxml", first_word))
    found = evaluate(gold_set(page("1")), ["all"], against=["gone"])
    assert found.methods == ["all"]
    assert found.skipped == {"gone": "not installed; pip install gone-lxml"}


def broken() -> Extract:
    raise ImportError("lxml.html.clean is gone")


def test_a_peer_that_does_not_start_is_skipped_with_its_reason(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(peers.PEERS, "broken", Peer("pytest", broken))
    found = evaluate(gold_set(page("1")), ["all"], against=["broken"])
    assert found.skipped == {"broken": "does not start: ImportError: lxml.html.clean is gone"}


def test_what_makes_no_sense_is_refused() -> None:
    with pytest.raises(UnknownMethod, match="no peer 'bte'; choose from trafilatura"):
        evaluate(gold_set(page("1")), ["all"], against=["bte"])
    with pytest.raises(InputError, match="'all' is named twice; name each method once"):
        evaluate(gold_set(page("1")), ["all", "all"])


class LinkShare(TrainableMethod):
    """Drops blocks with a larger share of links than any block that it was told to keep."""

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


def test_no_page_of_a_held_out_site_is_learned_from() -> None:
    LinkShare.seen.clear()
    found = evaluate(gold_set(*SITES), [LinkShare()], folds=4)
    assert found.folds == 4
    fits = [{text[-2] for text in texts if text.startswith("News")} for texts in LinkShare.seen]
    # One fit without each site: of it nothing, of the others all.
    assert sorted("".join(sorted(fit)) for fit in fits) == ["abc", "abd", "acd", "bcd"]
    assert [len(texts) for texts in LinkShare.seen] == [2 * 9] * 4
    assert len(found.scores) == len(SITES)
    assert all(score.counts["bag"] == Counts(3, 0, 0) for score in found.scores)


def test_a_page_is_judged_by_the_model_that_has_not_seen_it() -> None:
    # Only site a keeps links: models that know it keep menus, the one for a itself does not.
    linked = page("a", "All of it", "<p><a href=/>All of it</a>", site="a")
    others = [page(site, f"News {site}.", f"{MENU}<p>News {site}.", site=site) for site in "bcd"]
    found = evaluate(gold_set(linked, *others), [LinkShare()], folds=4)
    assert [score.output for score in found.scores] == [
        "", "- Home\nNews b.\n", "- Home\nNews c.\n", "- Home\nNews d.\n",
    ]  # fmt: skip


def test_settings_reach_the_models_of_the_folds_and_the_given_method_stays_as_it_was() -> None:
    method = LinkShare(slack=1.0)
    found = evaluate(gold_set(*SITES), [method], folds=2)
    assert found.scores[0].output == "- Home\nNews of a.\n"
    assert not hasattr(method, "limit_")


def test_folds_leave_out_pages_without_gold() -> None:
    LinkShare.seen.clear()
    evaluate(gold_set(*SITES, page("e", "", "<p>News of e.")), [LinkShare()], folds=2)
    assert not any("News of e." in texts for texts in LinkShare.seen)


def test_more_folds_than_sites_are_refused() -> None:
    with pytest.raises(InputError, match="cannot split 4 sites into 5 folds; give 4 folds or few"):
        evaluate(gold_set(*SITES), [LinkShare()], folds=5)


def test_folds_that_nobody_needs_are_not_told_of() -> None:
    found = evaluate(gold_set(page("1")), ["all"], folds=1000)
    assert found.folds is None
    assert found.notes == ["no method learns: folds change nothing"]


class Dunce(LinkShare):
    def fit(self, examples: Iterable[TrainingExample], *, seed: int = 0) -> "Dunce":
        if not any("News of b." in example.page.block_texts() for example in examples):
            raise ValueError("no news\nof b")
        self.limit_ = 1.0
        return self


def test_a_method_that_cannot_learn_is_skipped_with_the_fold() -> None:
    found = evaluate(gold_set(*SITES), [Dunce(), "all"], folds=4)
    assert found.methods == ["all"]
    assert re.fullmatch(
        r"cannot learn without fold \d: ValueError: no news of b", found.skipped["dunce"]
    )


def test_without_folds_a_trained_method_is_run_with_a_warning() -> None:
    method = LinkShare()
    method.limit_ = 0.5
    found = evaluate(gold_set(*SITES), [method])
    assert found.scores[0].output == "News of a.\n"
    assert "linkshare has been trained: its scores may come from pages" in found.notes[0]
    assert evaluate(gold_set(*SITES), [method], folds=2).notes == []


def test_a_method_that_knows_what_it_learned_from_is_warned_of_only_there() -> None:
    method = LinkShare()
    method.limit_ = 0.5
    method.provenance_ = Provenance(pages=frozenset(page_key(gold.html) for gold in SITES[:5]))
    # Pages of one site are alike to the letter: of the second site's three, two make three.
    assert evaluate(gold_set(*SITES), [method]).notes == [
        "linkshare has learned from 6 of 12 pages; folds train it on other sites"
    ]
    assert evaluate(gold_set(*SITES[6:]), [method]).notes == []


def test_a_method_as_it_is_stands_beside_those_that_learn_in_folds() -> None:
    known = LinkShare()
    known.limit_ = 0.0
    known.provenance_ = Provenance(pages=frozenset({page_key(SITES[0].html)}))
    found = evaluate(gold_set(*SITES), [LinkShare(), AsItIs("before", known)], folds=2)
    assert found.methods == ["linkshare", "before"]
    assert found.of("linkshare")[0].output == "News of a.\n"
    assert known.limit_ == 0.0
    assert found.notes == ["before has learned from 3 of 12 pages; folds train it on other sites"]


def test_it_is_told_how_far_folds_have_come() -> None:
    told: list[FoldProgress | int] = []
    broken, empty = Problem("x", "is broken"), page("e", "", "<p>e")
    pages = gold_set(*SITES[:2], *SITES[3:5], broken, empty)
    evaluate(pages, [LinkShare()], folds=2, learning=told.append, progress=told.append)
    assert told == [(1, 2, 1, 2), (1, 2, 2, 2), (2, 2, 1, 2), (2, 2, 2, 2), 1, 2, 3, 4]


class Continued(LinkShare):
    """Begins with what was learned from the first pages of all."""

    def fit(self, examples: Iterable[TrainingExample], *, seed: int = 0) -> "Continued":
        super().fit(examples, seed=seed)
        self.provenance_ = Provenance(pages=frozenset(page_key(gold.html) for gold in SITES[:5]))
        return self


def test_folds_on_top_of_a_model_that_knows_the_pages_are_warned_of() -> None:
    (note,) = evaluate(gold_set(*SITES), [Continued()], folds=2).notes
    assert note.startswith("continued began with a model that has learned from 6 of 12 pages")
    assert evaluate(gold_set(*SITES[6:]), [Continued()], folds=2).notes == []


class Notebook(LinkShare):
    examples: ClassVar[list[tuple[str, str | None, str, int]]] = []

    def fit(self, examples: Iterable[TrainingExample], *, seed: int = 0) -> "Notebook":
        for example in examples:
            self.examples.append((example.site, example.type, example.source, seed))
        self.limit_ = 1.0
        return self


def test_a_lesson_tells_site_type_and_set() -> None:
    Notebook.examples.clear()
    pages = [page("1", site="a", type="forum"), page("2", site="b")]
    evaluate(gold_set(*pages), [Notebook()], folds=2, seed=3)
    assert sorted(Notebook.examples) == [("a", "forum", "tiny", 3), ("b", None, "tiny", 3)]


def test_without_folds_a_method_that_has_learned_nothing_is_skipped() -> None:
    found = evaluate(gold_set(*SITES), ["all", LinkShare()])
    assert found.methods == ["all"]
    assert found.skipped == {"linkshare": "has learned nothing yet; evaluate it with folds"}


def test_a_sample_is_the_same_for_the_same_seed_and_in_the_order_of_the_set() -> None:
    whole = gold_set(*SITES)
    assert sample(whole, 5, seed=1).names() == sample(whole, 5, seed=1).names()
    assert sample(whole, 5, seed=1).names() != sample(whole, 5, seed=2).names()
    assert sample(whole, 5).names() == sorted(sample(whole, 5).names())
    assert sample(whole, 99).names() == whole.names()
    assert len(evaluate(sample(whole, 5), ["all"]).gold) == 5
