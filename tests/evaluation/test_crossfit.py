from collections.abc import Iterable
from pathlib import Path

from webwinnow import Decision, Page
from webwinnow._core import KIND_NAMES
from webwinnow.evaluation.crossfit import Crossfit
from webwinnow.gold.datasets.base import GoldPage, GoldSegment
from webwinnow.gold.labels import align
from webwinnow.methods.base import TrainableMethod, TrainingExample


class Pupil(TrainableMethod):
    """Remembers its examples."""

    def fit(self, examples: Iterable[TrainingExample], *, seed: int = 0) -> "Pupil":
        self.examples_ = list(examples)
        return self

    def decide(self, page: Page) -> Decision:
        return Decision.visible(page)

    def save(self, path: Path) -> None: ...

    @classmethod
    def load(cls, path: Path) -> "Pupil":
        return cls()


def gold(name: str, kind: str) -> GoldPage:
    html = f"<p>News of {name}.".encode()
    text = f"News of {name}."
    return GoldPage(name, html, text, name, segments=(GoldSegment(kind, text),))


def test_lessons_are_those_of_other_folds_and_tell_kinds() -> None:
    pages = [gold("a", "heading"), gold("b", "list item")]
    method_of, _ = Crossfit(pages, {"a": 0, "b": 1}, align).fitted(Pupil())
    learned = []
    for page in pages:
        method = method_of(page)
        assert isinstance(method, Pupil)
        (example,) = method.examples_
        assert example.kind is not None
        learned.append((example.site, [KIND_NAMES[kind] for kind in example.kind]))
    assert learned == [("b", ["list item"]), ("a", ["heading"])]
