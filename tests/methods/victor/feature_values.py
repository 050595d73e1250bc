"""Raw feature values of a small page."""

from webwinnow import Page
from webwinnow.methods.victor.features import raw_values
from webwinnow.methods.victor.setup import Setup


def feature_values(html: str, name: str) -> list[float]:
    """Raw values of one feature, one per labelled run."""
    setup = Setup.default()
    column = [feature.name for feature in setup.features].index(name)
    found: list[float] = raw_values(Page(html), setup)[:, column].tolist()
    return found
