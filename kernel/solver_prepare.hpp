// From a problem to a search: the problem checked, its cards ranked and put into lanes.
#pragma once

#include <algorithm>
#include <array>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "solver.hpp"
#include "solver_lanes.hpp"
#include "solver_setup.hpp"

namespace spadille::solver {

constexpr int most_awards = 8;

[[noreturn]] inline void refuse(const std::string& why) { throw std::invalid_argument("solver: " + why); }

inline bool sits(const Problem& p, int seat) { return p.tricks_before == 0 && seat == p.sits_out; }

inline int size_of_trick(const Problem& p) {
    return p.seats - (p.tricks_before == 0 && p.sits_out >= 0 ? 1 : 0);
}

// The seats of the trick in order of play.
inline std::vector<int> turns(const Problem& p) {
    std::vector<int> seats;
    for (int i = 0; i < p.seats; ++i)
        if (const int seat = (p.leader + i) % p.seats; !sits(p, seat)) seats.push_back(seat);
    return seats;
}

inline void check(const Problem& p) {
    if (p.seats < 2 || p.seats > most_seats) refuse("2 to 6 seats are needed");
    if (p.leader < 0 || p.leader >= p.seats) refuse("no such leader");
    if (p.sits_out >= p.seats || sits(p, p.leader)) refuse("the leader cannot sit out");
    if (p.tricks_before < 0) refuse("a negative number of tricks");
    if (static_cast<int>(p.trick.size()) >= size_of_trick(p)) refuse("the trick is full");
    const auto order = turns(p);
    const int left = tricks_left(p);
    if (left < 1) refuse("no card is left");
    if (left > Wide::max_tricks) refuse("too many cards in a hand");
    for (std::size_t i = 0; i < index(p.seats); ++i) {
        int cards = static_cast<int>(p.hands[i].size());
        const auto turn = std::find(order.begin(), order.end(), static_cast<int>(i)) - order.begin();
        if (sits(p, static_cast<int>(i)) || turn < static_cast<std::ptrdiff_t>(p.trick.size())) ++cards;
        if (cards != left) refuse("the hands do not fit each other");
    }
    const auto check_card = [](const Card& card) {
        if (card.suit < junk || card.suit > spades) refuse("no such suit");
        if (card.suit == junk && card.award) refuse("junk is no award card");
    };
    for (const auto& hand : p.hands) std::for_each(hand.begin(), hand.end(), check_card);
    std::for_each(p.trick.begin(), p.trick.end(), check_card);
    int awards = 0;
    for (const auto& hand : p.hands) awards += static_cast<int>(std::count_if(hand.begin(), hand.end(), [](const Card& c) { return c.award; }));
    awards += static_cast<int>(std::count_if(p.trick.begin(), p.trick.end(), [](const Card& c) { return c.award; }));
    if (awards > most_awards) refuse("more than 8 award cards");
    const int root = root_of(p);
    if (p.must_lead >= 0 && index(p.must_lead) >= p.hands[index(root)].size()) refuse("no such card to lead");
    if (p.must_lead >= 0 && p.hands[index(root)][index(p.must_lead)].suit == junk) refuse("junk need not be led");
    if (p.club_suit < 0 || p.club_suit > spades) refuse("no such suit");
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
            result.odd = true;
            continue;
        }
        int& length = result.length[index(suit)];
        placed->rank = length++;
        if (length > 32) refuse("too many cards of a suit");
        if (before && before->card.suit == suit && before->card.strength == placed->card.strength) {
            if (twin) refuse("more than two identical cards");
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
