"""Matches whose chance is proved, and the scheme's test vectors."""

import hashlib
import json
import random
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from record_games import choose

from spadille import provable
from spadille.game.events import DealBegan
from spadille.record import GameFile, Proof
from spadille.rules import key, parse
from spadille.table import Item, Table

VECTORS: dict[str, Any] = json.loads(
    (Path(__file__).parent / "vectors" / "spadille-deal-v1.json").read_text("utf-8")
)
MATCH = "table-7/1"


class Chance(NamedTuple):
    """A piece of chance as a server makes it: its proof, and what it needs for the order."""

    proof: Proof
    secret: bytes
    shown: tuple[bytes | None, ...]


def piece(seed: str, number: int, seats: int) -> Chance:
    """What server and players do for one piece of chance, the same for the same seed.

    Some players add nothing, and some promise bytes and do not show them.
    """
    rng = random.Random(f"{seed}/{number}")
    secret = rng.randbytes(32)
    drawn = [rng.randbytes(16) if rng.random() < 0.8 else None for _ in range(seats)]
    shown = tuple(None if rng.random() < 0.2 else share for share in drawn)
    proof = Proof(
        number=number,
        seal=provable.seal(secret),
        secret=secret.hex(),
        promises=tuple(None if share is None else provable.promise(share) for share in drawn),
        shown=tuple(None if share is None else share.hex() for share in shown),
        missing=tuple(player for player in range(seats) if drawn[player] and shown[player] is None),
    )
    return Chance(proof, secret, shown)


@cache
def proved_game(text: str, seed: str = "1", deals: int = 2) -> GameFile:
    """The record of a match with random players and proved chance, broken off in some deal."""
    rules = parse(text)
    seats, rng, proofs = rules.table.seats, random.Random(f"players {seed}"), list[Proof]()

    def shuffle(_: int, items: Sequence[Item]) -> Sequence[Item]:
        chance = piece(f"{text}/{seed}", len(proofs), seats)
        proofs.append(chance.proof)
        return provable.order(
            items,
            secret=chance.secret,
            match=MATCH,
            number=chance.proof.number,
            rules_key=key(rules),
            shown=chance.shown,
        )

    table, begun = Table(rules, shuffle), 1
    while not table.over and begun <= deals:
        seat = rng.choice(sorted(table.to_act))
        happened = table.act(seat, choose(rng, table.legal(seat)))
        begun += sum(isinstance(event, DealBegan) for event in happened)
    players = [f"Player {number}" for number in range(seats)]
    return GameFile.of(table.log, players=players, match=MATCH, proofs=proofs)


def fixed_secret(about: str) -> bytes:
    """A secret that is the same every time."""
    return hashlib.sha256(about.encode()).digest()
