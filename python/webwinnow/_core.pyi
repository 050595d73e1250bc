"""The Rust core: parsing, counting, the default method, rendering, metadata, deduplication.

Columns are read-only NumPy arrays over the memory of their object, one value for each row. An index
column holds row numbers of another table. All objects are safe to share between threads; all but
`Onion`, `Survey` and `PhraseSearch` are immutable. Functions that take a page release the GIL.
"""

from collections.abc import Iterable, Sequence
from os import PathLike
from typing import Any, final

import numpy as np
from numpy.typing import NDArray

__all__ = [
    "ATTRIBUTE_NAMES",
    "CHAR_CLASS_COLUMNS",
    "FEATURES",
    "FLAGS",
    "KIND_NAMES",
    "LINE_KINDS",
    "MARKUP_BINS",
    "PAGE_FEATURES",
    "PATTERN_CHARS",
    "RUN_SHAPE_COLUMNS",
    "STAGE2_FEATURES",
    "TAG_NAMES",
    "TEXREX_BLOCK_COLUMNS",
    "VOID_TAG_NAMES",
    "WALLS",
    "Blocks",
    "Decision",
    "Nodes",
    "Onion",
    "Page",
    "Patterns",
    "PhraseMatcher",
    "PhraseSearch",
    "Runs",
    "Segment",
    "Survey",
    "Trees",
    "Winnow",
    "__version__",
    "align_words",
    "block_features",
    "char_class_counts",
    "choose_threshold",
    "crf_marginals",
    "crf_scores",
    "crf_viterbi",
    "decode",
    "document_keys",
    "find_wall",
    "grouped_char_class_counts",
    "lines",
    "mark_duplicates",
    "markup_bins",
    "markup_scores",
    "metadata",
    "ngram_hashes",
    "page_features",
    "predict_trees",
    "render",
    "run_shapes",
    "run_tag_context",
    "sanitize",
    "scored_runs",
    "segments",
    "selector_hash",
    "selector_hashes",
    "stage2_features",
    "texrex_blocks",
    "tokens",
]

__version__: str
TAG_NAMES: list[str]  # by the numbers in Nodes.tag; higher numbers are in Page.other_tag_names
VOID_TAG_NAMES: list[str]  # elements without content and end tag
ATTRIBUTE_NAMES: list[str]  # attributes that a page stores
KIND_NAMES: list[str]  # by the numbers in Decision.kind
LINE_KINDS: tuple[str, str, str, str]  # by the numbers in the kind column of `lines`
FLAGS: dict[str, int]  # bits of the flags columns; CODE and INVISIBLE are unions of others
FEATURES: dict[str, str]  # name and meaning of the columns of `block_features`
STAGE2_FEATURES: dict[str, str]  # of `stage2_features`: FEATURES, then the stage-1 scores
PAGE_FEATURES: dict[str, str]  # of the values of `page_features`
MARKUP_BINS: int  # bins that markup words are hashed into
WALLS: list[str]  # reasons of pages that stand in for the page, such as "a login page"
CHAR_CLASS_COLUMNS: list[str]  # of `char_class_counts`; the first eight are character classes
PATTERN_CHARS: int  # of a text that `Patterns` searches
RUN_SHAPE_COLUMNS: list[str]  # of `run_shapes`; the first nine are character classes
TEXREX_BLOCK_COLUMNS: list[str]  # of `texrex_blocks`

_Text = str | None

@final
class Nodes:
    """Elements in document order; the first is always `html`."""

    tag: NDArray[np.uint16]
    parent: NDArray[np.int32]  # −1 for the first
    end: NDArray[np.int32]  # one past the last node of the subtree
    depth: NDArray[np.uint16]  # 0 for the first
    flags: NDArray[np.uint32]
    attributes: NDArray[np.uint8]  # attributes of the tag, stored or not; 255 means 255 or more
    def __len__(self) -> int: ...

@final
class Runs:
    """Texts between two tags, in document order. White space is collapsed; no run is blank."""

    node: NDArray[np.int32]
    start: NDArray[np.int32]  # range in Page.text, in bytes
    end: NDArray[np.int32]
    block: NDArray[np.int32]  # −1 for scripts, styles and comments
    flags: NDArray[np.uint32]
    opened: NDArray[np.int32]  # nodes that open before the run
    # Start of the text in the decoded source, in bytes of its UTF-8 form; white space may precede.
    source_start: NDArray[np.int32]
    # Counts are 0 for scripts, styles and comments.
    chars: NDArray[np.int32]  # characters other than white space
    words: NDArray[np.int32]  # a Han character is a word
    sentences: NDArray[np.int32]
    def __len__(self) -> int: ...

@final
class Blocks:
    """Runs that a browser lays out as one paragraph; code runs may lie inside the range."""

    first: NDArray[np.int32]
    end: NDArray[np.int32]  # one past the last run
    node: NDArray[np.int32]  # the nearest block-level element around the first run
    def __len__(self) -> int: ...

@final
class Page:
    """A parsed page: nodes, runs and blocks. Parsing accepts any input."""

    def __new__(
        cls,
        html: bytes | str,
        *,
        charset: str | None = None,
        max_bytes: int | None = None,
        max_nodes: int | None = None,
    ) -> Page:
        """Parse a page. `charset` is the encoding that the transport declared for bytes; the limits
        truncate the page.
        """

    @property
    def nodes(self) -> Nodes: ...
    @property
    def runs(self) -> Runs: ...
    @property
    def blocks(self) -> Blocks: ...
    @property
    def text(self) -> bytes:
        """The text of all runs, in UTF-8; `runs.start` and `runs.end` are ranges of it."""

    @property
    def source(self) -> bytes | str:
        """The HTML as it was passed in; not a copy."""

    @property
    def encoding(self) -> str | None:
        """The encoding that the bytes were decoded with; None for a str."""

    @property
    def encoding_source(self) -> str | None:
        """How the encoding was determined."""

    @property
    def not_html(self) -> str | None:
        """The detected type if the bytes are not HTML, such as "a PDF file"; the page is empty."""

    @property
    def truncated(self) -> bool:
        """Whether a limit truncated the page."""

    @property
    def doctype(self) -> str | None: ...
    @property
    def other_tag_names(self) -> list[str]: ...
    def tag_name(self, node: int) -> str: ...
    def attribute(self, node: int, name: str) -> str | None:
        """The value of a stored attribute; ValueError if `name` is not in ATTRIBUTE_NAMES."""

    def attributes(self, node: int) -> dict[str, str]:
        """The stored attributes of a node, in the order of the tag."""

    def having(self, name: str) -> tuple[NDArray[np.int32], list[str]]:
        """The nodes with an attribute, in order, and its values; errors as `attribute`."""

    def only(self, runs: NDArray[np.bool_]) -> Page:
        """The page without the runs whose value is False. Elements stay; blocks without a run are
        removed. ValueError unless `runs` has one value for each run.
        """

    def run_texts(self) -> list[str]: ...
    def block_texts(self) -> list[str]: ...

@final
class Decision:
    """For each run of a page: keep or drop, kind, score and reason."""

    def __new__(
        cls,
        page: Page,
        keep: NDArray[np.bool_],
        *,
        kind: NDArray[np.uint8] | None = None,
        score: NDArray[np.float32] | None = None,
        reason: NDArray[np.uint8] | None = None,
        reasons: Sequence[str] | None = None,
        confidence: float | None = None,
        page_type: str | None = None,
        comment: NDArray[np.bool_] | None = None,
    ) -> Decision:
        """By default `kind` follows the markup, `score` is 1 or 0, the reasons are "kept" and
        "dropped", and no run is a comment. ValueError if a column has the wrong length or a value
        out of range.
        """

    @staticmethod
    def visible(page: Page) -> Decision:
        """Keep every visible run. If the page hides all its text, keep all of the body but code."""

    @property
    def keep(self) -> NDArray[np.bool_]: ...
    @property
    def kind(self) -> NDArray[np.uint8]: ...
    @property
    def score(self) -> NDArray[np.float32]: ...
    @property
    def comment(self) -> NDArray[np.bool_]:
        """Whether the run is of a reader comment, kept or dropped; all False if the method does not
        look for comments.
        """

    @property
    def reason(self) -> NDArray[np.uint8]:
        """Index into `reasons`."""

    @property
    def reasons(self) -> list[str]:
        """The texts of the reasons. The default method computes them on the first access to
        `reason` or `reasons`, which takes longer than the decision.
        """

    @property
    def confidence(self) -> float | None:
        """Expected quality of the decision, 0 to 1; None if the method does not estimate it."""

    @property
    def page_type(self) -> str | None:
        """Type of the page, such as "article" or "forum"; None if it is not predicted."""

    @property
    def kept(self) -> int:
        """Number of kept runs."""

    def __len__(self) -> int: ...

def render(
    page: Page, decision: Decision, to: str, links: bool, images: bool, tables: bool, /
) -> str:
    """Render the kept runs as "text", "markdown", "html" or "cleaneval".

    Scripts, styles and comments are never rendered. A result that is not empty ends in a line
    break. ValueError for other formats, and if the decision has another number of runs than the
    page.
    """

def segments(page: Page, decision: Decision, *, tables: bool = True) -> list[Segment]:
    """The kept segments in order: the lines of the plain text."""

def sanitize(page: Page, /, *, max_items: int = 60_000) -> tuple[str, bool]:
    """Write the page as HTML without active content. Return it, and whether it was truncated after
    `max_items` elements and texts.

    The result has no scripts, event handlers, URLs, frames or plugins; of the head it keeps only
    style sheets. Links become `<a data-link>`, controls are `disabled`. The comment `<!--r12-->`
    stands right before the text of run 12, or before the element if that is a `textarea`. Hidden
    runs have such comments too; scripts, styles, comments and text in dropped elements have none. A
    browser may split a long text into several nodes.

    Style sheets may still contain URLs: show the result in a frame without scripts, as UTF-8, under
    a policy that blocks all loading. ValueError for a page made by `only()`.
    """

def lines(
    page: Page, decision: Decision, *, tables: bool = True
) -> tuple[
    str,
    NDArray[np.int32],
    NDArray[np.int32],
    NDArray[np.uint8],
    NDArray[np.uint8],
    NDArray[np.float32],
]:
    """The plain text of `render` without its last line break, and its blocks: start, end, kind,
    heading level and score of each.

    A block is a segment, or a table row with all its cells and tabs. Blocks are in order and do not
    overlap. One line break separates them, and "- " follows it where a list item begins;
    `text[start:end]` contains neither. The kind is an index into LINE_KINDS, the level is 0 except
    for headings, and the score is the mean over the runs of the block.
    """

@final
class Segment:
    """The kept runs of one block, or a part of them that a method opens with a kind of its own. The
    blocks of one preformatted element are one segment.
    """

    @property
    def kind(self) -> str:
        """ "heading", "paragraph" or "list item"."""
    @property
    def level(self) -> int | None:
        """Heading level 1 to 6; 2 if the method, not the markup, makes it a heading; else None."""
    @property
    def text(self) -> str:
        """White space is collapsed and each `br` is a line break; code is verbatim."""
    @property
    def places(self) -> list[tuple[str, int]]:
        """The containers around it, outermost first, each with a number that identifies it.

        Containers nest strictly: "list" and "ordered list" hold "item"s, "terms" hold "term"s and
        "definition"s, a "table" holds "caption"s and "row"s of "cell"s; "quote" holds anything.
        """
    @property
    def cell(self) -> tuple[int, int, int, int, bool, int] | None:
        """In a data table: row, column, column span, row span, whether it is a header, and the
        number of empty cells between it and the previous cell of the row.
        """
    @property
    def is_code(self) -> bool: ...
    @property
    def language(self) -> str | None:
        """The programming language that the markup names."""
    @property
    def runs(self) -> list[int]:
        """Indices of its runs."""
    @property
    def block(self) -> int:
        """Index of its first block."""
    @property
    def tag(self) -> str:
        """Tag name of that block's element."""
    @property
    def score(self) -> float:
        """Mean over its runs."""
    @property
    def reason(self) -> str:
        """Reason of its first run."""

def metadata(
    page: Page, url: str | None, today: tuple[int, int, int]
) -> tuple[_Text, _Text, _Text, _Text, _Text, _Text, _Text, _Text, _Text, list[str]]:
    """The fields of `webwinnow.metadata.Metadata`, in their order; `today` is year, month, day."""

def align_words(
    words: NDArray[np.uint32], ends: NDArray[np.int64], gold: NDArray[np.uint32], /
) -> NDArray[np.int32]:
    """Align the words of a page with the gold words, in order. Return for each word of the page the
    index of its match, or −1.

    Equal words have equal numbers; `ends` are the ends of the runs in `words`.
    """

def block_features(page: Page, markup_scores: NDArray[np.float32], /) -> NDArray[np.float32]:
    """The default method's features: one row for each block, one column for each of FEATURES.

    All values are finite. A block without scored text has 1 in the first column and 0 in all
    others. ValueError unless `markup_scores` has one finite value for each block.
    """

def stage2_features(
    page: Page,
    markup_scores: NDArray[np.float32],
    stage1_scores: NDArray[np.float32],
    is_article: bool,
    /,
) -> NDArray[np.float32]:
    """The features of the stage-2 trees: one column for each of STAGE2_FEATURES. `stage1_scores`
    has the prediction of the stage-1 trees for each block, `is_article` that of the article trees
    for the page; errors as `block_features`.
    """

def page_features(
    page: Page,
    markup_scores: NDArray[np.float32],
    scores: NDArray[np.float32],
    beta: float,
    low: float,
    high: float,
    /,
) -> NDArray[np.float32]:
    """The features of the page-level trees: one finite value for each of PAGE_FEATURES.

    `scores` has one value for each block, as `Winnow.scores` has; `beta`, `low` and `high` are
    those of `choose_threshold`. ValueError unless scores are finite and one for each block.
    """

def scored_runs(page: Page, /) -> NDArray[np.bool_]:
    """The runs that the default method scores: the visible runs of each block; of a block that is
    hidden as a whole, all runs but code.
    """

def markup_bins(page: Page, /) -> tuple[NDArray[np.int64], NDArray[np.uint32]]:
    """The hash bins of the markup words around each block. Those of block i are
    `bins[starts[i]:starts[i + 1]]`; a bin occurs once for each word.
    """

def markup_scores(page: Page, weights: NDArray[np.float32], bias: float, /) -> NDArray[np.float32]:
    """For each block the logistic function of the bias plus the weights of its bins.

    ValueError unless `weights` has one value for each of MARKUP_BINS and all scores are finite.
    """

def find_wall(page: Page, /) -> str | None:
    """What a page of which nothing is kept stands for, in a few words, such as "a login page" or
    "the page needs JavaScript"; None if neither its words nor its markup tell.
    """

def choose_threshold(
    scores: NDArray[np.float32],
    words: NDArray[np.uint32],
    beta: float,
    low: float,
    high: float,
    /,
) -> float:
    """The threshold that maximises the expected Fβ of the kept words, clamped to `low` … `high`; it
    is `high` if no score reaches the middle between them. Blocks with this score or more are
    content. `beta` weights recall against precision.

    Expected Fβ is (1 + β²)·Σ kept p·n / (Σ kept n + β²·Σ all p·n) for scores p and word counts n.
    """

@final
class Trees:
    """Gradient-boosted trees over rows of `inputs` features."""

    def __new__(
        cls,
        inputs: int,
        *,
        roots: NDArray[np.int32],
        feature: NDArray[np.uint16],
        threshold: NDArray[np.float32],
        left: NDArray[np.int32],
        right: NDArray[np.int32],
        values: NDArray[np.float32],
        weights: NDArray[np.float32] | None = None,
    ) -> Trees:
        """A row goes left if `row[feature] <= threshold`. A root or child below 0 is the leaf
        `~child`, which adds `values[~child]`; others are node numbers. `weights` are the expected
        values of the nodes (LightGBM's `internal_value`), which reasons need.

        Round thresholds learned in double precision down, so that single precision gives the same
        result. Children come after their parents, and a tree has at most 32 leaves; ValueError if
        that, a length, an index or a number is wrong.
        """

    @property
    def inputs(self) -> int: ...
    def __len__(self) -> int:
        """Number of trees."""

def predict_trees(trees: Trees, rows: NDArray[np.float32], /) -> NDArray[np.float32]:
    """The logistic function of the sum of the trees for each row. Rows must not contain NaN;
    ValueError if they have another number of features.
    """

@final
class Winnow:
    """The default method's model: markup words and trees.

    `beta`, `low` and `high` are those of `choose_threshold`; ValueError if they are out of range.
    """

    def __new__(
        cls,
        first: Trees,
        second: Trees,
        bins: NDArray[np.uint32],
        weights: NDArray[np.float32],
        bias: float,
        *,
        types: Sequence[tuple[str, Trees]] = ...,
        article: tuple[Trees, float] | None = None,
        confidence: Trees | None = None,
        content: tuple[Trees, float] | None = None,
    ) -> Winnow:
        """`weights` are those of the markup `bins`; all others are 0. `first` takes FEATURES,
        `second` takes STAGE2_FEATURES.

        The others take PAGE_FEATURES: `types` predict the probability of each page type, `article`
        the probability that the page has a text of its own, from the stage-1 scores, `confidence`
        the quality of the decision, and `content` the probability that the page has any content;
        `article` and `content` have a threshold. ValueError if trees take other features, or a
        value is out of range.
        """

    def scores(self, page: Page) -> NDArray[np.float32]:
        """The probability that each block is content; 0 for blocks without scored text."""

    def predict(
        self, page: Page, beta: float, low: float, high: float
    ) -> tuple[NDArray[np.float32], float]:
        """The scores and the threshold from which on blocks are content."""

    def decide(
        self,
        page: Page,
        *,
        beta: float,
        low: float,
        high: float,
        comments: bool | None = None,
        title: bool | None = None,
    ) -> Decision:
        """Keep the blocks that reach the threshold. The score of a run maps its block's score so
        that the threshold is one half.

        Comments are blocks in elements whose class, id, label or schema.org type names comments, or
        under a heading such as "12 comments". With `comments=False` they are dropped. With None
        they are dropped unless the page is a forum or a question page; on product pages and
        documentation only below a score of 0.8, on product pages reviews as well. Comments are
        dropped only if at least 50 other words are kept. With True, comments and reviews that read
        like text are kept, if anything is. `Decision.comment` marks them in any case.
        `title` likewise keeps or drops the heading that is the title. Of kept blocks with the same
        text and different paths, one is kept.

        The page type is None without `types` or without text. Without `confidence` trees, the
        confidence is the expected F1 of the kept words, and 0 for a page without text.
        """

def texrex_blocks(
    page: Page,
    runs: NDArray[np.int64],
    boundaries: NDArray[np.uint8],
    counted: NDArray[np.bool_],
    /,
) -> tuple[NDArray[np.int32], int]:
    """Cut runs into blocks at boundary tags of the source. Return a row for each block, a column
    for each of TEXREX_BLOCK_COLUMNS, and the size of the page's source in bytes.

    `boundaries` and `counted` are indexed by tag number. Elements with a boundary number above 0
    separate blocks with their start and end tags, and so does the body; what precedes the body does
    not count. A block owns all tags since the end of the previous block, up to its own end; its
    size is that of the source since the last boundary. `counted` selects the start tags to count.
    ValueError if runs are out of range, or not in the order of `Runs.source_start`.
    """

def char_class_counts(texts: list[str], classes: NDArray[np.uint8], /) -> NDArray[np.int32]:
    """Count the characters of texts by class: one row for each text, one column for each of
    CHAR_CLASS_COLUMNS.

    `classes` is indexed by code point; code points beyond its end are of class 0. A stop ends a
    sentence before a space and at the end of a text. Years are those from 2000 to 2019 that are not
    at the start of the text. ValueError if a class is not below 8.
    """

def grouped_char_class_counts(
    page: Page,
    runs: NDArray[np.int64],
    starts: NDArray[np.int64],
    classes: NDArray[np.uint8],
    signs: list[str],
    /,
) -> tuple[NDArray[np.int32], list[tuple[int, str]]]:
    """`char_class_counts` of groups of runs, and number and text of each group whose text contains
    one of the signs.

    Group i is `runs[starts[i]:starts[i + 1]]`. A space joins runs if white space, a `br` or the end
    of a block separated them; white space is collapsed, in preformatted text as well. ValueError if
    a run or a start is out of range.
    """

def run_shapes(
    page: Page, runs: NDArray[np.int64], classes: NDArray[np.uint8], /
) -> tuple[NDArray[np.int32], NDArray[np.uint64]]:
    """Shapes of runs, which rise: one row for each run, one column for each of RUN_SHAPE_COLUMNS;
    and a hash of each run's letters, or of its characters other than spaces if it has no letters.

    `classes` is indexed by code point; code points beyond its end are of class 0. A column for the
    class of a single character is 9 if there is none. ValueError if a class is not below 9, or runs
    are out of range or order.
    """

def run_tag_context(
    page: Page, runs: NDArray[np.int64], classes: NDArray[np.uint64], count: int, /
) -> tuple[NDArray[np.int32], NDArray[np.int32], NDArray[np.uint64]]:
    """Tag context of runs, which rise: one row for each run, one column for each class of elements.

    The first table has the innermost enclosing node of the class, or −1; the second the number of
    its start and end tags since the previous run, or since the start of the page. The last array is
    a hash of the tags of all enclosing elements. `classes` is indexed by tag number and has one bit
    for each class. ValueError if bits reach beyond `count`, or runs are out of range or order.
    """

def selector_hashes(page: Page, /) -> tuple[NDArray[np.int64], NDArray[np.uint64]]:
    """Hashes of the simple selectors that match each element. Those of node i are
    `hashes[starts[i]:starts[i + 1]]`: first its tag, then its classes in order, then its id.
    """

def selector_hash(selector: str, /) -> int:
    """The hash of a selector such as "div", "div#content" or "div.entry". Numbers in ids and
    classes are folded: "div#post-12" has the hash of "div#post-7".
    """

def crf_scores(weights: NDArray[np.float32], features: NDArray[np.int32], /) -> NDArray[np.float64]:
    """Sum the weight rows of each item's features: the score of each label of each item. ValueError
    if a feature has no row of weights.
    """

def crf_viterbi(
    scores: NDArray[np.float64], transitions: NDArray[np.float64], /
) -> NDArray[np.uint8]:
    """The labelling with the highest score; ties go to the lowest label.

    `scores` has a row for each item and a column for each label; `transitions[i, j]` is the score
    of label i followed by label j. ValueError if shapes do not match, there are more than 256
    labels, or a value is not finite.
    """

def crf_marginals(
    scores: NDArray[np.float64], transitions: NDArray[np.float64], /
) -> NDArray[np.float64]:
    """The marginal probability of each label of each item (forward–backward). Arguments and errors
    as for `crf_viterbi`.
    """

@final
class Patterns:
    """An ordered list of regular expressions, searched in the first `PATTERN_CHARS` characters of
    a text in lower case, in time linear in the text.

    ValueError if an expression is invalid (look-around and backreferences are) or too large.
    """

    def __new__(cls, expressions: Sequence[str], /) -> Patterns: ...
    def first_matches(self, texts: Sequence[str], /) -> NDArray[np.int64]:
        """For each text the number of the first expression that matches, from 1 on; 0 for none."""

    def all_matches(self, texts: Sequence[str], /) -> NDArray[np.int64]:
        """For each text one bit for each expression that matches, the lowest for the first.

        ValueError for 64 expressions or more.
        """

@final
class Onion:
    """Deduplication of a stream of documents; see `webwinnow.corpus.dedup.Onion`.

    Each document changes its state. Threads may share it: methods release the GIL and lock it.
    """

    def __new__(
        cls,
        n: int,
        threshold: float,
        stub: int,
        *,
        smoothing: bool,
        by_document: bool,
        tokens: str,
        survey: Survey | None = None,
    ) -> Onion:
        """With a `survey`, which is consumed, only n-grams that occur in it at least twice are
        stored.

        `tokens` is "auto", "words" or "characters", the same as the survey's. ValueError if a
        setting is out of range or the survey has been consumed; OSError if its file fails.
        """

    def add(
        self, paragraphs: Iterable[str]
    ) -> tuple[NDArray[np.bool_], NDArray[np.uint64], NDArray[np.uint64]]:
        """Add a document. Return for each paragraph whether it is a duplicate, its number of
        tokens, and the number of repeated tokens. TypeError for anything but strings;
        lone surrogates count as U+FFFD.
        """

    def __len__(self) -> int:
        """Number of stored n-grams."""
    @property
    def matches_survey(self) -> bool:
        """Whether the documents had the same n-grams as the survey; True without one."""
    def save(self, path: str | PathLike[str]) -> None:
        """Save the n-grams. OSError if the file cannot be written, ValueError with a survey."""
    def load(self, path: str | PathLike[str]) -> None:
        """Add saved n-grams. OSError if the file cannot be read; ValueError if it is damaged or
        made for other n-grams, and with a survey.
        """

@final
class Survey:
    """First pass over a corpus: find the n-grams that occur at least twice. Releases the GIL;
    threads may share it.
    """

    def __new__(
        cls, n: int, *, tokens: str, memory: int, folder: str | PathLike[str]
    ) -> Survey: ...
    def add(self, paragraphs: Iterable[str]) -> None:
        """Add a document. TypeError for anything but strings, OSError if the file in `folder`
        fails, ValueError once an `Onion` has consumed the survey.
        """

def mark_duplicates(
    paragraphs: Iterable[str],
    seen: NDArray[np.uint64],
    n: int,
    threshold: float,
    stub: int,
    *,
    smoothing: bool,
    by_document: bool,
    tokens: str,
) -> tuple[NDArray[np.bool_], NDArray[np.uint64], NDArray[np.uint64]]:
    """The result of `Onion.add` for one document, if earlier documents had the n-grams in `seen`:
    hashes that rise, else ValueError. Releases the GIL.
    """

def ngram_hashes(paragraphs: Iterable[str], n: int, *, tokens: str) -> NDArray[np.uint64]:
    """The distinct n-gram hashes of a document, rising, as `Onion` computes them; none if it has
    fewer than `n` tokens. Releases the GIL.
    """

def document_keys(
    paragraphs: Iterable[str], *, n: int = 5, tokens: str = "auto"
) -> tuple[int, NDArray[np.int64], int, int]:
    """Keys for exact and near-duplicate detection: a key of the text, 16 MinHash band keys, the
    number of tokens, and the number of tokens in repeated 7-grams of the document, as `Onion`
    counts them. Releases the GIL.

    The text key depends on all tokens in order, but not on white space and paragraph boundaries.
    Two documents share a given band key with probability s⁸, where s is the Jaccard similarity of
    their `n`-grams. A document of fewer than `n` tokens has one n-gram; one without tokens has no
    band keys. Keys are signed 64-bit integers and the same on every machine.
    """

@final
class PhraseSearch:
    """Two passes over documents that find candidates for over-represented phrases.

    `count` all documents, set the threshold, `collect` all documents, and take the `candidates`.
    Lines of a text are separated by line feeds. `n`: tokens of an n-gram, at least 2; the start
    and the end of a line count as tokens. `memory`: bytes of the table of n-grams. `key`: n-grams
    of documents with different keys differ. All methods release the GIL.
    """

    def __new__(cls, n: int, *, tokens: str, memory: int) -> PhraseSearch: ...
    def count(self, text: str, key: int = 0) -> None:
        """Count the n-grams of a document, each once."""

    def set_threshold(self, documents: int) -> int:
        """Set the fewest documents of a phrase; return a higher number if the table was too small
        for exact counts. All phrases with as many documents become candidates, up to a limit.
        """

    def collect(self, text: str, key: int = 0) -> None:
        """Collect the candidates of a document."""

    @property
    def words(self) -> int:
        """Words of all collected documents."""

    @property
    def repeated_words(self) -> int:
        """Words that are in frequent n-grams."""

    @property
    def truncated(self) -> int:
        """Collected documents with more than 2²⁰ tokens, of which only the first are read."""

    def candidates(self, most: int) -> list[tuple[str, int, NDArray[np.uint64]]]:
        """Text, number of words and n-grams of the candidates that account for the most text."""

@final
class PhraseMatcher:
    """Finds phrases, given as the n-grams of `PhraseSearch.candidates`, in documents."""

    def __new__(
        cls, phrases: list[NDArray[np.uint64]], n: int, *, tokens: str
    ) -> PhraseMatcher: ...
    def find(self, text: str, key: int = 0) -> tuple[NDArray[np.uint32], NDArray[np.uint32]]:
        """Numbers of the phrases in a document, rising, and how often each occurs."""

def decode(bytes: bytes, charset: str | None = None) -> tuple[str, str, str]:
    """Decode bytes. Return the text, the encoding, and how the encoding was determined."""

def tokens(
    html: str, *, state: str = "Data state", last_start_tag: str | None = None
) -> list[tuple[Any, ...]]:
    """Tokens in the format of html5lib's tokenizer tests."""
