// Worlds and their likelihood, for Python.
#include <nanobind/nanobind.h>
#include <nanobind/stl/vector.h>

#include <string>

#include "bound.hpp"
#include "likelihood.hpp"
#include "wishes.hpp"
#include "worlds.hpp"

namespace spadille {
namespace {

namespace nb = nanobind;
using namespace nb::literals;

constexpr std::size_t most_bytes = std::size_t{1} << 28;

nb::bytes deal_worlds(const nb::bytes& owners, const std::vector<int>& may,
                      const std::vector<int>& held, std::size_t worlds, std::uint64_t seed) {
    const std::string_view known = view_of(owners);
    demand(!known.empty() && known.size() <= 128 && may.size() == known.size(),
           "owners, may: one entry for every card");
    demand(held.size() == most_places, "room: one number for each of six seats, one for away");
    std::array<int, most_places> room_at{};
    for (std::size_t place = 0; place < held.size(); ++place) {
        demand(held[place] >= 0 && held[place] <= 128, "room: 0 to 128 cards");
        room_at[place] = held[place];
    }
    for (const int places : may) {
        demand(places >= 0 && places < (1 << most_places), "may: places as bits, 0 where known");
    }
    demand(worlds >= 1 && worlds <= most_bytes / known.size(), "worlds: 1 to 2^28 bytes of them");
    std::string dealt;
    {
        const nb::gil_scoped_release others_may_run;
        WorldDealer dealer(may, room_at);
        dealt.reserve(known.size() * worlds);
        std::vector<std::uint8_t> places(known.size());
        for (std::size_t world = 0; world < worlds; ++world) {
            Chance chance(seed, world);
            dealer.deal(chance, places.data());
            for (std::size_t card = 0; card < known.size(); ++card) {
                const int place = places[card] == away ? hidden : places[card];
                dealt.push_back(may[card] == 0 ? known[card] : static_cast<char>(place));
            }
        }
    }
    return nb::bytes(dealt.data(), dealt.size());
}

template <class Set>
std::vector<double> likelihoods_in(const Rules<Set>& rules, const Position<Set>& start,
                                   std::string_view owners, const std::vector<int>& plays,
                                   const Wishes& wishes, const std::vector<double>& beliefs,
                                   std::uint64_t seed) {
    const std::size_t all = count_worlds(rules, owners);
    demand(beliefs.size() == static_cast<std::size_t>(rules.seats), "beliefs: one for every seat");
    std::array<double, most_seats> belief_of{};
    for (std::size_t seat = 0; seat < beliefs.size(); ++seat) {
        demand(beliefs[seat] >= 0.0 && beliefs[seat] < 1.0, "beliefs: 0 to less than 1");
        belief_of[seat] = beliefs[seat];
    }
    std::vector<Card> cards;
    for (const int card : plays) cards.push_back(card_of(rules, card, "plays: cards of the pack"));
    const Goals<Set> goals = goals_of(rules, wishes);
    const std::vector<World<Set>> made = worlds(rules, start, owners, {}, 0, all, 1.0);
    const nb::gil_scoped_release others_may_run;
    std::vector<double> found;
    found.reserve(made.size());
    for (std::size_t world = 0; world < made.size(); ++world) {
        Position<Set> now = start;
        now.hands = made[world].hands;
        found.push_back(likelihood(rules, now, cards, goals, belief_of, Chance(seed, world)));
    }
    return found;
}

}  // namespace

void bind_worlds(nb::module_& m) {
    m.def("deal_worlds", &deal_worlds, "owners"_a, "may"_a, "room"_a, nb::kw_only(), "worlds"_a,
          "seed"_a = 0,
          "Deals the unknown cards at random, again and again: `owners` of every card, the worlds one "
          "after the other.\n\n"
          "`may` says for every card in which places it may lie, as bits: seats 0 to 5, bit 6 for out "
          "of play;\n0 for cards that `owners` knows. `room` is how many of the unknown cards lie in "
          "each of the seven\nplaces. All ways that fit are equally likely; if there is none, a "
          "ValueError.");
    m.def(
        "likelihoods",
        [](const AnyPosition& start, const nb::bytes& owners, const std::vector<int>& plays,
           const Wishes& goals, const std::vector<double>& beliefs, std::uint64_t seed) {
            const AnyPosition from = start;
            return from.ask([&](const auto& rules, const auto& now) {
                return likelihoods_in(rules, now, view_of(owners), plays, goals, beliefs, seed);
            });
        },
        "start"_a, "owners"_a, "plays"_a, nb::kw_only(), "goals"_a, "beliefs"_a, "seed"_a = 0,
        "How likely the plays seen since the start of the play are in each world, as logarithms.\n\n"
        "`beliefs` say how often each seat plays as the policy with these goals does, else any card (0: "
        "not\nlooked at). Minus infinity where a play was not legal.");
}

}  // namespace spadille
