"""The help page of a game: the present step, then the keys that its rules have a use for."""

from rich.console import Group
from rich.table import Table
from rich.text import Text

from spadille.cli.terminal import paint
from spadille.cli.wrap import Prose
from spadille.game.actions import Bid, BidKind, CutPile, DeclineExchange, GiveTurned
from spadille.game.auction import Step
from spadille.game.deck import deck_of
from spadille.game.facts import facts_of
from spadille.game.state import Phase
from spadille.rules import Rules
from spadille.rules.choices import BidChoice, Bidding, BlindBy
from spadille.view import View
from spadille.words import Words


def help_page(words: Words, view: View) -> Group:
    """What the present step is about, and what can be typed in this game."""
    keys = Table(box=None, padding=(0, 2, 0, 0), pad_edge=False, show_header=False)
    keys.add_column(no_wrap=True)
    keys.add_column()
    for key, text in _keys(words, view):
        keys.add_row(Text("  " + key, style="bold"), Prose(Text(text)))
    signs = words.say(
        "▶ marks whose turn it is. Cards in brackets, as in (9), may not be played now."
    )
    steps = (Prose(paint(text)) for text in step(words, view))
    return Group(*steps, Text(""), keys, Prose(Text(signs)))


def _keys(words: Words, view: View) -> list[tuple[str, str]]:
    rules = view.rules
    bids = ", ".join(_bids(rules))
    found = [
        (
            "as, 10h, A♠, bj" if rules.deck.jokers else "as, 10h, A♠",
            words.say("play a card; a rank alone will do where only one fits"),
        ),
        (bids, words.say("bid; the menu shows what each special bid pays")),
        ("Enter", words.say("the table and the question once more")),
        ("i, hint", words.say("hint: what the strong bot would do here, and why")),
        ("l, last", words.say("last trick")),
        ("s, score", words.say("scores")),
        ("h, history", words.say("history: the deals of this game and the tricks of this deal")),
    ]
    if rules.table.undo:
        found.append(("u, undo", words.say("take back your last decision")))
    if rules.table.claims:
        found.append(("c, claim", words.say("claim all the remaining tricks")))
    found.append(("rules", words.say("the rules of this game")))
    leave = words.say("save and leave; `spadille play --resume` goes on")
    return [*found, ("x, quit", leave)]


def _bids(rules: Rules) -> list[str]:
    """How the bids of a rule set are written, one example of each kind."""
    facts = facts_of(rules)
    kinds = {bid.kind for bid in (*facts.open_bids, *facts.blind_bids)}
    written = {
        BidKind.NUMBER: "4",
        BidKind.NIL: "nil",
        BidKind.BLIND_NIL: "bn",
        BidKind.BLIND: f"b{rules.auction.blind_min}",
        BidKind.ONE_FOR_FIFTY: "1f",
        BidKind.TWO_FOR_FORTY: "2f",
        BidKind.MOON: "sm",
    }
    return [text for kind, text in written.items() if kind in kinds]


def step(words: Words, view: View) -> list[str]:
    """What the present step is about, in two or three sentences."""
    if view.undoer is not None:
        return [
            words.say(
                "Another player wants to take back his last decision; what followed goes with it."
            ),
            words.say("It is taken back only if everybody agrees."),
        ]
    if view.claimer is not None:
        return [
            words.say("An opponent says that he wins all the tricks that are left."),
            words.say("Agree, and they are his. Refuse, and play goes on, his cards still shown."),
        ]
    match view.phase:
        case Phase.CUT:
            return _cut(words, view)
        case Phase.DRAW:
            return _draw(words, view)
        case Phase.AUCTION:
            return _auction(words, view)
        case Phase.EXCHANGE:
            return _exchange(words, view)
        case Phase.PLAY:
            return _play(words, view)
        case _:
            return [words.say("Nothing is to be decided now.")]


def _cut(words: Words, view: View) -> list[str]:
    """The steps of the French cut (rule 3.8)."""
    kinds = {type(action) for action in view.legal}
    first = words.say(
        "You cut the pack the French way: into piles, one for each player, face down."
    )
    if CutPile in kinds:
        return [first, words.say("Type how many cards the next pile gets; all alike is usual.")]
    if GiveTurned in kinds:
        turned = " ".join(card.symbol for card in view.turned)
        return [
            words.say("The top card of each pile is turned up: {cards}", cards=turned),
            words.say("Give one to each player: type their numbers in the order of the seats."),
        ]
    return [
        first,
        words.say("Now the piles go on top of each other again: type their order from the top."),
    ]


def _draw(words: Words, view: View) -> list[str]:
    """A turn of drawing (rules 4.2 to 4.4)."""
    seen = view.rules.deal.see_second_card
    return [
        words.say("You build your hand from the stock, one card each turn."),
        words.say("Keep the top card, and the next one is laid aside after you have seen it.")
        if seen
        else words.say("Keep the top card, and the next one is laid aside unseen."),
        words.say("Reject it, and the next one is yours, whatever it is."),
    ]


def _auction(words: Words, view: View) -> list[str]:
    match view.step:
        case Step.LOOK_OR_BLIND:
            return _look(words, view)
        case Step.ANSWER_BLIND:
            return [
                words.say("Your partner proposes a blind bid for both of you; neither has looked."),
                words.say("Agree, and it is your contract. Refuse, and you look and bid openly."),
            ]
        case Step.TALK:
            return [
                words.say(
                    "Sure tricks are those you count on; possible ones depend on how the cards lie."
                ),
                words.say("Everybody hears the two numbers, and nobody checks them."),
                words.say("You may also say nothing."),
            ]
        case Step.COME_OUT:
            return [
                words.say("Your side bid blind and may now change its bid to an open 10."),
                words.say("Of two partners the second one's word stands."),
            ]
        case _:
            return _bid(words, view)


def _look(words: Words, view: View) -> list[str]:
    """Look or blind (rules 5.1 to 5.7)."""
    found = [
        words.say("You have not looked at your cards. A blind bid pays more, and it is a gamble.")
    ]
    if view.rules.auction.blind_by is BlindBy.SIDE:
        found.append(words.say("A blind number binds your side; your partner agrees or refuses."))
    return [*found, words.say("Look, and you bid what you see; there is no way back.")]


def _bid(words: Words, view: View) -> list[str]:
    """A bid, a proposal, or the last word of a side."""
    auction = view.rules.auction
    if auction.bidding is not Bidding.BY_SEAT:
        side = view.side
        if side is not None and view.sides[side].proposed is None:
            first = words.say("You propose how many tricks your side wins; your partner decides.")
        else:
            first = words.say(
                "Yours is the last word: the number that you name is your side's contract."
            )
    elif view.rules.side_count < view.rules.table.seats:
        first = words.say(
            "You say how many tricks you will win; your partner's number is added to yours."
        )
    else:
        first = words.say("You say how many tricks you will win.")
    found = [first]
    if auction.bid_choice in (BidChoice.SPADES_HELD, BidChoice.NIL_OR_SPADES_HELD):
        found.append(words.say("Here the spades in your hand decide what you may bid."))
    kinds = {bid.kind for bid in facts_of(view.rules).open_bids}
    if BidKind.NIL in kinds and auction.bidding is Bidding.BY_SEAT:
        points = view.rules.scoring.nil
        found.append(
            words.say(
                "Nil says: not a single trick. It brings {points} points, or costs them.",
                points=points,
            )
        )
    return found


def _exchange(words: Words, view: View) -> list[str]:
    """The exchange for a nil (rules 8.1 to 8.6)."""
    found = []
    if view.seat is not None and _is_nil(view.seats[view.seat].bid):
        found.append(words.say("For your nil you and your partner exchange cards, face down."))
        found.append(words.say("Pass what might win a trick: high spades first."))
    else:
        found.append(words.say("For your partner's nil you exchange cards with him, face down."))
        found.append(words.say("Pass low cards that win no trick for him."))
    if DeclineExchange() in view.legal:
        found.append(words.say("You may decline; your partner may not."))
    return found


def _is_nil(bid: Bid | None) -> bool:
    return bid is not None and bid.is_nil


def _play(words: Words, view: View) -> list[str]:
    """What may be played, and what the viewer is after."""
    if view.trick:
        first = words.say(
            "Follow the suit that was led if you can; else play any card. Spades are trumps."
        )
    elif view.spades_closed:
        first = words.say("You lead any card but a spade, unless you hold nothing else.")
    else:
        first = words.say("You lead any card; spades are trumps.")
    found = [first]
    if view.seat is not None and _is_nil(view.seats[view.seat].bid):
        found.append(words.say("You bid nil: stay below the cards that win."))
    tricks = deck_of(view.rules).tricks - len(view.tricks)
    return [*found, words.many("{n} trick is left.", "{n} tricks are left.", tricks)]
