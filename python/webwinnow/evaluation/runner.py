"""Run methods and peers on a gold set and score each page."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field, replace
from importlib.util import find_spec

from webwinnow._core import Page
from webwinnow.errors import InputError, NotFitted
from webwinnow.evaluation import peers
from webwinnow.evaluation.convention import KEPT, has_open_setting, with_convention
from webwinnow.evaluation.cross_validation import CrossValidation, FitFailed, FoldProgress
from webwinnow.evaluation.page_scorer import PageScorer
from webwinnow.evaluation.peer_worker import PEER_SECONDS, PeerFailed, Worker
from webwinnow.evaluation.results import Evaluation, PageScore
from webwinnow.evaluation.systems import MethodSystem, PeerSystem, Pretrained, System
from webwinnow.gold.datasets.base import Digest, GoldPage, GoldSet, Problem
from webwinnow.gold.folds import split_by_site
from webwinnow.gold.labels import align_bounded
from webwinnow.messages import count_noun
from webwinnow.methods import load
from webwinnow.methods.base import Method, TrainableMethod
from webwinnow.methods.provenance import Provenance, page_key

NO_WORDS = "its gold has no words"


def evaluate(
    gold_set: GoldSet,
    methods: Sequence[str | Method | System | Pretrained],
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
    """Score each method, and each peer in `against`, on each page of the set that has gold text.

    A method is given by name, by name and settings ("bte:tag_weight=2"), or as an object; a
    `System` may use more of the gold page than its HTML. With `folds`, trainable methods are fitted
    for each fold on the pages of other sites. Peers run in their own processes, each a fresh
    interpreter. Pages whose gold has no words are problems, unless `count_empty`: then any output
    there is wrong. `learning` is called during fitting, and `progress` after each page with the
    number of pages done. `command` is stored in the result, for reproduction.
    """
    run = Run(gold_set, folds, seed, count_empty, learning)
    with ExitStack() as stack:
        for method in methods:
            run.add_method(method)
        run.add_conventions()
        if folds and not run.cross_validation:
            run.notes.append("no method is trainable: folds change nothing")
        for peer in against:
            run.add_peer(peer, peer_seconds, stack)
        scores, gold, digest = run.score_pages(progress)
    return Evaluation(
        set_name=gold_set.name,
        layout=gold_set.layout,
        digest=digest,
        methods=[system.name for system in run.systems],
        versions={system.name: system.version for system in run.systems},
        scores=drop_flat_curves(scores),
        gold=gold,
        problems=[*gold_set.problems, *run.problems],
        skipped=run.skipped,
        notes=run.notes,
        folds=folds if run.cross_validation else None,
        seed=seed,
        command=command,
    )


def check_extra() -> None:
    """Raise `InputError` if the `evaluate` extra is not installed."""
    if not find_spec("rapidfuzz"):
        raise InputError("scores need one more package; pip install 'webwinnow[evaluate]'")


@dataclass
class Run:
    """The systems and pages of one evaluation."""

    gold_set: GoldSet
    folds: int | None
    seed: int
    count_empty: bool
    learning: Callable[[FoldProgress], None] | None = None
    systems: list[System] = field(default_factory=list)
    problems: list[Problem] = field(default_factory=list)
    skipped: dict[str, str] = field(default_factory=dict)
    notes: list[str] = field(default_factory=list)
    cross_validation: CrossValidation | None = None
    trained: dict[str, Provenance] = field(default_factory=dict)  # by system
    initial: dict[str, Provenance] = field(default_factory=dict)  # by system, before the folds
    open_settings: set[str] = field(default_factory=set)  # systems that may keep comments or not

    def add_method(self, method: str | Method | System | Pretrained) -> None:
        name = self.check_unique(method if isinstance(method, str) else method.name)
        method = load(method) if isinstance(method, str) else method
        if has_open_setting(method.method if isinstance(method, Pretrained) else method):
            self.open_settings.add(name)
        if isinstance(method, Pretrained):
            self.add_trained(name, method.method)
        elif not isinstance(method, Method):
            self.systems.append(method)
        elif not isinstance(method, TrainableMethod):
            self.add_untrainable(name, method)
        elif self.folds:
            self.add_cross_validated(name, method)
        else:
            self.add_trained(name, method)

    def add_conventions(self) -> None:
        """If the golds keep comments, score methods that drop them a second time with comments."""
        names = {system.name for system in self.systems}
        found = [
            system
            for system in self.systems
            if isinstance(system, MethodSystem)
            and system.name in self.open_settings
            and system.name + KEPT not in names
        ]
        if not found or not self.gold_set.keeps_comments:
            return
        self.systems += [
            MethodSystem(system.name + KEPT, follow_golds(system.method_for)) for system in found
        ]
        self.notes.append(
            "the golds of this set keep reader comments: rows with comments=true follow them, "
            f"{', '.join(system.name for system in found)} may drop comments"
        )

    def add_untrainable(self, name: str, method: Method) -> None:
        adapted = method.for_collection(self.pages)
        if adapted is not method:
            self.notes.append(f"{name} has read all pages of the set, without their gold")
        self.systems.append(MethodSystem(name, lambda gold: adapted))

    def pages(self) -> Iterator[tuple[str | None, Page]]:
        for gold in self.usable():
            yield gold.url, Page(gold.html, charset=gold.charset)

    def add_cross_validated(self, name: str, method: TrainableMethod) -> None:
        cross_validation = self.split_folds()
        try:
            method_for, initial = cross_validation.fit(method)
            self.systems.append(MethodSystem(name, method_for))
            self.initial[name] = initial
        except FitFailed as error:
            self.skipped[name] = str(error)

    def add_trained(self, name: str, method: TrainableMethod) -> None:
        try:
            method.check_usable()
        except NotFitted:
            self.skipped[name] = "is not trained; evaluate it with folds"
            return
        self.systems.append(MethodSystem(name, lambda gold: method))
        self.trained[name] = method.provenance

    def split_folds(self) -> CrossValidation:
        if self.cross_validation is None:
            assert self.folds is not None
            sites = {gold.name: gold.site for gold in self.usable()}
            fold_of = split_by_site(sites, self.folds, seed=self.seed)
            self.cross_validation = CrossValidation(
                self.gold_set,
                fold_of,
                align_bounded,
                source=self.gold_set.name,
                seed=self.seed,
                progress=self.learning,
            )
        return self.cross_validation

    def add_peer(self, peer: str, seconds: float, stack: ExitStack) -> None:
        # A method of this package may follow the same paper and have the same name.
        is_taken = any(
            isinstance(system, MethodSystem) and system.name == peer for system in self.systems
        )
        name = self.check_unique(f"{peer} (peer)" if is_taken else peer)
        reason = peers.unavailable_reason(peer)
        try:
            if reason is None:
                worker = Worker(peers.find_peer(peer), seconds=seconds)
                stack.callback(worker.close)
                worker.start()
                self.systems.append(PeerSystem(name, peers.peer_version(peer), worker))
                self.add_note(name, peers.find_peer(peer).note)
        except PeerFailed as error:
            reason = str(error)
        if reason is not None:
            self.skipped[name] = reason

    def add_note(self, name: str, note: str) -> None:
        if note:
            self.notes.append(f"{name}: {note}")

    def check_unique(self, name: str) -> str:
        if name in self.skipped or any(name == system.name for system in self.systems):
            raise InputError(f"{name!r} is named twice; name each method once")
        return name

    def usable(self) -> Iterator[GoldPage]:
        for gold in self.gold_set:
            if self.count_empty or any(map(str.isalnum, gold.text)):
                yield gold
            elif (problem := Problem(gold.name, NO_WORDS)) not in self.problems:
                self.problems.append(problem)

    def score_pages(
        self, progress: Callable[[int], None] | None
    ) -> tuple[list[PageScore], dict[str, str], str]:
        """Score all pages in one pass; return scores, gold texts and the digest of the pages."""
        scores: list[PageScore] = []
        texts: dict[str, str] = {}
        too_long: list[str] = []
        keys: list[int] = []
        digest = Digest()
        if not self.systems:
            return scores, texts, digest.hexdigest()
        for done, gold in enumerate(self.usable(), 1):
            digest.add(gold)
            keys.append(page_key(gold.html))
            texts[gold.name] = gold.text
            scorer = PageScorer(gold)
            scores += [scorer.score(system.name, system.run(gold)) for system in self.systems]
            if scorer.is_too_long:
                too_long.append(gold.name)
            if progress:
                progress(done)
        for name, provenance in self.trained.items():
            self.notes += note_seen_pages(name, provenance, keys)
        for name, provenance in self.initial.items():
            self.notes += note_initial_model(name, provenance, keys)
        if too_long:
            pages = f"{count_noun(len(too_long), 'page')}, {too_long[0]} first"
            self.notes.append(f"blocks are not scored if page and gold are too long ({pages})")
        return scores, texts, digest.hexdigest()


def follow_golds(method_for: Callable[[GoldPage], Method]) -> Callable[[GoldPage], Method]:
    return lambda gold: with_convention(method_for(gold), gold)


def note_seen_pages(name: str, provenance: Provenance, keys: Sequence[int]) -> list[str]:
    """A note if the method was, or may have been, trained on the scored pages."""
    seen = sum(key in provenance.pages for key in keys)
    if seen:
        how_many = f"{seen:,} of {count_noun(len(keys), 'page')}"
        return [f"{name} was trained on {how_many}; folds train it on other sites"]
    if not provenance.pages:
        problem = f"{name} is trained: its scores may come from pages of its training data"
        return [f"{problem}; folds train it on other sites"]
    return []


def note_initial_model(name: str, provenance: Provenance, keys: Sequence[int]) -> list[str]:
    """A note if folds were fitted on top of a model trained on some of the pages."""
    seen = sum(key in provenance.pages for key in keys)
    if not seen:
        return []
    how_many = f"{seen:,} of {count_noun(len(keys), 'page')}"
    return [
        f"{name} starts from a model that was trained on {how_many}, which folds cannot undo; "
        "evaluate on other pages, or train from scratch"
    ]


def drop_flat_curves(scores: Iterable[PageScore]) -> list[PageScore]:
    """Remove the curves of methods that score every run 0 or 1: no threshold changes them."""
    scores = list(scores)
    graded = {score.method for score in scores if score.curve and len(set(score.curve)) > 1}
    return [score if score.method in graded else replace(score, curve=None) for score in scores]
