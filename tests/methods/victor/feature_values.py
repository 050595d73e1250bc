"""What Victor's features say of small pages."""

from webwinnow import Page
from webwinnow.methods.victor.features import raw_values
from webwinnow.methods.victor.setup import Setup


def values(html: str, name: str) -> list[float]:
    """The raw values of one feature, one for each labelled run."""
    setup = Setup.default()
    column = [feature.name for feature in setup.features].index(name)
    found: list[float] = raw_values(Page(html), setup)[:, column].tolist()
    return found
