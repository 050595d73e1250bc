"""Whether a page is in the language that FIASCO's words are of."""

from webwinnow._core import Page
from webwinnow.methods.declared import declared_language
from webwinnow.methods.longest_text import longest_text
from webwinnow.methods.stopwords import code_of, find_list, split_words

__all__ = ["is_in"]

# Of a text with fewer words the page's own declaration tells.
FEWEST_WORDS = 8
# Share of different words that are frequent ones. English texts have a third or more, texts in
# languages near to it a tenth.
LEAST_SHARE = 0.2


def is_in(page: Page, language: str) -> bool:
    """By the longest text, whatever is declared: templates are in English, pages need not be."""
    words = set(split_words(longest_text(page)))
    if len(words) < FEWEST_WORDS:
        declared = declared_language(page)
        return declared is None or code_of(declared) == language
    return len(words & find_list(language).words) >= LEAST_SHARE * len(words)
