"""Provable deals: chance that nobody at the table could choose, and anybody can check afterwards.

`docs/provable-deals.md` defines the scheme.
"""

from spadille.provable.findings import Finding, Verdict, verdict
from spadille.provable.seals import keeps, promise, seal, secret
from spadille.provable.shuffle import order
from spadille.provable.stream import SCHEME
from spadille.provable.verifying import verify
from spadille.record import Proof

__all__ = [
    "SCHEME",
    "Finding",
    "Proof",
    "Verdict",
    "keeps",
    "order",
    "promise",
    "seal",
    "secret",
    "verdict",
    "verify",
]
