"""What is wrong with one proof by itself: its seal, promises, bytes, those named as missing."""

from collections.abc import Iterator, Sequence

import msgspec

from spadille.provable.seals import keeps, seal
from spadille.record.errors import Remark, remark
from spadille.record.proof import Proof
from spadille.record.reasons import misfit


def shown_bytes(proof: Proof, seats: int) -> list[bytes | None]:
    """The bytes that each player added, None for one who added none."""
    shown = proof.shown or (None,) * seats
    return [None if share is None else bytes.fromhex(share) for share in shown]


def faults(proof: Proof, names: Sequence[str], *, closed: bool = True) -> Iterator[Remark]:
    """What contradicts itself in a proof, for the players of these names.

    Unless it is `closed` bytes that were promised may still be shown.
    """
    number, seats = proof.number, len(names)
    try:
        msgspec.convert(msgspec.to_builtins(proof), Proof)
    except msgspec.ValidationError as error:
        yield remark(
            "the proof of number {number} cannot be used: {why}; use an unchanged copy of the file",
            number=number,
            why=misfit(error),
        )
        return
    if any(by_player and len(by_player) != seats for by_player in (proof.promises, proof.shown)):
        yield remark(
            "the proof of number {number} does not name each of the {seats} players once; use an"
            " unchanged copy of the file",
            number=number,
            seats=seats,
        )
        return
    if proof.secret is not None and seal(bytes.fromhex(proof.secret)) != proof.seal:
        yield remark(
            "the secret of number {number} is not the one that was sealed; do not trust this chance"
            " unless an unchanged copy of the file says otherwise",
            number=number,
        )
    promises = proof.promises or (None,) * seats
    shown = shown_bytes(proof, seats)
    for name, promised, share in zip(names, promises, shown, strict=True):
        if share is not None and not keeps(promised, share):
            yield remark(
                "the bytes of {player} in number {number} are not those that were promised; do not"
                " trust this chance unless an unchanged copy of the file says otherwise",
                player=name,
                number=number,
            )
    pairs = enumerate(zip(promises, shown, strict=True))
    lacking = [player for player, (promised, share) in pairs if promised and share is None]
    if closed and list(proof.missing) != lacking:
        yield remark(
            "the players named as missing in number {number} are not those who promised bytes"
            " without showing them; use an unchanged copy of the file",
            number=number,
        )


__all__ = ["faults", "shown_bytes"]
