"""What happened, in one sentence: events as the people at a table would tell them.

Where a player did something there are two messages: one for that player himself ("You bid 4.") and
one for all others ("Ada bid 4.").
"""

from collections.abc import Callable, Sequence
from typing import Any

from spadille.cards import RANKS
from spadille.game import events as ev
from spadille.game.actions import BidKind
from spadille.game.events import AnyEvent
from spadille.rules import Rules, describe, differences, presets
from spadille.rules.choices import Hands
from spadille.view import sees
from spadille.words import N_, Words, rulebook
from spadille.words import names as named
from spadille.words.telling import Telling, cause


def event(  # noqa: PLR0913 - who is named how, and who reads it
    words: Words,
    event: AnyEvent,
    names: Sequence[str],
    viewer: int | None = None,
    *,
    rules: Rules,
    players: Sequence[int] | None = None,
) -> str | None:
    """One sentence for what happened; None for what says nothing or may not be told.

    `names` are by seat, `viewer` is the seat that reads ("You bid 4."); `players` are the players
    by seat, where a draw has seated them.

    >>> event(Words("en"), ev.TrickTaken(1), ["Ada", "Bo", "Cy", "Di"], rules=Rules())
    'Bo won the trick.'
    """
    if not sees(event, viewer):
        return None
    telling = Telling(words, names, viewer, rules, players or range(len(names)))
    return TELLERS[type(event)](telling, event)


PLAIN: dict[tuple[type[ev.Event], bool | None], tuple[str, str]] = {
    (ev.BlindRefused, None): (
        N_("You refused the blind bid."),
        N_("{name} refused the blind bid."),
    ),
    (ev.ExchangeDeclined, None): (
        N_("You declined the exchange."),
        N_("{name} declined the exchange."),
    ),
    (ev.TrickTaken, None): (N_("You won the trick."), N_("{name} won the trick.")),
    (ev.UndoAsked, None): (
        N_("You asked to take back your last decision."),
        N_("{name} asked to take back the last decision."),
    ),
    (ev.Drew, True): (
        N_("You kept the first card and discarded the second."),
        N_("{name} kept the first card and discarded the second."),
    ),
    (ev.Drew, False): (
        N_("You rejected the first card and took the second."),
        N_("{name} rejected the first card and took the second."),
    ),
    (ev.ClaimAnswered, True): (
        N_("You agreed to the claim."),
        N_("{name} agreed to the claim."),
    ),
    (ev.ClaimAnswered, False): (
        N_("You refused the claim; play goes on."),
        N_("{name} refused the claim; play goes on."),
    ),
    (ev.UndoAnswered, True): (
        N_("You agreed to taking back."),
        N_("{name} agreed to taking back."),
    ),
    (ev.UndoAnswered, False): (
        N_("You refused taking back; play goes on."),
        N_("{name} refused taking back; play goes on."),
    ),
}
"""Events of which a seat and perhaps a yes or no are all there is to say."""


def _plain(to: Telling, event: Any) -> str:
    answer = event.keep if isinstance(event, ev.Drew) else getattr(event, "agree", None)
    return to.of(event.seat, *PLAIN[type(event), answer])


def _nothing(_to: Telling, _event: AnyEvent) -> None:
    return None


def _match_began(to: Telling, event: ev.MatchBegan) -> str:
    words = to.words
    preset = presets()[describe(event.rules).partition("(")[0]]
    title = rulebook.preset_title(words, preset)
    changes = [
        words.say(
            "{option}: {value}",
            option=rulebook.option_title(words, name),
            value=rulebook.option_value(words, name, value),
        )
        for name, value in differences(event.rules, preset.rules).items()
    ]
    if not changes:
        return words.say("A match begins. Rules: {title}.", title=title)
    changed = named.listed(words, changes)
    return words.say("A match begins. Rules: {title} ({changes}).", title=title, changes=changed)


def _seats_drawn(to: Telling, event: ev.SeatsDrawn) -> str:
    drawn = max(event.cards, key=lambda own: [RANKS.index(card.rank) for card in own])
    return to.of(
        event.dealer,
        N_("You drew the highest card, the {card}, and deal first."),
        N_("{name} drew the highest card, the {card}, and deals first."),
        card=named.card(to.words, drawn[0]),
    )


def _dealer_found(to: Telling, event: ev.DealerFound) -> str:
    if not event.shown:
        return to.of(event.dealer, N_("You deal first."), N_("{name} deals first."))
    return to.of(
        event.dealer,
        N_("You were shown the {card} and deal first."),
        N_("{name} was shown the {card} and deals first."),
        card=named.card(to.words, event.shown[-1]),
    )


def _game_began(to: Telling, event: ev.GameBegan) -> str | None:
    if to.rules.match.tokens_to_win == 1:
        return None
    return to.words.say("Game {game} begins.", game=event.game)


def _deal_began(to: Telling, event: ev.DealBegan) -> str:
    return to.of(
        event.dealer,
        N_("Deal {deal} begins; you are the dealer."),
        N_("Deal {deal} begins; {name} is the dealer."),
        deal=event.deal,
    )


def _pile_cut(to: Telling, event: ev.PileCut) -> str:
    return to.of(
        event.seat,
        N_("You cut off a pile; cards in it: {size}."),
        N_("{name} cut off a pile; cards in it: {size}."),
        size=event.size,
    )


def _piles_turned(to: Telling, event: ev.PilesTurned) -> str:
    return to.words.say(
        "The top cards of the piles were turned up: {cards}.",
        cards=named.cards(to.words, event.cards),
    )


def _turned_given(to: Telling, event: ev.TurnedGiven) -> str:
    shares = [
        to.words.say("{name}: {card}", name=to.people([seat]), card=named.card(to.words, card))
        for seat, card in enumerate(event.cards)
    ]
    return to.of(
        event.seat,
        N_("You gave out the cards turned up ({shares})."),
        N_("{name} gave out the cards turned up ({shares})."),
        shares=named.listed(to.words, shares),
    )


def _piles_stacked(to: Telling, event: ev.PilesStacked) -> str:
    return to.of(
        event.seat,
        N_("You stacked the piles again, from the top: {order}."),
        N_("{name} stacked the piles again, from the top: {order}."),
        order=named.listed(to.words, [str(pile + 1) for pile in event.piles]),
    )


def _hands_dealt(to: Telling, _event: ev.HandsDealt) -> str:
    if to.rules.deal.hands is Hands.DRAWN:
        return to.words.say("The stock is used up; all hands are complete.")
    return to.words.say("The cards have been dealt.")


def _looked(to: Telling, event: ev.Looked) -> str:
    return to.of_all(
        event.seats, N_("You looked at your cards."), N_("{people} looked at the cards.")
    )


def _bid_made(to: Telling, event: ev.BidMade) -> str:
    bid = named.bid(to.words, event.bid)
    if event.side is None:
        return to.of(event.seat, N_("You bid {bid}."), N_("{name} bid {bid}."), bid=bid)
    if event.bid.kind is BidKind.BLIND:
        return to.of(
            event.seat,
            N_("You agreed; your side bids {bid}."),
            N_("{name} agreed; the side bids {bid}."),
            bid=bid,
        )
    return to.of(
        event.seat,
        N_("You named the contract of your side: {bid}."),
        N_("{name} named the contract of the side: {bid}."),
        bid=bid,
    )


def _bid_proposed(to: Telling, event: ev.BidProposed) -> str:
    return to.of(
        event.seat,
        N_("You proposed {bid} to your partner."),
        N_("{name} proposed {bid} to the partner."),
        bid=named.bid(to.words, event.bid),
    )


def _spoke(to: Telling, event: ev.Spoke) -> str:
    if event.sure is None:
        return to.of(
            event.seat,
            N_("You said nothing about your tricks."),
            N_("{name} said nothing about tricks."),
        )
    return to.of(
        event.seat,
        N_("You said: {sure} sure, {possible} possible."),
        N_("{name} said: {sure} sure, {possible} possible."),
        sure=event.sure,
        possible=event.possible,
    )


def _came_out(to: Telling, event: ev.CameOut) -> str:
    if event.final and event.out:
        return to.of(
            event.seat,
            N_("You decided to come out; your side now has an open 10."),
            N_("{name} decided to come out; the side now has an open 10."),
        )
    if event.final:
        return to.of(
            event.seat,
            N_("You decided to stay with the blind bid."),
            N_("{name} decided to stay with the blind bid."),
        )
    if event.out:
        return to.of(
            event.seat, N_("You want to come out to 10."), N_("{name} wants to come out to 10.")
        )
    return to.of(
        event.seat,
        N_("You want to stay with the blind bid."),
        N_("{name} wants to stay with the blind bid."),
    )


def _cards_passed(to: Telling, event: ev.CardsPassed) -> str:
    return to.words.say(
        "You passed to your partner: {cards}.", cards=named.cards(to.words, event.cards)
    )


def _exchange_done(to: Telling, event: ev.ExchangeDone) -> str:
    return to.words.many(
        "{people} exchanged {n} card.",
        "{people} exchanged {n} cards.",
        event.count,
        people=to.people(to.rules.side_seats(event.side)),
    )


def _play_began(to: Telling, event: ev.PlayBegan) -> str:
    if event.card is None:
        return to.of(
            event.leader,
            N_("You lead to the first trick."),
            N_("{name} leads to the first trick."),
        )
    return to.of(
        event.leader,
        N_("You lead the {card} to the first trick."),
        N_("{name} leads the {card} to the first trick."),
        card=named.card(to.words, event.card),
    )


def _card_played(to: Telling, event: ev.CardPlayed) -> str:
    card = named.card(to.words, event.card)
    return to.of(
        event.seat, N_("You played the {card}."), N_("{name} played the {card}."), card=card
    )


def _claimed(to: Telling, event: ev.Claimed) -> str:
    return to.of(
        event.seat,
        N_("You claimed all the remaining tricks and showed your hand: {cards}."),
        N_("{name} claimed all the remaining tricks and showed this hand: {cards}."),
        cards=named.cards(to.words, event.cards),
    )


def _claim_granted(to: Telling, event: ev.ClaimGranted) -> str:
    if event.seat == to.viewer:
        return to.words.many(
            "You got {n} trick by the claim.", "You got {n} tricks by the claim.", event.tricks
        )
    return to.words.many(
        "{name} got {n} trick by the claim.",
        "{name} got {n} tricks by the claim.",
        event.tricks,
        name=to.names[event.seat],
    )


def _undone(to: Telling, _event: ev.Undone) -> str:
    return to.words.say("The decision was taken back; play goes on from there.")


def _deal_scored(to: Telling, event: ev.DealScored) -> str:
    shares = [
        to.words.say(
            "{people} {points}, now {score}",
            people=to.people(to.rules.side_seats(result.side)),
            points=named.points(result.points),
            score=named.number(result.score),
        )
        for result in event.results
    ]
    return to.words.say("The deal is scored: {shares}.", shares="; ".join(shares))


def _game_ended(to: Telling, event: ev.GameEnded) -> str:
    why = cause(to.words, event.cause)
    if not event.winners:
        return to.words.say("The game ends in a draw. {cause}", cause=why)
    seats = [seat for side in event.winners for seat in to.rules.side_seats(side)]
    return to.of_all(
        seats, N_("You won the game. {cause}"), N_("{people} won the game. {cause}"), cause=why
    )


def _match_ended(to: Telling, event: ev.MatchEnded) -> str:
    why = cause(to.words, event.cause)
    if not event.winners:
        return to.words.say("The match ends in a draw. {cause}", cause=why)
    seats = [to.players.index(player) for player in event.winners]
    return to.of_all(
        seats, N_("You won the match. {cause}"), N_("{people} won the match. {cause}"), cause=why
    )


TELLERS: dict[type[ev.Event], Callable[[Telling, Any], str | None]] = {
    ev.MatchBegan: _match_began,
    ev.SeatsDrawn: _seats_drawn,
    ev.DealerFound: _dealer_found,
    ev.GameBegan: _game_began,
    ev.DealBegan: _deal_began,
    ev.Shuffled: _nothing,
    ev.PileCut: _pile_cut,
    ev.PilesTurned: _piles_turned,
    ev.TurnedGiven: _turned_given,
    ev.PilesStacked: _piles_stacked,
    ev.HandsDealt: _hands_dealt,
    ev.Drew: _plain,
    ev.Looked: _looked,
    ev.BidMade: _bid_made,
    ev.BidProposed: _bid_proposed,
    ev.BlindRefused: _plain,
    ev.Spoke: _spoke,
    ev.CameOut: _came_out,
    ev.CardsPassed: _cards_passed,
    ev.ExchangeDeclined: _plain,
    ev.ExchangeDone: _exchange_done,
    ev.PlayBegan: _play_began,
    ev.CardPlayed: _card_played,
    ev.TrickTaken: _plain,
    ev.Claimed: _claimed,
    ev.ClaimAnswered: _plain,
    ev.ClaimGranted: _claim_granted,
    ev.UndoAsked: _plain,
    ev.UndoAnswered: _plain,
    ev.Undone: _undone,
    ev.DealScored: _deal_scored,
    ev.GameEnded: _game_ended,
    ev.MatchEnded: _match_ended,
}
