from webwinnow.messages import counted, printable


def test_one_is_no_plural_and_thousands_are_set_apart() -> None:
    assert [counted(number, "page") for number in (0, 1, 1200)] == [
        "0 pages",
        "1 page",
        "1,200 pages",
    ]


def test_what_steers_a_terminal_or_is_no_text_is_written_out() -> None:
    assert printable("a\x1b[2J\nb\udcff ő") == r"a\x1b[2J\nb\udcff ő"
