// The play of a quick, fair player: he sees his own hand, the cards played and what is wanted, and
// nothing else. Separate parts for winning, for ducking (bags, a nil bidder), for covering a
// partner's nil and for attacking another's.
#pragma once

#include <array>
#include <cstdint>

#include "cards.hpp"
#include "chance.hpp"
#include "goals.hpp"
#include "position.hpp"
#include "rules.hpp"

namespace spadille {

// Plays anything that is legal.
template <class Set, class Cpu>
class RandomPlayer {
public:
    Card choose(const Rules<Set>&, const Position<Set>&, Set may, Chance& chance) {
        return Cpu::nth(may, chance.below(count(may)));
    }
    void trick_taken(const Rules<Set>&, const Position<Set>&, Seat) {}
};

template <class Set, class Cpu>
class GoalPlayer {
public:
    GoalPlayer(const Rules<Set>& rules, const Position<Set>& now, const Goals<Set>& goals)
        : goals_(goals) {
        for (int at = 0; at < rules.seats; ++at) {
            const auto seat = static_cast<Seat>(at);
            if (!has(goals.idle, seat)) {
                taken_[rules.side_of[seat]] =
                    static_cast<std::uint8_t>(taken_[rules.side_of[seat]] + now.won[seat]);
            }
            if (now.won[seat] == 0) live_ |= static_cast<std::uint8_t>(goals.nils & (1 << at));
        }
        for (int side = 0; side < rules.sides; ++side) {
            const auto& goal = goals.sides[static_cast<std::size_t>(side)];
            if (goal.wanted || goal.shunned) cards_ = true;
        }
        look_around(rules, now);
    }

    Card choose(const Rules<Set>& rules, const Position<Set>& now, Set may, Chance& chance) {
        if (!(may & (may - 1))) return lowest(may);
        if (goals_.noise && (chance.word() & 255) < goals_.noise) {
            return Cpu::nth(may, chance.below(count(may)));
        }
        const Seat me = now.turn;
        const std::uint8_t side = rules.side_of[me];
        const bool hungry = has(hungry_, side);
        if (now.played == 0) {
            if (!live_) [[likely]] {
                return hungry ? lead_to_win(rules, now, may, chance) : lead_low(rules, now, may);
            }
            if (has(live_, me)) return lead_low(rules, now, may);
            const auto mates = static_cast<std::uint8_t>(mates_[side] & live_);
            if (mates) return lead_high(rules, may);
            if (live_ & goals_.attacked & ~mates_[side]) return lead_low(rules, now, may);
            return hungry ? lead_to_win(rules, now, may, chance) : lead_low(rules, now, may);
        }
        if (live_) [[unlikely]] return follow_beside_nil(rules, now, may, side, hungry);
        return follow_plainly(rules, now, may, side, hungry);
    }

    void trick_taken(const Rules<Set>& rules, const Position<Set>& now, Seat winner) {
        if (!has(goals_.idle, winner)) ++taken_[rules.side_of[winner]];
        live_ &= static_cast<std::uint8_t>(~(1u << winner));
        look_around(rules, now);
    }

private:
    static bool has(std::uint8_t set, int member) { return ((set >> member) & 1) != 0; }

    // Which sides want the next trick; once a trick is enough.
    void look_around(const Rules<Set>& rules, const Position<Set>& now) {
        std::uint8_t hunted = 0;
        std::uint8_t hungry = 0;
        for (int at = 0; at < rules.sides; ++at) {
            const auto& goal = goals_.sides[static_cast<std::size_t>(at)];
            const int taken = taken_[static_cast<std::size_t>(at)];
            const int missing = goal.low - taken;
            const int spare = now.left - missing;  // tricks that the side can lose
            const bool prey = missing > 0 && spare >= 0 && spare <= goal.hunted;
            hunted |= static_cast<std::uint8_t>(prey << at);
            const bool wants = taken < goal.high || missing > 0 || goal.extra == Extra::taken;
            hungry |= static_cast<std::uint8_t>(wants << at);
        }
        // Everybody but the prey itself joins the hunt.
        if (hunted) hungry |= (hunted & (hunted - 1)) ? 0xff : static_cast<std::uint8_t>(~hunted);
        hungry_ = hungry;
        if (now.tricks == 0 || !seated_) seat_mates(rules);
    }

    void seat_mates(const Rules<Set>& rules) {
        mates_ = {};
        for (int seat = 0; seat < rules.seats; ++seat) {
            const std::uint8_t side = rules.side_of[static_cast<std::size_t>(seat)];
            mates_[side] = static_cast<std::uint8_t>(mates_[side] | (1 << seat));
        }
        seated_ = true;
    }

    // The seats that still play to this trick, the one at turn left out.
    static std::uint8_t to_come(const Rules<Set>& rules, const Position<Set>& now) {
        std::uint8_t seats = 0;
        Seat seat = now.turn;
        for (int more = now.size - now.played - 1; more > 0; --more) {
            seat = seat_after(rules, now, seat);
            seats = static_cast<std::uint8_t>(seats | (1 << seat));
        }
        return seats;
    }

    static bool is_last(const Position<Set>& now) { return now.played + 1 == now.size; }

    // How high a card stands in its suit.
    static int height(const Rules<Set>& rules, Card card) {
        return card - lowest(rules.suit[rules.suit_of[card]]);
    }

    // ---- leads

    // A master, the one whose suit has most cards out first; else a low card from some suit.
    static Card lead_to_win(const Rules<Set>& rules, const Position<Set>& now, Set may,
                            Chance& chance) {
        const Set others = now.out & ~now.hand();
        Card master = no_card;
        int most = -1;
        for (std::size_t at = clubs; at < suits; ++at) {
            const Set mine = may & rules.suit[at];
            if (!mine) continue;
            const Card top = highest(mine);
            if (others & rules.suit[at] & rules.above[top]) continue;
            const int follows = count(Set(others & rules.suit[at]));
            // Spade masters can wait, and a card that nobody follows to is trumped.
            const int worth = at == spades ? 3 : follows;
            if (worth > most) {
                most = worth;
                master = top;
            }
        }
        if (master != no_card) return master;
        const Set plain = may & ~rules.spade_cards();
        const Set from = plain ? plain : may;
        const Card some = Cpu::nth(from, chance.below(count(from)));
        return lowest(static_cast<Set>(from & rules.suit[rules.suit_of[some]]));
    }

    // The lowest card of the suit in which it is likeliest to be beaten.
    static Card lead_low(const Rules<Set>& rules, const Position<Set>& now, Set may) {
        const Set others = now.out & ~now.hand();
        Card low = lowest(may);
        int least = 1 << 16;
        for (std::size_t at = clubs; at < suits; ++at) {
            const Set mine = may & rules.suit[at];
            if (!mine) continue;
            const Card card = lowest(mine);
            const Set theirs = others & rules.suit[at];
            const int over = count(Set(theirs & rules.above[card]));
            const int under = count(theirs) - over;
            const int risk = 3 * under - over + (over == 0 ? 64 : 0) + (at == spades ? 2 : 0);
            if (risk < least) {
                least = risk;
                low = card;
            }
        }
        return low;
    }

    // The highest card, in a side suit if there is one.
    static Card lead_high(const Rules<Set>& rules, Set may) {
        const Set plain = may & ~rules.spade_cards() & ~rules.junk_cards();
        return plain ? dearest(rules, plain) : highest(may);
    }

    // ---- discards

    // The highest card as its suit goes, spades first: what a player who wants no trick throws.
    static Card dearest(const Rules<Set>& rules, Set may) {
        if (const Set trumps = may & rules.spade_cards()) return highest(trumps);
        Card dear = highest(may);
        int most = -1;
        for (std::size_t at = clubs; at < spades; ++at) {
            const Set mine = may & rules.suit[at];
            if (!mine) continue;
            const Card card = highest(mine);
            if (height(rules, card) > most) {
                most = height(rules, card);
                dear = card;
            }
        }
        return dear;
    }

    // The lowest card as its suit goes, spades last: what a player who wants tricks throws.
    static Card cheapest(const Rules<Set>& rules, Set may) {
        if (may & rules.junk_cards()) [[unlikely]] return lowest(may);
        Card cheap = lowest(may);
        int least = 1 << 16;
        for (std::size_t at = clubs; at < spades; ++at) {
            const Set mine = may & rules.suit[at];
            if (!mine) continue;
            const Card card = lowest(mine);
            if (height(rules, card) < least) {
                least = height(rules, card);
                cheap = card;
            }
        }
        return cheap;
    }

    // Lets the trick go.
    Card let_go(const Rules<Set>& rules, const Position<Set>& now, Set may, std::uint8_t side,
                bool hungry) const {
        if (cards_) [[unlikely]] may = spare_cards(rules, now, may, side);
        const bool follows = (may & rules.follow[now.led]) != 0;
        if (hungry) return follows ? lowest(may) : cheapest(rules, may);
        return follows ? highest(may) : dearest(rules, may);
    }

    // Keeps wanted cards out of the opponents' tricks, and throws shunned ones there.
    Set spare_cards(const Rules<Set>& rules, const Position<Set>& now, Set may,
                    std::uint8_t side) const {
        const auto& goal = goals_.sides[side];
        const bool ours = rules.side_of[now.taker] == side;
        const Set gift = may & (ours ? goal.wanted : goal.shunned);
        if (gift) return gift;
        const Set kept = may & ~(ours ? goal.shunned : goal.wanted);
        return kept ? kept : may;
    }

    // ---- following

    Card follow_plainly(const Rules<Set>& rules, const Position<Set>& now, Set may,
                        std::uint8_t side, bool hungry) const {
        bool wins = hungry;
        if (cards_) [[unlikely]] {
            if (now.trick & goals_.sides[side].wanted) wins = true;
            if (now.trick & goals_.sides[side].shunned) wins = false;
        }
        return wins ? win(rules, now, may, side, hungry) : duck(rules, now, may, side);
    }

    static Set beating(const Rules<Set>& rules, const Position<Set>& now, Set may) {
        return may & rules.winners[now.led] & rules.above[now.best];
    }

    // As cheaply as it goes, and not over a partner who holds the trick.
    Card win(const Rules<Set>& rules, const Position<Set>& now, Set may, std::uint8_t side,
             bool hungry) const {
        const Set better = beating(rules, now, may);
        if (!better) return let_go(rules, now, may, side, hungry);
        const bool last = is_last(now);
        const bool ours = rules.side_of[now.taker] == side;
        const Set lower = may & ~better;
        if (last) {
            return ours && lower ? let_go(rules, now, lower, side, hungry) : lowest(better);
        }
        const Set others = now.out & ~now.hand();
        if (ours && lower && !(others & rules.suit[rules.suit_of[now.best]] & rules.above[now.best])) {
            return let_go(rules, now, lower, side, hungry);
        }
        // A void: trump with the lowest spade that does it.
        const Set following = better & rules.follow[now.led];
        if (!following || now.led == spades) {
            if (!following) return ours && lower ? let_go(rules, now, lower, side, hungry) : lowest(better);
        }
        // A card that nobody can beat in this suit, the lowest of those in sequence.
        const Card top = highest(following);
        const Set over = others & rules.suit[now.led];
        if (!(over & rules.above[top])) {
            const Set safe = over ? static_cast<Set>(following & rules.above[highest(over)]) : following;
            return safe ? lowest(safe) : top;
        }
        if (ours && lower) return let_go(rules, now, lower, side, hungry);
        // The last but one drives out what is higher; earlier players leave it to their partners.
        if (now.played + 2 >= now.size || !lower) return now.played + 2 >= now.size ? top : lowest(may);
        return let_go(rules, now, lower, side, hungry);
    }

    // The highest card that does not take the trick.
    Card duck(const Rules<Set>& rules, const Position<Set>& now, Set may, std::uint8_t side) const {
        const Set better = beating(rules, now, may);
        const Set lower = may & ~better;
        if (lower) return let_go(rules, now, lower, side, false);
        return is_last(now) ? highest(may) : lowest(may);
    }

    Card follow_beside_nil(const Rules<Set>& rules, const Position<Set>& now, Set may,
                           std::uint8_t side, bool hungry) const {
        const Seat me = now.turn;
        if (has(live_, me)) return duck(rules, now, may, side);
        const std::uint8_t later = to_come(rules, now);
        const auto mates = static_cast<std::uint8_t>(mates_[side] & live_);
        if (mates) {
            const Set better = beating(rules, now, may);
            if (has(mates, now.taker) && better) {
                // Take over: cheaply as the last to play, else so that it lasts.
                const Set following = better & rules.follow[now.led];
                return is_last(now) || !following ? lowest(better) : highest(following);
            }
            if ((later & mates) && better && (may & rules.follow[now.led])) return highest(better);
        }
        const auto prey = static_cast<std::uint8_t>(live_ & goals_.attacked & ~mates_[side]);
        if (prey) {
            const Set lower = may & ~beating(rules, now, may);
            if (has(prey, now.taker) && lower) return let_go(rules, now, lower, side, false);
            if ((later & prey) && lower) return let_go(rules, now, lower, side, true);
        }
        return follow_plainly(rules, now, may, side, hungry);
    }

    const Goals<Set>& goals_;
    std::array<std::uint8_t, most_seats> taken_{};  // tricks that count, by side
    std::array<std::uint8_t, most_seats> mates_{};  // the seats of a side
    std::uint8_t live_ = 0;                         // nil bidders without a trick
    std::uint8_t hungry_ = 0;                       // sides that want the trick
    bool cards_ = false;                            // some cards are wanted or shunned
    bool seated_ = false;
};

}  // namespace spadille
