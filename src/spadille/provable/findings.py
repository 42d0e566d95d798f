"""What is found out about the chance of a match, and how a whole file is judged by it."""

from collections.abc import Iterable
from enum import StrEnum

import msgspec

from spadille.record.errors import Remark


class Verdict(StrEnum):
    """What is found about a piece of chance or a whole file, the worst last.

    `SEALED`: the secret has not been revealed; `UNPROVED`: there are no proofs.
    """

    PROVED = "proved"
    SEALED = "sealed"
    UNPROVED = "unproved"
    CONTRADICTS = "contradicts"


class Finding(msgspec.Struct, frozen=True):
    """What is found about one piece of chance or, without `number`, about the whole file."""

    verdict: Verdict
    remark: Remark
    number: int | None = None

    def __str__(self) -> str:
        return str(self.remark)


def verdict(findings: Iterable[Finding]) -> Verdict:
    """The worst that was found.

    >>> verdict([Finding(Verdict.SEALED, Remark("")), Finding(Verdict.PROVED, Remark(""))])
    <Verdict.SEALED: 'sealed'>
    """
    worst = list(Verdict)
    return max((finding.verdict for finding in findings), key=worst.index, default=Verdict.UNPROVED)


__all__ = ["Finding", "Verdict", "verdict"]
