"""Which pages of a set are of one site, where several things tell it."""

from collections.abc import Iterable, Mapping

__all__ = ["joined"]


def joined(keys: Mapping[str, Iterable[str]]) -> dict[str, str]:
    """A site for each name; names that share a key, or are linked by others that do, share it.

    >>> joined({"a-1": ["a.com", "a"], "a-2": ["a"], "b": ["b"]})
    {'a-1': 'a.com', 'a-2': 'a.com', 'b': 'b'}
    """
    parent: dict[str, str] = {}

    def top(key: str) -> str:
        while parent.setdefault(key, key) != key:
            parent[key] = key = parent[parent[key]]
        return key

    firsts = {}
    for name, (first, *others) in keys.items():
        firsts[name] = first
        for other in others:
            parent[top(other)] = top(first)
    return {name: top(first) for name, first in firsts.items()}
