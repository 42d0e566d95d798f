// Play-outs of several candidate cards in the same worlds with the same chances. A world gives
// the cards that the root seat cannot see.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "cards.hpp"
#include "chance.hpp"
#include "goals.hpp"
#include "outcome.hpp"
#include "playout.hpp"
#include "position.hpp"
#include "rules.hpp"

namespace spadille {

template <class Set>
struct World {
    std::array<Set, most_seats> hands{};
    std::uint64_t weight = 0;
};

template <class Set>
struct Task {
    const Rules<Set>& rules;
    const Position<Set>& root;
    const std::vector<World<Set>>& worlds;
    std::size_t first;  // the number of the first of these worlds: chances go by number
    const std::vector<Card>& candidates;
    int repeats;
    std::uint64_t seed;
    const Goals<Set>* goals;
    PlayOut<Set> play_out;
    std::array<std::uint8_t, most_seats> group_of;
    std::size_t limit;
};

template <class Set>
std::vector<Tally> search(const Task<Set>& task, unsigned threads);

}  // namespace spadille
