// The transposition table: what is known about positions that differ only in cards that did not
// matter ("partition search", Ginsberg 1996; the "winning ranks" of Haglund's descriptions of DDS).
//
// A key holds what must be equal: the length of every suit in every hand, the leader, whether spades
// are broken, the state of the goal. Under it lies a chain of entries. An entry knows who owned the
// highest cards of each suit, down to the lowest one whose rank mattered, and bounds on the value.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <vector>

#include "solver_owners.hpp"

namespace spadille::solver {

template <class Form>
class Table {
public:
    struct Entry {
        Pattern<Form> pattern;
        Pattern<Form> mask;
        std::uint32_t next;
        std::int8_t low, high;                   // bounds on the value
        std::int8_t best_suit, best_rank;        // card led, its rank counted from the top; -1: none
        std::array<std::uint8_t, suits> depth;   // how many of a suit's highest cards mattered

        bool fits(const Pattern<Form>& owners) const {
            std::uint64_t differs = 0;
            for (std::size_t i = 0; i < owners.size(); ++i) differs |= (owners[i] ^ pattern[i]) & mask[i];
            return differs == 0;
        }
    };

    struct Key {
        typename Form::Shape shape;
        std::uint32_t rest;  // leader, broken, state of the goal; never 0
    };

    explicit Table(std::size_t bytes) : most_entries_(std::max<std::size_t>(bytes / (2 * sizeof(Entry)), 1024)) {}

    // Forget everything; make room for a problem of so many tricks.
    void clear(int tricks) {
        const int log = std::clamp(4 + tricks, 8, 20);
        // Half of the memory is for the slots.
        std::size_t size = std::size_t{1} << log;
        while (size > 1024 && size * sizeof(Slot) > most_entries_ * sizeof(Entry)) size /= 2;
        slots_.assign(size, Slot{});
        used_ = 0;
        entries_.clear();
        entries_.push_back(Entry{});  // index 0 ends a chain
    }

    // Give the memory back.
    void release() {
        slots_ = {};
        entries_ = {};
    }

    // The first entry of the chain of a key, 0 if there is none.
    std::uint32_t first(const Key& key) const {
        for (std::size_t at = hash(key) & (slots_.size() - 1);; at = (at + 1) & (slots_.size() - 1)) {
            const Slot& slot = slots_[at];
            if (slot.rest == key.rest && slot.shape == key.shape) return slot.first;
            if (slot.rest == 0) return 0;
        }
    }

    const Entry& operator[](std::uint32_t index) const { return entries_[index]; }

    // Put the entry after this one at the head of its chain: what was useful will be so again.
    void forward(const Key& key, std::uint32_t before) {
        Slot* slot = find(key);
        const std::uint32_t at = entries_[before].next;
        entries_[before].next = entries_[at].next;
        entries_[at].next = slot->first;
        slot->first = at;
    }

    void add(const Key& key, const Entry& entry) {
        if (entries_.size() >= most_entries_) start_again();
        Slot* slot = find(key);
        if (slot->rest == 0) {
            if (used_ * 4 >= slots_.size() * 3) {
                grow();
                slot = find(key);
            }
            ++used_;
            slot->shape = key.shape;
            slot->rest = key.rest;
            slot->first = 0;
        }
        for (std::uint32_t at = slot->first; at; at = entries_[at].next) {
            Entry& old = entries_[at];
            if (old.depth == entry.depth && old.pattern == entry.pattern) {
                old.low = std::max(old.low, entry.low);
                old.high = std::min(old.high, entry.high);
                if (entry.best_suit >= 0) {
                    old.best_suit = entry.best_suit;
                    old.best_rank = entry.best_rank;
                }
                return;
            }
        }
        if (entries_.size() == entries_.capacity()) entries_.reserve(std::min(2 * entries_.size(), most_entries_));
        entries_.push_back(entry);
        entries_.back().next = slot->first;
        slot->first = static_cast<std::uint32_t>(entries_.size() - 1);
    }

private:
    struct Slot {
        typename Form::Shape shape{};
        std::uint32_t rest = 0;
        std::uint32_t first = 0;
    };

    static std::size_t hash(const Key& key) {
        auto mixed = static_cast<std::uint64_t>(key.shape) + key.rest * std::uint64_t{0x9E3779B97F4A7C15};
        if constexpr (sizeof(key.shape) > 8)
            mixed ^= static_cast<std::uint64_t>(key.shape >> 64) * std::uint64_t{0xC2B2AE3D27D4EB4F};
        mixed ^= mixed >> 29;
        mixed *= std::uint64_t{0xBF58476D1CE4E5B9};
        return static_cast<std::size_t>(mixed ^ (mixed >> 32));
    }

    Slot* find(const Key& key) {
        for (std::size_t at = hash(key) & (slots_.size() - 1);; at = (at + 1) & (slots_.size() - 1)) {
            Slot& slot = slots_[at];
            if (slot.rest == 0 || (slot.rest == key.rest && slot.shape == key.shape)) return &slot;
        }
    }

    void grow() {
        if (slots_.size() * 2 * sizeof(Slot) > std::max<std::size_t>(most_entries_ * sizeof(Entry), 4096 * sizeof(Slot))) {
            start_again();
            return;
        }
        std::vector<Slot> old(slots_.size() * 2);
        old.swap(slots_);
        for (const Slot& slot : old)
            if (slot.rest) *find(Key{slot.shape, slot.rest}) = slot;
    }

    void start_again() {
        std::fill(slots_.begin(), slots_.end(), Slot{});
        used_ = 0;
        entries_.resize(1);
    }

    std::size_t most_entries_;
    std::size_t used_ = 0;
    std::vector<Slot> slots_;
    std::vector<Entry> entries_;
};

}  // namespace spadille::solver
