"""Victor's features of the markup: what is around a run, and what it takes to get there."""

from collections.abc import Callable
from functools import partial

import numpy as np
from numpy.typing import NDArray

from webwinnow.methods.victor_view import CLASS_ROW, View

__all__ = ["COLUMNS", "container", "split"]

CONTAINERS = (
    "p", "a", "u", "class-header", "class-bold", "class-italic", "class-list", "class-form",
)  # fmt: skip
SPLITS = ("p", "br", "hr", "class-inline", "class-block")


def container(view: View, name: str) -> NDArray[np.bool_]:
    """Whether an element of the class is around the run, however far."""
    found: NDArray[np.bool_] = view.around[CLASS_ROW[name]] > 0
    return found


def container_img(view: View) -> NDArray[np.bool_]:
    """Whether the run's own element holds a picture, since a picture holds no text."""
    holds = np.zeros(len(view.page.nodes), bool)
    holds[view.page.nodes.parent[view.members[CLASS_ROW["img"]] > 0]] = True
    return holds[view.node]


def split(view: View, name: str) -> NDArray[np.int32]:
    """How many tags of the class, start tags and end tags, stand before the run."""
    return view.crossed[CLASS_ROW[name]]


COLUMNS: dict[str, Callable[[View], NDArray[np.generic]]] = {
    **{f"container.{name}": partial(container, name=name) for name in CONTAINERS},
    "container.img": container_img,
    **{f"split.{name}": partial(split, name=name) for name in SPLITS},
}
