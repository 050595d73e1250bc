"""One page in many scripts: extraction must not depend on the script."""

from collections.abc import Iterator, Sequence

import pytest

from tests.core.test_languages import gold, needs_winnow
from webwinnow import Page, load

#: Separator of units and end of a sentence. Units are words, or characters in scripts without
#: spaces.
WRITING = {
    "german": (" ", "."),
    "vietnamese": (" ", "."),
    "russian": (" ", "."),
    "greek": (" ", "."),
    "arabic": (" ", "."),
    "hebrew": (" ", "."),
    "hindi": (" ", "।"),
    "thai": ("", ""),
    "chinese": ("", "。"),
    "japanese": ("", "。"),
    "korean": (" ", "."),
}

#: Class names of the frame's parts: header, menu, text, related, footer.
LATIN = ("header", "menu", "article-body", "related", "footer")
NAMES = {
    "Latin": LATIN,
    "Cyrillic": ("шапка", "меню", "текст-статті", "також", "низ"),
    "Chinese": ("页头", "导航", "正文", "相关", "页脚"),
    "Arabic": ("رأس", "قائمة", "نص-المقال", "متعلق", "تذييل"),
    "none": ("", "", "", "", ""),
}

MENU, RELATED = 6, 4  # how many links
#: Words in the frame's blocks, in order; the title and a heading precede two paragraphs each.
SIZES = (*[2] * MENU, 7, 50, 70, 4, 60, 55, 2, *[6] * RELATED, 8)
TEXT = [block for block, size in enumerate(SIZES) if size >= 50]
LINKS = {*range(MENU), *range(len(SIZES) - 1 - RELATED, len(SIZES) - 1)}

SIGNS = " .,:;!?…。、，：；！？।؟،»«“”„’'\"()（）「」–—-"


def frame(texts: Sequence[str], names: Sequence[str] = LATIN, direction: str = "") -> str:
    """A page of div elements with one text in each block; `direction`: attributes of paragraphs."""
    header, menu, article, related, footer = names
    blocks = iter(texts)

    def items(count: int) -> str:
        return "".join(f"<li><a href='/{n}'>{next(blocks)}</a></li>" for n in range(count))

    def paragraphs(count: int) -> str:
        return "".join(f"<p{direction}>{next(blocks)}</p>" for _ in range(count))

    return (
        f"<html><body><div class='{header}'><ul class='{menu}'>{items(MENU)}</ul></div>"
        f"<div class='{article}'><h1>{next(blocks)}</h1>{paragraphs(2)}"
        f"<h2>{next(blocks)}</h2>{paragraphs(2)}</div>"
        f"<div class='{related}'><h3>{next(blocks)}</h3><ul>{items(RELATED)}</ul></div>"
        f"<div class='{footer}'><p>© 2024 {next(blocks)} <a href='/a'>1</a></p></div>"
    )


def texts(name: str) -> list[str]:
    """Texts for the frame from a gold, of equal length in words in every language."""
    between, stop = WRITING[name]
    prose = " ".join(gold(name).split())
    units = iter((prose.split() if between else list(prose)) * 2)
    found = [passage(units, size, between) for size in SIZES]
    return [text + stop if block in TEXT else text for block, text in enumerate(found)]


def passage(units: Iterator[str], size: int, between: str) -> str:
    taken: list[str] = []
    while words(between.join(taken)) < size:
        taken.append(next(units))
    return between.join(taken).strip(SIGNS)


def words(text: str) -> int:
    return int(Page(f"<p>{text}").runs.words.sum())


def kept(html: str) -> list[int]:
    """Numbers of the kept blocks."""
    page = Page(html)
    assert len(page.blocks) == len(SIZES)
    blocks: list[int] = page.runs.block[load("winnow").decide(page).keep].tolist()
    return sorted(set(blocks))


@pytest.mark.parametrize("name", WRITING)
def test_the_frame_has_the_same_size_in_every_script(name: str) -> None:
    assert [words(text) for text in texts(name)] == list(SIZES)


@needs_winnow
def test_the_same_blocks_are_kept_in_every_script() -> None:
    found = {name: kept(frame(texts(name))) for name in WRITING}
    assert len(set(map(tuple, found.values()))) == 1, found


@needs_winnow
@pytest.mark.parametrize("name", WRITING)
def test_an_article_is_kept_in_every_script(name: str) -> None:
    found = set(kept(frame(texts(name))))
    assert set(TEXT) <= found
    assert not found & LINKS


@needs_winnow
def test_an_article_of_mixed_scripts_is_kept() -> None:
    every = [texts(name) for name in WRITING]
    mixed = [every[block % len(every)][block] for block in range(len(SIZES))]
    assert kept(frame(mixed)) == kept(frame(texts("german")))


@needs_winnow
def test_mixed_scripts_inside_a_sentence_change_nothing() -> None:
    chinese, name = texts("chinese"), " Node.js 20 (" + texts("russian")[0] + ") "
    mixed = list(chinese)
    for block in TEXT:
        mixed[block] = chinese[block][:20] + name + chinese[block][20:]
    assert kept(frame(mixed)) == kept(frame(chinese))


@needs_winnow
@pytest.mark.parametrize("name", ["arabic", "hebrew"])
@pytest.mark.parametrize("place", ["html", "body", "p"])
def test_the_text_direction_changes_nothing(place: str, name: str) -> None:
    plain = frame(texts(name))
    if place == "p":
        marked = frame(texts(name), direction=" dir='rtl'")
    else:
        marked = plain.replace(f"<{place}", f"<{place} dir='rtl' style='direction:rtl'")
    assert marked != plain
    assert kept(marked) == kept(plain)


@needs_winnow
@pytest.mark.parametrize("name", ["german", "russian", "chinese", "arabic"])
@pytest.mark.parametrize("names", NAMES)
def test_an_article_is_kept_with_class_names_of_any_script(names: str, name: str) -> None:
    found = set(kept(frame(texts(name), NAMES[names])))
    assert set(TEXT) <= found
    assert not found & LINKS
