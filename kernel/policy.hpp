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

// What a player sees at his turn.
template <class Set>
struct Moment {
    Set hand;
    Set out;  // cards that are not played, his own as well
    Set trick;
    Seat turn;
    Seat taker;
    Seat absent;  // who sits out this trick
    Card best;
    Suit led;
    std::uint8_t played;
    std::uint8_t size;
};

template <class Set>
inline Moment<Set> moment(const Position<Set>& now) {
    return {now.hand(), now.out,  now.trick, now.turn,   now.taker, now.tricks == 0 ? now.sitter : no_seat,
            now.best,   now.led, now.played, now.size};
}

// The card that a player chooses in a position.
template <class Set, class Player>
inline Card choice(const Rules<Set>& rules, const Position<Set>& now, Set may, Player& player,
                   Chance& chance) {
    const Moment<Set> seen = moment(now);
    return now.played == 0 ? player.lead(rules, seen, may, chance)
                           : player.follow(rules, seen, may, chance);
}

// Written without branches where a processor could not foresee them, as sets from which the lowest
// or the highest card is played.
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
            std::uint8_t& mates = mates_[rules.side_of[seat]];
            mates = static_cast<std::uint8_t>(mates | (1 << at));
        }
        for (int side = 0; side < rules.sides; ++side) {
            const auto& goal = goals.sides[static_cast<std::size_t>(side)];
            if (goal.wanted || goal.shunned) cards_ = true;
        }
        look_around(rules, now.left);
    }

    Card lead(const Rules<Set>& rules, const Moment<Set>& now, Set may, Chance& chance) const {
        if (errs(chance)) return Cpu::nth(may, chance.below(count(may)));
        const std::uint8_t side = rules.side_of[now.turn];
        const bool hungry = has(hungry_, side);
        if (live_) [[unlikely]] {
            if (has(live_, now.turn)) return lead_low(rules, now, may);
            if (mates_[side] & live_) return lead_high(rules, may);
            if (live_ & goals_.attacked & ~mates_[side]) return lead_low(rules, now, may);
        }
        return hungry ? lead_to_win(rules, now, may, chance) : lead_low(rules, now, may);
    }

    Card follow(const Rules<Set>& rules, const Moment<Set>& now, Set may, Chance& chance) const {
        if (errs(chance)) return Cpu::nth(may, chance.below(count(may)));
        const std::uint8_t side = rules.side_of[now.turn];
        const bool hungry = has(hungry_, side);
        if (live_) [[unlikely]] return follow_beside_nil(rules, now, may, side, hungry);
        return follow_plainly(rules, now, may, side, hungry);
    }

    void trick_taken(const Rules<Set>& rules, int left, Seat winner) {
        if (!has(goals_.idle, winner)) ++taken_[rules.side_of[winner]];
        live_ &= static_cast<std::uint8_t>(~(1u << winner));
        look_around(rules, left);
    }

private:
    bool errs(Chance& chance) const {
        return goals_.noise && (chance.word() & 255) < goals_.noise;
    }

    static bool has(std::uint8_t set, int member) { return ((set >> member) & 1) != 0; }

    // Which sides want the next trick; once a trick is enough.
    void look_around(const Rules<Set>& rules, int left) {
        std::uint8_t hunted = 0;
        std::uint8_t hungry = 0;
        for (int at = 0; at < rules.sides; ++at) {
            const auto& goal = goals_.sides[static_cast<std::size_t>(at)];
            const int taken = taken_[static_cast<std::size_t>(at)];
            const int missing = goal.low - taken;
            const int spare = left - missing;  // tricks that the side can lose
            const bool prey = missing > 0 && spare >= 0 && spare <= goal.hunted;
            hunted |= static_cast<std::uint8_t>(prey << at);
            const bool wants = taken < goal.high || missing > 0 || goal.extra == Extra::taken;
            hungry |= static_cast<std::uint8_t>(wants << at);
        }
        // Everybody but the prey itself joins the hunt.
        if (hunted) hungry |= (hunted & (hunted - 1)) ? 0xff : static_cast<std::uint8_t>(~hunted);
        hungry_ = hungry;
    }

    // The seats that still play to this trick, the one at turn left out.
    static std::uint8_t to_come(const Rules<Set>& rules, const Moment<Set>& now) {
        std::uint8_t seats = 0;
        Seat seat = now.turn;
        for (int more = now.size - now.played - 1; more > 0; --more) {
            seat = rules.next[seat];
            if (seat == now.absent) [[unlikely]] seat = rules.next[seat];
            seats = static_cast<std::uint8_t>(seats | (1 << seat));
        }
        return seats;
    }

    static bool is_last(const Moment<Set>& now) { return now.played + 1 == now.size; }

    // The highest card, or the weakest of the pack if there is none.
    static Card top_of(Set set) { return highest(static_cast<Set>(set | 1)); }

    // ---- leads

    // A master, the one whose suit has most cards out first; else a low card from some suit.
    static Card lead_to_win(const Rules<Set>& rules, const Moment<Set>& now, Set may,
                            Chance& chance) {
        const Set others = now.out & ~now.hand;
        Card master = 0;
        int most = -1;
        for (std::size_t at = clubs; at < suits; ++at) {
            const Set mine = may & rules.suit[at];
            const Set theirs = others & rules.suit[at];
            const Card top = top_of(mine);
            const bool safe = (mine != 0) & ((theirs & rules.above[top]) == 0);
            // Spade masters can wait, and a card that nobody follows to is trumped.
            const int worth = either(safe, at == spades ? 3 : count(theirs), -1);
            master = either(worth > most, top, master);
            most = either(worth > most, worth, most);
        }
        if (most >= 0) return master;
        const Set plain = may & ~rules.spade_cards();
        const Set from = either(plain != 0, plain, may);
        const Card some = Cpu::nth(from, chance.below(count(from)));
        return lowest(static_cast<Set>(from & rules.suit[rules.suit_of[some]]));
    }

    // The lowest card of the suit in which it is likeliest to be beaten.
    static Card lead_low(const Rules<Set>& rules, const Moment<Set>& now, Set may) {
        const Set others = now.out & ~now.hand;
        Card low = lowest(may);
        int least = 1 << 16;
        for (std::size_t at = clubs; at < suits; ++at) {
            const Set mine = may & rules.suit[at];
            const Set theirs = others & rules.suit[at];
            const Card card = either(mine != 0, lowest(mine), Card{0});
            const int over = count(static_cast<Set>(theirs & rules.above[card]));
            const int under = count(theirs) - over;
            const int risk = 3 * under - over + 64 * (over == 0) + (at == spades ? 2 : 0);
            const bool less = (mine != 0) & (risk < least);
            low = either(less, card, low);
            least = either(less, risk, least);
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
        Card dear = highest(may);
        int most = either((may & rules.spade_cards()) != 0, 256, -1);
        for (std::size_t at = clubs; at < spades; ++at) {
            const Set mine = may & rules.suit[at];
            const Card card = top_of(mine);
            const int height = either(mine != 0, card - rules.bottom[at], -1);
            dear = either(height > most, card, dear);
            most = either(height > most, height, most);
        }
        return dear;
    }

    // The lowest card as its suit goes, junk first and spades last: what a player who wants tricks
    // throws.
    static Card cheapest(const Rules<Set>& rules, Set may) {
        Card cheap = lowest(may);
        int least = either((may & rules.junk_cards()) != 0, -1, 256);
        for (std::size_t at = clubs; at < spades; ++at) {
            const Set mine = may & rules.suit[at];
            const Card card = lowest(mine);
            const int height = either(mine != 0, card - rules.bottom[at], 256);
            cheap = either(height < least, card, cheap);
            least = either(height < least, height, least);
        }
        return cheap;
    }

    // Lets the trick go.
    Card let_go(const Rules<Set>& rules, const Moment<Set>& now, Set may, std::uint8_t side,
                bool hungry) const {
        if (cards_) [[unlikely]] may = spare_cards(rules, now, may, side);
        const bool follows = (may & rules.follow[now.led]) != 0;
        if (hungry) return follows ? lowest(may) : cheapest(rules, may);
        return follows ? highest(may) : dearest(rules, may);
    }

    // Keeps wanted cards out of the opponents' tricks, and throws shunned ones there.
    Set spare_cards(const Rules<Set>& rules, const Moment<Set>& now, Set may,
                    std::uint8_t side) const {
        const auto& goal = goals_.sides[side];
        const bool ours = rules.side_of[now.taker] == side;
        const Set gift = may & (ours ? goal.wanted : goal.shunned);
        if (gift) return gift;
        const Set kept = may & ~(ours ? goal.shunned : goal.wanted);
        return kept ? kept : may;
    }

    // ---- following

    Card follow_plainly(const Rules<Set>& rules, const Moment<Set>& now, Set may,
                        std::uint8_t side, bool hungry) const {
        bool wins = hungry;
        if (cards_) [[unlikely]] {
            if (now.trick & goals_.sides[side].wanted) wins = true;
            if (now.trick & goals_.sides[side].shunned) wins = false;
        }
        if (may & rules.follow[now.led]) {
            return wins ? win_in_suit(rules, now, may, side)
                        : duck_in_suit(rules, now, may, side);
        }
        return wins ? win_void(rules, now, may, side) : duck_void(rules, now, may, side);
    }

    static Set beating(const Rules<Set>& rules, const Moment<Set>& now, Set may) {
        return may & rules.winners[now.led] & rules.above[now.best];
    }

    // As cheaply as it goes, and not over a partner who holds the trick.
    Card win_in_suit(const Rules<Set>& rules, const Moment<Set>& now, Set may,
                     std::uint8_t side) const {
        const Set better = beating(rules, now, may);
        if (!better) return cards_ ? let_go(rules, now, may, side, true) : lowest(may);
        const bool last = is_last(now);
        const bool ours = rules.side_of[now.taker] == side;
        const Set others = now.out & ~now.hand;
        const Set over = others & rules.suit[now.led];
        // Cards that nobody can beat in this suit; else the last but one drives out what is higher,
        // while earlier players leave it to those after them.
        const Set masters = better & either(over != 0, rules.above[top_of(over)], better);
        const Set driving = better & bit<Set>(top_of(better));
        const bool drives = !ours & (now.played + 2 >= now.size);
        const Set early = either(masters != 0, masters, either(drives, driving, may));
        const Set beyond = others & rules.suit[rules.suit_of[now.best]] & rules.above[now.best];
        const bool held = ours & (last | (beyond == 0));
        const Set chosen = either((better != 0) & !held, either(last, better, early), may);
        if (cards_ && !(chosen & better)) [[unlikely]] return let_go(rules, now, may, side, true);
        return lowest(chosen);
    }

    // Trumps with the lowest spade that does it.
    Card win_void(const Rules<Set>& rules, const Moment<Set>& now, Set may, std::uint8_t side) const {
        const Set better = beating(rules, now, may);
        const bool ours = rules.side_of[now.taker] == side;
        const bool trumps = (better != 0) & !(ours & ((may & ~better) != 0));
        return trumps ? lowest(better) : let_go(rules, now, may, side, true);
    }

    // The highest card that does not take the trick.
    Card duck_in_suit(const Rules<Set>& rules, const Moment<Set>& now, Set may,
                      std::uint8_t side) const {
        const Set lower = may & ~beating(rules, now, may);
        if (cards_ && lower) [[unlikely]] return let_go(rules, now, lower, side, false);
        const Set from = either(lower != 0, lower, may);
        return either((lower != 0) | is_last(now), highest(from), lowest(from));
    }

    Card duck_void(const Rules<Set>& rules, const Moment<Set>& now, Set may, std::uint8_t side) const {
        const Set lower = may & ~beating(rules, now, may);
        if (lower) return let_go(rules, now, lower, side, false);
        return is_last(now) ? highest(may) : lowest(may);
    }

    Card duck(const Rules<Set>& rules, const Moment<Set>& now, Set may, std::uint8_t side) const {
        return may & rules.follow[now.led] ? duck_in_suit(rules, now, may, side)
                                           : duck_void(rules, now, may, side);
    }

    Card follow_beside_nil(const Rules<Set>& rules, const Moment<Set>& now, Set may,
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
};

}  // namespace spadille
