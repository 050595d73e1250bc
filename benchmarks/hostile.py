"""Hostile pages of size n: processing time must grow linearly with n."""

from collections.abc import Callable

HOSTILE: dict[str, Callable[[int], str]] = {
    "deep nesting": lambda n: "<div>" * n + "x",
    "unclosed tags": lambda n: "<p><a href=x><b>t" * (n // 4),
    "unclosed titles": lambda n: "<title>x" * (n // 2),
    "many attributes": lambda n: "<p " + " ".join(f"a{i}=1" for i in range(n)) + ">x",
    "tiny paragraphs": lambda n: "<p>a</p>" * n,
    "one text node": lambda n: "some text " * (5 * n),
    "angle brackets and spaces": lambda n: "< " * (4 * n),
    "misnested formatting": lambda n: "<b><i><p>x</b></i>" * (n // 4),
    "formatting without end": lambda n: (
        "".join(f"<b id={i}>" for i in range(n // 4)) + "<p>x" * (n // 4)
    ),
    "text in tables": lambda n: "<table>" + "x<a>y<tr>" * (n // 4),
    "comments in preformatted text": lambda n: "<pre>" + " <!--x-->" * n,
    "bare ampersands": lambda n: "&" * (4 * n),
}
