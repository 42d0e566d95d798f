// Playing a deal to its end.
#pragma once

#include <array>

#include "cards.hpp"
#include "chance.hpp"
#include "goals.hpp"
#include "position.hpp"
#include "rules.hpp"

namespace spadille {

// Play-outs are compiled for more than one kind of processor; a caller gets the one that suits.
template <class Set>
using PlayOut = void (*)(const Rules<Set>&, Position<Set>&, const Goals<Set>*, Chance&);

template <class Set>
PlayOut<Set> random_play_out(bool portable = false);
template <class Set>
PlayOut<Set> goal_play_out(bool portable = false);

template <class Set>
inline PlayOut<Set> play_out_for(const Goals<Set>* goals, bool portable = false) {
    return goals == nullptr ? random_play_out<Set>(portable) : goal_play_out<Set>(portable);
}

// Random deals, one after the other, each played out; the tricks of each seat, added up.
using Totals = std::array<std::uint64_t, most_seats>;

template <class Set>
Totals random_deals(const Rules<Set>& rules, int each, std::uint64_t deals, std::uint64_t seed,
                    const Goals<Set>* goals, PlayOut<Set> play_out);

}  // namespace spadille
