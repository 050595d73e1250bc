"""The settings of Victor's training; the module needs no training packages."""

from dataclasses import dataclass


@dataclass(frozen=True)
class TrainingOptions:
    """CRFsuite's c2, c1 and max_iterations, and whether label pairs have weights."""

    l2: float = 120.0
    l1: float = 0.0
    iterations: int = 80
    chain: bool = False
