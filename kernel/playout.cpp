// Play-outs for any processor, and for those that have BMI2.
#include "playout.hpp"

#include "policy.hpp"

namespace spadille {
namespace {

template <class Set, class Cpu>
struct RandomPlayer {
    Card some(Set may, Chance& chance) { return Cpu::nth(may, chance.below(count(may))); }
    Card lead(const Rules<Set>&, const Moment<Set>&, Set may, Chance& chance) {
        return some(may, chance);
    }
    Card follow(const Rules<Set>&, const Moment<Set>&, Set may, Chance& chance) {
        return some(may, chance);
    }
    void trick_taken(const Rules<Set>&, int, Seat) {}
};

// In the last trick nobody has a choice.
template <class Set>
struct LastPlayer {
    Card lead(const Rules<Set>&, const Moment<Set>&, Set may, Chance&) { return lowest(may); }
    Card follow(const Rules<Set>&, const Moment<Set>&, Set may, Chance&) { return lowest(may); }
};

// A whole trick after the first one: what `play` does, without all that only the first trick or a
// trick begun needs, and with all that changes in registers.
template <class Set, class Player>
inline void play_trick(const Rules<Set>& rules, Position<Set>& now, Player& player, Chance& chance) {
    const Seat leader = now.leader;
    const auto size = static_cast<std::uint8_t>(rules.seats);
    Set out = now.out;
    const Card first =
        player.lead(rules, {now.hand(), out, 0, leader, leader, no_seat, 0, junk, 0, size},
                    may_lead(rules, now), chance);
    now.hands[leader] ^= bit<Set>(first);
    out ^= bit<Set>(first);
    const Suit led = rules.suit_of[first];
    const Set leads = rules.follow[led], winners = rules.winners[led];
    Set trick = bit<Set>(first);
    Card best = first;
    Seat taker = leader;
    std::uint8_t played = 1;
    for (Seat seat = rules.next[leader]; seat != leader; seat = rules.next[seat]) {
        const Set hand = now.hands[seat];
        const Set following = hand & leads;
        const Card card =
            player.follow(rules, {hand, out, trick, seat, taker, no_seat, best, led, played, size},
                          either(following != 0, following, hand), chance);
        const Set own = bit<Set>(card);
        const bool better = (own & winners & rules.above[best]) != 0;
        best = either(better, card, best);
        taker = either(better, seat, taker);
        now.hands[seat] = hand ^ own;
        out ^= own;
        trick |= own;
        ++played;
    }
    const Set breaking = either(rules.forced_lead_breaks | (led != spades), trick, Set{0});
    const bool breaks = (breaking & rules.spade_cards()) != 0;
    now.broken |= breaks;
    now.closed = either(breaks, rules.closed_broken, now.closed);
    now.out = out;
    now.trick = trick;
    now.taker = taker;
    take(rules, now);
}

template <class Set, class Player>
inline void finish(const Rules<Set>& rules, Position<Set>& from, Player& player,
                   Chance& from_chance) {
    // In variables of its own, which the compiler can keep in registers.
    Position<Set> now = from;
    Chance chance = from_chance;
    while (!now.over()) {
        // A junk lead leaves it open which suit is led, so that nothing can be prepared.
        if (now.played == 0 && now.tricks > 0 && (now.hand() & ~rules.junk_cards())) [[likely]] {
            if (now.left > 1) {
                play_trick(rules, now, player, chance);
            } else {
                LastPlayer<Set> last;
                play_trick(rules, now, last, chance);
            }
        } else {
            play(rules, now, choice(rules, now, legal(rules, now), player, chance));
        }
        if (now.played == 0) player.trick_taken(rules, now.left, now.leader);
    }
    from = now;
}

template <class Set, class Cpu>
inline void random_play(const Rules<Set>& rules, Position<Set>& now, Chance& chance) {
    RandomPlayer<Set, Cpu> player;
    finish(rules, now, player, chance);
}

template <class Set, class Cpu>
inline void goal_play(const Rules<Set>& rules, Position<Set>& now, const Goals<Set>& goals,
                      Chance& chance) {
    GoalPlayer<Set, Cpu> player(rules, now, goals);
    finish(rules, now, player, chance);
}

// `flatten` draws everything that is called into these functions, so that all of it is compiled
// for the processor that they name.
template <class Set>
[[gnu::flatten]] void random_anywhere(const Rules<Set>& rules, Position<Set>& now,
                                      const Goals<Set>*, Chance& chance) {
    random_play<Set, AnyCpu>(rules, now, chance);
}

template <class Set>
[[gnu::flatten]] void goals_anywhere(const Rules<Set>& rules, Position<Set>& now,
                                     const Goals<Set>* goals, Chance& chance) {
    goal_play<Set, AnyCpu>(rules, now, *goals, chance);
}

#ifdef SPADILLE_BMI2
#define SPADILLE_TARGET gnu::target("bmi,bmi2,lzcnt,popcnt")

template <class Set>
[[gnu::flatten, SPADILLE_TARGET]] void random_bmi2(const Rules<Set>& rules, Position<Set>& now,
                                                   const Goals<Set>*, Chance& chance) {
    random_play<Set, Bmi2Cpu>(rules, now, chance);
}

template <class Set>
[[gnu::flatten, SPADILLE_TARGET]] void goals_bmi2(const Rules<Set>& rules, Position<Set>& now,
                                                  const Goals<Set>* goals, Chance& chance) {
    goal_play<Set, Bmi2Cpu>(rules, now, *goals, chance);
}

bool has_bmi2() {
    return __builtin_cpu_supports("bmi") && __builtin_cpu_supports("bmi2") &&
           __builtin_cpu_supports("lzcnt") && __builtin_cpu_supports("popcnt");
}
#endif

}  // namespace

template <class Set>
PlayOut<Set> random_play_out([[maybe_unused]] bool portable) {
#ifdef SPADILLE_BMI2
    if (!portable && has_bmi2()) return random_bmi2<Set>;
#endif
    return random_anywhere<Set>;
}

template <class Set>
PlayOut<Set> goal_play_out([[maybe_unused]] bool portable) {
#ifdef SPADILLE_BMI2
    if (!portable && has_bmi2()) return goals_bmi2<Set>;
#endif
    return goals_anywhere<Set>;
}

template PlayOut<Narrow> random_play_out(bool);
template PlayOut<Wide> random_play_out(bool);
template PlayOut<Narrow> goal_play_out(bool);
template PlayOut<Wide> goal_play_out(bool);

}  // namespace spadille
