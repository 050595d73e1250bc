from dataclasses import replace

from tests.support.gold_sets import gold_set, page
from webwinnow import Decision, Page, load
from webwinnow.evaluation.convention import keeping_comments, with_convention
from webwinnow.evaluation.runner import evaluate
from webwinnow.methods.base import Method

HTML = "<p>It rained all night.<p class=comment>Not here."
TEXT = "It rained all night."
KEPT = replace(page("1", f"{TEXT}\nNot here.", HTML), keeps_comments=True)
DROPPED = page("2", TEXT, HTML)


class Drops(Method):
    """Drops the second run unless `comments`."""

    def __init__(self, comments: bool | None = None) -> None:
        self.comments = comments

    def decide(self, page: Page) -> Decision:
        keep = Decision.visible(page).keep.copy()
        keep[1:] = bool(self.comments)
        return Decision(page, keep)


def test_a_gold_with_comments_is_followed() -> None:
    method = Drops()
    assert with_convention(method, DROPPED) is method
    followed = with_convention(method, KEPT)
    assert isinstance(followed, Drops)
    assert (followed.comments, method.comments) == (True, None)
    assert with_convention(method, KEPT) is followed


def test_a_setting_takes_precedence() -> None:
    method = Drops(comments=False)
    assert keeping_comments(method) is method
    without_setting = load("bte")
    assert keeping_comments(without_setting) is without_setting


def test_both_conventions_are_scored_if_the_golds_keep_comments() -> None:
    found = evaluate(gold_set(KEPT), [Drops(), "bte"])
    assert found.methods == ["drops", "bte", "drops:comments=true"]
    recall = {score.method: score.counts["bag"].recall for score in found.scores}
    assert recall["drops"] < recall["drops:comments=true"] == 1
    assert any("keep reader comments" in note for note in found.notes)


def test_other_golds_are_scored_once() -> None:
    found = evaluate(gold_set(DROPPED), [Drops()])
    assert found.methods == ["drops"]
    assert not any("comments" in note for note in found.notes)


def test_a_row_that_was_asked_for_is_not_repeated() -> None:
    found = evaluate(gold_set(KEPT), ["winnow", "winnow:comments=true"])
    assert found.methods == ["winnow", "winnow:comments=true"]
