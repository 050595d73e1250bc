"""Cross-validation: fit a trainable method once per fold, on the pages of all other folds."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from typing import NamedTuple, Protocol

from webwinnow._core import Page
from webwinnow.errors import WebwinnowError
from webwinnow.gold.datasets.base import GoldPage
from webwinnow.gold.labels import Labels
from webwinnow.messages import describe_error
from webwinnow.methods.base import Method, TrainableMethod, TrainingExample
from webwinnow.methods.provenance import Provenance


class Align(Protocol):
    """Labels a page by the aligner of a method; None if it cannot."""

    def __call__(self, page: Page, gold: GoldPage, *, aligner: str) -> Labels | None: ...


class FitFailed(WebwinnowError):
    """A method cannot be fitted on the pages of some folds."""


class FoldProgress(NamedTuple):
    """Progress of fitting a method without one fold."""

    fold: int  # 1 to `folds`
    folds: int
    read: int  # of `pages`; fitting starts after the last
    pages: int


class CrossValidation:
    """Fits methods on the folds of a set; labels of each page are computed once."""

    def __init__(
        self,
        pages: Iterable[GoldPage],  # read again for each fit: a set may not fit into memory
        fold_of: dict[str, int],
        align: Align,
        *,
        source: str = "",  # the name of the set
        seed: int = 0,
        progress: Callable[[FoldProgress], None] | None = None,
    ) -> None:
        self.pages, self.fold_of, self.align = pages, fold_of, align
        self.source, self.seed, self.progress = source, seed, progress
        self.labels: dict[tuple[str, str], Labels | None] = {}  # by page and aligner

    def fit(self, method: TrainableMethod) -> tuple[Callable[[GoldPage], Method], Provenance]:
        """Return a function from page to the method fitted without the page's fold, and the
        provenance that the method had before.
        """
        folds = sorted(set(self.fold_of.values()))
        models = {fold: self.fit_without(fold, method) for fold in folds}
        # `train` records the provenance of a fit; `fit` alone keeps that of the initial model.
        return lambda gold: models[self.fold_of[gold.name]], models[folds[0]].provenance

    def fit_without(self, fold: int, method: TrainableMethod) -> TrainableMethod:
        settings = {name: getattr(method, name) for name in method.settings()}
        try:
            examples = self.examples(fold, method.aligner)
            return type(method)(**settings).fit(examples, seed=self.seed)
        except Exception as error:  # no error of a method may end the evaluation
            raise FitFailed(
                f"cannot be fitted without fold {fold + 1}: {describe_error(error)}"
            ) from error

    def examples(self, left_out: int, aligner: str = "in-order") -> Iterator[TrainingExample]:
        folds = Counter(self.fold_of.values())
        read, pages = 0, folds.total() - folds[left_out]
        for gold in self.pages:
            # Unusable pages are in no fold.
            if self.fold_of.get(gold.name, left_out) == left_out:
                continue
            page = Page(gold.html, charset=gold.charset)
            key = gold.name, aligner
            if key not in self.labels:
                self.labels[key] = self.align(page, gold, aligner=aligner)
            found = self.labels[key]
            if found is not None:
                yield TrainingExample(
                    page, found.keep, gold.site, gold.type, self.source, found.kind
                )
            read += 1
            if self.progress:
                self.progress(FoldProgress(left_out + 1, len(folds), read, pages))
