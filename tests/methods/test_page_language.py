import pytest

from webwinnow import Page
from webwinnow.methods.page_language import declared_language


@pytest.mark.parametrize(
    ("html", "wanted"),
    [
        ("<html lang=en><p>a", "en"),
        ("<html lang=en><body lang=de-AT><p>a", "de-AT"),
        ("<html xml:lang=fr><p>a", "fr"),
        ("<html lang=''><p lang=en>a", None),
        ("", None),
    ],
)
def test_the_body_is_asked_before_the_page(html: str, wanted: str | None) -> None:
    assert declared_language(Page(html)) == wanted
