"""Side-by-side word diff of gold and output, reduced to the differences.

Bounded on any page: at most `MAX_ALIGNED` words of each text are aligned, and at most `MAX_SHOWN`
words of each are shown; omitted words are counted.
"""

import re
from collections.abc import Iterable, Iterator
from typing import NamedTuple, TypeAlias

# The alignment needs one bit for each pair of words.
MAX_ALIGNED = 20_000
MAX_SHOWN = 500
# Equal words shown on each side of a difference; at least MIN_FOLDED more are folded.
CONTEXT = 12
MIN_FOLDED = 8
# Words shown at both ends of a long difference.
ENDS = 60
# A difference of at least this many words has its own row, so that equal words stay level.
LONG = 10
# Fewer equal words than this between two long differences match by chance.
MIN_ISLAND = 5
MAX_WORD_LENGTH = 60
# Han and kana characters, each of which is a word.
UNSPACED = "\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff"
WORD = re.compile(rf"[{UNSPACED}]|[^\s{UNSPACED}]+")


class Word(NamedTuple):
    text: str
    before: str  # separator from the previous word: line break, space or nothing


class Piece(NamedTuple):
    """Consecutive words of one side, all equal or all different."""

    words: list[Word]
    is_equal: bool
    omitted: int = 0  # words in the middle that are not shown, after the first half


Side: TypeAlias = "list[Piece]"


class Pair(NamedTuple):
    """A row: gold and output at the same place."""

    gold: Side
    output: Side


class Fold(NamedTuple):
    """Equal words that are not shown."""

    words: int


class Rest(NamedTuple):
    """Words of each side after the last row."""

    gold: int
    output: int


class Span(NamedTuple):
    """A stretch of both texts: equal words, or words without a counterpart."""

    gold: list[Word]
    output: list[Word]
    is_equal: bool


def diff_texts(gold: str, output: str) -> list[Pair | Fold | Rest]:
    a, b = split_words(gold), split_words(output)
    rows = Rows()
    found = merge_islands(align(a[:MAX_ALIGNED], b[:MAX_ALIGNED]))
    for number, span in enumerate(found):
        if rows.is_full:
            break
        if span.is_equal:
            # At both ends of the page there is a difference on one side only.
            rows.add_equal(span, CONTEXT * (number > 0), CONTEXT * (number < len(found) - 1))
        else:
            rows.add_different(span)
    rows.close()
    rest = Rest(len(a) - rows.gold, len(b) - rows.output)
    return [*rows.done, rest] if any(rest) else rows.done


def split_words(text: str) -> list[Word]:
    """Split at white space; characters of scripts without spaces are words."""
    found = []
    for line in text.splitlines():
        before, end = "\n", 0
        for match in WORD.finditer(line):
            if end:
                before = " " if match.start() > end else ""
            found.append(Word(match[0], before))
            end = match.end()
    return found


def align(gold: list[Word], output: list[Word]) -> Iterator[Span]:
    """Align by the longest common subsequence; equal and different spans alternate."""
    from rapidfuzz.distance import LCSseq

    edits = LCSseq.opcodes([word.text for word in gold], [word.text for word in output])
    only_gold: list[Word] = []
    only_output: list[Word] = []
    for edit in edits:
        if edit.tag != "equal":
            only_gold += gold[edit.src_start : edit.src_end]
            only_output += output[edit.dest_start : edit.dest_end]
            continue
        if only_gold or only_output:
            yield Span(only_gold, only_output, False)
            only_gold, only_output = [], []
        yield Span(
            gold[edit.src_start : edit.src_end], output[edit.dest_start : edit.dest_end], True
        )
    if only_gold or only_output:
        yield Span(only_gold, only_output, False)


def merge_islands(found: Iterable[Span]) -> list[Span]:
    """Merge long differences that are separated by fewer than MIN_ISLAND equal words."""
    kept: list[Span] = []
    last_long: int | None = None
    for span in found:
        kept.append(span)
        if not is_long(span):
            continue
        if last_long is not None and count_equal(kept[last_long:]) < MIN_ISLAND:
            for part in kept[last_long + 1 :]:
                kept[last_long].gold.extend(part.gold)
                kept[last_long].output.extend(part.output)
            del kept[last_long + 1 :]
        last_long = len(kept) - 1
    return kept


def count_equal(found: Iterable[Span]) -> int:
    return sum(len(span.gold) for span in found if span.is_equal)


def is_long(span: Span) -> bool:
    return not span.is_equal and max(len(span.gold), len(span.output)) >= LONG


class Rows:
    """Builds the rows of a diff."""

    def __init__(self) -> None:
        self.done: list[Pair | Fold | Rest] = []
        self.open = Pair([], [])
        self.gold = self.output = 0  # words covered by the rows
        self.shown = 0  # of the longer side

    @property
    def is_full(self) -> bool:
        return self.shown >= MAX_SHOWN

    def add_equal(self, span: Span, before: int, after: int) -> None:
        size = len(span.gold)
        if size < before + after + MIN_FOLDED:
            before, after = size, 0
        self.add(Piece(span.gold[:before], True), Piece(span.output[:before], True))
        if before + after < size:
            self.close()
            self.fold(size - before - after)
            self.add(
                Piece(span.gold[size - after :], True), Piece(span.output[size - after :], True)
            )

    def add_different(self, span: Span) -> None:
        if is_long(span):
            self.close()
        self.add(shorten(span.gold), shorten(span.output))
        if is_long(span):
            self.close()

    def add(self, gold: Piece, output: Piece) -> None:
        for side, piece in zip(self.open, (gold, output), strict=True):
            if piece.words:
                # A row starts on a new line anyway.
                first = piece.words[0]._replace(before="")
                side.append(piece if side else piece._replace(words=[first, *piece.words[1:]]))
        self.gold += len(gold.words) + gold.omitted
        self.output += len(output.words) + output.omitted
        self.shown += max(len(gold.words), len(output.words))

    def fold(self, words: int) -> None:
        self.done.append(Fold(words))
        self.gold, self.output = self.gold + words, self.output + words

    def close(self) -> None:
        if any(self.open):
            self.done.append(self.open)
        self.open = Pair([], [])


def shorten(words: list[Word]) -> Piece:
    omitted = len(words) - 2 * ENDS
    if omitted <= LONG:
        return Piece(words, False)
    return Piece(words[:ENDS] + words[-ENDS:], False, omitted)
