"""A frame without names: only the order of the tags tells where an article begins and ends."""

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
from tests.support.portal.markup import body, plain, without_names
from tests.support.portal.story import Comment, Story, Teaser


class Bare(Frame):
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

    def article(self, story: Story, around: Around, random: Random) -> str:
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
