// The outcomes of a deal.
#pragma once

#include <cmath>
#include <cstddef>
#include <vector>

#include "rules.hpp"

namespace spadille::solver {

inline constexpr double most_outcomes = 1 << 18;

// Outcomes in a fixed order: splits of the tricks among the groups, the first group's count slowest;
// within a split the catchers of the award cards, the first award card's slowest.
class OutcomeOrder {
public:
    OutcomeOrder(int tricks, int groups, int awards) {
        // Ways to give so many tricks to so many groups, and each award card to one of them.
        double size = std::pow(groups, awards);
        for (int group = 1; group < groups; ++group) size = size * (tricks + group) / group;
        demand(size <= most_outcomes, "payoffs: more than 262,144 outcomes; use fewer groups");
        std::vector<int> split(static_cast<std::size_t>(groups), 0);
        list(split, 0, tricks);
        for (int i = 0; i < awards; ++i) catchers_ *= static_cast<std::size_t>(groups);
    }

    std::size_t size() const { return splits_.size() * catchers_; }
    std::size_t catchers() const { return catchers_; }
    const std::vector<std::vector<int>>& splits() const { return splits_; }

private:
    void list(std::vector<int>& split, std::size_t at, int left) {
        if (at + 1 == split.size()) {
            split[at] = left;
            splits_.push_back(split);
            return;
        }
        for (int n = 0; n <= left; ++n) {
            split[at] = n;
            list(split, at + 1, left - n);
        }
    }

    std::size_t catchers_ = 1;
    std::vector<std::vector<int>> splits_;
};

}  // namespace spadille::solver
