"""Runs methods and peers on a gold set and scores each page."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field, replace
from importlib.util import find_spec

from webwinnow._core import Page
from webwinnow.errors import InputError, NotFitted
from webwinnow.evaluation import peers
from webwinnow.evaluation.contestants import AsItIs, Contestant, Own, PeerRun
from webwinnow.evaluation.crossfit import Crossfit, FitFailed, FoldProgress
from webwinnow.evaluation.page_scores import Judge
from webwinnow.evaluation.peer_worker import PEER_SECONDS, PeerFailed, Worker
from webwinnow.evaluation.results import Evaluation, PageScore
from webwinnow.gold.datasets.base import Digest, GoldPage, GoldSet, Problem
from webwinnow.gold.folds import split
from webwinnow.gold.labels.bounded import labels
from webwinnow.messages import count_noun
from webwinnow.methods import load
from webwinnow.methods.base import Method, TrainableMethod
from webwinnow.methods.provenance import Provenance, page_key

__all__ = ["evaluate", "need_extra"]

EMPTY_GOLD = "its gold has no words"


def evaluate(
    gold_set: GoldSet,
    methods: Sequence[str | Method | Contestant | AsItIs],
    *,
    against: Sequence[str] = (),
    folds: int | None = None,
    seed: int = 0,
    peer_seconds: float = PEER_SECONDS,
    count_empty: bool = False,
    progress: Callable[[int], None] | None = None,
    learning: Callable[[FoldProgress], None] | None = None,
    command: str | None = None,
) -> Evaluation:
    """Each method, and each peer in `against`, on each page of the set that has a gold text.

    A method is given by name, by name and settings ("bte:tag_weight=2"), or as an object; one that
    has to know more than the page comes as a contestant. With `folds`, those that learn are trained
    anew for each fold, on the pages of other sites. Peers run in processes of their own, which are
    started by importing the main module: a script that names peers calls this under `if __name__ ==
    "__main__":`. Pages whose gold has no words are problems, unless `count_empty`: then finding
    anything there is wrong. `learning` is told how far folds have come, and after them `progress`,
    after each page, how many are done; `command` is kept for whoever wants to run the same again.
    """
    entry = Entry(gold_set, folds, seed, count_empty, learning)
    with ExitStack() as stack:
        for method in methods:
            entry.add_method(method)
        if folds and not entry.crossfit:
            entry.notes.append("no method learns: folds change nothing")
        for peer in against:
            entry.add_peer(peer, peer_seconds, stack)
        scores, gold, digest = entry.run(progress)
    return Evaluation(
        set_name=gold_set.name,
        layout=gold_set.layout,
        digest=digest,
        methods=[each.name for each in entry.contestants],
        versions={each.name: each.version for each in entry.contestants},
        scores=without_flat_curves(scores),
        gold=gold,
        problems=[*gold_set.problems, *entry.problems],
        skipped=entry.skipped,
        notes=entry.notes,
        folds=folds if entry.crossfit else None,
        seed=seed,
        command=command,
    )


def need_extra() -> None:
    if not find_spec("rapidfuzz"):
        raise InputError("scores need one more package; pip install 'webwinnow[evaluate]'")


@dataclass
class Entry:
    """Who takes part, on which pages."""

    gold_set: GoldSet
    folds: int | None
    seed: int
    count_empty: bool
    learning: Callable[[FoldProgress], None] | None = None
    contestants: list[Contestant] = field(default_factory=list)
    problems: list[Problem] = field(default_factory=list)
    skipped: dict[str, str] = field(default_factory=dict)
    notes: list[str] = field(default_factory=list)
    crossfit: Crossfit | None = None
    trained: dict[str, Provenance] = field(default_factory=dict)  # by contestant
    began_with: dict[str, Provenance] = field(default_factory=dict)  # likewise, before the folds

    def add_method(self, method: str | Method | Contestant | AsItIs) -> None:
        name = self.free(method if isinstance(method, str) else method.name)
        method = load(method) if isinstance(method, str) else method
        if isinstance(method, AsItIs):
            self.add_trained(name, method.method)
        elif not isinstance(method, Method):
            self.contestants.append(method)
        elif not isinstance(method, TrainableMethod):
            self.add_plain(name, method)
        elif self.folds:
            self.add_learner(name, method)
        else:
            self.add_trained(name, method)

    def add_plain(self, name: str, method: Method) -> None:
        among = method.for_collection(self.pages)
        if among is not method:
            self.notes.append(f"{name} has looked at all pages of the set, without their gold")
        self.contestants.append(Own(name, lambda gold: among))

    def pages(self) -> Iterator[tuple[str | None, Page]]:
        for gold in self.usable():
            yield gold.url, Page(gold.html, charset=gold.charset)

    def add_learner(self, name: str, method: TrainableMethod) -> None:
        learner = self.learner()
        try:
            method_for, began_with = learner.fitted(method)
            self.contestants.append(Own(name, method_for))
            self.began_with[name] = began_with
        except FitFailed as error:
            self.skipped[name] = str(error)

    def add_trained(self, name: str, method: TrainableMethod) -> None:
        try:
            method.check_usable()
        except NotFitted:
            self.skipped[name] = "has learned nothing yet; evaluate it with folds"
            return
        self.contestants.append(Own(name, lambda gold: method))
        self.trained[name] = method.provenance

    def learner(self) -> Crossfit:
        if self.crossfit is None:
            assert self.folds is not None
            sites = {gold.name: gold.site for gold in self.usable()}
            fold_of = split(sites, self.folds, seed=self.seed)
            self.crossfit = Crossfit(
                self.gold_set,
                fold_of,
                labels,
                source=self.gold_set.name,
                seed=self.seed,
                progress=self.learning,
            )
        return self.crossfit

    def add_peer(self, peer: str, seconds: float, stack: ExitStack) -> None:
        # A method of ours may follow the same paper and have the same name.
        is_taken = any(isinstance(each, Own) and each.name == peer for each in self.contestants)
        name = self.free(f"{peer} (peer)" if is_taken else peer)
        why = peers.missing(peer)
        try:
            if why is None:
                worker = Worker(peers.find(peer), seconds=seconds)
                stack.callback(worker.close)
                worker.start()
                self.contestants.append(PeerRun(name, peers.version(peer), worker))
                self.add_note(name, peers.find(peer).note)
        except PeerFailed as error:
            why = str(error)
        if why is not None:
            self.skipped[name] = why

    def add_note(self, name: str, note: str) -> None:
        if note:
            self.notes.append(f"{name}: {note}")

    def free(self, name: str) -> str:
        if name in self.skipped or any(name == each.name for each in self.contestants):
            raise InputError(f"{name!r} is named twice; name each method once")
        return name

    def usable(self) -> Iterator[GoldPage]:
        for gold in self.gold_set:
            if self.count_empty or any(map(str.isalnum, gold.text)):
                yield gold
            elif (problem := Problem(gold.name, EMPTY_GOLD)) not in self.problems:
                self.problems.append(problem)

    def run(
        self, progress: Callable[[int], None] | None
    ) -> tuple[list[PageScore], dict[str, str], str]:
        """One pass over the set: scores, gold texts, and the digest of what was scored."""
        scores: list[PageScore] = []
        texts: dict[str, str] = {}
        too_long: list[str] = []
        keys: list[int] = []
        digest = Digest()
        if not self.contestants:
            return scores, texts, digest.hexdigest()
        for done, gold in enumerate(self.usable(), 1):
            digest.add(gold)
            keys.append(page_key(gold.html))
            texts[gold.name] = gold.text
            judge = Judge(gold)
            scores += [judge.score(each.name, each.run(gold)) for each in self.contestants]
            if judge.is_too_long:
                too_long.append(gold.name)
            if progress:
                progress(done)
        for name, provenance in self.trained.items():
            self.notes += seen_before(name, provenance, keys)
        for name, provenance in self.began_with.items():
            self.notes += begun_with(name, provenance, keys)
        if too_long:
            pages = f"{count_noun(len(too_long), 'page')}, {too_long[0]} first"
            self.notes.append(f"blocks are not scored where page and gold are too long ({pages})")
        return scores, texts, digest.hexdigest()


def seen_before(name: str, provenance: Provenance, keys: Sequence[int]) -> list[str]:
    """A note where scores come, or may come, from pages that the method has learned from."""
    seen = sum(key in provenance.pages for key in keys)
    if seen:
        how_many = f"{seen:,} of {count_noun(len(keys), 'page')}"
        return [f"{name} has learned from {how_many}; folds train it on other sites"]
    if not provenance.pages:
        problem = f"{name} has been trained: its scores may come from pages that it has seen"
        return [f"{problem}; folds train it on other sites"]
    return []


def begun_with(name: str, provenance: Provenance, keys: Sequence[int]) -> list[str]:
    """A note where folds were learned on top of a model that knows some of the pages."""
    seen = sum(key in provenance.pages for key in keys)
    if not seen:
        return []
    how_many = f"{seen:,} of {count_noun(len(keys), 'page')}"
    return [
        f"{name} began with a model that has learned from {how_many}: folds cannot undo that; "
        "evaluate on other pages, or train anew"
    ]


def without_flat_curves(scores: Iterable[PageScore]) -> list[PageScore]:
    """A curve says nothing of a method that scores every run of every page 0 or 1."""
    scores = list(scores)
    graded = {score.method for score in scores if score.curve and len(set(score.curve)) > 1}
    return [score if score.method in graded else replace(score, curve=None) for score in scores]
