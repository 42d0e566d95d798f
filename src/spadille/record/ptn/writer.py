"""Writing a match as PTN: a block of tags for each deal, those of the match in the first."""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Final

import msgspec

from spadille.cards import Card
from spadille.game.actions import AnyAction, PlayCard
from spadille.game.events import (
    DealBegan,
    DealerFound,
    DealScored,
    GameBegan,
    HandsDealt,
    MatchBegan,
    PlayBegan,
    SeatsDrawn,
    Shuffled,
    SideResult,
)
from spadille.game.fold import standing_events
from spadille.game.state import Phase
from spadille.record.game_file import GameFile
from spadille.record.pbn import seat_text, write_deal
from spadille.record.ptn.names import (
    ASIDES,
    COMPASS_PLAYERS,
    DEAL_TAGS,
    MATCH_TAGS,
    PLAYERS,
    SECTIONS,
    action_text,
    result_tags,
)
from spadille.record.steps import Step, walk
from spadille.record.tags import tag_text
from spadille.rules import Rules, differences, options
from spadille.rules.choices import Seating

_PLAIN_NAME: Final = re.compile("[A-Z][A-Za-z0-9_]*")
_OF_DEAL: Final = re.compile("([A-Z][A-Za-z0-9_]*)/([1-9][0-9]{0,5})")
_WORDS_A_ROW, _CARDS_A_ROW = 4, 13


@dataclass
class _Move:
    """An action of a deal: its number among all of them, the phase, the seat."""

    number: int
    phase: Phase
    seat: int
    action: AnyAction
    stands: bool


@dataclass
class _Deal:
    """What a block tells of a deal."""

    game: int
    began: DealBegan
    seating: SeatsDrawn | DealerFound | None
    order: tuple[Card, ...] = ()
    hands: list[tuple[Card, ...]] | None = None
    moves: list[_Move] = field(default_factory=list)
    leader: int | None = None
    results: tuple[SideResult, ...] = ()


def encode(game: GameFile) -> str:
    """A game as the text of a PTN file; raises `RecordError` if it was not played by its rules."""
    first = game.events[0] if game.events else None
    deals = list(_deals(game))
    assert isinstance(first, MatchBegan)
    rules = first.rules
    blocks = [_match_tags(game, rules, len(deals))]
    for number, deal in enumerate(deals, 1):
        lines = [*_deal_tags(deal, rules), *_own_tags(game, number)]
        if number == 1:
            blocks[0] += lines
        else:
            blocks.append(lines)
    return "\n\n".join("\n".join(lines) for lines in blocks) + "\n"


def _deals(game: GameFile) -> Iterator[_Deal]:
    """The deals of a game, each when all of it is known."""
    standing = {place for place, _ in standing_events(game.events)}
    deal: _Deal | None = None
    number, phase = 0, Phase.SEATING
    seating: SeatsDrawn | DealerFound | None = None
    for step in walk(game.events):
        if deal is not None and step.action is not None and step.seat is not None:
            stands = step.place in standing and not isinstance(step.action, ASIDES)
            place = len(deal.moves) + 1
            deal.moves.append(_Move(place, phase, step.seat, step.action, stands))
        for event in step.events:
            match event:
                case SeatsDrawn() | DealerFound():
                    seating = event
                case GameBegan(number):
                    pass
                case DealBegan():
                    if deal is not None:
                        yield deal
                    deal, seating = _Deal(number, event, seating), None
                case _ if deal is not None:
                    _note(deal, event, step)
        phase = step.course.state.phase
    if deal is not None:
        yield deal


def _note(deal: _Deal, event: object, step: Step) -> None:
    """Note what an event tells of a deal."""
    match event:
        case Shuffled(order):
            deal.order = order
        case HandsDealt():
            deal.hands = [tuple(hand) for hand in step.course.state.deal.hands]
        case PlayBegan(leader):
            deal.leader = leader
        case DealScored(results):
            deal.results = results
        case _:
            pass


def player_tags(rules: Rules) -> Sequence[str]:
    """The tags that name the players, by player number."""
    fixed = rules.deal.seating is Seating.AS_THEY_COME
    four = rules.table.seats == len(COMPASS_PLAYERS)
    return COMPASS_PLAYERS if four and fixed else PLAYERS[: rules.table.seats]


def _match_tags(game: GameFile, rules: Rules, deals: int) -> list[str]:
    """The tags of the match."""
    header = game.header
    tags: dict[str, object] = {}
    rest: dict[str, str] = {}
    for name, text in header.tags.items():
        if _PLAIN_NAME.fullmatch(name) and name not in MATCH_TAGS and name not in DEAL_TAGS:
            tags[name] = text
        elif not _is_of_deal(name, deals):
            rest[name] = text
    names = player_tags(rules)
    if len(header.players) == len(names):
        tags |= dict(zip(names, header.players, strict=True))
        players: tuple[str, ...] = ()
    else:
        players = header.players
    tags["Rules"] = header.rules
    tags["RulesKey"] = header.rules_key
    extra = dict(header.extra)
    foreign = extra.get("GameOptionsJson")
    settings = differences(rules, Rules())
    if isinstance(foreign, dict) and foreign and not foreign.keys() & options().keys():
        settings |= foreign
        del extra["GameOptionsJson"]
    tags["GameOptionsJson"] = _json(settings)
    more = {
        "seed": header.seed,
        "match": header.match,
        "proofs": header.proofs,
        "players": players,
        "tags": rest,
        "extra": extra,
    }
    kept = {name: value for name, value in more.items() if value not in (None, (), {})}
    if kept:
        tags["HeaderJson"] = _json(kept)
    return [tag_text(name, value) for name, value in tags.items()]


def _json(value: object) -> str:
    return msgspec.json.encode(value).decode()


def _is_of_deal(name: str, deals: int) -> bool:
    """Whether a tag of the header belongs to the block of one deal."""
    found = _OF_DEAL.fullmatch(name)
    ours = (*MATCH_TAGS, *DEAL_TAGS)
    return found is not None and 1 < int(found[2]) <= deals and found[1] not in ours


def _own_tags(game: GameFile, number: int) -> Iterator[str]:
    """The foreign tags of a deal."""
    for name, text in game.header.tags.items():
        plain, _, of = name.partition("/")
        if of == str(number) and _is_of_deal(name, number):
            yield tag_text(plain, text)


def _deal_tags(deal: _Deal, rules: Rules) -> Iterator[str]:
    """The tags and sections of a deal."""
    seats = rules.table.seats
    yield tag_text("Round", deal.game)
    yield tag_text("Board", deal.began.deal)
    yield from _seating_tags(deal.seating)
    yield tag_text("Dealer", seat_text(deal.began.dealer, seats))
    if deal.order:
        yield from _section("Pack", len(deal.order), deal.order, _CARDS_A_ROW)
    if deal.hands is not None:
        yield tag_text("Deal", write_deal(deal.hands, (deal.began.dealer + 1) % seats))
    for phase, name in SECTIONS.items():
        moves = [move for move in deal.moves if move.phase is phase and move.stands]
        if phase is Phase.PLAY:
            yield from _play(deal, moves, rules)
        elif phase is Phase.EXCHANGE and moves:
            yield tag_text(name, len(moves))
            yield from (f"{seat_text(m.seat, seats)} {action_text(m.action)}" for m in moves)
        elif moves:
            words = [action_text(move.action) for move in moves]
            yield from _section(name, seat_text(moves[0].seat, seats), words, _WORDS_A_ROW)
    asides = [move for move in deal.moves if not move.stands]
    if asides:
        yield tag_text("Asides", len(asides))
        for move in asides:
            yield f"{move.number} {seat_text(move.seat, seats)} {action_text(move.action)}"
    for name, values in result_tags(deal.results).items():
        yield tag_text(name, values)


def _seating_tags(seating: SeatsDrawn | DealerFound | None) -> Iterator[str]:
    if isinstance(seating, SeatsDrawn):
        yield tag_text("DrawnCards", ", ".join(" ".join(cards) for cards in seating.cards))
        yield tag_text("Seats", " ".join(map(str, seating.players)))
    elif seating is not None and seating.shown:
        yield tag_text("ShownCards", " ".join(seating.shown))


def _section(name: str, value: object, words: Iterable[str], width: int) -> Iterator[str]:
    """A tag and the rows of words below it."""
    yield tag_text(name, value)
    left = list(words)
    for start in range(0, len(left), width):
        yield " ".join(left[start : start + width])


def _play(deal: _Deal, moves: list[_Move], rules: Rules) -> Iterator[str]:
    """The cards played: a column for each seat from the first leader on, a row for each trick."""
    if deal.leader is None:
        return
    seats = rules.table.seats
    order = [(deal.leader + step) % seats for step in range(seats)]
    columns: dict[int, list[str]] = {seat: [] for seat in order}
    if rules.deal.short_dealer:
        columns[deal.began.dealer].append("-")
    for move in moves:
        if isinstance(move.action, PlayCard):
            columns[move.seat].append(action_text(move.action))
    yield tag_text("Play", seat_text(deal.leader, seats))
    longest = max(len(cards) for cards in columns.values()) if moves else 0
    for trick in range(longest):
        cards = (columns[seat][trick : trick + 1] or ["-"] for seat in order)
        yield " ".join(card for found in cards for card in found)
