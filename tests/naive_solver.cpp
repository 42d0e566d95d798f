// A naive exact search, to hold the solver of the kernel against. It shares no code with it: it deals
// with lists of cards, follows section 9 of the rule book word by word, and looks at everything.
//
// Problems come on standard input as numbers, one value goes to standard output for each:
//
//   seats groups leader tricks_before broken lead_spades forced_lead_breaks last_of_equals
//   sits_out spades_forbidden all_low_club club_suit must_lead root_card
//   the side of each seat; the group of each seat
//   for each seat: the number of its cards, then suit, strength, award of each
//   the number of cards in the trick, then suit, strength, award of each
//   the number of payoffs, then the payoffs
//
// must_lead and root_card are places in the hand that plays next, -1: none; the value is that of the
// root card if there is one. Suits are 0 to 2, spades 3, junk -1. lead_spades: 0 after broken, 1 anytime, 2 after the first
// trick, 3 broken in the first three tricks. Payoffs: all splits of the tricks left among the groups,
// the first group's count slowest, and within a split the catchers of the award cards (those in the
// trick first, then those of seat 0, 1, ...), the first one's slowest.
#include <cstdio>
#include <iostream>
#include <limits>
#include <vector>

namespace naive {

struct Card {
    int suit, strength, award;  // award: its number among the award cards, -1: none
};

struct Game {
    int seats, groups, leader, tricks_before, broken, lead_spades, forced_lead_breaks, last_of_equals;
    int sits_out, spades_forbidden, all_low_club, club_suit, must_lead;
    std::vector<int> side, group;
    std::vector<std::vector<Card>> hands;
    std::vector<Card> trick;
    std::vector<double> payoffs;
    int awards = 0;

    std::vector<int> trick_seats;
    std::vector<int> won;      // by group
    std::vector<int> catcher;  // of each award card
    int root_side = 0;
    int root_card = -1;  // the one that is asked for
    bool root_has_played = false;

    bool first_trick() const { return tricks_before == 0; }

    int after(int seat) const {
        seat = (seat + 1) % seats;
        if (first_trick() && seat == sits_out) seat = (seat + 1) % seats;
        return seat;
    }
    int turn() const { return trick_seats.empty() ? leader : after(trick_seats.back()); }
    std::size_t full() const { return static_cast<std::size_t>(first_trick() && sits_out >= 0 ? seats - 1 : seats); }

    // Rule 9.15: the first card that is not junk sets the suit.
    int led() const {
        for (const Card& card : trick)
            if (card.suit >= 0) return card.suit;
        return -1;
    }

    std::vector<std::size_t> legal(int seat) const {
        const auto& hand = hands[static_cast<std::size_t>(seat)];
        std::vector<std::size_t> everything, real, plain, not_spades, following;
        for (std::size_t i = 0; i < hand.size(); ++i) {
            everything.push_back(i);
            if (hand[i].suit != -1) real.push_back(i);
            if (hand[i].suit != -1 && hand[i].suit != 3) plain.push_back(i);
            if (hand[i].suit != 3) not_spades.push_back(i);
            if (hand[i].suit >= 0 && hand[i].suit == led()) following.push_back(i);
        }
        if (trick.empty()) {
            if (first_trick() && must_lead >= 0) return {static_cast<std::size_t>(must_lead)};
            if (real.empty()) return everything;
            bool closed = false;
            if (!broken) {
                if (lead_spades == 0) closed = true;
                if (lead_spades == 2) closed = first_trick();
                if (lead_spades == 3) closed = tricks_before < 3;
            }
            if (first_trick() && spades_forbidden) closed = true;
            if (closed && !plain.empty()) return plain;
            return real;
        }
        if (!following.empty()) {
            if (first_trick() && all_low_club && led() == club_suit) {
                std::size_t low = following[0];
                for (std::size_t i : following)
                    if (hand[i].strength < hand[low].strength) low = i;
                return {low};
            }
            return following;
        }
        if (first_trick() && spades_forbidden && !not_spades.empty()) return not_spades;
        return everything;
    }

    // The root's first cards are those asked for.
    std::vector<std::size_t> choices(int seat) {
        const auto cards = legal(seat);
        if (root_card < 0 || root_has_played) return cards;
        root_has_played = true;
        for (std::size_t i : cards)
            if (static_cast<int>(i) == root_card) return {i};
        return {};  // an illegal card: worth nothing that could be right
    }

    // Rules 9.3 and 2.6.
    int winner() const {
        std::size_t best = 0;
        for (std::size_t i = 1; i < trick.size(); ++i) {
            const Card &card = trick[i], &top = trick[best];
            if (card.suit == -1) continue;
            if (card.suit == top.suit) {
                if (card.strength > top.strength || (card.strength == top.strength && last_of_equals)) best = i;
            } else if (card.suit == 3 || top.suit == -1) {
                best = i;
            }
        }
        return trick_seats[best];
    }

    double payoff() const {
        // Count the splits that come before this one.
        int total = 0;
        for (int n : won) total += n;
        std::vector<int> split(won.size(), 0);
        std::size_t place = 0;
        bool found = false;
        walk(split, 0, total, place, found);
        for (int g : catcher) place = place * static_cast<std::size_t>(groups) + static_cast<std::size_t>(g);
        return payoffs.at(place);
    }
    void walk(std::vector<int>& split, std::size_t at, int left, std::size_t& place, bool& found) const {
        if (found) return;
        if (at + 1 == split.size()) {
            split[at] = left;
            if (split == won)
                found = true;
            else
                ++place;
            return;
        }
        for (int n = 0; n <= left; ++n) {
            split[at] = n;
            walk(split, at + 1, left - n, place, found);
        }
    }

    double value(double low, double high) {
        if (trick.size() == full()) {
            const Game before = *this;
            const int seat = winner(), g = group[static_cast<std::size_t>(seat)];
            ++won[static_cast<std::size_t>(g)];
            for (const Card& card : trick)
                if (card.award >= 0) catcher[static_cast<std::size_t>(card.award)] = g;
            leader = seat;
            trick.clear();
            trick_seats.clear();
            ++tricks_before;
            const double result = value(low, high);
            *this = before;
            return result;
        }
        const int seat = turn();
        auto& hand = hands[static_cast<std::size_t>(seat)];
        if (hand.empty()) return payoff();
        const bool mine = side[static_cast<std::size_t>(seat)] == root_side;
        double best = mine ? -std::numeric_limits<double>::infinity() : std::numeric_limits<double>::infinity();
        for (std::size_t i : choices(seat)) {
            const Card card = hand[i];
            const int was_broken = broken, led_before = led();
            // Rule 9.10.
            if (card.suit == 3 && (forced_lead_breaks || (led_before != -1 && led_before != 3))) broken = 1;
            hand.erase(hand.begin() + static_cast<std::ptrdiff_t>(i));
            trick.push_back(card);
            trick_seats.push_back(seat);
            const double result = value(low, high);
            trick.pop_back();
            trick_seats.pop_back();
            hand.insert(hand.begin() + static_cast<std::ptrdiff_t>(i), card);
            broken = was_broken;
            if (mine) {
                if (result > best) best = result;
                if (best > low) low = best;
            } else {
                if (result < best) best = result;
                if (best < high) high = best;
            }
            if (low >= high) break;
        }
        return best;
    }

    // Lays out the cards of the trick.
    void begin() {
        const std::size_t played = trick.size();
        int seat = leader;
        std::vector<Card> cards;
        std::swap(cards, trick);
        for (std::size_t i = 0; i < played; ++i) {
            if (cards[i].suit == 3 && (forced_lead_breaks || (led() != -1 && led() != 3))) broken = 1;
            trick.push_back(cards[i]);
            trick_seats.push_back(seat);
            seat = after(seat);
        }
    }

    double solve() {
        begin();
        root_side = side[static_cast<std::size_t>(turn())];
        won.assign(static_cast<std::size_t>(groups), 0);
        catcher.assign(static_cast<std::size_t>(awards), 0);
        return value(-std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity());
    }
};

inline std::vector<Card> read_cards(std::istream& in) {
    std::size_t n = 0;
    in >> n;
    std::vector<Card> cards(n);
    for (Card& card : cards) in >> card.suit >> card.strength >> card.award;
    return cards;
}

inline bool read(std::istream& in, Game& game) {
    game = Game{};
    if (!(in >> game.seats >> game.groups >> game.leader >> game.tricks_before >> game.broken >> game.lead_spades >>
          game.forced_lead_breaks >> game.last_of_equals >> game.sits_out >> game.spades_forbidden >>
          game.all_low_club >> game.club_suit >> game.must_lead >> game.root_card))
        return false;
    game.side.resize(static_cast<std::size_t>(game.seats));
    game.group.resize(static_cast<std::size_t>(game.seats));
    for (int& side : game.side) in >> side;
    for (int& group : game.group) in >> group;
    for (int seat = 0; seat < game.seats; ++seat) game.hands.push_back(read_cards(in));
    game.trick = read_cards(in);
    const auto number = [&game](std::vector<Card>& cards) {
        for (Card& card : cards) card.award = card.award ? game.awards++ : -1;
    };
    number(game.trick);
    for (auto& hand : game.hands) number(hand);
    std::size_t n = 0;
    in >> n;
    game.payoffs.resize(n);
    for (double& payoff : game.payoffs) in >> payoff;
    return static_cast<bool>(in);
}

}  // namespace naive

#ifndef NAIVE_SOLVER_ONLY
int main() {
    naive::Game game;
    while (naive::read(std::cin, game)) std::printf("%.17g\n", game.solve());
}
#endif
