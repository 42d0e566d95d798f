// The transposition table: what is known about positions that differ only in cards that did not
// matter ("partition search", Ginsberg 1996; the "winning ranks" of Haglund's descriptions of DDS).
//
// A key holds what must be equal: the length of every suit in every hand, the leader, whether spades
// are broken, the state of the goal. To it belong entries, side by side in memory. An entry knows who
// owned the highest cards of each suit, down to the lowest one whose rank mattered, and bounds on the
// value.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
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
        std::int8_t low, high;                   // bounds on the value
        std::int8_t best_suit, best_rank;        // card led, its rank counted from the top; -1: none
        std::array<std::uint8_t, suits> depth;   // how many of a suit's highest cards mattered

        bool fits(const Pattern<Form>& owners) const {
            std::uint64_t differs = 0;
            for (std::size_t i = 0; i < owners.size(); ++i) differs |= (owners[i] ^ pattern[i]) & mask[i];
            return differs == 0;
        }

        // Whether the other, which fits the same owners, says no more than this one.
        bool covers(const Entry& other) const {
            for (std::size_t suit = 0; suit < suits; ++suit)
                if (depth[suit] > other.depth[suit]) return false;
            return low >= other.low && high <= other.high;
        }
    };

    struct Key {
        typename Form::Shape shape;
        std::uint32_t rest;  // leader, broken, state of the goal; never 0
    };

    // The entries of a key, the newest last; until the next entry is added.
    struct Found {
        Entry* entries = nullptr;
        std::uint32_t size = 0;
    };

    // While memory grows, the old and the new of either the slots or the entries exist together.
    explicit Table(std::size_t bytes) : most_entries_(std::max<std::size_t>(bytes * 2 / 5 / sizeof(Entry), 4096)) {}

    // Forget everything; make room for a problem of so many tricks.
    void clear(int tricks) {
        const int log = std::clamp(4 + tricks, 8, 20);
        std::size_t size = std::size_t{1} << log;
        while (size > 1024 && size * sizeof(Slot) > most_entries_ * sizeof(Entry)) size /= 2;
        slots_.assign(size, Slot{});
        forget_entries();
    }

    Found find(const Key& key) {
        const Slot* slot = slot_of(key);
        if (slot->rest == 0) return {};
        return {&entries_[slot->first], slot->size};
    }

    // Add an entry; `fitting` is the place of one that fits the same owners, -1: none. It goes if it
    // says no more.
    void add(const Key& key, const Entry& entry, int fitting) {
        Slot* slot = slot_of(key);
        if (slot->rest == 0) {
            if (used_ * 4 >= slots_.size() * 3) {
                grow();
                slot = slot_of(key);
            }
            ++used_;
            *slot = {key.shape, key.rest, 0, 0};
        }
        // What was learnt meanwhile may have emptied the table.
        if (static_cast<std::uint32_t>(fitting) < slot->size) {
            Entry& old = entries_[slot->first + static_cast<std::uint32_t>(fitting)];
            if (old.depth == entry.depth) {
                old.low = std::max(old.low, entry.low);
                old.high = std::min(old.high, entry.high);
                if (entry.best_suit >= 0) {
                    old.best_suit = entry.best_suit;
                    old.best_rank = entry.best_rank;
                }
                return;
            }
            if (entry.covers(old)) {
                old = entry;
                return;
            }
        }
        if (std::has_single_bit(slot->size) || slot->size == 0) {
            const std::uint32_t place = take(2 * slot->size);
            if (place == none) {
                start_again();
                add(key, entry, -1);
                return;
            }
            std::copy_n(&entries_[slot->first], slot->size, &entries_[place]);
            if (slot->size) free_[class_of(slot->size)].push_back(slot->first);
            slot->first = place;
        }
        entries_[slot->first + slot->size++] = entry;
    }

private:
    static constexpr std::uint32_t none = ~std::uint32_t{0};

    struct Slot {
        typename Form::Shape shape{};
        std::uint32_t rest = 0;
        std::uint32_t first = 0;  // of a block of entries; its room is the power of two that holds them
        std::uint32_t size = 0;
    };

    static std::size_t class_of(std::uint32_t room) { return static_cast<std::size_t>(std::countr_zero(room)); }

    // A block with room for so many entries (0: 1), from those given up or at the end.
    std::uint32_t take(std::uint32_t room) {
        room = std::max(room, 1U);
        auto& blocks = free_[class_of(room)];
        if (!blocks.empty()) {
            const std::uint32_t block = blocks.back();
            blocks.pop_back();
            return block;
        }
        const std::size_t size = entries_.size();
        if (size + room > most_entries_) return none;
        if (size + room > entries_.capacity()) entries_.reserve(std::min(2 * (size + room), most_entries_));
        entries_.resize(size + room);
        return static_cast<std::uint32_t>(size);
    }

    static std::size_t hash(const Key& key) {
        auto mixed = static_cast<std::uint64_t>(key.shape) + key.rest * std::uint64_t{0x9E3779B97F4A7C15};
        if constexpr (sizeof(key.shape) > 8)
            mixed ^= static_cast<std::uint64_t>(key.shape >> 64) * std::uint64_t{0xC2B2AE3D27D4EB4F};
        mixed ^= mixed >> 29;
        mixed *= std::uint64_t{0xBF58476D1CE4E5B9};
        return static_cast<std::size_t>(mixed ^ (mixed >> 32));
    }

    Slot* slot_of(const Key& key) {
        for (std::size_t at = hash(key) & (slots_.size() - 1);; at = (at + 1) & (slots_.size() - 1)) {
            Slot& slot = slots_[at];
            if (slot.rest == 0 || (slot.rest == key.rest && slot.shape == key.shape)) return &slot;
        }
    }

    void grow() {
        const std::size_t most = std::max(most_entries_ * sizeof(Entry), 4096 * sizeof(Slot));
        if (slots_.size() * 2 * sizeof(Slot) > most) {
            start_again();
            return;
        }
        std::vector<Slot> old(slots_.size() * 2);
        old.swap(slots_);
        for (const Slot& slot : old)
            if (slot.rest) *slot_of(Key{slot.shape, slot.rest}) = slot;
    }

    void start_again() {
        std::fill(slots_.begin(), slots_.end(), Slot{});
        forget_entries();
    }

    void forget_entries() {
        used_ = 0;
        entries_.clear();
        for (auto& blocks : free_) blocks.clear();
    }

    std::size_t most_entries_;
    std::size_t used_ = 0;
    std::vector<Slot> slots_;
    std::vector<Entry> entries_;
    std::array<std::vector<std::uint32_t>, 32> free_;  // blocks given up, by their room
};

}  // namespace spadille::solver
