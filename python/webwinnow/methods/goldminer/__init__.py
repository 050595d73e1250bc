"""GoldMiner: templates of a site trim a page before another method cleans it.

`learn` chooses the element that holds the article and the patterns around it, from the pages in
`sample`; `template` trims a page.
"""

from webwinnow.methods.goldminer.method import GoldMiner

__all__ = ["GoldMiner"]
