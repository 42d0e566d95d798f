// The exact solver: all cards are known, and every seat plays perfectly.
//
// This file is the whole interface. A Problem is a position; solve_tricks() maximises the tricks of
// the root's side, solve_payoffs() the value of a table over the outcomes that are still open. The
// root is the seat that plays next; its side maximises and all other seats together minimise, which
// for more than two sides is the "paranoid" value.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "cards.hpp"

namespace spadille::solver {

inline constexpr int spades = 3;
inline constexpr int junk = -1;

// A card as the solver sees it: the suit it counts as (0 to 2, spades 3, or junk) and a strength
// that orders the cards of a suit. Equal cards of two packs have the same suit and strength.
struct Card {
    int suit = 0;
    int strength = 0;
    bool award = false;  // its catcher is part of the outcome
    friend bool operator==(const Card&, const Card&) = default;
};

// A position: at the start of a trick or in the middle of it. It has been checked already (setup.hpp).
struct Problem {
    int seats = 4;
    std::array<int, most_seats> side{};                // side of each seat; the root's side maximises
    std::array<std::vector<Card>, most_seats> hands;   // cards still held
    int leader = 0;                                    // of the trick being played
    std::vector<Card> trick;                           // cards played to it so far, from the leader on
    int tricks_before = 0;                             // tricks completed before it
    bool broken = true;                                // a spade in the current trick counts anyway
    int closed_tricks = 0;                             // in so many tricks a leader who holds another suit
                                                       // leads spades only once they are broken (rule 9.8)
    bool forced_lead_breaks = true;
    bool last_of_equals = false;                       // of identical cards the last one played wins

    // Rules of the first trick; they hold while tricks_before is 0 and end with it.
    int sits_out = -1;                                 // seat that plays no card to it
    bool spades_forbidden = false;                     // rule 9.11
    bool all_low_club = false;                         // rule 9.7; club_suit is the suit of clubs
    int club_suit = 0;
    int must_lead = -1;                                // place in the leader's hand (rule 9.5)
};

// A table of payoffs. The outcomes are listed by outcomes(): tricks won by each group of seats from
// now on, the trick being played included, and the group that catches each award card still out.
struct Payoffs {
    std::array<int, most_seats> group{};  // of each seat, 0 to groups - 1
    int groups = 2;
    std::vector<double> value;            // one for every outcome, in the order of outcomes()
};

// One way the rest of the deal may end.
struct Outcome {
    std::vector<int> tricks;    // by group
    std::vector<int> catchers;  // group that catches each award card: those of the trick being
                                // played in order, then those in the hands of seat 0, 1, ...
};

struct Options {
    bool all = false;  // the value of every card as well
    std::uint64_t most_nodes = std::numeric_limits<std::uint64_t>::max();
};

struct Result {
    double value = 0;
    int card = -1;                               // a best card: its place in the root's hand
    std::vector<std::pair<int, double>> values;  // of every card that may be played, if asked for
    std::uint64_t nodes = 0;                     // tricks looked at
};

// The seat that plays next.
int root_of(const Problem& problem);

// Tricks still to be won, the trick being played included.
int tricks_left(const Problem& problem);

// All the outcomes of a problem, in the order that Payoffs::value has to follow.
std::vector<Outcome> outcomes(const Problem& problem, int groups);

// A solver keeps its memory, but no knowledge, from one problem to the next: results do not depend
// on what was solved before. One solver serves one thread. What is too much for it throws
// std::invalid_argument.
class Solver {
public:
    // Memory is bounded by the table; beyond it the table is emptied and the search goes on.
    explicit Solver(std::size_t table_bytes = std::size_t{64} << 20);
    ~Solver();
    Solver(Solver&&) noexcept;
    Solver& operator=(Solver&&) noexcept;

    // Nothing if the search would have to look at more than `most_nodes` tricks.
    std::optional<Result> solve_tricks(const Problem& problem, const Options& options = {});
    std::optional<Result> solve_payoffs(const Problem& problem, const Payoffs& payoffs, const Options& options = {});

private:
    struct Parts;
    std::unique_ptr<Parts> parts_;
};

}  // namespace spadille::solver
