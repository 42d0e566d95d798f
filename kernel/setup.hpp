// Positions and worlds from what comes from outside. Everything is checked here: whatever passes
// can be played to its end.
#pragma once

#include <cmath>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "cards.hpp"
#include "goals.hpp"
#include "position.hpp"
#include "rules.hpp"
#include "search.hpp"

namespace spadille {

// Who holds a card: a seat, or one of these.
inline constexpr int hidden = 254;  // out of play, seen by nobody
inline constexpr int gone = 255;    // played

struct Situation {
    std::string_view owners;  // by card
    int leader = 0;
    std::vector<int> trick;   // from the leader on
    std::vector<int> won;     // by seat; empty: none
    std::vector<int> caught;  // the seat that took each award card, or `gone`; empty: none
    bool broken = false;
    std::optional<int> must_lead;
    std::optional<int> sitter;
};

template <class Set>
struct Holding {
    std::array<Set, most_seats> hands{};
    Set out = 0;
};

template <class Set>
Holding<Set> holding(const Rules<Set>& rules, std::string_view owners) {
    Holding<Set> found;
    for (int card = 0; card < rules.cards; ++card) {
        const int owner = static_cast<unsigned char>(owners[static_cast<std::size_t>(card)]);
        if (owner == gone) continue;
        demand(owner < rules.seats || owner == hidden, "owners: a seat, HIDDEN or GONE");
        found.out |= bit<Set>(card);
        if (owner != hidden) found.hands[static_cast<std::size_t>(owner)] |= bit<Set>(card);
    }
    return found;
}

template <class Set>
Card card_of(const Rules<Set>& rules, int card, const char* what) {
    demand(card >= 0 && card < rules.cards, what);
    return static_cast<Card>(card);
}

template <class Set>
Seat seat_of(const Rules<Set>& rules, int seat, const char* what) {
    demand(seat >= 0 && seat < rules.seats, what);
    return static_cast<Seat>(seat);
}

template <class Set>
void add_counts(const Rules<Set>& rules, const Situation& from, Position<Set>& now) {
    demand(from.won.empty() || from.won.size() == static_cast<std::size_t>(rules.seats),
           "won: one number for every seat");
    int tricks = 0;
    for (std::size_t seat = 0; seat < from.won.size(); ++seat) {
        demand(from.won[seat] >= 0 && from.won[seat] <= most_tricks, "won: 0 to 52 tricks");
        now.won[seat] = static_cast<std::uint8_t>(from.won[seat]);
        tricks += from.won[seat];
    }
    demand(tricks <= most_tricks, "won: at most 52 tricks in all");
    now.tricks = static_cast<std::uint8_t>(tricks);
    demand(from.caught.empty() || from.caught.size() == rules.awards.size(),
           "caught: one seat for every award card");
    for (std::size_t award = 0; award < from.caught.size(); ++award) {
        if (from.caught[award] == gone) continue;
        const Seat seat = seat_of(rules, from.caught[award], "caught: a seat or GONE");
        const Set card = bit<Set>(rules.awards[award]);
        demand(!(now.out & card), "caught: a card that was played");
        now.caught[seat] |= card;
    }
}

// Every seat holds as many cards as it still has to play.
template <class Set>
void check_hands(const Rules<Set>& rules, const Position<Set>& now) {
    std::array<bool, most_seats> has_played{};
    if (now.tricks == 0 && now.sitter != no_seat) has_played[now.sitter] = true;
    Seat seat = now.leader;
    for (int at = 0; at < now.played; ++at) {
        has_played[seat] = true;
        seat = seat_after(rules, now, seat);
    }
    for (std::size_t at = 0; at < static_cast<std::size_t>(rules.seats); ++at) {
        demand(count(now.hands[at]) == now.left - (has_played[at] ? 1 : 0),
               "owners: every seat holds a card for each trick that it still plays to");
    }
}

template <class Set>
Position<Set> position(const Rules<Set>& rules, const Situation& from) {
    demand(from.owners.size() == static_cast<std::size_t>(rules.cards),
           "owners: one byte for every card");
    Position<Set> now;
    const Holding<Set> held = holding(rules, from.owners);
    now.hands = held.hands;
    now.out = held.out;
    now.leader = now.turn = seat_of(rules, from.leader, "leader: a seat");
    add_counts(rules, from, now);
    now.size = static_cast<std::uint8_t>(rules.seats);
    if (from.sitter && now.tricks == 0) {
        now.sitter = seat_of(rules, *from.sitter, "sitter: a seat");
        demand(now.sitter != now.leader, "sitter: not the leader");
        --now.size;
    }
    now.broken = from.broken;
    now.closed = from.broken ? rules.closed_broken : rules.closed_unbroken;
    demand(from.trick.size() < now.size, "trick: not complete");
    for (const int played : from.trick) {
        const Card card = card_of(rules, played, "trick: cards of the pack");
        const bool free = !((now.out | now.trick) & bit<Set>(card));
        demand(free, "trick: different cards, GONE from their owners");
        for (const Set caught : now.caught) demand(!(caught & bit<Set>(card)), "trick: not caught yet");
        lay(rules, now, card);
        now.turn = seat_after(rules, now, now.turn);
    }
    const int left = count(now.hand());
    demand(now.tricks + left <= most_tricks, "owners: at most 52 tricks in all");
    now.left = static_cast<std::uint8_t>(left);
    demand(left > 0 || now.played == 0, "trick: somebody still has to play to it");
    check_hands(rules, now);
    if (from.must_lead && now.tricks == 0) {
        const Card card = card_of(rules, *from.must_lead, "must_lead: a card of the pack");
        if (now.played == 0) {
            demand((now.hand() & bit<Set>(card)) != 0, "must_lead: a card that the leader holds");
            now.must_lead = card;
        }
    }
    return now;
}

// How many worlds there are.
template <class Set>
std::size_t count_worlds(const Rules<Set>& rules, std::string_view owners) {
    const auto cards = static_cast<std::size_t>(rules.cards);
    demand(!owners.empty() && owners.size() % cards == 0,
           "owners: one byte for every card of every world");
    return owners.size() / cards;
}

// The worlds from one number to another. Their weights become whole numbers, of which all together
// just fit; the scale does not depend on which worlds are asked for.
template <class Set>
std::vector<World<Set>> worlds(const Rules<Set>& rules, const Position<Set>& root,
                               std::string_view owners, const std::vector<double>& weights,
                               std::size_t first, std::size_t last, double scale) {
    std::vector<World<Set>> made;
    made.reserve(last - first);
    const auto cards = static_cast<std::size_t>(rules.cards);
    for (std::size_t at = first; at < last; ++at) {
        const Holding<Set> held = holding(rules, owners.substr(at * cards, cards));
        demand(held.out == root.out, "owners: exactly the cards that were played are GONE");
        for (std::size_t seat = 0; seat < most_seats; ++seat) {
            demand(count(held.hands[seat]) == count(root.hands[seat]),
                   "owners: hands in a world are as long as in the position");
        }
        demand(root.must_lead == no_card || root.tricks > 0 || root.played > 0 ||
                   (held.hands[root.leader] & bit<Set>(root.must_lead)) != 0,
               "owners: the leader holds the card that must be led");
        World<Set> world;
        world.hands = held.hands;
        world.weight = static_cast<std::uint64_t>(
            std::llround((weights.empty() ? 1.0 : weights[at]) * scale));
        made.push_back(world);
    }
    return made;
}

inline double weight_scale(const std::vector<double>& weights, std::size_t worlds, int repeats) {
    double sum = weights.empty() ? static_cast<double>(worlds) : 0.0;
    for (const double weight : weights) {
        demand(std::isfinite(weight) && weight >= 0.0, "weights: finite numbers, none below 0");
        sum += weight;
    }
    sum *= repeats;
    demand(std::isfinite(sum) && sum > 0.0, "weights: a finite sum above 0");
    return std::ldexp(1.0, 61 - std::ilogb(sum));
}

}  // namespace spadille
