"""Hypothesis strategies for tag soup and arbitrary bytes."""

from hypothesis import strategies as st

TAGS = ["p", "div", "a", "b", "li", "ul", "table", "tr", "td", "h1", "pre", "span", "title", "head"]
HIDING = ["<p hidden>", "<div style='display:none'>", "<script>", "</script>", "<style>", "<!--"]
OTHER = ["<br>", "<img src=x>", "<hr>", "-->", "</style>", "<noscript>", "<svg>", "<template>"]
WORDS = ["One two three four.", "word", "…", "日本語", " ", "\n", "&amp;", "<", "\x00", "é ü"]

tags = st.sampled_from([f"<{tag}>" for tag in TAGS] + [f"</{tag}>" for tag in TAGS])
pieces = st.one_of(tags, st.sampled_from(HIDING + OTHER), st.sampled_from(WORDS), st.text())
soup = st.lists(pieces, max_size=40).map("".join)
# Errors that keep the tree simple, for comparison with slow, obvious code.
plain_soup = st.lists(
    st.one_of(tags, st.sampled_from(["<br>", "<hr>", "<!-- c -->", *WORDS])), max_size=30
).map("".join)
any_html = st.one_of(st.binary(), soup.map(lambda html: html.encode("utf-8", "surrogatepass")))
