// Rules and positions as Python holds them: for narrow or for wide sets of cards, whichever the pack
// needs; groups of seats as they come, and outcomes as they go.
#pragma once

#include <nanobind/nanobind.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "outcome.hpp"
#include "setup.hpp"

namespace spadille {

inline std::string_view view_of(const nanobind::bytes& bytes) {
    return {bytes.c_str(), bytes.size()};
}

template <class Set>
using Shared = std::shared_ptr<const Rules<Set>>;

struct AnyRules {
    std::variant<Shared<Narrow>, Shared<Wide>> rules;

    explicit AnyRules(const Terms& terms) {
        if (needs_wide(terms)) {
            rules = std::make_shared<const Rules<Wide>>(terms);
        } else {
            rules = std::make_shared<const Rules<Narrow>>(terms);
        }
    }
};

template <class Set>
struct Bound {
    Shared<Set> rules;
    Position<Set> now;
    std::vector<Card> laid;  // the trick in order of play, which play-outs need not know

    void play(Card card) {
        laid.push_back(card);
        spadille::play(*rules, now, card);
        if (now.played == 0) laid.clear();
    }
};

struct AnyPosition {
    std::variant<Bound<Narrow>, Bound<Wide>> position;

    AnyPosition(const AnyRules& any, const Situation& from)
        : position(std::visit(
              [&]<class Set>(const Shared<Set>& rules) -> std::variant<Bound<Narrow>, Bound<Wide>> {
                  Position<Set> now = spadille::position(*rules, from);
                  return Bound<Set>{rules, std::move(now), {from.trick.begin(), from.trick.end()}};
              },
              any.rules)) {}

    template <class Asked>
    auto ask(Asked asked) const {
        return std::visit([&](const auto& bound) { return asked(*bound.rules, bound.now); }, position);
    }
};

// Seats whose tricks are counted together; nothing said: every seat by itself.
struct Groups {
    std::array<std::uint8_t, most_seats> of{};
    std::size_t count = 0;
};

template <class Set>
Groups groups_of(const Rules<Set>& rules, const std::vector<int>& groups) {
    Groups made;
    demand(groups.empty() || groups.size() == static_cast<std::size_t>(rules.seats),
           "groups: one for every seat");
    for (std::size_t seat = 0; seat < static_cast<std::size_t>(rules.seats); ++seat) {
        const int group = groups.empty() ? static_cast<int>(seat) : groups[seat];
        demand(group >= 0 && group < rules.seats, "groups: numbered from 0");
        made.of[seat] = static_cast<std::uint8_t>(group);
        made.count = std::max(made.count, static_cast<std::size_t>(group) + 1);
    }
    return made;
}

// Tricks by group, then the group that caught each award card.
inline nanobind::bytes bytes_of(Outcome packed, const Groups& groups, std::size_t awards) {
    std::string bytes;
    for (std::size_t group = 0; group < groups.count; ++group) {
        bytes.push_back(static_cast<char>((packed >> (trick_bits * group)) & ((1 << trick_bits) - 1)));
    }
    for (std::size_t award = 0; award < awards; ++award) {
        const auto group = (packed >> (award_shift + award_bits * award)) & nobody;
        bytes.push_back(static_cast<char>(group == nobody ? gone : static_cast<int>(group)));
    }
    return nanobind::bytes(bytes.data(), bytes.size());
}

}  // namespace spadille
