"""Gold and output side by side, word by word, cut down to where they differ.

Bounded on any page: alignment looks at no more than `ALIGNED` words of each, and no more than
`SHOWN` words of each are shown; what is left out is counted.
"""

import re
from collections.abc import Iterable, Iterator
from typing import NamedTuple, TypeAlias

__all__ = ["Cut", "Fold", "Pair", "Piece", "Side", "Word", "side_by_side"]

# The alignment takes the product of the two numbers of words, in bits.
ALIGNED = 20_000
SHOWN = 500
# Equal words shown around a difference, and how many more are folded.
CONTEXT = 12
WORTH_FOLDING = 8
# Of words of one side alone, how many are shown at both ends.
ENDS = 60
# A difference from this length on has a row of its own, so that equal words stay level.
LONG = 10
# Fewer equal words than that between two long differences match by chance.
ISLAND = 5
LONGEST_WORD = 60
# Han and kana, which are words by themselves.
UNSPACED = "\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff"
WORD = re.compile(rf"[{UNSPACED}]|[^\s{UNSPACED}]+")


class Word(NamedTuple):
    text: str
    before: str  # what sets it apart from the word before it: line break, space or nothing


class Piece(NamedTuple):
    """Words of one side in a row, all of one fate."""

    words: list[Word]
    is_equal: bool
    left_out: int = 0  # words in the middle that are not shown; they follow the first half


Side: TypeAlias = "list[Piece]"


class Pair(NamedTuple):
    """A row: what gold and output have at the same place."""

    gold: Side
    output: Side


class Fold(NamedTuple):
    """Equal words that are not shown."""

    words: int


class Cut(NamedTuple):
    """The end of what is shown: words of each that follow, compared or not."""

    gold: int
    output: int


class Span(NamedTuple):
    """A stretch of both texts: equal, or of words that have no counterpart."""

    gold: list[Word]
    output: list[Word]
    is_equal: bool


def side_by_side(gold: str, output: str) -> list[Pair | Fold | Cut]:
    a, b = words_of(gold), words_of(output)
    rows = Rows()
    found = without_islands(spans(a[:ALIGNED], b[:ALIGNED]))
    for number, span in enumerate(found):
        if rows.is_full:
            break
        if span.is_equal:
            # At the page's ends, there is a difference on one side only.
            rows.equal(span, CONTEXT * (number > 0), CONTEXT * (number < len(found) - 1))
        else:
            rows.different(span)
    rows.close()
    rest = Cut(len(a) - rows.gold, len(b) - rows.output)
    return [*rows.done, rest] if any(rest) else rows.done


def words_of(text: str) -> list[Word]:
    """What white space sets apart; each sign by itself of scripts that write without spaces."""
    found = []
    for line in text.splitlines():
        before, end = "\n", 0
        for match in WORD.finditer(line):
            if end:
                before = " " if match.start() > end else ""
            found.append(Word(match[0], before))
            end = match.end()
    return found


def spans(gold: list[Word], output: list[Word]) -> Iterator[Span]:
    """The longest common subsequence, as stretches that are equal or not, in turn."""
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


def without_islands(found: Iterable[Span]) -> list[Span]:
    """The same stretches; two long differences with next to nothing equal between are one."""
    kept: list[Span] = []
    last_long: int | None = None
    for span in found:
        kept.append(span)
        if not is_long(span):
            continue
        if last_long is not None and equal_words(kept[last_long:]) < ISLAND:
            for part in kept[last_long + 1 :]:
                kept[last_long].gold.extend(part.gold)
                kept[last_long].output.extend(part.output)
            del kept[last_long + 1 :]
        last_long = len(kept) - 1
    return kept


def equal_words(found: Iterable[Span]) -> int:
    return sum(len(span.gold) for span in found if span.is_equal)


def is_long(span: Span) -> bool:
    return not span.is_equal and max(len(span.gold), len(span.output)) >= LONG


class Rows:
    """Rows in the making."""

    def __init__(self) -> None:
        self.done: list[Pair | Fold | Cut] = []
        self.open = Pair([], [])
        self.gold = self.output = 0  # words that the rows stand for
        self.shown = 0  # of the longer side

    @property
    def is_full(self) -> bool:
        return self.shown >= SHOWN

    def equal(self, span: Span, before: int, after: int) -> None:
        size = len(span.gold)
        if size < before + after + WORTH_FOLDING:
            before, after = size, 0
        self.add(Piece(span.gold[:before], True), Piece(span.output[:before], True))
        if before + after < size:
            self.close()
            self.fold(size - before - after)
            self.add(
                Piece(span.gold[size - after :], True), Piece(span.output[size - after :], True)
            )

    def different(self, span: Span) -> None:
        if is_long(span):
            self.close()
        self.add(shortened(span.gold), shortened(span.output))
        if is_long(span):
            self.close()

    def add(self, gold: Piece, output: Piece) -> None:
        for side, piece in zip(self.open, (gold, output), strict=True):
            if piece.words:
                # A row begins a line by itself.
                first = piece.words[0]._replace(before="")
                side.append(piece if side else piece._replace(words=[first, *piece.words[1:]]))
        self.gold += len(gold.words) + gold.left_out
        self.output += len(output.words) + output.left_out
        self.shown += max(len(gold.words), len(output.words))

    def fold(self, words: int) -> None:
        self.done.append(Fold(words))
        self.gold, self.output = self.gold + words, self.output + words

    def close(self) -> None:
        if any(self.open):
            self.done.append(self.open)
        self.open = Pair([], [])


def shortened(words: list[Word]) -> Piece:
    left_out = len(words) - 2 * ENDS
    if left_out <= LONG:
        return Piece(words, False)
    return Piece(words[:ENDS] + words[-ENDS:], False, left_out)
