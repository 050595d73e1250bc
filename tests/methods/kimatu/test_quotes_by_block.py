"""Step 4 as published."""

from collections.abc import Callable

from tests.methods.kimatu.test_method import make_texts, reasons, thread
from tests.support.timing import assert_linear
from webwinnow import Page, load

TEXTS = make_texts(6)


def paper_reasons(*paragraphs: tuple[str, str]) -> list[str]:
    """Reasons of paragraphs, each with its class; a text that recurs counts once."""
    html = "".join(f"<p class={name}>{text}</p>" for name, text in paragraphs)
    return list(reasons(html, preset="paper").values())


def test_later_block_with_the_words_of_a_sure_block_is_a_quote() -> None:
    quote = TEXTS[0].removesuffix(".") + " too."
    assert paper_reasons(("a", TEXTS[0]), ("b", quote)) == ["high ratio", "quote"]


def test_quote_needs_no_reply_as_published() -> None:
    copies = [text.removesuffix(".") + " too." for text in TEXTS[:3]]
    paragraphs = [("a", text) for text in TEXTS[:3]] + [("b", text) for text in copies]
    html = "".join(f"<p class={name}>{text}</p>" for name, text in paragraphs)
    assert paper_reasons(*paragraphs)[3:] == ["quote"] * 3
    assert "quote" not in reasons(html).values()


def test_earlier_block_is_no_quote() -> None:
    summary = TEXTS[0].removesuffix(".") + " too."
    found = paper_reasons(("b", summary), ("a", f"{TEXTS[0]} {TEXTS[1]}"))
    assert "quote" not in found


def test_block_of_the_same_style_is_no_quote() -> None:
    quote = TEXTS[0].removesuffix(".") + " too."
    assert "quote" not in paper_reasons(("a", TEXTS[0]), ("a", quote))


def test_words_in_another_order_are_no_quote() -> None:
    turned = " ".join(reversed(TEXTS[0].removesuffix(".").split())) + "."
    assert "quote" not in paper_reasons(("a", TEXTS[0]), ("b", turned))


def test_text_shorter_than_a_quote_is_none() -> None:
    start = " ".join(TEXTS[0].split()[:7])
    longer = " ".join(TEXTS[0].split()[:16])
    assert "quote" not in paper_reasons(("a", TEXTS[0]), ("b", start))
    assert "quote" in paper_reasons(("a", TEXTS[0]), ("b", longer))


def test_time_is_linear_in_the_number_of_different_looks() -> None:
    def prepare(count: int) -> Callable[[], object]:
        html = "".join(f"<p class={'x' * (n % 997)}>{thread(1)}" for n in range(count))
        method, page = load("kimatu", preset="paper"), Page(html)
        return lambda: method.decide(page)

    assert_linear(prepare, 500)
