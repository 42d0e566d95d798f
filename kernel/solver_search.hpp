// The search: zero-window alpha-beta over one goal at a time, with a partition table at the
// boundaries of tricks.
//
// Every search returns, beside its answer, the cards whose rank mattered to it. A position in which
// the same seats own the cards down to the lowest of these, and that has the same suit lengths, has
// the same answer.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>

#include "solver_bounds.hpp"
#include "solver_goal.hpp"
#include "solver_lanes.hpp"
#include "solver_owners.hpp"
#include "solver_table.hpp"

namespace spadille::solver {

// What the search starts from: a problem, its cards put into lanes.
template <class Form>
struct Setup {
    using Set = typename Form::Set;
    std::array<Set, most_seats> hands{};
    std::array<int, most_seats> junk{};         // junk cards held
    std::array<bool, most_seats> ours{};        // seats that maximise
    Set twins{};                                // upper ones of two identical cards
    Set awards{};
    int seats = 4;
    int left = 0;                               // tricks left, the one being played included
    int tricks_before = 0;
    bool broken = true;
    LeadSpades lead_spades = LeadSpades::anytime;
    bool forced_lead_breaks = true;
    bool last_of_equals = false;
    // The rules of the first trick, while it is being played.
    int sits_out = -1;
    bool spades_forbidden = false;
    bool all_low_club = false;
    int club_suit = 0;
    int must_lead_suit = -1, must_lead_rank = -1;
};

// A card to play: it stands for all the cards of its hand from `low` to `high`, which are equal.
struct Move {
    std::int8_t suit, rank, low, high;
    int weight;
};

struct Moves {
    std::array<Move, 32> move;
    int size = 0;
    void add(int suit, int rank, int low, int high) {
        move[static_cast<std::size_t>(size++)] = {static_cast<std::int8_t>(suit), static_cast<std::int8_t>(rank),
                                                  static_cast<std::int8_t>(low), static_cast<std::int8_t>(high), 0};
    }
};

// A trick being played.
struct Trick {
    int leader = 0;
    int played = 0;     // seats that have played or sit out
    int led = junk;     // suit to follow
    int suit = junk;    // suit and rank of the best card so far
    int rank = -1;
    int seat = 0;
    int rivals = 0;     // cards in the suit of the best card
    bool spade = false;
    std::uint32_t caught = 0;
};

template <class Form, class Goal>
class Search {
public:
    using Set = typename Form::Set;
    using Lane = typename Form::Lane;
    using Shape = typename Form::Shape;
    using State = typename Goal::State;

    Search(const Setup<Form>& setup, const Goal& goal, Table<Form>& table)
        : setup_(setup), goal_(goal), table_(table), hands_(setup.hands), junk_(setup.junk), left_(setup.left),
          seats_(Form::seats(setup.seats)) {
        for (int seat = 0; seat < seats_; ++seat) {
            held_ |= hands_[index(seat)];
            for (int suit = 0; suit < suits; ++suit)
                shape_ += static_cast<Shape>(count(lane<Form>(hands_[index(seat)], suit))) << field(seat, suit);
        }
        out_ = held_;
        owners_.learn(hands_, seats_, setup_.twins);
    }

    // Whether the goal is reached, from the middle of a trick or its beginning; `first` becomes the
    // card that reaches it or, for the other side, that makes it missed.
    bool solve(State state, Trick trick, bool broken, Move& first) {
        Set relevant{};
        root_ = &first;
        broken_ = broken || !may_close(left_);
        const bool reached = play(trick, state, relevant);
        root_ = nullptr;
        return reached;
    }

    // Put a card on a trick that is already being played.
    void lay_before(Trick& trick, int seat, int suit, int rank) const {
        while ((trick.leader + trick.played) % seats_ != seat) ++trick.played;
        lay(trick, seat, suit, rank);
    }

    std::uint64_t nodes() const { return nodes_; }

private:
    static constexpr std::size_t index(int i) { return static_cast<std::size_t>(i); }
    static constexpr int field(int seat, int suit) { return (seat * suits + suit) * Form::length_bits; }
    int length(int seat, int suit) const {
        return static_cast<int>(shape_ >> field(seat, suit)) & ((1 << Form::length_bits) - 1);
    }

    // Whether spades can be closed to a leader in this trick or a later one, if not broken.
    bool may_close(int left) const {
        const int before = setup_.tricks_before + setup_.left - left;
        switch (setup_.lead_spades) {
            case LeadSpades::anytime: return false;
            case LeadSpades::after_first_trick: return before < 1;
            case LeadSpades::first_three_tricks: return before < 3;
            case LeadSpades::after_broken: return true;
        }
        return true;
    }

    bool in_first_trick() const { return setup_.tricks_before == 0 && left_ == setup_.left; }

    // At the boundary of two tricks.
    bool start(int leader, State state, Set& relevant) {
        if (const int verdict = Goal::verdict(state, left_); verdict >= 0) {
            return verdict == 1;
        }
        ++nodes_;
        if (left_ == 1) return last(leader, state, relevant);
        if constexpr (Goal::counts_tricks && !Form::odd) {
            if (const int verdict = certain(leader, state, relevant); verdict >= 0) return verdict == 1;
        }
        const Pattern<Form> owners = owners_.pattern(out_);
        const typename Table<Form>::Key key{
            shape_, 1U + static_cast<std::uint32_t>(leader) + 8U * broken_ + 16U * Goal::key(state)};
        const int wanted = Goal::wanted(state);
        hint_suit_ = -1;
        if (const std::uint32_t at = table_.first(key)) {
            // With other cards in the same lengths this lead was right.
            hint_suit_ = table_[at].best_suit;
            hint_rank_ = table_[at].best_rank;
        }
        std::uint32_t before = 0;
        for (std::uint32_t at = table_.first(key); at; before = at, at = table_[at].next) {
            const auto& entry = table_[at];
            if (!entry.fits(owners)) continue;
            if (entry.low >= wanted || entry.high < wanted) {
                relevant |= highest(entry.depth);
                if (before) table_.forward(key, before);
                return entry.low >= wanted;
            }
            if (entry.best_suit >= 0) {
                hint_suit_ = entry.best_suit;
                hint_rank_ = entry.best_rank;
            }
        }
        Trick trick;
        trick.leader = leader;
        Set mine = setup_.awards & out_;
        best_suit_ = -1;
        const bool reached = play(trick, state, mine);
        store(key, owners, mine, wanted, reached, reached == setup_.ours[index(leader)]);
        relevant |= mine;
        return reached;
    }

    // 1 or 0 if the tricks that are certain decide, else -1.
    int certain(int leader, int wanted, Set& relevant) const {
        const Boundary<Form> at{hands_, setup_.ours, out_, shape_, seats_, left_};
        const bool ours = setup_.ours[index(leader)];
        const int need = ours ? wanted : left_ - wanted + 1;
        Set used{};
        const bool open = broken_ || length(leader, spades) == left_;
        if (quick_tricks(at, leader, open, need, used) >= need) {
            relevant |= used;
            return ours;
        }
        used = 0;
        if (sure_trumps(at, !ours, used) > left_ - need) {
            relevant |= used;
            return !ours;
        }
        return -1;
    }

    // The cards of the last trick play themselves.
    bool last(int leader, State state, Set& relevant) {
        Trick trick;
        trick.leader = leader;
        for (int i = 0; i < seats_; ++i) {
            const int seat = (leader + i) % seats_;
            int suit = junk, rank = -1;
            for (int s = 0; s < suits; ++s)
                if (const Lane cards = lane<Form>(hands_[index(seat)], s)) {
                    suit = s;
                    rank = top(cards);
                }
            lay(trick, seat, suit, rank);
        }
        if (trick.rivals > 1) relevant |= card_bit<Form>(trick.suit, trick.rank);
        relevant |= setup_.awards & out_;
        return Goal::verdict(goal_.after(state, trick.seat, trick.caught), 0) == 1;
    }

    // Put a card on the trick.
    void lay(Trick& trick, int seat, int suit, int rank) const {
        ++trick.played;
        if (suit == junk) {
            if (trick.played == 1) trick.seat = seat;
            return;
        }
        if (setup_.awards & card_bit<Form>(suit, rank)) trick.caught |= award(suit, rank);
        if (suit == spades) trick.spade = true;
        if (trick.led == junk) trick.led = suit;
        if (suit == trick.suit) {
            ++trick.rivals;
            if (!beats(suit, rank, trick.rank)) return;
        } else {
            if (trick.suit != junk && suit != spades) return;
            trick.rivals = 1;
        }
        trick.suit = suit;
        trick.rank = rank;
        trick.seat = seat;
    }

    // Whether a card beats an earlier one of its suit.
    bool beats(int suit, int rank, int other) const {
        if constexpr (Form::odd) {
            const Lane twins = lane<Form>(setup_.twins, suit);
            const int higher = std::max(rank, other);
            if (std::abs(rank - other) == 1 && (twins >> higher & 1)) return setup_.last_of_equals;
        }
        return rank > other;
    }

    bool is_award(const Move& move) const {
        return !Goal::counts_tricks && (setup_.awards & card_bit<Form>(move.suit, move.rank)) != 0;
    }

    std::uint32_t award(int suit, int rank) const {
        for (std::size_t i = 0; i < award_places.size(); ++i)
            if (award_places[i] == suit * Form::lane_bits + rank) return 1U << i;
        return 0;
    }

    // A seat's turn within a trick.
    bool play(Trick& trick, State state, Set& relevant) {
        int seat = (trick.leader + trick.played) % seats_;
        if (seat == setup_.sits_out && in_first_trick()) {
            ++trick.played;
            if (trick.played == seats_) return finish(trick, state, relevant);
            seat = (seat + 1) % seats_;
        }
        Moves moves;
        list(trick, seat, moves);
        const bool ours = setup_.ours[index(seat)];
        Move* const root = root_;
        root_ = nullptr;
        if (root) *root = moves.move[0];
        order(trick, seat, moves);
        const bool leads = trick.played == 0;
        Set all{};
        std::array<int, suits> floor{};  // cards below it have been refuted along with another one
        for (int i = 0; i < moves.size; ++i) {
            // Take the heaviest of the moves that are left.
            for (int j = i + 1; j < moves.size; ++j)
                if (moves.move[index(j)].weight > moves.move[index(i)].weight)
                    std::swap(moves.move[index(i)], moves.move[index(j)]);
            const Move& move = moves.move[index(i)];
            if (move.suit != junk && move.high < floor[index(move.suit)] && !is_award(move)) continue;
            Trick next = trick;
            Set part{};
            lay(next, seat, move.suit, move.rank);
            const Shape shape = shape_;
            Set bit{};
            if (move.suit == junk) {
                --junk_[index(seat)];
            } else {
                bit = card_bit<Form>(move.suit, move.rank);
                hands_[index(seat)] ^= bit;
                held_ ^= bit;
                shape_ -= Shape{1} << field(seat, move.suit);
            }
            const bool reached = next.played == seats_ ? finish(next, state, part) : play(next, state, part);
            shape_ = shape;
            hands_[index(seat)] |= bit;
            held_ |= bit;
            if (move.suit == junk) ++junk_[index(seat)];
            if (reached == ours) {
                if (root) *root = move;
                if (leads) {
                    best_suit_ = move.suit;
                    best_rank_ = move.suit == junk ? 0 : count(lane<Form>(out_, move.suit) >> move.rank) - 1;
                }
                relevant |= part;
                return reached;
            }
            if (move.suit != junk && !is_award(move)) {
                const Lane mattered = lane<Form>(part, move.suit);
                const int lowest = mattered ? lowest_of(mattered, move.suit) : Form::lane_bits;
                if (lowest > move.high) {
                    // The rank did not matter, so any other card below those that did fares the same.
                    floor[index(move.suit)] = std::max(floor[index(move.suit)], lowest);
                } else if (move.low != move.high) {
                    // All equals were given up for one: the ranks between them matter once one does.
                    part |= card_bit<Form>(move.suit, move.low);
                }
            }
            all |= part;
        }
        relevant |= all;
        return !ours;
    }

    bool finish(const Trick& trick, State state, Set& relevant) {
        const State next = goal_.after(state, trick.seat, trick.caught);
        if (trick.rivals > 1) relevant |= card_bit<Form>(trick.suit, trick.rank);
        if (const int verdict = Goal::verdict(next, left_ - 1); verdict >= 0) return verdict == 1;
        const Set out = out_;
        const bool broken = broken_;
        out_ = held_;
        --left_;
        if (!broken_)
            broken_ = (trick.spade && (setup_.forced_lead_breaks || trick.led != spades)) || !may_close(left_);
        const bool reached = start(trick.seat, next, relevant);
        broken_ = broken;
        ++left_;
        out_ = out;
        return reached;
    }

    // Keep the answer for all positions that agree in the cards that mattered.
    void store(const typename Table<Form>::Key& key, const Pattern<Form>& owners, Set& mine, int wanted,
               bool reached, bool has_best) {
        typename Table<Form>::Entry entry{};
        for (int suit = 0; suit < suits; ++suit) {
            const Lane mattered = lane<Form>(mine, suit);
            int depth = 0;
            if (mattered) {
                const Lane out = lane<Form>(out_, suit);
                depth = count(out >> lowest_of(mattered, suit));
            }
            if (depth > Owners<Form>::most) return;
            entry.depth[index(suit)] = static_cast<std::uint8_t>(depth);
            put<Form>(entry.mask, suit, covering<Form>(depth));
        }
        mine = highest(entry.depth);
        for (std::size_t i = 0; i < owners.size(); ++i) entry.pattern[i] = owners[i] & entry.mask[i];
        entry.low = static_cast<std::int8_t>(reached ? wanted : 0);
        entry.high = static_cast<std::int8_t>(reached ? (Goal::counts_tricks ? left_ : 1) : wanted - 1);
        entry.best_suit = static_cast<std::int8_t>(has_best ? best_suit_ : -1);
        entry.best_rank = static_cast<std::int8_t>(best_rank_);
        table_.add(key, entry);
    }

    // The lowest card that mattered; identical cards matter together.
    int lowest_of(Lane mattered, int suit) const {
        int low = bottom(mattered);
        if constexpr (Form::odd) low -= static_cast<int>(lane<Form>(setup_.twins, suit) >> low & 1);
        return low;
    }

    // For each suit the lowest of its `depth` highest cards.
    Set highest(const std::array<std::uint8_t, suits>& depth) const {
        Set result{};
        for (int suit = 0; suit < suits; ++suit) {
            int skip = depth[index(suit)];
            if (skip == 0) continue;
            Lane cards = lane<Form>(out_, suit);
            while (--skip) cards ^= Lane{1} << top(cards);
            result |= card_bit<Form>(suit, top(cards));
        }
        return result;
    }

    // The cards that a seat may play, equal ones once.
    void list(const Trick& trick, int seat, Moves& moves) const {
        const Set hand = hands_[index(seat)];
        if (trick.led != junk) {
            if (const Lane cards = lane<Form>(hand, trick.led)) {
                if (setup_.all_low_club && in_first_trick() && trick.led == setup_.club_suit) {
                    const int low = bottom(cards);
                    moves.add(trick.led, low, low, low);
                    return;
                }
                equals(trick, trick.led, cards, moves);
                return;
            }
        }
        const bool leading = trick.played == 0;
        if (leading && setup_.must_lead_suit >= 0 && in_first_trick()) {
            const int rank = setup_.must_lead_rank;
            moves.add(setup_.must_lead_suit, rank, rank, rank);
            return;
        }
        bool closed = leading && !broken_;
        if (in_first_trick() && setup_.spades_forbidden) closed = true;
        bool any = false;
        for (int suit = 0; suit < spades; ++suit)
            if (const Lane cards = lane<Form>(hand, suit)) {
                equals(trick, suit, cards, moves);
                any = true;
            }
        const bool has_junk = junk_[index(seat)] > 0;
        if (leading) {
            if (const Lane cards = lane<Form>(hand, spades); cards && !(closed && any)) {
                equals(trick, spades, cards, moves);
                any = true;
            }
            if (!any && has_junk) moves.add(junk, 0, 0, 0);
            return;
        }
        if (has_junk) {
            moves.add(junk, 0, 0, 0);
            any = true;
        }
        if (const Lane cards = lane<Form>(hand, spades); cards && !(closed && any))
            equals(trick, spades, cards, moves);
    }

    void equals(const Trick& trick, int suit, Lane cards, Moves& moves) const {
        Lane others = lane<Form>(held_, suit) & ~cards;
        if (trick.suit == suit) others |= Lane{1} << trick.rank;
        const Lane awards = lane<Form>(setup_.awards, suit);
        if constexpr (Form::odd) {
            // A card whose identical one is elsewhere equals no other card.
            const Lane twins = lane<Form>(setup_.twins, suit);
            others |= ((others & twins) >> 1) | ((others << 1) & twins);
            Lane single = cards & others;
            cards &= ~single;
            while (single) {
                const int rank = top(single);
                single ^= Lane{1} << rank;
                moves.add(suit, rank, rank, rank);
            }
        }
        while (cards) {
            const int high = top(cards);
            if (awards >> high & 1) {
                moves.add(suit, high, high, high);
                cards ^= Lane{1} << high;
                continue;
            }
            const Lane below = (Lane{1} << high) - 1;
            const Lane stop = (others | awards) & below;
            Lane group = cards;
            if (stop) group &= ~((Lane{2} << top(stop)) - 1);
            const int low = bottom(group);
            moves.add(suit, low, low, high);
            cards ^= group;
        }
    }

    // How a card ranks in a trick with this suit led: 0 for a discard, trumps above all others.
    static int force(int led, int suit, int rank) {
        return suit == led ? rank + 1 : suit == spades ? rank + 1 + Form::lane_bits : 0;
    }

    // The best that the seats after this one can do when `led` is led, by side.
    std::array<int, 2> reply(const Trick& trick, int led) const {
        std::array<int, 2> best{0, 0};
        for (int i = trick.played + 1; i < seats_; ++i) {
            int seat = trick.leader + i;
            if (seat >= seats_) seat -= seats_;
            const Set hand = hands_[index(seat)];
            int strength = 0;
            if (const Lane cards = lane<Form>(hand, led))
                strength = top(cards) + 1;
            else if (const Lane trumps = lane<Form>(hand, spades))
                strength = top(trumps) + 1 + Form::lane_bits;
            int& side = best[setup_.ours[index(seat)]];
            side = std::max(side, strength);
        }
        return best;
    }

    // Weigh the moves: likely refutations first.
    void order(const Trick& trick, int seat, Moves& moves) const {
        if (moves.size < 2) return;
        if (trick.played == 0)
            order_leads(trick, seat, moves);
        else
            order_replies(trick, seat, moves);
    }

    void order_leads(const Trick& trick, int seat, Moves& moves) const {
        const bool ours = setup_.ours[index(seat)];
        int suit = junk;
        std::array<int, 2> best{};
        for (int i = 0; i < moves.size; ++i) {
            Move& move = moves.move[index(i)];
            move.weight = 0;
            if (move.suit == junk) continue;
            if (move.suit != suit) {
                suit = move.suit;
                best = reply(trick, suit);
            }
            const int mine = move.rank + 1, theirs = best[!ours], partners = best[ours];
            int weight = -move.rank;
            if (theirs > Form::lane_bits) weight -= 10;  // they ruff, or hold trumps
            if (std::max(mine, partners) > theirs) weight += 100;
            if (suit == hint_suit_) {
                weight += 30;
                const Lane out = lane<Form>(out_, suit);
                if (hint_rank_ <= count(out >> move.rank) - 1 && hint_rank_ >= count(out >> move.high) - 1) weight += 1000;
            }
            move.weight = weight;
        }
    }

    void order_replies(const Trick& trick, int seat, Moves& moves) const {
        const bool ours = setup_.ours[index(seat)];
        const int led = trick.led;
        const auto best = led == junk ? std::array<int, 2>{} : reply(trick, led);
        const int so_far = trick.suit == junk ? 0 : force(led, trick.suit, trick.rank);
        const bool so_far_ours = setup_.ours[index(trick.seat)] == ours;
        const int theirs = std::max(best[!ours], so_far_ours ? 0 : so_far);
        const int partners = std::max(best[ours], so_far_ours ? so_far : 0);
        for (int i = 0; i < moves.size; ++i) {
            Move& move = moves.move[index(i)];
            if (move.suit == junk) {
                move.weight = 0;
                continue;
            }
            int weight = -move.rank;
            const int mine = force(led, move.suit, move.rank);
            if (std::max(mine, partners) > theirs)
                weight += 100;
            else if (mine > so_far && !so_far_ours)
                weight += 5;  // make them take it with a higher card
            if (move.suit == spades && led != spades) weight -= 8;
            move.weight = weight;
        }
    }

public:
    std::array<int, 8> award_places{};  // of each award card, its bit; filled by the caller

private:
    const Setup<Form>& setup_;
    const Goal& goal_;
    Table<Form>& table_;
    Owners<Form> owners_;
    std::array<Set, most_seats> hands_;
    std::array<int, most_seats> junk_;
    Set held_{};                // cards in hands now
    Set out_{};                 // cards in hands when the trick began
    Shape shape_{};
    int left_;
    int seats_;
    bool broken_ = true;
    Move* root_ = nullptr;
    std::uint64_t nodes_ = 0;
    int hint_suit_ = -1, hint_rank_ = 0;
    int best_suit_ = -1, best_rank_ = 0;
};

}  // namespace spadille::solver
