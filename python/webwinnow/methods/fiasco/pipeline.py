"""The choices in which our FIASCO differs from the published one."""

from dataclasses import dataclass
from typing import Literal

from webwinnow.methods.fiasco.targets import Divide


@dataclass(frozen=True)
class Pipeline:
    """The steps from pages to targets, feature values and labels. The defaults are ours."""

    divide: Divide = "lines"  # the text that becomes paragraphs, see `Targets.of`
    is_published: bool = False  # use the paper's features only
    has_logarithms: bool = True  # of unbounded values; False: the values themselves
    aligner: Literal["in-order", "fiasco"] = "in-order"  # labels the training pages
    cost: float = 4.0  # C of the SVM
    gamma: float = 2.0**-5
    is_weighted: bool = True  # sample targets by weight; False: all with the same probability
    max_targets: int = 12_000  # training time grows faster than the square of this number
    max_centres: int = 1024  # centres that replace more support vectors


OURS = Pipeline()
#: As published; the paper trained on all targets of 158 pages, about as many as here.
PUBLISHED = Pipeline(
    divide="breaks",
    is_published=True,
    has_logarithms=False,
    aligner="fiasco",
    cost=32.0,
    gamma=8.0,
    is_weighted=False,
    max_targets=20_000,
    max_centres=20_000,
)
