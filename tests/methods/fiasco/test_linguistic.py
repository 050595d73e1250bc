import sys

import numpy as np
import pytest

from webwinnow.errors import InputError
from webwinnow.methods.fiasco.tags import CLOSED, FOREIGN, OPEN, SYMBOL, kind_of, lexicon
from webwinnow.methods.fiasco.words import words_of


def test_kinds_are_those_of_c5() -> None:
    kinds = {CLOSED: ["AT0", "PRP", "PNP", "CJC", "VBZ", "VM0", "XX0", "AVP", "CRD"]}
    kinds |= {OPEN: ["NN1", "NP0", "AJ0", "AV0", "VVD", "ITJ"], FOREIGN: ["UNC"], SYMBOL: ["ZZ0"]}
    for kind, tags in kinds.items():
        assert {kind_of(tag) for tag in tags} == {kind}


def test_the_lexicon_knows_english() -> None:
    pytest.importorskip("HanTa")
    keys = words_of(b"The house was not London's, blorptastic b de", np.zeros(0, np.int64)).keys
    kinds = [CLOSED, OPEN, CLOSED, CLOSED, OPEN, CLOSED, 0, SYMBOL, FOREIGN]
    assert lexicon().look_up(keys).tolist() == kinds


def test_a_missing_package_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    lexicon.cache_clear()
    monkeypatch.setitem(sys.modules, "HanTa.HanoverTagger", None)
    with pytest.raises(InputError, match=r"HanTa.*webwinnow\[pos\]"):
        lexicon()
