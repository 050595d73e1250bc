import time
from dataclasses import replace

import pytest

from tests.support.gold_sets import ListSource, gold_set, page
from webwinnow import Decision, Page, __version__, load
from webwinnow.errors import InputError, UnknownMethod, UnknownSetting
from webwinnow.evaluation import peers
from webwinnow.evaluation.peers import Extract, Peer
from webwinnow.evaluation.runner import evaluate
from webwinnow.evaluation.scores import Counts
from webwinnow.evaluation.systems import MethodSystem
from webwinnow.gold.datasets import Problem, digest_of
from webwinnow.methods.base import Method

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


def test_a_system_may_choose_its_method_by_page() -> None:
    methods = {"1": load("all"), "2": load("bte")}
    own = MethodSystem("both", lambda gold: methods[gold.name])
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


def test_count_empty_scores_pages_with_an_empty_gold() -> None:
    found = evaluate(gold_set(page("1", "")), ["all"], count_empty=True)
    assert found.scores[0].counts["bag"] == Counts(0, 4, 0)
    assert found.problems == []


def test_a_failed_method_is_scored_with_an_empty_output() -> None:
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


def test_a_deeply_nested_value_is_rejected_with_a_short_error() -> None:
    with pytest.raises(UnknownSetting, match="must be a finite number") as refused:
        evaluate(gold_set(page("1")), [f"bte:tag_weight={'-' * 20_000}1"])
    assert len(str(refused.value)) < 200


def echo() -> Extract:
    return lambda raw: raw.text


def test_methods_and_peers_get_the_encoding_of_the_set(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(peers.PEERS, "echo", Peer("pytest", echo))
    html = "<meta charset=windows-1252><p>δέκα".encode("iso-8859-7")
    greek = replace(page("1", "δέκα"), html=html, charset="iso-8859-7")
    ours, theirs = evaluate(gold_set(greek), ["all"], against=["echo"]).scores
    assert ours.output == "δέκα\n"
    assert theirs.output == "<html><body><meta charset=windows-1252><p>δέκα</body></html>"


class Slow(Method):
    """Is slow and fails on the first page; counts pages."""

    def __init__(self) -> None:
        self.pages = 0

    def decide(self, page: Page) -> Decision:
        self.pages += 1
        if self.pages == 1:
            time.sleep(0.2)
            raise RuntimeError("not yet")
        return Decision.visible(page)


def test_times_and_scores_exclude_the_warm_up_page() -> None:
    method = Slow()
    found = evaluate(gold_set(page("1"), page("2")), [method])
    assert [(score.error, score.seconds < 0.1) for score in found.scores] == [(None, True)] * 2
    assert method.pages == 3


def test_every_page_is_read_once() -> None:
    pages = gold_set(page("1"), page("2"))
    evaluate(pages, ["all", "bte"])
    assert isinstance(pages.source, ListSource)
    assert pages.source.read_names == ["1", "2"]


def test_the_result_has_digest_versions_seed_and_command() -> None:
    pages = [page("1"), page("2")]
    found = evaluate(gold_set(*pages, page("3", "")), ["all"], seed=3, command="webwinnow evaluate")
    assert found.digest == digest_of(pages)
    assert found.versions == {"all": __version__}
    assert (found.seed, found.command) == (3, "webwinnow evaluate")


def test_progress_is_called_after_each_page() -> None:
    reported: list[int] = []
    evaluate(gold_set(page("1"), page("2")), ["all"], progress=reported.append)
    assert reported == [1, 2]


def test_peers_are_scored_on_their_plain_text(first_word_peer: str) -> None:
    marked = page("1", "Rain fell", "<p>Rain fell", marked_text="<p>Rain fell")
    found = evaluate(gold_set(marked, page("2", html="fail")), ["all"], against=[first_word_peer])
    assert found.methods == ["all", "first"]
    assert found.versions["first"] == pytest.__version__
    assert found.notes == ["first: knows a word"]
    fine, failed = found.of("first")
    assert fine.counts["bag"] == Counts(1, 0, 1)
    assert fine.counts["words"].both == 3  # including the empty word before the marker
    assert fine.blocks is None
    assert fine.curve is None
    assert failed.error == "ZeroDivisionError: division by zero"
    assert failed.counts["bag"] == Counts(0, 0, 4)


def test_a_peer_with_the_name_of_a_method_gets_a_suffix(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(peers.PEERS, "all", Peer("pytest", first_word))
    assert evaluate(gold_set(page("1")), ["all"], against=["all"]).methods == ["all", "all (peer)"]


def test_a_missing_peer_is_skipped_with_the_remedy(monkeypatch: pytest.MonkeyPatch) -> None:
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


def test_unknown_and_repeated_names_are_rejected() -> None:
    with pytest.raises(UnknownMethod, match="no peer 'bte'; choose from trafilatura"):
        evaluate(gold_set(page("1")), ["all"], against=["bte"])
    with pytest.raises(InputError, match="'all' is named twice; name each method once"):
        evaluate(gold_set(page("1")), ["all", "all"])
