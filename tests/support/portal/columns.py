"""The frame of most sections: containers with names, the article's number in some of them."""

from collections.abc import Sequence
from random import Random

from tests.support.portal.frame import (
    LEGAL,
    SITE,
    Around,
    Frame,
    byline,
    foot,
    head,
    menu,
    share_links,
    tag_links,
)
from tests.support.portal.markup import body, inline, plain
from tests.support.portal.story import Comment, Story, Teaser


class Columns(Frame):
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

    def article(self, story: Story, around: Around, random: Random) -> str:
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
