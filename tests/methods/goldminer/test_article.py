from tests.sites.site_pages import index, paragraphs, sample, sampled, story, texts
from webwinnow.methods.goldminer.article import (
    article_blocks,
    container_votes,
    is_index,
    nearest_common,
)
from webwinnow.methods.goldminer.sample import SamplePage


def article(page: SamplePage) -> list[str]:
    return [page.texts[block] for block in article_blocks(page)]


def holder(page: SamplePage) -> str:
    node = nearest_common(page, article_blocks(page))
    tag, attributes = page.page.tag_name(node), page.page.attributes(node)
    return f"{tag}#{attributes['id']}" if "id" in attributes else tag


def test_the_article_is_what_one_element_holds() -> None:
    page = sampled(f"<div id=a>{story(1)}</div><div id=b>{story(2, 1)}</div>")
    assert article(page) == texts(1)
    assert holder(page) == "div#a"


def test_comments_after_it_may_be_longer() -> None:
    page = sampled(f"<div id=a>{story(1, 4)}</div><div id=b>{story(2, 8)}</div>")
    assert article(page) == texts(1)


def test_a_teaser_before_it_is_too_little() -> None:
    page = sampled(f"<div id=a>{story(1, 1)}</div><div id=b>{story(2, 6)}</div>")
    assert article(page) == texts(2, 6)


def test_parts_of_the_same_looks_are_one_article() -> None:
    parts = "".join(f"<div class=part>{story(n, 1)}</div>" for n in range(5))
    page = sampled(f"<div id=a>{parts}</div><div class=more>{story(9, 1)}</div>")
    assert article(page) == [texts(n, 1)[0] for n in range(5)]
    assert holder(page) == "div#a"


def test_where_nothing_is_much_the_most_is_taken() -> None:
    looks = "".join(f"<div class=c{chr(97 + n)}>{story(n, 1)}</div>" for n in range(5))
    page = sampled(f"{looks}<div class=z>{story(9, 2)}</div>")
    assert article(page) == texts(9, 2)


def test_a_single_paragraph_is_held_by_what_is_around_it() -> None:
    assert holder(sampled(f"<div id=a><p>{texts(1)[0]}</p></div>")) == "div#a"


def test_a_list_of_leads_is_an_index_and_an_article_is_none() -> None:
    page = sampled(index(1))
    assert is_index(page, article_blocks(page))
    page = sampled(f"<div id=a><h1>It rained</h1>{story(1, 6)}</div>")
    assert not is_index(page, article_blocks(page))


def test_parts_without_headlines_between_are_no_index() -> None:
    page = sampled("".join(f"<div class=part>{story(n, 2)}</div>" for n in range(4)))
    assert not is_index(page, article_blocks(page))


def test_elements_vote_by_all_their_names_or_by_those_of_the_nearest_that_has_some() -> None:
    named = f"<body><div id=a class='x y'>{paragraphs(texts(1))}</div><div>b</div>"
    unnamed = f"<body><section id=s><div>{paragraphs(texts(2))}</div><div>c</div></section>"
    pages = sample(named, unnamed).pages
    votes = container_votes(pages, [article_blocks(page) for page in pages])
    keys = [page.markup for page in pages]
    found = {keys[0].once(key) for key in votes} - {None}
    assert sum(votes.values()) == 5  # div#a div.y div.x, and section#s section
    assert len(found) == 1
