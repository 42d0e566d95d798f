// From a position as Python holds it to a problem for the solver, and its answers back.
#pragma once

#include <cstddef>
#include <vector>

#include "bound.hpp"
#include "solver.hpp"

namespace spadille {

// A problem, and what its cards are called in the pack.
struct Posed {
    solver::Problem problem;
    std::vector<int> cards;               // of the root's hand, in its order
    std::vector<int> awards;              // which of the award cards are out, in the solver's order
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
    problem.last_of_equals = rules.last_of_equals;
    problem.spades_forbidden = !rules.first_trick_spades;
    problem.all_low_club = rules.all_low_club;
    problem.club_suit = clubs - 1;
    if (now.sitter != no_seat) problem.sits_out = now.sitter;
    std::vector<Card> order = bound.laid;  // as the solver lists the cards
    for (const Card card : bound.laid) problem.trick.push_back(face[card]);
    for (std::size_t seat = 0; seat < static_cast<std::size_t>(rules.seats); ++seat) {
        problem.side[seat] = rules.side_of[seat];
        for (Set left = now.hands[seat]; left; left &= left - 1) {
            const Card card = lowest(left);
            if (seat == now.turn && card == now.must_lead) {
                problem.must_lead = static_cast<int>(problem.hands[seat].size());
            }
            problem.hands[seat].push_back(face[card]);
            order.push_back(card);
            if (seat == now.turn) made.cards.push_back(card);
        }
    }
    for (const Card card : order) {
        for (std::size_t award = 0; award < rules.awards.size(); ++award) {
            if (rules.awards[award] == card) made.awards.push_back(static_cast<int>(award));
        }
    }
    return made;
}

// An outcome of the rest of the deal as one of the whole, given what has happened so far.
inline Outcome whole(const Posed& posed, const solver::Outcome& rest, Outcome so_far) {
    for (std::size_t group = 0; group < rest.tricks.size(); ++group) {
        so_far += static_cast<Outcome>(rest.tricks[group]) << (trick_bits * group);
    }
    for (std::size_t i = 0; i < posed.awards.size(); ++i) {
        // Nobody has caught it so far.
        const auto change = static_cast<Outcome>(nobody ^ rest.catchers[i]);
        so_far ^= change << (award_shift + award_bits * posed.awards[i]);
    }
    return so_far;
}

}  // namespace spadille
