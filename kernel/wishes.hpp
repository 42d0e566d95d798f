// Goals as they come from Python.
#pragma once

#include <vector>

#include "goals.hpp"
#include "setup.hpp"

namespace spadille {

// By side, or as lists of seats; an empty list says nothing.
struct Wishes {
    std::vector<int> low, high;
    std::vector<bool> extra;
    std::vector<int> hunted;
    std::vector<int> nils, attacked, idle;
    std::vector<std::vector<int>> wanted, shunned;
    int noise = 0;
};

template <class Set>
Set cards_of(const Rules<Set>& rules, const std::vector<int>& cards, const char* what) {
    Set set = 0;
    for (const int card : cards) set |= bit<Set>(card_of(rules, card, what));
    return set;
}

template <class Set>
std::uint8_t seats_of(const Rules<Set>& rules, const std::vector<int>& seats, const char* what) {
    std::uint8_t set = 0;
    for (const int seat : seats) set |= static_cast<std::uint8_t>(1 << seat_of(rules, seat, what));
    return set;
}

template <class Set>
Goals<Set> goals_of(const Rules<Set>& rules, const Wishes& wishes) {
    Goals<Set> goals;
    const auto sides = static_cast<std::size_t>(rules.sides);
    const auto fits = [&](std::size_t size) { return size == 0 || size == sides; };
    demand(fits(wishes.low.size()) && fits(wishes.high.size()) && fits(wishes.extra.size()) &&
               fits(wishes.hunted.size()) && fits(wishes.wanted.size()) &&
               fits(wishes.shunned.size()),
           "goals: one entry for every side, or none");
    const auto at = [](const std::vector<int>& list, std::size_t side, int otherwise, int least,
                       const char* what) {
        const int value = list.empty() ? otherwise : list[side];
        demand(value >= least && value <= most_tricks, what);
        return value;
    };
    for (std::size_t side = 0; side < sides; ++side) {
        SideGoal<Set>& goal = goals.sides[side];
        goal.low = static_cast<std::uint8_t>(at(wishes.low, side, 0, 0, "low: 0 to 52 tricks"));
        goal.high =
            static_cast<std::uint8_t>(at(wishes.high, side, goal.low, 0, "high: 0 to 52 tricks"));
        goal.hunted =
            static_cast<std::int8_t>(at(wishes.hunted, side, -1, -1, "hunted: -1 to 52 tricks"));
        goal.extra = wishes.extra.empty() || wishes.extra[side] ? Extra::taken : Extra::shunned;
        if (!wishes.wanted.empty()) goal.wanted = cards_of(rules, wishes.wanted[side], "wanted: cards");
        if (!wishes.shunned.empty()) {
            goal.shunned = cards_of(rules, wishes.shunned[side], "shunned: cards");
        }
    }
    goals.nils = seats_of(rules, wishes.nils, "nils: seats");
    goals.attacked = seats_of(rules, wishes.attacked, "attacked: seats");
    goals.idle = seats_of(rules, wishes.idle, "idle: seats");
    demand(wishes.noise >= 0 && wishes.noise <= 255, "noise: 0 to 255");
    goals.noise = static_cast<std::uint8_t>(wishes.noise);
    return goals;
}

}  // namespace spadille
