"""Claims and undo: what a player may ask of the others on his turn (rules, section 12)."""

from collections.abc import Iterator

from spadille.game.actions import (
    AnswerClaim,
    AnswerUndo,
    AnyAction,
    AskUndo,
    Claim,
    Reason,
)
from spadille.game.events import (
    AnyEvent,
    ClaimAnswered,
    Claimed,
    ClaimGranted,
    UndoAnswered,
    UndoAsked,
    Undone,
)
from spadille.game.state import Phase, State


def answerers(state: State) -> set[int] | None:
    """The seats that have to answer a claim or a wish to undo; None when nothing is asked."""
    deal, rules = state.deal, state.rules
    if deal.undoer is not None:
        return set(range(rules.table.seats)) - {deal.undoer} - deal.agreed
    if deal.claimer is not None:
        side = rules.seat_side(deal.claimer)
        others = {s for s in range(rules.table.seats) if rules.seat_side(s) != side}
        return others - deal.agreed
    return None


def candidates(state: State) -> Iterator[AnyAction]:
    """What may be asked, or the answers to what is asked."""
    if state.deal.undoer is not None:
        yield from (AnswerUndo(agree=True), AnswerUndo(agree=False))
    elif state.deal.claimer is not None:
        yield from (AnswerClaim(agree=True), AnswerClaim(agree=False))
    else:
        yield from (Claim(), AskUndo())


def fault(state: State, seat: int, action: AnyAction) -> Reason | None:
    """Why something may not be asked or answered by a seat that is to act."""
    deal = state.deal
    if isinstance(action, AnswerUndo):
        return None if deal.undoer is not None else Reason.NOT_NOW
    if isinstance(action, AnswerClaim):
        asked = deal.claimer is not None and deal.undoer is None
        return None if asked else Reason.NOT_NOW
    if deal.undoer is not None or deal.claimer is not None:
        return Reason.NOT_NOW
    if isinstance(action, Claim):
        if not state.rules.table.claims:
            return Reason.CLAIMS_OFF
        return None if state.phase is Phase.PLAY else Reason.NOT_NOW
    if not state.rules.table.undo:
        return Reason.UNDO_OFF
    return None if deal.decisions[seat] is not None else Reason.NOTHING_TO_UNDO


def events(state: State, seat: int, action: AnyAction) -> list[AnyEvent]:
    """What asking or answering brings about."""
    match action:
        case Claim():
            return [Claimed(seat, state.deck.sorted(state.deal.hands[seat]))]
        case AnswerClaim(agree):
            return [ClaimAnswered(seat, agree)]
        case AskUndo():
            return [UndoAsked(seat)]
        case AnswerUndo(agree):
            return [UndoAnswered(seat, agree)]
        case _:
            return []


def after_answer(state: State) -> AnyEvent | None:
    """What everybody's consent brings about."""
    deal = state.deal
    if answerers(state) != set():
        return None
    if deal.undoer is not None:
        to = deal.decisions[deal.undoer]
        assert to is not None
        return Undone(to)
    assert deal.claimer is not None
    return ClaimGranted(deal.claimer, state.deck.tricks - sum(deal.won))


def fold_claimed(state: State, event: Claimed) -> None:
    """Put the claim before the opponents."""
    deal = state.deal
    deal.claimer, deal.agreed = event.seat, set()
    deal.shown[event.seat] = event.cards


def fold_claim_answered(state: State, event: ClaimAnswered) -> None:
    """One refusal ends the claim."""
    deal = state.deal
    deal.agreed.add(event.seat)
    if not event.agree:
        deal.claimer, deal.agreed = None, set()


def fold_claim_granted(state: State, event: ClaimGranted) -> None:
    """Give the claimer the remaining tricks and the award cards that are still out."""
    deal, awards = state.deal, state.deck.awards
    out = [*deal.trick, *(card for hand in deal.hands for card in hand)]
    deal.caught[event.seat].extend(card for card in out if card in awards)
    deal.won[event.seat] += event.tricks
    deal.trick, deal.trick_seats = [], []
    deal.hands = [[] for _ in deal.hands]
    deal.claimer = None


def fold_undo_asked(state: State, event: UndoAsked) -> None:
    """Put the wish before the others."""
    state.deal.undoer, state.deal.agreed = event.seat, set()


def fold_undo_answered(state: State, event: UndoAnswered) -> None:
    """One refusal ends the wish."""
    deal = state.deal
    deal.agreed.add(event.seat)
    if not event.agree:
        deal.undoer, deal.agreed = None, set()
