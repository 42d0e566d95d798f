// What the root's side wants, as a small automaton.
//
// A zero-window search asks one question: does the root's side reach the goal? A goal is a state that
// changes with every trick; it ends in "reached" or "missed", often long before the last trick.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <map>
#include <stdexcept>
#include <vector>

#include "solver.hpp"

namespace spadille::solver {

// Win at least so many tricks: the state is the number still wanted.
struct TrickGoal {
    using State = int;
    static constexpr bool counts_tricks = true;

    std::array<bool, most_seats> ours{};

    // 1 reached, 0 missed, -1 open.
    static int verdict(State wanted, int left) { return wanted <= 0 ? 1 : wanted > left ? 0 : -1; }
    State after(State wanted, int winner, std::uint32_t) const {
        return wanted - ours[static_cast<std::size_t>(winner)];
    }
    // What tells states apart in the table, beside the bounds: nothing.
    static std::uint32_t key(State) { return 0; }
    static int wanted(State state) { return state; }
};

inline constexpr double most_outcomes = 1 << 18;

// Outcomes in a fixed order: splits of the tricks among the groups, the first group's count slowest;
// within a split the catchers of the award cards, the first award card's slowest.
class OutcomeOrder {
public:
    OutcomeOrder(int tricks, int groups, int awards) : tricks_(tricks), groups_(groups), awards_(awards) {
        // Ways to give so many tricks to so many groups, and each award card to one of them.
        double size = std::pow(groups, awards);
        for (int group = 1; group < groups; ++group) size = size * (tricks + group) / group;
        if (size > most_outcomes) throw std::invalid_argument("payoffs: more than 262,144 outcomes; use fewer groups");
        std::vector<int> split(static_cast<std::size_t>(groups), 0);
        list(split, 0, tricks);
        catchers_ = 1;
        for (int i = 0; i < awards; ++i) catchers_ *= static_cast<std::size_t>(groups);
    }

    std::size_t size() const { return splits_.size() * catchers_; }
    std::size_t catchers() const { return catchers_; }
    const std::vector<std::vector<int>>& splits() const { return splits_; }
    std::size_t place(const std::vector<int>& split, std::size_t caught) const {
        return index_.at(split) * catchers_ + caught;
    }

private:
    void list(std::vector<int>& split, std::size_t at, int left) {
        if (at + 1 == split.size()) {
            split[at] = left;
            index_.emplace(split, splits_.size());
            splits_.push_back(split);
            return;
        }
        for (int n = 0; n <= left; ++n) {
            split[at] = n;
            list(split, at + 1, left - n);
        }
    }

    int tricks_, groups_, awards_;
    std::size_t catchers_ = 1;
    std::vector<std::vector<int>> splits_;
    std::map<std::vector<int>, std::size_t> index_;
};

// Reach a payoff of at least some level. Two histories lead to the same state if whatever may follow
// is worth the same to the question: once a nil has failed, or a contract cannot be set any more,
// they differ no longer. States are made for one level after the other and shared among the levels.
class PayoffGoal {
public:
    using State = std::uint32_t;
    static constexpr bool counts_tricks = false;
    static constexpr State missed = 0, reached = 1;

    std::array<int, most_seats> group{};

    PayoffGoal(int tricks, const Payoffs& payoffs, int awards)
        : group(payoffs.group),
          groups_(static_cast<std::size_t>(payoffs.groups)),
          tricks_(tricks),
          awards_(awards),
          steps_(groups_ << awards),
          order_(tricks, payoffs.groups, awards),
          value_(payoffs.value) {
        if (value_.size() != order_.size()) throw std::invalid_argument("payoffs: wrong number of outcomes");
        // Each award card is out or with a group; each state takes a step for every way on.
        const double size = static_cast<double>(order_.splits().size()) * tricks * static_cast<double>(steps_) *
                            std::pow(groups_ + 1, awards);
        if (size > most_steps) throw std::invalid_argument("payoffs: too many award cards for so many tricks");
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
    }

    static int verdict(State state, int) { return state < 2 ? static_cast<int>(state) : -1; }
    // `caught` is the set of award cards that lie in the trick, as bits.
    State after(State state, int winner, std::uint32_t caught) const {
        return next_[state * steps_ + (caught * groups_ + static_cast<std::size_t>(group[static_cast<std::size_t>(winner)]))];
    }
    static std::uint32_t key(State state) { return state; }
    static int wanted(State) { return 1; }

    std::size_t states() const { return next_.size() / steps_; }

    // The state in which "at least `level`" is asked before the first of the tricks.
    State start(double level) {
        if (const auto found = starts_.find(level); found != starts_.end()) return found->second;
        level_ = level;
        seen_.clear();
        std::vector<int> won(groups_, 0);
        return starts_[level] = state(won, tricks_, 0, 0);
    }

private:
    static constexpr double most_steps = 1 << 24;
    static constexpr std::size_t most_kept = std::size_t{1} << 20;

    // The state after `won`, with the award cards `gone` caught by `catchers` (digits in base groups).
    State state(std::vector<int>& won, int left, std::uint32_t gone, std::size_t catchers) {
        if (left == 0) return value_[order_.place(won, catchers)] >= level_ ? reached : missed;
        const auto place = std::pair{won, std::pair{gone, catchers}};
        if (const auto found = seen_.find(place); found != seen_.end()) return found->second;
        std::vector<State> next(steps_, missed);
        const std::uint32_t all = (1U << awards_) - 1, out = all & ~gone;
        bool any = false, same = true;
        State one = missed;
        for (std::uint32_t caught = 0; caught <= all; ++caught) {
            // The last trick takes all the award cards that are left.
            if ((caught & ~out) || (left == 1 && caught != out)) continue;
            for (std::size_t g = 0; g < groups_; ++g) {
                ++won[g];
                const State to = state(won, left - 1, gone | caught, catchers + worth(caught, g));
                --won[g];
                next[caught * groups_ + g] = to;
                same = same && (!any || to == one);
                one = to;
                any = true;
            }
        }
        State result = one;
        if (!(same && one < 2)) {
            const auto [at, fresh] = made_.try_emplace(next, static_cast<State>(states()));
            if (fresh) next_.insert(next_.end(), next.begin(), next.end());
            result = at->second;
        }
        seen_.emplace(place, result);
        return result;
    }

    std::size_t worth(std::uint32_t caught, std::size_t g) const {
        std::size_t digits = 0, base = 1;
        for (int i = awards_ - 1; i >= 0; --i, base *= groups_)
            if (caught >> i & 1) digits += g * base;
        return digits;
    }

    std::size_t groups_;
    int tricks_, awards_;
    std::size_t steps_;
    OutcomeOrder order_;
    std::vector<double> value_;
    double level_ = 0;
    std::vector<State> next_;
    std::map<double, State> starts_;
    std::map<std::vector<State>, State> made_;
    std::map<std::pair<std::vector<int>, std::pair<std::uint32_t, std::size_t>>, State> seen_;
};

}  // namespace spadille::solver
