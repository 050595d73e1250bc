from tests.sites.site_pages import discussion, paragraphs, sample, story, texts
from webwinnow.methods.goldminer.sample import SamplePage


def comments(*html: str) -> list[list[str]]:
    """Return the texts of each page that count as comments."""
    return [said(page) for page in sample(*html).pages]


def said(page: SamplePage) -> list[str]:
    long = set(page.texts) & {text for text in page.texts if len(text) > 100}
    return [
        text
        for text, is_comment in zip(page.texts, page.is_comment, strict=True)
        if is_comment and text in long
    ]


def entries(seed: object, count: int, line: str = "Ann Smith, 3 May") -> str:
    return "".join(f"<div class=x>{line}<p>{text}</p></div>" for text in texts(seed, count))


def test_named_area_with_author_lines_is_comments() -> None:
    assert comments(story(1) + discussion(2)) == [texts(2, 3)]


def test_named_area_without_author_lines_is_kept() -> None:
    assert comments(f"{story(1)}<div class=comments>{story(2)}</div>") == [[]]


def test_class_that_tells_a_state_names_no_area() -> None:
    for name in ("comments-open", "no-comments", "tone-comment", "comment-count"):
        html = f"{story(1)}<div class={name}>{entries(2, 3)}</div>"
        assert comments(html) == [[]]
    assert comments(f"{story(1)}<div class=post-comments>{entries(2, 3)}</div>") == [texts(2, 3)]


def test_area_around_the_title_is_kept() -> None:
    html = (
        f"<title>It rained</title>{story(3, 1)}"
        f"<div class=comments><h1>It rained</h1>{entries(2, 3)}</div>"
    )
    assert comments(html) == [[]]


def test_area_before_all_other_text_is_kept() -> None:
    assert comments(discussion(2) + story(1)) == [[]]


def test_heading_and_author_lines_are_enough() -> None:
    html = f"<div class=s>{story(1)}</div><h3>3 comments</h3>{entries(2, 3)}"
    assert comments(html) == [texts(2, 3)]
    assert comments(html.replace("3 comments", "More")) == [[]]


def test_discussion_of_a_paper_is_kept() -> None:
    part = "<div class=part><h2>{}</h2>{}</div>"
    html = part.format("Results", story(1)) + part.format("Discussion", story(2))
    assert comments(html) == [[]]


def test_evidence_of_other_pages_counts_for_a_page_with_one_comment() -> None:
    first = f"<div class=s>{story(1)}</div><h3>3 comments</h3>{entries(2, 3)}"
    second = f"<div class=s>{story(3)}</div><h3>1 comments</h3>{entries(4, 1)}"
    assert comments(second) == [[]]
    assert comments(first, second) == [texts(2, 3), texts(4, 1)]


def test_subheadings_are_no_author_lines() -> None:
    body = "".join(f"<h4>What we saw</h4>{paragraphs([text])}" for text in texts(2, 4))
    assert comments(f"{story(1)}<div class=comment>{body}</div>") == [[]]
