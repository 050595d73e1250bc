from collections.abc import Callable

import pytest

from tests.sites.site_pages import sample, story, texts
from webwinnow import load
from webwinnow.methods.goldminer.article import article_blocks, nearest_common
from webwinnow.methods.goldminer.boundaries import Article, best_begin, best_ends


def articles(make: Callable[[int], str], container: str | None = None) -> list[Article]:
    """Of ten pages; the container is an element by name, or else the nearest around."""
    found = []
    for page in sample(*map(make, range(10)), inner=load("justext")).pages:
        node = nearest_common(page, article_blocks(page))
        named = page.markup.find(container) if container else None
        if named:
            node = page.markup.opens.tolist().index(named[0])
        found.append(Article(page, node, node))
    return found


def test_the_article_begins_at_its_title_even_outside_of_the_container() -> None:
    found = articles(
        lambda n: (
            f"<title>It rained on day {'abcdefghij'[n]}</title><div id=main>"
            f"<h1>It rained on day {'abcdefghij'[n]}</h1><ul><li><a href=/>Ann</a></ul>"
            f"<div class=story>{story(n)}</div></div>"
        ),
        "div.story",
    )
    assert best_begin(found) == ["h1"]


def test_it_begins_after_what_stands_before_it_in_the_container() -> None:
    found = articles(
        lambda n: (
            f"<div id=main><div class=promo><p>{texts('promo')[0]}</p></div>"
            f"<hr class=line>{story(n)}</div>"
        ),
        "div#main",
    )
    assert best_begin(found) == ["hr.line"]


def test_it_ends_before_what_recurs_in_the_container() -> None:
    found = articles(
        lambda n: (
            f"<div id=main>{story(n)}<div class=share>Share</div>{story('promo', n % 3)}</div>"
        ),
        "div#main",
    )
    assert best_ends(found) == ["div.share"]


def test_comments_outside_of_the_container_are_no_loss() -> None:
    found = articles(
        lambda n: (
            f"<div id=main><div class=story>{story(n)}<b class=share>Share</b></div>"
            f"<div class=talk>{story(('talk', n), n % 3)}</div></div>"
        ),
        "div.story",
    )
    assert best_ends(found) == ["b.share"]


def test_articles_that_end_in_different_ways_need_several_ends() -> None:
    ends = ("<div class=share>Share</div>", "<ul class=author><li>By Ann</ul>")
    found = articles(
        lambda n: f"<div id=main>{story(n)}{ends[n % 2]}{story('promo', 3)}</div>", "div#main"
    )
    assert sorted(best_ends(found)) == ["div.share", "ul.author"]


def test_where_nothing_has_a_name_a_series_of_tags_cuts() -> None:
    found = articles(
        lambda n: (
            f"<body><table><tr><td><p>{texts('promo')[0]}</p><h1>{texts(n)[1]}</h1>{story(n)}"
            f"<hr><ul><li>x</li></ul><p>{texts('promo')[1]}</p></td></tr></table>"
        )
    )
    begin, end = best_begin(found), best_ends(found)
    assert begin
    assert end
    assert all(article.find(begin[0], 1) is not None for article in found)
    first = [article.page.markup.find("h1") for article in found]
    assert all(each for each in first)
    assert end[0] in ("hr", "ul", "li") or end[0].startswith("<")


def test_what_a_line_ends_in_does_not_end_the_article() -> None:
    found = articles(
        lambda n: (
            f"<div id=main>{story(n)}<p>{texts((n, 'last'))[0]} <em class=mark>so they said, and "
            f"nobody was there to tell them.</em></p><div class=share>Share</div></div>"
        ),
        "div#main",
    )
    assert "em.mark" not in best_ends(found)
    assert best_ends(found) == ["div.share"]


def test_an_end_need_not_be_better_than_the_containers() -> None:
    found = articles(
        lambda n: f"<body><div id=main>{story(n)}<hr class=end></div><p>Share", "div#main"
    )
    assert best_ends(found) == ["hr.end"]


def test_a_series_that_cuts_nothing_off_is_not_taken() -> None:
    found = articles(lambda n: f"<body><div id=main>{story(n)}</div>", "div#main")
    assert best_ends(found) == []


def test_what_too_few_pages_have_cuts_nothing() -> None:
    found = articles(
        lambda n: f"<body><div id=main>{story(n)}</div>" + "<div id=rare>x</div>" * (n == 3),
        "div#main",
    )
    assert best_ends(found) == []
    assert best_begin(found[:1]) == []
    assert best_ends(found[:1]) == []


@pytest.mark.parametrize(
    ("tag", "end"),
    [
        ("<div class='share&nbsp;box'>", "div.share\xa0box"),
        ("<div id='&nbsp;share'>", "div#\xa0share"),
        ("<div class='a\vb'>", "div.a\vb"),
    ],
)
def test_white_space_that_html_does_not_know_is_part_of_a_name(tag: str, end: str) -> None:
    found = articles(
        lambda n: f"<div id=main>{story(n)}{tag}Share</div>{story('promo', 3)}</div>", "div#main"
    )
    assert best_ends(found)[0] == end


def test_a_name_that_cannot_be_written_is_passed_over() -> None:
    found = articles(
        lambda n: f"<div id=main>{story(n)}<my.share>Share</my.share>{story('promo', 3)}</div>",
        "div#main",
    )
    assert all(best_ends(found))
