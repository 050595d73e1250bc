"""Splits a set into folds by site, so that no site is learned from and tested on."""

import hashlib
from collections import Counter
from collections.abc import Mapping

from webwinnow.errors import InputError
from webwinnow.messages import count_noun

__all__ = ["split"]


def split(sites: Mapping[str, str], folds: int, *, seed: int = 0) -> dict[str, int]:
    """The fold of each page, 0 to folds − 1, given the site of each page.

    Pages of one site fall into one fold, and folds hold about as many pages each. The same pages
    and seed give the same folds, in whatever order the pages come.
    """
    pages = Counter(sites.values())
    refuse_impossible(folds, len(pages))
    # Largest sites first, each into the emptiest fold: what comes late is small and evens out.
    order = sorted(pages, key=lambda site: (-pages[site], shuffled(site, seed)))
    fold_of: dict[str, int] = {}
    sizes = [0] * folds
    for site in order:
        emptiest = sizes.index(min(sizes))
        fold_of[site] = emptiest
        sizes[emptiest] += pages[site]
    return {page: fold_of[site] for page, site in sites.items()}


def refuse_impossible(folds: int, sites: int) -> None:
    if folds < 2:
        raise InputError(f"cannot split into {folds} folds; give 2 or more")
    if folds > sites:
        remedy = f"give {sites} folds or fewer" if sites > 1 else "leave the folds out"
        raise InputError(f"cannot split {count_noun(sites, 'site')} into {folds} folds; {remedy}")


def shuffled(site: str, seed: int) -> tuple[bytes, str]:
    """Sorts sites in an order that depends on the seed and on nothing else."""
    return hashlib.sha256(f"{seed} {site}".encode("utf-8", "surrogatepass")).digest(), site
