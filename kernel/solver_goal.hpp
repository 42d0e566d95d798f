// What the root's side wants, as a small automaton.
//
// A zero-window search asks one question: does the root's side reach the goal? A goal is a state that
// changes with every trick; it ends in "reached" or "missed", often long before the last trick. Here
// it is a number of tricks; for payoffs see solver_payoffs.hpp.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "solver.hpp"

namespace spadille::solver {

// Win at least so many tricks: the state is the number still wanted.
struct TrickGoal {
    using State = int;
    static constexpr bool counts_awards = false;

    std::array<bool, most_seats> ours{};

    // 1 reached, 0 missed, -1 open.
    static int verdict(State wanted, int left) { return wanted <= 0 ? 1 : wanted > left ? 0 : -1; }
    State after(State wanted, int winner, std::uint32_t) const {
        return wanted - ours[static_cast<std::size_t>(winner)];
    }
    // Whether a state asks for a number of tricks and nothing else, and for how many.
    static bool counts(State) { return true; }
    static int wanted(State state) { return state; }
    // What tells states apart in the table, beside the bounds: nothing.
    static std::uint32_t key(State) { return 0; }
};

}  // namespace spadille::solver
