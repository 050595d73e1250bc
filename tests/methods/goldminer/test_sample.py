from tests.sites.site_pages import framed, sample, sampled, story, texts
from webwinnow import Page, load
from webwinnow.methods.goldminer.sample import SamplePage, is_heading, title_block


def own(page: SamplePage) -> list[str]:
    return [text for text, is_own in zip(page.texts, page.own, strict=True) if is_own]


def test_a_good_block_that_another_article_has_is_not_its_own() -> None:
    one, two = texts(1), texts(2)
    notice = texts("notice", 1)[0]
    found = sample(f"<p>{notice}{story(1)}", f"{story(2)}<p>{notice}")
    assert [own(page) for page in found.pages] == [one, two]


def test_what_the_inner_method_drops_is_not_good() -> None:
    html = f"<ul><li><a href=/>Home</a></ul>{story(1)}"
    (page,) = sample(html, inner=load("justext")).pages
    assert own(page) == texts(1)


def test_a_headline_that_leads_elsewhere_is_not_good() -> None:
    page = sampled(f"<h2><a href=/>{texts(1)[0]}</a></h2><p>{texts(2)[0]}")
    assert own(page) == texts(2)[:1]


def test_an_article_under_two_addresses_counts_once_and_stays_its_own() -> None:
    found = sample(framed(1), framed(1, after="<p>Printed today."), framed(2))
    assert found.article == [0, 0, 2]
    assert found.distinct == 2
    assert [set(texts(n)) <= set(own(found.pages[n])) for n in (1, 2)] == [True, True]
    assert len(found.used) == 2


def test_articles_that_share_less_than_half_are_two() -> None:
    shared = texts("shared", 2)
    found = sample(*(f"<p>{'<p>'.join([*texts(n, 3), *shared])}" for n in range(2)))
    assert found.distinct == 2
    assert not set(shared) & set(own(found.pages[0]))


def test_pages_with_too_little_text_of_their_own_are_left_out() -> None:
    found = sample(framed(1), framed(2), "<p>A short one.", min_text=300)
    assert len(found.pages) == 3
    assert found.used == found.pages[:2]


def title_of(html: str) -> str | None:
    page = Page(html)
    block = title_block(page, page.block_texts(), is_heading(page))
    return None if block is None else page.block_texts()[block]


def test_the_title_is_the_first_heading_that_the_pages_title_has() -> None:
    html = "<title>{}</title><h1>The Sun</h1><h2>It rained all night long</h2><h2>Other</h2>"
    assert title_of(html.format("It rained all night long | Weather")) == "It rained all night long"
    assert title_of(html.format("It rained all night | Weather")) == "It rained all night long"
    assert title_of(html.format("Nothing of it")) is None
    assert title_of("<h1>It rained</h1>") is None


def test_a_heading_around_the_text_counts_and_an_empty_one_does_not() -> None:
    assert title_of("<title>It rained</title><h1></h1><h1><a href=/x>It rained</a></h1>") == (
        "It rained"
    )
    assert title_of("<title></title><h1>It rained</h1>") is None


def test_pages_without_any_text_are_no_trouble() -> None:
    found = sample("", "<p>", "<script>1</script>", min_text=0)
    assert [own(page) for page in found.pages] == [[], [], []]
    assert found.distinct == 3
