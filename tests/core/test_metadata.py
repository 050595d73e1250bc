"""Metadata of a page, source by source, and the priority of sources that differ."""

import json
import time
from datetime import date, datetime, timedelta, timezone

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.support import ROOT
from webwinnow import Page
from webwinnow.metadata import Metadata, metadata

EXAMPLES = ROOT / "examples"


def today() -> date:
    return datetime.now(timezone.utc).date()


def of(html: str, *, url: str | None = None) -> Metadata:
    return metadata(Page(html), url=url)


def ld(**thing: object) -> str:
    return f'<script type="application/ld+json">{json.dumps(thing)}</script>'


def article(**fields: object) -> str:
    return ld(**{"@type": "NewsArticle", **fields})


def meta(name: str, content: str) -> str:
    return f'<meta name="{name}" content="{content}">'


def test_missing_fields_are_none() -> None:
    assert of("") == Metadata()
    assert of("<p>Plain text, and nothing else.") == Metadata()


def test_every_field_of_json_ld_is_read() -> None:
    found = of(
        article(
            headline="A title",
            author={"@type": "Person", "name": "Ann Lee"},
            datePublished="2024-05-14T10:00:00Z",
            dateModified="2024-05-15",
            description="What it says",
            publisher={"@type": "Organization", "name": "The Tide"},
            inLanguage="en-GB",
            url="https://a.example/x",
            image=[{"url": "https://a.example/i.png"}],
            keywords=["sea", "boats"],
        )
    )
    assert found == Metadata(
        title="A title",
        author="Ann Lee",
        date="2024-05-14",
        modified="2024-05-15",
        description="What it says",
        site_name="The Tide",
        language="en-GB",
        url="https://a.example/x",
        image="https://a.example/i.png",
        tags=("sea", "boats"),
    )


def test_json_ld_graphs_and_references_are_followed() -> None:
    graph = [
        {"@type": "WebSite", "name": "The Tide"},
        {"@type": "Article", "author": {"@id": "#ann"}},
        {"@type": "Person", "@id": "#ann", "name": "Ann Lee"},
    ]
    found = of(ld(**{"@graph": graph}))
    assert (found.author, found.site_name) == ("Ann Lee", "The Tide")


def test_several_json_ld_scripts_are_combined() -> None:
    found = of(article(headline="A title") + article(datePublished="2024-05-14"))
    assert (found.title, found.date) == ("A title", "2024-05-14")


@pytest.mark.parametrize(
    ("name", "field"),
    [
        ("og:title", "title"),
        ("DC.title", "title"),
        ("citation_title", "title"),
        ("parsely-title", "title"),
        ("author", "author"),
        ("citation_author", "author"),
        ("sailthru.author", "author"),
        ("description", "description"),
        ("og:description", "description"),
        ("og:site_name", "site_name"),
    ],
)
def test_meta_tags_are_read(name: str, field: str) -> None:
    assert getattr(of(meta(name, "Ann Lee")), field) == "Ann Lee"
    assert getattr(of(f'<meta property="{name}" content="Ann Lee">'), field) == "Ann Lee"


@pytest.mark.parametrize(
    "name",
    ["article:published_time", "date", "DC.date.issued", "citation_publication_date", "pubdate"],
)
def test_meta_dates_are_read(name: str) -> None:
    assert of(meta(name, "2024-05-14T10:00:00+02:00")).date == "2024-05-14"


def test_one_meta_tag_may_have_names_of_two_vocabularies() -> None:
    assert of('<meta property="dc:title og:title" content="A title">').title == "A title"


def test_microdata_is_read() -> None:
    found = of(
        "<article><h1 itemprop=headline>A title</h1>"
        '<span itemprop=author itemscope><b itemprop="name">Ann Lee</b></span>'
        '<time itemprop="datePublished" datetime="2024-05-14">today</time><p>Text.</article>'
    )
    assert (found.title, found.author, found.date) == ("A title", "Ann Lee", "2024-05-14")


def test_commenters_are_not_authors() -> None:
    comment = '<div class="comment"><a rel=author>Bo Ek</a><time datetime=2024-05-14></time></div>'
    found = of(f"<article><h1>A title</h1><p>Text.<p>More.<p>End.</article>{comment}")
    assert (found.author, found.date) == (None, None)


@pytest.mark.parametrize(
    "byline",
    [
        "<p>By Ann Lee</p>",
        "<p>By</p><p>Ann Lee</p>",
        "<p>Posted on May 14, 2024 by <a>Ann Lee</a></p>",
        "<a rel=author href=/x>Ann Lee</a>",
        '<a href="/author/ann-lee">Ann Lee</a>',
        '<div class="post-author">Ann Lee</div>',
        '<div class="articleByline">Written by Ann Lee, senior editor</div>',
        "<div class=author><b>Ann Lee</b><i>Founder at Oakywood</i></div>",
        "<div class=author><p>Ann Lee</p><p>Head Winemaker</p></div>",
        "<a class=author>Home</a><div class=byline>Ann Lee</div>",
    ],
)
def test_bylines_near_the_heading_are_read(byline: str) -> None:
    assert of(f"<h1>A title</h1>{byline}<p>Text goes on here.").author == "Ann Lee"


@pytest.mark.parametrize(
    "line",
    [
        "<p>May 14, 2024</p>",
        "<p>Published 14 May 2024 · 5 min read</p>",
        '<time datetime="2024-05-14T08:00">this morning</time>',
        '<span class="entry-date">14.05.2024</span>',
        "<div>14 мая 2024 г.</div>",
    ],
)
def test_dates_near_the_heading_are_read(line: str) -> None:
    assert of(f"<h1>A title</h1>{line}<p>Text goes on here.").date == "2024-05-14"


def test_dates_in_running_text_are_ignored() -> None:
    text = "The ferry last ran on May 14, 2024, " + "and nobody has seen it since then. " * 5
    assert of(f"<h1>A title</h1><p>{text}").date is None


def test_an_older_date_below_the_heading_outranks_a_declared_date() -> None:
    html = article(datePublished="2025-11-20") + "<h1>A title</h1><p>May 14, 2025</p>"
    assert of(html).date == "2025-05-14"


def test_a_visible_modification_date_does_not_replace_the_date() -> None:
    html = article(datePublished="2025-11-20") + "<h1>A title</h1><p>Updated May 14, 2025</p>"
    assert of(html).date == "2025-11-20"


def test_urls_give_dates_as_a_last_resort() -> None:
    url = "https://a.example/2021/03/04/x"
    assert of("<p>Text.", url=url).date == "2021-03-04"
    assert of(meta("date", "2021-03-05"), url=url).date == "2021-03-05"


def test_future_dates_are_skipped_for_the_next_candidate() -> None:
    tomorrow = (today() + timedelta(days=1)).isoformat()
    assert of(meta("date", today().isoformat())).date == today().isoformat()
    assert of(article(datePublished=tomorrow) + meta("date", "2024-05-14")).date == "2024-05-14"
    assert of(meta("date", tomorrow)).date is None
    assert of(meta("article:modified_time", f"{tomorrow}T01:00:00+14:00")).modified is None
    assert of("<p>Text.", url=f"https://a.example/{tomorrow.replace('-', '/')}/x").date is None


def test_today_is_the_day_in_utc(monkeypatch: pytest.MonkeyPatch) -> None:
    for zone in ("XXX-14", "XXX12"):  # where it is tomorrow, or yesterday, before it is here
        monkeypatch.setenv("TZ", zone)
        time.tzset()
        assert of(meta("date", today().isoformat())).date == today().isoformat()
        assert of(meta("date", (today() + timedelta(days=1)).isoformat())).date is None
    monkeypatch.undo()
    time.tzset()


def test_json_ld_outranks_open_graph_which_outranks_plain_meta() -> None:
    plain, graph = meta("author", "Cy Fox"), meta("article:author", "Bo Ek")
    assert of(plain + graph + article(author="Ann Lee")).author == "Ann Lee"
    assert of(plain + graph).author == "Bo Ek"


def test_several_distinct_authors_are_joined() -> None:
    tags = [meta("citation_author", name) for name in ("Lee, Ann", "Bo Ek", "bo ek")]
    assert of("".join(tags)).author == "Ann Lee; Bo Ek"
    assert of(meta("author", "@ann") + meta("author", "admin")).author is None


def test_the_site_is_not_the_author() -> None:
    site = meta("og:site_name", "The Tide")
    assert of(site + meta("author", "The Tide")).author is None
    organisation = {"@type": "Organization", "name": "The Tide"}
    assert of(site + article(author=organisation)).author is None


@pytest.mark.parametrize(
    "head",
    [
        "<title>A long title | The Tide</title>" + meta("og:site_name", "The Tide"),
        "<title>The Tide - A long title</title>" + meta("og:site_name", "The Tide"),
        "<title>A long title | Whatever</title>",
        "<title>A long title - Whatever It Is</title><h1>A long title</h1>",
        "<title>A long title :: Blog</title><h1>Blog</h1>",
    ],
)
def test_the_site_name_is_removed_from_titles(head: str) -> None:
    assert of(head).title == "A long title"


def test_the_url_gives_the_site_name() -> None:
    found = of("<title>A long title - Newegg.com</title>", url="https://www.newegg.com/x")
    assert found.title == "A long title"


def test_permalink_marks_are_removed_from_headings() -> None:
    assert of("<title>Quickstart</title><h1>Quickstart<a>¶</a></h1>").title == "Quickstart"


def test_entities_escaped_twice_are_decoded() -> None:
    assert of(meta("og:title", "Fish &amp;amp; chips")).title == "Fish & chips"


@pytest.mark.parametrize(
    ("html", "language"),
    [
        ("<html lang=en-gb>", "en-GB"),
        ("<html lang=EN><meta http-equiv=content-language content=de>", "en"),
        ("<meta http-equiv=Content-Language content='de, en'>", "de"),
        (meta("og:locale", "pt_BR"), "pt-BR"),
        ("<html lang=ltr>" + meta("og:locale", "de_DE"), "de-DE"),
    ],
)
def test_languages_are_tags(html: str, language: str | None) -> None:
    assert of(html).language == language


def test_the_canonical_url_outranks_the_given_url() -> None:
    canonical = "<link rel=canonical href=/b>"
    assert of(canonical, url="https://a.example/c?d").url == "https://a.example/b"
    assert of("", url="https://a.example/c?d").url == "https://a.example/c?d"
    assert of(canonical).url is None


@pytest.mark.parametrize("url", ["not a url", "", "a.html", "/home/ann/a.html", "file:///a.html"])
def test_only_web_urls_are_returned(url: str) -> None:
    assert of(meta("og:image", "a.png"), url=url) == Metadata()


def test_images_are_absolute() -> None:
    html, url = meta("og:image", "i.png"), "https://a.example/b/c"
    assert of(html, url=url).image == "https://a.example/b/i.png"
    assert of(html).image is None


def test_relative_urls_are_resolved_against_the_declared_base() -> None:
    html = "<base href=//b.example/d/><link rel=canonical href=e>" + meta("og:image", "i.png")
    found = of(html, url="https://a.example/b/c")
    assert (found.url, found.image) == ("https://b.example/d/e", "https://b.example/d/i.png")


def test_tags_of_all_sources_are_merged() -> None:
    found = of(meta("keywords", "sea, Boats") + meta("article:tag", "boats") + "<a rel=tag>fog</a>")
    assert found.tags == ("boats", "sea", "fog")


@pytest.mark.parametrize(
    ("file", "title", "author", "day"),
    [
        (
            "news.html",
            "Harbour ferry returns to Kestle Bay after nine years",
            "Imogen Farrowby",
            "2024-05-14",
        ),
        ("hungarian.html", "Ahol még kézzel húzzák a harangot", "Szűcs Gergő", "2008-10-17"),
        ("chinese.html", "老街修伞匠：一把油纸伞的第二次生命", "苏念安", "2016-04-12"),
        ("forum.html", "Clock gains four minutes a day after oiling", "Wendeline", "2013-10-12"),
        ("product.html", "Larkspur 1.2 L Pour-Over Kettle, Matte Green", None, None),
    ],
)
def test_metadata_of_the_example_pages(
    file: str, title: str, author: str | None, day: str | None
) -> None:
    found = metadata(Page((EXAMPLES / file).read_bytes()))
    assert (found.title, found.author, found.date) == (title, author, day)


@settings(max_examples=200, deadline=None)
@given(st.binary(max_size=400))
def test_arbitrary_bytes_never_raise(data: bytes) -> None:
    metadata(Page(data))


PIECES = st.sampled_from(
    [
        *("<title>", "</title>", "<h1>", "</h1>", "<time datetime='", "<meta content='"),
        *("' name=author>", "' itemprop=author>", "'>", "</script>", " | ", " - ", "By ", ","),
        *("<script type=application/ld+json>", '{"@type":"Article",', '"author":', '"', "[", "]"),
        *("2024-05-14", "99999999", "14 May 2024", "年", "é", "von", "\\", "/*", "//", "<!--", "}"),
    ]
)


@settings(max_examples=300, deadline=None)
@given(st.lists(PIECES, max_size=40), st.text(max_size=20))
def test_odd_markup_never_raises(pieces: list[str], url: str) -> None:
    found = of("".join(pieces), url=url)
    assert found.date is None or date.fromisoformat(found.date) <= today()


@pytest.mark.parametrize(
    "html",
    [
        "<div class=author itemprop=author>" * 20_000 + "x",
        "<h1>" * 20_000,
        "<h1><div><!--x-->" * 20_000,
        meta("author", "a, " * 50) * 5_000,
        meta("author", "Ab " * 2_700) * 64,
        "<h1>x</h1>" + "<p class=author>" + "von Ab 1 " * 12 + "</p>" * 2_000,
        "<script type=application/ld+json>" + "[" * 500_000,
        f"<body class='{'related ' * 50_000}'>" + "<i itemprop=author>x</i>" * 5_000,
        "<title>" + "a - " * 100_000,
    ],
    ids=[
        "nested",
        "headings",
        "comments",
        "authors",
        "names",
        "bylines",
        "json",
        "classes",
        "title",
    ],
)
def test_hostile_pages_are_fast(html: str) -> None:
    page = Page(html)
    start = time.thread_time()
    metadata(page)
    assert time.thread_time() - start < 1.0
