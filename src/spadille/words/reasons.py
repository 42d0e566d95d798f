"""Why an action is refused, and what to do instead."""

from spadille.game.actions import AnyAction, BidKind, MakeBid, Reason
from spadille.view import View
from spadille.words import N_, Words

REASONS = {
    Reason.NO_SUCH_SEAT: N_("There is no such seat at this table; use one of its seats."),
    Reason.MATCH_OVER: N_("The match is over; start a new one to play on."),
    Reason.NOT_YOUR_TURN: N_("It is not your turn; wait until the others have acted."),
    Reason.NOT_NOW: N_("That cannot be done now; choose one of the actions on offer."),
    Reason.PILE_SIZE: N_(
        "Every pile needs at least one card, those still to come too; choose another size."
    ),
    Reason.TURNED_CARDS: N_(
        "Every player gets exactly one of the cards turned up; give them out again."
    ),
    Reason.PILE_ORDER: N_("Every pile is stacked exactly once; name each of them once."),
    Reason.ALREADY_LOOKED: N_(
        "The cards have been looked at, so it is too late to bid blind; make an open bid."
    ),
    Reason.LOOK_FIRST: N_(
        "Before looking you can only bid blind; look at your cards for any other bid."
    ),
    Reason.BID_NOT_PLAYED: N_(
        "There is no such bid in this rule set; choose one of the bids on offer."
    ),
    Reason.BID_TOO_LOW: N_("That bid is too low; bid more tricks."),
    Reason.BID_TOO_HIGH: N_("That bid is too high; bid fewer tricks."),
    Reason.ZERO_REFUSED: N_(
        "A plain bid of 0 is not allowed; bid at least one trick, or nil where it is on offer."
    ),
    Reason.SIDE_BID_TOO_LOW: N_(
        "With that bid your side cannot reach its lowest contract; bid more tricks."
    ),
    Reason.SIDE_BID_TOO_HIGH: N_(
        "With that bid your side would go above its highest contract; bid fewer tricks."
    ),
    Reason.BOTH_NIL: N_(
        "Your partner has bid nil and only one of you may; bid a number of tricks."
    ),
    Reason.ONE_NIL_A_SIDE: N_(
        "One partner of each side bids nil and the other at least 4; make the bid that is left."
    ),
    Reason.SPADES_HELD: N_(
        "The spades in your hand decide your bid; count them and bid what is on offer."
    ),
    Reason.SUM_OF_BIDS: N_(
        "With that bid the sum of all bids is one that the rules forbid; choose another number."
    ),
    Reason.NOT_BEHIND: N_(
        "You are not far enough behind to bid blind; look at your cards and make an open bid."
    ),
    Reason.BLIND_USED_UP: N_(
        "The blind bids have been used up; look at your cards and make an open bid."
    ),
    Reason.BLIND_AFTER_FRENCH_CUT: N_(
        "Nobody bids blind after a French cut; look at your cards and make an open bid."
    ),
    Reason.TALK_NUMBERS: N_(
        "You cannot have that many sure and possible tricks; name no more than you hold cards."
    ),
    Reason.EXCHANGE_COUNT: N_(
        "That is the wrong number of cards to exchange; choose exactly as many as are asked for."
    ),
    Reason.EXCHANGE_DUTY: N_(
        "The exchange may not be declined in this rule set; choose the cards to pass."
    ),
    Reason.CARD_NOT_HELD: N_("You do not hold that card; choose one from your hand."),
    Reason.FOLLOW_SUIT: N_(
        "You hold cards of the suit that was led, so you must follow suit; play one of them."
    ),
    Reason.SPADES_NOT_BROKEN: N_("Spades may not be led yet; lead another suit."),
    Reason.SPADES_ON_FIRST_TRICK: N_(
        "Spades may not be played to the first trick; play a card of another suit."
    ),
    Reason.LOW_CLUB: N_("Low clubs come first in the first trick; play your lowest club."),
    Reason.JUNK_LEAD: N_(
        "A junk joker may be led only by a player who holds nothing else; lead another card."
    ),
    Reason.CLAIMS_OFF: N_("There are no claims in this rule set; play the cards one by one."),
    Reason.UNDO_OFF: N_("Nothing is taken back in this rule set; play on."),
    Reason.NOTHING_TO_UNDO: N_(
        "You have no bid or card in this deal that can still be taken back; play on."
    ),
}


def reason(
    words: Words, reason: Reason, view: View | None = None, action: AnyAction | None = None
) -> str:
    """Why an action is refused, and what to do instead: a full sentence.

    With the view and the action it names the number that counts, where there is one.
    """
    exact = None if view is None else _exact(words, reason, view, action)
    return exact or words.say(REASONS[reason])


def _exact(words: Words, reason: Reason, view: View, action: AnyAction | None) -> str | None:
    """The sentence with a number in it, for the reasons that have one."""
    if reason is Reason.EXCHANGE_COUNT and view.exchange_size is not None:
        return words.many(
            "You pass exactly {n} card; choose again.",
            "You pass exactly {n} cards; choose again.",
            view.exchange_size,
        )
    if reason is Reason.NOT_BEHIND and isinstance(action, MakeBid):
        auction = view.rules.auction
        nil = action.bid.kind is BidKind.BLIND_NIL
        return words.say(
            "That blind bid is for those at least {points} points behind; "
            "look at your cards and make an open bid.",
            points=auction.blind_nil_deficit if nil else auction.blind_deficit,
        )
    return None
