"""Layouts of the portal's pages."""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from random import Random

from tests.support.portal.markup import body, inline, plain, without_names
from tests.support.portal.story import SECTIONS, Comment, RelatedTeasers, Story, Teaser, tags_of

SITE = "The Harbour Courier"
LEGAL = (
    "All that you can read on these pages is the property of the publisher, and no part of it may "
    "be copied or sold without our consent in writing. If you think that there is a mistake in "
    "any of our articles, please write to us and we will do what we can to put it right."
)
#: Links at the foot of every page, with two crawler traps and a forbidden URL.
FOOT = {
    "About us": "/about",
    "Services": "/services",
    "Tags": "/tags",
    "Calendar": "/calendar/2013/04",
    "Poll": "/poll?sid=1f2e3d4c",
    "Members": "/private/members",
}
SCRIPT = "<script>var shown = [], i; for (i = 0; i < 3; i++) { shown.push('<p>' + i); }</script>"
STYLE = "<style>p.lead { font-weight: bold } .ad > div { color: #777 }</style>"
SHARES = ("Facebook", "Twitter", "E-mail", "Print")


class Layout(ABC):
    """Base class of layouts; several sections may share one."""

    @abstractmethod
    def shell(self, title: str, crumbs: str, main: str, side: str) -> str:
        """Render a complete page."""

    @abstractmethod
    def article(self, story: Story, around: RelatedTeasers, random: Random) -> str:
        """Render the main column of an article page, from title to comments."""

    @abstractmethod
    def box(self, title: str, teasers: Sequence[Teaser]) -> str:
        """Render headlines and leads of some articles."""

    @abstractmethod
    def comments(self, comments: Sequence[Comment]) -> str: ...

    def article_page(self, story: Story, around: RelatedTeasers, random: Random) -> str:
        side = self.box("Most read", around.most_read) + self.box("Latest", around.latest)
        teaser = story.teaser
        return self.shell(
            teaser.title, crumbs(teaser.section), self.article(story, around, random), side
        )


class Columns(Layout):
    """Layout of most sections: containers with names, some with the number of the article."""

    def shell(self, title: str, crumbs: str, main: str, side: str) -> str:
        return f"""<!DOCTYPE html>
<html lang="en">{head(title)}
<body class="portal">
<div id="page"><div id="header"><a class="logo" href="/">{SITE}</a>
<form action="/search"><label for="q">Search</label><input id="q" name="q"></form>
<ul class="menu">
{menu()}</ul></div>
<div class="breadcrumbs">{crumbs}</div>
<div id="main" class="clearfix"><div class="col-left">
{main}
</div>
<div class="col-right">
{side}
</div></div>
<div id="footer"><ul class="links">
{foot()}</ul>
<p class="legal">{LEGAL}</p><p>&copy; 2013 {SITE}</p></div>
</div>
</body></html>
"""

    def article(self, story: Story, around: RelatedTeasers, random: Random) -> str:
        teaser = story.teaser
        lead = f'<p class="lead">{inline(teaser.lead, random)}</p>' if story.has_lead else ""
        number, section = teaser.number, teaser.section
        return f"""<div id="article-{number}" class="article post-{number} category-{section}">
<h1 class="title">{plain(teaser.title)}</h1>
<div class="byline"><span class="author">{byline(story)}</span></div>
{lead}
<div class="article-body">
{body(story.body, random)}
</div>
<div class="tags">Tags: {tag_links(number)}</div>
<div class="share">{share_links()} <a href="#comments">{len(story.comments)} comments</a></div>
<div class="author-box"><img src="/a.jpg" alt=""><p>{plain(story.biography)}</p></div>
</div>
{self.box("Related", around.related)}
{self.comments(story.comments)}"""

    def box(self, title: str, teasers: Sequence[Teaser]) -> str:
        shown = "\n".join(
            f'<div class="teaser post-{each.number}">'
            f'<h3><a href="{each.path}">{plain(each.title)}</a></h3>'
            f"<p>{plain(each.lead)}</p></div>"
            for each in teasers
        )
        return f'<div class="box"><h4>{title}</h4>\n{shown}\n</div>'

    def comments(self, comments: Sequence[Comment]) -> str:
        shown = "\n".join(
            f'<div class="comment" id="comment-{number}"><div class="meta">{plain(each.name)} '
            f'<a href="#comment-{number}">#{number}</a></div><p>{plain(each.text)}</p></div>'
            for number, each in enumerate(comments, 1)
        )
        return f'<div id="comments"><h3>Comments</h3>\n{shown}\n</div>'


class Blog(Layout):
    """Layout of the blogs: HTML5 elements, the side column first, comments in a list."""

    def shell(self, title: str, crumbs: str, main: str, side: str) -> str:
        return f"""<!DOCTYPE html>
<html lang="en">{head(title)}
<body class="blogs">
<header class="masthead"><p><a href="/blogs/">{SITE}: blogs</a></p><nav><ul>
{menu()}</ul></nav><p class="path">{crumbs}</p></header>
<aside class="widgets">
{side}
</aside>
<section class="stream" role="main">
{main}
</section>
<footer><nav><ul>
{foot()}</ul></nav>
<p>{LEGAL}</footer>
</body></html>
"""

    def article(self, story: Story, around: RelatedTeasers, random: Random) -> str:
        number = story.teaser.number
        lead = f"<p class=intro>{inline(story.teaser.lead, random)}</p>" if story.has_lead else ""
        return f"""<article class="hentry entry-{number} by-{story.author.split()[0].lower()}">
<header><h1>{plain(story.teaser.title)}</h1><p class="when">{byline(story)}</p></header>
<div class="entry-text">
{lead}
{body(story.body, random)}
</div>
<footer class="after"><p>Filed under {tag_links(number)}</p><p>{share_links()}</p></footer>
</article>
<section class="writer"><p>{plain(story.biography)}</section>
{self.comments(story.comments)}
{self.box("More from this blog", around.related)}"""

    def box(self, title: str, teasers: Sequence[Teaser]) -> str:
        shown = "\n".join(
            f'<li class="n{each.number}"><strong><a href="{each.path}?utm_source=box">'
            f"{plain(each.title)}</a></strong><div>{plain(each.lead)}</div>"
            for each in teasers
        )
        return f'<section class="widget"><h2>{title}</h2><ul>\n{shown}\n</ul></section>'

    def comments(self, comments: Sequence[Comment]) -> str:
        shown = "\n".join(
            f'<li class="reply depth-{number % 3}"><cite>{plain(each.name)}</cite> says:'
            f"<div class=says><p>{plain(each.text)}</div>"
            for number, each in enumerate(comments, 1)
        )
        count = f"{len(comments)} thoughts on this post"
        return f'<section class="replies"><h2>{count}</h2><ol>\n{shown}\n</ol></section>'


class Bare(Layout):
    """Layout without classes and ids: only the order of the tags marks the article."""

    def shell(self, title: str, crumbs: str, main: str, side: str) -> str:
        return without_names(f"""<html>{head(title)}
<body bgcolor="white">
<table width="100%"><tr><td><a href="/">{SITE}</a></td><td><ul>
{menu()}</ul></td></tr></table>
<div>{crumbs}</div>
<div><div>
{main}
</div><div>
{side}
</div></div>
<hr><ul>
{foot()}</ul><div>{LEGAL}</div>
</body></html>
""")

    def article(self, story: Story, around: RelatedTeasers, random: Random) -> str:
        lead = f"<p><b>{plain(story.teaser.lead)}</b></p>" if story.has_lead else ""
        return f"""<div><div>
<h1>{plain(story.teaser.title)}</h1>
<div><i>{byline(story)}</i></div>
{lead}
{body(story.body, random)}
</div><hr><div>{share_links()} {tag_links(story.teaser.number)}</div>
<table><tr><td>{plain(story.biography)}</td></tr></table>
</div>
{self.comments(story.comments)}
{self.box("See also", around.related)}"""

    def box(self, title: str, teasers: Sequence[Teaser]) -> str:
        shown = "\n".join(
            f'<div><a href="{each.path}"><b>{plain(each.title)}</b></a><div>'
            f'{plain(each.lead)} <a href="{each.path}#more">More</a></div></div>'
            for each in teasers
        )
        return f"<div><h3>{title}</h3>\n{shown}\n</div>"

    def comments(self, comments: Sequence[Comment]) -> str:
        shown = "\n".join(f"<dt>{plain(each.name)}<dd>{plain(each.text)}" for each in comments)
        return f"<h3>Readers</h3><dl>\n{shown}\n</dl>"


def head(title: str) -> str:
    described = f"<title>{plain(title)} - {SITE}</title>"
    return f"<head>{described}\n{STYLE}\n{SCRIPT}</head>"


def menu() -> str:
    return items({"Home": "/"} | {name.capitalize(): f"/{name}/" for name in SECTIONS})


def foot() -> str:
    return items(FOOT | {"Write to us": "mailto:desk@courier.invalid"})


def items(links: dict[str, str]) -> str:
    return "".join(f'<li><a href="{href}">{plain(text)}</a></li>\n' for text, href in links.items())


def crumbs(section: str) -> str:
    return f'<a href="/">Home</a> &raquo; <a href="/{section}/">{section.capitalize()}</a>'


def tag_links(number: int) -> str:
    return ", ".join(f'<a href="/tag/{tag}">{tag}</a>' for tag in tags_of(number))


def share_links() -> str:
    """Render share links; the last one is JavaScript, which a crawler cannot follow."""
    links = "".join(f'<a href="http://share.invalid/{name}">{name}</a> ' for name in SHARES)
    return f'{links}<a href="javascript:print()">Save</a>'


def byline(story: Story) -> str:
    return f"By {plain(story.author)} | {story.teaser.day:%d %B %Y}"
