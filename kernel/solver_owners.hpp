// Who owns the cards of a suit, from the highest card still out to the lowest: what two positions
// must share to be the same play with other pips.
//
// An owner takes a few bits; the highest card's stands at the top of the suit's field. The fields of
// the four suits make a Pattern. Byte tables, made once for a problem, give a field in a few steps.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>

#include "solver_lanes.hpp"

namespace spadille::solver {

template <class Form>
using Pattern = std::array<std::uint64_t, Form::pattern_words>;

// The field of one suit within a pattern.
template <class Form>
constexpr void put(Pattern<Form>& pattern, int suit, std::uint64_t field) {
    if constexpr (Form::pattern_bits == 64) {
        pattern[static_cast<std::size_t>(suit)] = field;
    } else {
        const auto word = static_cast<std::size_t>(suit >> 1);
        if (suit & 1)
            pattern[word] |= field << 32;
        else
            pattern[word] = field;
    }
}

// The field that covers the highest `depth` cards; fields too long for their space are cut off.
template <class Form>
constexpr std::uint64_t covering(int depth) {
    const int bits = depth * Form::owner_bits;
    if (bits == 0) return 0;
    if (bits >= Form::pattern_bits) return ~std::uint64_t{0} >> (64 - Form::pattern_bits);
    return ((std::uint64_t{1} << bits) - 1) << (Form::pattern_bits - bits);
}

template <class Form>
class Owners {
public:
    using Set = typename Form::Set;
    using Lane = typename Form::Lane;

    // The most cards of a suit that a field can hold.
    static constexpr int most = Form::pattern_bits / Form::owner_bits;

    // `twins` marks the upper one of two identical cards.
    void learn(const std::array<Set, 6>& hands, int seats, Set twins) {
        twins_ = twins;
        for (int suit = 0; suit < suits; ++suit) {
            for (int rank = 0; rank < Form::lane_bits; ++rank) {
                const auto at = static_cast<std::size_t>(suit * Form::lane_bits + rank);
                owner_[at] = 0;
                for (int seat = 0; seat < seats; ++seat)
                    if (hands[static_cast<std::size_t>(seat)] & card_bit<Form>(suit, rank))
                        owner_[at] = static_cast<std::uint8_t>(seat);
            }
        }
        if constexpr (!Form::odd) {
            for (int suit = 0; suit < suits; ++suit)
                for (int half = 0; half < 2; ++half) fill(suit, half);
        }
    }

    Pattern<Form> pattern(Set out) const {
        Pattern<Form> result{};
        for (int suit = 0; suit < suits; ++suit)
            put<Form>(result, suit, field(suit, lane<Form>(out, suit)));
        return result;
    }

private:
    // The field of the cards in one byte of a lane, the byte below it to follow.
    void fill(int suit, int half) {
        auto& row = bytes_[static_cast<std::size_t>(suit * 2 + half)];
        row[0] = 0;
        for (std::uint32_t byte = 1; byte < 256; ++byte) {
            const int low = bottom(byte);
            const auto at = static_cast<std::size_t>(suit * Form::lane_bits + half * 8 + low);
            const int above = count(byte) - 1;
            row[byte] = static_cast<std::uint32_t>(
                row[byte & (byte - 1)] |
                std::uint64_t{owner_[at]} << (Form::pattern_bits - (above + 1) * Form::owner_bits));
        }
    }

    std::uint64_t field(int suit, Lane cards) const {
        if constexpr (!Form::odd) {
            const std::uint32_t high = cards >> 8;
            const auto row = static_cast<std::size_t>(suit * 2);
            // A full upper byte leaves 16 of the 32 bits, so the shift stays below 32.
            return bytes_[row + 1][high] |
                   bytes_[row][cards & 255] >> (Form::owner_bits * count(high));
        } else {
            const Lane twins = lane<Form>(twins_, suit);
            std::uint64_t result = 0;
            int shift = Form::pattern_bits;
            while (cards && shift >= Form::owner_bits) {
                const int rank = top(cards);
                const Lane bit = Lane{1} << rank;
                cards ^= bit;
                const std::uint64_t first = owner(suit, rank);
                shift -= Form::owner_bits;
                if ((twins & bit) && (cards & (bit >> 1))) {
                    cards ^= bit >> 1;
                    const std::uint64_t second = owner(suit, rank - 1);
                    if (shift < Form::owner_bits) break;
                    shift -= Form::owner_bits;
                    // Of identical cards neither is the higher one: the pair has a sign of its own,
                    // which begins like no seat.
                    const std::uint64_t a = std::min(first, second), b = std::max(first, second);
                    result |= (a == b ? a << Form::owner_bits | a : 48 + b * (b - 1) / 2 + a) << shift;
                    continue;
                }
                result |= first << shift;
            }
            return result;
        }
    }

    std::uint64_t owner(int suit, int rank) const {
        return owner_[static_cast<std::size_t>(suit * Form::lane_bits + rank)];
    }

    std::array<std::array<std::uint32_t, 256>, 8> bytes_{};
    std::array<std::uint8_t, 4 * Form::lane_bits> owner_{};
    Set twins_{};
};

}  // namespace spadille::solver
