"""Estimates with their 95 % intervals.

The rounds are the sample: plays of one round have the same cards and depend on each other.
"""

from collections.abc import Sequence
from math import sqrt
from statistics import NormalDist
from typing import Final

import msgspec

LEVEL: Final = 0.95
_Z: Final = NormalDist().inv_cdf((1 + LEVEL) / 2)


class Estimate(msgspec.Struct, frozen=True, omit_defaults=True):
    """A value and its 95 % interval; None where a single round tells nothing of it."""

    value: float
    low: float | None = None
    high: float | None = None


def student(freedom: int) -> float:
    """The 97.5 % point of Student's t, from 2 degrees of freedom on to three digits or nearly so.

    Abramowitz and Stegun, 26.7.5.

    >>> round(student(10), 2), round(student(100), 3)
    (2.23, 1.984)
    """
    z, n = _Z, freedom
    return (
        z
        + (z**3 + z) / (4 * n)
        + (5 * z**5 + 16 * z**3 + 3 * z) / (96 * n**2)
        + (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / (384 * n**3)
    )


def _deviation(sums: Sequence[float], counts: Sequence[float]) -> float:
    """The standard deviation of sum / count, the pairs being drawn together (the delta method)."""
    size = len(sums)
    ratio = sum(sums) / sum(counts)
    squares = sum((y - ratio * n) ** 2 for y, n in zip(sums, counts, strict=True))
    return sqrt(squares * size / (size - 1)) / sum(counts)


def ratio(sums: Sequence[float], counts: Sequence[float]) -> Estimate:
    """What all rounds bring a count, from what each brings and its count.

    >>> estimate = ratio([10, 30, 20, 20], [1, 1, 1, 1])
    >>> estimate.value, round(estimate.low, 1), round(estimate.high, 1)
    (20.0, 7.1, 32.9)
    """
    value = sum(sums) / sum(counts)
    if len(sums) < 2:
        return Estimate(value)
    error = student(len(sums) - 1) * _deviation(sums, counts)
    return Estimate(value, value - error, value + error)


def wilson(share: float, size: float) -> Estimate:
    """A share of trials with Wilson's interval.

    >>> estimate = wilson(0.5, 100)
    >>> round(estimate.low, 3), round(estimate.high, 3)
    (0.404, 0.596)
    """
    square = _Z**2 / size
    middle = (share + square / 2) / (1 + square)
    error = _Z * sqrt(share * (1 - share) / size + square / (4 * size)) / (1 + square)
    low, high = 0.0 if share <= 0 else middle - error, 1.0 if share >= 1 else middle + error
    return Estimate(share, low, high)


def win_share(sums: Sequence[float], counts: Sequence[float]) -> Estimate:
    """A share of the matches, from what each round brings and its plays.

    Wilson's interval for as many independent trials as would scatter like the rounds do: plays
    with the same cards and exchanged seats balance each other, and tell more than two others.
    With fewer than 30 rounds the scatter is not known well enough to claim more than the plays.
    """
    plays = sum(counts)
    share = sum(sums) / plays
    if len(sums) < 2:
        return wilson(share, plays)
    deviation = _deviation(sums, counts)
    trials = share * (1 - share) / deviation**2 if deviation else plays
    return wilson(share, trials if len(sums) >= 30 and deviation else min(trials, plays))


__all__ = ["LEVEL", "Estimate", "ratio", "student", "wilson", "win_share"]
