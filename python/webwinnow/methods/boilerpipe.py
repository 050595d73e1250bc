"""boilerpipe, after Kohlschütter, Fankhauser and Nejdl (2010) and their program of that name.

Shallow features tell text from the rest: how many words a block has, how many of them are linked,
and the same of its neighbours. The `article` extractor then looks for the one large text that
the blocks around it belong to; the `default` extractor goes by words per line alone. Each filter is
a function from text blocks to text blocks, named after the program's own.

Differs: see docs/methods/boilerpipe.md.
"""

from typing import ClassVar

import numpy as np
from numpy.typing import NDArray

from webwinnow._core import FLAGS, TAG_NAMES, Decision, Page
from webwinnow.errors import UnknownSetting
from webwinnow.methods.base import NOT_VISIBLE, Method, spread
from webwinnow.methods.text_blocks import END, HEADING, ITEM, TITLE, Reading, TextBlocks, read
from webwinnow.methods.text_marks import TitleMatch, is_end_of_text

REASONS = [
    "in the largest text",
    "right before the largest text",
    "large, and as deep in the page as the largest text",
    "between the title and the largest text",
    "list after the largest text",
    "enough words per line",
    "too many links",
    "too few words",
    "too few words per line",
    "after the end of the text",
    "heading without text",
    "smaller than the largest text",
    "in an element that is not read",
    NOT_VISIBLE,
]
(
    LARGEST, BEFORE, SAME_LEVEL, FROM_TITLE, LIST, DENSE,
    LINKED, FEW_WORDS, SPARSE, AFTER_END, TRAILING, SMALLER, NOT_READ, HIDDEN,
) = range(len(REASONS))  # fmt: skip

MOST_LINKED = 0.333333
MOST_LINKED_BEFORE = 0.555556
FULL_TEXT_DENSITY = 9


class Boilerpipe(Method):
    """Words, links and their neighbours, block by block (Kohlschütter et al. 2010)."""

    presets: ClassVar[dict[str, dict[str, object]]] = {"recall": {"extractor": "default"}}

    def __init__(self, extractor: str = "article", opts="") -> None:
        self.extractor = extractor
        self.opts = opts

    def decide(self, page: Page) -> Decision:
        reading = read(page)
        if self.extractor == "article":
            keep, reason = article(reading,self.opts)
        elif self.extractor == "default":
            keep, reason = default(reading)
        else:
            raise UnknownSetting(f"no extractor {self.extractor!r}; choose from article, default")
        return Decision(page,spread(keep, reading.block, bool))


def article(reading: Reading,opts):
    blocks = reading.blocks
    if not len(blocks): return blocks.content, None
    blocks = terminating_blocks(blocks, reading)
    blocks = document_title(blocks, reading)
    blocks = num_words_rules(blocks)
    blocks = ignore_after_content(blocks, reading)
    if 'old' in opts:
        blocks=proximity_fusion(blocks,1)
        blocks=blocks.only(blocks.content)
        blocks=proximity_fusion(blocks,1,content_only=True)
        if 'NL' not in opts: blocks,_=keep_largest(blocks,expand=False)
        blocks=expand_title(blocks)
    else:
        if 'NT' not in opts: blocks = trailing_headings(blocks)
        blocks=proximity_fusion(blocks,1)
        blocks=blocks.only(blocks.content | (blocks.labels&TITLE!=0))
        blocks=proximity_fusion(blocks,1,content_only=True,same_level='NS' not in opts)
        if 'NL' not in opts:
            blocks,n=keep_largest(blocks,expand=True)
            blocks=expand_title(blocks)
            if 'NB' not in opts: blocks=large_same_level(blocks,n)
            if 'NE' not in opts: blocks=list_at_end(blocks,n)
    return spread(blocks.content,blocks.place,bool),None

def default(reading):
    blocks=reading.blocks
    if not len(blocks): return blocks.content, None
    d=reading.text_density()
    # sequential fuse
    joins=np.zeros(len(d),bool)
    W=reading.blocks.words
    lines=np.ones(len(d))
    joins[1:]=d[1:]==d[:-1]
    g=blocks.fused(joins)
    d=d[g.first]
    before=np.append(0,d[:-1]); after=np.append(d[1:],0)
    ld=g.link_density; lb=np.append(0,ld[:-1])
    c=(ld<=MOST_LINKED)&np.where(lb<=MOST_LINKED_BEFORE, np.where(d<=9,(after>10)|(before>4),after!=0), after>11)
    return spread(c,g.place,bool),None

def terminating_blocks(blocks, reading):
    t=reading.page.run_texts()
    ld=blocks.link_density
    rows=[r for r in np.flatnonzero(blocks.words<15).tolist() if is_end_of_text(reading.text(r,t),ld[r]==1)]
    return blocks.with_label(END,rows)
def document_title(blocks, reading):
    page=reading.page
    T=TAG_NAMES.index('title')
    rr=np.flatnonzero((page.nodes.tag[page.runs.node]==T)&(page.runs.flags&FLAGS['HEAD']!=0))
    if not len(rr): return blocks
    t=page.run_texts()
    m=TitleMatch(t[rr[0]])
    for r in np.flatnonzero(blocks.words<=page.runs.words[rr[0]]).tolist():
        if m.matches(reading.text(r,t)): return blocks.with_label(TITLE,[r])
    return blocks
def num_words_rules(blocks):
    w=blocks.words; b=np.append(0,w[:-1]); a=np.append(w[1:],0)
    ld=blocks.link_density; lb=np.append(0,ld[:-1])
    return blocks.with_content((ld<=MOST_LINKED)&np.where(lb<=MOST_LINKED_BEFORE,(w>16)|(a>15)|(b>4),(w>40)|(a>17)))
def ignore_after_content(blocks, reading):
    e=blocks.labels&END!=0
    if not e.any(): return blocks
    d=reading.text_density()
    seen=np.cumsum(np.where(blocks.content&(d>=9),blocks.words,0))
    x=np.flatnonzero(e&(seen>=60))
    if not len(x): return blocks
    c=blocks.content.copy(); c[x[0]:]=False
    return blocks.with_content(c)
def trailing_headings(blocks):
    c=blocks.content.copy()
    h=blocks.labels&HEADING!=0
    x=np.flatnonzero(c&~h)
    c[(x[-1]+1 if len(x) else 0):]=False
    return blocks.with_content(c)
def proximity_fusion(blocks,dist,content_only=False,same_level=False):
    j=np.zeros(len(blocks),bool)
    if len(blocks)<2: return blocks
    j[1:]=blocks.content[1:]&(blocks.first[1:]-blocks.last[:-1]-1<=dist)
    if content_only: j[1:]&=blocks.content[:-1]
    if same_level: j[1:]&=blocks.level[1:]==blocks.level[:-1]
    return blocks.fused(j)
def keep_largest(blocks,expand):
    if len(blocks)<2 or not blocks.content.any(): return blocks,None
    n=int(np.argmax(np.where(blocks.content,blocks.words,-1)))
    c=np.zeros(len(blocks),bool); c[n]=True
    if expand:
        l=blocks.level[n]
        for it in (range(n-1,-1,-1),range(n+1,len(blocks))):
            for i in it:
                if blocks.level[i]<l: break
                if blocks.level[i]==l and blocks.words[i]>=150: c[i]=True
    return blocks.with_content(c),n
def expand_title(blocks):
    c=np.flatnonzero(blocks.content)
    if not len(c): return blocks
    t=np.flatnonzero(blocks.labels[:c[0]+1]&TITLE)
    if not len(t): return blocks
    x=blocks.content.copy(); x[t[-1]:c[0]]=True
    return blocks.with_content(x)
def large_same_level(blocks,n):
    if n is None: return blocks
    return blocks.with_content(blocks.content|((blocks.words>=100)&(blocks.level==blocks.level[n])))
def list_at_end(blocks,n):
    if n is None: return blocks
    c=blocks.content.copy()
    for i in range(n+1,len(blocks)):
        if blocks.level[i]>blocks.level[n] and blocks.labels[i]&ITEM and blocks.linked[i]==0: c[i]=True
        else: break
    return blocks.with_content(c)
