from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from webwinnow import Decision, Page, load
from webwinnow.errors import UnknownSetting
from webwinnow.methods.justext.blocks import TextBlocks
from webwinnow.methods.justext.context import (
    BAD,
    GOOD,
    NEAR_GOOD,
    SHORT,
    Classes,
    Headings,
    classify_in_context,
    decide_near_good,
    decide_short,
)

# 17 words of which 11 are stop words, 84 characters.
SENTENCE = "The boat that we had seen in the morning was still there when the evening came down."
TEXT = " ".join([SENTENCE] * 3)
MENU = "Trousers Jackets Sneakers Boots Sandals Socks Gloves Scarves Belts Wallets Umbrellas."
LETTERS = {"b": BAD, "s": SHORT, "n": NEAR_GOOD, "g": GOOD}


def reasons(html: str, **given: Any) -> list[str]:
    """Why each run is kept or dropped."""
    decision = load("justext", **given).decide(Page(html))
    return [decision.reasons[reason] for reason in decision.reason]


def kept(html: str, **given: Any) -> list[str]:
    page = Page(html)
    keep = load("justext", **given).decide(page).keep
    return [text for text, is_kept in zip(page.run_texts(), keep, strict=True) if is_kept]


def classes(letters: str) -> Classes:
    return np.array([LETTERS[letter] for letter in letters], np.uint8)


def letters(classes: Classes) -> str:
    return "".join("bsng"[value] for value in classes)


def in_context(
    alone: str, headings: str = "", lengths: list[float] | None = None, distance: float = 200
) -> str:
    """Final classes, as letters; `headings` marks headings with an h."""
    is_heading = np.array([mark == "h" for mark in headings.ljust(len(alone))], bool)
    length = np.array(lengths or [50] * len(alone), np.float64)
    final, _ = classify_in_context(classes(alone), Headings(is_heading, length, distance))
    return letters(final)


# Blocks by themselves.


@pytest.mark.parametrize(
    ("html", "reason"),
    [
        (f"<p>{TEXT}", "running text"),
        (f"<p>{MENU} {MENU}", "few stop words"),
        (f"<p><a href=/>{TEXT}</a>", "mostly links"),
        (f"<p>{TEXT} © Ann", "copyright"),
        (f"<p>{TEXT} &amp;copy Ann", "copyright"),
        (f"<select><option>{TEXT}</select>", "in a select"),
        ("<p>Read <a href=/>on</a> if you like to know more of it", "short, with a link"),
        ("<p>It rained.", "short, beside boilerplate"),
    ],
)
def test_reason_of_a_block_by_itself(html: str, reason: str) -> None:
    assert set(reasons(html, fallback=False, language="en")) == {reason}


def test_first_matching_rule_counts() -> None:
    assert reasons(f"<p><a href=/>{TEXT} ©</a>") == ["mostly links"]


def test_text_of_medium_length_needs_text_beside_it() -> None:
    assert reasons(f"<p>{SENTENCE}", fallback=False) == ["text-like, between boilerplate"]
    assert reasons(f"<p>{SENTENCE}<p>{TEXT}")[0] == "text-like, beside text"


def test_few_more_stop_words_than_the_low_threshold_is_nearly_good() -> None:
    given = {"stoplist": ["the"], "fallback": False}
    tenth = "the " + "word " * 9
    assert reasons(f"<p>{tenth * 6}", stopwords_low=0.1, stopwords_high=0.2, **given) == [
        "text-like, between boilerplate"
    ]
    assert reasons(f"<p>{tenth * 6}", stopwords_low=0.1, stopwords_high=0.1, **given) == [
        "running text"
    ]
    assert reasons(f"<p>{tenth * 6}", stopwords_low=0.2, stopwords_high=0.2, **given) == [
        "few stop words"
    ]


def test_lengths_at_the_thresholds() -> None:
    html = "<p>" + "the " * 24 + "then"  # 100 characters
    assert reasons(html, length_low=101) == ["short, beside boilerplate"]
    assert reasons(html, length_low=100, length_high=99) == ["running text"]
    near = reasons(html, length_low=100, length_high=100, fallback=False)
    assert near == ["text-like, between boilerplate"]


def test_link_density_at_the_threshold() -> None:
    html = "<p><a href=/>" + "the " * 10 + "</a>" + "the " * 30
    assert set(reasons(html, max_link_density=0.25, length_high=99)) == {"running text"}
    assert set(reasons(html, max_link_density=0.24)) == {"mostly links"}


# Blocks in context, step by step.


def test_step_1_short_heading_before_text_is_nearly_good() -> None:
    # As nearly good it stands between "s" and the bad block, which makes both good.
    assert in_context("bsg") == "bbg"
    assert in_context("bsg", "_h") == "bgg"
    assert in_context("bssg", "_h") == "bggg"


def test_step_1_needs_a_good_block_within_the_distance() -> None:
    assert in_context("bssg", "_h", [9, 9, 200, 9], distance=200) == "bggg"
    assert in_context("bssg", "_h", [9, 9, 201, 9], distance=200) == "bbbg"


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("gsg", "ggg"),
        ("gssg", "gggg"),
        ("bsb", "bbb"),
        ("gsb", "gbb"),
        ("bsg", "bbg"),
        ("s", "b"),
        ("gs", "gb"),
        ("gsnb", "ggnb"),
        ("bnsg", "bngg"),
        ("gnsb", "gnbb"),  # the near-good block is on the good side
        ("gsn", "ggn"),  # the page's edge is bad
        ("gsnsb", "ggnbb"),  # from the old classes: the second has the bad block next to it
    ],
)
def test_step_2_short_blocks(before: str, after: str) -> None:
    assert letters(decide_short(classes(before))) == after


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("bnb", "bbb"),
        ("n", "b"),
        ("gnb", "ggb"),
        ("bng", "bgg"),
        ("bnng", "bggg"),
        ("gnnb", "gggb"),
    ],
)
def test_step_3_near_good_blocks(before: str, after: str) -> None:
    assert letters(decide_near_good(classes(before))) == after


def test_step_4_heading_that_became_bad_is_good_before_text() -> None:
    # Near-good by itself, between bad ones, so bad after step 3.
    assert in_context("bnbg") == "bbbg"
    assert in_context("bnbg", "_h") == "bgbg"
    assert in_context("bnbg", "_h", [9, 9, 201, 9]) == "bbbg"
    assert in_context("bbg", "_h") == "bbg"  # bad by itself stays bad


def test_step_4_uses_the_classes_before_it() -> None:
    # The second heading, 201 from the text, becomes good by nothing; the first does not lean on it.
    assert in_context("bnbnbg", "_h_h", [9, 9, 9, 9, 201, 9]) == "bbbbbg"


def slow_context(alone: str, is_heading: list[bool], length: list[int], distance: int) -> str:
    """The same as one would write it down, with a search from every block."""
    now = list(alone)

    def before_good(place: int) -> bool:
        between = 0
        for other in range(place + 1, len(now)):
            if between > distance:
                return False
            if now[other] == "g":
                return True
            between += length[other]
        return False

    def nearest(places: range, wanted: str) -> str:
        return next((now[place] for place in places if now[place] in wanted), "b")

    def around(place: int, wanted: str) -> tuple[str, str]:
        return (
            nearest(range(place - 1, -1, -1), wanted),
            nearest(range(place + 1, len(now)), wanted),
        )

    for place in range(len(now)):
        if is_heading[place] and now[place] == "s" and before_good(place):
            now[place] = "n"
    changed = now.copy()
    for place in range(len(now)):
        if now[place] == "s":
            pair, near = around(place, "gb"), around(place, "gbn")
            is_near = any(far == "b" and by == "n" for far, by in zip(pair, near, strict=True))
            changed[place] = "g" if pair == ("g", "g") or ("g" in pair and is_near) else "b"
    now = changed
    for place in range(len(now)):
        if now[place] == "n":
            now[place] = "b" if around(place, "gb") == ("b", "b") else "g"
    for place in range(len(now)):
        if is_heading[place] and now[place] == "b" != alone[place] and before_good(place):
            now[place] = "g"
    return "".join(now)


@settings(max_examples=500, deadline=None)
@given(
    blocks=st.lists(
        st.tuples(st.sampled_from("bsng"), st.booleans(), st.integers(0, 150)), max_size=25
    )
)
def test_columns_agree_with_a_search_from_every_block(blocks: list[tuple[str, bool, int]]) -> None:
    alone = "".join(block[0] for block in blocks)
    is_heading, length = [block[1] for block in blocks], [block[2] for block in blocks]
    marks = "".join("h" if heading else "_" for heading in is_heading)
    found = in_context(alone, marks, [float(value) for value in length])
    assert found == slow_context(alone, is_heading, length, 200)


def test_no_headings_treats_headings_like_other_blocks() -> None:
    html = f"<p><a href=/>Home</a><h2>High water</h2><p>{TEXT}"
    assert reasons(html)[1] == "heading of a text"
    assert reasons(html, no_headings=True)[1] == "short, beside boilerplate"


def test_heading_around_the_block_counts() -> None:
    html = f"<p><a href=/>Home</a><h2><div>High water</div></h2><p>{TEXT}"
    assert reasons(html)[1] == "heading of a text"


# Blocks of a page.


def test_two_line_breaks_end_a_block_and_one_does_not() -> None:
    assert len(TextBlocks.of(Page("<p>one<br>two<br><br>three<br> <br>four")).texts) == 3
    half = SENTENCE[: len(SENTENCE) // 2]
    assert kept(f"<p>{half}<br>{half}<br>{half}<br>{half}", length_high=150)
    assert not kept(f"<p>{half}<br><br>{half}<br><br>{half}<br><br>{half}", length_high=150)


def test_cells_and_items_are_blocks() -> None:
    html = "<table><tr><td>one<td>two</table><ul><li>three<li>four</ul>"
    assert TextBlocks.of(Page(html)).texts == ["one", "two", "three", "four"]


def test_hidden_text_does_not_count() -> None:
    html = f"<p>{TEXT} <span hidden>© secret</span> {SENTENCE}<p hidden>{TEXT}"
    decision = load("justext").decide(Page(html))
    assert decision.keep.tolist() == [True, False, True, False]
    assert decision.reasons[decision.reason[1]] == "not visible"


def test_hidden_text_leaves_the_space_around_it() -> None:
    assert TextBlocks.of(Page("<p>one <b hidden>x</b> two<b hidden>y</b>three")).texts == [
        "one twothree"
    ]


def test_white_space_of_preformatted_text_does_not_count() -> None:
    html = "<pre>  one\n\n\n    two <b hidden>x</b>\t three  </pre>"
    assert TextBlocks.of(Page(html)).texts == ["one two three"]
    table = "a" + " " * 300 + "b"
    assert reasons(f"<pre>{table}</pre>") == ["short, beside boilerplate"]


def test_page_without_good_blocks_falls_back_on_nearly_good_ones() -> None:
    html = f"<p><a href=/>Home</a><p>{SENTENCE}<p>{MENU}"
    assert kept(html) == [SENTENCE]
    assert kept(html, fallback=False) == []


def test_reason_of_a_block_kept_as_the_best() -> None:
    assert reasons(f"<p>{SENTENCE}<p>It rained.<p>{SENTENCE}") == [
        "text-like, best of the page",
        "short, beside text",
        "text-like, best of the page",
    ]


def test_reason_of_a_text_like_heading_between_boilerplate() -> None:
    link = "<p><a href=/>Home</a>"
    html = f"{link}<h2>{SENTENCE}</h2>{link}<p>{TEXT}<h2>{SENTENCE}</h2>"
    assert reasons(html) == [
        "mostly links",
        "text-like heading of a text",
        "mostly links",
        "running text",
        "text-like, beside text",
    ]


# Languages.


def test_given_language_is_used() -> None:
    assert kept(f"<p>{TEXT}", language="en-GB")
    assert not kept(f"<p>{TEXT}", language="fi")


def test_unknown_language_is_an_error_that_names_the_remedy() -> None:
    with pytest.raises(UnknownSetting, match="stoplist"):
        kept(f"<p>{TEXT}", language="tlh")


def test_wrong_lang_attribute_does_no_harm() -> None:
    assert kept(f"<html lang=fi><p>{TEXT}")


@pytest.mark.parametrize(
    "start",
    [
        "<html lang=en>",
        "<html xml:lang=en>",
        "<body lang=en>",
        "<body xml:lang=en>",
        "<html lang=xx><body lang=en>",
        "<html lang=en><body lang>",
    ],
)
def test_declared_language_decides_where_words_do_not(start: str) -> None:
    assert reasons(f"{start}<p>{MENU} {MENU}") == ["few stop words"]
    assert reasons(f"<p>{MENU} {MENU}") == ["running text"]


def test_language_of_links_does_not_count() -> None:
    german = "Es war eine der Sachen, an die er nicht gedacht hatte, als er zu ihnen kam. " * 2
    assert kept(f"<p><a href=/>{TEXT}</a>" * 6 + f"<p>{german}") == [german.strip()]


def test_language_of_a_part_does_not_count() -> None:
    assert reasons(f"<p lang=en>{MENU} {MENU}") == ["running text"]


def test_text_of_an_unknown_language_is_classified_by_length_and_links() -> None:
    html = "<p>" + "zzxq wvvk qqrz pplx " * 10
    assert reasons(html) == ["running text"]
    assert reasons(html, language="en") == ["few stop words"]


# A sentence each of languages that have no list.
UNLISTED = {
    "so": "Afhayeenka ayaa sheegay in shaqada mashruuca cusub ay bilaaban doonto bisha soo socota.",
    "ha": "Ya ce aikin sabon shirin zai fara a wata mai zuwa bayan da majalisar ta amince da shi.",
    "zu": "Uthe umsebenzi omusha uzoqala ngenyanga ezayo ngemva kokuthi umkhandlu uwugunyaze.",
    "mg": "Nilaza izy fa hanomboka amin'ny volana ambony ny asa rehefa nankatoavina.",
    "ht": "Li te di ke travay sou nouvo pwojè a pral kòmanse mwa pwochen apre yo te apwouve li.",
    "tt": "Ул яңа проект өстендә эш советның хуплавыннан соң киләсе айда башланачак дип белдерде.",
    "am": "በአዲሱ ፕሮጀክት ላይ ሥራው በሚቀጥለው ወር ይጀምራል ብለዋል። ከተማዋ ይህን መንገድ ለብዙ ዓመታት ትፈልግ ነበር።",
}


@pytest.mark.parametrize("language", UNLISTED)
@pytest.mark.parametrize("declared", ["none", "its own", "en", "uz"])
def test_text_in_a_language_without_a_list_is_kept(language: str, declared: str) -> None:
    lang = {"none": "", "its own": language}.get(declared, declared)
    text = UNLISTED[language]
    assert len(kept(f'<html lang="{lang}">' + f"<p>{text} {text}" * 3)) == 3


def test_own_stop_words() -> None:
    html = "<p>" + "zum dum " * 30
    assert reasons(html, stoplist=["zum"]) == ["running text"]
    assert reasons(html, stoplist=["bum"]) == ["few stop words"]


CHINESE = "这是他去看他们的时候没有想到的事情之一，他在那里住了一年，也不知道他们是不是还会来看他。"


def test_chinese_character_counts_as_three_letters() -> None:
    assert len(CHINESE) < 50
    assert reasons(f"<p>{CHINESE}", length_high=120) == ["running text"]
    assert reasons(f"<p>{CHINESE}", length_low=len(CHINESE) * 3 + 1) == [
        "short, beside boilerplate"
    ]


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("ja", "彼はその日のことを今でもよく覚えているが、それは誰にも話していないことであった。"),
        ("ko", "그는그날의일을지금도 잘 기억하고있지만 누구에게도 그것을 말하지않았다고했다그는"),
    ],
)
def test_character_of_japanese_or_korean_counts_as_two_letters(language: str, text: str) -> None:
    assert len(text) < 45
    assert reasons(f"<p>{text}", length_high=75) == ["running text"]
    # Chinese characters count for more.
    assert reasons(f"<p>{text}", length_low=110) == ["short, beside boilerplate"]


def test_own_stop_words_are_counted_as_in_the_given_language() -> None:
    given = {"stoplist": ["的", "他们", "是", "在", "了", "也", "不"], "stopwords_high": 0.25}
    assert reasons(f"<p>{CHINESE}", language="zh", length_high=120, **given) == ["running text"]
    assert reasons(f"<p>{CHINESE}{CHINESE}", **given) == ["few stop words"]
    assert reasons(f"<p>{CHINESE}", language="zh", stoplist=[]) == ["few stop words"]


def test_own_stop_words_need_no_list_of_the_language() -> None:
    assert reasons("<p>" + "zum dum " * 30, stoplist=["zum"], language="tlh") == ["running text"]


def test_row_of_chinese_names_is_dropped() -> None:
    cities = "北京 上海 广州 深圳 杭州 南京 武汉 成都 重庆 西安 登录 注册 购物车 客户服务 首页 新闻"
    page = f"<p>{CHINESE}<p>{cities}<p>{CHINESE}"
    assert reasons(page, length_high=120) == ["running text", "few stop words", "running text"]


# What it promises.


def test_more_stop_words_score_higher() -> None:
    html = f"<p>{TEXT}<p>{TEXT} {MENU}<p>{MENU} the the the<p>{MENU}{MENU}"
    score = load("justext").decide(Page(html)).score
    assert score.tolist() == sorted(score.tolist(), reverse=True)
    assert len(set(score.tolist())) == 4


def test_links_lower_the_score() -> None:
    html = f"<p>{SENTENCE} {TEXT}<p><a href=/>{SENTENCE}</a> {TEXT}"
    plain, link, beside_link = load("justext").decide(Page(html)).score
    assert 0.5 <= link == beside_link < plain


def test_kinds_follow_the_markup() -> None:
    page = Page(f"<h1>High water</h1><p>{TEXT}<ul><li>{TEXT}</ul>")
    kind = load("justext").decide(page).kind
    assert np.array_equal(kind, Decision(page, np.ones(3, bool)).kind)


def test_precision_keeps_less_and_recall_more() -> None:
    # Alone among menus: 254, 169 and 103 characters.
    texts = [TEXT, f"{SENTENCE} {SENTENCE}", f"{SENTENCE} It was late then."]
    page = Page("<html lang=en>" + "".join(f"<p>{MENU}<p>{text}<p>{MENU}" for text in texts))
    presets = ("precision", None, "recall")
    assert [load("justext", preset=preset).decide(page).kept for preset in presets] == [1, 2, 3]


def test_precision_falls_back_on_nearly_good_blocks_too() -> None:
    assert kept(f"<p>{SENTENCE}", preset="precision") == [SENTENCE]
    assert kept(f"<p>{SENTENCE}", preset="original") == []


def test_select_holds_its_options_only() -> None:
    blocks = TextBlocks.of(Page("<p>one<select><option>two<option>three</select><p>four"))
    assert blocks.is_in_select.tolist() == [False, True, True, False]
