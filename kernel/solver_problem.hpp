// From a position as Python holds it to a problem for the solver, and its answers back.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "bound.hpp"
#include "solver.hpp"

namespace spadille {

// A problem, and what its cards are called in the pack.
struct Posed {
    solver::Problem problem;
    std::vector<int> cards;               // of the root's hand, in its order
    std::vector<int> awards;              // which of the award cards are out, in the solver's order
    std::vector<int> won;                 // tricks by seat so far
    std::vector<int> caught;              // the seat that took each award card, or `gone`
};

// Cards of equal strength follow each other: both or neither is above the other.
template <class Set>
std::vector<solver::Card> faces(const Rules<Set>& rules) {
    std::vector<solver::Card> made;
    int strength = 0;
    for (int card = 0; card < rules.cards; ++card) {
        const auto at = static_cast<std::size_t>(card);
        if (card > 0 && rules.suit_of[at] == rules.suit_of[at - 1]) {
            const bool over = (rules.above[at - 1] & bit<Set>(card)) != 0;
            const bool under = (rules.above[at] & bit<Set>(card - 1)) != 0;
            if (over != under) ++strength;
        }
        made.push_back({int{rules.suit_of[at]} - 1, strength, (rules.award_cards & bit<Set>(card)) != 0});
    }
    return made;
}

template <class Set>
bool lasts(const Rules<Set>& rules) {
    for (int card = 1; card < rules.cards; ++card) {
        if (rules.above[static_cast<std::size_t>(card)] & bit<Set>(card - 1)) return true;
    }
    return false;
}

template <class Set>
Posed posed(const Bound<Set>& bound) {
    const Rules<Set>& rules = *bound.rules;
    const Position<Set>& now = bound.now;
    demand(!now.over(), "position: a card is to be played");
    const std::vector<solver::Card> face = faces(rules);
    Posed made;
    solver::Problem& problem = made.problem;
    problem.seats = rules.seats;
    problem.leader = now.leader;
    problem.tricks_before = now.tricks;
    problem.broken = now.broken;
    problem.closed_tricks = rules.closed_unbroken;
    problem.forced_lead_breaks = rules.forced_lead_breaks;
    problem.last_of_equals = lasts(rules);
    problem.spades_forbidden = !rules.first_trick_spades;
    problem.all_low_club = rules.all_low_club;
    problem.club_suit = clubs - 1;
    if (now.tricks == 0 && now.sitter != no_seat) problem.sits_out = now.sitter;
    std::vector<Card> order = bound.laid;  // as the solver lists the cards
    for (const Card card : bound.laid) problem.trick.push_back(face[card]);
    for (std::size_t seat = 0; seat < static_cast<std::size_t>(rules.seats); ++seat) {
        problem.side[seat] = rules.side_of[seat];
        for (Set left = now.hands[seat]; left; left &= left - 1) {
            const Card card = lowest(left);
            if (seat == now.turn && card == now.must_lead && now.tricks == 0) {
                problem.must_lead = static_cast<int>(problem.hands[seat].size());
            }
            problem.hands[seat].push_back(face[card]);
            order.push_back(card);
            if (seat == now.turn) made.cards.push_back(card);
        }
        made.won.push_back(now.won[seat]);
    }
    for (const Card card : order) {
        for (std::size_t award = 0; award < rules.awards.size(); ++award) {
            if (rules.awards[award] == card) made.awards.push_back(static_cast<int>(award));
        }
    }
    for (const Card card : rules.awards) {
        int by = gone;
        for (int seat = 0; seat < rules.seats; ++seat) {
            if (now.caught[static_cast<std::size_t>(seat)] & bit<Set>(card)) by = seat;
        }
        made.caught.push_back(by);
    }
    return made;
}

// An outcome of the rest of the deal as one of the whole: tricks by group, then the group that caught
// each award card.
inline std::string whole(const Posed& posed, const solver::Outcome& rest, const std::array<std::uint8_t, most_seats>& group) {
    std::string bytes;
    std::vector<int> tricks = rest.tricks;
    for (std::size_t seat = 0; seat < posed.won.size(); ++seat) tricks[group[seat]] += posed.won[seat];
    for (const int number : tricks) bytes.push_back(static_cast<char>(number));
    const std::size_t awards = bytes.size();
    for (const int seat : posed.caught) {
        bytes.push_back(static_cast<char>(seat == gone ? gone : int{group[static_cast<std::size_t>(seat)]}));
    }
    for (std::size_t i = 0; i < posed.awards.size(); ++i) {
        bytes[awards + static_cast<std::size_t>(posed.awards[i])] = static_cast<char>(rest.catchers[i]);
    }
    return bytes;
}

}  // namespace spadille
