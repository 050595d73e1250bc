"""Reader comments: dropped outside of threads, and marked in the decision."""

from collections.abc import Callable

import numpy as np
import pytest

from tests.support import ROOT
from tests.support.small_models import CUT, winnow
from tests.support.timing import assert_linear
from webwinnow import Decision, Page, extract

NEWS = (ROOT / "examples" / "news.html").read_bytes()
FORUM = (ROOT / "examples" / "forum.html").read_bytes()
COMMENT = "Was on the 6:20."


def test_no_run_is_a_comment_unless_the_method_says_so() -> None:
    page = Page("<p>a<p>b")
    assert not Decision.visible(page).comment.any()
    assert not Decision(page, np.ones(2, bool)).comment.any()
    comment = np.array([False, True])
    assert Decision(page, np.ones(2, bool), comment=comment).comment.tolist() == [False, True]
    with pytest.raises(ValueError, match="comment has 1 values, but the page has 2 runs"):
        Decision(page, np.ones(2, bool), comment=comment[:1])


@pytest.mark.parametrize(
    ("setting", "is_kept"), [("none", False), ("false", False), ("true", True)]
)
def test_comments_are_marked_whether_they_are_kept_or_not(setting: str, is_kept: bool) -> None:
    document = extract(NEWS, method=f"winnow:comments={setting}")
    page, decision = document.page, document.decision
    assert page is not None
    assert decision is not None
    marked = [page.run_texts()[run] for run in np.flatnonzero(decision.comment)]
    assert any(text.startswith(COMMENT) for text in marked)
    assert (COMMENT in document.text) == is_kept
    assert decision.keep[decision.comment].all() == is_kept
    assert {decision.reasons[reason] for reason in decision.reason[decision.comment]} == {
        "comments"
    }


def test_posts_of_a_forum_are_no_comments() -> None:
    decision = extract(FORUM).decision
    assert decision is not None
    assert decision.kept
    assert not decision.comment.any()


TEXT = "<p>" + "It rained all night. " * 20
HOSTILE: dict[str, Callable[[int], str]] = {
    "headings": lambda size: TEXT + "<h3>Comments</h3><p>a b c d e f" * (size // 40),
    "falling headings": lambda size: TEXT + "<h3>Comments</h3><h2>1 comment</h2>" * (size // 40),
    "wrappers": lambda size: "<div class=comments><p>a b c d e f g h" * (size // 40),
    "names": lambda size: TEXT + "<p class='reply discussion feedback'>a b c d" * (size // 40),
}


@pytest.mark.parametrize("name", HOSTILE)
def test_time_is_linear_in_the_size(name: str) -> None:
    model = winnow()

    def prepare(size: int) -> Callable[[], object]:
        page = Page(HOSTILE[name](size))
        return lambda: model.decide(page, **CUT)

    assert_linear(prepare, 40_000)
