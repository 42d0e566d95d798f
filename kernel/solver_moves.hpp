// The cards that a seat may play (section 9 of the rule book).
#pragma once

#include "solver_board.hpp"
#include "solver_lanes.hpp"
#include "solver_setup.hpp"

namespace spadille::solver {

// The cards of one suit, equal ones once: those that no card of another hand lies between.
template <class Form>
void equals(const Board<Form>& board, const Trick& trick, int suit, typename Form::Lane cards, Moves& moves) {
    using Lane = typename Form::Lane;
    if (!(cards & (cards - 1))) {
        const int rank = top(cards);
        moves.add(suit, rank, rank, rank);
        return;
    }
    Lane others = lane<Form>(board.held, suit) & ~cards;
    if (trick.suit == suit) others |= Lane{1} << trick.rank;
    const Lane awards = lane<Form>(board.setup.awards, suit);
    if constexpr (Form::odd) {
        // A card whose identical one is elsewhere equals no other card.
        const Lane twins = lane<Form>(board.setup.twins, suit);
        others |= ((others & twins) >> 1) | ((others << 1) & twins);
        Lane single = cards & others;
        cards &= ~single;
        while (single) {
            const int rank = top(single);
            single ^= Lane{1} << rank;
            moves.add(suit, rank, rank, rank);
        }
    }
    while (cards) {
        const int high = top(cards);
        if (awards >> high & 1) {
            moves.add(suit, high, high, high);
            cards ^= Lane{1} << high;
            continue;
        }
        const Lane below = (Lane{1} << high) - 1;
        const Lane stop = (others | awards) & below;
        const Lane group = over(cards, stop);
        const int low = bottom(group);
        moves.add(suit, low, low, high);
        cards ^= group;
    }
}

// The cards that a seat may play, equal ones once.
template <class Form>
void list(const Board<Form>& board, const Trick& trick, int seat, Moves& moves) {
    using Lane = typename Form::Lane;
    using Set = typename Form::Set;
    const Set hand = board.hands[index(seat)];
    if (trick.led != junk) {
        if (const Lane cards = lane<Form>(hand, trick.led)) {
            if (board.setup.all_low_club && board.in_first_trick() && trick.led == board.setup.club_suit) {
                const int low = bottom(cards);
                moves.add(trick.led, low, low, low);
                return;
            }
            equals(board, trick, trick.led, cards, moves);
            return;
        }
    }
    const bool leading = trick.played == 0;
    if (leading && board.setup.must_lead_suit >= 0 && board.in_first_trick()) {
        const int rank = board.setup.must_lead_rank;
        moves.add(board.setup.must_lead_suit, rank, rank, rank);
        return;
    }
    bool closed = leading && !board.broken;
    if (board.in_first_trick() && board.setup.spades_forbidden) closed = true;
    bool any = false;
    for (int suit = 0; suit < spades; ++suit)
        if (const Lane cards = lane<Form>(hand, suit)) {
            equals(board, trick, suit, cards, moves);
            any = true;
        }
    const bool has_junk = board.junk[index(seat)] > 0;
    if (leading) {
        if (const Lane cards = lane<Form>(hand, spades); cards && !(closed && any)) {
            equals(board, trick, spades, cards, moves);
            any = true;
        }
        if (!any && has_junk) moves.add(junk, 0, 0, 0);
        return;
    }
    if (has_junk) {
        moves.add(junk, 0, 0, 0);
        any = true;
    }
    if (const Lane cards = lane<Form>(hand, spades); cards && !(closed && any))
        equals(board, trick, spades, cards, moves);
}

}  // namespace spadille::solver
