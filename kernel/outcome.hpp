// How a deal ended, as far as anybody counts: tricks by group of seats, and which group caught
// each award card. Packed into one number, so that equal outcomes are added up.
#pragma once

#include <algorithm>
#include <cstdint>
#include <stdexcept>
#include <utility>
#include <vector>

#include "cards.hpp"
#include "position.hpp"
#include "rules.hpp"

namespace spadille {

using Outcome = std::uint64_t;

inline constexpr int trick_bits = 6;  // up to 52 tricks a group, six groups
inline constexpr int award_bits = 3;  // up to six award cards; nobody's: all ones
inline constexpr int award_shift = trick_bits * most_seats;
inline constexpr int nobody = (1 << award_bits) - 1;

template <class Set>
inline Outcome outcome(const Rules<Set>& rules, const Position<Set>& now,
                       const std::array<std::uint8_t, most_seats>& group_of) {
    Outcome packed = 0;
    for (int at = 0; at < rules.seats; ++at) {
        const auto seat = static_cast<std::size_t>(at);
        packed += Outcome{now.won[seat]} << (trick_bits * group_of[seat]);
    }
    for (std::size_t award = 0; award < rules.awards.size(); ++award) {
        const Seat by = catcher(rules, now, rules.awards[award]);
        const Outcome group = by == no_seat ? Outcome{nobody} : group_of[by];
        packed |= group << (award_shift + award_bits * static_cast<int>(award));
    }
    return packed;
}

struct TooMany : std::length_error {
    TooMany() : std::length_error("more distinct outcomes than the limit allows") {}
};

// Outcomes with their weights added up. Weights are whole numbers: sums of these do not depend on
// the order in which threads add them.
class Tally {
public:
    using Entry = std::pair<Outcome, std::uint64_t>;

    explicit Tally(std::size_t limit) : limit_(limit), slots_(16, empty) {}

    void add(Outcome what, std::uint64_t weight) {
        std::size_t slot = place(what);
        while (slots_[slot] != empty) {
            Entry& entry = entries_[slots_[slot]];
            if (entry.first == what) {
                entry.second += weight;
                return;
            }
            slot = (slot + 1) & (slots_.size() - 1);
        }
        if (entries_.size() >= limit_) throw TooMany();
        slots_[slot] = static_cast<std::uint32_t>(entries_.size());
        entries_.emplace_back(what, weight);
        if (entries_.size() * 2 > slots_.size()) grow();
    }

    void add(const Tally& other) {
        for (const auto& [what, weight] : other.entries_) add(what, weight);
    }

    std::size_t size() const { return entries_.size(); }

    std::vector<Entry> sorted() const {
        std::vector<Entry> all = entries_;
        std::sort(all.begin(), all.end());
        return all;
    }

private:
    static constexpr std::uint32_t empty = ~std::uint32_t{0};

    std::size_t place(Outcome what) const {
        return static_cast<std::size_t>((what * 0x9e3779b97f4a7c15) >> 32) & (slots_.size() - 1);
    }

    void grow() {
        slots_.assign(slots_.size() * 2, empty);
        for (std::size_t at = 0; at < entries_.size(); ++at) {
            std::size_t slot = place(entries_[at].first);
            while (slots_[slot] != empty) slot = (slot + 1) & (slots_.size() - 1);
            slots_[slot] = static_cast<std::uint32_t>(at);
        }
    }

    std::size_t limit_;
    std::vector<std::uint32_t> slots_;
    std::vector<Entry> entries_;
};

}  // namespace spadille
