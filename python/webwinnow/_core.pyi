"""The Rust core: parsing, counting, deciding what is visible, rendering, metadata.

Columns are read-only NumPy arrays over the page's own memory, one value for each row; an index
column holds row numbers of another table. Everything here is safe to share between threads, and
all but `Onion` and `Survey` is frozen.
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
    "RUN_SHAPE_COLUMNS",
    "STAGE2_FEATURES",
    "TEXREX_BLOCK_COLUMNS",
    "TAG_NAMES",
    "VOID_TAG_NAMES",
    "Blocks",
    "Decision",
    "Nodes",
    "Onion",
    "Page",
    "Runs",
    "Segment",
    "Survey",
    "Trees",
    "Winnow",
    "__version__",
    "align_words",
    "block_features",
    "crf_marginals",
    "crf_viterbi",
    "crf_scores",
    "char_counts",
    "scored_runs",
    "cut",
    "decode",
    "document_keys",
    "judge",
    "lines",
    "markup_bins",
    "markup_scores",
    "metadata",
    "ngram_hashes",
    "page_features",
    "predict_trees",
    "render",
    "run_shapes",
    "run_tag_context",
    "stage2_features",
    "segments",
    "shown",
    "grouped_char_class_counts",
    "selector_hash",
    "selector_hashes",
    "texrex_blocks",
    "tokens",
]

__version__: str
TAG_NAMES: list[str]  # by the numbers in Nodes.tag; higher ones are in Page.other_tag_names
VOID_TAG_NAMES: list[str]  # elements that never have content or an end tag
ATTRIBUTE_NAMES: list[str]  # those that pages keep
KIND_NAMES: list[str]  # by the numbers in Decision.kind
LINE_KINDS: tuple[str, str, str, str]  # by the numbers that `lines` gives
CHAR_CLASS_COLUMNS: list[str]  # the columns of `char_counts`; the first eight are classes of characters
FEATURES: dict[str, str]  # name and meaning of a block's inputs, in the order of the columns
PAGE_FEATURES: dict[str, str]  # the same of a page's inputs
STAGE2_FEATURES: dict[str, str]  # those of the second trees: FEATURES, and the first trees' opinion
MARKUP_BINS: int  # bins that markup words are hashed into
FLAGS: dict[str, int]  # bits of the flags columns; CODE and INVISIBLE are unions of others
TEXREX_BLOCK_COLUMNS: list[str]  # the columns of `texrex_blocks`
RUN_SHAPE_COLUMNS: list[str]  # the columns of `run_shapes`; the first nine are classes of characters

_Text = str | None

@final
class Nodes:
    """Elements in document order; the first is always `html`."""

    tag: NDArray[np.uint16]
    parent: NDArray[np.int32]  # −1 for the first
    end: NDArray[np.int32]  # one past the last node of the subtree
    depth: NDArray[np.uint16]  # 0 for the first
    flags: NDArray[np.uint32]
    attributes: NDArray[np.uint8]  # how many the tag had, kept or not; 255 stands for more
    def __len__(self) -> int: ...

@final
class Runs:
    """Texts between two tags, in document order, white space collapsed, never blank."""

    node: NDArray[np.int32]
    start: NDArray[np.int32]  # range in Page.text, in bytes
    end: NDArray[np.int32]
    block: NDArray[np.int32]  # −1 for scripts, styles and comments
    flags: NDArray[np.uint32]
    opened: NDArray[np.int32]  # how many nodes open before the run
    # Counts are 0 for scripts, styles and comments.
    chars: NDArray[np.int32]  # other than white space
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
    """A parsed page: nodes, runs and blocks. Any input makes one."""

    def __new__(
        cls,
        html: bytes | str,
        *,
        charset: str | None = None,
        max_bytes: int | None = None,
        max_nodes: int | None = None,
    ) -> Page:
        """`charset` is what the transport declared, for bytes; the bounds cut the page short."""

    @property
    def nodes(self) -> Nodes: ...
    @property
    def runs(self) -> Runs: ...
    @property
    def blocks(self) -> Blocks: ...
    @property
    def text(self) -> bytes:
        """What the runs' ranges cut up, in UTF-8."""

    @property
    def source(self) -> bytes | str:
        """The HTML that it was made of, as it was given; not a copy."""

    @property
    def encoding(self) -> str | None:
        """What the bytes were read as; None for a str."""

    @property
    def encoding_source(self) -> str | None:
        """What told the encoding."""

    @property
    def not_html(self) -> str | None:
        """What the bytes are if not HTML, such as "a PDF file"; such a page is empty."""

    @property
    def truncated(self) -> bool:
        """Whether a bound cut the page short."""

    @property
    def doctype(self) -> str | None: ...
    @property
    def other_tag_names(self) -> list[str]: ...
    def tag_name(self, node: int) -> str: ...
    def attribute(self, node: int, name: str) -> str | None:
        """A kept attribute's value; ValueError where `name` is not in ATTRIBUTE_NAMES."""

    def attributes(self, node: int) -> dict[str, str]:
        """All that are kept of a node's, in the order of the tag."""

    def having(self, name: str) -> tuple[NDArray[np.int32], list[str]]:
        """The nodes that have an attribute, in order, and its values; errors as `attribute`."""

    def only(self, runs: NDArray[np.bool_]) -> Page:
        """The page as if the other runs had never been there; ValueError unless `runs` has a value
        for each. Elements stay, blocks left without a run go. Releases the GIL.
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
    ) -> Decision:
        """Left out, `kind` follows the markup, `score` is 1 or 0, and reasons are "kept" and
        "dropped"; ValueError where a column has the wrong length or a value out of range.
        """

    @staticmethod
    def visible(page: Page) -> Decision:
        """Every visible run; where a page hides all it has, every run of its body but code."""

    @property
    def keep(self) -> NDArray[np.bool_]: ...
    @property
    def kind(self) -> NDArray[np.uint8]: ...
    @property
    def score(self) -> NDArray[np.float32]: ...
    @property
    def reason(self) -> NDArray[np.uint8]:
        """Index into `reasons`."""

    @property
    def reasons(self) -> list[str]:
        """Those of the default method are found when they or `reason` are first asked for, which
        takes longer than the decision."""

    @property
    def confidence(self) -> float | None:
        """How good the whole decision is expected to be, 0 to 1, if the method can tell."""

    @property
    def page_type(self) -> str | None:
        """What kind of page it is, such as "article" or "forum", if the method can tell."""

    @property
    def kept(self) -> int:
        """How many runs are kept."""

    def __len__(self) -> int: ...

def render(
    page: Page, decision: Decision, to: str, links: bool, images: bool, tables: bool, /
) -> str:
    """The kept runs as "text", "markdown", "html" or "cleaneval"; ValueError for other names, and
    for a decision with another number of runs than the page. Releases the GIL.

    Runs of scripts, styles and comments are never rendered. A text that is not empty ends in a
    line break.
    """

def segments(page: Page, decision: Decision, *, tables: bool = True) -> list[Segment]:
    """The kept segments in order: the lines of the plain text. Releases the GIL."""

def shown(page: Page, /, *, max_items: int = 60_000) -> tuple[str, bool]:
    """The page as HTML that does nothing, and whether it was cut off after so many elements and
    texts: no scripts, handlers, addresses, frames or plugins, of the head only style sheets.

    Right before the text of run 12 stands `<!--r12-->`; before the element where that is a
    `textarea`. Long texts may be several nodes to a browser. Hidden runs are marked, too; scripts,
    styles, comments and what is in elements that are left out are not. Links are `<a data-link>`,
    controls `disabled`. Style sheets may still name addresses: show it in a frame without scripts,
    as UTF-8, under a policy that lets nothing be loaded. A page made by `only()` is refused.
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
    """The plain text that `render` gives, without the line break at its end, and its blocks: start,
    end, kind, level and score of each. Releases the GIL.

    A block is a segment, or a row of a table with all its cells and tabs. Blocks are in order, do
    not overlap, and have one line break between them, and after it "- " where an item begins;
    `text[start:end]` is without either. A kind is a number in `LINE_KINDS`; the level of what is
    no heading is 0; a score is the mean over the runs of a block.
    """

@final
class Segment:
    """The kept runs of one block, or a stretch of them that a method opens with a kind of its
    own. The blocks of one preformatted element are one segment."""

    @property
    def kind(self) -> str:
        """ "heading", "paragraph" or "list item"."""
    @property
    def level(self) -> int | None:
        """1 to 6 for a heading, 2 where only the method knows of one; else None."""
    @property
    def text(self) -> str:
        """White space collapsed, a line break for each `br`; code is verbatim."""
    @property
    def places(self) -> list[tuple[str, int]]:
        """The containers around it, outermost first, each with a number of its own.

        They nest as a grammar wants: "list" and "ordered list" hold "item"s, "terms" hold "term"s
        and "definition"s, a "table" holds "caption"s and "row"s of "cell"s; "quote" holds anything.
        """
    @property
    def cell(self) -> tuple[int, int, int, int, bool, int] | None:
        """In a data table: row, column, how many columns and rows the cell covers, whether it is
        a header, and the empty places between it and the cell before it in the row."""
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
        """Index of its (first) block."""
    @property
    def tag(self) -> str:
        """The name of that block's element."""
    @property
    def score(self) -> float:
        """Mean over its runs."""
    @property
    def reason(self) -> str:
        """Of its first run."""

def metadata(
    page: Page, url: str | None, today: tuple[int, int, int]
) -> tuple[_Text, _Text, _Text, _Text, _Text, _Text, _Text, _Text, _Text, list[str]]:
    """The fields of `webwinnow.metadata.Metadata`, in their order; `today` is year, month, day."""

def align_words(
    words: NDArray[np.uint32], ends: NDArray[np.int64], gold: NDArray[np.uint32], /
) -> NDArray[np.int32]:
    """For each word of a page the place of its match in the gold, or −1; both are aligned in order.

    Words are numbers, alike where the words are; `ends` are where the words of each run end.
    Releases the GIL.
    """

def block_features(page: Page, markup_scores: NDArray[np.float32], /) -> NDArray[np.float32]:
    """What the default method knows of each block: a row for each, a column for each of FEATURES.

    All values are finite. A block without text to choose from has 1 in the first column and 0 in
    all others. ValueError where the scores are not finite, or not one for each block. Releases the
    GIL.
    """

def crf_scores(table: NDArray[np.float32], numbers: NDArray[np.int32], /) -> NDArray[np.float64]:
    """For each row of numbers the sum of the table's rows that they name: what an item of a chain
    is worth with each label. ValueError where a number names no row. Releases the GIL.
    """

def crf_viterbi(
    scores: NDArray[np.float64], transitions: NDArray[np.float64], /
) -> NDArray[np.uint8]:
    """The labels of a sequence that are worth most together (Viterbi); of equals the lowest.

    `scores` has a row for each item and a column for each label, `transitions` for each label what
    it is worth to be followed by each. ValueError where they do not fit on each other, have more
    than 256 labels, or are not finite. Releases the GIL.
    """

def crf_marginals(
    scores: NDArray[np.float64], transitions: NDArray[np.float64], /
) -> NDArray[np.float64]:
    """How likely each item has each label (forward–backward), when a labelling is as likely as
    the exponential of what it is worth. Shapes and errors as for `crf_viterbi`.
    """

def char_counts(texts: list[str], classes: NDArray[np.uint8], /) -> NDArray[np.int32]:
    """A row for each text, a column for each of CHAR_CLASS_COLUMNS.

    `classes` tells the class of each code point; those beyond its end are of the first. Stops,
    which are a class of their own, end sentences before spaces and at the end of a text; years are
    those from 2000 to 2019 that a text does not begin with. ValueError where a class is not one of
    the eight. Releases the GIL.
    """

def grouped_char_class_counts(
    page: Page,
    runs: NDArray[np.int64],
    starts: NDArray[np.int64],
    classes: NDArray[np.uint8],
    signs: list[str],
    /,
) -> tuple[NDArray[np.int32], list[tuple[int, str]]]:
    """The same for texts of a page, each from one start to the next among the runs.

    Runs stand apart where white space or a `br` was between them and where they are in different
    blocks; white space is collapsed, that of preformatted text too. Also number and text of each
    that has one of the signs. ValueError where a run or a start is out of range.
    """

def run_shapes(
    page: Page, runs: NDArray[np.int64], classes: NDArray[np.uint8], /
) -> tuple[NDArray[np.int32], NDArray[np.uint64]]:
    """Of runs, which are in order: a row for each, a column for each of RUN_SHAPE_COLUMNS; and a number
    that is the same for texts with the same letters, or, where a text has none, with the same
    characters other than spaces.

    `classes` tells the class of each code point; those beyond its end are of the first. Where there
    is no such character, its class is 9. ValueError where a class is not one of the nine, or runs
    are out of range or order. Releases the GIL.
    """

def run_tag_context(
    page: Page, runs: NDArray[np.int64], classes: NDArray[np.uint64], count: int, /
) -> tuple[NDArray[np.int32], NDArray[np.int32], NDArray[np.uint64]]:
    """Of runs, which are in order, a row for each, a column for each class of elements: the
    innermost node of the class around the run, or −1; and how many start and end tags of the class
    stand between the run before and this one, or before the first. And a number that is the same
    where the same tags are around runs.

    `classes` tells for each tag number the classes that it is in, a bit each; those beyond its end
    are in none. ValueError where there are bits beyond the count, or runs are out of range or
    order. Releases the GIL.
    """

def scored_runs(page: Page, /) -> NDArray[np.bool_]:
    """The runs that the default method chooses from: the visible ones of each block, or all but
    those written for machines where the whole block is hidden. Releases the GIL.
    """

def stage2_features(
    page: Page, markup_scores: NDArray[np.float32], opinions: NDArray[np.float32], /
) -> NDArray[np.float32]:
    """The same for the second trees, a column for each of STAGE2_FEATURES; `opinions` has what the
    first trees say of each block.
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
    """What models about the whole page know of it: a value for each of PAGE_FEATURES, all finite.

    `scores` has one value for each block, as `Winnow.scores` has, and the page is cut as `cut`
    does it; ValueError where scores are not finite or not one for each block, or where the page
    cannot be cut so. Releases the GIL.
    """

def markup_bins(page: Page, /) -> tuple[NDArray[np.int64], NDArray[np.uint32]]:
    """Bins of the markup words around each block: those of block i are
    `bins[starts[i]:starts[i + 1]]`, a bin as often as words fall into it. Releases the GIL.
    """

def markup_scores(page: Page, weights: NDArray[np.float32], bias: float, /) -> NDArray[np.float32]:
    """For each block the logistic of the bias and the sum of its bins' weights.

    `weights` has one value for each of MARKUP_BINS; ValueError where it has not, and where a score
    would not be a number. Releases the GIL.
    """

def selector_hashes(page: Page, /) -> tuple[NDArray[np.int64], NDArray[np.uint64]]:
    """Names of each element as numbers: those of node i are `keys[starts[i]:starts[i + 1]]`, first
    its tag, then its classes as they are written, then its identifier. Releases the GIL.
    """

def texrex_blocks(
    page: Page,
    runs: NDArray[np.int64],
    borders: NDArray[np.uint8],
    counted: NDArray[np.bool_],
    attribute_size: int,
    /,
) -> tuple[NDArray[np.int32], int]:
    """The runs, which are in order, parted by tags: a row for each stretch, a column for each of
    TEXREX_BLOCK_COLUMNS; and the size of the page's source.

    `borders` tells for each tag number whether start and end tags of that element part texts, by a
    number above 0; the body's tags part them, too, and what stands before them does not count.
    A stretch owns all tags since the end of the one before it, up to its own, and its size is that
    of tags and texts since the last border. `counted` tells what start tags to count. The
    tables do not have the source, so that sizes are near the truth at best: each attribute is
    taken to have `attribute_size` bytes. ValueError where runs are out of range or order. Releases
    the GIL.
    """

def selector_hash(name: str, /) -> int:
    """The number of a name: "div", "div#content", "div.entry". Digits of identifiers and classes
    are alike, however many: "div#post-12" has the number of "div#post-7".
    """

@final
class Trees:
    """Boosted trees for rows of `inputs` values."""

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
        """A row goes left where `row[feature] <= threshold`; a child or root below 0 is the leaf
        `~child`, which adds `values[~child]`, any other the number of a node. `weights` are what
        is expected at each node (LightGBM's `internal_value`); without them, or with none, nobody
        can say which inputs weighed most.

        Thresholds learned in double precision are to be rounded down, so that single precision
        gives the same answer. Children come after their parents, and a tree has at most 32 leaves;
        ValueError where that, a length, an index or a number is wrong.
        """

    @property
    def inputs(self) -> int: ...
    def __len__(self) -> int:
        """How many trees there are."""

def predict_trees(trees: Trees, rows: NDArray[np.float32], /) -> NDArray[np.float32]:
    """The logistic of what the trees add up to for each row, which must not hold NaN; ValueError
    where rows have another number of inputs. Releases the GIL.
    """

@final
class Winnow:
    """The default method's model: markup words and trees.

    `beta`, `low` and `high` are those of `cut`; ValueError where a page cannot be cut so. All that
    looks at a page releases the GIL.
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
        confidence: Trees | None = None,
        content: tuple[Trees, float] | None = None,
    ) -> Winnow:
        """`weights` are those of `bins`, all others 0. `first` takes FEATURES, `second`
        STAGE2_FEATURES; `types`, which tell how likely a page is of each type, `confidence`, which
        tells how good a decision is, and `content`, which tells how likely a page has any and from
        which value on it is taken to have some, take PAGE_FEATURES. ValueError where they do not,
        or anything is out of range.
        """

    def scores(self, page: Page) -> NDArray[np.float32]:
        """How likely each block is content; 0 without text to choose from."""

    def judge(
        self, page: Page, beta: float, low: float, high: float
    ) -> tuple[NDArray[np.float32], float]:
        """The scores, and the one from which on blocks are content."""

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
        """Keeps the blocks from the cut on. A run's score says where its block's lies between 0,
        the cut at one half, and 1.

        Comments are blocks in elements whose class or id says so. Those kept are dropped where
        `comments` is False; where it is None and the page is no forum, those that score below 0.8,
        and reviews on pages of products as well; provided that 50 words or more are kept besides.
        Where it is True, comments and reviews that read like text are kept as well, if anything is.
        `title` keeps or drops the title's heading, likewise. Of kept blocks that say the same under
        different paths, one is kept.

        The type is None without `types` or without text; without `confidence`, that is the
        expected F1 of the words kept, and of a page without text it is 0.
        """

def cut(
    scores: NDArray[np.float32],
    words: NDArray[np.uint32],
    beta: float,
    low: float,
    high: float,
    /,
) -> float:
    """The score from which on blocks are content: where the expected Fβ of the words kept is
    greatest, held between `low` and `high`, and `high` where no score
    reaches the middle between them. `beta` is how many times as much recall counts as
    precision.

    Expected Fβ is (1 + β²)·Σ kept p·n / (Σ kept n + β²·Σ all p·n) for scores p and numbers of
    words n.
    """

@final
class Onion:
    """Deduplication of a stream of documents; see `webwinnow.corpus.dedup.onion.Onion`.

    It changes with each document. Threads may share it: all methods release the GIL and wait for
    each other.
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
        """With a `survey`, which is used up, only n-grams that occur in it twice are remembered.

        `tokens` are "auto", "words" or "characters", the same as the survey's. ValueError where a
        setting is out of range or the survey has been used; OSError where its file fails.
        """

    def add(
        self, paragraphs: Iterable[str]
    ) -> tuple[NDArray[np.bool_], NDArray[np.uint64], NDArray[np.uint64]]:
        """For each paragraph whether it is a duplicate, its tokens, and those of them that are
        repeated. TypeError for anything but texts; lone surrogates count as U+FFFD.
        """

    def __len__(self) -> int:
        """How many n-grams are remembered."""
    @property
    def has_seen_its_survey(self) -> bool:
        """Whether documents had the n-grams of the survey, as often; True without one."""
    def save(self, path: str | PathLike[str]) -> None:
        """OSError where the file cannot be written, ValueError after a survey."""
    def load(self, path: str | PathLike[str]) -> None:
        """Adds what was saved. OSError where the file cannot be read, ValueError where it is
        damaged or made for other n-grams, and after a survey.
        """

@final
class Survey:
    """Which n-grams occur at least twice. Releases the GIL; threads may share it."""

    def __new__(
        cls, n: int, *, tokens: str, memory: int, folder: str | PathLike[str]
    ) -> Survey: ...
    def add(self, paragraphs: Iterable[str]) -> None:
        """TypeError for anything but texts, OSError where the file in `folder` fails, ValueError
        once an `Onion` has used it.
        """

def judge(
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
    """What `Onion.add` gives for a document where earlier ones had the n-grams in `seen`, hashes in
    rising order; ValueError where they are not. Releases the GIL.
    """

def ngram_hashes(paragraphs: Iterable[str], n: int, *, tokens: str) -> NDArray[np.uint64]:
    """The hashes of a document's n-grams that `Onion` has, each once, in rising order; none where
    there are fewer than `n` tokens. Releases the GIL.
    """

def document_keys(
    paragraphs: Iterable[str], *, n: int = 5, tokens: str = "auto"
) -> tuple[int, NDArray[np.int64], int, int]:
    """A key of the text, 16 keys of which nearly the same texts most often share one, the number of
    tokens, and those of them that are in 7-grams that came before in the document, as `Onion`
    counts. Releases the GIL.

    The key of the text is of all tokens in order: neither white space nor borders of paragraphs
    matter. The others are of `n`-grams, by MinHash: of two documents each of them is equal with
    odds of s⁸, where s is what they share of all their n-grams. A document of fewer than `n` tokens
    has one n-gram, one without tokens has no such keys. Keys are from -2⁶³ on, and the same
    everywhere.
    """

def decode(bytes: bytes, charset: str | None = None) -> tuple[str, str, str]:
    """Text, encoding, and what told the encoding; for the standard's own tests."""

def tokens(
    html: str, *, state: str = "Data state", last_start_tag: str | None = None
) -> list[tuple[Any, ...]]:
    """Tokens in the form of html5lib's tests."""
