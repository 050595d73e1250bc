"""Dates, bylines and titles in the world's languages, scripts and calendars."""

from datetime import date, datetime, timezone

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from webwinnow import Page
from webwinnow.metadata import Metadata, metadata


def of(html: str, language: str = "") -> Metadata:
    return metadata(Page(f"<html lang={language or 'en'}>{html}"))


def under_heading(line: str, language: str) -> Metadata:
    return of(f"<h1>A title</h1><p>{line}</p><p>Text goes on here.", language)


DATES = [
    ("en-GB", "Published: 14/05/2024"),
    ("de", "Dienstag, 14. Mai 2024, 10:30 Uhr"),
    ("de-AT", "Stand: 14.05.2024, 10:30"),
    ("fr", "Publié le 14 mai 2024 à 10h30"),
    ("es", "Actualizado a las 10:30, martes, 14 de mayo de 2024"),
    ("pt-BR", "14/05/2024 às 10h30"),
    ("it", "martedì 14 maggio 2024"),
    ("ca", "14 de maig del 2024"),
    ("ro", "marți, 14 mai 2024"),
    ("nl", "14 mei 2024 om 10:30"),
    ("sv", "Publicerad 14 maj 2024 kl 10.30"),
    ("nb", "Publisert 14. mai 2024"),
    ("is", "14. maí 2024"),
    ("fi", "14.5.2024 klo 10:30"),
    ("fi", "14. toukokuuta 2024"),
    ("et", "14. mai 2024"),
    ("lv", "2024. gada 14. maijs"),
    ("lt", "2024 m. gegužės 14 d. 10:30"),
    ("pl", "14 maja 2024, 10:30"),
    ("cs", "14. května 2024 10:30"),
    ("sk", "14. mája 2024"),
    ("sl", "14. maja 2024"),
    ("hr", "14. svibnja 2024."),
    ("sr", "14. мај 2024."),
    ("hu", "2024. május 14. 10:30"),
    ("sq", "14 maj 2024"),
    ("eu", "2024ko maiatzaren 14a"),
    ("tr", "14 MAYIS 2024 SALI"),
    ("az", "14 may 2024"),
    ("id", "Selasa, 14 Mei 2024 | 10:30 WIB"),
    ("ms", "14 Mei 2024"),
    ("tl", "Mayo 14, 2024"),
    ("sw", "Mei 14, 2024"),
    ("vi", "Thứ ba, 14/5/2024, 10:30 (GMT+7)"),
    ("vi", "Ngày 14 tháng 5 năm 2024"),
    ("ru", "14 мая 2024, 10:30"),
    ("uk", "14 травня 2024, 10:30"),
    ("bg", "14 май 2024 г."),
    ("kk", "14 мамыр 2024"),
    ("el", "Τρίτη, 14 Μαΐου 2024"),
    ("ka", "14 მაისი, 2024"),
    ("hy", "14 մայիսի, 2024"),
    ("he", "יום שלישי, 14 במאי 2024"),
    ("ar", "الثلاثاء ١٤ مايو ٢٠٢٤"),
    ("ar", "الثلاثاء 14 مايو/ أيار 2024"),
    ("fa", "سه‌شنبه ۲۵ اردیبهشت ۱۴۰۳"),
    ("fa", "تاریخ: ۱۴۰۳/۰۲/۲۵ - ۱۰:۳۰"),
    ("ur", "14 مئی 2024"),
    ("hi", "14 मई 2024, 10:30"),
    ("bn", "১৪ মে ২০২৪"),
    ("ta", "14 மே 2024"),
    ("th", "14 พ.ค. 67"),
    ("th", "14 พฤษภาคม 2567"),
    ("km", "១៤ ឧសភា ២០២៤"),
    ("zh", "2024年05月14日10:30"),
    ("zh", "二〇二四年五月十四日"),
    ("zh-TW", "民國113年5月14日"),
    ("ja", "2024年5月14日 10時30分"),
    ("ja", "令和6年5月14日（火）"),
    ("ko", "입력 2024.05.14 10:30"),
    ("ko", "2024년 5월 14일"),
]


@pytest.mark.parametrize(("language", "line"), DATES)
def test_dates_are_read_in_many_languages(language: str, line: str) -> None:
    assert under_heading(line, language).date == "2024-05-14"


BYLINES = [
    ("en", "By Ann Lee"),
    ("de", "Von Ann Lee"),
    ("de", "Ein Kommentar von Ann Lee, Berlin"),
    ("fr", "Par Ann Lee"),
    ("fr", "Par Ann Lee le 14 mai 2024"),
    ("es", "Por Ann Lee"),
    ("it", "di Ann Lee"),
    ("it", "Di Ann Lee"),
    ("nl", "Door Ann Lee"),
    ("sv", "Av Ann Lee"),
    ("nb", "Tekst: Ann Lee"),
    ("da", "Af Ann Lee"),
    ("pl", "Autor: Ann Lee"),
    ("hu", "Írta: Ann Lee"),
    ("tr", "Yazar: Ann Lee"),
    ("id", "Oleh Ann Lee"),
    ("ru", "Автор: Ann Lee"),
    ("ru", "Текст: Ann Lee"),
    ("he", "מאת Ann Lee"),
    ("ar", "بقلم Ann Lee"),
    ("th", "โดย Ann Lee"),
]


@pytest.mark.parametrize(("language", "line"), BYLINES)
def test_bylines_are_read_in_many_languages(language: str, line: str) -> None:
    assert under_heading(line, language).author == "Ann Lee"


@pytest.mark.parametrize(
    ("language", "line", "name"),
    [
        ("zh", "作者：苏念安", "苏念安"),
        ("zh", "文/苏念安", "苏念安"),
        ("zh", "记者 苏念安", "苏念安"),
        ("ja", "記者 山田太郎", "山田太郎"),
        ("ja", "取材・文＝山田太郎", "山田太郎"),
        ("ko", "홍길동 기자", "홍길동"),
        ("ko", "홍길동 기자 hong@a.example", "홍길동"),
        ("ko", "작성자 홍길동", "홍길동"),
        ("ru", "Автор: Анна Ли, Борис Эк", "Анна Ли; Борис Эк"),
        ("ru", "Анна Ли и Борис Эк", None),
        ("el", "Γράφει η Άννα Λη", None),
    ],
)
def test_bylines_are_read_in_other_scripts(language: str, line: str, name: str | None) -> None:
    assert under_heading(line, language).author == name


def test_capital_particles_are_names_outside_of_their_language() -> None:
    line = "<p class=author>Von Miller</p>"
    assert of(f"<h1>A title</h1>{line}<p>Text.", "en").author == "Von Miller"


@pytest.mark.parametrize(
    "authors",
    [
        "<a class=author>Ann Lee</a> <a class=author>Bo Ek</a>",
        "<div class=author><a href=/a>Ann Lee</a> | <a href=/b>Bo Ek</a></div>",
        "<div class=byline>Von <a href=/a>Ann Lee</a> und <a href=/b>Bo Ek</a></div>",
        "<p><b>Ann Lee</b> <i>– Journalist</i></p><p><b>Bo Ek</b> <i>– Journalist</i></p>",
    ],
)
def test_several_authors_are_read(authors: str) -> None:
    found = of(f"<h1>A title</h1>{authors}<p>Text goes on here.", "de")
    assert found.author == "Ann Lee; Bo Ek"


def test_photographers_and_sources_are_not_authors() -> None:
    for line in ("Foto: Ann Lee", "Quelle: dpa", "Фото: Анна Ли", "责任编辑：李四"):
        html = f"<h1>A title</h1><p class=author>{line}</p><p>Text goes on here."
        assert of(html, "de").author is None, line


def test_captions_do_not_give_the_date() -> None:
    caption = "A ship on 3 March 2023"
    for figure in (
        f"<figure><img><figcaption>{caption}</figcaption></figure>",
        f"<div class=image-caption>{caption}</div>",
        f"<img alt='{caption}'><p>{caption}</p>",
    ):
        html = f"<h1>A title</h1>{figure}<p>14 May 2024</p><p>Text goes on here."
        assert of(html).date == "2024-05-14", figure


def test_a_change_after_the_date_does_not_hide_it() -> None:
    line = "Publié le 14 mai 2024, mis à jour le 15 mai 2024"
    assert under_heading(line, "fr").date == "2024-05-14"
    both = "<p>Mis à jour le 15 mai 2024</p><p>14 mai 2024</p>"
    assert of(f"<h1>A title</h1>{both}", "fr").date == "2024-05-14"


def test_the_domain_decides_the_order_of_english_dates() -> None:
    page = Page("<html lang=en><h1>A title</h1><p>04/05/2024</p>")
    assert metadata(page, url="https://a.co.uk/x").date == "2024-05-04"
    assert metadata(page, url="https://a.com/x").date == "2024-04-05"


def test_titles_are_free_of_invisible_characters() -> None:
    assert of("<title>Ver\u00adfas\u00adsung</title>").title == "Verfassung"


def test_marks_that_markup_loses_come_from_the_title() -> None:
    html = "<title>The flood: What we know</title><h1><b>The flood</b><i>What we know</i></h1>"
    assert of(html).title == "The flood: What we know"
    kicker = "<title>Team wins the cup</title><h1><b>Sports</b> Team wins the cup</h1>"
    assert of(kicker).title == "Team wins the cup"


LINES = st.lists(
    st.sampled_from(
        [
            *(
                "14",
                "5",
                "05",
                "2024",
                "67",
                "2567",
                "1403",
                "99",
                "٢٠٢٤",
                "۱۴۰۳",
                "๒๕๖๗",
                "二〇二四",
            ),
            *(
                "年",
                "月",
                "日",
                "년",
                "令和",
                "民國",
                "元",
                "十",
                "مايو",
                "أيار",
                "كانون",
                "الثاني",
                "اسفند",
            ),
            *(
                "พ.ค.",
                "พ.ศ.",
                "tháng",
                "năm",
                "listopada",
                "במאי",
                "Mayıs",
                "May",
                "m.",
                "gada",
                "d’",
            ),
            *(
                ".",
                "/",
                "-",
                ",",
                ":",
                " ",
                " ",
                "Von",
                "Par",
                "記者",
                "기자",
                "作者：",
                "|",
                "\u200c",
            ),
        ]
    ),
    max_size=14,
)


@settings(max_examples=400, deadline=None)
@given(LINES, st.sampled_from(["en", "fa", "th", "ja", "hr", "vi", "de", "ko", ""]))
def test_no_line_gives_a_date_outside_of_the_web(pieces: list[str], language: str) -> None:
    found = under_heading("".join(pieces), language)
    if found.date is not None:
        today = datetime.now(timezone.utc).date()
        assert date(1990, 1, 1) <= date.fromisoformat(found.date) <= today


@settings(max_examples=200, deadline=None)
@given(st.text(max_size=60), st.sampled_from(["de", "zh", "ko", "ar", "th", "hi"]))
def test_arbitrary_lines_never_raise(line: str, language: str) -> None:
    html = f"<h1>A title</h1><p class=byline>{line}</p><p class=date>{line}</p>"
    assert isinstance(of(html, language), Metadata)
