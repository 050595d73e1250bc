"""texrex's boilerplate detector, after Roland Schäfer: a neural network on 37 numbers of a block.

A block is the text between two container tags (`blocks`). Its text and its place in the page become
37 inputs (`inputs`). A network with 18 hidden units (`network`) turns them into one number: 1 for
boilerplate, 0 for text. Optionally, a page with little text is dropped as a whole.

Differs: inputs are computed from our own parse of the page. The shipped networks are trained on our
own labels (`fit`); those for the authors' languages also on the authors' blocks.
"""

import re
from collections.abc import Iterable
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar

import numpy as np
from numpy.typing import NDArray

from webwinnow._core import Decision, Page
from webwinnow.errors import UnknownSetting
from webwinnow.methods.base import (
    NOT_VISIBLE,
    TrainingExample,
    score_by_threshold,
    visible_runs,
)
from webwinnow.methods.markup import declared_language
from webwinnow.methods.model_file import (
    Card,
    ModelMethod,
    SavedModel,
    Tensors,
    read_cached,
    shipped_path,
)
from webwinnow.methods.provenance import Provenance
from webwinnow.methods.stopwords import find_list, list_code, split_words
from webwinnow.methods.texrex.blocks import TextBlocks, TextCounts
from webwinnow.methods.texrex.fann import read_network
from webwinnow.methods.texrex.inputs import block_inputs
from webwinnow.methods.texrex.model_file import check_sizes, is_fann, parse, serialize
from webwinnow.methods.texrex.network import Network

if TYPE_CHECKING:
    from typing_extensions import Self

#: Languages with a network of their own.
LANGUAGES = frozenset({"de", "fr", "sv"})

# With `drop_documents`, a page with less is dropped.
MIN_CHARACTERS, MIN_TEXT, MIN_BLOCKS = 500, 0.25, 0.10
UNSURE = 0.2  # an output within this distance of the threshold is unsure
# The first four are by rising output.
REASONS = [
    "looks like text",
    "looks rather like text",
    "looks rather like boilerplate",
    "looks like boilerplate",
    f"the page has under {MIN_CHARACTERS} characters of text",
    f"under {MIN_TEXT:.0%} of the page's characters are text",
    f"under {MIN_BLOCKS:.0%} of the page's blocks are text",
    NOT_VISIBLE,
]
FIRST_DROPPED = 2  # the first reason for boilerplate
SHORT_PAGE, THIN_PAGE, SPARSE_PAGE, NOT_VISIBLE_REASON = range(4, 8)
LANGUAGE_CODE = re.compile("[a-z]{2,3}")  # ISO 639

# Languages with a network, and languages that share many words with them.
CANDIDATE_LANGUAGES = ("en", "de", "nl", "fr", "es", "it", "pt", "sv", "da", "nb")
# About eighty words, and the number of different stop words among them that is enough.
SAMPLE_BYTES, MIN_STOP_WORDS = 500, 3

FloatArray = NDArray[np.float32]
BoolArray = NDArray[np.bool_]


class Texrex(ModelMethod[Network]):
    """A small neural network on 37 numbers of each block (Schäfer's texrex).

    threshold: drop blocks with at least this output; a higher threshold keeps more
    language: a code such as "de" that chooses the network; None detects it from the page
    model: a model file written by `webwinnow train` or FANN, for pages of all languages
    drop_documents: keep nothing of a page that has little text, as texrex does
    """

    presets: ClassVar[dict[str, dict[str, object]]] = {
        "precision": {"threshold": 0.35},
        "recall": {"threshold": 0.7},
    }
    saved_settings: ClassVar[tuple[str, ...]] = ("threshold", "drop_documents")

    def __init__(
        self,
        threshold: float = 0.5,
        language: str | None = None,
        model: str | Path | None = None,
        drop_documents: bool = False,
    ) -> None:
        self.threshold = threshold
        self.language = language
        self.model = model
        self.drop_documents = drop_documents

    def decide(self, page: Page) -> Decision:
        blocks = TextBlocks.of(page)
        counts = TextCounts.of(page, blocks)
        output = self.network_for(page)(block_inputs(page, blocks, counts)).ravel()
        steps = self.threshold - UNSURE, self.threshold, self.threshold + UNSURE
        reason = np.searchsorted(np.array(steps, np.float32), output, "right")
        keep = reason < FIRST_DROPPED
        if self.drop_documents:
            page_reason = reason_to_drop_page(keep, counts.length)
            if page_reason is not None:
                reason[keep] = page_reason
                keep = np.zeros_like(keep)
        score = score_by_threshold(output, self.threshold, keep, low_is_text=True)
        return make_decision(page, blocks, keep, score, reason)

    def explain_empty(self, page: Page) -> str:
        decision = self.decide(page)
        reasons = sorted(set(decision.reason.tolist()) & {SHORT_PAGE, THIN_PAGE, SPARSE_PAGE})
        if reasons:
            return f"{self.name} drops the page: {REASONS[reasons[0]]}"
        return f"{self.name} found nothing that looks like text"

    def fit(self, examples: Iterable[TrainingExample], *, seed: int = 0) -> "Self":
        from webwinnow.methods.texrex.fit import train_network

        self.model_ = train_network(examples, seed=seed)
        self.provenance_ = Provenance()
        return self

    @classmethod
    def serialize(cls, model: Network) -> tuple[Card, Tensors]:
        return serialize(model)

    @classmethod
    def parse(cls, card: Card, tensors: Tensors) -> Network:
        return parse(card, tensors)

    @classmethod
    def read(cls, path: Path) -> SavedModel[Network]:
        saved = (
            SavedModel(read_network(path), Provenance(), {})
            if is_fann(path)
            else super().read(path)
        )
        check_sizes(saved.model, path)
        return saved

    def network_for(self, page: Page) -> Network:
        if "model_" in vars(self) or self.model is not None or self.language is not None:
            return self.current_model
        return read_cached(shipped_network(detect_language(page)), type(self)).model

    def model_path(self) -> Path:
        if self.model is not None or self.language is None:
            return super().model_path()
        code = list_code(self.language)
        if not LANGUAGE_CODE.fullmatch(code):
            remedy = "use a code such as 'de', or leave it out to detect it from the page"
            raise UnknownSetting(f"texrex: unknown language {self.language!r}; {remedy}")
        return shipped_network(code)


def shipped_network(language: str | None) -> Path:
    """Path of the shipped network for a language."""
    return shipped_path(f"texrex-{language}" if language in LANGUAGES else "texrex")


def reason_to_drop_page(keep: BoolArray, length: FloatArray) -> int | None:
    """The reason to drop the whole page; None to keep it."""
    kept = length[keep].sum()
    if kept < MIN_CHARACTERS:
        return SHORT_PAGE
    if kept < MIN_TEXT * length.sum():
        return THIN_PAGE
    return SPARSE_PAGE if keep.sum() < MIN_BLOCKS * len(keep) else None


def make_decision(
    page: Page, blocks: TextBlocks, keep: BoolArray, score: FloatArray, reason: NDArray[np.int64]
) -> Decision:
    """Turn a decision on blocks into one on runs."""
    count = len(page.runs)
    all_keep, all_score = np.zeros(count, bool), np.zeros(count, np.float32)
    all_reason = np.full(count, NOT_VISIBLE_REASON, np.uint8)
    block = np.zeros(len(blocks.runs), np.int64)
    block[blocks.starts[1:]] = 1
    block.cumsum(out=block)
    runs = blocks.runs
    all_keep[runs], all_score[runs], all_reason[runs] = keep[block], score[block], reason[block]
    return Decision(page, all_keep, score=all_score, reason=all_reason, reasons=REASONS)


def detect_language(page: Page) -> str | None:
    """Language code of a page: the declared one, or that of its longest text; None if unknown.

    An ASCII text is not examined: that would take longer than the rest of the method, and hardly
    any text in a language with its own network is ASCII.
    """
    declared = declared_language(page)
    if declared:
        return list_code(declared)
    text = longest_text(page)
    if text.isascii():
        return None
    words = set(split_words(text))
    hits = [len(words & stop_words) for stop_words in candidate_stop_words()]
    most = max(hits)
    return CANDIDATE_LANGUAGES[hits.index(most)] if most >= MIN_STOP_WORDS else None


@cache
def candidate_stop_words() -> list[frozenset[bytes]]:
    return [find_list(language).words for language in CANDIDATE_LANGUAGES]


def longest_text(page: Page) -> str:
    """The beginning of the longest visible run."""
    runs = page.runs
    sizes = np.where(visible_runs(page), runs.end - runs.start, 0)
    if not sizes.any():
        return ""
    run = sizes.argmax()
    start, end = int(runs.start[run]), int(runs.end[run])
    return page.text[start : min(end, start + SAMPLE_BYTES)].decode("utf-8", "ignore")
