"""What was found, what was found wrongly, and what was missed."""

from dataclasses import dataclass

__all__ = ["Counts"]


@dataclass(frozen=True)
class Counts:
    """Words (or segments, or blocks) of an output and of its gold."""

    both: int
    only_output: int
    only_gold: int

    def __add__(self, other: "Counts") -> "Counts":
        return Counts(
            self.both + other.both,
            self.only_output + other.only_output,
            self.only_gold + other.only_gold,
        )

    @property
    def precision(self) -> float:
        """1.0 of an empty output, which has nothing wrong."""
        return share(self.both, self.both + self.only_output)

    @property
    def recall(self) -> float:
        """1.0 of an empty gold, of which nothing is missed."""
        return share(self.both, self.both + self.only_gold)

    @property
    def f1(self) -> float:
        return share(2 * self.both, 2 * self.both + self.only_output + self.only_gold)


def share(part: int, whole: int) -> float:
    return part / whole if whole else 1.0
