"""texrex's detector, after Roland Schäfer: a multilayer perceptron on 37 numbers of a block.

A block is the text between two tags of certain containers (`texrex_blocks`). What it looks like and
where it stands become 37 numbers (`texrex_inputs`), and a network of 18 hidden units makes one of
them (`texrex_network`): 1 for boilerplate, 0 for text. A page may be dropped as a whole.

Differs: inputs are made of our own parse of the page, and the networks that come with the package
learned from our own labels (`texrex_fit`); those for the authors' languages from their blocks, too.
"""

import re
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar

import numpy as np
from numpy.typing import NDArray

from webwinnow._core import Decision, Page
from webwinnow.errors import ModelError, UnknownSetting
from webwinnow.methods.base import NOT_VISIBLE, TrainableMethod, TrainingExample, score_by_threshold
from webwinnow.methods.model_file import MODELS, cache_until_rewritten, method_with_settings
from webwinnow.methods.provenance import Provenance
from webwinnow.methods.stopwords import code_of
from webwinnow.methods.texrex.blocks import TextBlocks
from webwinnow.methods.texrex.inputs import block_inputs
from webwinnow.methods.texrex.language import language_of
from webwinnow.methods.texrex.model_file import Saved, read, write
from webwinnow.methods.texrex.network import Network
from webwinnow.methods.texrex.texts import TextCounts

if TYPE_CHECKING:
    from typing_extensions import Self

__all__ = ["LANGUAGES", "SHIPPED", "Texrex", "shipped"]

SHIPPED = MODELS / "texrex.safetensors"
#: Those that have a network of their own.
LANGUAGES = frozenset({"de", "fr", "sv"})

# Of a page that is left out as a whole: what it has less of.
LEAST_CHARACTERS, LEAST_TEXT, LEAST_BLOCKS = 500, 0.25, 0.10
UNSURE = 0.2  # outputs so near to the threshold
# The first four are in the order of outputs.
REASONS = [
    "looks like text",
    "looks rather like text",
    "looks rather like boilerplate",
    "looks like boilerplate",
    f"the page has under {LEAST_CHARACTERS} characters of text",
    f"under {LEAST_TEXT:.0%} of the page's characters are text",
    f"under {LEAST_BLOCKS:.0%} of the page's blocks are text",
    NOT_VISIBLE,
]
DROPPED = 2  # from here on
SHORT_PAGE, THIN_PAGE, SPARSE_PAGE, UNSEEN = range(4, 8)
CODE = re.compile("[a-z]{2,3}")  # of a language, in ISO 639

FloatArray = NDArray[np.float32]
BoolArray = NDArray[np.bool_]


class Texrex(TrainableMethod):
    """A small neural network on 37 numbers of each block (Schäfer's texrex).

    threshold: outputs from here on are boilerplate; a higher one keeps more
    language: a code such as "de", which tells the network; None leaves it to the page
    model: a file that `webwinnow train` or FANN wrote, for pages of all languages
    drop_documents: keep nothing of a page that has little text, as texrex does
    """

    presets: ClassVar[dict[str, dict[str, object]]] = {
        "precision": {"threshold": 0.35},
        "recall": {"threshold": 0.7},
    }

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
        said = self.network_for(page)(block_inputs(page, blocks, counts)).ravel()
        steps = self.threshold - UNSURE, self.threshold, self.threshold + UNSURE
        reason = np.searchsorted(np.array(steps, np.float32), said, "right")
        keep = reason < DROPPED
        if self.drop_documents:
            why = too_little(keep, counts.length)
            if why is not None:
                reason[keep] = why
                keep = np.zeros_like(keep)
        score = score_by_threshold(said, self.threshold, keep, low_is_text=True)
        return on_page(page, blocks, keep, score, reason)

    def explain_empty(self, page: Page) -> str:
        decision = self.decide(page)
        why = sorted(set(decision.reason.tolist()) & {SHORT_PAGE, THIN_PAGE, SPARSE_PAGE})
        if why:
            return f"{self.name} drops the page: {REASONS[why[0]]}"
        return f"{self.name} found nothing that looks like text"

    def fit(self, examples: Iterable[TrainingExample], *, seed: int = 0) -> "Self":
        from webwinnow.methods.texrex.fit import learn

        self.network_ = learn(examples, seed=seed)
        self.provenance_ = Provenance()
        return self

    def save(self, path: Path) -> None:
        settings = {"threshold": self.threshold, "drop_documents": self.drop_documents}
        write(Path(path), Saved(self.network(), self.provenance, settings))

    @classmethod
    def load(cls, path: Path) -> "Self":
        """With the settings that it was saved with; `Texrex(model=path)` has those it is given."""
        saved = read(Path(path))
        method = method_with_settings(cls, saved.settings, Path(path))
        method.network_, method.provenance_ = saved.network, saved.provenance
        return method

    def check_fitted(self) -> None:
        """ModelError where there is no network to decide with."""
        self.network()

    @property
    def provenance(self) -> Provenance:
        return self.provenance_ if "provenance_" in vars(self) else self.saved().provenance

    def network_for(self, page: Page) -> Network:
        if "network_" in vars(self) or self.model is not None or self.language is not None:
            return self.network()
        return shipped(language_of(page)).network

    def network(self) -> Network:
        """The one for pages of the language that is set, or of none that has its own."""
        fitted: Network | None = vars(self).get("network_")
        return fitted or self.saved().network

    def saved(self) -> Saved:
        if self.model is not None:
            return loaded(Path(self.model))
        if self.language is None:
            return shipped(None)
        code = code_of(self.language)
        if not CODE.fullmatch(code):
            remedy = "give a code such as 'de', or leave it to the page"
            raise UnknownSetting(f"texrex takes no language {self.language!r}; {remedy}")
        return shipped(code)


def shipped(language: str | None) -> Saved:
    """The network that comes with the package, for a language's pages."""
    if language not in LANGUAGES:
        return loaded(SHIPPED)
    return loaded(SHIPPED.with_stem(f"{SHIPPED.stem}-{language}"))


@cache_until_rewritten
def loaded(path: Path) -> Saved:
    if path.parent == SHIPPED.parent and not path.exists():
        remedy = "install webwinnow anew, or train a network and name it: texrex:model=FILE"
        raise ModelError(f"texrex's own network is not at {str(path)!r}; {remedy}")
    return read(path)


def too_little(keep: BoolArray, length: FloatArray) -> int | None:
    """Why the page is to be dropped, if it is."""
    kept = length[keep].sum()
    if kept < LEAST_CHARACTERS:
        return SHORT_PAGE
    if kept < LEAST_TEXT * length.sum():
        return THIN_PAGE
    return SPARSE_PAGE if keep.sum() < LEAST_BLOCKS * len(keep) else None


def on_page(
    page: Page, blocks: TextBlocks, keep: BoolArray, score: FloatArray, reason: NDArray[np.int64]
) -> Decision:
    """A decision on texrex's blocks as one on runs."""
    count = len(page.runs)
    all_keep, all_score = np.zeros(count, bool), np.zeros(count, np.float32)
    all_reason = np.full(count, UNSEEN, np.uint8)
    block = np.zeros(len(blocks.runs), np.int64)
    block[blocks.starts[1:]] = 1
    block.cumsum(out=block)
    runs = blocks.runs
    all_keep[runs], all_score[runs], all_reason[runs] = keep[block], score[block], reason[block]
    return Decision(page, all_keep, score=all_score, reason=all_reason, reasons=REASONS)
