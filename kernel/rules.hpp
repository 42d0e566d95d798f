// What the rules say about playing cards, as plain numbers and sets. Who leads to trick 1 and with
// what depends on the hands, so that it is part of a position.
#pragma once

#include <algorithm>
#include <array>
#include <stdexcept>
#include <string>
#include <vector>

#include "cards.hpp"

namespace spadille {

// The same as it comes from outside.
struct Terms {
    int seats = 4;
    std::vector<int> side_of;   // by seat
    std::vector<int> suit_of;   // by card, never falling
    std::vector<int> strength;  // by card, never falling within a suit; equal: the same face
    std::vector<int> awards;    // the cards that somebody counts
    bool last_of_equals = false;
    int closed_tricks = most_tricks;  // in so many tricks spades are led only once broken
    bool forced_lead_breaks = true;
    bool first_trick_spades = true;
    bool all_low_club = false;
};

inline void demand(bool holds, const char* what) {
    if (!holds) throw std::invalid_argument(what);
}

template <class Set>
struct Rules {
    int seats = 0;
    int sides = 0;
    int cards = 0;
    Set all = 0;
    Set award_cards = 0;
    std::array<Seat, most_seats> next{};
    std::array<std::uint8_t, most_seats> side_of{};
    std::array<Set, suits> suit{};     // the cards of a suit
    std::array<Set, suits> follow{};   // those that follow when it is led; none after junk
    std::array<Set, suits> winners{};  // those that can win then
    std::array<Card, suits> bottom{};  // the weakest card of a suit
    std::array<Suit, 128> suit_of{};
    std::array<Set, 128> above{};  // what beats a card, if it can win at all
    std::vector<Card> awards;
    std::uint8_t closed_unbroken = 0;  // spades are closed to leaders for so many tricks at most,
    std::uint8_t closed_broken = 0;    // and for so many in any case
    bool last_of_equals = false;
    bool forced_lead_breaks = true;
    bool first_trick_spades = true;
    bool all_low_club = false;

    explicit Rules(const Terms& terms);

    Set spade_cards() const { return suit[spades]; }
    Set junk_cards() const { return suit[junk]; }
};

template <class Set>
Rules<Set>::Rules(const Terms& terms) {
    demand(terms.seats >= 2 && terms.seats <= most_seats, "seats: 2 to 6");
    seats = terms.seats;
    demand(static_cast<int>(terms.side_of.size()) == seats, "side_of: one side for every seat");
    for (int seat = 0; seat < seats; ++seat) {
        const int side = terms.side_of[static_cast<std::size_t>(seat)];
        demand(side >= 0 && side < seats, "side_of: sides are numbered from 0");
        side_of[static_cast<std::size_t>(seat)] = static_cast<std::uint8_t>(side);
        sides = std::max(sides, side + 1);
        next[static_cast<std::size_t>(seat)] = static_cast<Seat>((seat + 1) % seats);
    }
    demand(terms.suit_of.size() == terms.strength.size(), "suit_of, strength: one for every card");
    demand(!terms.suit_of.empty() && terms.suit_of.size() <= static_cast<std::size_t>(room<Set>),
           "cards: 1 to 128 of them");
    cards = static_cast<int>(terms.suit_of.size());
    for (int card = 0; card < cards; ++card) {
        const auto at = static_cast<std::size_t>(card);
        const int own = terms.suit_of[at];
        demand(own >= 0 && own < suits, "suit_of: 0 (junk) to 4 (spades)");
        if (card > 0) {
            demand(terms.suit_of[at - 1] < own || (terms.suit_of[at - 1] == own &&
                                                   terms.strength[at - 1] <= terms.strength[at]),
                   "suit_of, strength: cards come by suit, the weakest first");
        }
        suit_of[at] = static_cast<Suit>(own);
        suit[static_cast<std::size_t>(own)] |= bit<Set>(card);
        all |= bit<Set>(card);
    }
    for (std::size_t led = 0; led < suits; ++led) {
        bottom[led] = suit[led] ? lowest(suit[led]) : Card{0};
        follow[led] = led == junk ? Set{0} : suit[led];
        winners[led] = led == junk ? static_cast<Set>(all & ~suit[junk])
                                   : static_cast<Set>(suit[led] | suit[spades]);
    }
    for (int card = 0; card < cards; ++card) {
        for (int other = 0; other < cards; ++other) {
            const auto one = static_cast<std::size_t>(card), two = static_cast<std::size_t>(other);
            const bool equal = suit_of[one] == suit_of[two] && terms.strength[one] == terms.strength[two];
            const bool beats = equal ? card != other && terms.last_of_equals : other > card;
            if (beats && suit_of[two] != junk) above[one] |= bit<Set>(other);
        }
    }
    demand(terms.awards.size() <= most_awards, "awards: at most 6 cards");
    for (const int card : terms.awards) {
        demand(card >= 0 && card < cards && !(award_cards & bit<Set>(card)),
               "awards: different cards of the pack");
        awards.push_back(static_cast<Card>(card));
        award_cards |= bit<Set>(card);
    }
    demand(terms.closed_tricks >= 0, "closed_tricks: 0 or more");
    closed_broken = terms.first_trick_spades ? 0 : 1;
    closed_unbroken = std::max(closed_broken, static_cast<std::uint8_t>(
                                                  std::min(terms.closed_tricks, most_tricks)));
    last_of_equals = terms.last_of_equals;
    forced_lead_breaks = terms.forced_lead_breaks;
    first_trick_spades = terms.first_trick_spades;
    all_low_club = terms.all_low_club;
}

// Whether some face comes twice, or there are too many cards for a narrow set.
inline bool needs_wide(const Terms& terms) {
    if (terms.suit_of.size() > 64) return true;
    for (std::size_t at = 1; at < terms.suit_of.size() && at < terms.strength.size(); ++at) {
        if (terms.suit_of[at] != junk && terms.suit_of[at] == terms.suit_of[at - 1] &&
            terms.strength[at] == terms.strength[at - 1]) {
            return true;
        }
    }
    return false;
}

}  // namespace spadille
