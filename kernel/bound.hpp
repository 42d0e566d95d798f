// Rules and positions as Python holds them: for narrow or for wide sets of cards, whichever the pack
// needs.
#pragma once

#include <memory>
#include <utility>
#include <variant>
#include <vector>

#include "setup.hpp"

namespace spadille {

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

}  // namespace spadille
