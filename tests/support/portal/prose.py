"""Running English that nobody wrote: sentences from a grammar, hardly one of them twice."""

import re
from random import Random

from tests.support.portal.vocabulary import WORDS

#: What a symbol may become; symbols in braces are replaced in turn, by rules or by words. Fixed
#: words never stand more than three together, or else stretches of seven words would recur, which
#: deduplication takes for copies.
RULES: dict[str, list[str]] = {
    "thing": [
        "the {adjective} {noun}",
        "the {adjective} {noun} of the {noun}",
        "a {adjective} {noun}",
        "the {noun} in {place}",
        "the {noun} that {person} had {done}",
        "some of the {adjective} {noun}s",
        "{adjective} {noun}s from {place}",
        "every {noun} with a {adjective} {noun}",
        "{number} of the {adjective} {noun}s",
        "their own {adjective} {noun}",
        "a {noun} and its {adjective} {noun}",
    ],
    "clause": [
        "{thing} {done} {thing}",
        "{thing} could be {manner} {done} by {thing}",
        "there was no {adjective} {noun} in {thing}",
        "{person} did not {do} {thing}",
        "they {done} {thing} before a {noun} was {done}",
        "nobody at the {noun} {done} {thing}",
        "{thing} had been {done} since {month}",
        "{person} {done} {thing} for {number} {adjective} {noun}s",
        "she {manner} {done} {thing} and then {done} it",
        "we should {do} {thing} and not {do} {thing}",
        "it was {adjective} to {do} {thing} without a {noun}",
        "{thing} would {do} what the {noun} had {done}",
    ],
    "opening": [
        "in {place} ",
        "after the {adjective} {noun}, ",
        "on {weekday} ",
        "as {person} {done} {thing}, ",
        "until the {noun} is {done}, ",
        "at the {noun} in {place} ",
    ],
    "ending": [
        ", and {clause}",
        ", although {clause}",
        " because {clause}",
        ", {person} said in {place}",
        ", which {done} {thing}",
        " when {clause}",
    ],
    "sentence": ["{clause}{ending}", "{opening}{clause}", "{opening}{clause}{ending}", "{clause}"],
    "opinion": [
        "I have {done} {thing}, and {clause}",
        "if you {do} {thing}, {clause}",
        "my {adjective} {noun} was {done} when {clause}",
        "I {manner} {done} {thing}, but {clause}",
        "as for {thing}, I {manner} say that {clause}",
        "you did not {do} {thing}: {clause}",
        "{clause}, so I will {manner} {do} {thing}",
    ],
    "headline": [
        "{adjective} {noun} {done} in {place}",
        "why {place} wants to {do} its {noun}",
        "{place} {noun} {done} after the {noun}",
        "{number} {noun}s {done} by {adjective} {noun}",
        "{person} on the {adjective} {noun}",
        "the {noun} that {done} {place}",
    ],
    "item": ["{thing} that was {done} by {thing}", "{thing} and the {noun} behind it"],
    "person": ["{first} {last}"],
    "subheading": ["the {adjective} {noun}", "{noun}s in {month}", "what the {noun} {done}"],
    "caption": ["the {noun} in {place}", "{person} at the {noun}"],
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
