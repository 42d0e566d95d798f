#include "search.hpp"

#include <algorithm>
#include <atomic>
#include <exception>
#include <mutex>
#include <thread>

namespace spadille {
namespace {

// Deals the pack at random: so many cards to each seat, the rest to nobody.
template <class Set>
inline Position<Set> random_deal(const Rules<Set>& rules, int each, Chance& chance) {
    std::array<Card, 128> pack;
    for (int card = 0; card < rules.cards; ++card) {
        pack[static_cast<std::size_t>(card)] = static_cast<Card>(card);
    }
    Position<Set> now;
    int rest = rules.cards;
    for (int seat = 0; seat < rules.seats; ++seat) {
        Set hand = 0;
        for (int more = each; more > 0; --more) {
            const auto drawn = static_cast<std::size_t>(chance.below(rest));
            hand |= bit<Set>(pack[drawn]);
            pack[drawn] = pack[static_cast<std::size_t>(--rest)];
        }
        now.hands[static_cast<std::size_t>(seat)] = hand;
    }
    now.out = rules.all;
    now.left = static_cast<std::uint8_t>(each);
    now.size = static_cast<std::uint8_t>(rules.seats);
    now.closed = rules.closed_unbroken;
    return now;
}

template <class Set>
inline void search_world(const Task<Set>& task, std::size_t at, std::vector<Tally>& tallies) {
    const World<Set>& world = task.worlds[at];
    if (world.weight == 0) return;
    Position<Set> start = task.root;
    start.hands = world.hands;
    for (std::size_t which = 0; which < tallies.size(); ++which) {
        Position<Set> after = start;
        if (!task.candidates.empty()) play(task.rules, after, task.candidates[which]);
        for (int repeat = 0; repeat < task.repeats; ++repeat) {
            Chance chance(task.seed, task.first + at, static_cast<std::uint64_t>(repeat));
            Position<Set> now = after;
            task.play_out(task.rules, now, task.goals, chance);
            tallies[which].add(outcome(task.rules, now, task.group_of), world.weight);
        }
    }
}

}  // namespace

template <class Set>
std::vector<Tally> search(const Task<Set>& task, unsigned threads) {
    const std::size_t answers = std::max<std::size_t>(task.candidates.size(), 1);
    const std::vector<Tally> none(answers, Tally(task.limit));
    std::vector<Tally> total = none;
    std::atomic<std::size_t> next{0};
    std::mutex merging;
    std::exception_ptr failure;
    const auto work = [&]() noexcept {
        try {
            std::vector<Tally> own = none;
            for (std::size_t at = next++; at < task.worlds.size(); at = next++) {
                search_world(task, at, own);
            }
            const std::lock_guard<std::mutex> lock(merging);
            for (std::size_t which = 0; which < own.size(); ++which) total[which].add(own[which]);
        } catch (...) {
            next = task.worlds.size();  // the others need not go on
            const std::lock_guard<std::mutex> lock(merging);
            failure = std::current_exception();
        }
    };
    std::vector<std::thread> others;
    try {
        for (unsigned more = 1; more < threads && more < task.worlds.size(); ++more) {
            others.emplace_back(work);
        }
    } catch (...) {
        // A system that grants no more threads: those that run do the work.
    }
    work();
    for (std::thread& other : others) other.join();
    if (failure) std::rethrow_exception(failure);
    std::size_t outcomes = 0;
    for (const Tally& tally : total) outcomes += tally.size();
    if (outcomes > task.limit) throw TooMany();
    return total;
}

template <class Set>
Totals random_deals(const Rules<Set>& rules, int each, std::uint64_t deals,
                           std::uint64_t seed, const Goals<Set>* goals, PlayOut<Set> play_out) {
    Totals totals{};
    for (std::uint64_t deal = 0; deal < deals; ++deal) {
        Chance chance(seed, deal);
        Position<Set> now = random_deal(rules, each, chance);
        play_out(rules, now, goals, chance);
        for (std::size_t seat = 0; seat < most_seats; ++seat) totals[seat] += now.won[seat];
    }
    return totals;
}

template std::vector<Tally> search(const Task<Narrow>&, unsigned);
template std::vector<Tally> search(const Task<Wide>&, unsigned);
template Totals random_deals(const Rules<Narrow>&, int, std::uint64_t, std::uint64_t,
                             const Goals<Narrow>*, PlayOut<Narrow>);
template Totals random_deals(const Rules<Wide>&, int, std::uint64_t, std::uint64_t,
                             const Goals<Wide>*, PlayOut<Wide>);

}  // namespace spadille
