// The exact solver for Python.
#include <nanobind/nanobind.h>
#include <nanobind/stl/map.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/vector.h>

#include <map>
#include <mutex>
#include <optional>
#include <variant>
#include <vector>

#include "bound.hpp"
#include "solver.hpp"
#include "solver_problem.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace spadille {

namespace {

struct Solution {
    double value = 0;
    int card = 0;
    std::map<int, double> values;
    std::uint64_t nodes = 0;
};

Posed posed_of(const AnyPosition& any) {
    return std::visit([](const auto& bound) { return posed(bound); }, any.position);
}

// One search at a time: threads that share a solver wait for each other.
class SharedSolver {
public:
    explicit SharedSolver(std::size_t memory) : solver_(checked(memory)) {}

    template <class Search>
    std::optional<Solution> solve(const Posed& posed, bool all, std::uint64_t limit, const Search& search) {
        demand(limit >= 1, "limit: 1 trick or more to look at");
        const nb::gil_scoped_release others_may_run;
        const std::lock_guard one_at_a_time(busy_);
        const std::optional<solver::Result> result = search(solver_, solver::Options{all, limit});
        if (!result) return std::nullopt;
        const auto named = [&](int place) { return posed.cards[static_cast<std::size_t>(place)]; };
        Solution solution{result->value, named(result->card), {}, result->nodes};
        for (const auto& [place, value] : result->values) solution.values[named(place)] = value;
        return solution;
    }

private:
    static std::size_t checked(std::size_t memory) {
        demand(memory >= std::size_t{1} << 20 && memory <= std::size_t{1} << 36,
               "memory: 1 MiB to 64 GiB, in bytes");
        return memory;
    }

    solver::Solver solver_;
    std::mutex busy_;
};

constexpr std::uint64_t usual_limit = 20'000'000;

}  // namespace

void bind_solver(nb::module_& m) {
    nb::class_<Solution>(m, "Solution",
                         "The value for the side of the seat at turn, and a card that keeps it.\n\n"
                         "`values` holds the value of every legal card if all were asked for; `nodes` "
                         "counts the tricks\nthat were looked at.")
        .def_ro("value", &Solution::value)
        .def_ro("card", &Solution::card)
        .def_ro("values", &Solution::values)
        .def_ro("nodes", &Solution::nodes);

    m.def(
        "outcomes",
        [](const AnyPosition& any, const std::vector<int>& groups) {
            const Posed from = posed_of(any);
            return any.ask([&](const auto& rules, const auto& now) {
                const Groups grouped = groups_of(rules, groups);
                const Outcome so_far = outcome(rules, now, grouped.of);
                std::vector<nb::bytes> made;
                for (const solver::Outcome& rest : solver::outcomes(from.problem, static_cast<int>(grouped.count))) {
                    made.push_back(bytes_of(whole(from, rest, so_far), grouped, rules.awards.size()));
                }
                return made;
            });
        },
        "position"_a, nb::kw_only(), "groups"_a = std::vector<int>{},
        "All ways in which the deal may end, in the order in which `Solver` takes their payoffs.\n\n"
        "As those of `search`: the tricks of each group of seats, then the group that caught each "
        "award card\n(GONE: none). More than 262,144 are a ValueError.");

    nb::class_<SharedSolver>(m, "Solver",
                             "Solves positions in which all cards are known.\n\n"
                             "The side of the seat at turn plays for the highest value, all other "
                             "seats for the lowest. `memory`\nbounds its table, in bytes; nothing is "
                             "remembered from one position to the next. A search that would\nlook "
                             "at more than `limit` tricks is given up: the answer is None.")
        .def(nb::init<std::size_t>(), nb::kw_only(), "memory"_a = std::size_t{64} << 20)
        .def(
            "solve_tricks",
            [](SharedSolver& self, const AnyPosition& any, bool all, std::uint64_t limit) {
                const Posed from = posed_of(any);
                return self.solve(from, all, limit, [&](solver::Solver& solver, const solver::Options& options) {
                    return solver.solve_tricks(from.problem, options);
                });
            },
            "position"_a, nb::kw_only(), "all"_a = false, "limit"_a = usual_limit,
            "Solves for the most tricks of the side, of those still to be won.")
        .def(
            "solve_payoffs",
            [](SharedSolver& self, const AnyPosition& any, std::vector<double> payoffs,
               const std::vector<int>& groups, bool all, std::uint64_t limit) {
                const Posed from = posed_of(any);
                const Groups grouped =
                    any.ask([&](const auto& rules, const auto&) { return groups_of(rules, groups); });
                solver::Payoffs table{{}, static_cast<int>(grouped.count), std::move(payoffs)};
                std::copy(grouped.of.begin(), grouped.of.end(), table.group.begin());
                return self.solve(from, all, limit, [&](solver::Solver& solver, const solver::Options& options) {
                    return solver.solve_payoffs(from.problem, table, options);
                });
            },
            "position"_a, "payoffs"_a, nb::kw_only(), "groups"_a = std::vector<int>{}, "all"_a = false,
            "limit"_a = usual_limit,
            "Solves for the best payoff; there is one for each of `outcomes` with the same groups.");
}

}  // namespace spadille
