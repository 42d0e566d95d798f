// Play-outs for any processor, and for those that have BMI2.
#include "playout.hpp"

namespace spadille {
namespace {

template <class Set, class Cpu>
inline void random_play(const Rules<Set>& rules, Position<Set>& from, Chance& from_chance) {
    // In variables of its own, which the compiler can keep in registers.
    Position<Set> now = from;
    Chance chance = from_chance;
    RandomPlayer<Set, Cpu> player;
    finish(rules, now, player, chance);
    from = now;
}

template <class Set, class Cpu>
inline void goal_play(const Rules<Set>& rules, Position<Set>& from, const Goals<Set>& goals,
                      Chance& from_chance) {
    Position<Set> now = from;
    Chance chance = from_chance;
    GoalPlayer<Set, Cpu> player(rules, now, goals);
    finish(rules, now, player, chance);
    from = now;
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
