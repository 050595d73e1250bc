from pathlib import Path

import pytest

from tests.support.generated_pages import gold_page, trained_winnow
from webwinnow import FORMATS, Decision, Document, Page, clean, clean_many, extract, load
from webwinnow.clean import DEFAULT_METHOD
from webwinnow.errors import InputError, UnknownFormat, UnknownMethod
from webwinnow.methods.base import Method

HTML = "<title>Rain</title><ul><li>Home<li>News</ul><p>It rained all night, and nobody slept."


class Broken(Method):
    """Fails on every page."""

    def decide(self, page: Page) -> Decision:
        raise ZeroDivisionError("no words")


def test_the_default_method_drops_menus() -> None:
    html = "<nav><a href=/>Home</a> <a href=/news>News</a></nav><p>It rained all night."
    assert clean(html) == "It rained all night.\n"
    assert "Home" in clean(html, method="all")


def test_method_is_chosen_by_name_or_given_as_an_object() -> None:
    assert clean(HTML, method="bte").strip() == "It rained all night, and nobody slept."
    assert clean(HTML, method=load("bte")) == clean(HTML, method="bte")


@pytest.mark.parametrize("kind", [bytes, bytearray, memoryview])
def test_bytes_may_be_any_buffer(kind: type) -> None:
    assert clean(kind(HTML.encode())) == clean(HTML)


def test_path_is_read_and_str_never_is(tmp_path: Path) -> None:
    path = tmp_path / "page.html"
    path.write_text(HTML)
    assert clean(path) == clean(HTML)
    assert clean(str(path), method="all").strip() == str(path)


def test_missing_file_is_named_with_a_remedy(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"no file '.*nope\.html'; check its name"):
        clean(tmp_path / "nope.html")


def test_folder_is_not_a_page(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="is a folder; give the files in it"):
        clean(tmp_path)


def test_wrong_types_are_rejected() -> None:
    with pytest.raises(TypeError, match="cannot read HTML from int"):
        clean(3)  # type: ignore[arg-type]


def test_unknown_method_and_format_list_the_choices() -> None:
    with pytest.raises(UnknownMethod, match="choose from all, bte"):
        clean(HTML, method="nope")
    with pytest.raises(UnknownFormat, match=r"choose from .*markdown"):
        clean(HTML, to="nope")


def test_error_of_a_method_is_raised_as_it_is() -> None:
    with pytest.raises(ZeroDivisionError):
        extract(HTML, method=Broken())


@pytest.mark.parametrize("to", FORMATS)
def test_every_format_holds_the_text(to: str) -> None:
    document = extract(HTML, method="all", to=to)
    assert "rained" in document.text
    assert document.to == to
    assert extract(HTML, method="all").render(to) == document.text


def test_document_knows_its_page_and_decision() -> None:
    document = extract(HTML, method="all", url="https://example.org/")
    assert document.page is not None
    assert document.decision is not None
    assert len(document.decision) == len(document.page.runs)
    assert document.url == "https://example.org/"
    assert document.error is None
    assert document.reason is None


def test_document_tells_type_and_score_where_the_method_does() -> None:
    page = gold_page(101)
    found = extract(page.html, method=trained_winnow())
    assert found.page_type == "forum"
    assert found.score is not None
    assert found.score > 0.9
    other = extract(page.html, method="bte")
    assert (other.page_type, other.score) == (None, None)


def test_a_method_says_itself_why_it_kept_nothing() -> None:
    document = extract("<nav><ul><li><a href=/>Home</a></ul></nav>", method=trained_winnow())
    assert document.text == ""
    assert document.reason == trained_winnow().explain_empty(document.page or Page(""))


def test_metadata_is_found_when_asked_for() -> None:
    document = extract(HTML)
    assert "metadata" not in vars(document)
    assert document.title == "Rain"
    assert document.metadata is document.metadata


def test_metadata_is_added_to_the_text_on_request() -> None:
    without, within = (
        extract(HTML, method="all", to="json", with_metadata=with_it) for with_it in (False, True)
    )
    assert "Rain" not in without.text
    assert "Rain" in within.text


@pytest.mark.parametrize(
    ("html", "method", "reason"),
    [
        (b"%PDF-1.7 ...", "all", "not HTML: a PDF file"),
        ("", "all", "the page has no visible text"),
        ("<script>a</script>", "bte", "the page has no visible text"),
        ("<p>…", "bte", "bte kept nothing"),
    ],
)
def test_empty_text_has_a_reason(html: bytes | str, method: str, reason: str) -> None:
    document = extract(html, method=method)
    assert document.text.strip() == ""
    assert document.reason == reason


def test_charset_of_the_server_is_heeded() -> None:
    page = "Łódź i".encode("iso-8859-2")
    assert "Łódź" in extract(page, method="all", charset="iso-8859-2").text


def test_document_without_page_is_empty_in_every_way() -> None:
    document = Document("", "text", error="no file")
    assert document.render("markdown") == ""
    assert document.title is None
    assert (document.score, document.page_type) == (None, None)
    assert not document.truncated
    assert repr(document) == "<Document: no file>"


def test_default_method_has_one_place() -> None:
    assert clean(HTML) == clean(HTML, method=DEFAULT_METHOD)


@pytest.mark.parametrize("html", [bytes(range(256)) * 20, b"GIF\x01\x02\x03" * 100])
def test_binary_data_is_not_html(html: bytes) -> None:
    document = extract(html)
    assert (document.text, document.not_html) == ("", "binary data")
    assert document.reason == "not HTML: binary data"
    (same,) = clean_many([html])
    assert (same.text, same.reason) == (document.text, document.reason)


def test_utf_16_is_not_binary_data() -> None:
    assert "rained" in clean("<p>It rained all day.".encode("utf-16"))
