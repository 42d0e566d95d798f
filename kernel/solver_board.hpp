// The cards as they lie while a search plays them: whose they are, and what a card does to a trick.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdlib>

#include "solver_lanes.hpp"
#include "solver_setup.hpp"

namespace spadille::solver {

template <class Form>
struct Board {
    using Set = typename Form::Set;
    using Lane = typename Form::Lane;
    using Shape = typename Form::Shape;

    const Setup<Form>& setup;
    std::array<Set, most_seats> hands;
    std::array<int, most_seats> junk;
    Set held{};      // cards in hands now
    Set out{};       // cards in hands when the trick began
    Shape shape{};   // the length of every suit in every hand
    int left;        // tricks left, the one being played included
    int seats;
    bool broken = true;  // or never closed to a leader again

    explicit Board(const Setup<Form>& from)
        : setup(from), hands(from.hands), junk(from.junk), left(from.left), seats(Form::seats(from.seats)) {
        for (int seat = 0; seat < seats; ++seat) {
            held |= hands[index(seat)];
            for (int suit = 0; suit < suits; ++suit)
                shape += static_cast<Shape>(count(lane<Form>(hands[index(seat)], suit))) << field(seat, suit);
        }
        out = held;
    }

    static constexpr int field(int seat, int suit) { return (seat * suits + suit) * Form::length_bits; }
    int length(int seat, int suit) const {
        return static_cast<int>(shape >> field(seat, suit)) & ((1 << Form::length_bits) - 1);
    }

    bool in_first_trick() const { return setup.tricks_before == 0 && left == setup.left; }

    // Whether spades can be closed to a leader with so many tricks left, or later, if not broken.
    bool may_close(int tricks) const {
        return setup.tricks_before + setup.left - tricks < setup.closed_tricks;
    }

    // Take a card out of a hand, and give it back.
    void take(int seat, const Move& move) {
        if (move.suit == solver::junk) {
            --junk[index(seat)];
            return;
        }
        const Set bit = card_bit<Form>(move.suit, move.rank);
        hands[index(seat)] ^= bit;
        held ^= bit;
        shape -= Shape{1} << field(seat, move.suit);
    }
    void give(int seat, const Move& move) {
        if (move.suit == solver::junk) {
            ++junk[index(seat)];
            return;
        }
        const Set bit = card_bit<Form>(move.suit, move.rank);
        hands[index(seat)] ^= bit;
        held ^= bit;
        shape += Shape{1} << field(seat, move.suit);
    }

    // Put a card on a trick.
    void lay(Trick& trick, int seat, int suit, int rank) const {
        ++trick.played;
        if (suit == solver::junk) {
            if (trick.played == 1) trick.seat = seat;
            return;
        }
        if (setup.awards & card_bit<Form>(suit, rank)) trick.caught |= award(suit, rank);
        if (suit == spades) trick.spade = true;
        if (trick.led == solver::junk) trick.led = suit;
        if (suit == trick.suit) {
            ++trick.rivals;
            if (!beats(suit, rank, trick.rank)) return;
        } else {
            if (trick.suit != solver::junk && suit != spades) return;
            trick.rivals = 1;
        }
        trick.suit = suit;
        trick.rank = rank;
        trick.seat = seat;
    }

    // Whether a card beats an earlier one of its suit.
    bool beats(int suit, int rank, int other) const {
        if constexpr (Form::odd) {
            const Lane twins = lane<Form>(setup.twins, suit);
            const int higher = std::max(rank, other);
            if (std::abs(rank - other) == 1 && (twins >> higher & 1)) return setup.last_of_equals;
        }
        return rank > other;
    }

    // The number of an award card, as a bit.
    std::uint32_t award(int suit, int rank) const {
        for (std::size_t i = 0; i < setup.award_places.size(); ++i)
            if (setup.award_places[i] == suit * Form::lane_bits + rank) return 1U << i;
        return 0;
    }

    // The lowest of the cards that mattered; identical cards matter together.
    int lowest_of(Lane mattered, int suit) const {
        int low = bottom(mattered);
        if constexpr (Form::odd) low -= static_cast<int>(lane<Form>(setup.twins, suit) >> low & 1);
        return low;
    }

    // For each suit the lowest of its `depth` highest cards.
    Set highest(const std::array<std::uint8_t, suits>& depth) const {
        Set result{};
        for (int suit = 0; suit < suits; ++suit) {
            int skip = depth[index(suit)];
            if (skip == 0) continue;
            Lane cards = lane<Form>(out, suit);
            while (--skip) cards ^= Lane{1} << top(cards);
            result |= card_bit<Form>(suit, top(cards));
        }
        return result;
    }
};

}  // namespace spadille::solver
