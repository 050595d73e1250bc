"""Hypothesis strategies for HTML in which all text is numbered words."""

import itertools
import re

from hypothesis import strategies as st

#: Becomes `w0x`, `w1x` … in document order of the source.
HOLE = "@"
WORD = re.compile(r"w\d+x")

#: Text with characters that some output format reads as markup.
texts = st.sampled_from(
    re.split(
        r"\s+\|\s+",
        """@ | @ @ | (@)
    | @. | *@* | _@_ | # @ | - @ | + @ | 12. @ | 1) @ | &gt; @ | [@](@) | [@]: @
    | `@` | ``@ | &lt;b>@ | &amp;lt;@ | @\\ | \\*@ | ~~@~~ | @! | **@ | === @ | --- @ | @ * @ | @_@
    | a@ | @: @ | &lt;@ | @&amp; | “@” | @。 | $@$ | [ ] @ | @# | @ ## | [@ | @] | ](@ | @ &lt; | !
    | --- | === | 中@文 | @ &#124; @ | &#124; @ | :-: &#124; @
    | 1<!-- -->. @ | -<!-- --> @ | #<!-- --># @ | -<!-- -->-- | =<!-- -->= | # | ## | @![@]""",
    )
)

voids = st.sampled_from(["<br>", "<br><br>", "<img src=a.png alt=x>", "<wbr>", "<hr>", " "])


def wrapped(tag: str, inner: str, before: str = "", after: str = "") -> str:
    return f"{before}<{tag}>{inner}</{tag.split()[0]}>{after}"


rows = st.just("<math alttext='@'><mi>@</mi><mo>@</mo></math>")

#: Formulas whose layout is rendered with signs that are not text of the page.
_parts = st.recursive(
    st.sampled_from(["<mi>@</mi>", "<mn>@</mn> ", "<mo>(</mo><mi>@</mi><mo>)</mo>", "<mrow/>"]),
    lambda inner: st.builds(
        wrapped,
        st.sampled_from(["mfrac", "msup", "msubsup", "mroot", "msqrt", "mrow", "mtable><mtr><mtd"]),
        st.lists(inner, min_size=1, max_size=3).map("".join),
    ),
    max_leaves=6,
)
formulas = st.one_of(rows, _parts.map(lambda inner: f"<math>{inner}</math>"))

misnested = st.sampled_from(
    re.split(
        r"\s+\|\s+",
        """<b>@<i>@</b>@</i> | <p>@<ul>@<li>@ | </div> | </p> | <li>@ | <dd>@ | <td>@ | <tr> | <h2>
    | <table>@<tr>@<td>@ | <a href=x>@<div>@</a>@</div> | <b><p>@</b>@ | <caption>@ | </li> | <pre>@
    | <ul>@<ul><li>@</ul>@</ul> | <script>@</script> | <!-- @ --> | </table>""",
    )
)


def inlines(*more: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    leaves = [texts, texts, voids, *more]
    tags = st.sampled_from(["b", "i", "em", "strong", "code", "a href='/x'", "sub", "sup", "span"])
    spaces = st.sampled_from(["", "", " ", "\n"])
    return st.recursive(
        st.one_of(*leaves),
        lambda inner: st.one_of(
            st.lists(inner, min_size=1, max_size=4).map("".join),
            st.builds(wrapped, tags, inner, spaces, spaces),
        ),
        max_leaves=6,
    )


def blocks(*more: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    inline = inlines(*more)
    tags = ["p", "div", "h1", "h3", "blockquote", "pre", "section", "ul><li", "ol start=7><li"]
    tags += ["dl><dt", "dl><dd", "pre><code class=language-x", "figure", "td", "caption"]

    def container(inner: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
        several = st.lists(inner, min_size=1, max_size=4)
        return st.one_of(
            several.map("".join),
            st.builds(wrapped, st.sampled_from(tags), several.map("".join)),
            st.builds(a_list, st.sampled_from(["ul", "ol", "ol start=3", "dl"]), several),
            st.builds(
                a_table, st.lists(st.lists(inner, max_size=3), min_size=1, max_size=4), spans
            ),
        )

    spans = st.lists(st.integers(0, 3), min_size=2, max_size=6)
    return st.recursive(st.one_of(inline, inline, misnested), container, max_leaves=14)


def a_list(tag: str, items: list[str]) -> str:
    names = itertools.cycle(["dt", "dd", "dd"] if tag == "dl" else ["li"])
    return wrapped(tag, "".join(wrapped(next(names), item) for item in items))


def a_table(rows: list[list[str]], spans: list[int]) -> str:
    span = itertools.cycle(spans)
    out = ["<table>"]
    for number, row in enumerate(rows):
        tag = "th" if number == 0 else "td"
        cells = [f"<{tag} colspan={next(span)} rowspan={next(span)}>{cell}</{tag}>" for cell in row]
        out.append(f"<tr>{''.join(cells)}</tr>")
    return "".join(out) + "</table>"


def numbered(html: str) -> str:
    numbers = itertools.count()
    return re.sub(HOLE, lambda _: f"w{next(numbers)}x", html)


#: Full pages; `row_pages` have formulas that need no signs, `plain_pages` have none.
pages = blocks(formulas).map(numbered)
row_pages = blocks(rows).map(numbered)
plain_pages = blocks().map(numbered)
