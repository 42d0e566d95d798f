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

#include "solver_board.hpp"
#include "solver_bounds.hpp"
#include "solver_lanes.hpp"
#include "solver_moves.hpp"
#include "solver_order.hpp"
#include "solver_owners.hpp"
#include "solver_setup.hpp"
#include "solver_table.hpp"

namespace spadille::solver {

// Thrown when a search has looked at as many tricks as it may.
struct OutOfNodes {};

template <class Form, class Goal>
class Search {
public:
    using Set = typename Form::Set;
    using Lane = typename Form::Lane;
    using State = typename Goal::State;

    Search(const Setup<Form>& setup, const Goal& goal, Table<Form>& table, std::uint64_t most_nodes)
        : setup_(setup), goal_(goal), table_(table), board_(setup), most_nodes_(most_nodes) {
        owners_.learn(board_.hands, board_.seats, setup.twins);
    }

    // Whether the goal is reached, from the middle of a trick or its beginning; `first` becomes the
    // card that reaches it or, for the other side, that makes it missed.
    bool solve(State state, Trick trick, bool broken, Move& first) {
        begin(broken);
        Set relevant{};
        root_ = &first;
        const bool reached = play(trick, state, relevant);
        root_ = nullptr;
        return reached;
    }

    // The cards that the root may play, equal ones once.
    Moves moves(const Trick& trick, bool broken) {
        begin(broken);
        Moves moves;
        list(board_, trick, turn(trick), moves);
        return moves;
    }

    // Whether the goal is reached by this card of the root.
    bool solve_move(State state, const Trick& trick, bool broken, const Move& move) {
        begin(broken);
        Set relevant{};
        return reached_by(move, trick, turn(trick), state, relevant);
    }

    // Put a card on a trick; whoever sits it out is passed over.
    void lay(Trick& trick, int seat, int suit, int rank) const {
        board_.lay(trick, seat, suit, rank);
        if (turn(trick) == setup_.sits_out && board_.in_first_trick()) ++trick.played;
    }

    std::uint64_t nodes() const { return nodes_; }

private:
    void begin(bool broken) { board_.broken = broken || !board_.may_close(board_.left); }

    int turn(const Trick& trick) const { return (trick.leader + trick.played) % board_.seats; }

    // At the boundary of two tricks.
    bool start(int leader, State state, Set& relevant) {
        if (const int verdict = Goal::verdict(state, board_.left); verdict >= 0) {
            return verdict == 1;
        }
        if (board_.left == 1) return last(leader, state, relevant);
        const int wanted = goal_.wanted(state);
        if (!Form::odd && goal_.counts(state)) {
            if (const int verdict = certain(leader, wanted, relevant); verdict >= 0) return verdict == 1;
        }
        const Pattern<Form> owners = owners_.pattern(board_.out);
        const typename Table<Form>::Key key{
            board_.shape, 1U + static_cast<std::uint32_t>(leader) + 8U * board_.broken + 16U * goal_.key(state)};
        hint_.suit = -1;
        int fitting = -1;
        const auto found = table_.find(key);
        for (std::uint32_t at = found.size; at-- > 0;) {
            auto& entry = found.entries[at];
            if (!entry.fits(owners)) continue;
            if (entry.low >= wanted || entry.high < wanted) {
                const bool reached = entry.low >= wanted;
                relevant |= board_.highest(entry.depth);
                // What was useful will be so again.
                std::swap(entry, found.entries[(at + found.size) / 2]);
                return reached;
            }
            fitting = static_cast<int>(at);
            hint_ = {entry.best_suit, entry.best_rank};
        }
        if (hint_.suit < 0 && found.size) {
            // With other cards in the same lengths this lead was right.
            const auto& newest = found.entries[found.size - 1];
            hint_ = {newest.best_suit, newest.best_rank};
        }
        Trick trick;
        trick.leader = leader;
        Set mine = setup_.awards & board_.out;
        best_.suit = -1;
        const bool reached = play(trick, state, mine);
        const int most = goal_.counts(state) ? board_.left : 1;
        store(key, owners, mine, reached ? wanted : 0, reached ? most : wanted - 1,
              reached == setup_.ours[index(leader)], fitting);
        relevant |= mine;
        return reached;
    }

    // 1 or 0 if the tricks that are certain decide, else -1.
    int certain(int leader, int wanted, Set& relevant) const {
        const bool ours = setup_.ours[index(leader)];
        const int need = ours ? wanted : board_.left - wanted + 1;
        Set used{};
        const bool open = board_.broken || board_.length(leader, spades) == board_.left;
        if (quick_tricks(board_, leader, open, need, used) >= need) {
            relevant |= used;
            return ours;
        }
        used = 0;
        if (sure_trumps(board_, !ours, used) > board_.left - need) {
            relevant |= used;
            return !ours;
        }
        return -1;
    }

    // The cards of the last trick play themselves.
    bool last(int leader, State state, Set& relevant) {
        Trick trick;
        trick.leader = leader;
        for (int i = 0; i < board_.seats; ++i) {
            const int seat = (leader + i) % board_.seats;
            int suit = junk, rank = -1;
            for (int s = 0; s < suits; ++s)
                if (const Lane cards = lane<Form>(board_.hands[index(seat)], s)) {
                    suit = s;
                    rank = top(cards);
                }
            board_.lay(trick, seat, suit, rank);
        }
        if (trick.rivals > 1) relevant |= card_bit<Form>(trick.suit, trick.rank);
        relevant |= setup_.awards & board_.out;
        return Goal::verdict(goal_.after(state, trick.seat, trick.caught), 0) == 1;
    }

    bool is_award(const Move& move) const {
        return Goal::counts_awards && (setup_.awards & card_bit<Form>(move.suit, move.rank)) != 0;
    }

    // Play a card, and all that follows.
    bool reached_by(const Move& move, const Trick& trick, int seat, State state, Set& relevant) {
        Trick next = trick;
        lay(next, seat, move.suit, move.rank);
        board_.take(seat, move);
        const bool reached = next.played == board_.seats ? finish(next, state, relevant) : play(next, state, relevant);
        board_.give(seat, move);
        return reached;
    }

    // A seat's turn within a trick.
    bool play(const Trick& trick, State state, Set& relevant) {
        const int seat = turn(trick);
        Moves moves;
        list(board_, trick, seat, moves);
        const bool ours = setup_.ours[index(seat)];
        Move* const root = root_;
        root_ = nullptr;
        if (root) *root = moves.move[0];
        order(board_, trick, seat, hint_, moves);
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
            Set part{};
            const bool reached = reached_by(move, trick, seat, state, part);
            if (reached == ours) {
                if (root) *root = move;
                if (leads) {
                    best_.suit = move.suit;
                    best_.rank = move.suit == junk ? 0 : count(lane<Form>(board_.out, move.suit) >> move.rank) - 1;
                }
                relevant |= part;
                return reached;
            }
            if (move.suit != junk && !is_award(move)) {
                const Lane mattered = lane<Form>(part, move.suit);
                const int lowest = mattered ? board_.lowest_of(mattered, move.suit) : Form::lane_bits;
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
        if (++nodes_ > most_nodes_) throw OutOfNodes{};
        const State next = goal_.after(state, trick.seat, trick.caught);
        if (trick.rivals > 1) relevant |= card_bit<Form>(trick.suit, trick.rank);
        if (const int verdict = Goal::verdict(next, board_.left - 1); verdict >= 0) return verdict == 1;
        const Set out = board_.out;
        const bool broken = board_.broken;
        board_.out = board_.held;
        --board_.left;
        if (!board_.broken)
            board_.broken = (trick.spade && (setup_.forced_lead_breaks || trick.led != spades)) ||
                            !board_.may_close(board_.left);
        const bool reached = start(trick.seat, next, relevant);
        board_.broken = broken;
        ++board_.left;
        board_.out = out;
        return reached;
    }

    // Keep the answer for all positions that agree in the cards that mattered.
    void store(const typename Table<Form>::Key& key, const Pattern<Form>& owners, Set& mine, int low, int high,
               bool has_best, int fitting) {
        typename Table<Form>::Entry entry{};
        for (int suit = 0; suit < suits; ++suit) {
            const Lane mattered = lane<Form>(mine, suit);
            int depth = 0;
            if (mattered) {
                const Lane out = lane<Form>(board_.out, suit);
                depth = count(out >> board_.lowest_of(mattered, suit));
            }
            if (depth > Owners<Form>::most) return;
            entry.depth[index(suit)] = static_cast<std::uint8_t>(depth);
            put<Form>(entry.mask, suit, covering<Form>(depth));
        }
        mine = board_.highest(entry.depth);
        for (std::size_t i = 0; i < owners.size(); ++i) entry.pattern[i] = owners[i] & entry.mask[i];
        entry.low = static_cast<std::int8_t>(low);
        entry.high = static_cast<std::int8_t>(high);
        entry.best_suit = static_cast<std::int8_t>(has_best ? best_.suit : -1);
        entry.best_rank = static_cast<std::int8_t>(best_.rank);
        table_.add(key, entry, fitting);
    }

    const Setup<Form>& setup_;
    const Goal& goal_;
    Table<Form>& table_;
    Owners<Form> owners_;
    Board<Form> board_;
    Move* root_ = nullptr;
    std::uint64_t nodes_ = 0;
    std::uint64_t most_nodes_;
    Hint hint_;  // for the next lead
    Hint best_;  // the lead that was right
};

}  // namespace spadille::solver
