import sys

import numpy as np
import pytest

from webwinnow.errors import InputError
from webwinnow.methods.fiasco.linguistic import (
    CLOSED,
    FOREIGN,
    OPEN,
    SYMBOL,
    class_of_tag,
    load_lexicon,
)
from webwinnow.methods.fiasco.target_text import find_words


def test_tags_of_c5_have_word_classes() -> None:
    kinds = {CLOSED: ["AT0", "PRP", "PNP", "CJC", "VBZ", "VM0", "XX0", "AVP", "CRD"]}
    kinds |= {OPEN: ["NN1", "NP0", "AJ0", "AV0", "VVD", "ITJ"], FOREIGN: ["UNC"], SYMBOL: ["ZZ0"]}
    for kind, tags in kinds.items():
        assert {class_of_tag(tag) for tag in tags} == {kind}


def test_the_lexicon_classifies_english_words() -> None:
    pytest.importorskip("HanTa")
    keys = find_words(b"The house was not London's, blorptastic b de", np.zeros(0, np.int64)).keys
    kinds = [CLOSED, OPEN, CLOSED, CLOSED, OPEN, CLOSED, 0, SYMBOL, FOREIGN]
    assert load_lexicon().look_up(keys).tolist() == kinds


def test_a_missing_package_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    load_lexicon.cache_clear()
    monkeypatch.setitem(sys.modules, "HanTa.HanoverTagger", None)
    with pytest.raises(InputError, match=r"HanTa.*webwinnow\[pos\]"):
        load_lexicon()
