"""Split a set into folds by site, so that no site is in both training and test data."""

import hashlib
from collections import Counter
from collections.abc import Iterable, Mapping

from webwinnow.errors import InputError
from webwinnow.messages import count_noun


def split_by_site(sites: Mapping[str, str], folds: int, *, seed: int = 0) -> dict[str, int]:
    """The fold of each page, 0 to folds − 1, given the site of each page.

    Pages of one site fall into one fold, and folds hold about equally many pages. The same pages
    and seed give the same folds, in any page order.
    """
    pages = Counter(sites.values())
    check_folds(folds, len(pages))
    # Largest sites first, each into the smallest fold: the small ones at the end even it out.
    order = sorted(pages, key=lambda site: (-pages[site], shuffle_key(site, seed)))
    fold_of: dict[str, int] = {}
    sizes = [0] * folds
    for site in order:
        smallest = sizes.index(min(sizes))
        fold_of[site] = smallest
        sizes[smallest] += pages[site]
    return {page: fold_of[site] for page, site in sites.items()}


def check_folds(folds: int, sites: int) -> None:
    if folds < 2:
        raise InputError(f"cannot split into {folds} folds; give 2 or more")
    if folds > sites:
        remedy = f"give {sites} folds or fewer" if sites > 1 else "leave the folds out"
        raise InputError(f"cannot split {count_noun(sites, 'site')} into {folds} folds; {remedy}")


def shuffle_key(site: str, seed: int) -> tuple[bytes, str]:
    """A sort key that depends only on the site and the seed."""
    return hashlib.sha256(f"{seed} {site}".encode("utf-8", "surrogatepass")).digest(), site


def merge_sites(keys: Mapping[str, Iterable[str]]) -> dict[str, str]:
    """A site for each page name; names that share a key, directly or through others, share it.

    >>> merge_sites({"a-1": ["a.com", "a"], "a-2": ["a"], "b": ["b"]})
    {'a-1': 'a.com', 'a-2': 'a.com', 'b': 'b'}
    """
    parent: dict[str, str] = {}

    def root(key: str) -> str:
        while parent.setdefault(key, key) != key:
            parent[key] = key = parent[parent[key]]
        return key

    first_keys = {}
    for name, (first, *others) in keys.items():
        first_keys[name] = first
        for other in others:
            parent[root(other)] = root(first)
    return {name: root(first) for name, first in first_keys.items()}
