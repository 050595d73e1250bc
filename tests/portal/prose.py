"""Running English that nobody wrote: sentences from a grammar, hardly one of them twice."""

import re
from random import Random

from tests.portal.vocabulary import WORDS

#: What a symbol may become; symbols in braces are replaced in turn, by rules or by words.
RULES: dict[str, list[str]] = {
    "thing": [
        "the {adjective} {noun}",
        "the {noun} of the {noun}",
        "a {adjective} {noun}",
        "the {noun} in {place}",
        "the {noun} that the {noun} had {done}",
        "some of the {adjective} {noun}s",
        "most of the {noun}s from {place}",
        "every {noun} with a {noun}",
        "{number} of the {noun}s",
        "their own {noun}",
    ],
    "clause": [
        "{thing} {done} {thing}",
        "{thing} was {done} by {thing}",
        "there was no {noun} in {thing}",
        "it was not clear whether {thing} would {do} {thing}",
        "they had to {do} {thing} before the {noun} could be {done}",
        "nobody at the {noun} {done} {thing}",
        "{thing} has been {done} since the {noun} in {month}",
        "{person} {done} {thing} for more than {number} years",
        "she {done} {thing} {manner} and then {done} it again",
        "we should not {do} {thing} only to {do} {thing}",
        "all that was left of the {noun} is now in {thing}",
    ],
    "opening": [
        "in {place} ",
        "after the {noun}, ",
        "on {weekday} ",
        "as far as {person} can tell, ",
        "until the {noun} is {done}, ",
        "at the {noun} and in the {adjective} {noun} next to it, ",
    ],
    "ending": [
        ", and {clause}",
        ", although {clause}",
        " because {clause}",
        ", {person} said on {weekday}",
        ", which is why {clause}",
        " when {clause}",
    ],
    "sentence": ["{clause}{ending}", "{opening}{clause}", "{opening}{clause}{ending}", "{clause}"],
    "opinion": [
        "I have {done} {thing} myself, and I can say that {clause}",
        "if you ask me, {clause}",
        "my {noun} was {done} in {month} and I still do not know why {clause}",
        "I am not sure that {clause}, but {clause}",
        "this is what I said about {thing} when {clause}",
        "why did you not write that {clause}",
        "{clause}, so I do not think that it will {do} {thing}",
    ],
    "headline": [
        "{adjective} {noun} {done} in {place}",
        "why {place} wants to {do} its {noun}",
        "{place} {noun} {done} after the {noun}",
        "{number} {noun}s {done} by {adjective} {noun}",
        "{person} on the {adjective} {noun}",
        "the {noun} that {done} {place}",
    ],
    "item": ["{thing} that was {done} by {thing} in {month}", "{thing} and the {noun} behind it"],
    "person": ["{first} {last}"],
    "subheading": ["The {adjective} {noun}", "{noun}s in {month}", "What the {noun} {done}"],
    "caption": ["The {noun} in {place}", "{person} at the {noun}"],
}

SYMBOL = re.compile(r"\{(\w+)\}")
BEFORE_VOWEL = re.compile(r"\b([Aa]) (?=[aeiou])")


class Writer:
    """Writes the same for the same seeds."""

    def __init__(self, *seeds: object) -> None:
        # A str, since the seed of other objects may change from run to run.
        self.random = Random("/".join(map(str, seeds)))

    def words(self, symbol: str) -> str:
        """Anything that the grammar has a rule for, without a full stop."""
        text = BEFORE_VOWEL.sub(r"\1n ", self.expand(symbol))
        return text[0].upper() + text[1:]

    def paragraph(self, least: int, symbol: str = "sentence") -> str:
        """Sentences until there are so many characters."""
        text = self.words(symbol) + "."
        while len(text) < least:
            text += f" {self.words(symbol)}."
        return text

    def expand(self, symbol: str) -> str:
        chosen = self.random.choice(RULES.get(symbol) or WORDS[symbol])
        return SYMBOL.sub(lambda found: self.expand(found[1]), chosen)
