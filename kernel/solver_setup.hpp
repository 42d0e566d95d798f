// What a search starts from, the cards that it may try, and the trick that they lie in.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "solver.hpp"
#include "solver_lanes.hpp"

namespace spadille::solver {

constexpr std::size_t index(int i) { return static_cast<std::size_t>(i); }

// What the search starts from: a problem, its cards put into lanes.
template <class Form>
struct Setup {
    using Set = typename Form::Set;
    std::array<Set, most_seats> hands{};
    std::array<int, most_seats> junk{};         // junk cards held
    std::array<bool, most_seats> ours{};        // seats that maximise
    Set twins{};                                // upper ones of two identical cards
    Set awards{};
    std::array<int, most_awards> award_places{};  // of each award card, its bit; -1: no more of them
    int seats = 4;
    int left = 0;                               // tricks left, the one being played included
    int tricks_before = 0;
    int closed_tricks = 0;                      // spades not broken are closed to leaders in so many
    bool forced_lead_breaks = true;
    bool last_of_equals = false;
    // The rules of the first trick, while it is being played.
    int sits_out = -1;
    bool spades_forbidden = false;
    bool all_low_club = false;
    int club_suit = 0;
    int must_lead_suit = -1, must_lead_rank = -1;
};

// A card to play: it stands for all the cards of its hand from `low` to `high`, which are equal.
struct Move {
    std::int8_t suit, rank, low, high;
    int weight;
};

struct Moves {
    std::array<Move, 32> move;
    int size = 0;
    void add(int suit, int rank, int low, int high) {
        move[static_cast<std::size_t>(size++)] = {static_cast<std::int8_t>(suit), static_cast<std::int8_t>(rank),
                                                  static_cast<std::int8_t>(low), static_cast<std::int8_t>(high), 0};
    }
};

// A trick being played.
struct Trick {
    int leader = 0;
    int played = 0;     // seats that have played or sit out
    int led = junk;     // suit to follow
    int suit = junk;    // suit and rank of the best card so far
    int rank = -1;
    int seat = 0;
    int rivals = 0;     // cards in the suit of the best card
    bool spade = false;
    std::uint32_t caught = 0;
};

}  // namespace spadille::solver
