import random
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.support.timing import assert_linear
from webwinnow import Page, load
from webwinnow._core import KIND_NAMES
from webwinnow.methods.kimatu.blocks import StyleBlocks, hash_styles
from webwinnow.methods.kimatu.elements import Elements, Words
from webwinnow.methods.kimatu.heuristics import block_distances, find_near_blocks
from webwinnow.methods.kimatu.quotes import common_subsequence_length
from webwinnow.methods.kimatu.weights import WEIGHTS, Weights

FORUMS = Path(__file__).parent / "forums"
LONG = "The boats went out before the sun rose, and the harbour was empty when we came down. "


def kept(html: str, **settings: Any) -> list[str]:
    page = Page(html)
    keep = load("kimatu", **settings).decide(page).keep
    return [text for text, is_kept in zip(page.run_texts(), keep, strict=True) if is_kept]


def reasons(html: str, **settings: Any) -> dict[str, str]:
    page = Page(html)
    decision = load("kimatu", **settings).decide(page)
    found = [decision.reasons[reason] for reason in decision.reason]
    return dict(zip(page.run_texts(), found, strict=True))


def blocks_of(html: str, **numbers: Any) -> list[int]:
    elements = Elements(Page(html))
    return list(StyleBlocks.of(elements, Weights(**numbers)).of_element)


def style_hashes(html: str, levels: int = 0) -> list[int]:
    elements = Elements(Page(html))
    return [int(number) for number in hash_styles(elements, levels)]


# Looks


def test_texts_of_one_tag_and_class_have_one_style() -> None:
    one, two, three = style_hashes("<p class=a>one</p><p class=a>two</p><p class=b>three</p>")
    assert one == two != three


def test_digits_and_alternating_words_do_not_change_a_style() -> None:
    one, two = style_hashes('<p class="post-1 odd">one</p><p class="post-22 even">two</p>')
    assert one == two


def test_attributes_of_appearance_replace_a_missing_class() -> None:
    one, two, three = style_hashes(
        "<p align=left>a</p><p align=right>b</p><p align=left id=c>c</p>"
    )
    assert one == three != two


def test_fully_bold_text_has_its_own_style() -> None:
    one, two, three = style_hashes("<p><b>one</b></p><p>two <b>three</b></p><p>four</p>")
    assert one != two == three


def test_more_levels_distinguish_more_styles() -> None:
    html = "<div class=a><p>one</p></div><div class=b><p>two</p></div>"
    assert len(set(style_hashes(html, 0))) == 1
    assert len(set(style_hashes(html, 1))) == 2
    assert len(set(style_hashes(html, 600))) == 2


# Blocks and ratios


def test_distant_elements_of_one_style_are_two_blocks() -> None:
    html = "<p>a</p>" + "<b><div>x</div></b>" * 5 + "<p>b</p>"
    assert blocks_of(html, near=6)[0] == blocks_of(html, near=6)[-1]
    assert blocks_of(html, near=5)[0] != blocks_of(html, near=5)[-1]


def test_ratio_is_that_of_the_formula() -> None:
    # Block p: 22 + 12 characters in two elements, 4 marks on 8 words; block li: 4 characters
    # in one link.
    html = "<p>one, two, three four five.</p><p>six, seven ten</p><ul><li><a href=a>news</a></ul>"
    elements = Elements(Page(html))
    assert elements.chars.tolist() == [22, 12, 4]
    assert elements.marks.tolist() == [3, 1, 0]
    assert elements.links.tolist() == [0, 0, 1]
    blocks = StyleBlocks.of(elements, Weights(average_cap=36, marks_per_word=1.0, most_links=2))
    p, li = blocks.ratio[blocks.of_element[[0, 2]]]
    assert p == pytest.approx(0.5 * 1 + 0.5 * 1 - (1 - 4 / 8) - 0)
    assert li == pytest.approx(0.5 * 4 / 34 + 0.5 * 4 / 17 - 1 - 1 / 2)


@pytest.mark.parametrize(
    ("text", "marks"),
    [
        ("At 10:30 the U.S.A. won 3.5 to 2.", 1),
        ("At last... (the end)", 1),
        ("我来了，你走了。", 2),
        ("no marks at all", 0),
        ("“Yes,” he said; no.", 5),
        ('He said "no" and left.', 3),
        ("«Oui» and ‘yes’", 4),
        ("they don't and won’t", 0),
    ],
)
def test_only_marks_and_quotes_at_the_boundaries_of_phrases_count(text: str, marks: int) -> None:
    assert Elements(Page(f"<p>{text}</p>")).marks.tolist() == [marks]


def test_words_are_compared_without_case_digits_and_marks() -> None:
    elements = Elements(Page("<p>Page 12, the END</p><p>page 7 (the end)</p>"))
    words = Words(elements, np.ones(2, bool))
    assert words.first.tolist() == [0, 4, 8]
    one, two = words.hashes[[0, 2, 3]], words.hashes[[4, 6, 7]]
    assert one.tolist() == two.tolist()


def test_only_chosen_elements_have_words() -> None:
    elements = Elements(Page("<p>one</p><p>two <b>three</b></p><p>four</p><p>我来</p>"))
    words = Words(elements, np.array([False, True, False, True]))
    assert words.first.tolist() == [0, 0, 2, 2, 4]


# Steps


def test_short_texts_that_share_most_words_are_function_text() -> None:
    post = f"<div class=by>Posted in the forum by {{n}}</div><p>{LONG * 3}{{n}}.</p>"
    found = reasons("".join(post.format(n=n) for n in "ABCD"))
    assert found["Posted in the forum by A"] == "function text"
    assert found["Posted in the forum by D"] == "function text"


def test_function_text_takes_three_elements() -> None:
    line = "Posted in the forum by {n}"
    post = f"<div class=by>{line}</div><p>{LONG * 3}{{n}}.</p>"
    for count, reason in ((2, "near a candidate"), (3, "function text")):
        found = reasons("".join(post.format(n=n) for n in "ABC"[:count]))
        assert found[line.format(n="A")] == reason


def test_function_text_is_not_tested_for_quotes() -> None:
    line = "We sell nets, ropes, sails and oars at the harbour."
    post = f"<p class=t>{line} {LONG * 3}{{n}}.</p><div class=ad>{line}</div>"
    found = reasons("".join(post.format(n=n) for n in "abcd") + f"<p class=t>{LONG * 3}")
    assert found[line] == "function text"


def test_page_that_has_only_function_text_keeps_it() -> None:
    assert len(kept("<p>Posted by A<p>Posted by B<p>Posted by C<p>Posted by D")) == 4


def test_dispersed_text_with_a_sure_style_is_kept() -> None:
    menu = "<ul><li><a href=a>News</a><li><a href=b>Sport</a></ul>" * 2
    stray = "Later it rained, too, and nobody else went out until the evening came."
    html = f"<p class=t>{LONG * 4}</p>{menu}<p class=t>{stray}</p>"
    alone = Weights(near=2, neighbour_before=0, neighbour_after=0)
    assert reasons(html, weights=alone)[stray] == "looks like a sure block"
    assert stray not in kept(html, weights=replace(alone, dispersed_near=2))


def test_dispersed_text_is_kept_beside_a_best_block_of_negative_ratio() -> None:
    html = "<p class=t>The harbour was empty</p>" + "<div>x</div><h2>y</h2>" + "<p class=t>We left"
    weights = Weights(
        near=2, neighbour_before=0, neighbour_after=0, length=0.1, average=0.1, keep_best=True
    )
    assert (StyleBlocks.of(Elements(Page(html)), weights).ratio < 0).all()
    found = reasons(html, weights=weights)
    assert found["The harbour was empty"] == "high ratio"
    assert found["We left"] == "looks like a sure block"
    hopeless = replace(weights, dispersed_ratio=1.0)
    assert reasons(html, weights=hopeless)["We left"] == "low ratio"


def test_candidate_far_from_the_others_is_dropped_as_published() -> None:
    texts = zip("abcd", make_texts(4), make_texts(8)[4:], strict=True)
    text = "".join(f"<p class=c{n}>{one} {two}</p>" for n, one, two in texts)
    menu = "<ul><li><a href=a>News</a><li><a href=b>Sport</a></ul>" * 20
    notice = "All rights are reserved, and nothing here may be copied, as the law says. " * 2
    html = f"<body>{text}{menu}<div class=z>{notice}</div>"
    assert reasons(html, weights="paper")[notice.strip()] == "far from the other candidates"
    assert notice.strip() in kept(html, weights=Weights(sure=0.1))


def test_candidate_far_out_in_the_tree_is_dropped_by_default() -> None:
    text = f"<div><div><div><div>{f'<p>{LONG * 3}</p>' * 5}</div></div></div></div>"
    notice = "All rights are reserved, and nothing here may be copied, as the law says. " * 3
    found = reasons(f"<body>{text}<div class=z>{notice}</div>")
    assert found[notice.strip()] == "far from the other candidates"


NOTICE = " ".join(["All rights are reserved, and nothing here may be copied, as the law says."] * 3)
ONLY_MAIN = replace(WEIGHTS["searched"], far=0, sure=2.0)


def test_main_container_need_not_hold_a_stray_of_its_look() -> None:
    main = f"<div class=m>{f'<p class=t>{LONG * 4}</p>' * 4}</div>"
    stray = f"<p class=t>{LONG * 2}Stray.</p><div class=z>{NOTICE}</div>"
    assert reasons(main + stray, weights=ONLY_MAIN)[NOTICE] == "far from the other candidates"


def test_main_container_holds_four_fifths_of_the_largest_block() -> None:
    main, rest = (f"<div class=m>{f'<p class=t>{LONG * 4}</p>' * count}</div>" for count in (7, 3))
    assert NOTICE in kept(f"{main}{rest}<div class=z>{NOTICE}</div>", weights=ONLY_MAIN)


def test_levels_around_the_main_container_are_near() -> None:
    main = f"<div><div><div>{f'<p>{LONG * 4}</p>' * 4}</div></div></div>"
    html = f"<body><div>{main}<div class=z>{NOTICE}</div></div>"
    assert NOTICE in kept(html, weights=replace(ONLY_MAIN, far=3))
    found = reasons(html, weights=replace(ONLY_MAIN, far=2))
    assert found[NOTICE] == "far from the other candidates"


def test_markup_names_navigation_and_comments() -> None:
    comments = f"<div id=comments><div class=one>{LONG} I was there.</div></div>"
    html = f"<nav><p>{LONG}</p></nav>" + f"<p>{LONG * 4}</p>" * 4 + comments
    found = reasons(html)
    assert found[LONG.strip()] == "function named by the markup"
    assert LONG.strip() not in kept(f"<div class=mainMenu><p>{LONG}</p></div>" + f"<p>{LONG * 4}")
    assert LONG.strip() not in kept(f"<div id=cookie-note>{LONG}</div>" + f"<p>{LONG * 4}</p>" * 2)
    assert found[f"{LONG} I was there.".replace("  ", " ")] == "function named by the markup"


def test_container_with_a_role_that_holds_half_of_the_text_is_text() -> None:
    assert kept(f"<aside><p>{LONG * 2}</aside><p>{LONG}{LONG}") != [(LONG * 2).strip()]
    texts = kept(f"<aside><p>{LONG * 3}</aside><div>{LONG}</div>")
    assert (LONG * 3).strip() in texts


def test_length_is_measured_by_the_longest_block_that_has_no_role() -> None:
    text, aside = f"<p>{LONG * 4}</p>", f"<aside>{LONG * 3}</aside>"
    weights = WEIGHTS["searched"]
    alone, beside = (Elements(Page(html)) for html in (text, text + aside * 2))
    ratio = StyleBlocks.of(alone, weights).ratio.max()
    assert StyleBlocks.of(beside, weights).ratio.max() == pytest.approx(ratio)


def test_comments_longer_than_the_rest_are_a_discussion() -> None:
    comments = f"<div id=comments>{f'<p>{LONG * 4}</p>' * 4}</div>"
    assert len(kept(f"<div class=a>{LONG}</div>{comments}")) >= 4


def test_distances_are_between_nearest_elements() -> None:
    # Blocks by look: a at 0 and 4, b at 1, c at 3; d, at 2, is no candidate.
    elements = Elements(Page("<p class=a>1<p class=b>2<p class=d>3<p class=c>4<p class=a>5"))
    blocks = StyleBlocks.of(elements, Weights())
    chosen = np.array([True, True, False, True, True])
    by_element = blocks.of_element
    assert block_distances(blocks, chosen)[by_element].tolist() == [1, 1, 5, 1, 1]
    only_first = np.array([True, False, False, False, False])
    for most, near in enumerate(([0, 4], [0, 1, 4], [0, 1, 2, 4], [0, 1, 2, 3, 4])):
        is_near = find_near_blocks(blocks, only_first, most)[by_element]
        assert np.flatnonzero(is_near).tolist() == near


# Quotes


@given(st.lists(st.integers(0, 5), max_size=40), st.lists(st.integers(0, 5), max_size=40))
def test_bits_give_the_longest_common_subsequence(one: list[int], two: list[int]) -> None:
    table = np.zeros((len(one) + 1, len(two) + 1), int)
    for i, a in enumerate(one):
        for j, b in enumerate(two):
            best = max(table[i, j + 1], table[i + 1, j])
            table[i + 1, j + 1] = table[i, j] + 1 if a == b else best
    assert common_subsequence_length(one, two) == table[-1, -1]


POSTS = [
    "The bread from my new oven",
    "A steel plate gives off",
    "Cooling matters more than",
    "Thank you both! I baked",
    "Rye wants more water",
    "Do not forget the sour dough",
]
QUOTES = [
    "Start at 240 degrees, and after fifteen",
    "The crumb sets while the loaf",
    "The crust is thinner, the crumb",
    "If you begin with a third",
]


@pytest.mark.parametrize(
    ("forum", "weights"),
    # By the paper's weights the levels of a nested thread are so many looks, too few texts each.
    [("articles", "paper"), ("tables", "paper")]
    + [(forum, "searched") for forum in ("articles", "nested", "tables")],
)
def test_forum_keeps_every_post_and_drops_quotes_and_function_lines(
    forum: str, weights: str
) -> None:
    texts = kept((FORUMS / f"{forum}.html").read_text("utf-8"), weights=weights)
    for post in POSTS:
        assert sum(text.startswith(post) for text in texts) == 1
    for quote in QUOTES:
        assert not any(text.lstrip("> ").startswith(quote) for text in texts)
    for line in ("posted", "report", "reply", "back to top", "joined", "profile"):
        assert not any(text.lower().startswith(line) for text in texts)


@pytest.mark.parametrize("forum", ["articles", "nested", "tables"])
def test_quotes_in_forums_have_their_reason(forum: str) -> None:
    found = reasons((FORUMS / f"{forum}.html").read_text("utf-8"))
    named = [text.lstrip("> ") for text, reason in found.items() if reason == "quote"]
    assert [any(text.startswith(quote) for text in named) for quote in QUOTES] == [True] * 4


def test_copy_without_a_reply_is_no_quote() -> None:
    text = "".join(f"<p class=a>{LONG}{n} and {n} again.</p>" for n in range(4))
    copy = text.replace("class=a", "class=b")
    assert "quote" not in reasons(text + copy).values()


def make_texts(count: int) -> list[str]:
    """Sentences that share no sequence of words."""
    return [
        ", ".join(" ".join(f"w{n}x{part}y{word}" for word in "abcd") for part in "efghijkl") + "."
        for n in "abcdefghijkl"[:count]
    ]


def test_largest_style_is_never_a_quote() -> None:
    texts = make_texts(6)
    triples = "".join(f"<p class=a>{n}<p class=b>{n}<p class=c>{n}" for n in texts[:3])
    end = f"<p class=a>{texts[3]}</p>"
    more = f"<p class=b>{texts[4]} {texts[5]}</p>"
    assert quoting("bc", triples + end) == [True, True]
    assert quoting("bc", triples + more + end) == [False, True]


def quoting(classes: str, html: str) -> list[bool]:
    """Return whether all paragraphs of a class are named quotes."""
    page = Page(html)
    decision = load("kimatu").decide(page)
    found: dict[str | None, set[str]] = {}
    for node, reason in zip(page.runs.node, decision.reason, strict=True):
        found.setdefault(page.attribute(node, "class"), set()).add(decision.reasons[reason])
    return [found[name] == {"quote"} for name in classes]


def test_style_with_half_quotes_is_no_quote() -> None:
    texts = make_texts(10)
    posts = "".join(f"<p class=a>{text} {text[::-1]}</p>" for text in texts[:8])
    quotes = "".join(f"<p class=b>{text}</p>" for text in (texts[0], texts[1], texts[8], texts[9]))
    html = posts + quotes + f"<p class=a>{texts[2]}</p>"
    assert "quote" not in reasons(html).values()
    fewer = replace(WEIGHTS["searched"], quote_most=0.4)
    assert list(reasons(html, weights=fewer).values()).count("quote") == 4


def thread(posts: int) -> str:
    rng = random.Random(posts)
    texts: list[str] = []
    parts = []
    for number in range(posts):
        text = ", ".join(" ".join(f"w{rng.randrange(5000)}" for _ in "abcdef") for _ in range(8))
        quote = f"<div class=q>{' '.join(rng.choice(texts).split()[4:40])}</div>" if texts else ""
        parts.append(f"<div class=by>Posted by u{number}</div>{quote}<div class=t>{text}.</div>")
        texts.append(text)
    return "".join(parts)


def test_quotes_of_a_long_thread_are_found() -> None:
    large = Page(thread(2000))
    decision = load("kimatu").decide(large)
    names = [decision.reasons[reason] for reason in decision.reason]
    assert names.count("quote") == 1999
    assert names.count("high ratio") == 2000


def test_time_is_linear_in_the_length_of_a_thread() -> None:
    def prepare(posts: int) -> Callable[[], object]:
        page = Page(thread(posts))
        return lambda: load("kimatu").decide(page)

    assert_linear(prepare, 500)


# Output


def test_short_bold_line_is_a_header_and_a_long_text_in_a_header_tag_is_not() -> None:
    html = f"<p><b>At the harbour</b></p><p>{LONG * 3}</p><h2>{LONG * 4}</h2><p><b>Now go!</b></p>"
    page = Page(html)
    kinds = [KIND_NAMES[kind] for kind in load("kimatu").decide(page).kind]
    assert kinds == ["heading", "paragraph", "paragraph", "paragraph"]


def test_scores_follow_the_ratio_among_kept_and_among_dropped_texts() -> None:
    html = f"<h1>At sea.</h1><p>{LONG * 4}</p><ul><li><a href=a>News</a></ul><nav>{LONG}</nav>"
    page = Page(html)
    heading, text, menu, aside = load("kimatu").decide(page).score.tolist()
    assert text > heading >= 0.5 > aside > menu


def test_precision_preset_keeps_fewer_neighbours() -> None:
    line = "Share this story with your friends"
    html = f"<div class=s>{line}</div><p>{LONG * 4}</p><p>{LONG * 3}</p>"
    assert line in kept(html)
    assert len(kept(html, preset="precision")) == 2


def test_presets_keep_less_and_more() -> None:
    page = Page((FORUMS / "tables.html").read_text("utf-8") + f"<p>{LONG}")
    few, most = (load("kimatu", preset=name).decide(page).kept for name in ("precision", "recall"))
    assert few <= load("kimatu").decide(page).kept <= most
