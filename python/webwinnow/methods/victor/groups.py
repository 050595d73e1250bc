"""Groups of runs that are direct descendants of the same `div`, or `td`.

Direct means that no other element of that name is between. Runs in no such element are a group of
the page's own.
"""

import numpy as np

from webwinnow.methods.victor.runs import Column, View, shares

__all__ = ["group_ratio"]


def group_ratio(view: View, name: str) -> Column:
    """The share of the page's words that the run's group has; words in links count nowhere."""
    if name not in view.ratios:
        group = view.tree.nearest(name)
        # Runs in none have −1, which becomes the first group.
        words = np.bincount(group + 1, view.plain_words)
        view.ratios[name] = shares(words[group + 1], words.sum())
    return view.ratios[name]
