from collections.abc import Iterable
from pathlib import Path

from webwinnow import Decision, Page
from webwinnow._core import KIND_NAMES
from webwinnow.evaluation.crossfit import Crossfit
from webwinnow.gold.datasets.base import GoldPage, GoldSegment
from webwinnow.gold.labels import align
from webwinnow.methods.base import Lesson, TrainableMethod


class Pupil(TrainableMethod):
    """Remembers its lessons."""

    def fit(self, lessons: Iterable[Lesson], *, seed: int = 0) -> "Pupil":
        self.lessons_ = list(lessons)
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
        (lesson,) = method.lessons_
        assert lesson.kind is not None
        learned.append((lesson.site, [KIND_NAMES[kind] for kind in lesson.kind]))
    assert learned == [("b", ["list item"]), ("a", ["heading"])]
