// All that may have happened in the tricks to come, as far as an outcome tells it: how many of them
// each group won, and which award cards it caught.
#pragma once

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <unordered_map>
#include <utility>
#include <vector>

#include "solver_outcomes.hpp"

namespace spadille::solver {

// Places come in order of tricks played, the beginning first. From each there is a step for every set
// of award cards that may lie in the next trick (as bits) and every group that may win it.
class Places {
public:
    static constexpr std::uint32_t none = ~std::uint32_t{0};

    struct Place {
        int left;            // tricks
        bool settled;        // all award cards are caught
        std::size_t value;   // of the outcome, after the last trick
    };

    Places(int tricks, int groups, int awards)
        : groups_(static_cast<std::size_t>(groups)), awards_(awards), steps_(groups_ << awards) {
        find_values(OutcomeOrder(tricks, groups, awards));
        double size = std::pow(groups + 1, awards) * static_cast<double>(steps_);
        for (int group = 1; group <= groups; ++group) size = size * (tricks + group) / group;
        demand(size <= most_steps, "payoffs: too many award cards for so many tricks; use fewer groups");
        const Code begin{};
        number(begin, tricks);
        for (std::size_t at = 0; at < codes_.size(); ++at) {
            const Code from = codes_[at];
            const int left = places_[at].left;
            for (std::uint32_t caught = 0; caught < 1U << awards; ++caught)
                for (std::size_t group = 0; group < groups_; ++group)
                    to_.push_back(left > 0 ? step(from, left, caught, group) : none);
        }
        codes_ = {};
        known_ = {};
        values_ = {};
    }

    std::size_t size() const { return places_.size(); }
    std::size_t outcomes() const { return outcomes_; }
    const Place& operator[](std::size_t place) const { return places_[place]; }
    // How many steps there are from a place, and where each goes; none: it cannot happen.
    std::size_t steps() const { return steps_; }
    const std::uint32_t* from(std::size_t place) const { return &to_[place * steps_]; }

private:
    static constexpr double most_steps = 1 << 22;
    static constexpr int trick_bits = 5;

    // The tricks of each group; the award cards caught and by whom, digits in base groups.
    struct Code {
        std::uint64_t won = 0;
        std::uint32_t gone = 0;
        std::uint32_t catchers = 0;
        std::uint64_t packed() const { return won | std::uint64_t{gone} << 30 | std::uint64_t{catchers} << 38; }
    };

    void find_values(const OutcomeOrder& order) {
        outcomes_ = order.size();
        std::size_t at = 0;
        for (const auto& split : order.splits()) {
            std::uint64_t won = 0;
            for (std::size_t group = 0; group < groups_; ++group)
                won |= static_cast<std::uint64_t>(split[group]) << (trick_bits * group);
            values_.emplace(won, at);
            at += order.catchers();
        }
    }

    std::uint32_t number(const Code& code, int left) {
        const auto [found, fresh] = known_.try_emplace(code.packed(), static_cast<std::uint32_t>(codes_.size()));
        if (fresh) {
            codes_.push_back(code);
            const bool settled = code.gone == (1U << awards_) - 1;
            places_.push_back({left, settled, left == 0 ? values_.at(code.won) + code.catchers : 0});
        }
        return found->second;
    }

    std::uint32_t step(Code code, int left, std::uint32_t caught, std::size_t group) {
        const std::uint32_t out = ((1U << awards_) - 1) & ~code.gone;
        // The last trick takes all the award cards that are left.
        if ((caught & ~out) || (left == 1 && caught != out)) return none;
        std::uint32_t base = 1;
        for (int award = awards_ - 1; award >= 0; --award, base *= static_cast<std::uint32_t>(groups_))
            if (caught >> award & 1) code.catchers += base * static_cast<std::uint32_t>(group);
        code.won += std::uint64_t{1} << (trick_bits * group);
        code.gone |= caught;
        return number(code, left - 1);
    }

    std::size_t groups_;
    int awards_;
    std::size_t steps_;
    std::size_t outcomes_ = 0;
    std::vector<Place> places_;
    std::vector<std::uint32_t> to_;
    // Needed to make them only.
    std::vector<Code> codes_;
    std::unordered_map<std::uint64_t, std::uint32_t> known_;
    std::unordered_map<std::uint64_t, std::size_t> values_;
};

}  // namespace spadille::solver
