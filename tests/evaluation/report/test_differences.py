import time
from itertools import chain

from hypothesis import given
from hypothesis import strategies as st

from webwinnow.evaluation.report.differences import (
    ALIGNED,
    CONTEXT,
    ENDS,
    ISLAND,
    SHOWN,
    Cut,
    Fold,
    Pair,
    Piece,
    Side,
    side_by_side,
)

texts = st.lists(st.sampled_from(["a", "b", "c", "d", "e"]), max_size=120).map(" ".join)


def words(side: Side) -> list[str]:
    return [word.text for piece in side for word in piece.words]


def marked(side: Side) -> str:
    """Words without a counterpart in brackets."""
    return " ".join(
        " ".join(word.text for word in piece.words).join(("", "") if piece.is_equal else "[]")
        for piece in side
    )


def numbered(start: int, end: int) -> str:
    return " ".join(f"w{i}" for i in range(start, end))


def test_words_of_one_side_alone_are_told_from_equal_ones() -> None:
    (row,) = side_by_side("It rained all night", "Home It rained at night")
    assert isinstance(row, Pair)
    assert marked(row.gold) == "It rained [all] night"
    assert marked(row.output) == "[Home] It rained [at] night"


def test_equal_texts_are_folded_whole() -> None:
    text = numbered(0, 100)
    assert side_by_side(text, text) == [Fold(100)]


def test_empty_sides_make_no_rows_or_one() -> None:
    assert side_by_side("", " \n") == []
    (row,) = side_by_side("", "Home")
    assert isinstance(row, Pair)
    assert (row.gold, marked(row.output)) == ([], "[Home]")


def test_long_equal_stretches_are_folded_with_context_beside_the_difference() -> None:
    before, fold, row, after = side_by_side(
        "x " + numbered(0, 100) + " y " + numbered(100, 200),
        numbered(0, 100) + numbered(99, 200)[3:],
    )
    assert isinstance(before, Pair)
    assert words(before.gold) == ["x", *numbered(0, CONTEXT).split()]
    assert fold == Fold(100 - 2 * CONTEXT)
    assert isinstance(row, Pair)
    assert marked(row.gold).startswith(numbered(100 - CONTEXT, 100) + " [y] w100")
    assert after == Fold(100 - CONTEXT)


def test_long_difference_has_a_row_of_its_own_and_only_its_ends_are_shown() -> None:
    extra = numbered(1000, 1000 + 2 * ENDS + 50)
    rows = side_by_side("It rained at last", f"It rained {extra} at last")
    assert [type(row) for row in rows] == [Pair, Pair, Pair]
    middle = rows[1]
    assert isinstance(middle, Pair)
    (piece,) = middle.output
    assert (middle.gold, len(piece.words), piece.left_out) == ([], 2 * ENDS, 50)


def test_few_words_that_match_inside_long_differences_are_one_with_them() -> None:
    gold = f"{numbered(0, 20)} of the {numbered(20, 40)}"
    output = f"{numbered(100, 120)} of the {numbered(120, 140)}"
    (row,) = side_by_side(gold, output)
    assert isinstance(row, Pair)
    assert [piece.is_equal for piece in row.gold] == [False]
    common = numbered(500, 500 + ISLAND)
    assert len(side_by_side(gold.replace("of the", common), output.replace("of the", common))) == 3


def test_lines_are_kept_but_a_row_opens_none() -> None:
    (row,) = side_by_side("One two\nthree", "One two\nfour")
    assert isinstance(row, Pair)
    (first, second) = row.gold
    assert [word.before for word in chain(first.words, second.words)] == ["", " ", "\n"]


def test_signs_of_scripts_without_spaces_are_words() -> None:
    (row,) = side_by_side("雨下了一夜。", "雪下了 一夜。")
    assert isinstance(row, Pair)
    assert marked(row.gold) == "[雨] 下 了 一 夜 。"
    assert [word.before for word in row.output[1].words] == ["", "", " ", "", ""]


def test_what_is_not_shown_is_counted() -> None:
    gold = " ".join(f"same{i} gold{i} " for i in range(2000))
    output = " ".join(f"same{i} output{i} " for i in range(3000))
    *rows, last = side_by_side(gold, output)
    assert isinstance(last, Cut)
    shown = sum(len(words(row.gold)) for row in rows if isinstance(row, Pair))
    assert SHOWN <= shown < SHOWN + 2 * ENDS
    assert last == Cut(4000 - shown, 6000 - shown)


def test_giant_pages_are_aligned_in_part_and_soon() -> None:
    start = time.thread_time()
    rows = side_by_side(numbered(0, 10 * ALIGNED), numbered(5, 10 * ALIGNED))
    assert time.thread_time() - start < 10
    assert rows[-1] == Cut(9 * ALIGNED, 9 * ALIGNED - 5)


def size(piece: Piece) -> int:
    return len(piece.words) + piece.left_out


@given(texts, texts)
def test_every_word_is_shown_or_counted(gold: str, output: str) -> None:
    found = [0, 0]
    for row in side_by_side(gold, output):
        match row:
            case Pair(a, b):
                counts = sum(map(size, a)), sum(map(size, b))
            case Fold(folded):
                counts = folded, folded
            case Cut(a_rest, b_rest):
                counts = a_rest, b_rest
        found = [found[0] + counts[0], found[1] + counts[1]]
    assert found == [len(gold.split()), len(output.split())]


@given(texts, texts)
def test_equal_pieces_are_equal(gold: str, output: str) -> None:
    for row in side_by_side(gold, output):
        if isinstance(row, Pair):
            same = [[p for p in side if p.is_equal] for side in row]
            assert words(same[0]) == words(same[1])
