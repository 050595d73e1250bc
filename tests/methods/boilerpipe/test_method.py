from typing import Any

import numpy as np
from hypothesis import example, given, settings

from tests.support.tag_soup import any_html
from webwinnow import Decision, Page, load

MENU = "<ul><li><a href=/>Home</a><li><a href=/news>News of the day</a></ul>"
# Seventeen words, one more than too few.
TEXT = (
    "It rained all night and nobody slept before the morning came and the harbour lay there still. "
)
NEWS = f"""<title>It rained - The Post</title>{MENU}
<h1>It rained</h1><p>By Ann Smith<p>{TEXT * 4}<p>{TEXT * 2}<h2>Weather</h2>
<p>3 comments<p>{TEXT}<p><a href=/imprint>Imprint</a>"""


def decided(html: str, **settings: Any) -> Decision:
    return load("boilerpipe", **settings).decide(Page(html))


def kept(html: str, **settings: Any) -> list[str]:
    page = Page(html)
    keep = load("boilerpipe", **settings).decide(page).keep
    return [text for text, is_kept in zip(page.run_texts(), keep, strict=True) if is_kept]


def reasons(html: str, **settings: Any) -> dict[str, str]:
    page, decision = Page(html), decided(html, **settings)
    names = [decision.reasons[reason] for reason in decision.reason]
    return dict(zip(page.run_texts(), names, strict=True))


def test_article_is_kept_from_its_title_to_the_comments() -> None:
    assert kept(NEWS) == ["It rained", "By Ann Smith", (TEXT * 4).strip(), (TEXT * 2).strip()]


def test_every_run_has_the_reason_of_the_rule_that_decided() -> None:
    found = reasons(f"{NEWS}<select><option>Select a day</select><p hidden>secret")
    assert found == {
        "It rained - The Post": "not visible",
        "Home": "too many links",
        "News of the day": "too many links",
        "It rained": "right before the largest text",
        "By Ann Smith": "in the largest text",
        (TEXT * 4).strip(): "in the largest text",
        (TEXT * 2).strip(): "in the largest text",
        "Weather": "heading without text",
        "3 comments": "after the end of the text",
        TEXT.strip(): "after the end of the text",
        "Imprint": "too many links",
        "Select a day": "in an element that is not read",
        "secret": "not visible",
    }


def test_title_is_kept_across_boilerplate() -> None:
    html = f"<title>It rained</title><h1>It rained</h1>{MENU}<div>By Ann</div><p>{TEXT * 4}"
    assert kept(html) == ["It rained", "News of the day", "By Ann", (TEXT * 4).strip()]
    assert reasons(html)["It rained"] == "between the title and the largest text"


def test_smaller_text_elsewhere_is_dropped_with_its_reason() -> None:
    html = f"<div><p>{TEXT * 9}</div>{MENU}{MENU}<p>{TEXT * 3}"
    assert reasons(html)[(TEXT * 3).strip()] == "smaller than the largest text"


def test_large_text_at_the_level_of_the_largest_is_kept() -> None:
    html = f"<p>{TEXT * 9}</p>{MENU}{MENU}<div>one</div><p>{TEXT * 3}"
    assert reasons(html, large_words=20)[(TEXT * 3).strip()].startswith("large, and as deep")
    assert (TEXT * 3).strip() not in kept(html, large_words=100)


def test_list_after_the_largest_text_is_kept() -> None:
    html = f"<p>{TEXT * 9}</p>{MENU}<ul><li>Sun<li>Moon<li>{TEXT * 3}</ul>"
    found = reasons(html)
    assert found[(TEXT * 3).strip()] == found["Sun"] == "list after the largest text"


def test_default_extractor_goes_by_words_per_line() -> None:
    found = reasons(f"{MENU}<p>one<p>two three<p>{TEXT * 4}<p>end", extractor="default")
    assert found["Home"] == "too many links"
    assert found["one"] == "too few words per line"
    assert found["two three"] == found[(TEXT * 4).strip()] == "enough words per line"


def test_row_of_stars_is_no_dense_text() -> None:
    assert kept(f"<p>one two<p>{'* ' * 200}<p>foo bar baz", extractor="default") == []


def test_default_extractor_drops_the_last_block_of_the_page() -> None:
    # So does the original: nothing follows that could be text.
    assert kept(f"<p>{TEXT * 4}", extractor="default") == []
    assert kept(f"<p>{TEXT * 4}") == [(TEXT * 4).strip()]


@given(html=any_html)
@settings(max_examples=100, deadline=None)
@example(html=f"<h1>Rain</h1><p>{TEXT * 9}".encode())
@example(html=f"<div><p>{TEXT * 9}</div>{MENU * 2}<p>{TEXT * 3}<p>{TEXT * 3}<p>end".encode())
def test_either_keeps_what_one_extractor_keeps(html: bytes) -> None:
    page = Page(html)
    article, default, either = decisions(page, "article", "default", "either")
    assert (either.keep == article.keep | default.keep).all()
    kept_by = np.where(article.keep, article.reason, default.reason)
    assert (either.reason == np.where(default.keep, kept_by, article.reason)).all()


def test_recall_is_what_either_extractor_keeps() -> None:
    page = Page(f"<h1>Rain</h1><p>{TEXT * 9}")
    assert load("boilerpipe", preset="recall").decide(page).keep.all()


@given(html=any_html)
@settings(max_examples=100, deadline=None)
@example(html=f"<h1>Rain</h1><p>{TEXT * 9}".encode())
@example(html=f"<div><p>{TEXT * 9}<p>{TEXT}</div>{MENU * 2}<p>{TEXT * 3}".encode())
def test_both_keeps_what_both_extractors_keep(html: bytes) -> None:
    page = Page(html)
    article, default, both = decisions(page, "article", "default", "both")
    shared = article.keep & default.keep
    assert (both.keep == (shared if shared.any() else article.keep)).all()
    dropped_by = np.where(article.keep, default.reason, article.reason)
    assert (both.reason[~both.keep] == dropped_by[~both.keep]).all()


def test_precision_drops_what_only_one_extractor_keeps() -> None:
    html = f"<p>{TEXT * 9}</p>{TEXT * 9}<p>{TEXT * 8}"
    page = Page(html)
    few = load("boilerpipe", preset="precision").decide(page).keep
    assert few.tolist() == [True, True, False]
    assert load("boilerpipe").decide(page).keep.all()


def decisions(page: Page, *extractors: str) -> list[Decision]:
    return [load("boilerpipe", extractor=extractor).decide(page) for extractor in extractors]


def test_scores_divide_at_one_half_and_grow_with_words() -> None:
    page, decision = Page(NEWS), decided(NEWS)
    assert ((decision.score >= 0.5) == decision.keep).all()
    scores = dict(zip(page.run_texts(), decision.score.tolist(), strict=True))
    assert scores["Home"] == 0
    assert 0 < scores["Weather"] < scores["3 comments"] < scores[TEXT.strip()] < 0.5
    assert scores["It rained"] < scores[(TEXT * 2).strip()] < scores[(TEXT * 4).strip()] < 1
