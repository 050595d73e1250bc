from collections.abc import Callable

import pytest

from tests.sites.site_pages import sample, story, texts
from webwinnow import load
from webwinnow.methods.goldminer.boundaries import Article, find_begin_patterns, find_end_patterns
from webwinnow.methods.goldminer.sample import article_blocks, find_common_ancestor


def articles(make: Callable[[int], str], container: str | None = None) -> list[Article]:
    """Of ten pages; the container is an element by name, or else the nearest around."""
    found = []
    for page in sample(*map(make, range(10)), inner=load("justext")).pages:
        node = find_common_ancestor(page, article_blocks(page))
        named = page.markup.find(container) if container else None
        if named:
            node = page.markup.opens.tolist().index(named[0])
        found.append(Article(page, node))
    return found


def test_article_begins_at_its_title_outside_of_the_container() -> None:
    found = articles(
        lambda n: (
            f"<title>It rained on day {'abcdefghij'[n]}</title><div id=main>"
            f"<h1>It rained on day {'abcdefghij'[n]}</h1><ul><li><a href=/>Ann</a></ul>"
            f"<div class=story>{story(n)}</div></div>"
        ),
        "div.story",
    )
    assert find_begin_patterns(found) == ["h1"]


def test_article_begins_after_other_text_in_the_container() -> None:
    found = articles(
        lambda n: (
            f"<div id=main><div class=promo><p>{texts('promo')[0]}</p></div>"
            f"<hr class=line>{story(n)}</div>"
        ),
        "div#main",
    )
    assert find_begin_patterns(found) == ["hr.line"]


def test_article_ends_before_recurring_text() -> None:
    found = articles(
        lambda n: (
            f"<div id=main>{story(n)}<div class=share>Share</div>{story('promo', n % 3)}</div>"
        ),
        "div#main",
    )
    assert find_end_patterns(found) == ["div.share"]


def test_comments_outside_of_the_container_need_no_pattern() -> None:
    found = articles(
        lambda n: (
            f"<div id=main><div class=story>{story(n)}<b class=share>Share</b></div>"
            f"<div class=talk>{story(('talk', n), n % 3)}</div></div>"
        ),
        "div.story",
    )
    assert find_end_patterns(found) == ["b.share"]


def test_articles_with_different_ends_have_several_patterns() -> None:
    ends = ("<div class=share>Share</div>", "<ul class=author><li>By Ann</ul>")
    found = articles(
        lambda n: f"<div id=main>{story(n)}{ends[n % 2]}{story('promo', 3)}</div>",
        "div#main",
    )
    assert sorted(find_end_patterns(found)) == ["div.share", "ul.author"]


def test_tag_sequence_is_used_where_nothing_has_a_name() -> None:
    found = articles(
        lambda n: (
            f"<body><table><tr><td><p>{texts('promo')[0]}</p><h1>{texts(n)[1]}</h1>{story(n)}"
            f"<hr><ul><li>x</li></ul><p>{texts('promo')[1]}</p></td></tr></table>"
        )
    )
    begin, end = find_begin_patterns(found), find_end_patterns(found)
    assert begin
    assert end
    assert all(article.find(begin[0], 1) is not None for article in found)
    first = [article.page.markup.find("h1") for article in found]
    assert all(each for each in first)
    assert end[0] in ("hr", "ul", "li") or end[0].startswith("<")


def test_inline_elements_do_not_end_the_article() -> None:
    found = articles(
        lambda n: (
            f"<div id=main>{story(n)}<p>{texts((n, 'last'))[0]} <em class=mark>so they said, and "
            f"nobody was there to tell them.</em></p><div class=share>Share</div></div>"
        ),
        "div#main",
    )
    assert "em.mark" not in find_end_patterns(found)
    assert find_end_patterns(found) == ["div.share"]


def test_end_pattern_as_good_as_the_container_is_used() -> None:
    found = articles(
        lambda n: f"<body><div id=main>{story(n)}<hr class=end></div><p>Share", "div#main"
    )
    assert find_end_patterns(found) == ["hr.end"]


def test_useless_sequence_is_not_used() -> None:
    found = articles(lambda n: f"<body><div id=main>{story(n)}</div>", "div#main")
    assert find_end_patterns(found) == []


def test_rare_patterns_are_not_used() -> None:
    found = articles(
        lambda n: f"<body><div id=main>{story(n)}</div>" + "<div id=rare>x</div>" * (n == 3),
        "div#main",
    )
    assert find_end_patterns(found) == []
    assert find_begin_patterns(found[:1]) == []
    assert find_end_patterns(found[:1]) == []


@pytest.mark.parametrize(
    ("tag", "end"),
    [
        ("<div class='share&nbsp;box'>", "div.share\xa0box"),
        ("<div id='&nbsp;share'>", "div#\xa0share"),
        ("<div class='a\vb'>", "div.a\vb"),
    ],
)
def test_other_white_space_is_part_of_a_name(tag: str, end: str) -> None:
    found = articles(
        lambda n: f"<div id=main>{story(n)}{tag}Share</div>{story('promo', 3)}</div>",
        "div#main",
    )
    assert find_end_patterns(found)[0] == end


def test_unwritable_name_is_skipped() -> None:
    found = articles(
        lambda n: f"<div id=main>{story(n)}<my.share>Share</my.share>{story('promo', 3)}</div>",
        "div#main",
    )
    assert all(find_end_patterns(found))
