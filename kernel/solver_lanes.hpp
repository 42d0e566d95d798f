// Sets of cards in lanes: one lane of bits for each suit, the highest bit the highest card.
//
// Only the cards of the problem have bits, so that ranks are relative from the start. There are two
// forms. Narrow is fast: lanes of 16 bits, up to four seats, up to 15 tricks, no junk, no identical
// cards. Wide takes everything else.
#pragma once

#include <array>
#include <bit>
#include <cstdint>

#include "cards.hpp"

namespace spadille::solver {

inline constexpr int suits = 4;

template <int Seats>
struct Narrow {
    using Set = std::uint64_t;
    using Lane = std::uint32_t;        // a lane taken out of a set
    using Shape = std::uint64_t;       // the length of every suit in every hand
    static constexpr int lane_bits = 16;
    static constexpr int length_bits = 4;
    static constexpr int owner_bits = 2;
    static constexpr int pattern_bits = 32;  // owners of a suit's cards, from the top
    static constexpr int pattern_words = 2;
    static constexpr int max_tricks = 15;
    static constexpr bool odd = false;       // junk or identical cards
    static constexpr int seats(int) { return Seats; }
};

struct Wide {
    using Set = spadille::Wide;
    using Lane = std::uint32_t;
    using Shape = spadille::Wide;
    static constexpr int lane_bits = 32;
    static constexpr int length_bits = 5;
    static constexpr int owner_bits = 3;
    static constexpr int pattern_bits = 64;
    static constexpr int pattern_words = 4;
    static constexpr int max_tricks = 31;
    static constexpr bool odd = true;
    static constexpr int seats(int count) { return count; }
};

template <class Form>
constexpr typename Form::Lane lane(typename Form::Set set, int suit) {
    constexpr auto mask = static_cast<typename Form::Lane>((std::uint64_t{1} << Form::lane_bits) - 1);
    return static_cast<typename Form::Lane>(set >> (suit * Form::lane_bits)) & mask;
}

template <class Form>
constexpr typename Form::Set card_bit(int suit, int rank) {
    return typename Form::Set{1} << (suit * Form::lane_bits + rank);
}

template <class Form>
constexpr typename Form::Set place(typename Form::Lane bits, int suit) {
    return typename Form::Set{bits} << (suit * Form::lane_bits);
}

// The ranks of the highest and the lowest card of a lane that is not empty.
constexpr int top(std::uint32_t bits) { return 31 - std::countl_zero(bits); }
constexpr int bottom(std::uint32_t bits) { return std::countr_zero(bits); }

// The cards of a lane that are higher than all of some others.
constexpr std::uint32_t over(std::uint32_t cards, std::uint32_t others) {
    return others ? cards & ~((std::uint32_t{2} << top(others)) - 1) : cards;
}

// How many cards a lane holds. (Without a popcount instruction the built-in is a call.)
constexpr int count(std::uint32_t bits) {
    bits -= (bits >> 1) & 0x55555555U;
    bits = (bits & 0x33333333U) + ((bits >> 2) & 0x33333333U);
    return static_cast<int>((((bits + (bits >> 4)) & 0x0F0F0F0FU) * 0x01010101U) >> 24);
}

}  // namespace spadille::solver
