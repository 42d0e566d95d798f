// A payoff of at least some level as the goal of a search.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <unordered_map>
#include <vector>

#include "solver.hpp"
#include "solver_places.hpp"

namespace spadille::solver {

// Two histories lead to the same state if whatever may follow is worth the same to the question: once
// a nil has failed, or a contract cannot be set any more, they differ no longer. States are made for
// one level after the other and shared among the levels.
class PayoffGoal {
public:
    using State = std::uint32_t;
    static constexpr bool counts_awards = true;
    static constexpr State missed = 0, reached = 1;

    PayoffGoal(int tricks, const Payoffs& payoffs, int awards, const std::array<bool, most_seats>& ours, int seats)
        : groups_(static_cast<std::size_t>(payoffs.groups)),
          group_(payoffs.group),
          places_(tricks, payoffs.groups, awards),
          steps_(places_.steps()),
          value_(payoffs.value) {
        demand(value_.size() == places_.outcomes(), "payoffs: wrong number of outcomes");
        side_.fill(nobody);
        for (std::size_t seat = 0; seat < static_cast<std::size_t>(seats); ++seat) {
            int& side = side_[static_cast<std::size_t>(group_[seat])];
            side = side == nobody || side == ours[seat] ? ours[seat] : both;
        }
        forget();
    }

    // So many states of other levels that they should go; what was learnt of them goes with them.
    bool crowded() const { return next_.size() > most_kept; }
    void forget() {
        made_.clear();
        starts_.clear();
        // The two ends stay what they are.
        next_.assign(2 * steps_, missed);
        std::fill(next_.begin() + static_cast<std::ptrdiff_t>(steps_), next_.end(), reached);
        counted_.assign(2, 0);
    }

    static int verdict(State state, int) { return state < 2 ? static_cast<int>(state) : -1; }
    // `caught` is the set of award cards that lie in the trick, as bits.
    State after(State state, int winner, std::uint32_t caught) const {
        const auto group = static_cast<std::size_t>(group_[static_cast<std::size_t>(winner)]);
        return next_[state * steps_ + caught * groups_ + group];
    }
    bool counts(State state) const { return counted_[state] > 0; }
    int wanted(State state) const { return counts(state) ? counted_[state] : 1; }
    std::uint32_t key(State state) const { return counts(state) ? 0 : state; }

    // The state in which "at least `level`" is asked before the first of the tricks.
    State start(double level) {
        if (const auto found = starts_.find(level); found != starts_.end()) return found->second;
        state_of_.resize(places_.size());
        // What follows a place comes after it.
        for (std::size_t place = places_.size(); place-- > 0;)
            state_of_[place] = places_[place].left == 0 ? (value_[places_[place].value] >= level ? reached : missed)
                                                        : state(place);
        return starts_[level] = state_of_[0];
    }

private:
    static constexpr std::size_t most_kept = std::size_t{1} << 20;
    static constexpr int nobody = -1, both = 2;

    State state(std::size_t place) {
        const int left = places_[place].left;
        const std::uint32_t* to = places_.from(place);
        made_key_.assign(1, static_cast<char32_t>(left));
        bool any = false, same = true;
        State one = missed;
        for (std::size_t step = 0; step < steps_; ++step) {
            State next = missed;
            if (to[step] != Places::none) {
                next = state_of_[to[step]];
                same = same && (!any || next == one);
                one = next;
                any = true;
            }
            made_key_.push_back(static_cast<char32_t>(next));
        }
        if (same && one < 2) return one;
        const auto [at, fresh] = made_.try_emplace(made_key_, static_cast<State>(counted_.size()));
        if (fresh) {
            const std::size_t begin = next_.size();
            next_.insert(next_.end(), made_key_.begin() + 1, made_key_.end());
            counted_.push_back(places_[place].settled ? tricks_wanted(begin, left) : 0);
        }
        return at->second;
    }

    // The number of tricks that the root's side has to win, of those left, if nothing else matters: a
    // trick won makes it one less, and a trick lost changes nothing; else 0.
    int tricks_wanted(std::size_t next, int left) const {
        int wanted = -1;
        for (std::size_t group = 0; group < groups_; ++group) {
            if (side_[group] == nobody) continue;
            if (side_[group] == both) return 0;
            const State to = next_[next + group];
            const int then = to == reached ? 0 : to == missed ? left : counted_[to];
            if (to != reached && then == 0) return 0;
            const int before = then + (side_[group] == 1 ? 1 : 0);
            if (wanted >= 0 && wanted != before) return 0;
            wanted = before;
        }
        return std::clamp(wanted, 0, left);
    }

    std::size_t groups_;
    std::array<int, most_seats> group_;  // by seat
    std::array<int, most_seats> side_;   // by group: 1 ours, 0 theirs, or nobody's or both's
    Places places_;
    std::size_t steps_;
    std::vector<double> value_;
    std::vector<State> next_;     // by state and step
    std::vector<int> counted_;    // by state: the tricks wanted if these are all that counts, else 0
    std::vector<State> state_of_;  // by place, for the level asked last
    std::map<double, State> starts_;
    std::u32string made_key_;  // the tricks left and the states that follow: a string, since it has a hash
    std::unordered_map<std::u32string, State> made_;
};

}  // namespace spadille::solver
