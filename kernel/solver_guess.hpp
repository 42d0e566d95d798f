// How many tricks a side may expect: where the search for the exact number begins.
//
// A linear fit to exact values of random deals of 6 to 13 cards each, in twentieths of a trick. It is
// within one trick of the value for three deals in four or more; the value does not depend on it.
#pragma once

#include <algorithm>
#include <array>

#include "solver_prepare.hpp"

namespace spadille::solver {

inline int likely_tricks(const Problem& p, const Ranked& ranked) {
    constexpr std::array<int, 3> high{12, 4, 2}, high_trumps{16, 8, 4};
    constexpr int trump = 6, longest_trumps = 6, root = 4, trick = 20;
    const auto ours = [&](int seat) { return p.side[index(seat)] == p.side[index(root_of(p))]; };
    int expected = root;
    std::array<int, most_seats> trumps{};
    for (const Placed& placed : ranked.cards) {
        if (placed.seat < 0 || placed.card.suit == junk) continue;
        const int above = ranked.length[index(placed.card.suit)] - 1 - placed.rank;
        const bool is_trump = placed.card.suit == spades;
        int worth = is_trump ? trump : 0;
        if (above < static_cast<int>(high.size())) worth += (is_trump ? high_trumps : high)[index(above)];
        expected += ours(placed.seat) ? worth : -worth;
        trumps[index(placed.seat)] += is_trump;
    }
    std::array<int, 2> longest{};
    for (int seat = 0; seat < p.seats; ++seat) {
        int& most = longest[ours(seat)];
        most = std::max(most, trumps[index(seat)]);
    }
    expected += longest_trumps * (longest[1] - longest[0]);
    const int left = tricks_left(p);
    return std::clamp((trick * left / 2 + expected + trick / 2) / trick, 1, left);
}

}  // namespace spadille::solver
