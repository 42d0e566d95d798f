// From a problem to a search: its cards ranked and put into lanes.
#pragma once

#include <algorithm>
#include <array>
#include <utility>
#include <vector>

#include "rules.hpp"
#include "solver.hpp"
#include "solver_lanes.hpp"
#include "solver_setup.hpp"

namespace spadille::solver {

inline bool sits(const Problem& p, int seat) { return p.tricks_before == 0 && seat == p.sits_out; }

// The seats of the trick in order of play.
inline std::vector<int> turns(const Problem& p) {
    std::vector<int> seats;
    for (int i = 0; i < p.seats; ++i)
        if (const int seat = (p.leader + i) % p.seats; !sits(p, seat)) seats.push_back(seat);
    return seats;
}

// What a position may be, and a problem may not.
inline void check(const Problem& p) {
    demand(tricks_left(p) <= Wide::max_tricks, "solver: too many cards in a hand");
    const auto& hand = p.hands[index(root_of(p))];
    demand(p.must_lead < 0 || hand[index(p.must_lead)].suit != junk, "solver: junk need not be led");
}

// The cards of a problem in order: trick, then hands; to each its suit and rank.
struct Placed {
    Card card;
    int seat;   // -1: in the trick
    int place;  // in the hand or trick
    int rank = -1;
};

inline std::vector<Placed> list_cards(const Problem& p) {
    std::vector<Placed> cards;
    for (std::size_t i = 0; i < p.trick.size(); ++i) cards.push_back({p.trick[i], -1, static_cast<int>(i)});
    for (int seat = 0; seat < p.seats; ++seat)
        for (std::size_t i = 0; i < p.hands[index(seat)].size(); ++i)
            cards.push_back({p.hands[index(seat)][i], seat, static_cast<int>(i)});
    return cards;
}

struct Ranked {
    std::vector<Placed> cards;
    std::array<int, suits> length{};
    bool odd = false;                           // junk or identical cards
    std::array<std::uint32_t, suits> twins{};   // upper ones of two identical cards
};

inline Ranked rank_cards(const Problem& p) {
    Ranked result{list_cards(p), {}, false, {}};
    std::vector<Placed*> order;
    for (Placed& placed : result.cards) order.push_back(&placed);
    std::stable_sort(order.begin(), order.end(), [](const Placed* a, const Placed* b) {
        return std::pair{a->card.suit, a->card.strength} < std::pair{b->card.suit, b->card.strength};
    });
    const Placed* before = nullptr;
    bool twin = false;
    for (Placed* placed : order) {
        const int suit = placed->card.suit;
        if (suit == junk) {
            demand(!placed->card.award, "solver: junk is no award card");
            result.odd = true;
            continue;
        }
        int& length = result.length[index(suit)];
        placed->rank = length++;
        demand(length <= Wide::lane_bits, "solver: too many cards of a suit");
        if (before && before->card.suit == suit && before->card.strength == placed->card.strength) {
            demand(!twin, "solver: more than two identical cards");
            twin = true;
            result.odd = true;
            result.twins[index(suit)] |= std::uint32_t{1} << placed->rank;
        } else {
            twin = false;
        }
        before = placed;
    }
    return result;
}

// The seats of the root's side.
inline std::array<bool, most_seats> ours_of(const Problem& p) {
    std::array<bool, most_seats> ours{};
    const int root = root_of(p);
    for (int seat = 0; seat < p.seats; ++seat) ours[index(seat)] = p.side[index(seat)] == p.side[index(root)];
    return ours;
}

// How many award cards are still out.
inline int awards_of(const Ranked& ranked) {
    return static_cast<int>(std::count_if(ranked.cards.begin(), ranked.cards.end(),
                                          [](const Placed& placed) { return placed.card.award; }));
}

// The same in lanes; where only tricks count, no card is an award.
template <class Form>
Setup<Form> prepare(const Problem& p, const Ranked& ranked, bool with_awards) {
    Setup<Form> setup;
    const int root = root_of(p);
    setup.seats = p.seats;
    setup.left = tricks_left(p);
    setup.tricks_before = p.tricks_before;
    setup.closed_tricks = p.closed_tricks;
    setup.forced_lead_breaks = p.forced_lead_breaks;
    setup.last_of_equals = p.last_of_equals;
    if (p.tricks_before == 0) {
        setup.sits_out = p.sits_out;
        setup.spades_forbidden = p.spades_forbidden;
        setup.all_low_club = p.all_low_club;
        setup.club_suit = p.club_suit;
    }
    setup.ours = ours_of(p);
    for (int suit = 0; suit < suits; ++suit)
        setup.twins |= place<Form>(ranked.twins[index(suit)], suit);
    setup.award_places.fill(-1);
    std::size_t awards = 0;
    for (const Placed& placed : ranked.cards) {
        if (placed.card.suit == junk) {
            if (placed.seat >= 0) ++setup.junk[index(placed.seat)];
            continue;
        }
        const auto bit = card_bit<Form>(placed.card.suit, placed.rank);
        if (placed.card.award && with_awards) {
            setup.awards |= bit;
            setup.award_places.at(awards++) = placed.card.suit * Form::lane_bits + placed.rank;
        }
        if (placed.seat >= 0) setup.hands[index(placed.seat)] |= bit;
        if (p.tricks_before == 0 && placed.seat == root && placed.place == p.must_lead && p.trick.empty()) {
            setup.must_lead_suit = placed.card.suit;
            setup.must_lead_rank = placed.rank;
        }
    }
    return setup;
}

// The places in the root's hand of all cards that a move stands for, the one to play first.
inline std::vector<int> cards_of(const Ranked& ranked, int root, const Move& move) {
    std::vector<int> places;
    for (const Placed& placed : ranked.cards) {
        if (placed.seat != root || placed.card.suit != move.suit) continue;
        if (move.suit != junk && (placed.rank < move.low || placed.rank > move.high)) continue;
        places.push_back(placed.place);
        if (move.suit != junk && placed.rank == move.rank) std::swap(places.front(), places.back());
    }
    return places;
}

}  // namespace spadille::solver
