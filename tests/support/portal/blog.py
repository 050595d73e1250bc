"""The frame of the blogs: newer elements, the side column first, comments in a list."""

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


class Blog(Frame):
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

    def article(self, story: Story, around: Around, random: Random) -> str:
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
