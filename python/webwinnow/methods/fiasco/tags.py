"""Parts of speech, for FIASCO: what shares of a text are words of grammar, other words, neither.

HanTa's English model, which comes with the package, stands for TreeTagger: a lexicon of 28,000 word
forms with tags of the C5 set.

Differs: a word has the tag that is most frequent for it, whatever is around it. The features only
ask for kinds of tags, which words hardly ever change, and to look words up takes less than a
millisecond a page. Words that are not in the lexicon are unknown, and nothing else.
"""

from functools import cache

from webwinnow.errors import InputError
from webwinnow.methods.fiasco.words import WordTable

__all__ = ["CLOSED", "FOREIGN", "OPEN", "SYMBOL", "lexicon"]

MODEL = "morphmodel_en.pgz"
CLOSED, OPEN, FOREIGN, SYMBOL = 1, 2, 3, 4
# By the beginnings of C5's tags: nouns, adjectives, adverbs, full verbs and interjections are open;
# unclassified items are foreign words, formulas and the like; letters may stand for themselves.
KINDS = {
    "NN": OPEN, "NP": OPEN, "AJ": OPEN, "AV0": OPEN, "VV": OPEN, "ITJ": OPEN,
    "UNC": FOREIGN, "ZZ": SYMBOL,
}  # fmt: skip
# What is left behind an apostrophe: "it's", "don't", "we'll", "you're", "I've", "he'd", "I'm".
CONTRACTED = dict.fromkeys(("s", "t", "ll", "re", "ve", "d", "m"), CLOSED)


@cache
def lexicon() -> WordTable:
    """The kind of each word form; takes half a second to load, once."""
    try:
        from HanTa.HanoverTagger import HanoverTagger
    except ImportError as error:
        raise InputError(
            "parts of speech need HanTa, which is not installed; run: pip install 'webwinnow[pos]'"
        ) from error
    tagger = HanoverTagger(MODEL)
    kinds = {word: kind_of(tagger.tag_word(word)[0][0]) for word in tagger.cache}
    return WordTable.of(kinds | CONTRACTED)


def kind_of(tag: str) -> int:
    """All tags that are not named above are of closed classes."""
    return next((kind for name, kind in KINDS.items() if tag.startswith(name)), CLOSED)
