import pytest

from webwinnow import Page
from webwinnow.methods.texrex.language import language_of


@pytest.mark.parametrize(
    ("html", "language"),
    [
        ("<html lang=de-CH><p>a", "de"),
        ("<html xml:lang=FR><p>a", "fr"),
        ("<html lang=en><body lang=sv><p>a", "sv"),
        ("<html lang=''><p>Detta är inte det som jag ville ha, och det vet du att jag är.", "sv"),
        ("<p>Ce n'est pas ce que je voulais dans la maison de mes chères sœurs.", "fr"),
        ("<p>kwrtz plmnq", None),
        ("<p>kwrtö plmnä", None),
        ("<p>The dog and the cat are in the café, and there is nothing to do.", "en"),
        ("<p>The dog and the cat are in the house, and there is nothing to do.", None),
        ("", None),
        ("<script>the and of</script>", None),
    ],
)
def test_a_page_tells_its_language(html: str, language: str | None) -> None:
    assert language_of(Page(html)) == language


def test_the_longest_text_tells_where_nothing_is_declared() -> None:
    menu = "<p>Der Hund und die große Katze</p>"
    story = "<p>The dog and the cat are in the café, and there is nothing that they can do.</p>"
    assert language_of(Page(menu + story)) == "en"


def test_hidden_text_does_not_tell() -> None:
    hidden = "<p hidden>The dog and the cat are in the café, and there is nothing to do.</p>"
    assert language_of(Page(hidden + "<p>Der Hund und die Katze sind jetzt im großen Haus")) == "de"


def test_half_a_character_at_the_end_of_the_sample_does_no_harm() -> None:
    assert language_of(Page("<p>" + "xä" * 400)) is None
