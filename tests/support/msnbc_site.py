"""The example of the GoldMiner paper (section III.B, Fig. 1) as a small site.

The tags around an article are those of the figure; the texts are not. An article is between the
search box and the share bar, in `div#content`, which also holds the comments: its end tag would be
a cut too late. Every page has teasers before and after that jusText takes for text.
"""

from html import escape

from tests.support.portal.prose import Writer

PAGES_COUNT = 12
#: Comments of each page; pages with 0 have no discussion.
COMMENT_COUNTS = (8, 3, 0, 5, 2, 6, 0, 4, 7, 3, 0, 5)
#: A length that jusText takes for good text.
LONG = 220
MARK = "Harbour Television"


def article(number: int) -> list[str]:
    """The title, three to six paragraphs, and a closing line, which is in italics in the figure."""
    write = Writer("msnbc", number)
    paragraphs = [write.paragraph(LONG) for _ in range(write.random.randint(3, 6))]
    return [write.words("headline"), *paragraphs, write.paragraph(LONG)]


def comments(number: int) -> list[str]:
    write = Writer("msnbc comments", number)
    return [write.paragraph(LONG, "opinion") for _ in range(COMMENT_COUNTS[number])]


ARTICLES: list[list[str]] = [article(number) for number in range(PAGES_COUNT)]
COMMENTS: list[list[str]] = [comments(number) for number in range(PAGES_COUNT)]
#: On every page: one before the content, the others after it.
TEASERS: list[str] = [Writer("msnbc teaser", number).paragraph(LONG) for number in range(4)]


def shell(title: str, content: str) -> str:
    top, *others = TEASERS
    more = "\n".join(f'<li><a href="/more/{n}">More</a><p>{text}' for n, text in enumerate(others))
    return f"""<!DOCTYPE html>
<html lang="en"><head><title>{escape(title)} | {MARK}</title></head>
<body><div id="header"><a href="/">{MARK}</a><ul><li><a href="/shows">Shows</a></li>
<li><a href="/tags">Topics</a></li></ul><div class="promo"><p>{top}</p></div></div>
<div class="search-filter">
<input type="radio" value="up" name="shows" id="searchOptionsShow" />
<label for="searchOptionsShow">This show</label>
<input type="radio" value="" name="shows" id="searchOptionsAll" />
<label for="searchOptionsAll">All shows</label></div>
<div class="search-wrap">
<label class="screen-reader-text" for="s">Search</label>
<input type="text" value="search" /></div>
{content}
<div id="sidebar"><h3>Do not miss</h3><ul>
{more}
</ul></div>
<div id="footer"><p>&copy; {MARK}</p><a href="/privacy">Privacy</a></div>
</body></html>
"""


def page(number: int) -> str:
    title, *paragraphs, closing = map(escape, ARTICLES[number])
    author = Writer("msnbc author", number).words("person")
    body = "\n".join(f"<p>{text}</p>" for text in paragraphs)
    return shell(
        title,
        f"""<div id="content" class="hfeed">
<h1 class="entry-title">{title}</h1>
<div class="post-info"><span class="author vcard">{author}</span>
<div class="date published time">12:0{number % 10} PM on 04/28/2013</div></div>
<div class="entry-content">
{body}
<p><em>{closing}</em>
<div id="jp-post-flair" class="sharedaddy sd-like-enabled sd-sharing-enabled">
<h3 class="sd-title">Share this with friends</h3>
<div class="sd-content"><a href="/t"><span>Twitter</span></a>
<a href="/f"><span>Facebook</span></a></div></div>
</div>
{discussion(number)}</div>""",
    )


def discussion(number: int) -> str:
    texts = COMMENTS[number]
    if not texts:
        return ""
    names = Writer("msnbc people", number)
    people = [names.words("person") for _ in range(max(2, len(texts) - 2))]
    shown = "\n".join(
        f'<div class="c-text"><a href="/people/{at}">{people[at % len(people)]}</a> '
        f"commented Apr 28, 2013<p>{escape(text)}</p></div>"
        for at, text in enumerate(texts)
    )
    count = f"{len(texts)} comments from {min(len(people), len(texts))} people"
    return f'<h2>Discussions</h2>\n<span class="c-num">{count}</span>\n{shown}\n'


def index() -> str:
    """Headlines, each with the first paragraph of the article."""
    shown = "\n".join(
        f'<div class="entry"><h2><a href="/{number}">{escape(title)}</a></h2>'
        f"<p>{escape(first)}</p></div>"
        for number, (title, first, *_) in enumerate(ARTICLES)
    )
    return shell("All stories", f'<div id="archive">\n{shown}\n</div>')


def tags() -> str:
    write = Writer("msnbc tags")
    cloud = " ".join(f'<a href="/tag/{n}">{write.words("noun")}</a>' for n in range(40))
    return shell("Topics", f'<div class="tagcloud">{cloud}</div>')


PAGES: list[str] = [page(number) for number in range(PAGES_COUNT)]
#: Pages of the site without an article.
INDEX: str = index()
TAGS: str = tags()
