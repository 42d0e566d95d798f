// A position in the play of a deal: what may be played, and what a card brings about.
#pragma once

#include <array>
#include <cstdint>

#include "cards.hpp"
#include "rules.hpp"

namespace spadille {

template <class Set>
struct Position {
    std::array<Set, most_seats> hands{};
    std::array<Set, most_seats> caught{};  // award cards, by the seat that took them
    Set out = 0;                           // not played yet; those outside the hands as well
    Set trick = 0;                         // the cards of the trick so far
    std::array<std::uint8_t, most_seats> won{};
    Seat leader = 0;
    Seat turn = 0;
    Seat taker = 0;           // who takes the trick as it stands, with
    Card best = 0;            // this card
    Suit led = junk;          // none until a card lies there that is not junk
    std::uint8_t played = 0;  // cards in the trick
    std::uint8_t size = 0;    // cards that make it complete
    std::uint8_t tricks = 0;  // complete tricks
    std::uint8_t left = 0;    // tricks to come, this one included
    std::uint8_t closed = 0;  // spades are closed to leaders up to so many complete tricks
    bool broken = false;
    Seat sitter = no_seat;     // who sits out trick 1
    Card must_lead = no_card;  // what is led to it

    bool over() const { return left == 0; }
    Set hand() const { return hands[turn]; }
};

template <class Set>
inline Set may_lead(const Rules<Set>& rules, const Position<Set>& now) {
    const Set hand = now.hand();
    if (now.tricks == 0 && now.must_lead != no_card) [[unlikely]] {
        return bit<Set>(now.must_lead);
    }
    const Set real = hand & ~rules.junk_cards();
    if (!real) [[unlikely]] return hand;
    const Set others = real & ~rules.spade_cards();
    return either((now.tricks < now.closed) & (others != 0), others, real);
}

template <class Set>
inline Set may_follow(const Rules<Set>& rules, const Position<Set>& now) {
    const Set hand = now.hand();
    const Set following = hand & rules.follow[now.led];
    if (now.tricks == 0) [[unlikely]] {
        if (following) {
            const bool low = rules.all_low_club && now.led == clubs;
            return low ? bit<Set>(lowest(following)) : following;
        }
        const Set others = hand & ~rules.spade_cards();
        return !rules.first_trick_spades && others ? others : hand;
    }
    return either(following != 0, following, hand);
}

template <class Set>
inline Set legal(const Rules<Set>& rules, const Position<Set>& now) {
    return now.played == 0 ? may_lead(rules, now) : may_follow(rules, now);
}

// Whoever is next after a seat in this trick.
template <class Set>
inline Seat seat_after(const Rules<Set>& rules, const Position<Set>& now, Seat seat) {
    const Seat following = rules.next[seat];
    if (now.tricks == 0 && following == now.sitter) [[unlikely]] return rules.next[following];
    return following;
}

// Lays a card in the trick; the hand that it comes from is the caller's matter.
template <class Set>
inline void lay(const Rules<Set>& rules, Position<Set>& now, Card card) {
    const Set own = bit<Set>(card);
    const bool better =
        (now.played == 0) | ((own & rules.winners[now.led] & rules.above[now.best]) != 0);
    now.best = either(better, card, now.best);
    now.taker = either(better, now.turn, now.taker);
    now.led = either(now.led == junk, rules.suit_of[card], now.led);
    now.trick |= own;
    ++now.played;
}

// Takes the trick that is complete: its winner leads next.
template <class Set>
inline void take(const Rules<Set>& rules, Position<Set>& now) {
    if (const Set awards = now.trick & rules.award_cards) [[unlikely]] {
        now.caught[now.taker] |= awards;
    }
    ++now.won[now.taker];
    now.leader = now.turn = now.taker;
    now.trick = 0;
    now.led = junk;
    now.played = 0;
    now.size = static_cast<std::uint8_t>(rules.seats);
    ++now.tricks;
    --now.left;
}

// The seat that took an award card, if any did.
template <class Set>
inline Seat catcher(const Rules<Set>& rules, const Position<Set>& now, Card award) {
    for (Seat seat = 0; seat < rules.seats; ++seat) {
        if (now.caught[seat] & bit<Set>(award)) return seat;
    }
    return no_seat;
}

// Plays a legal card.
template <class Set>
inline void play(const Rules<Set>& rules, Position<Set>& now, Card card) {
    const Set own = bit<Set>(card);
    now.hands[now.turn] &= ~own;
    now.out &= ~own;
    lay(rules, now, card);
    // A spade breaks spades, unless the lead of a spade alone is the cause and does not count.
    const bool breaks =
        ((own & rules.spade_cards()) != 0) & (rules.forced_lead_breaks | (now.led != spades));
    now.broken |= breaks;
    now.closed = either(breaks, rules.closed_broken, now.closed);
    if (now.played == now.size) {
        take(rules, now);
    } else {
        now.turn = seat_after(rules, now, now.turn);
    }
}

}  // namespace spadille
