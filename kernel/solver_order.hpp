// Which cards to try first: those that are likely to refute what the other side hopes for.
#pragma once

#include <algorithm>
#include <array>

#include "solver_board.hpp"
#include "solver_lanes.hpp"
#include "solver_setup.hpp"

namespace spadille::solver {

// The lead that was right in a like position, its rank counted from the top; suit -1: none.
struct Hint {
    int suit = -1;
    int rank = 0;
};

// How a card ranks in a trick with this suit led: 0 for a discard, trumps above all others.
template <class Form>
int force(int led, int suit, int rank) {
    return suit == led ? rank + 1 : suit == spades ? rank + 1 + Form::lane_bits : 0;
}

// The best that the seats after this one can do when `led` is led, by side.
template <class Form>
std::array<int, 2> reply(const Board<Form>& board, const Trick& trick, int led) {
    using Lane = typename Form::Lane;
    using Set = typename Form::Set;
    std::array<int, 2> best{0, 0};
    for (int i = trick.played + 1; i < board.seats; ++i) {
        int seat = trick.leader + i;
        if (seat >= board.seats) seat -= board.seats;
        const Set hand = board.hands[index(seat)];
        int strength = 0;
        if (const Lane cards = lane<Form>(hand, led))
            strength = top(cards) + 1;
        else if (const Lane trumps = lane<Form>(hand, spades))
            strength = top(trumps) + 1 + Form::lane_bits;
        int& side = best[board.setup.ours[index(seat)]];
        side = std::max(side, strength);
    }
    return best;
}

template <class Form>
void order_leads(const Board<Form>& board, const Trick& trick, int seat, const Hint& hint, Moves& moves) {
    const bool ours = board.setup.ours[index(seat)];
    int suit = junk;
    std::array<int, 2> best{};
    for (int i = 0; i < moves.size; ++i) {
        Move& move = moves.move[index(i)];
        move.weight = 0;
        if (move.suit == junk) continue;
        if (move.suit != suit) {
            suit = move.suit;
            best = reply(board, trick, suit);
        }
        const int mine = move.rank + 1, theirs = best[!ours], partners = best[ours];
        int weight = -move.rank;
        if (theirs > Form::lane_bits) weight -= 10;  // they ruff, or hold trumps
        if (std::max(mine, partners) > theirs) weight += 100;
        if (suit == hint.suit) {
            weight += 30;
            const auto out = lane<Form>(board.out, suit);
            if (hint.rank <= count(out >> move.rank) - 1 && hint.rank >= count(out >> move.high) - 1) weight += 1000;
        }
        move.weight = weight;
    }
}

template <class Form>
void order_replies(const Board<Form>& board, const Trick& trick, int seat, Moves& moves) {
    const bool ours = board.setup.ours[index(seat)];
    const int led = trick.led;
    const auto best = led == junk ? std::array<int, 2>{} : reply(board, trick, led);
    const int so_far = trick.suit == junk ? 0 : force<Form>(led, trick.suit, trick.rank);
    const bool so_far_ours = board.setup.ours[index(trick.seat)] == ours;
    const int theirs = std::max(best[!ours], so_far_ours ? 0 : so_far);
    const int partners = std::max(best[ours], so_far_ours ? so_far : 0);
    for (int i = 0; i < moves.size; ++i) {
        Move& move = moves.move[index(i)];
        if (move.suit == junk) {
            move.weight = 0;
            continue;
        }
        int weight = -move.rank;
        const int mine = force<Form>(led, move.suit, move.rank);
        if (std::max(mine, partners) > theirs)
            weight += 100;
        else if (mine > so_far && !so_far_ours)
            weight += 5;  // make them take it with a higher card
        if (move.suit == spades && led != spades) weight -= 8;
        move.weight = weight;
    }
}

// Weigh the moves: likely refutations first.
template <class Form>
void order(const Board<Form>& board, const Trick& trick, int seat, const Hint& hint, Moves& moves) {
    if (moves.size < 2) return;
    if (trick.played == 0)
        order_leads(board, trick, seat, hint, moves);
    else
        order_replies(board, trick, seat, moves);
}

}  // namespace spadille::solver
