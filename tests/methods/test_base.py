from pathlib import Path

import numpy as np
import pytest

from webwinnow import Decision, Page, load
from webwinnow.errors import NotFitted
from webwinnow.methods.base import TrainableMethod, decision_from_blocks, score_by_threshold

# Runs: script, a, b (hidden), c; blocks: a with b, c.
HTML = "<script>s</script><p>a<b hidden>b</b><p>c"


class Stub(TrainableMethod):
    """Keeps all visible text once it is fitted."""

    def __init__(self, mode: str = "a") -> None:
        self.mode = mode

    def fit(self, examples: object, *, seed: int = 0) -> "Stub":
        self.learned_ = 3
        return self

    def save(self, path: Path) -> None: ...

    @classmethod
    def load(cls, path: Path) -> "Stub":
        return cls()

    def decide(self, page: Page) -> Decision:
        self.check_fitted()
        return Decision.visible(page)


def test_runs_follow_their_block_and_hidden_ones_do_not() -> None:
    decision = decision_from_blocks(Page(HTML), [True, False], score=[0.75, 0.25])
    assert decision.keep.tolist() == [False, True, False, False]
    assert decision.score.tolist() == [0, 0.75, 0, 0.25]
    reasons = [decision.reasons[reason] for reason in decision.reason]
    assert reasons == ["not visible", "kept", "not visible", "dropped"]


def test_blocks_may_have_their_own_reasons() -> None:
    decision = decision_from_blocks(
        Page(HTML), [True, True], reason=[1, 0], reasons=["short", "long"]
    )
    assert [decision.reasons[reason] for reason in decision.reason] == [
        "not visible",
        "long",
        "not visible",
        "short",
    ]


def test_scores_of_blocks_are_clipped() -> None:
    assert decision_from_blocks(Page("<p>a<p>b"), [1, 0], score=[7.5, -2]).score.tolist() == [1, 0]


def test_page_without_blocks_keeps_nothing() -> None:
    assert decision_from_blocks(Page("<script>s</script>"), []).keep.tolist() == [False]


def test_unfitted_method_names_itself_and_the_remedy() -> None:
    with pytest.raises(NotFitted, match=r"Stub has learned nothing; call fit\(\)"):
        Stub().decide(Page("a"))
    assert Stub().fit([]).decide(Page("a")).keep.tolist() == [True]


def test_repr_has_the_settings() -> None:
    assert repr(Stub("b")) == "Stub(mode='b')"
    assert repr(load("all")) == "Visible()"


def test_name_is_the_class_name_unless_set() -> None:
    assert Stub.name == "stub"


@pytest.mark.parametrize("threshold", [-0.5, 0.0, 0.3, 0.5, 1.0, 1.5])
def test_scores_around_a_threshold_are_a_half_there(threshold: float) -> None:
    values = np.array([-1, 0, threshold - 0.001, threshold, threshold + 0.001, 1, 2])
    rising = score_by_threshold(values, threshold, values >= threshold)
    assert ((rising >= 0.5) == (values >= threshold)).all()
    assert 0 <= rising.min() <= rising.max() <= 1
    falling = score_by_threshold(values, threshold, values < threshold, low_is_text=True)
    assert ((falling >= 0.5) == (values < threshold)).all()
    assert 0 <= falling.min() <= falling.max() <= 1


def test_scores_reach_their_ends() -> None:
    values = np.array([0.0, 0.2, 0.6, 1.0])
    assert score_by_threshold(values, 0.2, values >= 0.2).tolist() == pytest.approx(
        [0, 0.5, 0.75, 1]
    )
    keep = np.array([True, True, False, False])
    assert score_by_threshold(values, 0.2, keep, low_is_text=True).tolist() == pytest.approx(
        [1, 0.5, 0.25, 0]
    )
