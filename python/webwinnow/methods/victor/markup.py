"""Victor's features of the markup: what is around a run, and what it takes to get there."""

from collections.abc import Callable
from functools import partial

from webwinnow.methods.victor.runs import Column, View

__all__ = ["COLUMNS", "container", "split"]

CONTAINERS = (
    "p", "a", "u", "class-header", "class-bold", "class-italic", "class-list", "class-form",
)  # fmt: skip
SPLITS = ("p", "br", "hr", "class-inline", "class-block")


def container(view: View, name: str) -> Column:
    """Whether an element of the class is around the run, however far."""
    return view.tree.nearest(name) >= 0


def container_img(view: View) -> Column:
    """Whether the run's own element holds a picture, since a picture holds no text."""
    return view.tree.holding("img")


def split(view: View, name: str) -> Column:
    """How many tags of the class, start tags and end tags, stand before the run."""
    return view.tree.crossed(name)


COLUMNS: dict[str, Callable[[View], Column]] = {
    **{f"container.{name}": partial(container, name=name) for name in CONTAINERS},
    "container.img": container_img,
    **{f"split.{name}": partial(split, name=name) for name in SPLITS},
}
