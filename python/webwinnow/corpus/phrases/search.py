"""Find phrases that occur in many documents, after Table I of Endrédy and Novák (2013).

The paper lists examples, without a rule. Here a phrase is a sequence of tokens that occurs in
`min_documents` documents, and that no longer sequence of nearly as many documents contains. The
start and the end of a line count as tokens: six tokens are six words inside a paragraph, or a whole
line of four words. `docs/phrases.md` has the reasons.

Three passes over the documents, in bounded memory: count the n-grams, collect the candidates, count
the documents of each candidate exactly.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from hashlib import blake2b
from typing import TYPE_CHECKING, Any, NamedTuple

from webwinnow._core import PhraseMatcher, PhraseSearch
from webwinnow.errors import UnknownSetting

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

TOKENS = "auto"
# Bytes of the table of n-grams; about 13 million of them.
MEMORY = 2**28
MIN_LENGTH, MAX_LENGTH = 3, 50
# Default of `min_documents`: a share of the documents, but not fewer than five.
MIN_SHARE, FEWEST_DOCUMENTS = 0.001, 5
# A phrase is not listed apart if listed phrases of nearly as many documents contain it.
NEARLY_AS_MANY = 0.8
# It is contained if they have at least this share of its n-grams.
CONTAINED = 0.5
# Candidates that are counted exactly, per listed phrase and at least.
CANDIDATES_PER_PHRASE, MIN_CANDIDATES = 20, 1000
# Hosts that are counted for a phrase.
MAX_HOSTS = 4096


class TextDocument(NamedTuple):
    text: str  # one block per line
    host: str | None = None
    name: str = ""  # URL, or file and position


#: Returns the documents from the start at each call, always in the same order.
Documents = Callable[[], Iterable[TextDocument]]


@dataclass(frozen=True)
class PhraseSettings:
    """Settings of a search.

    length: fewest tokens of a phrase; the start and the end of a line count as tokens
    min_documents: fewest documents of a phrase (default: one in a thousand, and at least 5)
    most: number of phrases to list
    per_host: count each host apart, so that `min_documents` is of one host
    """

    length: int = 6
    min_documents: int | None = None
    most: int = 50
    per_host: bool = False

    def __post_init__(self) -> None:
        if not MIN_LENGTH <= self.length <= MAX_LENGTH:
            raise UnknownSetting(
                f"cannot find phrases of {self.length} tokens; give {MIN_LENGTH} to {MAX_LENGTH}"
            )
        if self.min_documents is not None and self.min_documents < 2:
            raise UnknownSetting(
                f"cannot find phrases of {self.min_documents} documents; give 2 or more"
            )

    def threshold(self, documents: int) -> int:
        if self.min_documents is not None:
            return self.min_documents
        share = 0.0 if self.per_host else MIN_SHARE
        return max(FEWEST_DOCUMENTS, round(share * documents))


@dataclass(frozen=True)
class Phrase:
    """An over-represented phrase.

    text: its first forty tokens; ` | ` is the end of a line
    documents, occurrences: number of documents with it, and of occurrences in these
    hosts: number of hosts with it, counted up to MAX_HOSTS
    host, host_documents: the host with the most of these documents, and their number
    host_share: share of the host's documents that have it
    example: name of the first document with it
    """

    text: str
    words: int
    documents: int
    occurrences: int
    share: float
    hosts: int
    host: str | None
    host_documents: int
    host_share: float
    example: str
    ngrams: "NDArray[np.uint64]" = field(repr=False, compare=False)

    def as_json(self) -> dict[str, Any]:
        values = {name: value for name, value in vars(self).items() if name != "ngrams"}
        return {**values, "share": round(self.share, 6), "host_share": round(self.host_share, 6)}


@dataclass(frozen=True)
class PhraseTable:
    """The most over-represented phrases of a corpus, by the amount of text that they account for.

    min_documents: fewest documents of a phrase; more than the setting if the counts of n-grams
        are not exact
    words: of all documents
    repeated_words: those of them in sequences that occur in `min_documents` documents
    truncated: documents of which only the first 2**20 tokens were read
    skipped: inputs that are not among the documents, by reason
    """

    documents: int
    min_documents: int
    words: int
    repeated_words: int
    phrases: list[Phrase]
    truncated: int = 0
    skipped: dict[str, int] = field(default_factory=dict)

    @property
    def repeated_share(self) -> float:
        """Share of the words that are in sequences of `min_documents` documents."""
        return self.repeated_words / max(self.words, 1)

    def as_json(self) -> dict[str, Any]:
        return {
            "documents": self.documents,
            "min_documents": self.min_documents,
            "words": self.words,
            "repeated_words": self.repeated_words,
            "truncated": self.truncated,
            "skipped": self.skipped,
            "phrases": [phrase.as_json() for phrase in self.phrases],
        }


def find_phrases(
    documents: Documents,
    settings: PhraseSettings = PhraseSettings(),  # noqa: B008, frozen
    *,
    memory: int = MEMORY,
) -> PhraseTable:
    """Find the phrases of all documents, which are read three times.

    If `documents` has an attribute `skipped`, the table has its counts.
    """
    search = PhraseSearch(settings.length, tokens=TOKENS, memory=memory)
    hosts: Counter[str | None] = Counter()
    for document, key in keyed(documents(), settings):
        hosts[document.host] += 1
        search.count(document.text, key)
    number = hosts.total()
    threshold = search.set_threshold(settings.threshold(number))
    for document, key in keyed(documents(), settings):
        search.collect(document.text, key)
    wanted = max(MIN_CANDIDATES, CANDIDATES_PER_PHRASE * settings.most)
    found = [Found(*candidate) for candidate in search.candidates(wanted)]
    count(found, documents, settings)
    rows = chosen([each for each in found if each.documents >= threshold], settings)
    phrases = [each.phrase(number, hosts) for each in rows]
    return PhraseTable(
        number,
        threshold,
        search.words,
        search.repeated_words,
        phrases,
        search.truncated,
        dict(getattr(documents, "skipped", {})),
    )


def keyed(
    documents: Iterable[TextDocument], settings: PhraseSettings
) -> Iterator[tuple[TextDocument, int]]:
    """Yield documents with the key that separates hosts, 0 if they are not separated."""
    for document in documents:
        yield document, key_of(document.host or "") if settings.per_host else 0


@lru_cache(maxsize=2**16)
def key_of(host: str) -> int:
    digest = blake2b(host.encode("utf-8", "replace"), digest_size=8).digest()
    return int.from_bytes(digest, "little")


@dataclass
class Found:
    """A candidate and its exact counts."""

    text: str
    words: int
    ngrams: "NDArray[np.uint64]"
    documents: int = 0
    occurrences: int = 0
    example: str = ""
    hosts: Counter[str] = field(default_factory=Counter)

    def add(self, document: TextDocument, occurrences: int) -> None:
        if not self.documents:
            self.example = document.name
        self.documents += 1
        self.occurrences += occurrences
        host = document.host
        if host is not None and (host in self.hosts or len(self.hosts) < MAX_HOSTS):
            self.hosts[host] += 1

    def phrase(self, documents: int, hosts: Counter[str | None]) -> Phrase:
        ranked = sorted(self.hosts.items(), key=lambda each: (-each[1], each[0]))
        host, host_documents = ranked[0] if ranked else (None, 0)
        return Phrase(
            text=self.text,
            words=self.words,
            documents=self.documents,
            occurrences=self.occurrences,
            share=self.documents / max(documents, 1),
            hosts=len(self.hosts),
            host=host,
            host_documents=host_documents,
            host_share=host_documents / max(hosts[host], 1),
            example=self.example,
            ngrams=self.ngrams,
        )


def count(found: Sequence[Found], documents: Documents, settings: PhraseSettings) -> None:
    """Count the documents, occurrences and hosts of candidates."""
    matcher = PhraseMatcher([each.ngrams for each in found], settings.length, tokens=TOKENS)
    for document, key in keyed(documents(), settings):
        numbers, occurrences = matcher.find(document.text, key)
        for number, times in zip(numbers.tolist(), occurrences.tolist(), strict=True):
            found[number].add(document, times)


def chosen(found: list[Found], settings: PhraseSettings) -> list[Found]:
    """The candidates that account for the most text, without those that others contain."""

    def host(each: Found) -> str:
        return min(each.hosts, default="") if settings.per_host else ""

    ranked = sorted(found, key=lambda each: (-each.documents * each.words, each.text, host(each)))
    listed: list[Found] = []
    # The same words may be a line in some documents and a part of one in others.
    known: set[tuple[str, int, str]] = set()
    # Documents of the listed phrase that an n-gram is in; the most if there are several.
    covered: dict[int, int] = {}
    for each in ranked:
        ngrams = each.ngrams.tolist()
        least = NEARLY_AS_MANY * each.documents
        contained = sum(covered.get(ngram, 0) >= least for ngram in ngrams)
        same = (each.text, each.words, host(each))
        if same in known or contained >= CONTAINED * len(ngrams):
            continue
        listed.append(each)
        known.add(same)
        if len(listed) == settings.most:
            break
        for ngram in ngrams:
            covered[ngram] = max(covered.get(ngram, 0), each.documents)
    return listed


def count_documents(
    phrases: Sequence[Phrase], documents: Documents, settings: PhraseSettings
) -> list[int]:
    """Count the documents that have at least half of the n-grams of each phrase.

    Half, because other texts of the same pages may have lines more or less between those of a
    phrase.
    """
    import numpy as np

    distinct, ngram = np.unique(
        np.concatenate([np.zeros(0, np.uint64), *(each.ngrams for each in phrases)]),
        return_inverse=True,
    )
    sizes = [len(each.ngrams) for each in phrases]
    phrase = np.repeat(np.arange(len(phrases)), sizes)
    least = CONTAINED * np.array(sizes)
    matcher = PhraseMatcher(list(distinct.reshape(-1, 1)), settings.length, tokens=TOKENS)
    found = np.zeros(len(phrases), np.int64)
    for document, key in keyed(documents(), settings):
        is_present = np.zeros(len(distinct), bool)
        is_present[matcher.find(document.text, key)[0]] = True
        found += np.bincount(phrase[is_present[ngram]], minlength=len(phrases)) >= least
    return [int(each) for each in found]
