"""The rules by which templates are learned and applied, and those of the paper."""

from dataclasses import dataclass

from webwinnow.errors import UnknownSetting


@dataclass(frozen=True)
class Rules:
    """Switches of the rules that the paper does not have.

    A site stores the name of the rules that it was learned with, because the same rules must apply
    its templates.
    """

    name: str = "default"
    separate: bool = True  # tell comments and teasers from the article before it is located
    weigh: bool = True  # choose boundaries by the text that they enclose, not by frequency
    rescue: bool = True  # the inner method decides on text that the templates do not know
    details: bool = True  # use places with and without text, and texts that recur
    recall: bool = True  # the inner method decides on trimmed pages with its preset for recall
    title: bool = True  # search the title, and keep it


DEFAULT_RULES = Rules()
PAPER_RULES = Rules(
    "paper",
    separate=False,
    weigh=False,
    rescue=False,
    details=False,
    recall=False,
    title=False,
)
RULES = {rules.name: rules for rules in (DEFAULT_RULES, PAPER_RULES)}


def find_rules(rules: str | Rules) -> Rules:
    """Return rules by name."""
    if isinstance(rules, Rules):
        return rules
    if rules not in RULES:
        raise UnknownSetting(f"no rules {rules!r}; choose from {', '.join(RULES)}")
    return RULES[rules]
