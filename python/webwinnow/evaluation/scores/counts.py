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

    # Where output and gold are both empty, all is well; where one of them is, nothing is: else a
    # method would gain precision by finding nothing.

    @property
    def precision(self) -> float:
        return self.both / (self.both + self.only_output) if self.both else self.emptiness

    @property
    def recall(self) -> float:
        return self.both / (self.both + self.only_gold) if self.both else self.emptiness

    @property
    def f1(self) -> float:
        every = 2 * self.both + self.only_output + self.only_gold
        return 2 * self.both / every if self.both else self.emptiness

    @property
    def emptiness(self) -> float:
        return 0.0 if self.only_output or self.only_gold else 1.0
