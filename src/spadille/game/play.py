"""The play of the cards: who leads, what may be played, who takes the trick (rule 9.1)."""

from collections.abc import Iterable, Sequence

from spadille.cards import Card, Suit
from spadille.game.actions import AnyAction, PlayCard, Reason
from spadille.game.events import AnyEvent, CardPlayed, PlayBegan, TrickTaken
from spadille.game.facts import (
    asks_for_clubs,
    dealer_yields,
    first_sitter,
    opens_with_club,
    spade_breaks,
)
from spadille.game.state import State, Trick, clockwise, eldest
from spadille.rules.choices import FirstLeader, FirstTrickSpades

_PLAYS = {card: PlayCard(card) for card in Card}
# Reaching a member through its enum is slow, and these are reached for every card.
_SPADES, _FORBIDDEN = Suit.SPADES, FirstTrickSpades.FORBIDDEN


def sitter(state: State) -> int | None:
    """The seat that sits out the trick being played."""
    return None if state.deal.tricks else first_sitter(state.rules, state.deal.dealer)


def _lowest_club(state: State, seats: Sequence[int]) -> tuple[int, Card] | None:
    """The seat among these with the lowest club, and that club; of equals the first seat."""
    deck, hands = state.deck, state.deal.hands
    clubs = [
        (deck.strength[card], place, seat, card)
        for place, seat in enumerate(seats)
        for card in hands[seat]
        if deck.suit_of[card] is Suit.CLUBS
    ]
    if not clubs:
        return None
    _, _, seat, card = min(clubs)
    return seat, card


def opening(state: State) -> PlayBegan:
    """Who leads to trick 1, and with which card, if one is prescribed (rules 9.4 to 9.6)."""
    play = state.rules.play
    first = eldest(state)
    if play.first_leader is FirstLeader.DEALER:
        return PlayBegan(state.deal.dealer)
    if not asks_for_clubs(state.rules):
        return PlayBegan(first)
    seats = clockwise(state, first)
    away = sitter(state)
    found = _lowest_club(state, [seat for seat in seats if seat != away])
    everyone = _lowest_club(state, seats)
    if found is None or everyone is None:
        return PlayBegan(first)
    if everyone[0] == away and dealer_yields(state.rules):
        return PlayBegan(first)
    return PlayBegan(found[0], found[1] if opens_with_club(state.rules) else None)


def spades_closed(state: State) -> bool:
    """Whether a leader who holds another suit may not lead a spade now (rules 9.8 and 9.11)."""
    return len(state.deal.tricks) < state.facts.closed_tricks[state.deal.broken]


def _leads(state: State, hand: list[Card]) -> list[Card]:
    """The cards that may be led: spades if no other is left (rule 9.9), junk last (rule 9.14)."""
    deal, suit_of = state.deal, state.deck.suit_of
    if deal.must_lead is not None:
        return [deal.must_lead]
    real = [card for card in hand if suit_of[card] is not None] if state.deck.junk else hand
    if not real:
        return hand
    if spades_closed(state):
        others = [card for card in real if suit_of[card] is not _SPADES]
        return others or real
    return real


def _follows(state: State, hand: list[Card]) -> list[Card]:
    """The cards that may be played to a trick already led to (rules 9.2, 9.7, 9.11 and 9.15)."""
    deal, deck, play = state.deal, state.deck, state.rules.play
    suit_of = deck.suit_of
    led = suit_of[deal.trick[0]] or deck.led_suit(deal.trick)
    if led is not None:
        following = [card for card in hand if suit_of[card] is led]
        if following:
            if not deal.tricks and play.first_leader is FirstLeader.ALL_LOW_CLUB:
                low = min(following, key=deck.strength.__getitem__)
                return [low] if led is Suit.CLUBS else following
            return following
    if not deal.tricks and play.first_trick_spades is _FORBIDDEN:
        others = [card for card in hand if suit_of[card] is not _SPADES]
        return others or hand
    return hand


def legal_cards(state: State, seat: int) -> list[Card]:
    """The cards that the seat whose turn it is may play; in two packs a face may come twice."""
    hand = state.deal.hands[seat]
    return _follows(state, hand) if state.deal.trick else _leads(state, hand)


def legal(state: State, seat: int) -> Iterable[AnyAction]:
    """What the seat whose turn it is may play, each face once."""
    cards = legal_cards(state, seat)
    return map(_PLAYS.__getitem__, dict.fromkeys(cards) if state.rules.deck.packs > 1 else cards)


def fault(state: State, seat: int, action: AnyAction) -> Reason | None:
    """Why an action is illegal for the seat whose turn it is to play."""
    if not isinstance(action, PlayCard):
        return Reason.NOT_NOW
    deal, card = state.deal, action.card
    # After trick 1 a card of the suit led is always legal: no need to look at the others.
    if deal.tricks and deal.trick and card in deal.hands[seat]:
        suit = state.deck.suit_of[card]
        if suit is not None and suit is state.deck.suit_of[deal.trick[0]]:
            return None
    return None if card in legal_cards(state, seat) else _card_fault(state, seat, card)


def _card_fault(state: State, seat: int, card: Card) -> Reason:
    """Why a card is none of the legal ones."""
    deal, suit_of = state.deal, state.deck.suit_of
    hand = deal.hands[seat]
    if card not in hand:
        return Reason.CARD_NOT_HELD
    if deal.trick:
        led = state.deck.led_suit(deal.trick)
        if led is not None and any(suit_of[held] is led for held in hand):
            return Reason.LOW_CLUB if suit_of[card] is led else Reason.FOLLOW_SUIT
        return Reason.SPADES_ON_FIRST_TRICK
    if deal.must_lead is not None:
        return Reason.LOW_CLUB
    if suit_of[card] is None:
        return Reason.JUNK_LEAD
    forbidden = state.rules.play.first_trick_spades is _FORBIDDEN
    if forbidden and not deal.tricks:
        return Reason.SPADES_ON_FIRST_TRICK
    return Reason.SPADES_NOT_BROKEN


def after_card(state: State) -> AnyEvent | None:
    """The trick is taken once everybody has played to it."""
    deal = state.deal
    if len(deal.trick) < deal.trick_size:
        return None
    return TrickTaken(deal.trick_seats[state.deck.winner(deal.trick)])


def breaks(state: State, card: Card) -> bool:
    """Whether a card that is played now breaks spades."""
    deck = state.deck
    if deck.suit_of[card] is not _SPADES:
        return False
    return spade_breaks(state.rules, deck.led_suit(state.deal.trick))


def is_over(state: State) -> bool:
    """Whether all the tricks of the deal are taken or given away."""
    return sum(state.deal.won) == state.deck.tricks


def fold_play_began(state: State, event: PlayBegan) -> None:
    """Set the leader to trick 1."""
    deal = state.deal
    deal.leader = deal.turn = event.leader
    deal.must_lead = event.card
    deal.trick_size = state.rules.table.seats - (sitter(state) is not None)


def _unmark(state: State, seat: int, card: Card) -> None:
    """A card of the French cut is played by its owner, or by the partner who got it (rule 3.9)."""
    deal, mate = state.deal, state.facts.partner_of[seat]
    if deal.exposed[seat] == card:
        deal.exposed[seat] = None
    elif mate is not None and deal.exposed[mate] == card and deal.passed[mate]:
        deal.exposed[mate] = None


def fold_card_played(state: State, event: CardPlayed) -> None:
    """Move a card from the hand to the trick; it may be taken back (rule 12.3)."""
    deal = state.deal
    seat, card = event.seat, event.card
    if not deal.broken and breaks(state, card):
        deal.broken = True
    deal.decisions[seat] = state.log
    deal.hands[seat].remove(card)
    deal.trick.append(card)
    deal.trick_seats.append(seat)
    following = state.facts.clockwise[seat][1]
    if not deal.tricks and following == sitter(state):
        following = state.facts.clockwise[following][1]
    deal.turn = following
    if card in deal.exposed:
        _unmark(state, seat, card)


def fold_trick_taken(state: State, event: TrickTaken) -> None:
    """Put the trick before its winner, who leads next (rules 9.3 and 9.12)."""
    deal = state.deal
    winner = event.seat
    deal.tricks.append(Trick(deal.leader, tuple(deal.trick_seats), tuple(deal.trick), winner))
    awards = state.deck.awards
    if awards:
        deal.caught[winner].extend(card for card in deal.trick if card in awards)
    deal.won[winner] += 1
    deal.leader = deal.turn = winner
    deal.trick_size = state.rules.table.seats
    deal.trick = []
    deal.trick_seats = []
    deal.must_lead = None
    deal.claim_refused.clear()
