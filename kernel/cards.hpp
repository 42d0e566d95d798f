// Sets of cards as bits. Cards are numbered so that junk comes first, then the side suits, then
// spades, each from the weakest card to the strongest: among cards that can win a trick, the
// higher number is the better card.
#pragma once

#include <bit>
#include <cstdint>

namespace spadille {

using Card = std::uint8_t;
using Seat = std::uint8_t;
using Suit = std::uint8_t;

inline constexpr int most_seats = 6;
inline constexpr int suits = 5;  // junk, three side suits, spades
inline constexpr int most_tricks = 52;
inline constexpr int most_awards = 6;
inline constexpr Suit junk = 0;  // also "none": the suit led while only junk lies in the trick
inline constexpr Suit clubs = 1;
inline constexpr Suit spades = 4;
inline constexpr Card no_card = 255;
inline constexpr Seat no_seat = 255;

// Up to 64 cards, all different; and up to 128, in which a face may come twice.
using Narrow = std::uint64_t;
__extension__ typedef unsigned __int128 Wide;

template <class Set>
inline constexpr int room = static_cast<int>(sizeof(Set) * 8);

template <class Set>
constexpr Set bit(int card) {
    return static_cast<Set>(Set{1} << card);
}

// One or the other, without a branch: what a card brings about is more than a processor can guess.
template <class Number>
constexpr Number either(bool first, Number one, Number other) {
    const auto mask = static_cast<Number>(-static_cast<Number>(first));
    return static_cast<Number>(other ^ ((one ^ other) & mask));
}

constexpr std::uint64_t low_half(Wide set) { return static_cast<std::uint64_t>(set); }
constexpr std::uint64_t high_half(Wide set) { return static_cast<std::uint64_t>(set >> 64); }

constexpr int count(Narrow set) { return std::popcount(set); }
constexpr int count(Wide set) { return count(low_half(set)) + count(high_half(set)); }

// The weakest and the strongest card of a set that is not empty.
constexpr Card lowest(Narrow set) { return static_cast<Card>(std::countr_zero(set)); }
constexpr Card lowest(Wide set) {
    return low_half(set) != 0 ? lowest(low_half(set))
                              : static_cast<Card>(64 + lowest(high_half(set)));
}
constexpr Card highest(Narrow set) { return static_cast<Card>(63 - std::countl_zero(set)); }
constexpr Card highest(Wide set) {
    return high_half(set) != 0 ? static_cast<Card>(64 + highest(high_half(set)))
                               : highest(low_half(set));
}

// Finding the n-th card of a set is what random play spends its time on. Processors differ in
// it, so that play-outs are compiled for either kind and the choice is made at run time.
struct AnyCpu {
    static constexpr Card nth(Narrow set, int n) {
        // Counts of ones in bytes, then their running sums; the first sum above n is its byte.
        constexpr std::uint64_t ones = 0x0101010101010101;
        std::uint64_t sums = set - ((set >> 1) & 0x5555555555555555);
        sums = (sums & 0x3333333333333333) + ((sums >> 2) & 0x3333333333333333);
        sums = ((sums + (sums >> 4)) & 0x0f0f0f0f0f0f0f0f) * ones;
        const std::uint64_t beyond =
            ((sums | (ones << 7)) - ones * static_cast<std::uint64_t>(n + 1)) & (ones << 7);
        const int place = std::countr_zero(beyond) & ~7;
        int left = n - static_cast<int>(((sums << 8) >> place) & 0xff);
        std::uint64_t byte = (set >> place) & 0xff;
        for (; left > 0; --left) byte &= byte - 1;
        return static_cast<Card>(place + std::countr_zero(byte));
    }
    static constexpr Card nth(Wide set, int n) {
        const int low = count(low_half(set));
        return n < low ? nth(low_half(set), n) : static_cast<Card>(64 + nth(high_half(set), n - low));
    }
};

#if defined(__x86_64__) && defined(__GNUC__)
#define SPADILLE_BMI2 1
// As assembler text, since an intrinsic would bind every caller to this kind of processor.
struct Bmi2Cpu {
    static Card nth(Narrow set, int n) {
        std::uint64_t chosen;
        asm("pdep %2, %1, %0" : "=r"(chosen) : "r"(std::uint64_t{1} << n), "r"(set));
        return lowest(chosen);
    }
    static Card nth(Wide set, int n) {
        const int low = count(low_half(set));
        return n < low ? nth(low_half(set), n) : static_cast<Card>(64 + nth(high_half(set), n - low));
    }
};
#endif

}  // namespace spadille
