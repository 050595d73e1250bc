"""Follow the convention of a gold: with reader comments, or without them."""

from copy import copy
from functools import lru_cache
from typing import TypeVar

from webwinnow.gold.datasets.base import GoldPage
from webwinnow.methods.base import Method

AnyMethod = TypeVar("AnyMethod", bound=Method)

COMMENTS = "comments"
# What a method description ends in if it follows golds with comments.
KEPT = f":{COMMENTS}=true"


def has_open_setting(method: object) -> bool:
    """Whether a method can keep comments, and its settings leave that open."""
    is_method = isinstance(method, Method) and COMMENTS in method.settings()
    return is_method and getattr(method, COMMENTS) is None


def with_convention(method: AnyMethod, gold: GoldPage) -> AnyMethod:
    """Return the method that keeps comments if the gold does; its settings take precedence."""
    return keeping_comments(method) if gold.keeps_comments else method


# As many as there are folds: a system runs a new method once before it measures the time.
@lru_cache(64)
def keeping_comments(method: AnyMethod) -> AnyMethod:
    if not has_open_setting(method):
        return method
    changed = copy(method)
    setattr(changed, COMMENTS, True)
    return changed
