"""Game files in which somebody has changed what proves their chance."""

import json
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

from proofs import fixed_secret

from spadille import provable
from spadille.record import GameFile, encode

Header = dict[str, Any]
CHANCE = ("shuffled", "dealer_found", "seats_drawn")


class Tampered(NamedTuple):
    """A changed file, what was changed, and the number of the chance that it belongs to."""

    about: str
    number: int | None
    text: str


def lines_of(game: GameFile) -> list[dict[str, Any]]:
    return [json.loads(line) for line in encode(game).splitlines()]


def text_of(lines: list[dict[str, Any]]) -> str:
    return "".join(json.dumps(line, separators=(",", ":")) + "\n" for line in lines)


def _flipped(digits: str, place: int = 0) -> str:
    """Hexadecimal digits with one of them changed."""
    other = "0" if digits[place] != "0" else "1"
    return digits[:place] + other + digits[place + 1 :]


def _of_list(digits: list[str | None], size: int) -> Iterator[tuple[str, list[str | None] | None]]:
    """Changes of a list of digits by player."""
    for player, text in enumerate(digits):
        if text is None:
            yield f"made up for {player}", [*digits[:player], "5" * size, *digits[player + 1 :]]
        else:
            yield (
                f"one digit of {player}",
                [
                    *digits[:player],
                    _flipped(text, size - 1),
                    *digits[player + 1 :],
                ],
            )
            yield f"taken from {player}", [*digits[:player], None, *digits[player + 1 :]]
            yield (
                f"in capitals of {player}",
                [
                    *digits[:player],
                    "A" + text[1:],
                    *digits[player + 1 :],
                ],
            )
    if len(set(digits)) > 1:
        yield "turned round", digits[1:] + digits[:1]
        yield "left out", None
    yield "one too many", [*digits, None]
    yield "one too few", digits[:-1]


def changes_of(proof: dict[str, Any]) -> Iterator[tuple[str, dict[str, Any]]]:
    """Every field of a proof changed in every way, one at a time."""
    for name in ("seal", "secret"):
        for place in (0, 40, 63):
            yield f"{name}: digit {place}", proof | {name: _flipped(proof[name], place)}
        for about, value in (
            ("too short", proof[name][:-1]),
            ("too long", proof[name] + "0"),
            ("a line end", proof[name] + "\n"),
            ("capitals", "A" + proof[name][1:]),
            ("empty", ""),
            ("no text", 7),
            ("another", fixed_secret(f"another {name}").hex()),
        ):
            yield f"{name}: {about}", proof | {name: value}
    yield "seal: none", {name: value for name, value in proof.items() if name != "seal"}
    # Nothing holds the promise of a player against bytes that he never showed.
    unchecked = {f"one digit of {player}" for player in proof.get("missing", ())}
    for name, size in (("promises", 64), ("shown", 32)):
        for about, value in _of_list(proof[name], size):
            if name == "promises" and about in unchecked:
                continue
            kept = {key: old for key, old in proof.items() if key != name}
            yield f"{name}: {about}", kept if value is None else kept | {name: value}
    missing = proof.get("missing", [])
    seats = len(proof["shown"])
    for about, value in (
        ("one more", sorted({*missing, next(n for n in range(seats + 1) if n not in missing)})),
        ("one fewer", missing[1:]),
        ("somebody else", [(player + 1) % seats for player in missing]),
        ("twice", missing + missing),
        ("nobody who plays", [*missing, 9]),
        ("no number", ["0"]),
    ):
        if value != missing and sorted(value, key=str) != missing:
            yield f"missing: {about}", proof | {"missing": value}
    for number in (proof["number"] + 1, proof["number"] + 100, -1, "0", 0.5):
        yield f"number: {number}", proof | {"number": number}
    yield "more: unknown", proof | {"more": 1}


def proofs_changed(lines: list[dict[str, Any]]) -> Iterator[Tampered]:
    """Files in which one proof is changed, gone, doubled or exchanged."""
    header, events = lines[0], lines[1:]

    def with_proofs(proofs: list[dict[str, Any]]) -> str:
        return text_of([header | {"proofs": proofs}, *events])

    proofs: list[dict[str, Any]] = header["proofs"]
    for place, proof in enumerate(proofs):
        number = proof["number"]
        before, after = proofs[:place], proofs[place + 1 :]
        for about, changed in changes_of(proof):
            yield Tampered(f"{number} {about}", number, with_proofs([*before, changed, *after]))
        yield Tampered(f"{number} gone", number, with_proofs(before + after))
        yield Tampered(f"{number} twice", number, with_proofs([*proofs, proof]))
        # A draw among few seats often comes out the same, and that says nothing of the secret.
        if events_at(events)[place][1]["event"] == "dealer_found":
            continue
        secret = fixed_secret("chosen afterwards")
        for about, other in (
            ("another’s", proofs[place - 1] | {"number": number}),
            ("made afterwards", proof | {"secret": secret.hex(), "seal": provable.seal(secret)}),
        ):
            yield Tampered(f"{number} {about}", number, with_proofs([*before, other, *after]))


def events_at(events: list[dict[str, Any]]) -> list[tuple[int, dict[str, Any]]]:
    """The chance of a log with its places."""
    return [(place, event) for place, event in enumerate(events) if event["event"] in CHANCE]


def header_changed(lines: list[dict[str, Any]]) -> Iterator[Tampered]:
    """Files in which the header says something else."""
    header, events = lines[0], lines[1:]
    for about, changed in (
        ("match: another", header | {"match": header["match"] + "x"}),
        ("match: none", {name: value for name, value in header.items() if name != "match"}),
        ("match: two lines", header | {"match": "a\nb"}),
        ("match: a line end", header | {"match": header["match"] + "\n"}),
        ("match: no text", header | {"match": 5}),
        ("rules_key: another", header | {"rules_key": "0123456789ab"}),
        ("proofs: no list", header | {"proofs": {}}),
        ("proofs: no objects", header | {"proofs": [1]}),
    ):
        yield Tampered(about, None, text_of([changed, *events]))


def _shuffled_changed(order: list[str]) -> Iterator[tuple[str, list[str]]]:
    swapped = [order[1], order[0], *order[2:]]
    yield "first cards", swapped
    yield "last cards", [*order[:-2], order[-1], order[-2]]
    yield "turned round", order[::-1]
    yield "in order", sorted(order)


def events_changed(lines: list[dict[str, Any]]) -> Iterator[Tampered]:
    """Files in which other cards were dealt, or somebody else drew the deal."""
    header, events = lines[0], lines[1:]
    for number, (place, event) in enumerate(events_at(events)):

        def put(
            changed: dict[str, Any] | None, place: int = place
        ) -> Callable[[], list[dict[str, Any]]]:
            new = [] if changed is None else [changed]
            return lambda: [header, *events[:place], *new, *events[place + 1 :]]

        if event["event"] == "shuffled":
            for about, order in _shuffled_changed(event["order"]):
                yield Tampered(
                    f"{number} {about}", number, text_of(put(event | {"order": order})())
                )
        else:
            seats = max(len(header["players"]), 1)
            dealer = event | {"dealer": (event["dealer"] + 1) % seats}
            yield Tampered(f"{number} dealer", number, text_of(put(dealer)()))
        if place < len(events) - 1:
            yield Tampered(f"{number} event gone", None, text_of(put(None)()))
        again = [header, *events[: place + 1], event, *events[place + 1 :]]
        yield Tampered(f"{number} event twice", None, text_of(again))


def all_tampered(game: GameFile) -> Iterator[Tampered]:
    """Every change of a file."""
    lines = lines_of(game)
    yield from proofs_changed(lines)
    yield from header_changed(lines)
    yield from events_changed(lines)


__all__ = ["Tampered", "all_tampered", "lines_of", "text_of"]
