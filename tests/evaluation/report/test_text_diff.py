import time
from itertools import chain

from hypothesis import given
from hypothesis import strategies as st

from webwinnow.evaluation.report.text_diff import (
    CONTEXT,
    ENDS,
    MAX_ALIGNED,
    MAX_SHOWN,
    MIN_ISLAND,
    Fold,
    Pair,
    Piece,
    Rest,
    Side,
    diff_texts,
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


def test_words_without_a_counterpart_are_marked() -> None:
    (row,) = diff_texts("It rained all night", "Home It rained at night")
    assert isinstance(row, Pair)
    assert marked(row.gold) == "It rained [all] night"
    assert marked(row.output) == "[Home] It rained [at] night"


def test_equal_texts_are_one_fold() -> None:
    text = numbered(0, 100)
    assert diff_texts(text, text) == [Fold(100)]


def test_empty_sides_give_no_row_or_one() -> None:
    assert diff_texts("", " \n") == []
    (row,) = diff_texts("", "Home")
    assert isinstance(row, Pair)
    assert (row.gold, marked(row.output)) == ([], "[Home]")


def test_long_equal_stretches_are_folded_with_context_beside_the_difference() -> None:
    before, fold, row, after = diff_texts(
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
    rows = diff_texts("It rained at last", f"It rained {extra} at last")
    assert [type(row) for row in rows] == [Pair, Pair, Pair]
    middle = rows[1]
    assert isinstance(middle, Pair)
    (piece,) = middle.output
    assert (middle.gold, len(piece.words), piece.omitted) == ([], 2 * ENDS, 50)


def test_few_equal_words_inside_long_differences_count_as_different() -> None:
    gold = f"{numbered(0, 20)} of the {numbered(20, 40)}"
    output = f"{numbered(100, 120)} of the {numbered(120, 140)}"
    (row,) = diff_texts(gold, output)
    assert isinstance(row, Pair)
    assert [piece.is_equal for piece in row.gold] == [False]
    common = numbered(500, 500 + MIN_ISLAND)
    assert len(diff_texts(gold.replace("of the", common), output.replace("of the", common))) == 3


def test_line_breaks_are_kept_except_at_the_start_of_a_row() -> None:
    (row,) = diff_texts("One two\nthree", "One two\nfour")
    assert isinstance(row, Pair)
    (first, second) = row.gold
    assert [word.before for word in chain(first.words, second.words)] == ["", " ", "\n"]


def test_characters_of_scripts_without_spaces_are_words() -> None:
    (row,) = diff_texts("雨下了一夜。", "雪下了 一夜。")
    assert isinstance(row, Pair)
    assert marked(row.gold) == "[雨] 下 了 一 夜 。"
    assert [word.before for word in row.output[1].words] == ["", "", " ", "", ""]


def test_omitted_words_are_counted() -> None:
    gold = " ".join(f"same{i} gold{i} " for i in range(2000))
    output = " ".join(f"same{i} output{i} " for i in range(3000))
    *rows, last = diff_texts(gold, output)
    assert isinstance(last, Rest)
    shown = sum(len(words(row.gold)) for row in rows if isinstance(row, Pair))
    assert MAX_SHOWN <= shown < MAX_SHOWN + 2 * ENDS
    assert last == Rest(4000 - shown, 6000 - shown)


def test_alignment_of_giant_pages_is_bounded() -> None:
    start = time.thread_time()
    rows = diff_texts(numbered(0, 10 * MAX_ALIGNED), numbered(5, 10 * MAX_ALIGNED))
    assert time.thread_time() - start < 10
    assert rows[-1] == Rest(9 * MAX_ALIGNED, 9 * MAX_ALIGNED - 5)


def size(piece: Piece) -> int:
    return len(piece.words) + piece.omitted


@given(texts, texts)
def test_every_word_is_shown_or_counted(gold: str, output: str) -> None:
    found = [0, 0]
    for row in diff_texts(gold, output):
        match row:
            case Pair(a, b):
                counts = sum(map(size, a)), sum(map(size, b))
            case Fold(folded):
                counts = folded, folded
            case Rest(a_rest, b_rest):
                counts = a_rest, b_rest
        found = [found[0] + counts[0], found[1] + counts[1]]
    assert found == [len(gold.split()), len(output.split())]


@given(texts, texts)
def test_equal_pieces_are_equal(gold: str, output: str) -> None:
    for row in diff_texts(gold, output):
        if isinstance(row, Pair):
            same = [[p for p in side if p.is_equal] for side in row]
            assert words(same[0]) == words(same[1])
