"""texrex's boilerplate detector, after Roland Schäfer: a neural network on 37 numbers of a block.

A block is the text between two container tags (`blocks`). Its text and its place in the page become
37 inputs (`inputs`). A network with 18 hidden units (`network`) turns them into one number: 1 for
boilerplate, 0 for text. The paper's rule for documents drops a page with little text as a whole.

The preset `paper` is the paper's method: the network sees one block at a time and was trained on
the paper's blocks. Differs by default: the networks were trained on our own labels (`fit`); a
second one sees the first's outputs for the blocks around (`context`); pages with little text are
kept.
"""

from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar, Literal

import numpy as np
from numpy.typing import NDArray

from webwinnow._core import Decision, Page
from webwinnow.methods.base import NOT_VISIBLE, TrainingExample, score_by_threshold
from webwinnow.methods.model_file import Card, ModelMethod, SavedModel, Tensors, shipped_path
from webwinnow.methods.provenance import Provenance
from webwinnow.methods.texrex.blocks import TextBlocks, TextCounts
from webwinnow.methods.texrex.context import Networks
from webwinnow.methods.texrex.fann import read_network
from webwinnow.methods.texrex.inputs import block_inputs
from webwinnow.methods.texrex.model_file import check_networks, is_fann, parse, serialize

if TYPE_CHECKING:
    from typing_extensions import Self

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

FloatArray = NDArray[np.float32]
BoolArray = NDArray[np.bool_]


class Texrex(ModelMethod[Networks]):
    """A small neural network on 37 numbers of each block (Schäfer's texrex).

    threshold: drop blocks with at least this output; a higher threshold keeps more
    training: own or paper; chooses the shipped networks and how `fit` trains them
    model: a model file written by `webwinnow train` or FANN
    drop_documents: keep nothing of a page that has little text, as texrex does
    """

    presets: ClassVar[dict[str, dict[str, object]]] = {
        "precision": {"threshold": 0.35},
        "recall": {"threshold": 0.7},
        "paper": {"training": "paper", "drop_documents": True},
    }
    saved_settings: ClassVar[tuple[str, ...]] = ("threshold", "training", "drop_documents")

    def __init__(
        self,
        threshold: float = 0.5,
        training: Literal["own", "paper"] = "own",
        model: str | Path | None = None,
        drop_documents: bool = False,
    ) -> None:
        self.threshold = threshold
        self.training = training
        self.model = model
        self.drop_documents = drop_documents

    def decide(self, page: Page) -> Decision:
        blocks = TextBlocks.of(page)
        counts = TextCounts.of(page, blocks)
        output = self.current_model(block_inputs(page, blocks, counts), counts.length)
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
        from webwinnow.methods.texrex.fit import OWN, PAPER, train_networks

        plan = PAPER if self.training == "paper" else OWN
        self.model_ = train_networks(examples, plan, seed=seed)
        self.provenance_ = Provenance()
        return self

    @classmethod
    def serialize(cls, model: Networks) -> tuple[Card, Tensors]:
        return serialize(model)

    @classmethod
    def parse(cls, card: Card, tensors: Tensors) -> Networks:
        return parse(card, tensors)

    @classmethod
    def read(cls, path: Path) -> SavedModel[Networks]:
        saved = (
            SavedModel(Networks(read_network(path)), Provenance(), {})
            if is_fann(path)
            else super().read(path)
        )
        check_networks(saved.model, path)
        return saved

    def model_path(self) -> Path:
        is_paper = self.model is None and self.training == "paper"
        return shipped_path("texrex-paper") if is_paper else super().model_path()


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
