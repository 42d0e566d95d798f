// The interface of the exact solver: closes in on the value of a problem, one question at a time.
#include "solver.hpp"

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>
#include <variant>

#include "solver_goal.hpp"
#include "solver_guess.hpp"
#include "solver_outcomes.hpp"
#include "solver_payoffs.hpp"
#include "solver_prepare.hpp"
#include "solver_search.hpp"

namespace spadille::solver {

namespace {

// The questions that may be asked of a problem: is this reached, by whatever card or by this one?
template <class Form, class Goal>
class Questions {
public:
    Questions(const Problem& p, const Ranked& ranked, const Goal& goal, Table<Form>& table, std::uint64_t most_nodes)
        : setup_(prepare<Form>(p, ranked, Goal::counts_awards)),
          table_(table),
          search_(setup_, goal, table, most_nodes),
          broken_(p.broken) {
        forget();
        trick_.leader = p.leader;
        const auto order = turns(p);
        std::size_t next = 0;
        for (const Placed& placed : ranked.cards) {
            if (placed.seat >= 0) break;
            search_.lay(trick_, order[next++], placed.card.suit, placed.rank);
        }
    }
    bool ask(typename Goal::State state, Move& move) { return search_.solve(state, trick_, broken_, move); }
    bool ask_of(typename Goal::State state, const Move& move) {
        return search_.solve_move(state, trick_, broken_, move);
    }
    Moves moves() { return search_.moves(trick_, broken_); }
    void forget() { table_.clear(setup_.left); }
    std::uint64_t nodes() const { return search_.nodes(); }

private:
    Setup<Form> setup_;
    Table<Form>& table_;
    Search<Form, Goal> search_;
    Trick trick_;
    bool broken_;
};

// The highest of the levels up to `high` that is reached; `low` is. Those near `guess` come first, or
// without a guess the middle.
template <class Reached>
int highest_level(int low, int high, std::optional<int> guess, const Reached& reached) {
    while (low < high) {
        const int level = guess ? std::clamp(*guess, low + 1, high) : low + (high - low + 1) / 2;
        if (reached(level)) {
            low = level;
            if (guess) guess = level + 1;
        } else {
            high = level - 1;
            if (guess) guess = high;
        }
    }
    return low;
}

// Levels are numbers from 0, which is always reached, to `high`. Where the best value is known, the
// other cards are first asked whether they reach it, too.
template <class Asked, class State>
Result closed_in(Asked& questions, const Problem& p, const Ranked& ranked, int high, std::optional<int> guess,
                 const State& state, const std::vector<double>& value, const Options& options) {
    Result result;
    const int root = root_of(p);
    const Moves moves = questions.moves();
    Move best = moves.move[0], move{};
    bool found = false;
    const int level = highest_level(0, high, guess, [&](int wanted) {
        const bool reached = questions.ask(state(wanted), move);
        if (reached || !found) best = move;
        found = found || reached;
        return reached;
    });
    result.value = value[index(level)];
    result.card = cards_of(ranked, root, best).front();
    for (int i = 0; options.all && i < moves.size; ++i) {
        const Move& other = moves.move[index(i)];
        int own = level;
        if (other.suit != best.suit || other.rank != best.rank) {
            own = highest_level(0, level, guess ? std::optional(level) : std::nullopt,
                                [&](int wanted) { return questions.ask_of(state(wanted), other); });
        }
        for (const int card : cards_of(ranked, root, other)) result.values.emplace_back(card, value[index(own)]);
    }
    result.nodes = questions.nodes();
    return result;
}

template <class Form>
Result most_tricks(const Problem& p, const Ranked& ranked, Table<Form>& table, const Options& options) {
    const int left = tricks_left(p);
    const TrickGoal goal{ours_of(p)};
    Questions<Form, TrickGoal> questions(p, ranked, goal, table, options.most_nodes);
    std::vector<double> value;
    for (int tricks = 0; tricks <= left; ++tricks) value.push_back(tricks);
    const auto state = [](int wanted) { return wanted; };
    return closed_in(questions, p, ranked, left, likely_tricks(p, ranked), state, value, options);
}

template <class Form>
Result best_payoff(const Problem& p, const Ranked& ranked, const Payoffs& payoffs, Table<Form>& table,
                   const Options& options) {
    PayoffGoal goal(tricks_left(p), payoffs, awards_of(ranked), ours_of(p), p.seats);
    Questions<Form, PayoffGoal> questions(p, ranked, goal, table, options.most_nodes);
    std::vector<double> levels = payoffs.value;
    std::sort(levels.begin(), levels.end());
    levels.erase(std::unique(levels.begin(), levels.end()), levels.end());
    const auto state = [&](int level) {
        if (goal.crowded()) {
            goal.forget();
            questions.forget();
        }
        return goal.start(levels[index(level)]);
    };
    return closed_in(questions, p, ranked, static_cast<int>(levels.size()) - 1, std::nullopt, state, levels, options);
}

}  // namespace

int root_of(const Problem& p) { return turns(p).at(p.trick.size()); }

int tricks_left(const Problem& p) {
    return static_cast<int>(p.hands[index(root_of(p))].size());
}

std::vector<Outcome> outcomes(const Problem& p, int groups) {
    check(p);
    const int awards = awards_of(rank_cards(p));
    const OutcomeOrder order(tricks_left(p), groups, awards);
    std::vector<Outcome> result;
    for (const auto& split : order.splits()) {
        for (std::size_t caught = 0; caught < order.catchers(); ++caught) {
            Outcome outcome{split, std::vector<int>(index(awards))};
            std::size_t digits = caught;
            for (int i = awards - 1; i >= 0; --i, digits /= index(groups))
                outcome.catchers[index(i)] = static_cast<int>(digits % index(groups));
            result.push_back(std::move(outcome));
        }
    }
    return result;
}

struct Solver::Parts {
    std::size_t bytes;
    // One at a time, so that the bound on the memory holds for all of them.
    std::variant<Table<Narrow<2>>, Table<Narrow<3>>, Table<Narrow<4>>, Table<Wide>> table;

    explicit Parts(std::size_t most) : bytes(most), table(std::in_place_index<0>, most) {}

    template <class Form>
    Table<Form>& of() {
        auto* found = std::get_if<Table<Form>>(&table);
        return found ? *found : table.template emplace<Table<Form>>(bytes);
    }

    // Call with the table of the form that the problem fits.
    template <class Call>
    std::optional<Result> with(const Problem& p, const Ranked& ranked, const Call& call) {
        const bool narrow = !ranked.odd && tricks_left(p) <= Narrow<4>::max_tricks &&
                            *std::max_element(ranked.length.begin(), ranked.length.end()) <= Narrow<4>::lane_bits;
        try {
            if (narrow && p.seats == 2) return call(of<Narrow<2>>());
            if (narrow && p.seats == 3) return call(of<Narrow<3>>());
            if (narrow && p.seats == 4) return call(of<Narrow<4>>());
            return call(of<Wide>());
        } catch (const OutOfNodes&) {
            return std::nullopt;
        }
    }
};

Solver::Solver(std::size_t table_bytes) : parts_(std::make_unique<Parts>(table_bytes)) {}
Solver::~Solver() = default;
Solver::Solver(Solver&&) noexcept = default;
Solver& Solver::operator=(Solver&&) noexcept = default;

std::optional<Result> Solver::solve_tricks(const Problem& p, const Options& options) {
    check(p);
    const Ranked ranked = rank_cards(p);
    return parts_->with(p, ranked, [&](auto& table) { return most_tricks(p, ranked, table, options); });
}

std::optional<Result> Solver::solve_payoffs(const Problem& p, const Payoffs& payoffs, const Options& options) {
    check(p);
    for (const double value : payoffs.value) demand(!std::isnan(value), "payoffs: one is not a number");
    const Ranked ranked = rank_cards(p);
    return parts_->with(p, ranked, [&](auto& table) { return best_payoff(p, ranked, payoffs, table, options); });
}

}  // namespace spadille::solver
