"""The screen: a View drawn for people, in at most 80 columns."""

from collections.abc import Iterable, Sequence

from rich.cells import cell_len
from rich.console import Group, RenderableType
from rich.rule import Rule
from rich.table import Table
from rich.text import Text

from spadille.cards import Card, Suit
from spadille.cli.pages import rules_title
from spadille.cli.terminal import STYLES, paint
from spadille.game.actions import PlayCard
from spadille.game.deck import deck_of
from spadille.game.state import Phase, Trick
from spadille.rules import Rules as RuleSet
from spadille.rules.choices import Bidding, LeadSpades
from spadille.rules.choices import Talk as TalkRule
from spadille.view import View
from spadille.words import Words, sentences
from spadille.words.goals import bid_text, goal, needs_text
from spadille.words.names import short_bid
from spadille.words.sides import side_name

NAME_WIDTH = 18
HEADING_WIDTH = 74


def heading(words: Words, view: View) -> Rule:
    """Where the match stands, as a line across the screen."""
    parts = []
    if view.rules.match.tokens_to_win > 1:
        parts.append(words.say("game {number}", number=view.game))
    parts.append(words.say("deal {number}", number=view.deal))
    if view.unbid:
        parts.append(words.say("no bids"))
    if view.phase is Phase.DRAW:
        parts.append(words.many("{n} card in the stock", "{n} cards in the stock", view.stock))
    if view.phase is Phase.PLAY:
        parts.append(words.say("trick {number}", number=len(view.tricks) + 1))
        parts += _spades(words, view)
    whole = " · ".join([rules_title(words, view.rules), *parts])
    shown = whole if cell_len(whole) <= HEADING_WIDTH else " · ".join(parts)
    return Rule(paint(shown), style="dim", characters="─")


def _spades(words: Words, view: View) -> list[str]:
    """Whether spades may be led, where the rules ever forbid it."""
    play = view.rules.play
    if view.spades_closed:
        breaking = play.lead_spades is LeadSpades.AFTER_BROKEN and not view.broken
        closed = words.say("spades may not be led yet")
        return [words.say("spades are not broken") if breaking else closed]
    if play.lead_spades is LeadSpades.ANYTIME:
        return []
    return [words.say("spades are broken") if view.broken else words.say("spades may be led")]


def _seats(view: View) -> list[int]:
    """The seats clockwise, the viewer's own the last."""
    count = view.rules.table.seats
    first = 0 if view.seat is None else view.seat + 1
    return [(first + step) % count for step in range(count)]


def _grid(*columns: tuple[str, str], gap: int = 2) -> Table:
    """A table without lines; each column has a title and left or right.

    Where room is short, words are cut and numbers, on the right, are not.
    """
    table = Table(box=None, padding=(0, gap, 0, 0), pad_edge=False, header_style="dim")
    for text, side in columns:
        if side == "right":
            table.add_column(text, justify="right", no_wrap=True, min_width=cell_len(text))
        else:
            table.add_column(text, no_wrap=True)
    return table


def _name(words: Words, view: View, names: Sequence[str], seat: int) -> Text:
    """A seat's name with the marks of the dealer and of whose turn it is."""
    text = Text(names[seat], no_wrap=True)
    text.truncate(NAME_WIDTH, overflow="ellipsis")
    if seat == view.dealer:
        text.append(" " + words.say("(dealer)"), style="dim")
    mark = Text("▶ " if seat in view.to_act else "  ")
    return mark.append_text(text)


def _bid(words: Words, view: View, seat: int) -> str:
    shown = view.seats[seat]
    said = "" if shown.bid is None else short_bid(words, shown.bid)
    return bid_text(words, said, shown.bid, shown.tricks)


def _talk(view: View, seat: int) -> str:
    """What a seat said of its tricks last; a dash for a partner who stayed silent."""
    said = [talk for talk in view.talk if talk.seat == seat]
    if not said:
        return ""
    return "–" if said[-1].sure is None else f"{said[-1].sure} + {said[-1].possible}"


def _laid(words: Words, view: View, seat: int) -> Text:
    """The card that a seat has laid in this trick, and one that lies open before it."""
    text = Text("")
    if seat in view.trick_seats:
        place = view.trick_seats.index(seat)
        text.append_text(paint(view.trick[place].symbol))
        if not place:
            text.append("  " + words.say("(lead)"), style="dim")
    exposed = view.seats[seat].exposed
    if exposed is not None:
        text.append("  " if text else "").append_text(paint(f"[{exposed.symbol}]"))
    return text


def table_solo(words: Words, view: View, names: Sequence[str]) -> Table:
    """The table of a solo game: one line a seat."""
    tourney = view.rules.match.tokens_to_win > 1
    grid = _grid(
        ("", "left"),
        (words.say("bid"), "left"),
        (words.say("tricks"), "right"),
        (words.say("needs"), "left"),
        (words.say("bags"), "right"),
        (words.say("score"), "right"),
        *([(words.say("tokens"), "right")] if tourney else []),
        (words.say("card"), "left"),
        gap=1 if tourney else 2,
    )
    for seat in _seats(view):
        shown, side = view.seats[seat], view.sides[view.rules.seat_side(seat)]
        grid.add_row(
            _name(words, view, names, seat),
            _bid(words, view, seat),
            str(shown.tricks),
            needs_text(words, view.rules, goal(view, view.rules.seat_side(seat))),
            str(side.bags),
            str(side.score),
            *([str(shown.tokens)] if tourney else []),
            _laid(words, view, seat),
        )
    return grid


def table_pairs(words: Words, view: View, names: Sequence[str]) -> Group:
    """The table of a game in pairs: one line a seat, then one a side."""
    tourney = view.rules.match.tokens_to_win > 1
    alone = view.rules.auction.bidding is Bidding.BY_SEAT
    talks = view.rules.auction.talk is TalkRule.OPEN and not view.unbid
    seats = _grid(
        ("", "left"),
        *([(words.say("bid"), "left")] if alone else []),
        *([(words.say("sure + possible"), "left")] if talks else []),
        (words.say("tricks"), "right"),
        (words.say("card"), "left"),
    )
    for seat in _seats(view):
        seats.add_row(
            _name(words, view, names, seat),
            *([_bid(words, view, seat)] if alone else []),
            *([_talk(view, seat)] if talks else []),
            str(view.seats[seat].tricks),
            _laid(words, view, seat),
        )
    sides = _grid(
        ("", "left"),
        (words.say("contract"), "left"),
        (words.say("taken"), "right"),
        (words.say("needs"), "left"),
        (words.say("bags"), "right"),
        (words.say("score"), "right"),
        *([(words.say("tokens"), "right")] if tourney else []),
    )
    for side in _sides(view):
        found = goal(view, side)
        sides.add_row(
            "  " + side_name(words, view.rules, names, side, view.seat),
            _contract(words, view, side),
            "" if found is None else str(found.taken),
            needs_text(words, view.rules, found),
            str(view.sides[side].bags),
            str(view.sides[side].score),
            *([str(view.seats[side].tokens)] if tourney else []),
        )
    return Group(seats, sides)


def _sides(view: View) -> list[int]:
    """The sides, the viewer's own first."""
    sides = range(view.rules.side_count)
    return sorted(sides, key=lambda side: (side != view.side, side))


def _contract(words: Words, view: View, side: int) -> str:
    """The contract of a side as far as it is known."""
    shown = view.sides[side]
    if shown.bid is not None:
        return sentences.bid(words, shown.bid)
    if shown.proposed is not None:
        return words.say("{bid}?", bid=sentences.bid(words, shown.proposed))
    found = goal(view, side)
    return "" if found is None else str(found.contract) + ("" if found.final else " …")


def table_of(words: Words, view: View, names: Sequence[str]) -> RenderableType:
    """Seats, dealer, bids, tricks, what is still needed, bags and scores."""
    if view.rules.side_count == view.rules.table.seats:
        return table_solo(words, view, names)
    return table_pairs(words, view, names)


def hand_rows(rules: RuleSet, cards: Iterable[Card]) -> list[tuple[Suit | None, list[Card]]]:
    """Cards by the suit that they count as, colours alternating, each suit from the highest."""
    deck = deck_of(rules)
    rows: dict[Suit | None, list[Card]] = {
        suit: [] for suit in (Suit.SPADES, Suit.HEARTS, Suit.CLUBS, Suit.DIAMONDS)
    }
    for held in deck.sorted(tuple(cards)):
        rows.setdefault(deck.suit_of[held], []).append(held)
    return list(rows.items())


def _face(held: Card, suit: Suit | None) -> str:
    """A card in the row of a suit: its rank, or all of it where its own suit is another."""
    if held.printed_suit is not suit or suit is None:
        return held.symbol
    return "10" if held.rank == "T" else held.rank


def hand(words: Words, view: View, *, width: int = 80) -> Text:
    """The viewer's cards, one line a suit; what may not be played stands dimmed in brackets."""
    if view.phase is Phase.CUT:
        return Text(words.say("The cards are not dealt yet."))
    if view.hand is None:
        return Text(words.say("Your cards lie face down."))
    playable = {action.card for action in view.legal if isinstance(action, PlayCard)}
    text = Text()
    for suit, cards in hand_rows(view.rules, view.hand):
        sign = "–" if suit is None else suit.symbol
        text.append(("\n" if text else "") + f" {sign} ", style=STYLES.get(sign, ""))
        faces = [_face(held, suit) for held in cards]
        cell = max((len(face) for face in faces), default=1) + 3
        for place, (held, face) in enumerate(zip(cards, faces, strict=True)):
            if place and place % max((width - 3) // cell, 1) == 0:
                text.append("\n   ")
            if not playable or held in playable:
                text.append(f" {face} ".ljust(cell), style=STYLES.get(sign, "bold"))
            else:
                text.append(f"({face})".ljust(cell), style="dim")
        if not cards:
            text.append(" –", style="dim")
    return text


def open_hands(words: Words, view: View, names: Sequence[str]) -> list[Text]:
    """What is left of the hands that others have shown with a claim."""
    found = []
    for seat, shown in enumerate(view.seats):
        if shown.shown is None or seat == view.seat:
            continue
        left = list(shown.shown)
        for trick in (*view.tricks, Trick(0, view.trick_seats, view.trick, 0)):
            for other, played in zip(trick.seats, trick.cards, strict=True):
                if other == seat and played in left:
                    left.remove(played)
        row = Text(words.say("{name} has shown:", name=names[seat]) + " ")
        found.append(row.append_text(hand_line(view.rules, left)))
    return found


def hand_line(rules: RuleSet, cards: Iterable[Card]) -> Text:
    """Cards in one line, suit by suit."""
    parts = []
    for suit, held in hand_rows(rules, cards):
        if held:
            sign = "" if suit is None else f"{suit.symbol} "
            parts.append(sign + " ".join(_face(one, suit) for one in held))
    return paint("   ".join(parts))


def trick_line(words: Words, names: Sequence[str], number: int, trick: Trick) -> Text:
    """A complete trick in one line: who played what, and who took it."""
    played = "  ".join(
        f"{names[seat]} {card.symbol}" for seat, card in zip(trick.seats, trick.cards, strict=True)
    )
    return paint(
        words.say(
            "Trick {number}: {cards}  → {name}",
            number=number,
            cards=played,
            name=names[trick.winner],
        )
    )


def board(words: Words, view: View, names: Sequence[str], width: int = 80) -> Group:
    """Everything that a player needs to see before a decision."""
    aside = []
    if view.discards:
        kept = hand_line(view.rules, view.discards)
        aside = [Text(words.say("You laid aside:") + " ", style="dim").append_text(kept)]
    return Group(
        heading(words, view),
        table_of(words, view, names),
        *open_hands(words, view, names),
        hand(words, view, width=width),
        *aside,
    )
