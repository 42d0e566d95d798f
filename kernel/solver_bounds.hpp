// Tricks that are certain without a search: top trumps, which win whenever they are played, and quick
// tricks, winners that the leader and his partner can cash at once.
//
// The idea is that of "quick tricks" and "later tricks" in Haglund's descriptions of DDS; the
// conditions are our own. Each count comes with the cards whose rank it relies on.
#pragma once

#include <algorithm>
#include <array>

#include "solver_board.hpp"
#include "solver_lanes.hpp"

namespace spadille::solver {

// How many of the suit's highest cards a seat holds in a row, and the lowest of them.
template <class Form>
int tops(const Board<Form>& at, int seat, typename Form::Lane cards, int suit, typename Form::Lane& lowest) {
    using Lane = typename Form::Lane;
    const Lane mine = lane<Form>(at.hands[index(seat)], suit);
    const Lane winners = over(mine, cards & ~mine);
    lowest = winners & (~winners + 1);
    return count(winners);
}

// Trump tricks that a side of one or two seats is sure to win in the end: as many as it holds of the
// highest trumps, but no more than the longer of its hands. In each trick one of them plays one of
// these and the other its lowest trump, so that two are spent at once only if there are no others.
template <class Form>
int sure_trumps(const Board<Form>& at, bool ours, typename Form::Set& relevant) {
    using Lane = typename Form::Lane;
    const Lane cards = lane<Form>(at.out, spades);
    if (!cards) return 0;
    Lane mine = 0;
    int longest = 0, seats = 0;
    for (int seat = 0; seat < at.seats; ++seat) {
        if (at.setup.ours[index(seat)] != ours) continue;
        ++seats;
        mine |= lane<Form>(at.hands[index(seat)], spades);
        longest = std::max(longest, at.length(seat, spades));
    }
    if (!(mine >> top(cards) & 1)) return 0;
    const Lane above = cards & ~mine;
    if (!above && seats <= 2) return longest;
    // Of more seats every one may have to spend a high trump at once.
    const int enough = seats <= 2 ? longest : 1;
    int most = 0;
    Lane left = over(mine, above), mark = 0;
    for (; left && most < enough; ++most) {
        mark = Lane{1} << top(left);
        left ^= mark;
    }
    relevant |= place<Form>(mark, spades);
    return most;
}

// Tricks that the leader's side takes at once if it likes, all of them before it loses the lead, plus
// the trumps it is sure of. Never too many.
template <class Form>
int quick_tricks(const Board<Form>& at, int leader, bool may_lead_spades, int enough, typename Form::Set& relevant) {
    using Lane = typename Form::Lane;
    using Set = typename Form::Set;
    const bool ours = at.setup.ours[index(leader)];
    int partner = -1;
    for (int seat = 0; seat < at.seats; ++seat)
        if (seat != leader && at.setup.ours[index(seat)] == ours) {
            if (partner >= 0) return 0;  // more than one partner: not worth the trouble
            partner = seat;
        }

    const auto longest_other = [&](int suit) {
        int longest = 0;
        for (int seat = 0; seat < at.seats; ++seat)
            if (seat != leader) longest = std::max(longest, at.length(seat, suit));
        return longest;
    };

    // Trumps first.
    const Lane trumps = lane<Form>(at.out, spades);
    Set used{};
    Lane mark = 0;
    int drawn = 0;  // rounds of trumps that the leader draws
    int trump_tricks = 0;
    const int own = at.length(leader, spades);
    if (own && may_lead_spades) {
        drawn = tops(at, leader, trumps, spades, mark);
        trump_tricks = drawn;
        const int longest = longest_other(spades);
        if (drawn && longest) used |= place<Form>(mark, spades);
        if (drawn >= longest) trump_tricks = drawn = own;
    }
    Set sure_used{};
    if (const int sure = sure_trumps(at, ours, sure_used); sure > trump_tricks) {
        trump_tricks = sure;
        used |= sure_used;
    }

    // Rounds of a side suit that are safe from ruffs.
    const auto safe = [&](int suit) {
        int rounds = at.left;
        for (int seat = 0; seat < at.seats; ++seat)
            if (at.setup.ours[index(seat)] != ours && at.length(seat, spades) > drawn)
                rounds = std::min(rounds, at.length(seat, suit));
        return rounds;
    };
    std::array<int, suits> rounds{}, mine{};
    std::array<Lane, suits> lowest{};
    int cashed = 0;
    for (int suit = 0; suit < spades; ++suit) {
        if (!at.length(leader, suit)) continue;
        rounds[index(suit)] = safe(suit);
        const Lane cards = lane<Form>(at.out, suit);
        int winners = tops(at, leader, cards, suit, lowest[index(suit)]);
        if (!winners) continue;
        const int longest = longest_other(suit);
        const bool by_rank = longest > 0;
        if (winners >= longest) winners = at.length(leader, suit);
        winners = std::min(winners, rounds[index(suit)]);
        if (!winners) continue;
        mine[index(suit)] = winners;
        cashed += winners;
        if (by_rank) used |= place<Form>(lowest[index(suit)], suit);
    }
    // A partner with nothing but trumps would have to ruff.
    int plain = at.left;
    if (partner >= 0) {
        const int partner_trumps = at.length(partner, spades);
        if (partner_trumps > 0) {
            plain = at.left - partner_trumps;
            cashed = std::min(cashed, plain);
        }
    }
    int total = trump_tricks + cashed;
    if (total >= enough || partner < 0) {
        if (total > 0) relevant |= used;
        return std::min(total, at.left);
    }

    // Then cross to the partner in one suit, and cash his winners there and in the other suits.
    if (cashed == plain) {
        relevant |= used;
        return std::min(total, at.left);
    }
    std::array<int, suits> his{};
    std::array<Lane, suits> his_lowest{};
    int entry = -1, all = 0;
    for (int suit = 0; suit < spades; ++suit) {
        const auto i = index(suit);
        const int before = mine[i];
        const int his_length = at.length(partner, suit) - before;
        if (his_length <= 0) continue;
        const Lane own_cards = lane<Form>(at.hands[index(leader)], suit);
        Lane cards = lane<Form>(at.out, suit);
        if (before) {
            // The leader's winners are gone by then; his later cards never overtake what follows.
            const Lane winners = own_cards & ~(lowest[i] - 1);
            if (count(winners) != before) continue;
            cards &= ~winners;
        }
        int winners = tops(at, partner, cards, suit, his_lowest[i]);
        winners = std::min({winners, his_length, safe(suit) - before});
        if (winners <= 0) continue;
        his[i] = winners;
        all += winners;
        if (at.length(leader, suit) > before) entry = suit;
    }
    if (entry >= 0) {
        // The leader must not be forced to ruff his partner's winners.
        int leader_plain = at.left;
        if (own > drawn) leader_plain = at.left - own - cashed;
        all = std::min({all, std::max(leader_plain, 0), plain - cashed});
        if (all > 0) {
            total += all;
            for (int suit = 0; suit < spades; ++suit)
                if (his[index(suit)]) used |= place<Form>(his_lowest[index(suit)], suit);
        }
    }
    if (total > 0) relevant |= used;
    return std::min(total, at.left);
}

}  // namespace spadille::solver
