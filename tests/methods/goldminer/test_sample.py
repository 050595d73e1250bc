from tests.sites.site_pages import (
    article_page,
    discussion,
    index_page,
    paragraphs,
    sample,
    sample_page,
    story,
    texts,
)
from webwinnow import Page, load
from webwinnow.methods.goldminer.sample import (
    SamplePage,
    article_blocks,
    count_container_votes,
    find_common_ancestor,
    find_title_block,
    is_index,
    mark_headings,
)


def own(page: SamplePage) -> list[str]:
    return [text for text, is_own in zip(page.texts, page.own, strict=True) if is_own]


def test_good_block_of_two_articles_belongs_to_neither() -> None:
    one, two = texts(1), texts(2)
    notice = texts("notice", 1)[0]
    found = sample(f"<p>{notice}{story(1)}", f"{story(2)}<p>{notice}")
    assert [own(page) for page in found.pages] == [one, two]


def test_blocks_that_the_inner_method_drops_are_not_good() -> None:
    html = f"<ul><li><a href=/>Home</a></ul>{story(1)}"
    (page,) = sample(html, inner=load("justext")).pages
    assert own(page) == texts(1)


def test_linked_headline_is_not_good() -> None:
    page = sample_page(f"<h2><a href=/>{texts(1)[0]}</a></h2><p>{texts(2)[0]}")
    assert own(page) == texts(2)[:1]


def test_article_under_two_urls_counts_once() -> None:
    found = sample(article_page(1), article_page(1, after="<p>Printed today."), article_page(2))
    assert found.article == [0, 0, 2]
    assert found.distinct == 2
    assert [set(texts(n)) <= set(own(found.pages[n])) for n in (1, 2)] == [True, True]
    assert len(found.used) == 2


def test_articles_that_share_less_than_half_are_distinct() -> None:
    shared = texts("shared", 2)
    found = sample(*(f"<p>{'<p>'.join([*texts(n, 3), *shared])}" for n in range(2)))
    assert found.distinct == 2
    assert not set(shared) & set(own(found.pages[0]))


def test_pages_with_little_text_are_not_used() -> None:
    found = sample(article_page(1), article_page(2), "<p>A short one.", min_text=300)
    assert len(found.pages) == 3
    assert found.used == found.pages[:2]


def title_of(html: str) -> str | None:
    page = Page(html)
    block = find_title_block(page, page.block_texts(), mark_headings(page))
    return None if block is None else page.block_texts()[block]


def test_title_is_the_first_heading_with_the_words_of_the_page_title() -> None:
    html = "<title>{}</title><h1>The Sun</h1><h2>It rained all night long</h2><h2>Other</h2>"
    assert title_of(html.format("It rained all night long | Weather")) == "It rained all night long"
    assert title_of(html.format("It rained all night | Weather")) == "It rained all night long"
    assert title_of(html.format("Nothing of it")) is None
    assert title_of("<h1>It rained</h1>") is None


def test_empty_heading_is_not_the_title() -> None:
    assert title_of("<title>It rained</title><h1></h1><h1><a href=/x>It rained</a></h1>") == (
        "It rained"
    )
    assert title_of("<title></title><h1>It rained</h1>") is None


def test_pages_without_text_are_allowed() -> None:
    found = sample("", "<p>", "<script>1</script>", min_text=0)
    assert [own(page) for page in found.pages] == [[], [], []]
    assert found.distinct == 3


def article(page: SamplePage) -> list[str]:
    return [page.texts[block] for block in article_blocks(page)]


def holder(page: SamplePage) -> str:
    node = find_common_ancestor(page, article_blocks(page))
    tag, attributes = page.page.tag_name(node), page.page.attributes(node)
    return f"{tag}#{attributes['id']}" if "id" in attributes else tag


def test_article_is_all_text_of_its_own() -> None:
    page = sample_page(f"<div id=a>{story(1)}</div><div id=b>{story(2, 1)}</div>")
    assert article(page) == texts(1) + texts(2, 1)
    assert holder(page) == "body"


def test_comments_are_no_part_of_the_article() -> None:
    page = sample_page(f"<div id=a>{story(1, 2)}</div>{discussion(2, 8)}")
    assert article(page) == texts(1, 2)
    assert holder(page) == "div#a"


def test_page_with_comments_only_has_them_as_its_article() -> None:
    page = sample_page(discussion(2, 8))
    assert set(texts(2, 8)) < set(article(page))


def test_title_does_not_vote_for_the_container() -> None:
    page = sample_page(f"<title>It rained</title><h1>It rained</h1><div id=a>{story(1)}</div>")
    assert article(page) == texts(1)
    assert holder(page) == "div#a"


def test_lead_that_is_a_teaser_elsewhere_belongs_to_its_article() -> None:
    lead = texts("lead", 1)[0]
    first = f"<p class=lead>{lead}</p>{story(1)}"
    other = f"{story(2)}<div class=box><h3><a href=/1>It rained again</a></h3><p>{lead}</p></div>"
    found = sample(first, other)
    assert lead in own(found.pages[0])
    assert own(found.pages[1]) == texts(2)


def test_pages_of_one_article_share_its_title() -> None:
    def part(number: int, title: str) -> str:
        body = story((title, number))
        return f"<title>{title}</title><h1>{title}</h1><p class=lead>{texts(title)[0]}</p>{body}"

    found = sample(*(part(n, title) for title in ("It rained", "It snowed") for n in range(3)))
    assert found.article == [0, 0, 0, 3, 3, 3]
    assert texts("It rained")[0] in own(found.pages[1])


def test_title_of_all_pages_does_not_make_them_one_article() -> None:
    found = sample(*(f"<title>The Sun</title><h1>The Sun</h1>{story(n)}" for n in range(6)))
    assert found.distinct == 6


def test_holder_of_a_single_paragraph_is_its_parent() -> None:
    assert holder(sample_page(f"<div id=a><p>{texts(1)[0]}</p></div>")) == "div#a"


def test_list_of_leads_is_an_index() -> None:
    page = sample_page(index_page(1))
    assert is_index(page, article_blocks(page))
    page = sample_page(f"<div id=a><h1>It rained</h1>{story(1, 6)}</div>")
    assert not is_index(page, article_blocks(page))


def test_parts_without_headlines_are_no_index() -> None:
    page = sample_page("".join(f"<div class=part>{story(n, 2)}</div>" for n in range(4)))
    assert not is_index(page, article_blocks(page))


def test_ancestors_vote_with_all_their_keys() -> None:
    named = f"<body><div id=a class='x y'>{paragraphs(texts(1))}</div><div><a href=/>b</a></div>"
    unnamed = (
        f"<body><section id=s><div>{paragraphs(texts(2))}</div><div><a href=/>c</a></div></section>"
    )
    pages = sample(named, unnamed).pages
    votes = count_container_votes(pages, [article_blocks(page) for page in pages])
    keys = [page.markup for page in pages]
    found = {keys[0].find_unique(key) for key in votes} - {None}
    assert sum(votes.values()) == 5  # div#a div.y div.x, and section#s section
    assert len(found) == 1
