// The Python module spadille._kernel. Errors in what is passed become ValueErrors.
#include <nanobind/nanobind.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <string>
#include <tuple>

#include "bound.hpp"
#include "wishes.hpp"

namespace nb = nanobind;
using namespace nb::literals;
using namespace spadille;

namespace spadille {
void bind_solver(nb::module_& m);
void bind_worlds(nb::module_& m);
}

namespace {

template <class Set>
std::vector<int> numbers(Set set) {
    std::vector<int> found;
    for (; set; set &= set - 1) found.push_back(lowest(set));
    return found;
}

using Found = std::vector<std::vector<std::pair<nb::bytes, double>>>;

template <class Set>
Found search_in(const Rules<Set>& rules, const Position<Set>& root, std::string_view owners,
                const std::vector<int>& cards, const std::vector<double>& weights,
                std::size_t first, std::optional<std::size_t> until, int repeats,
                std::uint64_t seed, const Wishes* wishes, const std::vector<int>& groups,
                int threads, std::size_t limit) {
    const std::size_t all = count_worlds(rules, owners);
    const std::size_t last = until.value_or(all);
    demand(first < last && last <= all, "first, last: at least one of the worlds");
    demand(weights.empty() || weights.size() == all, "weights: one for every world");
    demand(repeats >= 1 && repeats <= 1'000'000, "repeats: 1 to 1,000,000");
    demand(threads >= 1 && threads <= 256, "threads: 1 to 256");
    demand(!root.over(), "position: a card is to be played");
    const Groups grouped = groups_of(rules, groups);
    const double scale = weight_scale(weights, all, repeats);
    const std::vector<World<Set>> made = worlds(rules, root, owners, weights, first, last, scale);
    std::vector<Card> candidates;
    demand(cards.size() <= static_cast<std::size_t>(rules.cards), "cards: the cards to try, or none");
    for (const int card : cards) candidates.push_back(card_of(rules, card, "cards: of the pack"));
    const Set tried = cards_of(rules, cards, "cards: of the pack");
    for (const World<Set>& world : made) {
        Position<Set> now = root;
        now.hands = world.hands;
        demand(!(tried & ~now.hand()), "cards: held by the seat at turn in every world");
        demand(!(tried & ~legal(rules, now)), "cards: legal in every world");
    }
    std::optional<Goals<Set>> goals;
    if (wishes != nullptr) goals = goals_of(rules, *wishes);
    const Goals<Set>* aims = goals ? &*goals : nullptr;
    std::vector<Tally> tallies;
    {
        const nb::gil_scoped_release others_may_run;
        tallies = search(Task<Set>{rules, root, made, first, candidates, repeats, seed, aims,
                                   play_out_for(aims), grouped.of, limit},
                         static_cast<unsigned>(threads));
    }
    Found found;
    for (const Tally& tally : tallies) {
        auto& outcomes = found.emplace_back();
        for (const auto& [packed, weight] : tally.sorted()) {
            outcomes.emplace_back(bytes_of(packed, grouped, rules.awards.size()),
                                  static_cast<double>(weight) / scale);
        }
    }
    return found;
}

void bind_rules(nb::module_& m) {
    nb::class_<AnyRules>(m, "Rules",
                         "What the rules say about playing cards.\n\n"
                         "Cards are numbered by suit (0 junk, 1 clubs, 2 and 3, 4 spades) and "
                         "strength, the weakest first;\ncards of equal strength are the same face.")
        .def(
            "__init__",
            [](AnyRules* self, int seats, std::vector<int> side_of, std::vector<int> suit_of,
               std::vector<int> strength, std::vector<int> awards, bool last_of_equals,
               int closed_tricks, bool forced_lead_breaks, bool first_trick_spades,
               bool all_low_club) {
                new (self) AnyRules(Terms{seats, std::move(side_of), std::move(suit_of),
                                          std::move(strength), std::move(awards), last_of_equals,
                                          closed_tricks, forced_lead_breaks, first_trick_spades,
                                          all_low_club});
            },
            nb::kw_only(), "seats"_a, "side_of"_a, "suit_of"_a, "strength"_a,
            "awards"_a = std::vector<int>{}, "last_of_equals"_a = false,
            "closed_tricks"_a = most_tricks, "forced_lead_breaks"_a = true,
            "first_trick_spades"_a = true, "all_low_club"_a = false)
        .def_prop_ro("cards", [](const AnyRules& self) {
            return std::visit([](const auto& rules) { return rules->cards; }, self.rules);
        });
}

void bind_position(nb::module_& m) {
    nb::class_<AnyPosition>(m, "Position",
                            "A position in the play; `owners` says of each card which seat holds "
                            "it, or HIDDEN or GONE.")
        .def(
            "__init__",
            [](AnyPosition* self, const AnyRules& rules, const nb::bytes& owners, int leader,
               std::vector<int> trick, std::vector<int> won, std::vector<int> caught, bool broken,
               std::optional<int> must_lead, std::optional<int> sitter) {
                new (self) AnyPosition(
                    rules, Situation{view_of(owners), leader, std::move(trick), std::move(won),
                                     std::move(caught), broken, must_lead, sitter});
            },
            "rules"_a, "owners"_a, nb::kw_only(), "leader"_a, "trick"_a = std::vector<int>{},
            "won"_a = std::vector<int>{}, "caught"_a = std::vector<int>{}, "broken"_a = false,
            "must_lead"_a = nb::none(), "sitter"_a = nb::none())
        .def_prop_ro("turn",
                     [](const AnyPosition& self) {
                         return self.ask([](auto&, auto& now) { return int{now.turn}; });
                     })
        .def_prop_ro("over",
                     [](const AnyPosition& self) {
                         return self.ask([](auto&, auto& now) { return now.over(); });
                     })
        .def_prop_ro("broken",
                     [](const AnyPosition& self) {
                         return self.ask([](auto&, auto& now) { return now.broken; });
                     })
        .def_prop_ro("won",
                     [](const AnyPosition& self) {
                         return self.ask([](auto& rules, auto& now) {
                             return std::vector<int>(now.won.begin(), now.won.begin() + rules.seats);
                         });
                     })
        .def_prop_ro("caught",
                     [](const AnyPosition& self) {
                         return self.ask([](auto& rules, auto& now) {
                             std::vector<int> seats;
                             for (const Card award : rules.awards) {
                                 const Seat by = catcher(rules, now, award);
                                 seats.push_back(by == no_seat ? gone : by);
                             }
                             return seats;
                         });
                     })
        .def("hand",
             [](const AnyPosition& self, int seat) {
                 return self.ask([seat](auto& rules, auto& now) {
                     return numbers(now.hands[seat_of(rules, seat, "seat: a seat")]);
                 });
             },
             "seat"_a)
        .def("legal",
             [](const AnyPosition& self) {
                 return self.ask([](auto& rules, auto& now) {
                     return now.over() ? std::vector<int>{} : numbers(legal(rules, now));
                 });
             })
        .def("play",
             [](AnyPosition& self, int card) {
                 std::visit(
                     [card]<class Set>(Bound<Set>& bound) {
                         demand(!bound.now.over(), "play: the deal is over");
                         const Card own = card_of(*bound.rules, card, "play: a card of the pack");
                         demand((legal(*bound.rules, bound.now) & bit<Set>(own)) != 0,
                                "play: a legal card");
                         bound.play(own);
                     },
                     self.position);
             },
             "card"_a)
        .def("play_randomly",
             [](AnyPosition& self, std::uint64_t seed) {
                 std::vector<std::tuple<int, int, nb::bytes>> plays;
                 std::visit(
                     [&]<class Set>(Bound<Set>& bound) {
                         Chance chance(seed);
                         while (!bound.now.over()) {
                             const Set may = legal(*bound.rules, bound.now);
                             const Card card = AnyCpu::nth(may, chance.below(count(may)));
                             std::string cards;
                             for (const int one : numbers(may)) cards.push_back(static_cast<char>(one));
                             plays.emplace_back(bound.now.turn, card,
                                                nb::bytes(cards.data(), cards.size()));
                             bound.play(card);
                         }
                     },
                     self.position);
                 return plays;
             },
             "seed"_a,
             "Plays to the end at random; the seat, the card and all legal cards of each play.")
        .def("copy", [](const AnyPosition& self) { return AnyPosition(self); });
}

void bind_goals(nb::module_& m) {
    nb::class_<Wishes>(
        m, "Goals",
        "What the play-out policy plays for.\n\n"
        "By side: `low` tricks wanted in any case, up to `high` if they come, whether `extra` ones "
        "are taken,\nby how many spare tricks it is `hunted` (-1: not), cards `wanted` and "
        "`shunned`. Lists of seats:\n`nils`, those of them `attacked`, and `idle`: those whose "
        "tricks do not count for their side.\n`noise` of 256 plays are random.")
        .def(
            "__init__",
            [](Wishes* self, std::vector<int> low, std::vector<int> high, std::vector<bool> extra,
               std::vector<int> hunted, std::vector<int> nils, std::vector<int> attacked,
               std::vector<int> idle, std::vector<std::vector<int>> wanted,
               std::vector<std::vector<int>> shunned, int noise) {
                new (self)
                    Wishes{std::move(low),      std::move(high), std::move(extra),
                           std::move(hunted),   std::move(nils), std::move(attacked),
                           std::move(idle),     std::move(wanted), std::move(shunned), noise};
            },
            nb::kw_only(), "low"_a = std::vector<int>{}, "high"_a = std::vector<int>{},
            "extra"_a = std::vector<bool>{}, "hunted"_a = std::vector<int>{},
            "nils"_a = std::vector<int>{}, "attacked"_a = std::vector<int>{},
            "idle"_a = std::vector<int>{}, "wanted"_a = std::vector<std::vector<int>>{},
            "shunned"_a = std::vector<std::vector<int>>{}, "noise"_a = 0);
}

}  // namespace

NB_MODULE(_kernel, m) {
    nb::set_leak_warnings(false);  // an object may well live as long as the interpreter
    m.doc() = "The play of cards at speed: positions, play-outs, search.";
    m.attr("HIDDEN") = hidden;
    m.attr("GONE") = gone;
    bind_rules(m);
    bind_position(m);
    bind_goals(m);
    bind_solver(m);
    bind_worlds(m);

    m.def(
        "search",
        [](const AnyPosition& position, const nb::bytes& owners, const std::vector<int>& cards,
           const std::vector<double>& weights, std::size_t first, std::optional<std::size_t> last,
           int repeats, std::uint64_t seed, const Wishes* goals, const std::vector<int>& groups,
           int threads, std::size_t limit) {
            // In copies of our own, since another thread may play on in the position meanwhile.
            const AnyPosition root = position;
            return root.ask([&](const auto& rules, const auto& now) {
                return search_in(rules, now, view_of(owners), cards, weights, first, last, repeats,
                                 seed, goals, groups, threads, limit);
            });
        },
        "position"_a, "owners"_a, "cards"_a, nb::kw_only(), "weights"_a = std::vector<double>{},
        "first"_a = 0, "last"_a = nb::none(), "repeats"_a = 1, "seed"_a = 0,
        "goals"_a = nb::none(), "groups"_a = std::vector<int>{}, "threads"_a = 1,
        "limit"_a = std::size_t{1} << 16,
        "Plays each of the cards in the worlds from `first` to before `last`, `repeats` times each.\n\n"
        "Without cards the position itself is played out, and the answer holds one list. "
        "`owners` holds the worlds one after the other. Returns for each card its distinct outcomes "
        "with\ntheir weights added up: the tricks of each group of seats, then the group that caught "
        "each award\ncard (GONE: none). Random play without `goals`. More than `limit` outcomes are a "
        "ValueError.");

    m.def(
        "random_deals",
        [](const AnyRules& any, int each, std::uint64_t deals, std::uint64_t seed,
           const Wishes* wishes, bool portable) {
            return std::visit(
                [&]<class Set>(const Shared<Set>& shared) {
                    const Shared<Set> rules = shared;
                    demand(each >= 1 && each * rules->seats <= rules->cards && each <= most_tricks,
                           "each: a hand of cards for every seat");
                    std::optional<Goals<Set>> goals;
                    if (wishes != nullptr) goals = goals_of(*rules, *wishes);
                    const Goals<Set>* aims = goals ? &*goals : nullptr;
                    const nb::gil_scoped_release others_may_run;
                    const Totals totals = random_deals(*rules, each, deals, seed, aims,
                                                       play_out_for(aims, portable));
                    return std::vector<std::uint64_t>(totals.begin(), totals.begin() + rules->seats);
                },
                any.rules);
        },
        "rules"_a, nb::kw_only(), "each"_a, "deals"_a, "seed"_a = 0, "goals"_a = nb::none(),
        "portable"_a = false,
        "Deals at random and plays out, again and again; the tricks of each seat in all.");
}
