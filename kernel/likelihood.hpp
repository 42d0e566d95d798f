// How likely the plays seen are in a world, if everybody plays now as the policy does, now anyhow.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <vector>

#include "policy.hpp"

namespace spadille {

// Whether it makes no difference which of two own cards is played: nobody else holds one between.
template <class Set>
inline bool equivalent(const Rules<Set>& rules, const Position<Set>& now, Card one, Card other) {
    if (one == other) return true;
    if (rules.suit_of[one] != rules.suit_of[other]) return false;
    const auto [low, high] = std::minmax(one, other);
    const Set between = (bit<Set>(high) - 1) & ~((bit<Set>(low) << 1) - 1);
    return (now.out & ~now.hand() & between) == 0;
}

// The logarithm of the likelihood of the plays from the start on. `beliefs`: how often a seat plays as
// the policy does, else any card; 0: it is not looked at. Minus infinity: a play is not legal.
template <class Set>
double likelihood(const Rules<Set>& rules, const Position<Set>& start,
                  const std::vector<Card>& plays, const Goals<Set>& goals,
                  const std::array<double, most_seats>& beliefs, Chance chance) {
    Position<Set> now = start;
    GoalPlayer<Set, AnyCpu> player(rules, now, goals);
    double sum = 0.0;
    for (const Card card : plays) {
        const Set may = now.over() ? Set{0} : legal(rules, now);
        if ((may & bit<Set>(card)) == 0) return -std::numeric_limits<double>::infinity();
        const double belief = beliefs[now.turn];
        const int cards = count(may);
        if (belief > 0.0 && cards > 1) {
            const Card chosen = choice(rules, now, may, player, chance);
            const double anyhow = (1.0 - belief) / cards;
            sum += std::log(anyhow + (equivalent(rules, now, chosen, card) ? belief : 0.0));
        }
        play(rules, now, card);
        if (now.played == 0) player.trick_taken(rules, now.left, now.leader);
    }
    return sum;
}

}  // namespace spadille
