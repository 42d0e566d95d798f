"""Claims and undo: what a player may ask of the others on his turn (rules, section 12)."""

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


def asked(state: State) -> bool:
    """Whether a claim or a wish to undo waits for answers."""
    return state.deal.asking


def answerers(state: State) -> set[int]:
    """The seats that have yet to answer a claim (rule 12.2) or a wish to undo (rule 12.3)."""
    deal, side_of = state.deal, state.facts.side_of
    if deal.undoer is not None:
        return set(range(len(side_of))) - {deal.undoer} - deal.agreed
    if deal.claimer is None:
        return set()
    side = side_of[deal.claimer]
    return {seat for seat, other in enumerate(side_of) if other != side} - deal.agreed


def legal(state: State, seat: int) -> tuple[AnyAction, ...]:
    """What a seat that is to act may ask, or answer to what is asked."""
    deal, table = state.deal, state.rules.table
    if deal.undoer is not None:
        return (AnswerUndo(agree=True), AnswerUndo(agree=False))
    if deal.claimer is not None:
        return (AnswerClaim(agree=True), AnswerClaim(agree=False))
    claim: tuple[AnyAction, ...] = ()
    if table.claims and state.phase is Phase.PLAY and seat not in deal.claim_refused:
        claim = (Claim(),)
    if table.undo and deal.decisions[seat] is not None:
        return (*claim, AskUndo())
    return claim


def fault(state: State, seat: int, action: AnyAction) -> Reason | None:
    """Why something may not be asked or answered by a seat that is to act."""
    deal = state.deal
    if isinstance(action, AnswerUndo):
        return None if deal.undoer is not None else Reason.NOT_NOW
    if isinstance(action, AnswerClaim):
        return None if deal.claimer is not None and deal.undoer is None else Reason.NOT_NOW
    if asked(state):
        return Reason.NOT_NOW
    if isinstance(action, Claim):
        if not state.rules.table.claims:
            return Reason.CLAIMS_OFF
        may = state.phase is Phase.PLAY and seat not in deal.claim_refused
        return None if may else Reason.NOT_NOW
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
    if answerers(state):
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
    deal.claimer, deal.agreed, deal.asking = event.seat, set(), True
    deal.shown[event.seat] = event.cards


def fold_claim_answered(state: State, event: ClaimAnswered) -> None:
    """One refusal ends the claim; the claimer may claim again in the next trick."""
    deal = state.deal
    deal.agreed.add(event.seat)
    if not event.agree and deal.claimer is not None:
        deal.claim_refused.add(deal.claimer)
        deal.claimer, deal.agreed, deal.asking = None, set(), False


def fold_claim_granted(state: State, event: ClaimGranted) -> None:
    """Give the claimer the remaining tricks and the award cards that are still out."""
    deal, awards = state.deal, state.deck.awards
    out = [*deal.trick, *(card for hand in deal.hands for card in hand)]
    deal.caught[event.seat].extend(card for card in out if card in awards)
    deal.won[event.seat] += event.tricks
    deal.trick, deal.trick_seats = [], []
    deal.hands = [[] for _ in deal.hands]
    deal.claimer, deal.asking = None, False


def fold_undo_asked(state: State, event: UndoAsked) -> None:
    """Put the wish before the others."""
    deal = state.deal
    deal.undoer, deal.agreed, deal.asking = event.seat, set(), True


def fold_undo_answered(state: State, event: UndoAnswered) -> None:
    """One refusal ends the wish; it may be asked again after the next decision."""
    deal = state.deal
    deal.agreed.add(event.seat)
    if not event.agree and deal.undoer is not None:
        deal.decisions[deal.undoer] = None
        deal.undoer, deal.agreed, deal.asking = None, set(), False
